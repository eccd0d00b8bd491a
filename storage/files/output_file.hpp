// A file that is there whole or not at all: written to a temporary beside it, synced, renamed.
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

// Synced: the new contents outlive a power failure. Unsynced: only a kill, which is enough for what nobody will look
// for after one.
enum class Durability : std::uint8_t { Synced, Unsynced };

// The file that symbolic links lead to, also where there is none yet. The error names the one that leads to itself.
Result<std::filesystem::path> follow_links(const std::filesystem::path& file);

class OutputFile {
  public:
    // A symbolic link stays one, and what it names is replaced, but a link that another user has put into a folder in
    // which everybody may make links is refused. Who owns the new file, and who may read it: see make_temporary_file().
    // The folder must exist. What exists and is no regular file is refused, and what the command reads
    // (overwrite_guard.hpp). The temporary, "FILE.<process>-<number>.polyglot-part", goes with the object, on a kill at
    // the latest when the next OutputFile of that name is opened; those of living writers stay.
    // In a folder that is held open none of this is asked: what is in it is ours.
    static Result<OutputFile> open(const FileAt& file, Durability durability = Durability::Synced);
    OutputFile(OutputFile&&) noexcept;
    OutputFile& operator=(OutputFile&&) noexcept;
    ~OutputFile(); // without commit(): nothing has happened

    // Buffered. An error is kept, and told by commit().
    void write(std::string_view bytes);
    std::uint64_t written() const { return written_; } // bytes so far
    bool failed() const { return error_.has_value(); } // writing on is no use
    // The last call. The error names the file and the system's reason, e.g. a full disk; the old file is as it was.
    Result<void> commit();

  private:
    OutputFile(std::filesystem::path named, std::filesystem::path target, std::unique_ptr<TemporaryFile> temporary,
               Durability durability);
    void flush(std::string_view bytes);
    Result<void> rename_to_target();

    std::filesystem::path named_;  // as the caller says it, for messages
    std::filesystem::path target_; // what it leads to; empty: in a folder that is held open
    std::unique_ptr<TemporaryFile> temporary_;
    Durability durability_;
    std::string buffer_;
    std::uint64_t written_ = 0;
    std::optional<Error> error_;
};

} // namespace polyglot::io
