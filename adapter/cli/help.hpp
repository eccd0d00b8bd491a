// What `polyglot -help` and `polyglot -help options` print.
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

// What it is, examples, the commands in their order, and where to read on: at most 40 lines of 80 columns.
std::string help_text(std::span<const CommandSummary> commands);

// The options of the command line, then each of [PolyGlot] and of [Book NAME] with its default, what it may be and what
// it means. columns: of a line.
std::string options_help(std::size_t columns);

// Of the adapter's own command line. (In command_line.cpp.)
const boost::program_options::options_description& adapter_options();

} // namespace polyglot::cli
