// Options of the commands: PolyGlot's style, long names with one dash (two are fine as well).
#pragma once
#include "tools/common/commands.hpp"

#include <iosfwd>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <boost/program_options.hpp>

namespace polyglot::tools {

// What every command returns, see commands.hpp.
constexpr int exit_done = 0;
constexpr int exit_bad_input = 1;
constexpr int exit_bad_usage = 2;

// The beginning of a command: what it opens from here on to read, it cannot write (storage/files/overwrite_guard.hpp).
// Reads args into values. Returns an exit status if the command is already over: after -help, or if the options are
// wrong (reported on err). `usage` is the first line of the help, e.g. "polyglot key [-fen FEN]"; -help is added here.
// words: the option that words without one are values of; none may stand there when it is null.
std::optional<int> read_options(Arguments args, boost::program_options::options_description options,
                                boost::program_options::variables_map& values, std::string_view usage,
                                std::ostream& out, std::ostream& err, const char* words = nullptr);

// The same for options that are steps: the options in the order in which they were given, each as often as it was. The
// name is in string_key, a value, if the option has one, in value.
std::optional<int> read_steps(Arguments args, boost::program_options::options_description options,
                              std::vector<boost::program_options::option>& steps, std::string_view usage,
                              std::ostream& out, std::ostream& err, const char* words);

// The same for a command with several things that options belong to, such as engines. `start` is the option that names
// one; `owned` belong to the one that they follow, before the first one to all, and wherever they stand if there is one
// only. values gets the other options, and the owned ones as well if there is nothing that they could belong to; each
// gets what belongs to one, in the order of the command line.
struct OptionGroups {
    const char* start;
    std::span<const std::string_view> owned;
};
std::optional<int> read_option_groups(Arguments args, boost::program_options::options_description options,
                                      const OptionGroups& groups, boost::program_options::variables_map& values,
                                      std::vector<boost::program_options::variables_map>& each, std::string_view usage,
                                      std::ostream& out, std::ostream& err);

// "place: message", then the text with a caret under the byte at offset.
void show_error(std::ostream& err, std::string_view place, std::string_view message, std::string_view text,
                std::size_t offset);

} // namespace polyglot::tools
