// What is played in a book: how info-book begins.
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
        double share = 0; // of the lines that pass it
    };
    std::vector<Branch> first_moves;    // as Branches::of()
    std::optional<std::uint64_t> games; // of the first moves, where the format counts them
    double mean_ply = 0;                // of drawn lines
    std::size_t max_ply = 0;            // of these
    std::vector<Reached> openings;      // by falling share
};

constexpr std::size_t drawn_lines = 500;

// Follows the lines from a position, the most played ones first on each level: the shares of ways
// that meet are added. Bounded: lines that less than 1 in 2,000 plays are not followed, and no more
// than 3,000 positions are looked at. The lengths are those of drawn_lines lines drawn by share,
// the same ones every time; a line ends where it repeats itself.
BookContent examine_content(const Branches& branches, const chess::Position& root);

// The same of an opened book, from where its games begin.
BookContent examine_content(const std::shared_ptr<const book::Book>& book);

// Nothing if there is no first move.
void print_text(const BookContent& content, std::ostream& out);
boost::json::object json_of(const BookContent& content);

} // namespace polyglot::tools
