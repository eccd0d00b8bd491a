#include "config/schema.hpp"

#include "core/text/text.hpp"

#include <algorithm>
#include <cstdint>

namespace polyglot::config {
namespace {

// Parses "0.7" with 1000 stored per unit as 700. Digits beyond the stored precision are refused,
// because they would be lost silently. Numbers beyond the type saturate, so that the error is "too
// large" instead of "not a number".
std::optional<std::int64_t> parse_scaled(std::string_view text, int stored_per_unit) {
    constexpr std::int64_t limit = 1'000'000'000'000;
    bool negative = false;
    if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
        negative = text.front() == '-';
        text.remove_prefix(1);
    }
    std::int64_t value = 0;
    std::size_t digits = 0;
    while (digits < text.size() && text::is_digit(text[digits]))
        value = std::min(limit, value * 10 + (text[digits++] - '0'));
    if (digits == 0) return std::nullopt;
    value = std::min(limit, value * stored_per_unit);
    text.remove_prefix(digits);
    if (!text.empty()) {
        if (text.front() != '.' || stored_per_unit == 1 || text.size() == 1) return std::nullopt;
        int place = stored_per_unit;
        for (const char c : text.substr(1)) {
            place /= 10;
            if (!text::is_digit(c) || place == 0) return std::nullopt;
            value += std::int64_t{c - '0'} * place;
        }
    }
    return negative ? -value : value;
}

std::string format_scaled(int value, int stored_per_unit) {
    std::string text = std::to_string(value / stored_per_unit);
    int rest = value % stored_per_unit;
    if (rest == 0) return text;
    text += '.';
    for (int place = stored_per_unit / 10; rest != 0; place /= 10) {
        text += static_cast<char>('0' + rest / place);
        rest %= place;
    }
    return text;
}

template <typename Of>
Error not_allowed(const OptionOf<Of>& option, std::string_view value) {
    return make_error(std::string(option.name) + " cannot be " + text::quote(value) + ": it is " +
                      allowed_values(option));
}

template <typename Of>
const OptionOf<Of>* find_in(std::span<const OptionOf<Of>> options, std::string_view name) {
    for (const OptionOf<Of>& option : options)
        if (text::equal_ignoring_case(option.name, name) ||
            (!option.alias.empty() && text::equal_ignoring_case(option.alias, name)))
            return &option;
    return nullptr;
}

template <typename Of>
std::string_view nearest_in(std::span<const OptionOf<Of>> options, std::string_view name) {
    if (name.empty() || name.size() > 64) return {}; // a name this long is no typing error
    // A name with more than one wrong letter in three is not similar, and a hint would mislead.
    std::size_t best = std::max<std::size_t>(1, name.size() / 3) + 1;
    std::string_view found;
    for (const OptionOf<Of>& option : options) {
        const std::size_t distance = text::edit_distance(option.name, name);
        if (distance < best) {
            best = distance;
            found = option.name;
        }
    }
    if (!found.empty()) return found;
    // Names such as EngineDirectory and BookFileName are known ones with an addition.
    for (const OptionOf<Of>& option : options)
        if (option.name.size() > 4 && option.name.size() > found.size() &&
            name.size() > option.name.size() &&
            text::equal_ignoring_case(name.substr(0, option.name.size()), option.name))
            found = option.name;
    return found;
}

} // namespace

const Option* find_option(std::string_view name) {
    return find_in(schema(), name);
}

const BookOption* find_book_option(std::string_view name) {
    return find_in(book_schema(), name);
}

std::string_view nearest_option(std::string_view name) {
    return nearest_in(schema(), name);
}

// Returns Depth for "BookDepth" in a [Book NAME].
std::string_view nearest_book_option(std::string_view name) {
    constexpr std::string_view prefix = "Book";
    if (text::equal_ignoring_case(name.substr(0, prefix.size()), prefix)) {
        const BookOption* option = find_book_option(name.substr(prefix.size()));
        if (option != nullptr) return option->name;
    }
    return nearest_in(book_schema(), name);
}

