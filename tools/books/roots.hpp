// Where the games of a book begin: FENs as users give them, and the start positions of Chess960.
#pragma once
#include "core/chess/fen.hpp"
#include "core/chess/position.hpp"
#include "core/chess/uci_move.hpp"

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::tools {

// All 960, number N at place N (R. Scharnagl's numbering; 518 is the standard one).
const std::vector<chess::Position>& chess960_starts();
// The number, if the position is one of them.
std::optional<int> chess960_number(const chess::Position& position);
// Chess960's rules are needed: it is one of its start positions other than the standard one, or a king or rook that may
// castle is not on its standard square.
bool is_of_chess960(const chess::Position& position);

// How a game's castling is written: decided by where the game begins, for all of its positions and moves.
struct CastlingSpelling {
    chess::FenCastling rights = chess::FenCastling::Standard; // as in the FEN that was given
    chess::CastlingStyle moves = chess::CastlingStyle::KingTwoSquares;
};
struct Root {
    chess::Position position;
    CastlingSpelling spelling;
};

// Visits the positions of all FENs, of which "-" stands for those on `in`, one a line (empty lines and those that begin
// with # are left out): each as soon as it has been read. A FEN that is wrong is shown on err and passed over. False if
// there was one, or a visit returned false.
bool for_each_fen(const std::vector<std::string>& fens, std::istream& in, std::ostream& err,
                  const std::function<bool(const Root&)>& visit);
// The positions of all of them. Nullopt if one is wrong.
std::optional<std::vector<chess::Position>> read_fens(const std::vector<std::string>& fens, std::istream& in,
                                                      std::ostream& err);

} // namespace polyglot::tools
