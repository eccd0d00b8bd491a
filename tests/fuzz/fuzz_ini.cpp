// Bytes as an ini file. Never an exception; what is in force is in range and can be written and read back.
#include "config/ini.hpp"
#include "config/load.hpp"
#include "config/schema.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <string>

namespace config = polyglot::config;
using polyglot::fuzz::require;

namespace {

// The two kinds of text that format_ini_value says it cannot write.
bool has_spelling(std::string_view value) {
    constexpr std::string_view blanks = " \t\r\n\v\f";
    if (value.empty()) return true;
    if (value.find_first_of("\r\n") != std::string_view::npos) return false;
    const bool padded =
        blanks.find(value.front()) != std::string_view::npos || blanks.find(value.back()) != std::string_view::npos;
    const bool has_quote = value.find('"') != std::string_view::npos;
    return !(padded && has_quote);
}

void check_spelling(const config::IniEntry& entry) {
    if (!has_spelling(entry.value)) return;
    const std::string text = "[PolyGlot]\nx = " + config::format_ini_value(entry.value) + "\n";
    const config::IniFile again = config::parse_ini(text);
    require(again.entries.size() == 1 && again.entries.front().value == entry.value,
            "parse_ini(format_ini_value(v)) == v", text);
}

void check_settings(config::Settings settings) {
    for (const config::Option& option : config::schema()) {
        if (option.type == config::OptionType::Button) continue;
        const std::string value = config::format_option(settings, option);
        if (value.empty()) continue; // an empty value means "not given"
        const auto set = config::set_option(settings, option, value);
        require(set.has_value(), "a setting in force can be set again", option.name);
        require(config::format_option(settings, option) == value, "format_option(set_option(v)) == v", option.name);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = polyglot::fuzz::text_of(data, size);
    const config::IniFile file = config::parse_ini(text);
    for (const config::IniEntry& entry : file.entries)
        check_spelling(entry);

    config::Configuration configuration;
    config::load_ini(configuration, text, "/tmp/fuzz.ini");
    for (const config::Diagnostic& diagnostic : configuration.diagnostics) {
        require(!diagnostic.message.empty(), "a diagnostic has a message", text);
        require(diagnostic.column <= diagnostic.text.size() + 1, "it points into its line", diagnostic.text);
        const std::string shown = config::render(diagnostic);
        for (const char c : shown)
            require(c == '\n' || c == '\t' || static_cast<unsigned char>(c) >= 0x20, "no control characters", shown);
    }
    check_settings(configuration.settings);
    return 0;
}
