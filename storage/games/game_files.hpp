// The sources of games: files, folders, standard input; plain or packed (gzip, bzip2, xz, zstd,
// lz4, zip, 7z, tar and other formats of libarchive), which are read while they are unpacked. Test:
// game_files_test.cpp.
#pragma once
#include "core/result.hpp"

#include <cstdint>
#include <filesystem>
#include <istream>
#include <memory>
#include <string>
#include <vector>

namespace polyglot::io {

// Returns the files that a user's words mean, in a fixed order. A folder means the files in and
// below it that have names of PGN or packed PGN, sorted by path; "-" means standard input. The
// error names what does not exist or cannot be read.
Result<std::vector<std::filesystem::path>> find_game_files(const std::vector<std::string>& words);

// One text of a file: the file itself, unpacked, or one member of an archive.
class GameFile {
  public:
    // "-" is standard input, read from `in`. The packing is detected from the content, not the
    // name.
    static Result<std::unique_ptr<GameFile>> open(const std::filesystem::path& file,
                                                  std::istream& in);
    virtual ~GameFile() = default;

    // Returns the next text: a plain or packed file has one, an archive one for each regular member
    // with a PGN name or, if there are none, for each member. Null at the end, when problem() tells
    // whether the file is complete. The stream is valid until the next call.
    virtual std::istream* next() = 0;
    virtual const std::string& name() const = 0;    // "games.zip/1990/linares.pgn", for messages
    virtual const std::string& problem() const = 0; // damage of the file; may be empty
    // The file is unpacked while it is read, which takes time.
    virtual bool unpacks() const = 0;
    // How much of the packed file has been read, and its size, for progress. The size is 0 if
    // unknown.
    virtual std::uint64_t bytes_read() const = 0;
    virtual std::uint64_t bytes_total() const = 0;
};

} // namespace polyglot::io
