#include "cluster/owners.hpp"

#include <algorithm>
#include <utility>

namespace polyglot::cluster {
namespace {

constexpr std::size_t most_message = std::size_t{64} << 10U; // bytes

// Of each owner's buffer, so that all of them together have a bound.
std::size_t message_bytes(int ranks) {
    constexpr std::size_t least = std::size_t{4} << 10U, all = std::size_t{8} << 20U;
    return std::clamp(all / static_cast<std::size_t>(ranks), least, most_message);
}

book::MoveStats stats_of(const book::Sample& sample) {
    book::MoveStats stats{.key = sample.key, .move = sample.move, .mover = sample.mover};
    (sample.half_points == 2 ? stats.wins : sample.half_points == 1 ? stats.draws : stats.losses) = 1;
    stats.rated_games = sample.elo > 0 ? 1 : 0;
    stats.elo_sum = std::min(sample.elo, book::MoveStats::max_elo);
    stats.last_year = std::min(sample.year, book::MoveStats::max_year);
    return stats;
}

} // namespace

bool CommonMoves::add(const book::Sample& sample) {
    const std::uint64_t mixed = (sample.key + sample.move) * 0x9e3779b97f4a7c15;
    book::MoveStats& slot = slots_[static_cast<std::size_t>(mixed >> (64 - slot_bits))];
    if (slot.games() == 0) {
        slot = stats_of(sample);
        return true;
    }
    if (slot.key != sample.key || slot.move != sample.move) return false;
    ++(sample.half_points == 2 ? slot.wins : sample.half_points == 1 ? slot.draws : slot.losses);
    slot.rated_games += sample.elo > 0 ? 1 : 0;
    slot.elo_sum += std::min(sample.elo, book::MoveStats::max_elo);
    slot.last_year = std::max(slot.last_year, std::min(sample.year, book::MoveStats::max_year));
    return true;
}

std::vector<std::vector<book::MoveStats>> CommonMoves::take(const KeyRanges& ranges, int owners) {
    std::vector<std::vector<book::MoveStats>> taken(static_cast<std::size_t>(owners));
    for (book::MoveStats& slot : slots_) {
        if (slot.games() == 0) continue;
        auto& of_owner = taken[static_cast<std::size_t>(ranges.owner(slot.key))];
        of_owner.push_back(slot);
        of_owner.back().key = ranges.local(slot.key);
        slot = {};
    }
    return taken;
}

Owners::Owners(Mail& mail, tools::SumsSink& sums)
    : mail_(mail),
      sums_(sums),
      ranges_(static_cast<unsigned>(mail.size())),
      most_bytes_(message_bytes(mail.size())),
      waiting_(static_cast<std::size_t>(mail.size())) {}

Result<void> Owners::take(std::span<const book::Sample> game) {
    constexpr std::size_t opening = 10; // plies of a game that may be common
    samples_ += game.size();
    for (std::size_t i = 0; i < game.size(); ++i) {
        if (i < opening && common_.add(game[i])) continue;
        const int owner = ranges_.owner(game[i].key);
        std::string& waiting = waiting_[static_cast<std::size_t>(owner)];
        if (waiting.empty()) waiting.reserve(most_bytes_);
        book::Sample sample = game[i];
        sample.key = ranges_.local(sample.key);
        append_raw(waiting, sample);
        if (waiting.size() + sizeof sample <= most_bytes_) continue;
        if (owner != mail_.rank()) {
            mail_.post(owner, Tag::Samples, std::exchange(waiting, {}));
            continue;
        }
        if (const auto taken = sums_.take(view_raw<book::Sample>(waiting)); !taken) return taken.error();
        waiting.clear();
    }
    return {};
}

void Owners::flush() {
    const auto common = common_.take(ranges_, mail_.size());
    for (int owner = 0; owner < mail_.size(); ++owner) {
        const auto at = static_cast<std::size_t>(owner);
        if (!waiting_[at].empty()) mail_.post(owner, Tag::Samples, std::exchange(waiting_[at], {}));
        std::string bytes;
        for (const book::MoveStats& stats : common[at])
            append_raw(bytes, stats);
        if (!bytes.empty()) mail_.post(owner, Tag::Common, std::move(bytes));
    }
}

OrderedOwners::OrderedOwners(Mail& mail)
    : mail_(mail), ranges_(static_cast<unsigned>(mail.size())), waiting_(static_cast<std::size_t>(mail.size())) {}

Result<void> OrderedOwners::take(std::span<const book::Sample> game) {
    for (book::Sample sample : game) {
        const int owner = ranges_.owner(sample.key);
        std::string& waiting = waiting_[static_cast<std::size_t>(owner)];
        if (waiting.empty()) append_raw(waiting, unit_);
        sample.key = ranges_.local(sample.key);
        append_raw(waiting, sample);
        if (waiting.size() >= most_message) mail_.post(owner, Tag::Ordered, std::exchange(waiting, {}));
    }
    return {};
}

void OrderedOwners::flush() {
    for (int owner = 0; owner < mail_.size(); ++owner)
        if (std::string& waiting = waiting_[static_cast<std::size_t>(owner)]; !waiting.empty())
            mail_.post(owner, Tag::Ordered, std::exchange(waiting, {}));
}

Result<void> InOrder::take(std::uint64_t unit, int from, std::string_view bytes, const Deliver& deliver) {
    if (unit == next_) return deliver(from, bytes);
    held_[unit].messages.emplace_back(from, bytes);
    return {};
}

Result<void> InOrder::end(std::uint64_t unit, const Deliver& deliver) {
    held_[unit].ended = true;
    for (auto at = held_.begin(); at != held_.end() && at->first == next_ && at->second.ended; at = held_.begin()) {
        held_.erase(at);
        ++next_;
        const auto next = held_.find(next_);
        if (next == held_.end()) continue;
        for (const auto& [from, bytes] : std::exchange(next->second.messages, {}))
            if (const auto delivered = deliver(from, bytes); !delivered) return delivered.error();
    }
    return {};
}

} // namespace polyglot::cluster
