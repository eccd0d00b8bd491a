#include "adapter/cli/check_config.hpp"

#include "config/book_conditions.hpp"
#include "config/book_program.hpp"
#include "config/engine_command.hpp"
#include "config/ini_line.hpp"
#include "config/learn_server.hpp"
#include "config/native.hpp"
#include "core/chess/variant_name.hpp"
#include "core/openings/starter.hpp"
#include "core/text/absolute_path.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>

namespace polyglot::cli {
namespace {

namespace fs = std::filesystem;
using config::Diagnostic;
using config::Severity;

class Report {
  public:
    explicit Report(Invocation invocation)
        : invocation_(std::move(invocation)), settings_(invocation_.configuration.settings) {}

    ConfigReport write(const Inspectors& inspectors) {
        ask_engine(inspectors);
        if (inspectors.recall)
            invocation_.configuration =
                inspectors.recall(std::move(invocation_.configuration), engine_name());
        if (inspectors.path_names) names_ = inspectors.path_names(settings_);
        names_.opponent = "unknown"; // until a GUI names one
        text_ = version_text();
        fact("config", invocation_.config_file ? to_text(*invocation_.config_file) : "none");
        for (const std::string& file : invocation_.configuration.included)
            fact("includes", file);
        const std::string head = std::exchange(text_, "");
        write_settings();
        find_foreign_paths();
        find_unread_settings_file();
        write_engine();
        write_books(inspectors);
        find_silent_books();
        write_results(inspectors);
        write_log(inspectors);
        const std::string body = std::exchange(text_, "");
        write_problems();
        return {head + text_ + body, fine_};
    }

  private:
    void write_settings() {
        text_ += "\n[PolyGlot]\n";
        for (const config::Option& option : config::schema()) {
            if (option.type == config::OptionType::Button) continue;
            const std::string value = config::format_option(settings_, option);
            const bool is_default =
                provenance().of(option).kind == config::Origin::Kind::Default &&
                (value == config::default_value(option) || !option.name.starts_with("Book"));
            if (invocation_.all_settings || !is_default)
                setting(option.name, value, origin_of(option));
        }
        for (const config::BookSettings& book : settings_.books)
            write_section(book);
        if (!settings_.engine_options.empty() || invocation_.all_settings) text_ += "\n[Engine]\n";
        for (const auto& [name, value] : settings_.engine_options)
            setting(name, value, place_of(provenance().of_engine_option(name)));
        text_ += '\n';
    }

    // Returns only the line, since the file's name is printed above.
    std::string place_of(const config::Origin& origin) const {
        const bool is_file = origin.kind == config::Origin::Kind::File && invocation_.config_file &&
                             origin.file == to_text(*invocation_.config_file);
        return is_file ? "line " + std::to_string(origin.line) : config::describe(origin);
    }

    void find_unread_settings_file() {
        const config::Origin origin = provenance().of(*config::find_option("SettingsFile"));
        const fs::path file = absolute(settings_.settings_file);
        if (origin.kind != config::Origin::Kind::File || file == invocation_.config_file) return;
        found_.push_back({Severity::Note, origin.file, origin.line, 0, 0,
                          "Save writes " + to_text(file) +
                              ", which is not read at the next start, as in PolyGlot",
                          "", "to play by the saved settings, start polyglot with that file"});
    }

    // Finds paths of the other system, from which the file was copied with its engine.
    void find_foreign_paths() {
        std::vector<std::pair<std::string, std::string>> paths{
            {"EngineDir", settings_.engine_dir},     {"EngineCommand", settings_.engine_command},
            {"LogFile", settings_.log_file},         {"BookLearnFile", settings_.book_learn_file},
            {"SettingsDir", settings_.settings_dir}, {"BookFile", settings_.book_file}};
        for (const config::BookSettings& book : settings_.books)
            paths.emplace_back("File of [Book " + book.name + ']', book.file);
        for (const auto& [name, path] : paths)
            if (const std::string_view system = foreign_system(path); !system.empty())
                problem(name + " = " + path + ": this is a path of " + std::string(system),
                        Severity::Warning);
    }

