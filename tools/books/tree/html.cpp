// Formats show-book's tree as a page: one file that needs no scripts and loads nothing.
#include "tools/common/html.hpp"

#include "core/text/figures.hpp"
#include "core/text/utf8.hpp"
#include "tools/books/text.hpp"
#include "tools/books/tree/shown_book.hpp"

#include <utility>

namespace polyglot::tools {
namespace {

constexpr std::size_t open_plies = 2; // deeper plies are folded at first

constexpr std::string_view page_style = R"(
:root { --bar: #3a8f4d; --name: #1d5f8a; }
@media (prefers-color-scheme: dark) { :root { --bar: #5cbf73; --name: #7cc0ea; } }
.tree div, .tree details { margin-left: 1.2em; }
.tree div { padding-left: 1em; }
summary { cursor: pointer; }
.move { font-weight: 600; display: inline-block; min-width: 5.5em; }
.share { display: inline-block; min-width: 3.6em; text-align: right; font-variant-numeric: tabular-nums; }
.bar { display: inline-block; width: 8em; height: .7em; border: 1px solid var(--rule); margin: 0 .6em; }
.bar i { display: block; height: 100%; background: var(--bar); }
.name { color: var(--name); }
.more { color: var(--faint); }
.bad .move { color: #c33; }
:target { outline: 2px solid var(--name); }
)";

std::string span(std::string_view what, std::string_view text) {
    return "<span class=\"" + std::string(what) + "\">" + html_escaped(text) + "</span>";
}

class Page {
  public:
    explicit Page(const ShownBook& shown) : shown_(shown) {}

    std::string format() {
        head();
        text_ += "<div class=\"tree\" id=\"n0\">\n";
        tree();
        text_ += "</div>\n";
        for (const std::string& left_out : describe_left_out(shown_))
            text_ += "<p class=\"more\">left out: " + html_escaped(left_out) + "</p>\n";
        text_ += html_page_end;
        return std::move(text_);
    }

  private:
    void head() {
        text_ = html_page_begin(text::shown_line(shown_.name), page_style) + "<p>" +
                html_escaped(shown_.format) + ", " + html_escaped(describe_root(shown_));
        if (shown_.tree.opening)
            text_ += ", " + span("name", openings::format_opening(*shown_.tree.opening));
        if (const auto& value = shown_.tree.nodes.front().value)
            text_ += ", " + html_escaped(describe(*value)) + " for White";
        for (const std::string& line : describe_search(shown_))
            text_ += "<br>" + html_escaped(line);
        text_ += "</p>\n";
        if (!shown_.nothing.empty())
            text_ += "<p>" + html_escaped(text::shown_line(shown_.nothing)) + "</p>\n";
    }

    // Walks depth first, with a list instead of recursion.
    void tree() {
        std::vector<std::pair<std::size_t, std::size_t>> way{{0, 0}}; // node, move
        for (;;) {
            const auto [number, next] = way.back();
            const TreeNode& node = shown_.tree.nodes[number];
            if (next == node.moves.size()) {
                left_out(node);
                way.pop_back();
                if (way.empty()) return;
                text_ += "</details>\n";
                continue;
            }
            ++way.back().second;
            const TreeMove& move = node.moves[next];
            if (is_folder(move)) {
                text_ += "<details id=\"n" + std::to_string(*move.node) + '"' +
                         (node.ply < open_plies ? " open" : "") + "><summary>" + line(node, move) +
                         "</summary>\n";
                way.emplace_back(*move.node, 0);
            } else {
                leaf(node, move);
            }
        }
    }

    bool is_folder(const TreeMove& move) const {
        return move.is_parent && !(shown_.tree.nodes[*move.node].moves.empty());
    }

    void leaf(const TreeNode& node, const TreeMove& move) {
        text_ += "<div";
        if (move.is_parent) text_ += " id=\"n" + std::to_string(*move.node) + '"';
        if (!move.node) text_ += " class=\"bad\"";
        text_ += '>' + line(node, move) + "</div>\n";
    }

    void left_out(const TreeNode& node) {
        if (node.moves_left_out == 0) return;
        text_ += "<div class=\"more\">and " + text::counted(node.moves_left_out, "move") + ", " +
                 text::per_cent(node.share_left_out) + "</div>\n";
    }

    std::string line(const TreeNode& node, const TreeMove& move) const {
        const Branch& branch = move.branch;
        std::string text = span("move", node.move_number + ' ' + branch.name);
        if (branch.of_book) {
            const std::string share = text::per_cent(branch.share);
            text += ' ' + span("share", share) + "<span class=\"bar\"><i style=\"width:" + share +
                    "\"></i></span>";
            if (!shown_.has_values) text += " weight " + std::to_string(branch.weight);
        }
        for (const std::string& detail : details_of(shown_, node, move))
            text += "; " + html_escaped(detail);
        if (!move.node) return text;
        const TreeNode& after = shown_.tree.nodes[*move.node];
        if (!move.is_parent) {
            const std::string way = line_to(shown_.tree, *move.node);
            return text + " <a href=\"#n" + std::to_string(*move.node) +
                   "\">= " + html_escaped(way.empty() ? "where this tree begins" : way) + "</a>";
        }
        if (after.opening) text += ' ' + span("name", openings::format_opening(*after.opening));
        if (after.moves.empty() && after.has_more())
            text += " <span class=\"more\">&hellip;</span>";
        return text;
    }

    const ShownBook& shown_;
    std::string text_;
};

} // namespace

std::string format_html(const ShownBook& shown) {
    return Page(shown).format();
}

} // namespace polyglot::tools
