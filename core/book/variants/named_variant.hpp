// The variant that a file of positions names.
#pragma once
#include "core/chess/variants/key.hpp"
#include "core/chess/variants/variant.hpp"

namespace polyglot::book {

struct NamedVariant {
    const chess::Variant* variant = nullptr; // null is chess, where a file may be of it
    chess::VariantKeys keys = chess::VariantKeys::Plain;
    friend bool operator==(const NamedVariant&, const NamedVariant&) = default;
};

} // namespace polyglot::book
