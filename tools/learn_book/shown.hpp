// What learn-book -show is about.
#pragma once
#include "core/book/book.hpp"
#include "core/book/variants/book.hpp"
#include "core/result.hpp"
#include "tools/learn_book/options.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace polyglot::tools {

// The book that names positions, if any, and the variant.
struct Shown {
    std::shared_ptr<const book::Book> book;
    std::optional<book::VariantBook> variant_book;
    std::optional<book::NamedVariant> of{}; // nullopt: of chess
    std::string also{};                     // variants of the store that are not shown

    std::string_view variant() const { return of ? of->variant->uci : std::string_view(); }
};

// The variant is that of -variant or of the book; of a store without either, chess, or the only
// variant that it has results of.
Result<Shown> find_shown(const LearnBookOptions& options);

} // namespace polyglot::tools
