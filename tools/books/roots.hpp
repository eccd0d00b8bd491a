// Where the games of a book begin: FENs as users give them.
#pragma once
#include "core/chess/fen.hpp"
#include "core/chess/position.hpp"
#include "core/chess/uci_move.hpp"
#include "core/result.hpp"

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::tools {

class OptionTable;

// How a game's castling is written: decided by where the game begins, for all of its positions and
// moves.
struct CastlingSpelling {
    chess::FenCastling rights = chess::FenCastling::Standard; // as in the FEN that was given
    chess::CastlingStyle moves = chess::CastlingStyle::KingTwoSquares;
};
struct Root {
    chess::Position position;
    CastlingSpelling spelling;
};

// The error is parse_fen()'s.
Result<Root> parse_root(std::string_view fen);
// Visits the positions of all FENs; "-" stands for those on `in`, one per line (empty lines and
// those that begin with # are skipped), each visited as soon as it has been read. An invalid FEN is
// shown on err and skipped. False if there was one, or a visit returned false.
bool for_each_fen(const std::vector<std::string>& fens, std::istream& in, std::ostream& err,
                  const std::function<bool(const Root&)>& visit);
// The positions of all of them. Nullopt if one is wrong.
std::optional<std::vector<chess::Position>> read_fens(const std::vector<std::string>& fens,
                                                      std::istream& in, std::ostream& err);

// The options -fen and -chess960 of commands that walk a book, and what they say: the start
// position if they are not given. read_roots() is called by the check of OptionTable::read(): a
// wrong FEN is shown and ends the command.
struct RootOptions {
    std::vector<std::string> fens;
    bool chess960 = false;
    bool given() const { return chess960 || !fens.empty(); }
};
void add_root_options(OptionTable& option, RootOptions& where);
std::vector<chess::Position> read_roots(const RootOptions& where, std::istream& in,
                                        std::ostream& err);

} // namespace polyglot::tools
