// Formats show-book's tree for Graphviz: positions are nodes, and lines that meet lead to the same
// node.
#include "core/text/figures.hpp"
#include "core/text/utf8.hpp"
#include "tools/books/text.hpp"
#include "tools/books/tree/shown_book.hpp"

namespace polyglot::tools {
namespace {

std::string in_quotes(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '\n') {
            result += "\\n";
            continue;
        }
        if (c == '"' || c == '\\') result += '\\';
        result += c;
    }
    return result + '"';
}

std::string node_line(const TreeNode& node, std::size_t number, const std::string& root_name) {
    std::string label;
    if (number == 0) label = root_name;
    if (node.opening)
        label += (label.empty() ? "" : "\n") + openings::format_opening(*node.opening);
    if (node.value) label += (label.empty() ? "" : "\n") + format_value(*node.value);
    if (node.has_more()) label += label.empty() ? "..." : "\n...";
    const bool white = node.side_to_move == chess::Color::White;
    std::string line = "  n" + std::to_string(number) + " [label=" + in_quotes(label);
    if (label.empty()) line += ", shape=point";
    return line + ", color=" + (white ? "gray50" : "black") + "];\n";
}

} // namespace

std::string format_dot(const ShownBook& shown) {
    const std::string name = text::shown_line(shown.name);
    std::string text = "digraph " + in_quotes(name) +
                       " {\n  rankdir=LR;\n  node [shape=box, style=rounded, "
                       "fontname=\"sans-serif\", fontsize=10];\n"
                       "  edge [fontname=\"sans-serif\", fontsize=10];\n";
    std::size_t illegal = 0;
    for (std::size_t i = 0; i < shown.tree.nodes.size(); ++i) {
        const TreeNode& node = shown.tree.nodes[i];
        text += node_line(node, i, name + "\n" + describe_root(shown));
        for (const TreeMove& move : node.moves) {
            const std::string to = move.node ? "n" + std::to_string(*move.node)
                                             : "illegal" + std::to_string(illegal++);
            std::string label = node.move_number + ' ' + move.branch.name;
            if (move.branch.of_book) label += ' ' + text::per_cent(move.branch.share);
            if (!move.node) text += "  " + to + " [label=\"not legal\", shape=plaintext];\n";
            text += "  n" + std::to_string(i) + " -> " + to + " [label=" + in_quotes(label) +
                    ", penwidth=" + text::fixed(0.5 + 4 * move.reach, 2) +
                    (move.branch.of_book ? "" : ", style=dashed") + "];\n";
        }
    }
    return text + "}\n";
}

} // namespace polyglot::tools
