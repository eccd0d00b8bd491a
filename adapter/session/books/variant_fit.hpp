// Decides whether a book may be asked in a game of chess or of a variant: docs/variants.md. Test:
// variant_fit_test.cpp.
#pragma once
#include "adapter/session/books/variant_source.hpp"
#include "config/settings.hpp"

#include <string>

namespace polyglot::session {

// Returns the reason why the book may not be asked; empty if it may be. variant is null for chess.
//
// A book that states its variant is of that one; any other book is of the variant of `Variant =`,
// and of chess without one.
std::string why_not_of_variant(const VariantSource& book, const config::BookSettings& rules,
                               const chess::Variant* variant);

} // namespace polyglot::session
