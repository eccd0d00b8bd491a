// An engine's answers, as the GUI side receives them. For a UCI engine the line is kept beside its
// content. For an xboard engine there is only the content, until a UCI GUI is sent a line. So no
// line that the adapter has written is ever parsed.
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

// `info`. A line is parsed only when its fields are asked for, because thousands may come in a
// second.
class EngineInfo {
  public:
    // From a UCI engine; arguments follow "info".
    EngineInfo(std::string_view line, std::string_view arguments)
        : line_(line), arguments_(arguments) {}
    // From the side of an xboard engine.
    explicit EngineInfo(const protocol::UciInfo& made) : made_(&made) {}

    std::string line() const {
        return made_ != nullptr ? protocol::format_uci_info(*made_) : std::string(line_);
    }
    // Calls action with the line. That of a UCI engine is not copied.
    template <class Action>
    void with_line(Action action) const {
        if (made_ != nullptr)
            action(std::string_view(line()));
        else
            action(line_);
    }
    protocol::UciInfo fields() const {
        return made_ != nullptr ? *made_ : protocol::parse_uci_info(arguments_);
    }
    // Returns nullopt if there is no score. The pv may be missing, because only few lines have to
    // be parsed that far.
    std::optional<protocol::UciInfo> fields_if_scored() const {
        if (made_ != nullptr) return made_->score ? std::optional(*made_) : std::nullopt;
        const std::size_t score = arguments_.find("score ");
        if (score == std::string_view::npos) return std::nullopt;
        const std::size_t pv = arguments_.find(" pv ");
        return protocol::parse_uci_info(
            arguments_.substr(0, score < pv ? pv : std::string_view::npos));
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

    std::string as_line() const {
        return line.empty() ? protocol::format_bestmove(best) : std::string(line);
    }
};

// An answer from the side of an xboard engine. It owns its texts, because it is kept until the
// session takes it.
class InfoReply {
  public:
    explicit InfoReply(const protocol::UciInfo& info)
        : info_(info),
          currmove_(info.currmove),
          pv_(info.pv.value_or("")),
          string_(info.string.value_or("")) {}

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
// A line of id, option, uciok or readyok, with its kind.
struct TextReply {
    protocol::UciReply reply;
    std::string line;

    std::string_view arguments() const { // what follows the first word
        const std::string_view text = line;
        return text.substr(std::min(text.find(' '), text.size()));
    }
};
// A line of xboard without an equivalent in UCI: `resign`, `tellall …`.
struct RawReply {
    std::string line;
};
// A text for the user.
struct NoticeReply {
    std::string text;
};
// The engine fails in a search for a move: it gives an illegal move, or none.
struct NoMoveReply {
    enum class Next : std::uint8_t {
        AskedAgain, // the search continues, after the engine has been set up again
        Decision,   // OnEngineFailure decides
        End,        // the engine is not replaced, since it has been set up too often already
    };
    std::string why;  // "gives no legal move: its move e2e5 is illegal in FEN"
    std::string move; // the illegal move as spelt by the engine; may be empty
    Next next = Next::Decision;
};
using EngineReply =
    std::variant<InfoReply, MoveReply, TextReply, RawReply, NoticeReply, NoMoveReply>;

} // namespace polyglot::session
