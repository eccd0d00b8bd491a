#include "tools/rate_book/changes.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <utility>

namespace polyglot::tools {
namespace {

std::uint64_t lowered(double weight, int loss_cp, double temperature) {
    return static_cast<std::uint64_t>(
        std::max(std::llround(weight * std::exp(-loss_cp / temperature)), 1LL));
}

// Adds the changes of one position, whose ratings these are.
void change_position(const ReachedPosition& position, std::span<const RatedMove> rated,
                     const ChangeRules& rules, std::vector<WeightChange>& changes) {
    constexpr double full_weight = 1000;
    const auto is_beyond = [&rules](const RatedMove& move) {
        return move.loss_cp > rules.width_cp;
    };
    const auto of_book = std::count_if(position.moves.begin(), position.moves.end(),
                                       [](const ReachedMove& move) { return move.of_book; });
    const auto within = of_book - std::count_if(rated.begin(), rated.end(), is_beyond);
    const auto left = rules.beyond == BeyondWidth::Lower ? of_book : within;
    const bool keeps = rules.keep_weights || std::ssize(rated) < of_book || left <= 1;
    for (const RatedMove& move : rated) {
        WeightChange change{.position = move.position,
                            .move = move.move,
                            .loss_cp = move.loss_cp,
                            .before = position.moves[move.move].weight,
                            .after = position.moves[move.move].weight};
        if (is_beyond(move) && rules.beyond == BeyondWidth::Forbid)
            change.after = 0;
        else if (is_beyond(move) && rules.beyond == BeyondWidth::Delete)
            change.after = std::nullopt;
        else if (is_beyond(move) && keeps)
            change.after =
                lowered(static_cast<double>(change.before), move.loss_cp, rules.temperature);
        else if (!keeps)
            change.after = lowered(full_weight, move.loss_cp, rules.temperature);
        if (change.after != change.before) changes.push_back(change);
    }
}

} // namespace

std::vector<WeightChange> find_changes(const BookReach& book, const Ratings& ratings,
                                       const ChangeRules& rules) {
    std::vector<WeightChange> changes;
    const std::span<const RatedMove> all(ratings.moves);
    for (std::size_t first = 0; first < all.size();) {
        std::size_t end = first;
        while (end < all.size() && all[end].position == all[first].position)
            ++end;
        change_position(book.positions()[all[first].position], all.subspan(first, end - first),
                        rules, changes);
        first = end;
    }
    return changes;
}

void keep_changes_of_entries(const BookReach& book, const Ratings& ratings,
                             const book::VariantBook& file, std::vector<WeightChange>& changes) {
    struct Place {
        std::uint32_t position = 0, move = 0;
        double reach = 0;
    };
    std::map<std::pair<std::uint64_t, book::GrowMove>, Place> most_frequent;
    std::unordered_map<std::uint32_t, std::uint64_t> keys;
    const auto entry_of = [&](std::uint32_t position, std::uint32_t move) {
        auto key = keys.find(position);
        if (key == keys.end())
            key = keys.emplace(position, file.key_of(*book.position(position).of_variant())).first;
        return std::pair(key->second,
                         encode_grow_move(book.positions()[position].moves[move].move));
    };
    for (const RatedMove& rated : ratings.moves) {
        Place& place = most_frequent[entry_of(rated.position, rated.move)];
        if (rated.reach > place.reach) place = {rated.position, rated.move, rated.reach};
    }
    std::erase_if(changes, [&](const WeightChange& change) {
        const Place& place = most_frequent.at(entry_of(change.position, change.move));
        return place.position != change.position || place.move != change.move;
    });
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
