// Reads the statistics of a variant's games (docs/formats/pgstats.md). Test:
// tests/unit/tools/books/variants/statistics_test.cpp.
#pragma once
#include "core/book/byte_reader.hpp"
#include "core/book/polyglot/book.hpp"
#include "core/book/variants/named_variant.hpp"
#include "core/chess/variants/variant.hpp"
#include "core/result.hpp"

#include <memory>
#include <string>

namespace polyglot::tools {

// Describes whose games statistics or books have: "chess", "crazyhouse", "crazyhouse (XBoard's
// keys)".
std::string describe_variant(const book::NamedVariant& of);
// Returns an error if the statistics are not of the variant that the user names; null: none.
Result<void> check_variant(const book::NamedVariant& of, const chess::Variant* named);

// Returns the variant of a file of statistics. Null variant: of chess. The error does not name the
// file.
Result<book::NamedVariant> variant_of_stats(std::shared_ptr<const book::ByteReader> bytes);

// Makes a book in memory of statistics of a variant, with 16 bytes for each move: the one that
// `make-book -from-stats -min-game 0 -keep-losses` writes. The error says what is damaged, and
// where.
Result<std::shared_ptr<const book::PolyglotBook>>
load_variant_stats(std::shared_ptr<const book::ByteReader> bytes);

} // namespace polyglot::tools
