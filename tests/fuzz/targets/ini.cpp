// Bytes as an ini file. Never an exception; what is in force is in range and can be written and
// read back.
#include "config/ini.hpp"

#include "config/blocked_options.hpp"
#include "config/engine_command.hpp"
#include "config/ini_line.hpp"
#include "config/load.hpp"
#include "config/saved_settings.hpp"
#include "config/schema.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <span>
#include <string>

namespace config = polyglot::config;
using polyglot::fuzz::require;

namespace {

// The two kinds of text that format_ini_value says it cannot write.
bool has_spelling(std::string_view value) {
    constexpr std::string_view blanks = " \t\r\n\v\f";
    if (value.empty()) return true;
    if (value.find_first_of("\r\n") != std::string_view::npos) return false;
    const bool padded = blanks.find(value.front()) != std::string_view::npos ||
                        blanks.find(value.back()) != std::string_view::npos;
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

template <typename Of>
void check_values(Of settings, std::span<const config::OptionOf<Of>> options) {
    for (const auto& option : options) {
        if (option.type == config::OptionType::Button) continue;
        const std::string value = config::format_option(settings, option);
        if (value.empty()) continue; // an empty value means "not given"
        const auto set = config::set_option(settings, option, value);
        require(set.has_value(), "a setting in force can be set again", option.name);
        require(config::format_option(settings, option) == value,
                "format_option(set_option(v)) == v", option.name);
    }
}

// What has been saved into the file holds the same books, and saving once more changes nothing.
void check_saving(const config::Configuration& configuration, std::string_view text) {
    const std::string saved = config::keep_books(text, "; saved\n");
    require(config::keep_books(saved, "; saved\n") == saved,
            "keep_books(keep_books(x)) == keep_books(x)", saved);
    if (config::has_fatal(configuration.diagnostics)) return;
    config::Configuration again;
    config::load_ini(again, saved, "/tmp/saved.ini");
    require(again.settings.books == configuration.settings.books, "the books of a saved file",
            saved);
}

// The engine's words, written as a command and read again, are the same words.
void check_command(config::Settings settings) {
    const auto words = config::engine_words(settings);
    if (!words) return;
    settings.engine_argv = *words;
    settings.engine_command = config::format_engine_command(settings);
    settings.engine_argv.clear();
    const auto again = config::engine_words(settings);
    require(again && *again == *words, "engine_words(format_engine_command(w)) == w",
            settings.engine_command);
}

// A name that is blocked is found in the line that sets it, whatever it is.
void check_blocking(const config::Settings& settings) {
    const config::BlockedOptions blocked(settings.block_options);
    for (const auto& [name, value] : settings.engine_options)
        if (blocked.has(name) && name.find("value") == std::string::npos &&
            name.find("VALUE") == std::string::npos)
            require(!blocked.find_in_line("setoption name " + name + " value " + value).empty(),
                    "it is found", name);
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
        require(diagnostic.column <= diagnostic.text.size() + 1, "it points into its line",
                diagnostic.text);
        const std::string shown = config::render(diagnostic);
        for (const char c : shown)
            require(c == '\n' || c == '\t' || static_cast<unsigned char>(c) >= 0x20,
                    "no control characters", shown);
    }
    check_values(configuration.settings, config::schema());
    for (const config::BookSettings& book : configuration.settings.books) {
        require(!book.name.empty() && !book.file.empty(), "a book has a name and a file", text);
        check_values(book, config::book_schema());
    }
    check_saving(configuration, text);
    check_command(configuration.settings);
    check_blocking(configuration.settings);
    return 0;
}
