// The texts of `polyglot -help` and `polyglot -help options`.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <boost/program_options/options_description.hpp>

namespace polyglot::cli {

struct CommandSummary {
    std::string_view name;
    std::string_view summary; // a few words
};

// Returns what polyglot is, examples, the commands in their order, and where to read on, in at most
// 40 lines of 80 columns.
std::string help_text(std::span<const CommandSummary> commands);

// Returns the options of the command line, then each option of [PolyGlot] and of [Book NAME] with
// its default, its values and its meaning. columns is the width of a line.
std::string options_help(std::size_t columns);

// The options of the adapter's command line; command_line.cpp has them.
const boost::program_options::options_description& adapter_options();

} // namespace polyglot::cli
