// Two books opened to be compared, and what is said of their difference: text and JSON of `polyglot
// diff-book`, which explore's page shows as well.
#pragma once
#include "tools/books/compare/compare.hpp"

#include <array>
#include <memory>
#include <string>
#include <vector>

#include <boost/json.hpp>

namespace polyglot::tools {

struct ComparedBook {
    std::string name;
    std::shared_ptr<const book::Book> book;             // to be asked for positions
    std::shared_ptr<const book::PolyglotBook> polyglot; // the same from the file, if it is one
    std::vector<std::string> warnings;
};

// Of any format, by its path. The error names the file.
Result<ComparedBook> open_compared_book(const std::string& file);

using ComparedBooks = std::array<ComparedBook, 2>;

// By keys if that is exact and not all positions are wanted, else by walking. from_start: the only
// root is the start position.
BookDifference compare(const ComparedBooks& books, std::span<const chess::Position> roots,
                       bool from_start, const CompareRules& rules);

// What it comes to, in lines: positions alike, changed and in one book only; how many games are
// played differently, also of those that begin with each first move.
std::vector<std::string> summary_of(const BookDifference& difference, const ComparedBooks& books,
                                    const chess::Position& root);
// "1. e4 c5", with numbers as in the game.
std::string line_of(const PositionPair& pair, const chess::Position& root);
// The same with its positions: docs/diff-book.md.
boost::json::object json_of(const BookDifference& difference, const ComparedBooks& books,
                            const chess::Position& root);

} // namespace polyglot::tools
