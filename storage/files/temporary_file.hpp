// The file that an OutputFile writes until it is complete. This is the part that depends on the
// system.
#pragma once
#include "core/result.hpp"
#include "storage/files/folder.hpp"

#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>

namespace polyglot::io {

// Returns true for the name of a temporary file for `target`; both are without folder.
bool is_temporary_name(std::string_view name, std::string_view target);

class TemporaryFile {
  public:
    // Removes the file, unless it has become the target.
    virtual ~TemporaryFile() = default;
    virtual std::error_code write(std::string_view bytes) = 0; // writes all of them
    // Starts to transfer the written bytes to the disk, if the system can, so that sync() takes
    // less time.
    virtual void begin_sync() = 0;
    virtual std::error_code sync() = 0; // transfers all bytes to the disk
    // Replaces the target. The rename is durable after sync_folder(), if the file system supports
    // it. Windows refuses it while another program has the target open without sharing its
    // deletion. Then it is tried for about two seconds; after that the file gets the first free
    // name of "TARGET.new", "TARGET.new2", …, which the error names, so that the work is not lost.
    // The error is a sentence without the target's name.
    virtual Result<void> rename_to_target() = 0;
    virtual void sync_folder() = 0;
};

// Creates an empty file beside the target; a link at the target is not followed. Null and the error
// on failure.
//
// If the target exists, the new file gets its owner and group as far as the process may set them,
// its permissions and, on Linux, its access control list, but never setuid, setgid and sticky bits.
// If the group cannot be kept, the new group gets no more rights than all others. Nothing is kept
// from a file of another user in a folder where others may create files (writable for all, or
// sticky and writable for its group), because that user must not decide who may write to the new
// file. In a folder that is held open nothing is kept either. On Windows the new file has the
// rights that its folder gives to new files.
//
// contents_of is the file, or empty, whose contents the new one has, e.g. the book of a history.
// The new file gets the rights of that one (rights_posix.hpp), except those that an existing target
// does not permit.
std::unique_ptr<TemporaryFile> make_temporary_file(const FileAt& target,
                                                   const std::filesystem::path& contents_of,
                                                   std::error_code& error);
// Returns true for a file with the attribute "read-only" of Windows, which cannot be replaced. On
// POSIX systems the folder's permissions decide instead.
bool is_marked_read_only(const std::filesystem::path& file);
// If a process was killed while it replaced `target` in two steps (rename_windows.cpp), the old
// file gets its name back; if only its removal was missing, it is removed. Does nothing on POSIX,
// where there is one step.
void repair_replacement(const std::filesystem::path& target);
// Removes the file if this program has created it and the process that wrote it has ended.
void remove_left_over(const std::filesystem::path& temporary);
// Returns false for a link of another user in a folder in which everyone may create links, unless
// the folder belongs to that user.
bool is_trusted_link(const std::filesystem::path& link);

} // namespace polyglot::io
