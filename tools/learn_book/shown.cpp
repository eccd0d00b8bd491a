#include "tools/learn_book/shown.hpp"

#include "core/text/path_text.hpp"
#include "storage/books/book_file.hpp"
#include "storage/stores/learn_db.hpp"

namespace polyglot::tools {
namespace {

// Returns the variant of a store that has results of no other one.
Result<void> find_in_store(const LearnBookOptions& options, Shown& shown) {
    const auto db = io::LearnDb::open(options.store, io::LearnDb::Access::Read);
    if (!db) return db.error();
    const auto variants = (*db)->variants();
    if (!variants) return variants.error();
    const bool is_open = shown.book == nullptr && !options.names_variant;
    if (is_open && variants->size() == 1) {
        bool has_chess = false;
        auto visited = (*db)->visit({}, [&has_chess](const io::LearnRow&) -> Result<void> {
            has_chess = true;
            return make_error("found");
        });
        if (!visited && !has_chess) return visited;
        const chess::Variant* only = chess::find_variant(variants->front());
        if (!has_chess && only != nullptr) shown.of = book::NamedVariant{.variant = only};
    }
    for (const std::string& variant : *variants)
        if (variant != shown.variant()) shown.also += (shown.also.empty() ? "" : ", ") + variant;
    return {};
}

} // namespace

Result<Shown> find_shown(const LearnBookOptions& options) {
    Shown shown;
    if (const auto& file = options.book.empty() ? options.bin : options.book; !file.empty()) {
        auto opened = io::open_book(file);
        if (!opened) return opened.error();
        shown.book = opened->book;
        auto variant = book::open_variant(*shown.book, options.variant);
        if (!variant) return make_error(to_text(file) + ": " + variant.error().message);
        shown.variant_book = *std::move(variant);
    }
    if (shown.variant_book)
        shown.of = book::NamedVariant{&shown.variant_book->variant(), shown.variant_book->keys()};
    else if (options.variant != nullptr)
        shown.of = book::NamedVariant{.variant = options.variant};
    if (!options.bin.empty()) return shown;
    if (auto found = find_in_store(options, shown); !found) return found.error();
    if (shown.of) shown.of->keys = chess::VariantKeys::Plain; // of every store
    return shown;
}

} // namespace polyglot::tools
