#include "config/file_name.hpp"
#include "config/ini_line.hpp"
#include "config/learn_server.hpp"
#include "config/placeholders.hpp"
#include "core/text/absolute_path.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "storage/books/book_file.hpp"
#include "storage/files/whole_path.hpp"
#include "tools/engines/engine_ini.hpp"
#include "tools/make_config/files.hpp"

#include <algorithm>
#include <cstddef>

namespace polyglot::tools {
namespace {

using protocol::OptionDeclaration;
bool is_set_by_user(const OptionDeclaration& option, const MakeConfigOptions& options) {
    return std::ranges::any_of(options.engine_options, [&option](const auto& given) {
        return text::equal_ignoring_case(given.first, option.name);
    });
}

std::string option_lines(const OptionDeclaration& option) {
    const std::string value =
        option.default_value == "<empty>" ? std::string() : option.default_value;
    return "; " + describe_values(option) + "\n;" + config::format_ini_name(option.name) + " =" +
           (value.empty() ? "" : ' ' + config::format_ini_value(value)) + '\n';
}

std::string absolute_text(const std::filesystem::path& path) {
    return to_text(normal_path(io::whole_path(path)));
}

bool is_taken(const std::vector<TournamentEngine>& engines, std::string_view name,
              const std::string& file) {
    if (text::equal_ignoring_case(file, common_file)) return true;
    return std::ranges::any_of(engines, [&](const TournamentEngine& engine) {
        return text::equal_ignoring_case(engine.name, name) ||
               text::equal_ignoring_case(engine.file, file);
    });
}

} // namespace

void name_engines(std::vector<TournamentEngine>& engines,
                  const std::vector<config::Settings>& settings) {
    for (TournamentEngine& engine : engines) {
        engine.name.clear();
        engine.file.clear();
    }
    for (std::size_t i = 0; i < engines.size(); ++i) {
        std::string base = engines[i].answer.name;
        if (base.empty()) base = config::engine_path_name(settings[i]);
        std::ranges::replace_if(
            base, [](char c) { return text::is_control(c) || c == '"'; }, '_');
        std::string name = base;
        for (int n = 2; is_taken(engines, name, config::path_part(name) + ".ini"); ++n)
            name = base.substr(0, 60) + ' ' + std::to_string(n);
        engines[i].name = name;
        engines[i].file = config::path_part(name) + ".ini";
    }
}

std::string format_common_ini(const MakeConfigOptions& options) {
    std::string text = "; What all engines of this tournament share, by polyglot make-config. Each "
                       "engine's own file "
                       "includes it,\n; and can override any line.\n\n[PolyGlot]\n";
    if (!options.book.empty()) {
        const std::filesystem::path book =
            io::book_path(std::filesystem::current_path(), options.book);
        text += "Book = true\nBookFile = " +
                ini_path_value(io::is_starter(book) ? options.book : absolute_text(book)) + '\n';
        if (options.variant) text += "BookVariant = " + std::string(options.variant->uci) + '\n';
    }
    if (!options.store.empty())
        text += "BookLearn = true\nBookLearnFile = " +
                (config::is_learn_server(options.store)
                     ? config::format_ini_value(options.store)
                     : ini_path_value(absolute_text(to_path(options.store)))) +
                '\n';
    text += options.log ? "Log = true\n" : ";Log = true\n";
    text += "LogFile = " +
            ini_path_value(absolute_text(options.folder / u8"logs" / u8"{engine}-{pid}.log")) +
            '\n';
    for (const auto& [name, value] : options.polyglot_options)
        text += name + " = " + config::format_ini_value(value) + '\n';
    text += "\n; An engine that lacks one of these goes without it.\n[Engine]\n";
    for (const auto& [name, value] : options.engine_options)
        text += config::format_ini_name(name) + " = " + config::format_ini_value(value) + '\n';
    return text;
}

std::string format_engine_ini(const TournamentEngine& engine, const MakeConfigOptions& options) {
    const EngineAnswer& answer = engine.answer;
    std::string text =
        ini_comment(engine.name + (answer.author.empty() ? "" : ", by " + answer.author));
    text += "include = " + std::string(common_file) + "\n\n[PolyGlot]\n";
    if (engine.name != answer.name)
        text += "EngineName = " + config::format_ini_value(engine.name) + '\n';
    text += "EngineCommand = " + config::format_ini_command(engine.command) + '\n';
    text += "EngineDir = " + ini_path_value(engine.directory) + '\n';
    text += std::string("EngineProtocol = ") + (answer.speaks_xboard ? "xboard" : "uci") + '\n';
    text += "\n; The engine's options with their defaults. Take the ';' from a line to set "
            "it.\n[Engine]\n";
    for (const OptionDeclaration& option : answer.options)
        if (!options.book.empty() && turns_own_book_on(option) && !is_set_by_user(option, options))
            text += "; off, because polyglot plays the book\n" +
                    config::format_ini_name(option.name) + " = false\n";
        else if (!is_set_by_polyglot(option.name))
            text += option_lines(option);
    return text;
}

} // namespace polyglot::tools
