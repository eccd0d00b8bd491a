// A PolyGlot book of a variant, in either convention (docs/formats/polyglot-bin.md). Beside Book,
// whose find() is asked by positions of chess: docs/adr/0012-books-of-variants.md.
#pragma once
#include "core/book/polyglot/book.hpp"
#include "core/book/variants/move.hpp"
#include "core/book/variants/named_variant.hpp"
#include "core/chess/variants/key.hpp"
#include "core/result.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::book {

// Returns false if an inner rook may castle, because a key cannot tell it from the outer one.
bool has_key(const chess::VariantPosition& position);

// The line of a header's comment that states XBoard's keys, which make-book writes.
constexpr std::string_view xboard_keys_line = "keys of XBoard";
// Returns the comment for a book whose keys have been changed to these: with the line or without.
std::string comment_for_keys(const std::string& comment, chess::VariantKeys keys);

// Finds the variant by the header, by XBoard's keys of the positions where games begin, or by a
// start position that no game of chess reaches. Returns nullopt if the book is of chess or names no
// variant.
std::optional<NamedVariant> find_named_variant(const PolyglotBook& book);

// Finds the variant by these keys alone; null if there is none. Such a book lacks the start
// position of chess.
const chess::Variant* find_variant_by_keys(const PolyglotBook& book);

struct VariantEntry {
    // Is nullopt if the move is not legal here. That is no damage if the keys lack the pockets.
    std::optional<chess::VariantMove> move;
    NumberedEntry numbered;
};

class VariantBook {
  public:
    // Opens the book by the rules of this variant or, if it is null, of the one that the book
    // names. Returns an error if the book names none, or another one. The file must outlive this
    // object.
    static Result<VariantBook> open(const PolyglotBook& file, const chess::Variant* variant);

    const chess::Variant& variant() const { return *variant_; }
    chess::VariantKeys keys() const { return keys_; }
    std::uint64_t key_of(const chess::VariantPosition& position) const {
        return variant_key(position, keys_);
    }
    const PolyglotBook& file() const { return *file_; }

    // Returns all entries of this position in file order; none if it has no key (has_key()).
    std::vector<VariantEntry> find(const chess::VariantPosition& position) const;

  private:
    VariantBook(const PolyglotBook& file, const NamedVariant& named)
        : file_(&file), variant_(named.variant), keys_(named.keys) {}

    const PolyglotBook* file_;
    const chess::Variant* variant_;
    chess::VariantKeys keys_;
};

// Opens a book as VariantBook::open() does. Returns nullopt for a book of chess: variant is null,
// and the book names none. Returns an error, too, if the variant is not null and the format is not
// PolyGlot's.
Result<std::optional<VariantBook>> open_variant(const Book& book, const chess::Variant* variant);

} // namespace polyglot::book
