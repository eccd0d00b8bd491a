// Describes the facts that text and page show in the same words.
#include "core/book/grow/results.hpp"
#include "core/book/value_weights.hpp"
#include "core/text/figures.hpp"
#include "core/text/utf8.hpp"
#include "tools/books/text.hpp"
#include "tools/books/tree/shown_book.hpp"

#include <utility>

namespace polyglot::tools {
namespace {

std::string score_text(const book::GameCounts& games, chess::Color side) {
    std::string text = text::counted(games.games, "game");
    // Some programs that make books count games without results.
    if (games.white_wins + games.white_losses == 0) return text;
    if (const auto score = score_for(games, side)) text += ", " + text::per_cent(*score);
    return text;
}

std::string per_cent_text(double share) {
    std::string text = text::fixed(100 * share, 2);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text + " %";
}

} // namespace

std::string describe_play(const Branch& branch, chess::Color side) {
    if (!branch.value || branch.learnt_games == 0) return {};
    const std::uint64_t games = branch.learnt_games;
    const std::uint64_t half_points = branch.learnt_half_points;
    if (half_points > 2 * games) return {};
    switch (book::played_as(book::promised_score(book::centipawns_for(*branch.value, side)),
                            book::least_score(games, half_points),
                            book::greatest_score(games, half_points))) {
    case book::PlayedAs::Worse: return "plays worse than its value";
    case book::PlayedAs::Better: return "plays better than its value";
    case book::PlayedAs::Promised: break;
    }
    return {};
}

std::vector<std::string> details_of(const ShownBook& shown, const TreeNode& node,
                                    const TreeMove& move) {
    const Branch& branch = move.branch;
    if (!branch.of_book) return {"no move of the book"};
    std::vector<std::string> details;
    if (!move.node) {
        details.emplace_back("not legal here");
    } else if (branch.priority == 0) {
        details.emplace_back("priority 0");
    } else if (branch.weight == 0) {
        details.emplace_back("never played");
    }
    if (branch.games) details.push_back(score_text(*branch.games, node.side_to_move));
    if (branch.learnt_games > 0)
        details.push_back(
            "learnt " + text::counted(branch.learnt_games, "game") + ", " +
            text::per_cent(branch.learnt_half_points, 2 * std::uint64_t{branch.learnt_games}));
    if (branch.searched_now) details.emplace_back("searched now");
    if (branch.value) {
        details.push_back(format_value(*branch.value) + ", depth " +
                          std::to_string(branch.value->depth.value_or(0)));
        if (std::string play = describe_play(branch, node.side_to_move); !play.empty())
            details.push_back(std::move(play));
        return details;
    }
    if (move.node)
        if (const auto& value = shown.tree.nodes[*move.node].value)
            details.push_back(format_value(*value));
    return details;
}

std::string describe_root(const ShownBook& shown) {
    const std::string& line = shown.tree.line;
    if (line.empty()) return shown.fen.empty() ? "the start position" : shown.fen;
    return "after " + line + (shown.fen.empty() ? "" : " from " + shown.fen);
}

std::vector<std::string> describe_search(const ShownBook& shown) {
    std::vector<std::string> texts;
    if (shown.search) {
        texts.push_back("last search: " + text::shown_line(describe_search(*shown.search)));
        if (!shown.search->line.empty())
            texts.push_back("its line: " + text::shown_line(shown.search->line));
    }
    if (!shown.is_store) return texts;
    std::string now;
    for (const std::string& line : shown.searched_now)
        now += (now.empty() ? "" : "; ") + line;
    if (shown.searched_now.empty()) now = shown.searches_now == 0 ? "nothing" : "elsewhere";
    texts.push_back("searched now: " + now);
    return texts;
}

std::vector<std::string> describe_left_out(const ShownBook& shown) {
    std::vector<std::string> texts;
    const BookTree& tree = shown.tree;
    if (tree.left_out > 0)
        texts.push_back(text::counted(tree.left_out, "move") + " that less than " +
                        per_cent_text(shown.limits.min_share) + " of the lines play (-min-share)");
    if (tree.cut > 0)
        texts.push_back("what follows " + text::counted(tree.cut, "position") + " at ply " +
                        std::to_string(shown.limits.depth) + " (-depth)");
    return texts;
}

} // namespace polyglot::tools
