#include "tools/setup/choices.hpp"

#include "adapter/engine/launch_plan.hpp"
#include "config/engine_command.hpp"
#include "config/native.hpp"
#include "core/text/absolute_path.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "core/text/utf8.hpp"
#include "storage/books/book_file.hpp"
#include "tools/engines/engine_ini.hpp"
#include "tools/setup/hosts.hpp"
#include "tools/setup/question.hpp"

#include <algorithm>
#include <cstddef>
#include <system_error>

namespace polyglot::tools {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;
using protocol::OptionDeclaration;

constexpr std::size_t most_chosen_books = 20;

// Returns an absolute path from what a user typed.
fs::path typed_path(std::string_view typed, const fs::path& start_directory) {
    typed = text::trim(typed);
    if (typed.size() > 1 && typed.front() == '"' && typed.back() == '"')
        typed = typed.substr(1, typed.size() - 2);
    return normal_path(absolute_path(start_directory, to_path(typed)));
}

// A setting of a path is one line; a line end in a name would begin another setting.
Result<void> check_is_one_line(std::string_view what, std::string_view value) {
    if (std::ranges::any_of(value, text::is_control))
        return make_error(std::string(what) + ": " + text::shown_text(value) +
                          " has a line end or another control character, which no ini file can "
                          "hold; rename it");
    return {};
}

Result<std::vector<std::string>> read_books(const json::object& question,
                                            const fs::path& start_directory) {
    std::vector<std::string> books;
    const auto names = texts_of(question, "books");
    if (!names) return names.error();
    if (names->size() > most_chosen_books)
        return make_error("books: at most " + std::to_string(most_chosen_books) +
                          " can be chosen here");
    for (const std::string& name : *names) {
        books.push_back(typed_book(name, start_directory));
        if (const auto fits = check_is_one_line("books", books.back()); !fits) return fits.error();
    }
    return books;
}

// Returns nullopt for the default, which is not written.
Result<std::optional<int>> read_number(const json::object& question, std::string_view name,
                                       int least, int most, int usual) {
    const json::value* const value = question.if_contains(name);
    if (value == nullptr || value->is_null()) return std::optional<int>();
    const auto number = value->is_int64() ? std::optional(value->get_int64()) : std::nullopt;
    if (!number || *number < least || *number > most)
        return make_error(std::string(name) + ": a whole number from " + std::to_string(least) +
                          " to " + std::to_string(most) + " is expected");
    if (*number == usual) return std::optional<int>();
    return std::optional(static_cast<int>(*number));
}

Result<std::string> read_learn_file(const json::object& question, const fs::path& start_directory) {
    if (!is_true(question, "learn")) return std::string();
    const std::string_view typed = text::trim(member_text(question, "learn_file"));
    if (typed.empty())
        return make_error("learn_file: a file for the results is missing, such as results.db");
    const fs::path file = typed_path(typed, start_directory);
    if (const auto fits = check_is_one_line("learn_file", to_text(file)); !fits)
        return fits.error();
    std::error_code error;
    if (fs::is_directory(file, error))
        return make_error("learn_file: " + to_text(file) +
                          " is a folder; add the name of a file, such as results.db");
    if (!fs::is_directory(file.parent_path(), error))
        return make_error("learn_file: the folder " + to_text(file.parent_path()) +
                          " does not exist; make it, or choose another one");
    return to_text(file);
}

Result<std::vector<std::pair<std::string, std::string>>> read_options(const json::object& question,
                                                                      const EngineAnswer& engine) {
    std::vector<std::pair<std::string, std::string>> options;
    const json::value* const given = question.if_contains("options");
    if (given == nullptr) return options;
    if (!given->is_object()) return make_error("options: names with values are expected");
    const json::object& values = given->get_object();
    std::size_t known = 0;
    for (const OptionDeclaration& option : engine.options) {
        const json::value* const value = values.if_contains(option.name);
        if (value == nullptr) continue;
        ++known;
        if (!value->is_string()) return make_error(option.name + ": a text is expected");
        const std::string text(value->get_string());
        if (const auto fits = check_is_one_line(option.name, text); !fits) return fits.error();
        if (std::string why = protocol::check_option_value(option, text); !why.empty())
            return make_error(option.name + ": " + why + " (" + describe_values(option) + ")");
        const std::string value_text(protocol::canonical_option_value(option, text));
        if (value_text != protocol::canonical_option_value(option, option.default_value) &&
            !(value_text.empty() && option.default_value == "<empty>"))
            options.emplace_back(option.name, value_text);
    }
    if (known < values.size())
        return make_error("options: the engine has no option of one of these names");
    return options;
}

Result<fs::path> read_ini_path(const json::object& question, const fs::path& start_directory) {
    const std::string_view typed = text::trim(member_text(question, "ini"));
    if (typed.empty())
        return make_error("ini: the name of the file is missing; type one, such as engine.ini");
    fs::path file = typed_path(typed, start_directory);
    if (const auto fits = check_is_one_line("ini", to_text(file)); !fits) return fits.error();
    std::error_code error;
    // The name first: while it is typed, it leads to many places.
    const bool has_ending = text::lower(to_text(file.extension())) == ".ini";
    if (!has_ending && !fs::is_directory(file, error))
        return make_error("ini: the name of the file must end in .ini, as in engine.ini");
    if (!has_ending || fs::is_directory(file, error))
        return make_error("ini: " + to_text(file) +
                          " is a folder; add the name of a file, such as engine.ini");
    if (!fs::is_directory(file.parent_path(), error))
        return make_error("ini: the folder " + to_text(file.parent_path()) +
                          " does not exist; make it, or choose another one");
    return file;
}

struct NamedFile {
    fs::path file;
    std::string_view what; // "the engine"
};

// If the engine were the script that starts polyglot, polyglot would start itself endlessly.
std::vector<NamedFile> files_to_read(const SetupChoices& choices, const ChosenEngine& engine) {
    std::vector<NamedFile> files;
    for (const std::string& word : engine.words) // an interpreter's script, too
        files.push_back({absolute_path(engine.folder, to_path(word)), "the engine"});
    for (const std::string& book : choices.books)
        if (!io::is_starter(to_path(book))) files.push_back({to_path(book), "a book"});
    return files;
}

Result<void> check_files(const SetupChoices& choices, const ChosenEngine& engine) {
    std::vector<NamedFile> read = files_to_read(choices, engine);
    const fs::path script = script_path(choices.ini, config::native_dialect().quoting);
    for (const NamedFile& one : read) {
        if (is_same_file(choices.ini, one.file))
            return make_error("ini: " + to_text(choices.ini) + " is " + std::string(one.what) +
                              "; choose another name");
        if (is_same_file(script, one.file))
            return make_error("ini: the script of this ini file would be " + to_text(script) +
                              ", which is " + std::string(one.what) + "; choose another name");
    }
    if (choices.learn_file.empty()) return {};
    read.push_back({choices.ini, "the ini file"});
    read.push_back({script, "the script of the ini file"});
    for (const NamedFile& one : read)
        if (is_same_file(to_path(choices.learn_file), one.file))
            return make_error("learn_file: " + choices.learn_file + " is " + std::string(one.what) +
                              "; choose another name");
    return {};
}

} // namespace

