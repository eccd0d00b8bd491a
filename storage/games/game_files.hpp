// Where games come from: files, folders, standard input; plain or packed (gzip, bzip2, xz, zstd, lz4, zip, 7z, tar and
// what else libarchive knows), read as they are unpacked.
#pragma once
#include "core/result.hpp"

#include <cstdint>
#include <filesystem>
#include <istream>
#include <memory>
#include <string>
#include <vector>

namespace polyglot::io {

// The files that a user's words mean, in a fixed order: a folder stands for what lies in and below it and is named like
// PGN or packed PGN, sorted by path; "-" for standard input. The error names what does not exist or cannot be read.
Result<std::vector<std::filesystem::path>> find_game_files(const std::vector<std::string>& words);

// One text of a file: the file itself, unpacked, or one member of an archive.
class GameFile {
  public:
    // "-": standard input, from `in`. The packing is detected from the content, not the name.
    static Result<std::unique_ptr<GameFile>> open(const std::filesystem::path& file, std::istream& in);
    virtual ~GameFile() = default;

    // The next text: a plain or packed file has one, an archive one for each regular member with a PGN name or, if
    // there are none, for each member. Null at the end; then problem() says whether the end is complete. The stream is
    // valid until the next call.
    virtual std::istream* next() = 0;
    virtual const std::string& name() const = 0;    // "games.zip/1990/linares.pgn", for messages
    virtual const std::string& problem() const = 0; // of the file (damaged, cut off), empty if there is none
    virtual bool unpacks() const = 0;               // while it is read, which takes time
    // Of the packed file: how much has been read, and its size (0: not known). For progress.
    virtual std::uint64_t bytes_read() const = 0;
    virtual std::uint64_t bytes_total() const = 0;
};

} // namespace polyglot::io
