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

// Rules:
// 1. Each position is searched with all moves. Then the book's moves to it join the graph, and
//    their values count. So a value never lacks the moves that have not been searched yet.
// 2. If the best move of a search has joined the graph, the best of the other moves is not known.
//    When all moves of the book in the position have been searched, the position is searched once
//    more, without them.
class RatingBook final : public SearchedBook {
  public:
    using SearchedBook::SearchedBook;

    // Stores the positions of the book, and queues those that at least min_reach of the games
    // reach, by descending reach; equal ones come by the length of their lines. The book must
    // outlive this object.
    Result<void> begin(io::GrowDb& store, const BookReach& book, double min_reach);

    // Positions that have a search in the store are not searched again, except by rule 2.
    Result<std::unique_ptr<GrowJob>> next() override;
    // Does not count searches by rule 2 of positions whose moves are still to be searched.
    std::optional<std::uint64_t> count_left() const override;

  private:
    struct Searched {
        Id id = 0;
        bool is_queued = false;
        std::vector<io::GrowLink> moves_to;
    };
    Result<void> link_known(io::GrowDb& store);
    bool is_ready(std::uint32_t number) const;

    const BookReach* book_ = nullptr;
    std::vector<Searched> searched_; // of the book's positions
    std::vector<std::uint32_t> queue_;
};

} // namespace polyglot::tools
