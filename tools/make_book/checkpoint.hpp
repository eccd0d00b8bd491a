// The progress of make-book, saved in -tmp so that a killed run can continue.
#pragma once
#include "core/result.hpp"
#include "storage/files/folder.hpp"
#include "tools/common/game_reading.hpp"
#include "tools/make_book/game_samples.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace polyglot::tools {

struct Checkpoint {
    // A file of games that has been read; it must be unchanged when the run continues.
    struct Input {
        std::string file;
        std::uint64_t bytes = 0;
        std::int64_t changed = 0; // a time that is only compared
        friend bool operator==(const Input&, const Input&) = default;
    };
    std::string sums; // MakeBookOptions::sums_description
    std::vector<Input> inputs;
    GamePlace place;
    ReadingReport report;
    GameTally tally;
    std::vector<std::string> runs;       // names of files in the folder
    std::vector<std::string> game_runs;  // the same of PlayedGames; empty without -games
    std::vector<std::string> game_names; // KeptPlan::read_names, whose numbers game_runs have
    std::string seen;                    // SeenGames::save(); empty without -unique
};

// Returns the current state of the files. Standard input is an error, because it cannot be read
// twice.
Result<std::vector<Checkpoint::Input>> inputs_of(const std::vector<std::filesystem::path>& files);

// Saves the checkpoint in make-book's folder.
Result<void> save_checkpoint(const io::Folder::Pointer& folder, const Checkpoint& checkpoint);
// Returns nullopt if there is no checkpoint. The error names the file.
Result<std::optional<Checkpoint>> load_checkpoint(const io::Folder::Pointer& folder);

} // namespace polyglot::tools
