// Starts a grown book with the positions and moves of a book or of games.
#pragma once
#include "core/book/variants/walk.hpp"
#include "core/chess/variants/variant.hpp"
#include "core/result.hpp"
#include "storage/stores/grow_db.hpp"
#include "tools/growing/grow_position.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace polyglot::tools {

struct Seeded {
    std::vector<GrowPosition> roots; // the start positions of the book
    std::uint64_t positions = 0;
    std::string warning; // empty unless games were not read to their end
};

// Stores all playable moves of the book; the engines will search their positions. If roots is
// empty, the book determines them. keep_on is called from time to time; if it returns false, the
// function ends and what has been stored remains. The error names the book or the store, also if
// the book is of another variant than the store, or if it is of a variant and leads to more
// positions than these.
Result<Seeded> seed_store(io::GrowDb& store, const std::string& book,
                          const std::vector<GrowPosition>& roots,
                          const std::function<bool()>& keep_on,
                          std::uint64_t most_positions = book::most_variant_positions);

// Does the same with the main lines of the games of a PGN file, plain or compressed, each up to
// most_plies plies. Only games that begin at one of the roots count; if there are none, all games
// do.
Result<Seeded> seed_store_from_games(io::GrowDb& store, const std::string& file,
                                     std::size_t most_plies, const std::vector<GrowPosition>& roots,
                                     const std::function<bool()>& keep_on);

// Returns whether the file has the name of a PGN file, plain or compressed, and the moves at its
// beginning have no weights, so that it contains games and not a book.
bool is_of_games(const std::string& file);

// Returns the variant that the first game of such a file names; null if it is of chess or cannot be
// read.
const chess::Variant* variant_of_games(const std::string& file);

} // namespace polyglot::tools
