// Reads a table (CSV, JSON) of a variant's book, as convert-book writes it.
#pragma once
#include "core/book/polyglot/book.hpp"
#include "core/chess/variants/variant.hpp"
#include "core/result.hpp"

#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

namespace polyglot::tools {

// Returns the book as one in PolyGlot's format whose header names the variant, with the keys that
// the table names, or plain ones. Returns null for a table that names no variant first: one of
// chess. The error names the line or the element; warnings receives what is odd about the text.
Result<std::shared_ptr<const book::PolyglotBook>>
read_variant_table(std::istream& in, const std::string& name, std::vector<std::string>& warnings);
// Returns the variant that the table names; null for chess or if the text cannot be read.
const chess::Variant* variant_of_table(std::istream& in, const std::string& name);

} // namespace polyglot::tools
