// Explains what the user probably meant who gave polyglot a book, a game or an engine in place of a
// config file. Test: command_line_test.cpp.
#pragma once
#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace polyglot::cli {

// Returns one sentence with the command for this file, which the user calls by this name; nullopt
// if it may be a config file, or does not exist. Looks at the name and the first bytes.
std::optional<std::string> explain_first_argument(const std::filesystem::path& file,
                                                  const std::string& name);

// For a file that does not exist: names the config file with nearly this name, or with this name
// and .ini, in the same folder. Nullopt if there is none.
std::optional<std::string> explain_missing_file(const std::filesystem::path& file,
                                                const std::string& name);

// For a path with blanks that was given without quotes: args[at] and its neighbours, joined by a
// blank, name a file. The word before args[at] may be the value of an option, as in -ec /opt/my
// engines/sf. Nullopt if no file has such a name.
std::optional<std::string> explain_blanks(const std::filesystem::path& start,
                                          std::span<const std::string_view> args, std::size_t at);

// For a word that is no file: a mistyped command, or one that leaves letters out (mkbook). Nullopt
// if it resembles no command.
std::optional<std::string> explain_command(std::string_view word,
                                           std::span<const std::string_view> commands);

// Says how to run an engine.
std::string explain_engine(std::string_view engine);

} // namespace polyglot::cli
