#include "adapter/session/books/variant_fit.hpp"

#include "core/text/text.hpp"

namespace polyglot::session {
namespace {

using chess::Variant;

std::string option_of(const config::BookSettings& rules) {
    return rules.name.empty() ? "BookVariant = " : "Variant = ";
}

// XBoard has one name for antichess and giveaway.
bool is_same(const Variant& a, const Variant& b) {
    return &a == &b || a.xboard == b.xboard;
}

} // namespace

std::string why_not_of_variant(const VariantSource& book, const config::BookSettings& rules,
                               const Variant* variant) {
    const bool is_for_any = text::equal_ignoring_case(rules.variant, "any");
    const Variant* const set = is_for_any ? nullptr : chess::find_variant(rules.variant);
    if (variant == nullptr) {
        if (set != nullptr) return option_of(rules) + rules.variant;
        if (!is_for_any) return {}; // the user knows better than a header
        const std::string stated = book.stated();
        return stated.empty() ? std::string() : "it is a book of " + stated;
    }
    if (!is_for_any && (set == nullptr || !is_same(*set, *variant)))
        return option_of(rules) + rules.variant;
    const std::string name(variant->uci);
    if (is_for_any && book.is_of_every_variant()) return {};
    if (is_for_any && book.stated().empty())
        return "it states no variant and so is of chess (" + option_of(rules) + name +
               " makes it one of " + name + ")";
    if (std::string why = book.why_not(*variant); !why.empty() || !is_for_any) return why;
    const Variant* const stated = chess::find_variant(book.stated());
    return stated == nullptr || is_same(*stated, *variant)
               ? std::string()
               : "it is a book of " + std::string(stated->uci);
}

} // namespace polyglot::session
