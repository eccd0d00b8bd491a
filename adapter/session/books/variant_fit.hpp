// Decides whether a book may be asked in a game of chess or of a variant: docs/variants.md. Test:
// variant_fit_test.cpp.
#pragma once
#include "config/settings.hpp"
#include "core/book/variants/book.hpp"

#include <optional>
#include <string>

namespace polyglot::session {

struct VariantFit {
    std::optional<book::VariantBook> book; // by the rules of the variant; nullopt in chess
    std::string why_not;                   // empty if the book may be asked
};
// variant is null for chess. The book must outlive the result.
//
// A book that states its variant (header, XBoard's keys, a start position that chess never reaches)
// is of that one; any other book is of the variant of `Variant =`, and of chess without one.
VariantFit fit_to_variant(const book::Book& book, const config::BookSettings& rules,
                          const chess::Variant* variant);

} // namespace polyglot::session
