#include "tools/setup/ini_text.hpp"

#include "config/engine_command.hpp"
#include "config/ini_line.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "tools/engines/engine_ini.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace polyglot::tools {
namespace {

using protocol::OptionDeclaration;

std::string rule_lines(const SetupChoices& choices, std::string_view prefix) {
    std::string text;
    if (choices.variety)
        text += std::string(prefix) + "Variety = " + std::to_string(*choices.variety) + '\n';
    if (choices.best_moves)
        text += std::string(prefix) + "TopN = " + std::to_string(*choices.best_moves) + '\n';
    return text;
}

std::string first_book_lines(const SetupChoices& choices) {
    if (choices.books.empty()) return "Book = false\n";
    std::string text = "Book = true\nBookFile = " + ini_path_value(choices.books.front()) + '\n' +
                       rule_lines(choices, "Book");
    if (!choices.learn_file.empty())
        text += "BookLearn = true\nBookLearnFile = " + ini_path_value(choices.learn_file) + '\n';
    return text;
}

std::string further_books(const SetupChoices& choices) {
    std::string text;
    for (std::size_t i = 1; i < choices.books.size(); ++i)
        text += "\n[Book " + std::to_string(i + 1) +
                "]\nFile = " + ini_path_value(choices.books[i]) + '\n' + rule_lines(choices, "");
    return text;
}

std::string own_book_lines(const ChosenEngine& engine, const SetupChoices& choices) {
    std::string text;
    if (choices.books.empty()) return text;
    for (const OptionDeclaration& option : engine.answer.options) {
        const bool is_chosen = std::ranges::any_of(
            choices.options, [&](const auto& one) { return one.first == option.name; });
        if (turns_own_book_on(option) && !is_chosen)
            text += "; off, because polyglot plays the book\n" +
                    config::format_ini_name(option.name) + " = false\n";
    }
    return text;
}

} // namespace

std::string format_setup_ini(const ChosenEngine& engine, const SetupChoices& choices) {
    const EngineAnswer& answer = engine.answer;
    std::string text =
        ini_comment((answer.name.empty() ? engine.typed : answer.name) + ", by polyglot setup");
    text += "\n[PolyGlot]\n";
    text += "EngineCommand = " +
            config::format_ini_command(config::format_engine_command(settings_of(engine))) + '\n';
    text += "EngineDir = " + ini_path_value(to_text(engine.folder)) + '\n';
    text += std::string("EngineProtocol = ") + (answer.speaks_xboard ? "xboard" : "uci") + '\n';
    text += first_book_lines(choices) + further_books(choices);
    text += "\n[Engine]\n" + own_book_lines(engine, choices);
    for (const auto& [name, value] : choices.options)
        text += config::format_ini_name(name) + " = " + config::format_ini_value(value) + '\n';
    return text;
}

} // namespace polyglot::tools
