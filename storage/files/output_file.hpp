// A file that is written completely or not at all: it is written to a temporary file beside it,
// which is synced and renamed. Test: output_file_test.cpp.
#pragma once
#include "core/result.hpp"
#include "storage/files/folder.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace polyglot::io {

class TemporaryFile;

// Synced contents survive a power failure; Unsynced ones survive only a kill, which is enough for
// files that are useless after a power failure.
enum class Durability : std::uint8_t { Synced, Unsynced };

// Returns the file to which symbolic links lead, even if it does not exist yet. The error names a
// link that leads to itself. A link that another user has put into a folder in which everyone may
// create links is refused.
Result<std::filesystem::path> follow_links(const std::filesystem::path& file);
// The same, but the error does not contain the file's name.
Result<std::filesystem::path> target_of(const std::filesystem::path& file);

class OutputFile {
  public:
    // A symbolic link stays and its target is replaced, but a link that another user has put into a
    // folder in which everyone may create links is refused. For owner and permissions of the new
    // file see make_temporary_file(). The folder must exist. An existing file that is not a regular
    // file is refused, and so is an input of the command (overwrite_guard.hpp). The temporary file,
    // "FILE.<process>-<number>.polyglot-part", is removed with the object, after a kill at the
    // latest when the next OutputFile of that name is opened; those of living writers stay. None of
    // this is checked in a folder that is held open, because only this program writes there.
    // contents_of is the file, if any, whose contents this one has; then users have no more rights
    // to this one (make_temporary_file()).
    static Result<OutputFile> open(const FileAt& file, Durability durability = Durability::Synced,
                                   const std::filesystem::path& contents_of = {});
    OutputFile(OutputFile&&) noexcept;
    OutputFile& operator=(OutputFile&&) noexcept;
    ~OutputFile(); // without commit() the old file is unchanged

    // Writes to a buffer. An error is kept, and returned by commit().
    void write(std::string_view bytes);
    std::uint64_t written() const { return written_; } // bytes so far
    bool failed() const { return error_.has_value(); } // further writes have no effect
    // The last call, which replaces the file. The error names the file and the system's reason,
    // e.g. a full disk; the old file is unchanged then.
    Result<void> commit();

  private:
    OutputFile(std::filesystem::path named, std::filesystem::path target,
               std::unique_ptr<TemporaryFile> temporary, Durability durability);
    void flush(std::string_view bytes);
    Result<void> rename_to_target();

    std::filesystem::path named_;  // the caller's name for it, for messages
    std::filesystem::path target_; // where named_ leads; empty in a folder that is held open
    std::unique_ptr<TemporaryFile> temporary_;
    Durability durability_;
    std::string buffer_;
    std::uint64_t written_ = 0;
    std::uint64_t unsynced_ = 0; // bytes since the last begin_sync()
    std::optional<Error> error_;
};

} // namespace polyglot::io
