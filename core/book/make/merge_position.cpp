#include "core/book/make/merge_position.hpp"

#include "core/book/learning.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace polyglot::book {
namespace {

constexpr unsigned largest_weight = std::numeric_limits<std::uint16_t>::max();

// Rounds to the nearest weight; a weight above 0 stays above 0.
std::uint16_t to_weight(double weight) {
    return weight > 0 ? static_cast<std::uint16_t>(std::max(std::round(weight), 1.0))
                      : std::uint16_t{0};
}

void sort_by_weight(std::vector<RawEntry>& entries) {
    const auto heavier = [](const RawEntry& a, const RawEntry& b) { return a.weight > b.weight; };
    // std::stable_sort allocates memory, which a sorted list does not need.
    if (!std::ranges::is_sorted(entries, heavier)) std::ranges::stable_sort(entries, heavier);
}

} // namespace

PositionMerger::PositionMerger(MergeRules rules)
    : rules_(std::move(rules)),
      keeps_lone_moves_(rules_.by != MergeBy::Average && rules_.factors.empty() &&
                        rules_.learn != MergeLearn::Sum),
      adds_weights_(rules_.by == MergeBy::Sum && keeps_order()) {}

const std::vector<RawEntry>& PositionMerger::merge(const std::vector<BookEntry>& entries) {
    if (entries.size() == 1 && keeps_lone_moves_) { // the usual case in a large book
        result_.assign(1, entries.front().entry);
        if (rules_.learn == MergeLearn::None)
            result_.front().learn_count = result_.front().learn_sum = 0;
        return result_;
    }
    if (adds_weights_ && merge_plainly(entries)) return result_;
    moves_.clear();
    set_units(entries);
    for (const BookEntry& from : entries)
        if (rules_.by != MergeBy::Priority || from.book == entries.front().book) add(from);
    for (Joined& move : moves_)
        close_book(move);
    finish();
    return result_;
}

// Handles the usual case in whole numbers: few moves, and sums that fit. Returns false in any other
// case, and changes nothing.
bool PositionMerger::merge_plainly(const std::vector<BookEntry>& entries) {
    constexpr std::size_t few = 8;
    if (entries.size() > few) return false;
    result_.clear();
    for (const BookEntry& from : entries) {
        const auto same = std::ranges::find(result_, from.entry.move, &RawEntry::move);
        if (same == result_.end()) {
            result_.push_back(from.entry);
        } else {
            const unsigned weight = unsigned{same->weight} + from.entry.weight;
            if (weight > largest_weight) return false;
            same->weight = static_cast<std::uint16_t>(weight);
        }
    }
    sort_by_weight(result_);
    return true;
}

// Sets the factor of each book's weights: the factor from the rules; for shares, divided by the
// total weight of the position in that book.
void PositionMerger::set_units(const std::vector<BookEntry>& entries) {
    if (entries.empty()) return;
    units_.assign(entries.back().book + 1, 0);
    if (rules_.by == MergeBy::Average)
        for (const BookEntry& from : entries)
            units_[from.book] += from.entry.weight;
    for (std::size_t book = 0; book < units_.size(); ++book) {
        const double factor = book < rules_.factors.size() ? rules_.factors[book] : 1;
        units_[book] = units_[book] > 0 ? factor / units_[book] : factor;
    }
}

void PositionMerger::add(const BookEntry& from) {
    std::uint32_t& place = places_[from.entry.move];
    if (place >= moves_.size() || moves_[place].entry.move != from.entry.move) {
        place = static_cast<std::uint32_t>(moves_.size());
        moves_.push_back({.entry = from.entry, .book = from.book});
    }
    Joined& move = moves_[place];
    if (move.book != from.book) {
        close_book(move);
        move.book = from.book;
    }
    move.of_book += from.entry.weight * units_[from.book];
    move.games += from.entry.learn_count;
    move.half_points += from.entry.learn_sum;
}

void PositionMerger::close_book(Joined& move) const {
    move.weight = rules_.by == MergeBy::Max ? std::max(move.weight, move.of_book)
                                            : move.weight + move.of_book;
    move.of_book = 0;
}

void PositionMerger::finish() {
    double most = 0;
    for (const Joined& move : moves_)
        most = std::max(most, move.weight);
    const bool too_large = most > largest_weight;
    scaled_ += too_large ? 1 : 0;
    // Shares have no scale, so they are scaled to the full range.
    const double scale =
        most > 0 && (too_large || rules_.by == MergeBy::Average) ? largest_weight / most : 1;
    result_.clear();
    for (const Joined& move : moves_) {
        RawEntry& entry = result_.emplace_back(move.entry);
        entry.weight = to_weight(move.weight * scale);
        if (rules_.learn == MergeLearn::First) continue;
        LearnFields learn;
        if (rules_.learn == MergeLearn::Sum)
            learn = fit_results(move.games, std::min(move.half_points, 2 * move.games));
        entry.learn_count = learn.count;
        entry.learn_sum = learn.sum;
    }
    sort_by_weight(result_);
}

} // namespace polyglot::book
