// Converts a book of a variant: into one with other keys, or into CSV, JSON or PGN.
#pragma once
#include "core/book/variants/book.hpp"
#include "tools/books/writers/writer.hpp"
#include "tools/convert_book/options.hpp"

#include <cstdint>
#include <functional>
#include <iosfwd>

namespace polyglot::tools {

struct VariantReport {
    std::uint64_t positions = 0, entries = 0; // written
    std::uint64_t unreached = 0;              // positions of the source
    std::uint64_t illegal = 0;                // entries that are legal in no position reached
    std::uint64_t without_code = 0;           // moves that XBoard's books cannot have
};

// Converts the book. Returns an error if the target has no place for the variant. If keep_on
// returns false, the result is not complete.
Result<VariantReport> convert_variant(const ConvertCommand& command, const ConvertSource& source,
                                      const book::VariantBook& book, const BookWriter::Write& write,
                                      const std::function<bool()>& keep_on);
void write_report(const ConvertCommand& command, const book::VariantBook& book,
                  const VariantReport& report, std::ostream& out);

} // namespace polyglot::tools
