// What an OutputFile writes to until it is whole. The system's part of it.
#pragma once
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
    virtual std::error_code sync() = 0;                        // to the disk
    // Takes the target's place. The rename itself lasts behind sync_folder(), where the file system can do that.
    virtual std::error_code rename_to_target() = 0;
    virtual void sync_folder() = 0;
};

// An empty file beside the target, of which no link is followed, with the target's permissions where there is one. Null
// and the error when it cannot be made.
std::unique_ptr<TemporaryFile> make_temporary_file(const std::filesystem::path& target, std::error_code& error);
// Removes the file unless the process that writes it is alive.
void remove_left_over(const std::filesystem::path& temporary);

} // namespace polyglot::io
