// Writes the lines of a book of any format in PolyGlot's wording, for `polyglot dump-book`.
#pragma once
#include "core/book/book.hpp"
#include "core/chess/position.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>

namespace polyglot::tools {

struct DumpOptions {
    chess::Color color = chess::Color::White; // the side that plays from the book
    chess::Position start = chess::Position::start();
    std::size_t max_ply = std::numeric_limits<std::size_t>::max(); // of a line
    std::string title;                                             // the first line
};

struct Dump {
    std::uint64_t lines = 0;
    std::uint64_t positions = 0; // book positions on the lines
    std::uint64_t illegal = 0;   // entries of these positions that are not legal moves
    std::uint64_t too_long = 0;  // lines longer than any game; their continuations are not included
};

// Follows each position once, so that time and memory (about 100 bytes for each position) grow with
// the positions on the lines and not with the ways to reach them. All replies to each position are
// looked up; pass the book through with_key_filter(), see core/book/walk/walk.hpp. If write returns
// false, the dump ends.
Dump dump_book(const book::Book& book, const DumpOptions& options,
               const std::function<bool(std::string_view)>& write);

} // namespace polyglot::tools
