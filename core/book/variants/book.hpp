// A PolyGlot book of a variant, in either convention (docs/formats/polyglot-bin.md). Beside Book,
// whose find() is asked by positions of chess: docs/adr/0012-books-of-variants.md.
#pragma once
#include "core/book/polyglot/book.hpp"
#include "core/book/variants/move.hpp"
#include "core/chess/variants/key.hpp"
#include "core/result.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace polyglot::book {

// False where an inner rook may castle: a key cannot tell it from the outer one.
bool has_key(const chess::VariantPosition& position);

// The variant that a book names.
struct NamedVariant {
    const chess::Variant* variant = nullptr;
    chess::VariantKeys keys = chess::VariantKeys::Plain;
};
// By its header; by XBoard's keys of where games begin; or by a start position that games of chess
// do not come to. Nullopt: of chess, or it says nothing.
std::optional<NamedVariant> find_named_variant(const PolyglotBook& book);

struct VariantEntry {
    std::optional<chess::VariantMove>
        move; // nullopt: not legal here. Not damage where keys lack the pockets
    NumberedEntry numbered;
};

class VariantBook {
  public:
    // The variant is what the caller says, or what the book names if it is null. An error if
    // neither tells, or the book names another one. The file must outlive this.
    static Result<VariantBook> open(const PolyglotBook& file, const chess::Variant* variant);

    const chess::Variant& variant() const { return *variant_; }
    chess::VariantKeys keys() const { return keys_; }
    std::uint64_t key_of(const chess::VariantPosition& position) const {
        return variant_key(position, keys_);
    }
    const PolyglotBook& file() const { return *file_; }

    // All entries of this position in file order; none where an inner rook may castle, as in
    // PolyglotBook.
    std::vector<VariantEntry> find(const chess::VariantPosition& position) const;

  private:
    VariantBook(const PolyglotBook& file, const NamedVariant& named)
        : file_(&file), variant_(named.variant), keys_(named.keys) {}

    const PolyglotBook* file_;
    const chess::Variant* variant_;
    chess::VariantKeys keys_;
};

// As VariantBook::open(); nullopt of a book that is taken for one of chess: the caller says no
// variant and the book names none. An error, too, if the caller says one and the format is another
// than PolyGlot's.
Result<std::optional<VariantBook>> open_variant(const Book& book, const chess::Variant* variant);

} // namespace polyglot::book
