// The starter book, made from openings.tsv when the program is built, and compiled in
// (docs/starter-book.md).
#pragma once
#include "core/book/byte_reader.hpp"

#include <memory>
#include <string_view>

namespace polyglot::openings {

// The name of the book in settings and commands, in place of a file. No file has this name on
// Windows, which forbids '<'.
constexpr std::string_view starter_name = "<starter>";

// Returns the bytes of a PolyGlot book.
std::shared_ptr<const book::ByteReader> starter_book();

} // namespace polyglot::openings
