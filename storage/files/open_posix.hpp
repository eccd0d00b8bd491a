// Opens a file that may be a link.
#pragma once
#include <filesystem>
#include <string>
#include <sys/stat.h>

namespace polyglot::io {

struct OpenedFile {
    int descriptor = -1;   // or
    int error = 0;         // errno, or
    std::string refusal{}; // why the link is not followed, without its name
    std::string why() const;
};

// Works like ::open(), but links are followed as by follow_links(), so that a file to which another
// user's link leads is neither opened nor created.
OpenedFile open_file(const std::filesystem::path& file, int flags, ::mode_t mode = 0);

} // namespace polyglot::io
