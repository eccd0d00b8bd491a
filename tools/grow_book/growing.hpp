// Represents a book while it grows: which positions are searched next, by the graph's priorities.
// tests/unit/tools/grow_book/growing_test.cpp shows it.
#pragma once
#include "tools/growing/searched_book.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace polyglot::tools {

class GrowingBook final : public SearchedBook {
  public:
    using SearchedBook::SearchedBook;

    // Applies all results of the book's variant in a store of BookLearn (learn.db), of all engines
    // and opponents: lines that score worse than their values promise are searched earlier from now
    // on. The file is only read; the error names it.
    Result<void> learn(const std::string& file);
    // Gives the results of a variant, whose keys in such a store lack the pockets, to the positions
    // of the book. Call it when the roots are known; positions that join the book later get theirs
    // when a line to a search leads there.
    void match_results();
    Result<std::unique_ptr<GrowJob>> next() override;

  private:
    std::optional<Place> find_place(); // the best one
    Result<std::unique_ptr<GrowJob>> work_at(const Place& place);
    Result<std::unique_ptr<GrowJob>> play_answer(const Place& place);
    // Returns whether the position had results that it did not have before.
    bool give_results(const GrowPosition& position);
    std::vector<io::GrowLink> known_moves(const GrowPosition& position) const;

    // In a variant: the greatest scores of moves by the plain keys of their positions.
    std::unordered_map<std::uint64_t, std::vector<std::pair<book::GrowMove, int>>> results_;
    std::unordered_set<std::uint64_t> given_; // the positions that have theirs
};

} // namespace polyglot::tools
