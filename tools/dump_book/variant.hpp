// Writes the lines of a variant's book, for `polyglot dump-book`.
#pragma once
#include "core/book/variants/book.hpp"
#include "tools/dump_book/dump.hpp"

#include <functional>
#include <string_view>

namespace polyglot::tools {

// As dump_book(), from this position instead of options.start. Positions that differ in pockets or
// checks are different ones. The replies of the other side are in the order of their squares.
Dump dump_variant_book(const book::VariantBook& book, const chess::VariantPosition& start,
                       const DumpOptions& options,
                       const std::function<bool(std::string_view)>& write);

} // namespace polyglot::tools
