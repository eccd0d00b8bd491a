// Reads a book by the rules of a variant, for the page.
#pragma once
#include "core/book/variants/book.hpp"
#include "tools/books/find/variant.hpp"
#include "tools/books/tree/tree.hpp"
#include "tools/books/tree/variant_branches.hpp"
#include "tools/explore/variants/place.hpp"

#include <boost/json/object.hpp>

namespace polyglot::tools {

class VariantReaders {
  public:
    // The book's file must outlive this object.
    VariantReaders(const book::VariantBook& book, int threshold_per_mil);

    const chess::Variant& variant() const { return *variant_; }
    // Returns the content of the book here: find-book's JSON with "branches".
    boost::json::object answer(const VariantPlace& place) const;
    BookTree tree(const VariantPlace& place, const TreeLimits& limits) const {
        return grow_tree(branches_, place.root, place.line, limits);
    }

  private:
    const chess::Variant* variant_;
    VariantFinder finder_;
    VariantBranches branches_;
};

} // namespace polyglot::tools
