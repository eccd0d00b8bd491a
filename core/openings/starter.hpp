// The starter book: made of openings.tsv when the program is built, and compiled in
// (docs/starter-book.md).
#pragma once
#include "core/book/byte_reader.hpp"

#include <memory>
#include <string_view>

namespace polyglot::openings {

// What settings and commands call it in the place of a file. No file has this name: Windows forbids
// '<'.
constexpr std::string_view starter_name = "<starter>";

// The bytes of a PolyGlot book.
std::shared_ptr<const book::ByteReader> starter_book();

} // namespace polyglot::openings
