// Reads the command line of a command that has options of its own and takes the adapter's options
// for the engine: the config file, -ec and so on, and everything after "--".
#pragma once
#include "adapter/cli/command_line.hpp"
#include "tools/common/option_table.hpp"

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <string_view>
#include <variant>
#include <vector>

namespace polyglot::tools {

struct SplitArguments {
    std::vector<std::string_view> own, adapter;
};
// Receives a word that is neither an option nor the value of one, and adds it to one of the two.
using TakeWord = std::function<void(SplitArguments& split, std::string_view word)>;
SplitArguments split_arguments(Arguments args, const OptionTable& option,
                               const TakeWord& take_word);

// Reads the adapter's part. Warnings and errors are reported on err; returns the exit status if
// there is an error.
std::variant<cli::Invocation, int>
read_adapter_options(const std::vector<std::string_view>& adapter,
                     const std::filesystem::path& start_directory, const OptionTable& option,
                     std::ostream& err);

} // namespace polyglot::tools
