// Defines the content and the output forms of `polyglot show-book`. See docs/show-book.md.
#pragma once
#include "tools/books/tree/tree.hpp"
#include "tools/common/text_style.hpp"

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include <boost/json/fwd.hpp>

namespace polyglot::tools {

// Holds a tree with the facts about its book.
struct ShownBook {
    std::string name, format;
    // True if the weights are made from values; they are not shown then.
    bool has_values = false;
    std::string fen{}; // where BookTree::line begins; empty: the start position
    // This is the reason why there is no move; it is empty if there is one.
    std::string nothing{};
    // The fields from here to searches_now describe a store of grow-book: the search of the root
    // and the lines that are being searched now.
    bool is_store = false;
    std::optional<io::GrowRow> search{};
    std::vector<std::string> searched_now{};
    std::size_t searches_now = 0; // includes those whose lines are not known
    TreeLimits limits;
    BookTree tree{};
};

// Describes a move beyond its share and weight: games, results and value.
std::vector<std::string> details_of(const ShownBook& shown, const TreeNode& node,
                                    const TreeMove& move);
// Returns "plays worse than its value" or "better" if the results of a move contradict its value
// (core/book/grow/results.hpp), else an empty text. side is the one that plays the move.
std::string describe_play(const Branch& branch, chess::Color side);
// Returns "after 1. e4 c5" or "the start position".
std::string describe_root(const ShownBook& shown);
// Returns one line for each fact; empty for books that are not stores of grow-book.
std::vector<std::string> describe_search(const ShownBook& shown);
// Returns one text for each reason why something is left out, such as "12 moves that less than 5 %
// of the lines play (-min-share)". It is empty if everything is shown.
std::vector<std::string> describe_left_out(const ShownBook& shown);

void print_text(const ShownBook& shown, const TextStyle& style, std::ostream& out);
boost::json::object json_of(const ShownBook& shown);
boost::json::object json_of(const io::GrowRow& search); // "engine", "depth", "nodes", "day", "line"
std::string format_json(const ShownBook& shown);        // one object, one line
std::string format_html(const ShownBook& shown);
std::string format_dot(const ShownBook& shown);

} // namespace polyglot::tools
