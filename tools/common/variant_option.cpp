#include "tools/common/variant_option.hpp"

#include "core/chess/variant_name.hpp"

#include <string_view>
#include <vector>

namespace polyglot::tools {
namespace {

std::string known_variants() {
    std::vector<std::string_view> names;
    for (const chess::Variant* variant : chess::all_variants())
        names.push_back(variant->uci);
    return list_words(names);
}

// Returns null for chess.
Result<const chess::Variant*> parse_variant(const std::string& name) {
    if (chess::is_normal_variant(name) || chess::is_chess960_variant(name)) return nullptr;
    if (const chess::Variant* variant = chess::find_variant(name)) return variant;
    return make_error("the variant is not one of chess, " + known_variants());
}

} // namespace

OptionTable::Option& add_variant_option(OptionTable& option, const chess::Variant*& variant,
                                        const std::string& help) {
    return option("variant", "NAME", parsed(variant, parse_variant),
                  (help + known_variants()).c_str());
}

} // namespace polyglot::tools