    static std::string_view foreign_system(std::string_view path) {
        if (config::native_dialect().quoting == text::Quoting::Windows)
            return path.starts_with("/") && !path.starts_with("//") ? "Linux" : "";
        const bool has_drive =
            path.size() > 2 && path[1] == ':' && (path[2] == '\\' || path[2] == '/');
        return has_drive || path.starts_with("\\\\") ? "Windows" : "";
    }

    // Writes only the settings that differ from their default; polyglot.ini.example lists the
    // defaults.
    void write_section(const config::BookSettings& book) {
        text_ += "\n[Book " + config::format_ini_name(book.name) + "]\n";
        for (const config::BookOption& option : config::book_schema()) {
            const config::Origin origin = provenance().of_book_option(book.name, option);
            if (origin.kind != config::Origin::Kind::Default)
                setting(option.name, config::format_option(book, option), place_of(origin));
        }
    }

    // Two defaults depend on whether there is a [Book NAME].
    std::string origin_of(const config::Option& option) const {
        const config::Origin origin = provenance().of(option);
        const bool differs =
            config::format_option(settings_, option) != config::default_value(option);
        const bool is_default =
            origin.kind == config::Origin::Kind::Default && option.name.starts_with("Book");
        if (!is_default || !differs) return place_of(origin);
        if (!settings_.books.empty()) return config::describe(origin) + " with a [Book NAME]";
        return config::describe(origin) + " without a " + config::default_value(option);
    }

    void setting(std::string_view name, const std::string& value, const std::string& origin) {
        text_ += std::string(name) + " = " +
                 (value.empty() ? "" : config::format_ini_value(value)) + "  # " + origin + '\n';
    }

    // The engine is asked first, because the settings in force may depend on its name.
    void ask_engine(const Inspectors& inspectors) {
        const auto plain = config::engine_words(settings_);
        if (plain.has_error()) return; // reported by parse_command_line
        const auto words = inspectors.engine_words ? inspectors.engine_words(settings_) : plain;
        if (words->size() < plain->size())
            note("EngineCommand: " + text::quote(words->front()) + " is taken for one name",
                 "put a path with blanks in quotes");
        program_ = inspectors.find_engine(settings_, *words);
        for (std::size_t i = 1; i < words->size(); ++i)
            arguments_ += " \"" + (*words)[i] + '"';
        if (program_->has_value() && inspectors.ask_engine && may_start(inspectors))
            answer_ = inspectors.ask_engine(settings_);
    }

    std::optional<std::string> engine_name() const {
        if (!answer_ || answer_->has_error()) return std::nullopt;
        return (*answer_)->name;
    }

    void write_engine() {
        if (!program_) return fact("engine", "none");
        if (program_->has_error()) {
            fact("engine", "not found");
            return problem(program_->error().message);
        }
        fact("engine", to_text(**program_) + arguments_);
        fact("engine runs in", to_text(absolute(filled(settings_.engine_dir))));
        if (answer_) write_answer(*answer_);
    }

    bool may_start(const Inspectors& inspectors) {
        if (invocation_.start_engine || !inspectors.is_anothers)
            return invocation_.start_engine.value_or(true);
        std::vector<fs::path> files;
        if (invocation_.config_file) files.push_back(*invocation_.config_file);
        for (const std::string& file : invocation_.configuration.included)
            files.push_back(absolute(file));
        const auto anothers = std::find_if(files.begin(), files.end(), inspectors.is_anothers);
        if (anothers == files.end()) return true;
        note("the engine was not started, and [Engine] not compared with its options: " +
                 to_text(*anothers) + " is another user's file",
             "-start starts the engine all the same: it runs with your rights");
        return false;
    }

    void write_answer(const Result<EngineDescription>& engine) {
        if (engine.has_error()) return problem(engine.error().message);
        fact("engine says", engine->text);
        if (!engine->find_faults) return;
        for (const EngineDescription::Finding& finding : engine->find_faults(settings_)) {
            const config::Origin origin = provenance().of_engine_option(finding.option);
            found_.push_back({Severity::Warning, origin.file, origin.line, 0, 0, finding.message,
                              "", finding.hint});
        }
    }

    void write_books(const Inspectors& inspectors) {
        if (!settings_.book_file.empty())
            write_book(inspectors, "book", settings_.book_file, "");
        else if (settings_.books.empty())
            fact("book", "none");
        for (const config::BookSettings& book : settings_.books)
            write_book(inspectors, "book " + book.name, book.file, rules_of(book));
    }

