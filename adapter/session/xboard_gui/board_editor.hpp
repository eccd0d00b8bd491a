// The `edit` mode of xboard protocol version 1, with which GUIs set up a board that know no `setboard`.
#pragma once
#include "core/chess/position.hpp"
#include "core/result.hpp"

#include <array>
#include <string>
#include <string_view>

namespace polyglot::session {

// Lives from `edit` to `.`; in between every GUI line is one for on_line().
class BoardEditor {
  public:
    enum class State : std::uint8_t { Editing, Done };

    explicit BoardEditor(const chess::Position& current);

    // `#` clears the board, `c` changes the colour (White first), `Pa4` puts a piece, `xa4` empties a square, `.` ends.
    // An error says what is wrong with the line; editing goes on after it.
    Result<State> on_line(std::string_view line);

    // The board as FEN. As the protocol has it, castling is allowed where king and rook stand at home, en passant is
    // not, and the clocks begin anew. Whether the position can be played is for parse_fen() to say.
    std::string fen(chess::Color side_to_move) const;

  private:
    std::string castling() const;

    std::array<chess::Piece, 64> board_{};
    chess::Color color_ = chess::Color::White;
};

} // namespace polyglot::session
