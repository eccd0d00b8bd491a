// Writes a grown book in the formats that programs read.
#pragma once
#include "core/book/grow/grown_book.hpp"
#include "core/result.hpp"
#include "tools/books/sources/convert_options.hpp"
#include "tools/books/writers/variant_entries.hpp"
#include "tools/books/writers/writer.hpp"
#include "tools/growing/grow_position.hpp"

#include <memory>
#include <string>
#include <vector>

namespace polyglot::tools {

using book::GrownBook;
using book::GrownRules;

// Writes a book with values to a file of this format, from these positions on. `from` is a name
// for the header. The error names the file.
Result<WrittenCounts> write_valued_book(std::shared_ptr<const book::Book> book,
                                        const std::vector<chess::Position>& roots,
                                        const std::string& from, const std::string& file,
                                        BookTarget target);

// Does the same with the book of a graph.
Result<WrittenCounts> write_grown_book(const book::GrowGraph& graph,
                                       const std::vector<chess::Position>& roots,
                                       const GrownRules& rules, const std::string& store,
                                       const std::string& file, BookTarget target);

// Returns an error if books of the variant (null for chess) are not written in this format.
Result<void> check_target(const std::string& file, BookTarget target,
                          const chess::Variant* variant);

// Does for a variant what write_grown_book() does, as a .bin with these keys.
Result<VariantEntryCounts> write_grown_variant(const book::GrowGraph& graph,
                                               const std::vector<GrowPosition>& roots,
                                               const GrownRules& rules, chess::VariantKeys keys,
                                               const std::string& store, const std::string& file);

} // namespace polyglot::tools