template <typename Of>
Result<void> set_option(Of& settings, const OptionOf<Of>& option, std::string_view value) {
    value = text::trim(value);
    switch (option.type) {
    case OptionType::Check: {
        const std::optional<bool> on = text::parse_bool(value);
        if (!on) return not_allowed(option, value);
        settings.*std::get<bool Of::*>(option.member) = *on;
        return {};
    }
    case OptionType::Spin: {
        const std::optional<std::int64_t> number = parse_scaled(value, option.stored_per_unit);
        if (!number || *number < option.min || *number > option.max)
            return not_allowed(option, value);
        settings.*std::get<int Of::*>(option.member) = static_cast<int>(*number);
        return {};
    }
    case OptionType::Combo: {
        const auto is_it = [value](std::string_view choice) {
            return text::equal_ignoring_case(choice, value);
        };
        const auto choice = std::ranges::find_if(option.choices, is_it);
        if (choice == option.choices.end()) return not_allowed(option, value);
        settings.*std::get<std::string Of::*>(option.member) = *choice;
        return {};
    }
    case OptionType::String:
    case OptionType::Path:
        if (option.accepts != nullptr && !option.accepts(value)) return not_allowed(option, value);
        settings.*std::get<std::string Of::*>(option.member) = value;
        return {};
    case OptionType::Button: break;
    }
    return make_error(std::string(option.name) + " is a button of the GUI and has no value");
}

template <typename Of>
std::optional<std::string> nearest_value(const OptionOf<Of>& option, std::string_view value) {
    if (option.type != OptionType::Spin) return std::nullopt;
    const std::optional<std::int64_t> number =
        parse_scaled(text::trim(value), option.stored_per_unit);
    if (!number) return std::nullopt;
    const auto clamped = std::clamp<std::int64_t>(*number, option.min, option.max);
    return format_scaled(static_cast<int>(clamped), option.stored_per_unit);
}

template <typename Of>
std::string format_option(const Of& settings, const OptionOf<Of>& option) {
    switch (option.type) {
    case OptionType::Check: return settings.*std::get<bool Of::*>(option.member) ? "true" : "false";
    case OptionType::Spin:
        return format_scaled(settings.*std::get<int Of::*>(option.member), option.stored_per_unit);
    case OptionType::Combo:
    case OptionType::String:
    case OptionType::Path: return settings.*std::get<std::string Of::*>(option.member);
    case OptionType::Button: break;
    }
    return {};
}

template <typename Of>
std::string allowed_values(const OptionOf<Of>& option) {
    switch (option.type) {
    case OptionType::Check: return "true or false";
    case OptionType::Spin:
        return "a number from " + format_scaled(option.min, option.stored_per_unit) + " to " +
               format_scaled(option.max, option.stored_per_unit) +
               (option.unit.empty() ? std::string() : " (" + std::string(option.unit) + ")");
    case OptionType::Combo: {
        std::string text;
        for (const std::string_view choice : option.choices)
            text += (choice == option.choices.front()  ? ""
                     : choice == option.choices.back() ? " or "
                                                       : ", ") +
                    std::string(choice);
        return text;
    }
    case OptionType::String:
        return option.accepts_what.empty() ? std::string("text") : std::string(option.accepts_what);
    case OptionType::Path: return "a path";
    case OptionType::Button: break;
    }
    return "a button";
}

template Result<void> set_option(Settings&, const Option&, std::string_view);
template Result<void> set_option(BookSettings&, const BookOption&, std::string_view);
template std::optional<std::string> nearest_value(const Option&, std::string_view);
template std::optional<std::string> nearest_value(const BookOption&, std::string_view);
template std::string format_option(const Settings&, const Option&);
template std::string format_option(const BookSettings&, const BookOption&);
template std::string allowed_values(const Option&);
template std::string allowed_values(const BookOption&);

Settings defaults_beside(const Settings& settings) {
    Settings defaults;
    defaults.book_file = defaults.default_book_file = settings.default_book_file;
    if (settings.books.empty()) return defaults;
    defaults.book = true;
    defaults.book_file.clear();
    return defaults;
}

bool is_shown_to_uci(const Option& option, const Settings& settings) {
    return option.to_uci && (option.shown_if == nullptr || settings.*option.shown_if);
}

bool is_shown_to_xboard(const Option& option, const Settings& settings) {
    if (!settings.only_wb_options) return option.to_xboard != XboardExport::Never;
    return option.to_xboard == XboardExport::Always &&
           (option.shown_if == nullptr || settings.*option.shown_if);
}

std::vector<std::string_view> option_groups() {
    std::vector<std::string_view> groups;
    for (const Option& option : schema())
        if (std::ranges::find(groups, option.group) == groups.end()) groups.push_back(option.group);
    return groups;
}

} // namespace polyglot::config
