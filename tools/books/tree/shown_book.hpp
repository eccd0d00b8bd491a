// `polyglot show-book`: what it shows, and the forms that it has. docs/show-book.md.
#pragma once
#include "core/chess/fen.hpp"
#include "tools/books/tree/tree.hpp"
#include "tools/common/text_style.hpp"

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include <boost/json/fwd.hpp>

namespace polyglot::tools {

// A tree with what is known of its book.
struct ShownBook {
    std::string name, format;
    // Weights are made from values, and not shown
    bool has_values = false;
    chess::Position start = chess::Position::start();         // where BookTree::line begins
    std::string fen;                                          // of start
    chess::FenCastling rights = chess::FenCastling::Standard; // how FENs are spelt
    // Castling is the king taking its rook
    bool chess960 = false;
    // Why there is no move; empty if there is one
    std::string nothing;
    // A store of grow-book: what the root's value comes from, and the lines that are searched now.
    bool is_store = false;
    std::optional<io::GrowRow> search{};
    std::vector<std::string> searched_now{};
    std::size_t searches_now = 0; // with those whose lines are not known
    TreeLimits limits;
    BookTree tree;
};

// What there is to say of a move besides its share and weight: games, results, value.
std::vector<std::string> details_of(const ShownBook& shown, const TreeNode& node,
                                    const TreeMove& move);
// "after 1. e4 c5", "the start position".
std::string describe_root(const ShownBook& shown);
// A line each; none for other books than stores of grow-book.
std::vector<std::string> describe_search(const ShownBook& shown);
// "12 moves that less than 5 % of the lines play (-min-share)"; one for each reason, empty if all
// is shown.
std::vector<std::string> describe_left_out(const ShownBook& shown);

void print_text(const ShownBook& shown, const TextStyle& style, std::ostream& out);
boost::json::object json_of(const ShownBook& shown);
boost::json::object json_of(const io::GrowRow& search); // "engine", "depth", "nodes", "day", "line"
std::string format_json(const ShownBook& shown);        // one object, one line
std::string format_html(const ShownBook& shown);
std::string format_dot(const ShownBook& shown);

} // namespace polyglot::tools
