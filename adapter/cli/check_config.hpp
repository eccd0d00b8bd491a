// `polyglot -check-config` shows the settings with which polyglot would run. Test:
// check_config_test.cpp.
#pragma once
#include "adapter/cli/command_line.hpp"
#include "config/placeholders.hpp"
#include "core/result.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace polyglot::cli {

struct BookDescription {
    std::string text;                  // "PolyGlot book, 1234 entries"
    std::vector<std::string> warnings; // sentences without final full stop
};

// Describes an engine by its answers.
struct EngineDescription {
    std::string text; // "Stockfish 15.1, UCI, 23 options"
    std::string name; // "Stockfish 15.1"; may be empty
    struct Finding {
        std::string option; // of [Engine]
        std::string message, hint;
    };
    // Returns the options of [Engine] that the engine lacks, and the values that it does not allow.
    std::function<std::vector<Finding>(const config::Settings&)> find_faults;
};

// Functions that only the outer layers can supply.
struct Inspectors {
    // Returns the path of the engine's program (io::find_program); words are
    // config::engine_words().
    std::function<Result<std::filesystem::path>(const config::Settings&,
                                                const std::vector<std::string>& words)>
        find_engine;
    // Returns the words of the engine's command (io::engine_words). If null, those of
    // config::engine_words() are taken.
    std::function<Result<std::vector<std::string>>(const config::Settings&)> engine_words = nullptr;
    // Returns the path of the program of a BookFile = |…, by its words (config::program_words()).
    // It is not started. If null, it is not looked for.
    std::function<Result<std::filesystem::path>(const std::vector<std::string>& words)>
        find_book_program = nullptr;
    // Describes a book (io::open_book); the path is absolute, and an error names it.
    std::function<Result<BookDescription>(const std::filesystem::path&)> describe_book;
    // Returns where results are kept, "/home/me/learn.db" (io::find_learn_store); empty if they are
    // not kept. The error is the reason why they cannot be kept.
    std::function<Result<std::string>(const config::Settings&)> describe_results;
    // Starts the engine, asks for its options and ends it, in bounded time. If null, it is not
    // started.
    std::function<Result<EngineDescription>(const config::Settings&)> ask_engine = nullptr;
    // Returns the configuration with the settings that were saved for the engine; the name is
    // nullopt if the engine has not sent it. If null, none are saved.
    std::function<config::Configuration(config::Configuration,
                                        const std::optional<std::string>& engine_name)>
        recall = nullptr;
    // Returns whether this log can be written; the error names it. If null, this is not tried.
    std::function<Result<void>(const std::filesystem::path&)> try_log = nullptr;
    // Returns whether this file belongs to another user, who must not decide which program the user
    // of polyglot runs (io::is_anothers). If null, no file does.
    std::function<bool(const std::filesystem::path&)> is_anothers = nullptr;
    // Returns the values of {engine}, {pid} … in paths (io::path_names). If null, the placeholders
    // stay.
    std::function<config::PathNames(const config::Settings&)> path_names = nullptr;
};

struct ConfigReport {
    std::string text; // ends with a line end
    bool fine = true; // false leads to exit code 1
};

// Reports every problem; then the settings that differ from their defaults (with -all every one, as
// an equivalent ini file), each line with the origin of its value as a comment; then the absolute
// paths of engine, books (in the order of asking), results and log. Notes and warnings leave `fine`
// true.
ConfigReport check_config(Invocation invocation, const Inspectors& inspectors);

} // namespace polyglot::cli
