// The sums of PolyGlot's make-book, which depend on the order of the games: the halving of a position's counts.
#pragma once
#include "core/book/entry_table.hpp"
#include "core/book/stats_table.hpp"

#include <cstdint>
#include <functional>

namespace polyglot::book {

struct CompatRules {
    std::uint64_t min_game = 3;
    double min_score = 0; // per cent
    bool only_white = false, only_black = false, uniform = false;
};

class CompatCounts {
  public:
    void add(const Sample& sample); // in the order in which PolyGlot would read them
    // In PolyGlot's order.
    void write(const CompatRules& rules, const std::function<void(const RawEntry&)>& write) const;
};

} // namespace polyglot::book
