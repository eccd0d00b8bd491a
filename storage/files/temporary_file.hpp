// What an OutputFile writes to until it is whole. The system's part of it.
#pragma once
#include "core/result.hpp"
#include "storage/files/folder.hpp"

#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>

namespace polyglot::io {

// Is this the name of a temporary file for `target`? Both without folder.
bool is_temporary_name(std::string_view name, std::string_view target);

class TemporaryFile {
  public:
    virtual ~TemporaryFile() = default;                        // removes it, unless it has become the target
    virtual std::error_code write(std::string_view bytes) = 0; // all of them
    // Starts the transfer to the disk of all that was written, where the system can, so that sync() takes less time.
    virtual void begin_sync() = 0;
    virtual std::error_code sync() = 0; // to the disk
    // Takes the target's place. The rename itself is durable after sync_folder(), where the file system supports it.
    // Windows refuses this while another program has the target open without sharing its deletion: then we try again
    // for some two seconds, and after that the file gets the first free name of "TARGET.new", "TARGET.new2", …, which
    // the error names, so that the work is not lost. The error is a sentence without the target's name.
    virtual Result<void> rename_to_target() = 0;
    virtual void sync_folder() = 0;
};

// Creates an empty file beside the target; a link at the target is not followed. Null and the error on failure.
//
// Where there is a file already, the new one gets its owner and group as far as we may give them, its permissions and,
// on Linux, its access control list. Never setuid, setgid and sticky bits. Where the group cannot be kept, the new
// group may do no more than all others: what was for the old one is not for the new one. From a file of another user,
// in a folder where others may make files (writable for all, or sticky and writable for its group), nothing is kept:
// the user who put it there must not decide who may write to ours. In a folder that is held open nothing is kept
// either. On Windows the new file has the rights that its folder gives to new files.
//
// contents_of: the file whose contents the new one holds, e.g. the book of a history; empty: none. The new file gets
// the rights of that one (rights_posix.hpp), less what a file that is there already does not permit.
std::unique_ptr<TemporaryFile> make_temporary_file(const FileAt& target, const std::filesystem::path& contents_of,
                                                   std::error_code& error);
// Windows' attribute "read-only" of an existing file: it cannot be replaced. (On POSIX the folder's permissions
// decide.)
bool is_marked_read_only(const std::filesystem::path& file);
// If a process was killed while it replaced `target` in two steps (rename_windows.cpp), the old file gets its name
// back; if only its removal was missing, it is removed. Does nothing on POSIX, where there is one step.
void repair_replacement(const std::filesystem::path& target);
// Removes the file if we have made it and the process that wrote it is not alive.
void remove_left_over(const std::filesystem::path& temporary);
// False for a link of another user in a folder in which everyone may create links, unless the folder is his.
bool is_trusted_link(const std::filesystem::path& link);

} // namespace polyglot::io
