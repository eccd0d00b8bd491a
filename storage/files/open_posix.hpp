// Opening a file that may be a link.
#pragma once
#ifndef _WIN32
#include <filesystem>
#include <string>
#include <sys/stat.h>

namespace polyglot::io {

struct OpenedFile {
    int descriptor = -1;   // or
    int error = 0;         // errno, or
    std::string refusal{}; // why its link is not followed, without its name
    std::string why() const;
};

// As ::open(), but links are followed as by follow_links(): a file that another user's link leads to is neither opened
// nor made.
OpenedFile open_file(const std::filesystem::path& file, int flags, ::mode_t mode = 0);

} // namespace polyglot::io
#endif
