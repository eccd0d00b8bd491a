// Lists the branches of a position in a book of a variant.
#pragma once
#include "core/book/make/stats_search.hpp"
#include "core/book/variants/book.hpp"
#include "tools/books/tree/branches.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace polyglot::tools {

struct VariantBranch {
    Branch branch; // without its move of chess
    std::optional<chess::VariantMove> move;
};

// Does what Branches does for chess. The book's file must outlive this object.
class VariantBranches {
  public:
    // Moves that lead back to the book are listed where the book has no move, as in Branches, or
    // beside its moves, too, as in walk_variant().
    enum class Replies : std::uint8_t { WithoutMoves, Everywhere };
    // has_results: the learn fields are results.
    VariantBranches(const book::VariantBook& book, bool has_results,
                    Replies replies = Replies::WithoutMoves);
    // Gives moves the games of these statistics, from which the book was made.
    void show_games(std::shared_ptr<const book::StatsSearch> games) { games_ = std::move(games); }
    std::vector<VariantBranch> of(const chess::VariantPosition& position) const;
    bool any(const chess::VariantPosition& position) const { return !of(position).empty(); }
    bool knows(const chess::VariantPosition& position) const { return !find(position).empty(); }

  private:
    std::vector<book::VariantEntry> find(const chess::VariantPosition& position) const;
    void add_games(const chess::VariantPosition& position,
                   const std::vector<book::VariantEntry>& entries,
                   std::vector<VariantBranch>& branches) const;
    void add_moves(const chess::VariantPosition& position,
                   std::vector<VariantBranch>& branches) const;
    void add_replies(const chess::VariantPosition& position,
                     std::vector<VariantBranch>& branches) const;

    book::VariantBook book_;
    std::shared_ptr<const book::KeyFilter> filter_;
    std::shared_ptr<const book::StatsSearch> games_; // may be null
    bool has_results_;
    Replies replies_;
};

} // namespace polyglot::tools
