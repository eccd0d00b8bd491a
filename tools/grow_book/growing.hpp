// Represents a book while it grows: which positions are searched next, by the graph's priorities.
// tests/unit/tools/grow_book/growing_test.cpp shows it.
#pragma once
#include "tools/growing/searched_book.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace polyglot::tools {

class GrowingBook final : public SearchedBook {
  public:
    using SearchedBook::SearchedBook;

    // Applies all results in a store of BookLearn (learn.db), of all engines and opponents: lines
    // that score worse than their values promise are searched earlier from now on. The file is only
    // read; the error names it.
    Result<void> learn(const std::string& file);
    Result<std::unique_ptr<GrowJob>> next() override;

  private:
    std::optional<Place> find_place(); // the best one
    Result<std::unique_ptr<GrowJob>> work_at(const Place& place);
    Result<std::unique_ptr<GrowJob>> play_answer(const Place& place);
    std::vector<io::GrowLink> known_moves(const chess::Position& position) const;
};

} // namespace polyglot::tools
