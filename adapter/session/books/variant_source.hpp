// Answers what a book has for games of variants. The interface is separate from Book, which is
// asked for positions of chess (docs/adr/0012-books-of-variants.md), so that a log has these
// answers, too, and a replay gives them without the file. Test: variant_fit_test.cpp.
#pragma once
#include "core/book/book.hpp"
#include "core/chess/variants/position.hpp"

#include <memory>
#include <string>
#include <vector>

namespace polyglot::session {

class VariantSource {
  public:
    VariantSource() = default;
    VariantSource(const VariantSource&) = delete;
    VariantSource& operator=(const VariantSource&) = delete;
    virtual ~VariantSource() = default;

    // Returns the variant that the book states, by its header, XBoard's keys, or a start position
    // that chess never reaches; empty if it states none, or chess. Several names of a header are
    // divided by commas.
    virtual std::string stated() const = 0;
    // True for a book that has positions of every variant, and of chess.
    virtual bool is_of_every_variant() const { return false; }
    // Returns why the book cannot be one of this variant; empty if it can.
    virtual std::string why_not(const chess::Variant& variant) const = 0;
    // Returns the entries of a position of a variant that the book can be of, with moves as in
    // BookGame: null if not legal here. A drop of a piece that is not in the pocket belongs to
    // another position with the same key and is left out.
    virtual std::vector<book::Entry> find(const chess::VariantPosition& position) const = 0;
};

// Returns the source that reads the file of a PolyGlot book. Other formats have chess only.
std::shared_ptr<const VariantSource> variants_of(std::shared_ptr<const book::Book> book);

} // namespace polyglot::session
