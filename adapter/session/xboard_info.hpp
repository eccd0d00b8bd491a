// Turns an xboard engine's thinking lines into UCI `info` lines. The counterpart of thinking_output.hpp.
#pragma once
#include "adapter/protocol/xboard_thinking.hpp"
#include "core/chess/position.hpp"
#include "core/chess/uci_move.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::session {

class XboardInfo {
  public:
    // A search of this position begins; nothing: a variant whose rules we don't know (coordinate moves pass as they
    // are, nothing else does). style: how castling is to be spelt.
    void begin(std::optional<chess::Position> root, chess::CastlingStyle style);
    // The `info …` line for this thinking line, without line end; empty when there is nothing legal to say. The pv may
    // be SAN or coordinates, with move numbers, ponder moves in brackets, `<HT>` marks, comments; it is cut at the
    // first illegal move. A pv that starts with the opponent's move in brackets or with the reply to `hint` is shifted.
    std::string on_thinking(const protocol::XboardThinking& thinking);
    // `info currmove … currmovenumber …` for a stat01 line, or empty.
    std::string on_stat(const protocol::XboardStat& stat) const;

    // The pv of the last line that had one (not an upper bound: those moves failed): moves in UCI spelling.
    const std::vector<std::string>& best_line() const { return best_line_; }
    std::optional<int> depth() const { return depth_; }                 // of the last line
    std::optional<std::int64_t> nodes() const { return nodes_; }        // of the last line
    std::optional<int> moves_to_mate() const { return moves_to_mate_; } // of the last line; negative: being mated

  private:
    std::optional<chess::Position> root_;
    chess::CastlingStyle style_ = chess::CastlingStyle::KingTwoSquares;
    std::vector<std::string> best_line_;
    std::optional<int> depth_;
    std::optional<std::int64_t> nodes_;
    std::optional<int> moves_to_mate_;
};

} // namespace polyglot::session
