// Reads the position of a variant where the user is: the "start" and "line" of a question.
#pragma once
#include "core/result.hpp"
#include "tools/books/roots.hpp"

#include <string_view>
#include <vector>

#include <boost/json/object.hpp>

namespace polyglot::tools {

struct VariantPlace {
    VariantRoot root;
    std::vector<chess::VariantMove> line;
    chess::VariantPosition position; // after the line
};

// The error describes what is wrong with the question.
Result<VariantPlace> variant_place_of(const chess::Variant& variant,
                                      const boost::json::object& question);
// Does what Answers::paste() does: reads a FEN, moves, or a PGN up to its last readable move.
Result<boost::json::object> paste_variant(const chess::Variant& variant, std::string_view text);

} // namespace polyglot::tools
