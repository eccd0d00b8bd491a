#include "tools/books/tree/branches.hpp"

#include "core/book/learning.hpp"
#include "core/book/polyglot/book.hpp"
#include "core/chess/san.hpp"
#include "tools/books/text.hpp"

#include <algorithm>
#include <utility>

namespace polyglot::tools {
namespace {

using chess::Position;

constexpr std::uint64_t dialect_pages = 64;

void add(book::GameCounts& sum, const book::GameCounts& games) {
    sum.games += games.games;
    sum.white_wins += games.white_wins;
    sum.white_losses += games.white_losses;
}

// Recognizes the value of a position without a move to follow.
bool is_no_move(const book::Entry& entry) {
    return !entry.move && entry.weight == 0 && entry.evaluation.has_value();
}

} // namespace

void add_entry(Branch& branch, const book::Entry& entry, const book::Candidate& candidate,
               bool has_results) {
    branch.weight += entry.weight;
    if (entry.priority) branch.priority = entry.priority;
    if (entry.games) {
        if (!branch.games) branch.games.emplace();
        add(*branch.games, *entry.games);
    }
    if (has_results) {
        branch.learnt_games += candidate.games;
        branch.learnt_half_points += candidate.half_points;
    } else {
        branch.learn_count += entry.learn_count;
        branch.learn_sum += entry.learn_sum;
    }
}

Branches::Branches(BranchSource source) : source_(std::move(source)) {
    if (source_.grown != nullptr) grown_ = source_.grown->with_all_moves();
    if (source_.store) {
        has_results_ = true;
    } else if (const auto* const polyglot =
                   (source_.file ? source_.file : source_.opened)->polyglot()) {
        has_results_ =
            book::is_polyglot(book::judge_learn_fields(polyglot->entries(), dialect_pages).dialect);
    }
}

std::vector<Branch> Branches::of(const Position& position) const {
    if (has_moves(position)) return moves_of(position);
    return source_.quick->refuses(position).empty() ? replies(position) : std::vector<Branch>();
}

bool Branches::any(const Position& position) const {
    if (has_moves(position)) return !moves_of(position).empty();
    return source_.quick->refuses(position).empty() && !replies(position).empty();
}

std::optional<book::Evaluation> Branches::value_of(const Position& position) const {
    const std::vector<book::Entry> entries = source_.quick->find(position);
    return entries.empty() ? std::nullopt : entries.front().evaluation;
}

bool Branches::has_moves(const Position& position) const {
    return source_.quick->might_contain(position) && source_.quick->knows(position);
}

std::vector<Branch> Branches::moves_of(const Position& position) const {
    std::vector<book::Entry> entries =
        grown_ ? grown_->find(position) : source_.weighted->find(position);
    if (source_.store)
        source_.store->recall(
            position, {.per = book::LearnScope::Per::All, .engine = {}, .opponent = {}}, entries);
    const std::vector<book::Candidate> candidates = book::rate(entries, {});
    std::vector<Branch> branches;
    std::uint64_t all = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (is_no_move(entries[i])) continue;
        all += entries[i].weight;
        auto same = std::ranges::find_if(branches, [&](const Branch& branch) {
            return branch.move && branch.move == entries[i].move;
        });
        if (same == branches.end()) {
            same = branches.insert(same, Branch{});
            same->move = entries[i].move;
            same->name = same->move ? chess::format_san(position, same->move) : "?";
            if (grown_) look_at_search(position, entries[i], *same);
        }
        add_entry(*same, entries[i], candidates[i], has_results_);
    }
    name_illegal(position, entries, branches);
    for (Branch& branch : branches)
        branch.share = all == 0 ? 0 : static_cast<double>(branch.weight) / static_cast<double>(all);
    std::ranges::stable_sort(branches, std::ranges::greater(), &Branch::weight);
    return branches;
}

void Branches::look_at_search(const Position& position, const book::Entry& entry,
                              Branch& branch) const {
    branch.value = entry.evaluation;
    Position after = position;
    after.make(branch.move);
    branch.searched_now = grown_->is_searched_now(after);
}

// Only PolyGlot's entries store a move that is not legal.
void Branches::name_illegal(const Position& position, const std::vector<book::Entry>& entries,
                            std::vector<Branch>& branches) const {
    const auto* const polyglot = source_.opened->polyglot();
    if (polyglot == nullptr) return;
    const std::vector<book::RawEntry> raw = polyglot->find_raw(position.key());
    if (raw.size() != entries.size()) return; // the file has just been changed
    auto branch = branches.begin();
    const auto illegal = [](const Branch& one) { return !one.move; };
    for (std::size_t i = 0; i < raw.size(); ++i) {
        if (entries[i].move) continue;
        branch = std::find_if(branch, branches.end(), illegal);
        if (branch == branches.end()) return;
        branch++->name = format_raw_move(raw[i].move);
    }
}

std::vector<Branch> Branches::replies(const Position& position) const {
    std::vector<Branch> branches;
    Position after = position;
    for (const chess::Move move : position.legal_moves()) {
        Position::Undo undo;
        after.make(move, undo);
        if (has_moves(after)) {
            Branch branch;
            branch.move = move;
            branch.name = chess::format_san(position, move);
            branch.of_book = false;
            branches.push_back(std::move(branch));
        }
        after.unmake(move, undo);
    }
    for (Branch& branch : branches)
        branch.share = 1.0 / static_cast<double>(branches.size());
    return branches;
}

} // namespace polyglot::tools