    void write_book(const Inspectors& inspectors, const std::string& what, const std::string& path,
                    const std::string& rules) {
        if (config::is_program(path)) return write_program(inspectors, what, path, rules);
        const fs::path file = path == openings::starter_name ? to_path(path) : absolute(path);
        if (!settings_.book) return fact(what, "off (would be " + to_text(file) + ')');
        const Result<BookDescription> book = inspectors.describe_book(file);
        fact(what, to_text(file) + (book.has_value() ? ": " + book->text : std::string()) + rules);
        // The error names the file.
        if (book.has_error()) return problem(what + ' ' + book.error().message);
        for (const std::string& warning : book->warnings)
            problem(what + ' ' + to_text(file) + ": " + warning, Severity::Warning);
    }

    // The program is named, and never started.
    void write_program(const Inspectors& inspectors, const std::string& what,
                       const std::string& command, const std::string& rules) {
        const auto words = config::program_words(command);
        if (words.has_error()) {
            fact(what, command + rules);
            return problem(what + " is a program: " + words.error().message);
        }
        const auto program = inspectors.find_book_program
                                 ? inspectors.find_book_program(*words)
                                 : Result<fs::path>(to_path(words->front()));
        std::string text = program ? to_text(*program) : words->front();
        for (std::size_t i = 1; i < words->size(); ++i)
            text += " \"" + (*words)[i] + '"';
        if (!settings_.book) return fact(what, "off (would be the program " + text + ')');
        fact(what, "the program " + text + ", not started by -check-config" + rules);
        if (program.has_error()) problem(what + ": " + program.error().message);
    }

    // Finds the reasons why a book is not asked, in every game or in some.
    void find_silent_books() {
        if (!settings_.book) {
            const bool is_named = provenance().of(*config::find_option("BookFile")).kind !=
                                  config::Origin::Kind::Default;
            if (is_named &&
                provenance().of(*config::find_option("Book")).kind == config::Origin::Kind::Default)
                note("BookFile is set, but Book is not: no book is asked", "Book = true");
            return;
        }
        for (const auto& [name, value] : settings_.engine_options)
            find_silent_books(name, value);
        if (settings_.book_depth_moves == 0)
            problem("BookDepth = 0: the book is never asked", Severity::Warning);
        for (const config::BookSettings& book : settings_.books)
            find_silence(book);
    }

    void find_silent_books(const std::string& engine_option, const std::string& value) {
        const bool analyses = text::equal_ignoring_case(engine_option, "UCI_AnalyseMode") &&
                              text::parse_bool(value).value_or(false);
        const bool plays_other = text::equal_ignoring_case(engine_option, "UCI_Variant") &&
                                 !chess::is_normal_variant(value) &&
                                 !chess::is_chess960_variant(value);
        if (!analyses && !plays_other) return;
        const config::Origin origin = provenance().of_engine_option(engine_option);
        found_.push_back({Severity::Warning, origin.file, origin.line, 0, 0,
                          "[Engine] " + engine_option + " = " + value + ": no book is asked" +
                              (plays_other ? ", since the rules of the variant are not known" : ""),
                          "", ""});
    }

    void find_silence(const config::BookSettings& book) {
        const std::string what = "book " + book.name + ": ";
        if (book.depth_moves == 0)
            problem(what + "Depth = 0: it is never asked", Severity::Warning);
        if (book.min_ply > book.max_ply)
            problem(what + "MinPly is greater than MaxPly: it is never asked", Severity::Warning);
        if (!config::matches_time(book.time_control, std::nullopt))
            note(what + "TimeControl = " + book.time_control +
                     ": it is not asked before the host has sent the time, so " +
                     "not for the first move of lichess-bot and BotLi",
                 "add unknown to the list");
        if (!book.opponent.empty())
            note(what + "Opponent = " + book.opponent +
                     ": it is not asked if the host does not name the opponent",
                 "");
    }

