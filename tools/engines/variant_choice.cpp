#include "tools/engines/variant_choice.hpp"

namespace polyglot::tools {

// Engines may have several names for one set of rules; the variant's own comes first.
std::optional<std::string> choose_variant(const session::EngineOptions& options,
                                          const chess::Variant* variant) {
    const session::EngineOption* const option = options.find("UCI_Variant");
    if (option == nullptr) return std::nullopt;
    const auto find = [option](const auto& is_wanted) -> std::optional<std::string> {
        for (const std::string& name : option->declared.choices)
            if (is_wanted(name)) return name;
        return std::nullopt;
    };
    if (variant == nullptr) return find([](const std::string& name) { return name == "chess"; });
    if (auto name = find([&](const std::string& one) { return one == variant->uci; })) return name;
    if (auto name = find([&](const std::string& one) { return one == variant->xboard; }))
        return name;
    return find([&](const std::string& one) { return chess::find_variant(one) == variant; });
}

} // namespace polyglot::tools
