#include "tools/engines/engine_ini.hpp"

#include "config/ini_line.hpp"
#include "config/native.hpp"
#include "config/path_variables.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>

namespace polyglot::tools {

using protocol::OptionDeclaration;

bool is_set_by_polyglot(std::string_view name) {
    constexpr std::array<std::string_view, 5> names{"Ponder", "UCI_Opponent", "UCI_AnalyseMode",
                                                    "UCI_Chess960", "UCI_Variant"};
    return std::ranges::any_of(
        names, [name](std::string_view known) { return text::equal_ignoring_case(name, known); });
}

bool turns_own_book_on(const OptionDeclaration& option) {
    constexpr std::array<std::string_view, 6> names{"ownbook",     "usebook", "useownbook",
                                                    "openingbook", "book",    "useopeningbook"};
    std::string plain = text::lower(option.name);
    std::erase_if(plain, [](char c) { return c == ' ' || c == '_' || c == '-'; });
    return option.type == OptionDeclaration::Type::Check &&
           std::ranges::find(names, plain) != names.end() &&
           text::parse_bool(option.default_value).value_or(false);
}

std::string describe_values(const OptionDeclaration& option) {
    switch (option.type) {
    case OptionDeclaration::Type::Check: return "true or false";
    case OptionDeclaration::Type::Spin:
        return option.min && option.max
                   ? std::to_string(*option.min) + " to " + std::to_string(*option.max)
                   : "a number";
    case OptionDeclaration::Type::Combo: {
        std::string all;
        for (const std::string& choice : option.choices)
            all += (all.empty() ? "" : " | ") + choice;
        return all;
    }
    case OptionDeclaration::Type::Button: return "a button: any value presses it at each start";
    case OptionDeclaration::Type::String:
    case OptionDeclaration::Type::Unknown: break;
    }
    return "text";
}

std::string ini_path_value(const std::string& path) {
    return config::format_ini_value(
        config::native_dialect().variables ? config::escape_variables(path) : path);
}

std::string ini_comment(std::string text) {
    std::ranges::replace_if(text, text::is_control, '?');
    return "; " + text + '\n';
}

} // namespace polyglot::tools