    void write_results(const Inspectors& inspectors) {
        if (!settings_.book || !settings_.book_learn) {
            const std::string file = learn_file();
            return fact("results",
                        file.empty()
                            ? "off"
                            : "off (would be " +
                                  (config::is_learn_server(file) ? file : to_text(absolute(file))) +
                                  ')');
        }
        config::Settings settings = settings_;
        settings.book_learn_file = learn_file();
        if (!config::is_learn_server(settings.book_learn_file) &&
            will_be_made(settings_.book_learn_file))
            return fact("results",
                        to_text(absolute(settings.book_learn_file)) + " (its folder will be made)");
        const Result<std::string> results = inspectors.describe_results(settings);
        fact("results", results.has_value() && !results->empty() ? *results : "none");
        if (results.has_error())
            problem("BookLearn: no results are kept: " + results.error().message);
    }

    // Returns the settings that differ from the defaults: " (Color = white, Stop = true)".
    static std::string rules_of(const config::BookSettings& book) {
        std::string rules;
        for (const config::BookOption& option : config::book_schema()) {
            const std::string value = config::format_option(book, option);
            if (option.name == "File" || value == config::default_value(option)) continue;
            rules += (rules.empty() ? " (" : ", ") + std::string(option.name) + " = " + value;
        }
        return rules.empty() ? rules : rules + ')';
    }

    void write_log(const Inspectors& inspectors) {
        const fs::path file = absolute(filled(settings_.log_file));
        fact("log", settings_.log ? to_text(file) : "off (would be " + to_text(file) + ')');
        if (!settings_.log) return;
        std::error_code error;
        if (fs::is_directory(file, error))
            return problem("log " + to_text(file) + " is a directory");
        if (!fs::is_directory(file.parent_path(), error) && !will_be_made(settings_.log_file))
            return problem("log " + to_text(file) + ": directory " + to_text(file.parent_path()) +
                           " does not exist");
        if (!inspectors.try_log || !fs::is_directory(file.parent_path(), error)) return;
        if (const Result<void> tried = inspectors.try_log(file); tried.has_error())
            problem(tried.error().message);
    }

    void write_problems() {
        std::vector<Diagnostic> all = invocation_.configuration.diagnostics;
        all.insert(all.end(), found_.begin(), found_.end());
        text_ += '\n';
        std::stable_sort(all.begin(), all.end(), [](const Diagnostic& a, const Diagnostic& b) {
            return a.severity > b.severity; // the worst first
        });
        for (const Diagnostic& diagnostic : all) {
            if (diagnostic.severity == Severity::Error || diagnostic.severity == Severity::Fatal)
                fine_ = false;
            text_ += config::render(diagnostic) + '\n';
        }
        if (all.empty()) text_ += "Nothing is wrong.\n";
    }

    void fact(std::string_view what, const std::string& value) {
        text_ += std::string(what) + ": " + value + '\n';
    }
    void problem(std::string message, Severity severity = Severity::Error) {
        found_.push_back({severity, "", 0, 0, 0, std::move(message), "", ""});
    }
    void note(std::string message, std::string hint) {
        found_.push_back({Severity::Note, "", 0, 0, 0, std::move(message), "", std::move(hint)});
    }
    std::string filled(const std::string& path) const {
        return config::fill_placeholders(path, names_);
    }
    std::string learn_file() const {
        const std::string& file = settings_.book_learn_file;
        return config::is_learn_server(file) ? file : filled(file);
    }
    // Returns true if the folder has a placeholder in its name, so that it will be created.
    bool will_be_made(const std::string& path) const {
        const auto above = config::folder_above_placeholders(path);
        std::error_code error;
        return above && fs::is_directory(absolute(*above), error) &&
               !fs::exists(absolute(filled(path)).parent_path(), error);
    }
    fs::path absolute(const std::string& path) const {
        const fs::path whole =
            normal_path(absolute_path(invocation_.start_directory, to_path(path)));
        return whole.has_filename() ? whole : whole.parent_path(); // "dir/." became "dir/"
    }

    const config::Provenance& provenance() const { return invocation_.configuration.provenance; }

    Invocation invocation_;
    const config::Settings& settings_; // of invocation_
    std::optional<Result<fs::path>> program_;
    std::string arguments_;
    std::optional<Result<EngineDescription>> answer_; // nullopt if the engine was not asked
    config::PathNames names_;
    std::string text_;
    std::vector<Diagnostic> found_;
    bool fine_ = true;
};

} // namespace

ConfigReport check_config(Invocation invocation, const Inspectors& inspectors) {
    return Report(std::move(invocation)).write(inspectors);
}

} // namespace polyglot::cli
