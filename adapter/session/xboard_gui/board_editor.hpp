// The `edit` mode of xboard protocol version 1, in which GUIs without `setboard` set up a board.
// Test: board_editor_test.cpp.
#pragma once
#include "core/chess/position.hpp"
#include "core/result.hpp"

#include <array>
#include <string>
#include <string_view>

namespace polyglot::session {

// The editor exists from `edit` to `.`; every GUI line in between goes to on_line().
class BoardEditor {
  public:
    enum class State : std::uint8_t { Editing, Done };

    explicit BoardEditor(const chess::Position& current);

    // `#` clears the board, `c` changes the colour (White first), `Pa4` puts a piece, `xa4` empties
    // a square, `.` ends. After an error, which describes what is wrong with the line, editing
    // continues.
    Result<State> on_line(std::string_view line);

    // Returns the board as FEN. As in the protocol, castling is allowed if king and rook stand on
    // their original squares, en passant is not, and the counters start from zero. The position may
    // be illegal; parse_fen() checks this.
    std::string fen(chess::Color side_to_move) const;

  private:
    std::string castling() const;

    std::array<chess::Piece, 64> board_{};
    chess::Color color_ = chess::Color::White;
};

} // namespace polyglot::session
