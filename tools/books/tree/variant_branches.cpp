#include "tools/books/tree/variant_branches.hpp"

#include "core/book/walk/key_set.hpp"
#include "core/chess/variants/notation.hpp"
#include "tools/books/find/variant.hpp"
#include "tools/books/text.hpp"

#include <algorithm>

namespace polyglot::tools {
namespace {

using chess::VariantPosition;

void set_shares(std::vector<VariantBranch>& branches) {
    std::uint64_t all = 0;
    for (const VariantBranch& one : branches)
        all += one.branch.weight;
    for (VariantBranch& one : branches)
        one.branch.share =
            all == 0 ? 0 : static_cast<double>(one.branch.weight) / static_cast<double>(all);
    std::ranges::stable_sort(branches, std::ranges::greater(),
                             [](const VariantBranch& one) { return one.branch.weight; });
}

} // namespace

VariantBranches::VariantBranches(const book::VariantBook& book, bool has_results, Replies replies)
    : book_(book),
      filter_(book.file().make_key_filter()),
      has_results_(has_results),
      replies_(replies) {}

std::vector<book::VariantEntry> VariantBranches::find(const VariantPosition& position) const {
    if (filter_ && !filter_->may_contain(book_.key_of(position))) return {};
    return book_.find(position);
}

std::vector<VariantBranch> VariantBranches::of(const VariantPosition& position) const {
    std::vector<VariantBranch> branches;
    add_moves(position, branches);
    if (branches.empty() || replies_ == Replies::Everywhere) add_replies(position, branches);
    return branches;
}

void VariantBranches::add_moves(const VariantPosition& position,
                                std::vector<VariantBranch>& branches) const {
    const std::vector<book::VariantEntry> entries = find(position);
    const std::vector<book::Candidate> candidates = rate(entries, {});
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const auto& move = entries[i].move;
        auto same = std::ranges::find_if(
            branches, [&](const VariantBranch& one) { return move && one.move == move; });
        if (same == branches.end()) {
            same = branches.insert(same, VariantBranch{{}, move});
            same->branch.name = move ? chess::format_variant_san(position, *move)
                                     : format_raw_move(entries[i].numbered.entry.move);
        }
        add_entry(same->branch, to_rate(entries[i]), candidates[i], has_results_);
    }
    if (games_) add_games(position, entries, branches);
    set_shares(branches);
}

void VariantBranches::add_games(const VariantPosition& position,
                                const std::vector<book::VariantEntry>& entries,
                                std::vector<VariantBranch>& branches) const {
    const auto games = games_->find(book_.key_of(position));
    if (!games) return; // the moves have been read all the same
    const bool white = position.side_to_move() == chess::Color::White;
    for (const book::MoveStats& stats : *games) {
        const auto entry = std::ranges::find_if(entries, [&stats](const book::VariantEntry& one) {
            return one.move && one.numbered.entry.move == stats.move;
        });
        if (entry == entries.end()) continue;
        const auto branch = std::ranges::find(branches, entry->move, &VariantBranch::move);
        const auto number = [](std::uint64_t count) { return static_cast<std::uint32_t>(count); };
        branch->branch.games =
            book::GameCounts{number(stats.games()), number(white ? stats.wins : stats.losses),
                             number(white ? stats.losses : stats.wins)};
    }
}

// Those beside moves of the book have no share.
void VariantBranches::add_replies(const VariantPosition& position,
                                  std::vector<VariantBranch>& branches) const {
    const std::size_t moves = branches.size();
    for (const chess::VariantMove& move : position.legal_moves()) {
        VariantPosition after = position;
        after.make(move);
        if (!knows(after) || std::ranges::find(branches, std::optional(move),
                                               &VariantBranch::move) != branches.end())
            continue;
        VariantBranch& reply = branches.emplace_back(VariantBranch{{}, move});
        reply.branch.name = chess::format_variant_san(position, move);
        reply.branch.of_book = false;
    }
    if (moves > 0) return;
    for (VariantBranch& one : branches)
        one.branch.share = 1.0 / static_cast<double>(branches.size());
}

} // namespace polyglot::tools
