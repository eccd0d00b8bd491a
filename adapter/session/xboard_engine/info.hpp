// Turns an xboard engine's thinking lines into UCI `info` lines. The counterpart of thinking_output.hpp.
#pragma once
#include "adapter/protocol/xboard/thinking.hpp"
#include "core/chess/position.hpp"
#include "core/chess/uci_move.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::session {

class XboardInfo {
  public:
    // A search of this position begins. nullopt: a variant whose rules are not known here; of its lines only moves in
    // coordinates pass, unchanged. style: how castling is to be spelt.
    void begin(std::optional<chess::Position> root, chess::CastlingStyle style);
    // To be called after begin() when the engine ponders: the root is the position `before` with hint played, the move
    // that the engine is to expect. A line that begins with the hint is then shifted: a hint in brackets (gnuchess:
    // `(d6) Nc4`) is a remark; without brackets (sjeng, hoichess: `3. ... d6 4. Nc4`) the engine searches as the
    // opponent, and its score is negated. For a line about another move of the opponent on_thinking returns an empty
    // text.
    void ponders_on(const chess::Position& before, chess::Move hint);
    // The `info …` line for this thinking line, without line end; empty if the line comes from the engine's book. The
    // pv may be SAN or coordinates, with move numbers, moves in brackets, `<HT>` marks, comments; it is cut at the
    // first illegal move. A move in brackets counts if it is legal and is skipped otherwise: `(e4) e5` after 1. e4.
    // Depth and score are passed on even if no legal move is left.
    std::string on_thinking(const protocol::XboardThinking& thinking);
    // `info depth … time … nodes … currmove … currmovenumber …` for a stat01 line; empty if its move is not legal here.
    std::string on_stat(const protocol::XboardStat& stat) const;

    // The pv of the last line that had one: moves in UCI spelling, all legal. An upper bound's (those moves failed)
    // counts, and a move that the engine's book has named, only while there is no other.
    const std::vector<std::string>& best_line() const { return best_line_; }
    std::optional<int> depth() const { return depth_; }                 // of the last line
    std::optional<std::int64_t> nodes() const { return nodes_; }        // of the last line
    std::optional<int> moves_to_mate() const { return moves_to_mate_; } // of the last line; negative: being mated

  private:
    enum class View : std::uint8_t { Ours, Opponents, OtherMove }; // whose score it is; what the line is not about
    View read_line(std::string_view pv);
    void read_moves(chess::Position position, std::string_view pv);

    std::optional<chess::Position> root_;
    std::optional<chess::Position> before_hint_;
    chess::Move hint_;
    chess::CastlingStyle style_ = chess::CastlingStyle::KingTwoSquares;
    std::vector<std::string> best_line_;
    std::vector<std::string> line_; // of the line at hand; kept for what it has allocated
    std::optional<int> depth_;
    std::optional<std::int64_t> nodes_;
    std::optional<int> moves_to_mate_;
};

} // namespace polyglot::session
