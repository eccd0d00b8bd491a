// Texts of packed files and archives, for GameFile::open().
#pragma once
#include "storage/games/game_files.hpp"
#include "storage/games/game_files_bytes.hpp"

#include <memory>
#include <string>

namespace polyglot::io {

// name is that of the file, for messages. It is an error if libarchive is missing.
Result<std::unique_ptr<GameFile>> open_archive(std::string name, Bytes bytes);

} // namespace polyglot::io