bool is_same_file(const fs::path& a, const fs::path& b) {
    std::error_code error;
    return normal_path(a) == normal_path(b) || fs::equivalent(a, b, error);
}

std::string typed_book(std::string_view typed, const fs::path& start_directory) {
    typed = text::trim(typed);
    if (io::is_starter(to_path(typed))) return std::string(typed);
    return to_text(typed_path(typed, start_directory));
}

Result<ChosenEngine> find_chosen_engine(const std::string& typed, const fs::path& start_directory) {
    const std::string_view command = text::trim(typed);
    if (command.empty()) return make_error("no engine is named");
    if (const auto fits = check_is_one_line("engine", command); !fits) return fits.error();
    const fs::path file = typed_path(command, start_directory);
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    if (fs::is_directory(status))
        return make_error(to_text(file) + " is a folder; the engine is a program in it");
    config::Settings settings;
    if (fs::exists(status)) // whatever blanks the name contains
        settings.engine_argv = {to_text(file)};
    else
        settings.engine_command = command;
    auto words = io::engine_words(settings, start_directory);
    if (!words) return make_error(text::shown_text(command) + ": " + words.error().message);
    const bool has_folder = to_path(words->front()).has_parent_path();
    const auto program = io::find_engine(settings, *words, start_directory);
    if (!program) return program.error();
    words->front() = to_text(program->executable);
    return ChosenEngine{.typed = std::string(command),
                        .words = *std::move(words),
                        .folder = has_folder ? program->executable.parent_path() : start_directory};
}

config::Settings settings_of(const ChosenEngine& engine) {
    config::Settings settings;
    settings.engine_argv = engine.words;
    settings.engine_dir = to_text(engine.folder);
    return settings;
}

Result<SetupChoices> read_choices(const json::object& question, const ChosenEngine& engine,
                                  const fs::path& start_directory) {
    const config::Settings usual;
    SetupChoices choices;
    auto books = read_books(question, start_directory);
    if (!books) return books.error();
    choices.books = *std::move(books);
    const auto variety = read_number(question, "variety", 0, 100, usual.book_variety);
    if (!variety) return variety.error();
    choices.variety = *variety;
    const auto best_moves = read_number(question, "best_moves", 0, 256, usual.book_top_n);
    if (!best_moves) return best_moves.error();
    choices.best_moves = *best_moves;
    auto learn_file = read_learn_file(question, start_directory);
    if (!learn_file) return learn_file.error();
    choices.learn_file = *std::move(learn_file);
    if (!choices.learn_file.empty() && choices.books.empty())
        return make_error("learn: results are learnt for the moves of a book; choose a book, or "
                          "switch learning off");
    auto options = read_options(question, engine.answer);
    if (!options) return options.error();
    choices.options = *std::move(options);
    auto ini = read_ini_path(question, start_directory);
    if (!ini) return ini.error();
    choices.ini = *std::move(ini);
    choices.has_script = is_true(question, "script");
    if (const auto fits = check_files(choices, engine); !fits) return fits.error();
    return choices;
}

} // namespace polyglot::tools
