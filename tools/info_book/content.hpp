// Determines the content of a book in play, with which info-book's output begins. Test:
// content_test.cpp.
#pragma once
#include "core/openings/names.hpp"
#include "tools/books/tree/branches.hpp"

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/json.hpp>

namespace polyglot::tools {

struct BookContent {
    struct Reached {
        openings::Opening opening;
        double share = 0; // share of the lines that pass it
    };
    std::vector<Branch> first_moves;    // in the form of Branches::of()
    std::optional<std::uint64_t> games; // games of the first moves, if the format counts them
    double mean_ply = 0;                // mean length of drawn lines
    std::size_t max_ply = 0;            // greatest length of these lines
    std::vector<Reached> openings;      // by descending share
};

constexpr std::size_t drawn_lines = 500;

// Follows the lines from a position, the most played ones first on each level; the shares of lines
// that meet are added. It is bounded: lines with a share below 1 in 2,000 are not followed, and at
// most 3,000 positions are examined. The lengths come from drawn_lines lines drawn by share, which
// are the same every time; a line ends where it repeats itself.
BookContent examine_content(const Branches& branches, const chess::Position& root);

// Does the same for an opened book, from its start positions.
BookContent examine_content(const std::shared_ptr<const book::Book>& book);

// Prints nothing if there is no first move.
void print_text(const BookContent& content, std::ostream& out);
boost::json::object json_of(const BookContent& content);

} // namespace polyglot::tools
