// Collects the entries of a variant's book and writes them in PolyGlot's order.
#pragma once
#include "core/book/make/merge_position.hpp"
#include "core/book/variants/book.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string_view>
#include <vector>

namespace polyglot::tools {

struct VariantEntryCounts {
    std::uint64_t positions = 0, entries = 0; // written
    std::uint64_t without_code = 0;           // moves that XBoard's books cannot have
};

// One key may stand for several positions, which differ in their pockets or checks: a move has the
// highest of its weights in them.
class VariantEntries {
  public:
    explicit VariantEntries(chess::VariantKeys keys) : keys_(keys) {}

    struct Item {
        chess::VariantMove move;
        book::RawEntry entry; // its key and its move are set from the position and the move
    };
    // The position must not have been added before.
    void add(const chess::VariantPosition& position, std::span<const Item> moves);
    VariantEntryCounts write(const std::function<void(std::string_view)>& write);

  private:
    chess::VariantKeys keys_;
    std::uint64_t without_code_ = 0;
    std::map<std::uint64_t, std::vector<book::BookEntry>> by_key_;
};

} // namespace polyglot::tools
