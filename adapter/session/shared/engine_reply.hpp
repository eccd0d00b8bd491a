// An engine's answers, as the GUI side receives them. A UCI engine's line stays beside its content. What an xboard
// engine means has no line until a UCI GUI is sent one, and no line of ours is ever parsed.
#pragma once
#include "adapter/protocol/uci/info.hpp"
#include "adapter/protocol/uci/uci.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace polyglot::session {

// `info`. Thousands come in a second: a line is parsed only when its fields are asked for.
class EngineInfo {
  public:
    // A UCI engine's. arguments: what follows "info".
    EngineInfo(std::string_view line, std::string_view arguments) : line_(line), arguments_(arguments) {}
    // An xboard engine's.
    explicit EngineInfo(const protocol::UciInfo& made) : made_(&made) {}

    std::string line() const { return made_ != nullptr ? protocol::format_uci_info(*made_) : std::string(line_); }
    // Calls action with the line: a UCI engine's is not copied.
    template <class Action>
    void with_line(Action action) const {
        if (made_ != nullptr)
            action(std::string_view(line()));
        else
            action(line_);
    }
    protocol::UciInfo fields() const { return made_ != nullptr ? *made_ : protocol::parse_uci_info(arguments_); }
    // Returns nullopt if there is no score. The pv may be missing: only few lines have to be parsed as far as that.
    std::optional<protocol::UciInfo> fields_if_scored() const {
        if (made_ != nullptr) return made_->score ? std::optional(*made_) : std::nullopt;
        const std::size_t score = arguments_.find("score ");
        if (score == std::string_view::npos) return std::nullopt;
        const std::size_t pv = arguments_.find(" pv ");
        return protocol::parse_uci_info(arguments_.substr(0, score < pv ? pv : std::string_view::npos));
    }

  private:
    std::string_view line_;
    std::string_view arguments_;
    const protocol::UciInfo* made_ = nullptr;
};

// `bestmove`.
struct EngineMove {
    std::string_view line = {}; // of a UCI engine
    protocol::BestMove best;

    std::string as_line() const { return line.empty() ? protocol::format_bestmove(best) : std::string(line); }
};

// What the side of an xboard engine answers; it is kept until the session takes it, and so owns its texts.
class InfoReply {
  public:
    explicit InfoReply(const protocol::UciInfo& info)
        : info_(info), currmove_(info.currmove), pv_(info.pv.value_or("")), string_(info.string.value_or("")) {}

    protocol::UciInfo info() const {
        protocol::UciInfo info = info_;
        info.currmove = currmove_;
        if (info.pv) info.pv = pv_;
        if (info.string) info.string = string_;
        return info;
    }

  private:
    protocol::UciInfo info_; // its texts are those below
    std::string currmove_;
    std::string pv_;
    std::string string_;
};
struct MoveReply {
    std::string move;
    std::string ponder; // may be empty

    protocol::BestMove best() const { return {.move = move, .ponder = ponder}; }
};
// id, option, uciok, readyok: the line, and what it is.
struct TextReply {
    protocol::UciReply reply;
    std::string line;

    std::string_view arguments() const { // what follows the first word
        const std::string_view text = line;
        return text.substr(std::min(text.find(' '), text.size()));
    }
};
// A line of xboard that UCI has no word for: `resign`, `tellall …`.
struct RawReply {
    std::string line;
};
// For the user.
struct NoticeReply {
    std::string text;
};
// The engine fails in a search for a move: it gives an illegal move, or none.
struct NoMoveReply {
    enum class Next : std::uint8_t {
        AskedAgain, // the search goes on: the engine is set up anew
        Decision,   // OnEngineFailure decides
        End,        // another process would do the same: this one has been set up too often
    };
    std::string why;  // "gives no legal move: its move e2e5 is illegal in FEN"
    std::string move; // the illegal move as the engine has spelt it; empty: none
    Next next = Next::Decision;
};
using EngineReply = std::variant<InfoReply, MoveReply, TextReply, RawReply, NoticeReply, NoMoveReply>;

} // namespace polyglot::session
