// Which games have been seen, for -unique: a set of 64-bit fingerprints within a fixed amount of memory, the rest on disk.
#pragma once
#include "core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>

namespace polyglot::io {

class SeenGames {
  public:
    // folder: for what does not fit into max_bytes.
    SeenGames(std::filesystem::path folder, std::size_t max_bytes);
    ~SeenGames();
    // True: it is new, and known from now on. May be called by several threads.
    Result<bool> insert(std::uint64_t fingerprint);
    // Everything onto the disk, for a checkpoint; and read back by another process.
    Result<void> save();
    Result<void> load();
};

} // namespace polyglot::io
