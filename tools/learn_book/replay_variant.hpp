// Reads games of a variant for learn-book -replay.
#pragma once
#include "core/book/variants/book.hpp"
#include "core/pgn/reader.hpp"

#include <cstdint>
#include <functional>
#include <istream>
#include <string>
#include <vector>

namespace polyglot::tools {

// A move of a game that the book holds, as a store of results has it.
struct ReplayedMove {
    std::uint64_t key = 0;
    std::uint16_t move = 0;
    bool is_white = false;
};
// Takes a game, without its moves of chess, and those of its moves that the book holds.
using ReplaySink =
    std::function<void(const pgn::GameText& game, const std::vector<ReplayedMove>& moves)>;

struct VariantGamesRead {
    std::uint64_t others = 0;  // games of chess and of other variants, which are skipped
    std::string piece_letters; // empty for English ones
};
// Reads to the end of the stream or its first error.
VariantGamesRead read_variant_games(std::istream& in, const book::VariantBook& book,
                                    const ReplaySink& sink);

} // namespace polyglot::tools
