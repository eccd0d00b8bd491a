// Checks which books may be used together, and which are of chess. Test:
// variants/changed_books_test.cpp.
#pragma once
#include "core/book/variants/book.hpp"
#include "core/result.hpp"

#include <optional>
#include <span>
#include <string>

namespace polyglot::tools {

struct NamedBook {
    std::string name; // for messages
    const book::Book* book = nullptr;
};
// Returns the variant and the kind of keys that all of the books have, or nullopt for chess. The
// variant is the given one or, if that is null, the one that the books name. Returns an error if a
// book is of another variant, names none, or has other keys, because their entries cannot be
// compared.
Result<std::optional<book::NamedVariant>> common_variant(std::span<const NamedBook> books,
                                                         const chess::Variant* given);

// Returns an error if the book names a variant, for commands that know chess only.
Result<void> check_is_chess(const NamedBook& book);

} // namespace polyglot::tools
