// Positions and moves of a book as the beginning of a grown one.
#pragma once
#include "core/chess/position.hpp"
#include "core/result.hpp"
#include "storage/stores/grow_db.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace polyglot::tools {

struct Seeded {
    std::vector<chess::Position> roots; // where the book begins
    std::uint64_t positions = 0;
};

// All moves of the book that may be played are moves of the store; the engine is to search their positions. roots:
// empty for where the book says. keep_on: asked now and then; false ends it with what has been stored. The error names
// the book or the store.
Result<Seeded> seed_store(io::GrowDb& store, const std::string& book, const std::vector<chess::Position>& roots,
                          const std::function<bool()>& keep_on);

} // namespace polyglot::tools
