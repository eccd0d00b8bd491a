// Decides which games the statistics keep (-games), and numbers the files that have them.
#pragma once
#include "core/book/make/stats_layout.hpp"
#include "core/result.hpp"
#include "tools/make_book/options.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace polyglot::tools {

// Files are numbered in the order of their recorded names, whatever their order on the command
// line. The runs of make-book number only the files that are read, because other statistics may be
// joined with them after an interruption.
struct KeptPlan {
    std::uint32_t most = 0; // of each kind; 0: none is kept
    std::vector<std::string> names;
    std::vector<std::string> read_names;        // of the files that are read
    std::vector<std::uint32_t> number_of_read;  // in read_names, by their order in `files`
    std::vector<std::uint32_t> number_in_names; // of each of read_names, in `names`
    // The numbers in `names` of the files that each of from_stats names; empty if it names none.
    std::vector<std::vector<std::uint32_t>> number_of_named;
    std::vector<std::string> remarks; // what is lost, as sentences
};

// files: the files of games that are read.
Result<KeptPlan> plan_kept_games(const MakeBookOptions& options,
                                 const std::vector<std::filesystem::path>& files);

} // namespace polyglot::tools
