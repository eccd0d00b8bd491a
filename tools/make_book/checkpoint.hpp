// How far make-book has come, kept in -tmp so that a run that was killed can go on.
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
    // Of the games that went in, as they must be when it goes on.
    struct Input {
        std::string file;
        std::uint64_t bytes = 0;
        std::int64_t changed = 0; // a time, only to be compared
        friend bool operator==(const Input&, const Input&) = default;
    };
    std::string sums; // MakeBookOptions::sums_description
    std::vector<Input> inputs;
    GamePlace place;
    ReadingReport report;
    GameTally tally;
    std::vector<std::string> runs; // names of files in the folder
    std::string seen;              // SeenGames::save(); empty without -unique
};

// What the files are now. Standard input cannot be read twice: an error.
Result<std::vector<Checkpoint::Input>> inputs_of(const std::vector<std::filesystem::path>& files);

// In make-book's folder.
Result<void> save_checkpoint(const io::Folder::Pointer& folder, const Checkpoint& checkpoint);
// Returns nullopt if there is none. The error names the file.
Result<std::optional<Checkpoint>> load_checkpoint(const io::Folder::Pointer& folder);

} // namespace polyglot::tools
