#include "adapter/cli/help.hpp"

#include "config/schema.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <sstream>

namespace polyglot::cli {
namespace {

constexpr std::size_t narrowest = 40; // columns
constexpr std::size_t widest = 120;

// Writes -ec, as PolyGlot's users know it, where Boost writes --ec.
std::string list_options() {
    std::ostringstream listed;
    listed << adapter_options();
    std::string options = listed.str();
    for (std::size_t at = options.find("\n  --"); at != std::string::npos;
         at = options.find("\n  --", at + 1))
        options.replace(at, 5, "\n   -");
    return options;
}

template <class Option>
std::string describe(const Option& option, std::size_t columns) {
    constexpr std::size_t indentation = 6;
    const std::string value = config::default_value(option);
    return "   " + std::string(option.name) + " = " + (value.empty() ? "(not set)" : value) +
           "   " + config::allowed_values(option) + '\n' + std::string(indentation, ' ') +
           text::wrap(option.help, indentation, columns) + '\n';
}

} // namespace

std::string help_text(std::span<const CommandSummary> commands) {
    std::string out =
        "polyglot: an opening book for any UCI or xboard chess engine, under any GUI\n\n"
        "  polyglot setup                           an engine with a book for your GUI\n"
        "  polyglot engine.ini                      what a GUI runs\n"
        "  polyglot -ec stockfish -book book.bin    the same without a file\n"
        "  polyglot -check-config engine.ini        what is wrong with a file\n"
        "  polyglot make-book games.pgn -bin b.bin  a book from games\n"
        "  polyglot find-book b.bin e4 c5           what a book has after 1. e4 c5\n\n"
        "Commands (polyglot help COMMAND has the options of each):\n";
    for (const CommandSummary& command : commands)
        out.append("  ")
            .append(command.name)
            .append(18 - command.name.size(), ' ')
            .append(command.summary) += '\n';
    return out +
           "\npolyglot help options lists options and settings, help formats the book formats.\n"
           "README.md and docs/ have the rest.\n";
}

std::string options_help(std::size_t columns) {
    columns = std::clamp(columns, narrowest, widest);
    std::string out =
        "usage: polyglot [CONFIGFILE] [OPTION]... [-- ENGINE [ARGUMENT]...]\n\n"
        "CONFIGFILE is an ini file, by default polyglot.ini. The command line overrides it.\n\n" +
        list_options() + "\nOptions of [PolyGlot], for -pg and the config file:\n";
    for (const std::string_view group : config::option_groups()) {
        out.append("\n ").append(group) += '\n';
        for (const config::Option& option : config::schema())
            if (option.group == group && option.type != config::OptionType::Button)
                out += describe(option, columns);
    }
    out += "\nA further book is a section [Book NAME] of the config file, with:\n\n";
    for (const config::BookOption& option : config::book_schema())
        out += describe(option, columns);
    return out;
}

} // namespace polyglot::cli
