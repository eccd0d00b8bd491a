// Looks up one position in a book of a variant, for `polyglot find-book`.
#pragma once
#include "core/book/variants/book.hpp"
#include "tools/books/find/find.hpp"

#include <vector>

namespace polyglot::tools {

// Returns the entry for rate(), which only asks whether the move is legal: every legal move is the
// same one.
book::Entry to_rate(const book::VariantEntry& entry);
std::vector<book::Candidate> rate(const std::vector<book::VariantEntry>& found,
                                  const book::Policy& policy);

class VariantFinder {
  public:
    // Takes the arguments of BookFinder. The book's file must outlive this object.
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
