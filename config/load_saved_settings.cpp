#include "config/blocked_options.hpp"
#include "config/book_program.hpp"
#include "config/learn_server.hpp"
#include "config/load.hpp"
#include "config/saved_settings.hpp"

#include <algorithm>
#include <array>

namespace polyglot::config {
namespace {

// Returns true for options that are already used when a saved file is read, or are meaningless in a
// file per engine.
bool is_settled(const Option& option) {
    constexpr std::array<std::string_view, 8> settled{
        "EngineCommand", "EngineDir",    "SettingsDir",  "SettingsFile",
        "UCI",           "StartTimeout", "BlockOptions", "BlockCommands"};
    return std::ranges::find(settled, option.name) != settled.end();
}

void refuse_program(Configuration& configuration, const std::string& file,
                    const std::string& what) {
    configuration.diagnostics.push_back(
        {Severity::Error, file, 0, 0, 0, why_no_program(what), "", ""});
}

// A GUI may have had the file written, and decides nothing that runs or is connected to.
void refuse_programs(Configuration& configuration, const Configuration& before,
                     const std::string& file) {
    Settings& settings = configuration.settings;
    if (is_program(settings.book_file) && settings.book_file != before.settings.book_file) {
        settings.book_file = before.settings.book_file;
        const Option& option = *find_option("BookFile");
        configuration.provenance.set(option, before.provenance.of(option));
        refuse_program(configuration, file, "BookFile");
    }
    if (is_learn_server(settings.book_learn_file) &&
        settings.book_learn_file != before.settings.book_learn_file) {
        settings.book_learn_file = before.settings.book_learn_file;
        const Option& option = *find_option("BookLearnFile");
        configuration.provenance.set(option, before.provenance.of(option));
        configuration.diagnostics.push_back(
            {Severity::Error, file, 0, 0, 0, why_no_server_there(), "", ""});
    }
    for (BookSettings& book : settings.books) {
        const auto is_same = [&book](const BookSettings& known) { return known.name == book.name; };
        const auto known = std::ranges::find_if(before.settings.books, is_same);
        const std::string own = known == before.settings.books.end() ? "" : known->file;
        if (!is_program(book.file) || book.file == own) continue;
        book.file = own; // a book without a file is no book
        refuse_program(configuration, file, "[Book " + book.name + "] File");
    }
    std::erase_if(settings.books, [](const BookSettings& book) { return book.file.empty(); });
}

} // namespace

void load_saved_settings(Configuration& configuration, std::string_view text,
                         const std::string& file) {
    const Configuration before = configuration;
    load_ini(configuration, text, file);
    refuse_programs(configuration, before, file);
    const BlockedOptions blocked(before.settings.block_options);
    std::erase_if(configuration.settings.engine_options,
                  // Because a GUI may have set it once.
                  [&blocked](const auto& line) { return blocked.has(line.first); });
    // BookReadOnly marks a book that a GUI has named; this one is named on the command line.
    const bool other_book =
        before.provenance.of(*find_option("BookFile")).kind == Origin::Kind::CommandLine;
    if (other_book) configuration.settings.book_read_only = before.settings.book_read_only;
    for (const Option& option : schema()) {
        const Origin origin = before.provenance.of(option);
        if (option.type == OptionType::Button ||
            (!is_settled(option) && origin.kind != Origin::Kind::CommandLine))
            continue;
        // The option accepts a value that was in force.
        static_cast<void>(
            set_option(configuration.settings, option, format_option(before.settings, option)));
        configuration.provenance.set(option, origin);
    }
    for (const auto& [name, value] : before.settings.engine_options) {
        const Origin origin = before.provenance.of_engine_option(name);
        if (origin.kind == Origin::Kind::CommandLine || blocked.has(name))
            apply_engine_option(configuration, name, value, origin);
    }
    settle_books(configuration);
    auto& all = configuration.diagnostics;
    for (std::size_t i = before.diagnostics.size(); i < all.size(); ++i)
        if (all[i].severity == Severity::Fatal) all[i].severity = Severity::Error;
}

} // namespace polyglot::config
