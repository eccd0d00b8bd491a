// Searches the positions of a book, those first that most games reach.
// tests/unit/tools/rate_book/rating_test.cpp shows it.
#pragma once
#include "tools/growing/searched_book.hpp"
#include "tools/rate_book/reach.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace polyglot::tools {

class RatingBook final : public SearchedBook {
  public:
    using SearchedBook::SearchedBook;

    // Stores the positions and moves of the book, and queues the positions that at least min_reach
    // of the games reach, by descending reach; equal ones come by the length of their lines. The
    // book must outlive this object.
    Result<void> begin(io::GrowDb& store, const BookReach& book, double min_reach);

    // Positions that have a search in the store are not searched again.
    Result<std::unique_ptr<GrowJob>> next() override;
    std::optional<std::uint64_t> count_left() const override;

  private:
    struct Waiting {
        std::uint32_t number = 0; // of the book
        Id id = 0;
    };
    bool needs_search(Id id) const { return !graph().is_settled(id) && !graph().is_busy(id); }

    const BookReach* book_ = nullptr;
    std::vector<Waiting> queue_;
    std::size_t first_ = 0; // of the queue; those before it are settled
};

} // namespace polyglot::tools
