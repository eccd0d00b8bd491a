// polyglot -check-config: the settings that polyglot would run with.
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

// What an engine that was started says.
struct EngineDescription {
    std::string text; // "Stockfish 15.1, UCI, 23 options"
    std::string name; // "Stockfish 15.1"; may be empty
    struct Finding {
        std::string option; // of [Engine]
        std::string message, hint;
    };
    // The options of [Engine] that it lacks, and the values that it does not allow.
    std::function<std::vector<Finding>(const config::Settings&)> find_faults;
};

// Facts that only the outer layers can supply.
struct Inspectors {
    // The path of the engine's program (io::find_program); the words are config::engine_words().
    std::function<Result<std::filesystem::path>(const config::Settings&, const std::vector<std::string>& words)>
        find_engine;
    // Describes a book (io::open_book); the path is absolute, and an error names it.
    std::function<Result<BookDescription>(const std::filesystem::path&)> describe_book;
    // Where results are kept, e.g. "/home/me/learn.db" (io::find_learn_store); empty if they are not kept. The error
    // gives the reason why they cannot be kept.
    std::function<Result<std::string>(const config::Settings&)> describe_results;
    // Starts the engine, asks for its options and ends it, in bounded time. Null: it is not started.
    std::function<Result<EngineDescription>(const config::Settings&)> ask_engine = nullptr;
    // The configuration with the settings that were saved for the engine; the name is nullopt if the engine has not
    // told it. Null: none are saved.
    std::function<config::Configuration(config::Configuration, const std::optional<std::string>& engine_name)> recall =
        nullptr;
    // Can this log be written? The error names it. Null: it is not tried.
    std::function<Result<void>(const std::filesystem::path&)> try_log = nullptr;
    // Is this file another user's, who has no right to decide what the user of polyglot runs (io::is_anothers)? Null:
    // none is.
    std::function<bool(const std::filesystem::path&)> is_anothers = nullptr;
    // What {engine}, {pid} … in the paths stand for (io::path_names); empty: they stay.
    std::function<config::PathNames(const config::Settings&)> path_names = nullptr;
};

struct ConfigReport {
    std::string text; // ends with a line end
    bool fine = true; // false: exit code 1
};

// Every problem; then the settings that differ from their defaults (with -all every one: an equivalent ini file), each
// line with the origin of its value as a comment; then the absolute paths of engine, books (in the order in which they
// are consulted), results and log. Notes and warnings leave `fine` true.
ConfigReport check_config(Invocation invocation, const Inspectors& inspectors);

} // namespace polyglot::cli
