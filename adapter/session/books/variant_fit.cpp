#include "adapter/session/books/variant_fit.hpp"

#include "core/chess/variant_name.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <utility>

namespace polyglot::session {
namespace {

using chess::Variant;

bool is_chess(const std::string& name) {
    return chess::is_normal_variant(name) || chess::is_chess960_variant(name);
}

std::string option_of(const config::BookSettings& rules) {
    return rules.name.empty() ? "BookVariant = " : "Variant = ";
}

// Returns the variant that the book states, empty if it states none or also chess.
std::string stated_variant(const book::PolyglotBook& book) {
    if (const auto& header = book.header(); header && !header->variants.empty())
        return std::ranges::any_of(header->variants, is_chess) ? std::string()
                                                               : header->variants.front();
    const auto named = book::find_named_variant(book);
    return named ? std::string(named->variant->uci) : std::string();
}

// XBoard has one name for antichess and giveaway.
bool is_same(const Variant& a, const Variant& b) {
    return &a == &b || a.xboard == b.xboard;
}

} // namespace

VariantFit fit_to_variant(const book::Book& book, const config::BookSettings& rules,
                          const Variant* variant) {
    VariantFit fit;
    const bool is_for_any = text::equal_ignoring_case(rules.variant, "any");
    const Variant* const set = is_for_any ? nullptr : chess::find_variant(rules.variant);
    const book::PolyglotBook* const file = book.polyglot();
    if (variant == nullptr) {
        const std::string stated = file == nullptr ? std::string() : stated_variant(*file);
        if (set != nullptr)
            fit.why_not = option_of(rules) + rules.variant;
        else if (!stated.empty())
            fit.why_not = "it is a book of " + stated;
        return fit;
    }
    if (!is_for_any && (set == nullptr || !is_same(*set, *variant))) {
        fit.why_not = option_of(rules) + rules.variant;
    } else if (file == nullptr) {
        fit.why_not = "a book of this format is of chess";
    } else if (is_for_any && stated_variant(*file).empty()) {
        fit.why_not = "it states no variant and so is of chess (" + option_of(rules) +
                      std::string(variant->uci) + " makes it one of " +
                      std::string(variant->uci) + ")";
    } else {
        auto opened = book::VariantBook::open(*file, variant);
        if (opened)
            fit.book = *std::move(opened);
        else
            fit.why_not = opened.error().message;
    }
    return fit;
}

} // namespace polyglot::session
