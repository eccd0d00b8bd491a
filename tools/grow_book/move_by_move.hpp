// The best of some moves, by an engine that cannot be told to look at them alone (an xboard engine
// without the feature `exclude`, a UCI engine that ignores `searchmoves`): the position after each
// of them is searched.
#pragma once
#include "tools/engines/search.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace polyglot::tools {

// Nodes and time of one of so many searches that share them; a depth is that of the position before
// the move.
SearchLimits share_of(const SearchLimits& limits, std::size_t searches);

class MoveByMove {
  public:
    // Which has moves that are allowed; it must outlive this
    explicit MoveByMove(const EpdTask& task);
    // The next search, until its outcome is taken the same one. Null: there is none any more.
    const EpdTask* next() const { return at_ < tasks_.size() ? &tasks_[at_].after : nullptr; }
    SearchLimits limits(const SearchLimits& of_all) const {
        return share_of(of_all, tasks_.size());
    }
    void take(const EpdOutcome& outcome); // with a move and a score
    EpdOutcome result() const;            // when there is no further search

  private:
    struct Part {
        chess::Move move;
        EpdTask after;
    };
    void take(chess::Move move, const protocol::UciScore& score, const EpdOutcome& outcome);

    const EpdTask& task_;
    std::vector<Part> tasks_;
    std::size_t at_ = 0;
    std::int64_t nodes_ = 0;
    std::optional<int> best_value_;
    EpdOutcome best_;
};

} // namespace polyglot::tools
