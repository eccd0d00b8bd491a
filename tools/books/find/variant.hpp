// What a book of a variant has in one position, for `polyglot find-book`.
#pragma once
#include "core/book/variants/book.hpp"
#include "tools/books/find/find.hpp"

#include <vector>

namespace polyglot::tools {

// Without the move: it is only legal or not, which is all that rate() asks.
book::Entry to_rate(const book::VariantEntry& entry);
std::vector<book::Candidate> rate(const std::vector<book::VariantEntry>& found,
                                  const book::Policy& policy);

class VariantFinder {
  public:
    // As BookFinder. The book's file must outlive this.
    VariantFinder(const book::VariantBook& book, int threshold_per_mil);
    FoundPosition find(const chess::VariantPosition& position,
                       const CastlingSpelling& spelling = {}) const;
    bool has_results() const { return book::is_polyglot(dialect_); }

  private:
    std::optional<NamedMove> reply_to(const chess::VariantPosition& position,
                                      const chess::VariantMove& move,
                                      chess::CastlingStyle style) const;

    book::VariantBook book_;
    book::Policy policy_;
    book::LearnDialect dialect_;
};

} // namespace polyglot::tools
