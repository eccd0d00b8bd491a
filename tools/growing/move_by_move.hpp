// Finds the best of some moves with an engine that cannot restrict its search to them (an xboard
// engine without the feature `exclude`, a UCI engine that ignores `searchmoves`): the position
// after each of them is searched. tests/unit/tools/growing/move_by_move_test.cpp shows it.
#pragma once
#include "tools/engines/search.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace polyglot::tools {

// Returns the limits of one of this many searches. They share nodes and time; the depth is that of
// the position before the move.
SearchLimits share_of(const SearchLimits& limits, std::size_t searches);

class MoveByMove {
  public:
    // The task must have allowed moves and outlive this object.
    explicit MoveByMove(const EpdTask& task);
    // Returns the next search, which stays the same until take(), or null if there is none.
    const EpdTask* next() const { return at_ < tasks_.size() ? &tasks_[at_].after : nullptr; }
    SearchLimits limits(const SearchLimits& of_all) const {
        return share_of(of_all, tasks_.size());
    }
    void take(const EpdOutcome& outcome); // the outcome must have a move and a score
    EpdOutcome result() const;            // call it when there is no further search

  private:
    struct Part {
        EpdMove move;
        EpdTask after;
    };
    void take(const EpdMove& move, const protocol::UciScore& score, const EpdOutcome& outcome);

    const EpdTask& task_;
    std::vector<Part> tasks_;
    std::size_t at_ = 0;
    std::int64_t nodes_ = 0;
    std::optional<int> best_value_;
    EpdOutcome best_;
};

} // namespace polyglot::tools
