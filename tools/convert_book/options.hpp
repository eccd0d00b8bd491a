// Reads the options of `polyglot convert-book`. See docs/convert-book.md.
#pragma once
#include "core/chess/variants/key.hpp"
#include "tools/books/sources/convert_options.hpp"
#include "tools/common/commands.hpp"

#include <iosfwd>
#include <optional>
#include <variant>
#include <vector>

namespace polyglot::tools {

struct ConvertCommand : ConvertOptions {
    // For a book of a variant: -keys, nullopt if the book decides, and the positions where the walk
    // begins, which are empty for chess.
    std::optional<chess::VariantKeys> keys;
    std::vector<chess::VariantPosition> variant_roots;
};

// Returns the options, or the exit status if the command is already over.
std::variant<ConvertCommand, int> read_convert_options(Arguments args, std::istream& in,
                                                       std::ostream& out, std::ostream& err);

} // namespace polyglot::tools
