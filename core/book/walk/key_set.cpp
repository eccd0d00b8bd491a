#include "core/book/walk/key_set.hpp"

#include <array>
#include <utility>

namespace polyglot::book {

// Computes all keys first, so that the filter's memory has been prefetched when it is needed.
chess::MoveList moves_into(const KeyFilter& filter, const chess::Position& position) {
    const chess::MoveList moves = position.legal_moves();
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init)
    std::array<std::uint64_t, chess::max_legal_moves> keys;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        keys[i] = position.key_after(moves[i]);
        filter.prefetch(keys[i]);
    }
    chess::MoveList kept;
    for (std::size_t i = 0; i < moves.size(); ++i)
        if (filter.may_contain(keys[i])) kept.push_back(moves[i]);
    return kept;
}

std::size_t KeySet::slot_of(std::uint64_t key) const {
    std::size_t slot = static_cast<std::size_t>(key) & (slots_.size() - 1);
    while (slots_[slot] != 0 && slots_[slot] != key)
        slot = (slot + 1) & (slots_.size() - 1);
    return slot;
}

bool KeySet::insert(std::uint64_t key) {
    std::uint64_t& slot = slots_[slot_of(key)];
    if (slot == key) return false;
    slot = key;
    if (4 * ++size_ <= 3 * slots_.size()) return true;
    const auto old = std::exchange(slots_, std::vector<std::uint64_t>(2 * slots_.size()));
    for (const std::uint64_t moved : old)
        if (moved != 0) slots_[slot_of(moved)] = moved;
    return true;
}

} // namespace polyglot::book
