// Turns an xboard engine's thinking lines into UCI's `info`. xboard_gui/thinking_output.hpp does
// the reverse. Test: info_test.cpp.
#pragma once
#include "adapter/protocol/uci/info.hpp"
#include "adapter/protocol/xboard/thinking.hpp"
#include "core/chess/position.hpp"
#include "core/chess/uci_move.hpp"
#include "core/chess/variants/position.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::session {

class XboardInfo {
  public:
    // A search of this position begins. For nullopt (a variant with unknown rules) only moves in
    // coordinates pass, unchanged. style is the spelling of castling.
    void begin(std::optional<chess::Position> root, chess::CastlingStyle style);
    // The same in a variant whose rules we know. Call it after begin() without a root.
    void begin_variant(const chess::VariantPosition& root) { variant_root_ = root; }
    // Call this after begin() when the engine ponders: the root is the position `before` with
    // hint played, the move that the engine is to expect. A line that begins with the hint is then
    // shifted: a hint in brackets (gnuchess: `(d6) Nc4`) is a remark; without brackets (sjeng,
    // hoichess: `3. ... d6 4. Nc4`) the engine searches as the opponent, and its score is negated.
    // For a line about another move of the opponent on_thinking returns nullopt.
    void ponders_on(const chess::Position& before, chess::Move hint);
    // Returns the thinking line as UCI's `info`; nullopt if the line comes from the engine's book.
    // The returned pv is valid until the next call. The line's pv may be SAN or coordinates, with
    // move numbers, moves in brackets, `<HT>` marks, comments; it is cut at the first illegal move.
    // A move in brackets counts if it is legal and is skipped otherwise: `(e4) e5` after 1. e4.
    // Depth and score are passed on even if no legal move is left.
    std::optional<protocol::UciInfo> on_thinking(const protocol::XboardThinking& thinking);
    // depth, time, nodes, currmove and currmovenumber of a stat01 line; nullopt if the move is
    // illegal. The returned currmove is valid until the next call.
    std::optional<protocol::UciInfo> on_stat(const protocol::XboardStat& stat);

    // The pv of the last line that had one: moves in UCI spelling, all legal. An upper bound's
    // (those moves failed) counts, and a move that the engine's book has named, only while there is
    // no other.
    const std::vector<std::string>& best_line() const { return best_line_; }
    std::optional<int> depth() const { return depth_; }          // of the last line
    std::optional<std::int64_t> nodes() const { return nodes_; } // of the last line
    // The mate distance of the last line; negative if the engine is mated.
    std::optional<int> moves_to_mate() const { return moves_to_mate_; }

  private:
    // Whose point of view a line's score has. OtherMove: the line is not about the move that is
    // pondered on.
    enum class View : std::uint8_t { Ours, Opponents, OtherMove };
    View read_line(std::string_view pv);
    template <typename Position>
    void read_moves(Position position, std::string_view pv);

    std::optional<chess::Position> root_;
    std::optional<chess::Position> before_hint_;
    std::optional<chess::VariantPosition> variant_root_;
    chess::Move hint_;
    chess::CastlingStyle style_ = chess::CastlingStyle::KingTwoSquares;
    std::vector<std::string> best_line_;
    std::vector<std::string> line_; // of the current line; a member, to reuse its memory
    std::string text_;              // the pv or the currmove of the last answer
    std::optional<int> depth_;
    std::optional<std::int64_t> nodes_;
    std::optional<int> moves_to_mate_;
};

} // namespace polyglot::session
