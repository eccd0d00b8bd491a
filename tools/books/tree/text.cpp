// Formats show-book's tree for a terminal or a text file.
#include "tools/books/text.hpp"

#include "core/text/figures.hpp"
#include "core/text/utf8.hpp"
#include "tools/books/tree/shown_book.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <ostream>
#include <string_view>
#include <utility>

namespace polyglot::tools {
namespace {

constexpr std::size_t indent = 2;
constexpr std::size_t share_width = 6; // "100.0%"

// Returns a bar of this share of the width, in eighths of a character if UTF-8 is available.
std::string format_bar(double share, std::size_t width, bool utf8) {
    constexpr std::array<const char*, 8> parts{"",       "\u258f", "\u258e", "\u258d",
                                               "\u258c", "\u258b", "\u258a", "\u2589"};
    const double length = std::clamp(share, 0.0, 1.0) * static_cast<double>(width);
    if (!utf8) {
        const auto count = static_cast<std::size_t>(std::lround(length));
        return std::string(count, '#') + std::string(width - count, ' ');
    }
    const auto eighths = static_cast<std::size_t>(std::lround(8 * length));
    std::string bar;
    for (std::size_t i = 0; i < eighths / 8; ++i)
        bar += "\u2588";
    const std::size_t used = eighths / 8 + (eighths % 8 > 0 ? 1 : 0);
    return bar + parts.at(eighths % 8) + std::string(width - used, ' ');
}

// Counts the characters of a UTF-8 text.
std::size_t width_of(std::string_view text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return !text::is_continuation_byte(c); }));
}

// One line of the tree before the width of its columns is known.
struct Row {
    std::string label;
    double share = 0;
    bool of_book = true, playable = true;
    std::string weight;
    std::string details;
    std::string name;
    std::string way; // the way that a transposition refers to
    bool goes_on = false;
    std::size_t width_after_bar(std::size_t weight_width) const {
        std::size_t width = weight_width + (details.empty() ? 0 : details.size() + 2);
        width += name.empty() ? 0 : width_of(name) + 2;
        width += way.empty() ? 0 : way.size() + 2;
        return width + (goes_on ? 4 : 0);
    }
};

class TextTree {
  public:
    TextTree(const ShownBook& shown, const TextStyle& style, std::ostream& out)
        : shown_(shown), style_(style), out_(out) {}

    void print() {
        print_head();
        add_rows();
        print_rows();
        print_left_out();
    }

  private:
    // Walks depth first, with a list instead of recursion.
    void add_rows() {
        std::vector<std::pair<std::size_t, std::size_t>> way{{0, 0}}; // node, move
        while (!way.empty()) {
            const auto [number, next] = way.back();
            const TreeNode& node = shown_.tree.nodes[number];
            if (next == node.moves.size()) {
                way.pop_back();
                continue;
            }
            ++way.back().second;
            const TreeMove& move = node.moves[next];
            rows_.push_back(row_of(node, move));
            if (move.is_parent) way.emplace_back(*move.node, 0);
        }
    }

    Row row_of(const TreeNode& node, const TreeMove& move) const {
        Row row;
        row.label = std::string(indent * node.ply, ' ') + node.move_number + ' ' + move.branch.name;
        row.share = move.branch.share;
        row.of_book = move.branch.of_book;
        row.playable = move.node && move.branch.weight > 0;
        if (!shown_.has_values && row.of_book) row.weight = std::to_string(move.branch.weight);
        for (const std::string& detail : details_of(shown_, node, move))
            row.details += (row.details.empty() ? "" : "; ") + detail;
        if (!move.node) return row;
        const TreeNode& after = shown_.tree.nodes[*move.node];
        if (!move.is_parent) {
            const std::string line = line_to(shown_.tree, *move.node);
            row.way = "= " + (line.empty() ? std::string("where this tree begins") : line);
        } else {
            if (after.opening) row.name = openings::format_opening(*after.opening);
            row.goes_on = after.moves.empty() && after.has_more();
        }
        return row;
    }

    void print_head() const {
        out_ << style_.in(TextColour::Bold, text::shown_line(shown_.name)) << " (" << shown_.format
             << "), " << describe_root(shown_) << '\n';
        if (shown_.tree.opening)
            out_ << style_.in(TextColour::Name, openings::format_opening(*shown_.tree.opening))
                 << '\n';
        if (const auto& value = shown_.tree.nodes.front().value)
            out_ << "value " << describe(*value) << " for White\n";
        for (const std::string& line : describe_search(shown_))
            out_ << line << '\n';
        if (!shown_.nothing.empty()) out_ << shown_.nothing << '\n';
    }

    void print_rows() const {
        std::size_t label_width = 0;
        std::size_t weight_width = 0;
        std::size_t after_bar = 0;
        for (const Row& row : rows_) {
            label_width = std::max(label_width, row.label.size());
            weight_width = std::max(weight_width, row.weight.size());
        }
        for (const Row& row : rows_)
            after_bar = std::max(after_bar, row.width_after_bar(weight_width));
        constexpr std::size_t gaps = 6;
        const std::size_t others = label_width + share_width + gaps + after_bar;
        const std::size_t room = style_.columns > others ? style_.columns - others : 0;
        const std::size_t bar_width = std::clamp<std::size_t>(room, 5, 20);
        if (!rows_.empty()) out_ << '\n';
        for (const Row& row : rows_)
            print_row(row, label_width, weight_width, bar_width);
    }

    void print_row(const Row& row, std::size_t label_width, std::size_t weight_width,
                   std::size_t bar_width) const {
        const std::string share = row.of_book ? text::per_cent(row.share) : "-";
        std::string line = style_.in(
            row.playable || !row.of_book ? TextColour::Bold : TextColour::Warning, row.label);
        line += std::string(label_width - row.label.size() + 2 + share_width -
                                std::min(share_width, share.size()),
                            ' ');
        line += share + "  ";
        line += style_.in(TextColour::Bar,
                          format_bar(row.of_book ? row.share : 0, bar_width, style_.utf8));
        if (weight_width > 0)
            line += "  " + std::string(weight_width - row.weight.size(), ' ') + row.weight;
        if (!row.details.empty()) line += "  " + row.details;
        if (!row.name.empty()) line += "  " + style_.in(TextColour::Name, row.name);
        if (!row.way.empty()) line += "  " + style_.in(TextColour::Faint, row.way);
        if (row.goes_on) line += style_.utf8 ? "  \u2026" : "  ...";
        line.erase(line.find_last_not_of(' ') + 1);
        out_ << line << '\n';
    }

    void print_left_out() const {
        const std::vector<std::string> texts = describe_left_out(shown_);
        if (texts.empty()) return;
        out_ << '\n'
             << (texts.size() == 2 ? "left out: " + texts[0] + "; " + texts[1]
                                   : "left out: " + texts[0])
             << '\n';
    }

    const ShownBook& shown_;
    const TextStyle& style_;
    std::ostream& out_;
    std::vector<Row> rows_;
};

} // namespace

void print_text(const ShownBook& shown, const TextStyle& style, std::ostream& out) {
    TextTree(shown, style, out).print();
}

} // namespace polyglot::tools
