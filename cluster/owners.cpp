#include "cluster/owners.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace polyglot::cluster {
namespace {

constexpr std::size_t most_message = std::size_t{64} << 10U; // bytes

// Returns the number of samples in a message to an owner. The messages to all owners together take
// 8 MB, or, with more than 2,048 ranks, 4 KB each.
std::size_t samples_of_message(int ranks) {
    constexpr std::size_t least = std::size_t{4} << 10U, all = std::size_t{8} << 20U;
    return std::clamp(all / static_cast<std::size_t>(ranks), least, most_message) /
           sizeof(book::Sample);
}

} // namespace

std::size_t CommonMoves::add(std::span<const book::Sample> game) {
    for (std::size_t i = 0; i < game.size(); ++i) {
        const book::Sample& sample = game[i];
        const std::uint64_t mixed = (sample.key + sample.move) * 0x9e3779b97f4a7c15;
        Slot& slot = slots_[static_cast<std::size_t>(mixed >> (64 - slot_bits))];
        const bool is_new = !slot.is_taken;
        if (is_new)
            slot = {
                .key = sample.key, .move = sample.move, .mover = sample.mover, .is_taken = true};
        if (slot.key != sample.key || slot.move != sample.move) return i;
        assert(sample.half_points <= 2);
        // The result is hard to predict, so the code has no branch for it.
        ++slot.games[sample.half_points];
        slot.rated_games += sample.elo > 0 ? 1 : 0;
        slot.elo_sum += std::min(sample.elo, book::MoveStats::max_elo);
        slot.last_year = std::max(slot.last_year, std::min(sample.year, book::MoveStats::max_year));
        if (is_new) return i + 1;
    }
    return game.size();
}

std::vector<std::vector<book::MoveStats>> CommonMoves::take(const KeyRanges& ranges, int owners) {
    std::vector<std::vector<book::MoveStats>> taken(static_cast<std::size_t>(owners));
    for (Slot& slot : slots_) {
        if (!slot.is_taken) continue;
        taken[static_cast<std::size_t>(ranges.owner(slot.key))].push_back(
            {.key = ranges.local(slot.key),
             .move = slot.move,
             .mover = slot.mover,
             .wins = slot.games[2],
             .draws = slot.games[1],
             .losses = slot.games[0],
             .rated_games = slot.rated_games,
             .elo_sum = slot.elo_sum,
             .last_year = slot.last_year});
        slot = {};
    }
    return taken;
}

Owners::Owners(Mail& mail, tools::SumsSink& sums)
    : mail_(mail),
      sums_(sums),
      ranges_(static_cast<unsigned>(mail.size())),
      waiting_(static_cast<std::size_t>(mail.size()),
               {.samples = std::vector<book::Sample>(samples_of_message(mail.size()))}) {}

Result<void> Owners::take(std::span<const book::Sample> game) {
    samples_ += game.size();
    for (book::Sample sample : game.subspan(common_.add(game))) {
        const int owner = ranges_.owner(sample.key);
        Waiting& waiting = waiting_[static_cast<std::size_t>(owner)];
        sample.key = ranges_.local(sample.key);
        waiting.samples[waiting.count] = sample;
        if (++waiting.count < waiting.samples.size()) continue;
        if (const auto sent = send(owner); !sent) return sent.error();
    }
    return {};
}

Result<void> Owners::send(int owner) {
    Waiting& waiting = waiting_[static_cast<std::size_t>(owner)];
    const auto samples = std::span(waiting.samples).first(std::exchange(waiting.count, 0));
    if (owner == mail_.rank()) return sums_.take(samples);
    if (!samples.empty()) mail_.post(owner, Tag::Samples, bytes_of<book::Sample>(samples));
    return {};
}

Result<void> Owners::flush() {
    const auto common = common_.take(ranges_, mail_.size());
    for (int owner = 0; owner < mail_.size(); ++owner) {
        if (const auto sent = send(owner); !sent) return sent.error();
        const std::vector<book::MoveStats>& stats = common[static_cast<std::size_t>(owner)];
        if (!stats.empty()) mail_.post(owner, Tag::Common, bytes_of<book::MoveStats>(stats));
    }
    return {};
}

OrderedOwners::OrderedOwners(Mail& mail)
    : mail_(mail),
      ranges_(static_cast<unsigned>(mail.size())),
      waiting_(static_cast<std::size_t>(mail.size())) {}

Result<void> OrderedOwners::take(std::span<const book::Sample> game) {
    for (book::Sample sample : game) {
        const int owner = ranges_.owner(sample.key);
        std::string& waiting = waiting_[static_cast<std::size_t>(owner)];
        if (waiting.empty()) append_raw(waiting, unit_);
        sample.key = ranges_.local(sample.key);
        append_raw(waiting, sample);
        if (waiting.size() >= most_message)
            mail_.post(owner, Tag::Ordered, std::exchange(waiting, {}));
    }
    return {};
}

void OrderedOwners::flush() {
    for (int owner = 0; owner < mail_.size(); ++owner)
        if (std::string& waiting = waiting_[static_cast<std::size_t>(owner)]; !waiting.empty())
            mail_.post(owner, Tag::Ordered, std::exchange(waiting, {}));
}

Result<void> InOrder::take(std::uint64_t unit, int from, std::string_view bytes,
                           const Deliver& deliver) {
    if (unit == next_) return deliver(from, bytes);
    held_[unit].messages.emplace_back(from, bytes);
    return {};
}

Result<void> InOrder::end(std::uint64_t unit, const Deliver& deliver) {
    held_[unit].ended = true;
    for (auto at = held_.begin(); at != held_.end() && at->first == next_ && at->second.ended;
         at = held_.begin()) {
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
