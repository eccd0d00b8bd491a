// Opens two books for a comparison and describes their difference, as text and as JSON. `polyglot
// diff-book` prints both, and explore's page shows them.
#pragma once
#include "tools/books/compare/compare.hpp"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/json.hpp>

namespace polyglot::tools {

struct ComparedBook {
    std::string name;
    std::shared_ptr<const book::Book> opened;           // of the file
    std::shared_ptr<const book::Book> book;             // the same, to be asked for positions
    std::shared_ptr<const book::PolyglotBook> polyglot; // the same from the file, if it is one
    std::vector<std::string> warnings;
};

// Opens a book of any format. The error names the file.
Result<ComparedBook> open_compared_book(const std::string& file);

// Opens a sorted .bin for compare_by_keys() in one thread, in some 300 KiB of memory, whatever its
// size; open_compared_book() holds the book and a filter of its keys. Returns nullopt for others.
std::optional<ComparedBook> open_sorted_book(const std::string& file);

using ComparedBooks = std::array<ComparedBook, 2>;

// Compares by keys if that is exact and not all positions are requested, otherwise by walking.
// from_start means that the start position is the only root.
BookDifference compare(const ComparedBooks& books, std::span<const chess::Position> roots,
                       bool from_start, const CompareRules& rules);

// Returns the summary as lines: the numbers of equal and changed positions and of those in one book
// only, and the share of games that the books play differently, in total and for each first move.
std::vector<std::string> summary_of(const BookDifference& difference, const ComparedBooks& books);
// Returns the summary with its positions, in the form that docs/diff-book.md describes.
boost::json::object json_of(const BookDifference& difference, const ComparedBooks& books);

} // namespace polyglot::tools
