// Reads the positions where the games of a book begin, given by users as FENs.
#pragma once
#include "core/chess/fen.hpp"
#include "core/chess/position.hpp"
#include "core/chess/uci_move.hpp"
#include "core/chess/variants/position.hpp"
#include "core/result.hpp"

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::tools {

class OptionTable;

// Holds the notation of castling in all positions and moves of a game. The position where the game
// begins decides it.
struct CastlingSpelling {
    chess::FenCastling rights = chess::FenCastling::Standard; // as in the FEN that was given
    chess::CastlingStyle moves = chess::CastlingStyle::KingTwoSquares;
};
struct Root {
    chess::Position position;
    CastlingSpelling spelling;
};
struct VariantRoot {
    chess::VariantPosition position;
    CastlingSpelling spelling;
};

// Returns the error of parse_fen() unchanged.
Result<Root> parse_root(std::string_view fen);
Result<VariantRoot> parse_variant_root(const chess::Variant& variant, std::string_view fen);
// Calls visit with the position of each FEN. "-" stands for the FENs on `in`, one per line; empty
// lines and lines that begin with # are skipped, and each position is visited as soon as it has
// been read. An invalid FEN is reported on err and skipped. Returns false if a FEN was invalid or a
// visit returned false.
bool for_each_fen(const std::vector<std::string>& fens, std::istream& in, std::ostream& err,
                  const std::function<bool(const Root&)>& visit);
bool for_each_variant_fen(const chess::Variant& variant, const std::vector<std::string>& fens,
                          std::istream& in, std::ostream& err,
                          const std::function<bool(const VariantRoot&)>& visit);
// Returns the positions of all FENs, or nullopt if one is invalid.
std::optional<std::vector<chess::Position>> read_fens(const std::vector<std::string>& fens,
                                                      std::istream& in, std::ostream& err);
std::optional<std::vector<chess::VariantPosition>>
read_variant_fens(const chess::Variant& variant, const std::vector<std::string>& fens,
                  std::istream& in, std::ostream& err);

// Holds the values of the options -fen and -chess960 of commands that walk a book. Without them the
// root is the start position. read_roots() is called by the check of OptionTable::read(): a wrong
// FEN is reported and ends the command.
struct RootOptions {
    std::vector<std::string> fens;
    bool chess960 = false;
    bool given() const { return chess960 || !fens.empty(); }
};
void add_root_options(OptionTable& option, RootOptions& where);
// Do the same for commands that learn the variant later. Return nullopt if something was wrong,
// which is reported on err.
std::optional<std::vector<chess::Position>> find_roots(const RootOptions& where, std::istream& in,
                                                       std::ostream& err);
std::optional<std::vector<chess::VariantPosition>> find_variant_roots(const chess::Variant& variant,
                                                                      const RootOptions& where,
                                                                      std::istream& in,
                                                                      std::ostream& err);
std::vector<chess::VariantPosition> read_variant_roots(const chess::Variant& variant,
                                                       const RootOptions& where, std::istream& in,
                                                       std::ostream& err);
std::vector<chess::Position> read_roots(const RootOptions& where, std::istream& in,
                                        std::ostream& err);

} // namespace polyglot::tools
