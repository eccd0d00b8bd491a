// Shows the worst moves of a rated book as text, as a page with boards, and as JSON.
#pragma once
#include "core/book/book.hpp"
#include "core/book/grow/graph.hpp"
#include "tools/rate_book/changes.hpp"
#include "tools/rate_book/ratings.hpp"

#include <cstddef>
#include <iosfwd>
#include <string>
#include <vector>

namespace polyglot::tools {

struct RatingReport {
    std::string book, store; // names
    const BookReach& reach;
    const book::GrowGraph& graph;
    Ratings ratings;
    std::vector<RatedMove> worst{};      // those to be shown
    std::size_t not_shown = 0;           // further moves that lose something
    std::vector<WeightChange> changes{}; // empty if no book is written
    // The Arena book that is copied: its changes are shown with games and priorities. Else null.
    const book::Book* arena = nullptr;
};

void print_report(const RatingReport& report, std::ostream& out);
// Prints at most this many changes, one a line; 0: all.
void print_changes(const RatingReport& report, std::size_t most, std::ostream& out);
std::string format_report_html(const RatingReport& report);
std::string format_report_json(const RatingReport& report); // one object, one line

// A move in words. Values are for White.
struct DescribedMove {
    GrowPosition before;
    EpdMove move, best{}; // best: null if it is not known
    std::string line{};   // to the move and with it: "1. e4 c5 2. a3"
    std::string san{}, best_san{}, value, best_value;
};
DescribedMove describe_move(const RatingReport& report, const RatedMove& move);
// Returns one sentence for each fact about the whole book, without final full stop.
std::vector<std::string> summarize(const RatingReport& report);

} // namespace polyglot::tools
