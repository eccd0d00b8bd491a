// Positions and moves of a book, or of games, as the beginning of a grown one.
#pragma once
#include "core/chess/position.hpp"
#include "core/result.hpp"
#include "storage/stores/grow_db.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace polyglot::tools {

struct Seeded {
    std::vector<chess::Position> roots; // where the book begins
    std::uint64_t positions = 0;
    std::string warning; // of games that are not read to their end; empty: none
};

// All moves of the book that may be played are moves of the store; the engine is to search their
// positions. roots: empty for where the book says. keep_on: asked now and then; false ends it with
// what has been stored. The error names the book or the store.
Result<Seeded> seed_store(io::GrowDb& store, const std::string& book,
                          const std::vector<chess::Position>& roots,
                          const std::function<bool()>& keep_on);

// The same with the main lines of the games of a PGN file, plain or packed, each as far as its
// first most_plies plies. roots: only games that begin there; empty for all.
Result<Seeded> seed_store_from_games(io::GrowDb& store, const std::string& file,
                                     std::size_t most_plies,
                                     const std::vector<chess::Position>& roots,
                                     const std::function<bool()>& keep_on);

// It has the name of a PGN file, plain or packed, and the moves in its beginning have no weights:
// it is one of games.
bool is_of_games(const std::string& file);

} // namespace polyglot::tools
