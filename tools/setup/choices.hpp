// What the user of `polyglot setup` has chosen. Test: choices_test.cpp.
#pragma once
#include "config/settings.hpp"
#include "core/result.hpp"
#include "tools/engines/ask_engines.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/json/object.hpp>

namespace polyglot::tools {

// An engine that has answered.
struct ChosenEngine {
    std::string typed;              // by the user, or the path that was found
    std::vector<std::string> words; // the program's absolute path, and its arguments
    std::filesystem::path folder;   // in which it runs
    EngineAnswer answer{};
};

struct SetupChoices {
    std::vector<std::string> books{}; // absolute paths, or <starter>; empty: no book
    std::optional<int> variety{};     // BookVariety, if it is not the default
    std::optional<int> best_moves{};  // BookTopN, likewise
    std::string learn_file{};         // BookLearnFile; empty: it does not learn
    // Options of the engine that are not at their defaults, in the engine's order.
    std::vector<std::pair<std::string, std::string>> options{};
    std::filesystem::path ini{};
    bool has_script = false; // for GUIs without a field for arguments
};

// Finds the program of a command: a path, whatever blanks it contains, or a command line. A name
// without a folder is searched in PATH. The error says what is there instead of a program.
Result<ChosenEngine> find_chosen_engine(const std::string& typed,
                                        const std::filesystem::path& start_directory);
// Returns the settings with which the engine is asked and played.
config::Settings settings_of(const ChosenEngine& engine);

// Returns whether both names lead to one file. Names of files that do not exist are compared.
bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b);

// Returns the absolute path of a book that a user typed, or <starter>. Quotes around a path are a
// habit of file managers.
std::string typed_book(std::string_view typed, const std::filesystem::path& start_directory);

// Reads the members "books", "variety", "best_moves", "learn", "learn_file", "options", "ini" and
// "script" of a question. Relative paths begin at start_directory. No file that is written, or
// would be with a script, is one that is read. The error names the member that is wrong, and what
// would be right.
Result<SetupChoices> read_choices(const boost::json::object& question, const ChosenEngine& engine,
                                  const std::filesystem::path& start_directory);

} // namespace polyglot::tools
