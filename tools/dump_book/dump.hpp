// The lines of a book of any format in PolyGlot's words, for `polyglot dump-book`.
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
    chess::Color color = chess::Color::White; // plays from the book
    chess::Position start = chess::Position::start();
    std::size_t max_ply = std::numeric_limits<std::size_t>::max(); // of a line
    std::string title;                                             // the first line
};

struct Dump {
    std::uint64_t lines = 0;
    std::uint64_t positions = 0; // of the book, on them
    std::uint64_t illegal = 0;   // entries of these that are not legal moves
    std::uint64_t too_long = 0;  // lines longer than any game, without their continuations
};

// Each position is followed once, so that time and memory grow with the positions on the lines
// (some 100 bytes each), not with the ways to get there. It asks for all replies to each of them:
// give it the book with_key_filter(), see core/book/walk/walk.hpp. write: false ends it.
Dump dump_book(const book::Book& book, const DumpOptions& options,
               const std::function<bool(std::string_view)>& write);

} // namespace polyglot::tools
