// polyglot -check-config: what polyglot would run with.
#pragma once
#include "adapter/cli/command_line.hpp"
#include "core/result.hpp"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace polyglot::cli {

struct BookDescription {
    std::string text;                  // "PolyGlot book, 1234 entries"
    std::vector<std::string> warnings; // sentences without final full stop
};

// What only the outer layers can tell.
struct Inspectors {
    // Where the engine's program is (io::find_program); the words are config::engine_words().
    std::function<Result<std::filesystem::path>(const config::Settings&, const std::vector<std::string>& words)>
        find_engine;
    // What a book is (io::open_book); the path is absolute, and an error names it.
    std::function<Result<BookDescription>(const std::filesystem::path&)> describe_book;
    // Where results are kept, e.g. "/home/me/learn.db" (io::find_learn_store); empty if they are not. The error says
    // why they cannot be.
    std::function<Result<std::string>(const config::Settings&)> describe_results;
};

struct ConfigReport {
    std::string text; // ends with a line end
    bool fine = true; // false: exit code 1
};

// The settings as an ini file that would give just them, each line with the origin of its value as a comment; then the
// absolute paths of engine, books (in the order in which they are asked), results and log; then every problem. Notes
// and warnings do not make it less than fine.
ConfigReport check_config(const Invocation& invocation, const Inspectors& inspectors);

} // namespace polyglot::cli
