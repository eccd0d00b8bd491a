// Which books may be used together, and which are not of chess.
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
// The variant and the keys that all of the books have; nullopt for chess. The variant is what the
// caller is given, or what the books name. An error if one is of another variant or names none, or
// has other keys: what they know cannot be compared.
Result<std::optional<book::NamedVariant>> common_variant(std::span<const NamedBook> books,
                                                         const chess::Variant* given);

// For commands that know only chess: an error if the book names a variant.
Result<void> check_is_chess(const NamedBook& book);

} // namespace polyglot::tools
