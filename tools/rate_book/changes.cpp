#include "tools/rate_book/changes.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace polyglot::tools {
namespace {

std::uint64_t lowered(double weight, int loss_cp, double temperature) {
    return static_cast<std::uint64_t>(
        std::max(std::llround(weight * std::exp(-loss_cp / temperature)), 1LL));
}

// An entry of the book, in the position that decides what becomes of it.
struct Entry {
    std::uint32_t position = 0, move = 0;
    const RatedMove* rating = nullptr; // null: it has none
};

// Adds the changes of entries between which the book chooses.
void change_entries(const BookReach& book, std::span<const Entry> entries, const ChangeRules& rules,
                    std::vector<WeightChange>& changes) {
    constexpr double full_weight = 1000;
    const auto is_rated = [](const Entry& entry) { return entry.rating != nullptr; };
    const auto is_beyond = [&rules](const Entry& entry) {
        return entry.rating != nullptr && entry.rating->loss_cp > rules.width_cp;
    };
    const auto left = rules.beyond == BeyondWidth::Lower
                          ? std::ssize(entries)
                          : std::ssize(entries) - std::ranges::count_if(entries, is_beyond);
    const bool keeps = rules.keep_weights || !std::ranges::all_of(entries, is_rated) || left <= 1;
    for (const Entry& entry : entries) {
        if (!is_rated(entry)) continue;
        const std::uint64_t weight = book.positions()[entry.position].moves[entry.move].weight;
        WeightChange change{.position = entry.position,
                            .move = entry.move,
                            .loss_cp = entry.rating->loss_cp,
                            .before = weight,
                            .after = weight};
        if (is_beyond(entry) && rules.beyond == BeyondWidth::Forbid)
            change.after = 0;
        else if (is_beyond(entry) && rules.beyond == BeyondWidth::Delete)
            change.after = std::nullopt;
        else if (is_beyond(entry) && keeps && weight > 0) // a forbidden move stays forbidden
            change.after = lowered(static_cast<double>(weight), change.loss_cp, rules.temperature);
        else if (!keeps)
            change.after = lowered(full_weight, change.loss_cp, rules.temperature);
        if (change.after != change.before) changes.push_back(change);
    }
}

// Hands out the ratings of one position after the other.
class RatingsInOrder {
  public:
    explicit RatingsInOrder(const Ratings& ratings) : rest_(ratings.moves) {}

    // Returns the entries of a position, which must not precede that of the last call.
    std::vector<Entry> entries_of(const BookReach& book, std::uint32_t position) {
        while (!rest_.empty() && rest_.front().position < position)
            rest_ = rest_.subspan(1);
        std::vector<Entry> entries;
        const std::vector<ReachedMove>& moves = book.positions()[position].moves;
        for (std::uint32_t i = 0; i < moves.size(); ++i) {
            const bool is_rated =
                !rest_.empty() && rest_.front().position == position && rest_.front().move == i;
            if (moves[i].of_book)
                entries.push_back({position, i, is_rated ? rest_.data() : nullptr});
            if (is_rated) rest_ = rest_.subspan(1);
        }
        return entries;
    }

  private:
    std::span<const RatedMove> rest_;
};

// Joins the entries of a key in its positions.
void add_to_key(const BookReach& book, const std::vector<Entry>& of_position,
                std::vector<Entry>& of_key) {
    const auto move_of = [&book](const Entry& entry) {
        return encode_grow_move(book.positions()[entry.position].moves[entry.move].move);
    };
    for (const Entry& entry : of_position) {
        const auto same = std::ranges::find(of_key, move_of(entry), move_of);
        if (same == of_key.end())
            of_key.push_back(entry);
        else if (entry.rating && (!same->rating || entry.rating->reach > same->rating->reach))
            *same = entry;
    }
}

} // namespace

std::vector<WeightChange> find_changes(const BookReach& book, const Ratings& ratings,
                                       const ChangeRules& rules) {
    std::vector<WeightChange> changes;
    RatingsInOrder in_order(ratings);
    for (std::uint32_t i = 0; i < book.positions().size(); ++i)
        change_entries(book, in_order.entries_of(book, i), rules, changes);
    return changes;
}

std::vector<WeightChange> find_changes(const BookReach& book, const Ratings& ratings,
                                       const ChangeRules& rules, const book::VariantBook& file) {
    std::unordered_map<std::uint64_t, std::vector<Entry>> keys;
    RatingsInOrder in_order(ratings);
    for (std::uint32_t i = 0; i < book.positions().size(); ++i)
        if (const std::vector<Entry> entries = in_order.entries_of(book, i); !entries.empty())
            add_to_key(book, entries, keys[file.key_of(*book.position(i).of_variant())]);
    std::vector<WeightChange> changes;
    for (const auto& [key, entries] : keys)
        change_entries(book, entries, rules, changes);
    std::ranges::sort(changes, {}, [](const WeightChange& change) {
        return std::pair(change.position, change.move);
    });
    return changes;
}

NewWeights::NewWeights(const std::vector<WeightChange>& changes) {
    for (const WeightChange& change : changes)
        weights_.emplace(place(change.position, change.move), change.after);
}

std::optional<std::uint64_t> NewWeights::of(std::uint32_t position, std::uint32_t move,
                                            std::uint64_t before) const {
    const auto found = weights_.find(place(position, move));
    return found == weights_.end() ? std::optional(before) : found->second;
}

} // namespace polyglot::tools
