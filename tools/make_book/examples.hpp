// Names the moves that rules left out, for the report of make-book.
#pragma once
#include "core/book/polyglot/book.hpp"
#include "tools/make_book/report.hpp"

namespace polyglot::tools {

// Fills report.example_lines with "1. e4 e5 2. Ke2 (3 games)". The positions, of which statistics
// have the keys alone, are looked for along the moves of the book that was made, up to some
// thousands of positions; a move of another position stays unnamed.
void name_examples(const book::PolyglotBook& book, MakeBookReport& report);

} // namespace polyglot::tools
