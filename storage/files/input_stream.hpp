// A file that a command reads as a stream. The command cannot write this file as well
// (overwrite_guard.hpp).
#pragma once
#include "storage/files/overwrite_guard.hpp"

#include <filesystem>
#include <fstream>

namespace polyglot::io {

class InputStream : public std::ifstream {
  public:
    InputStream() = default; // without a file
    explicit InputStream(const std::filesystem::path& file) { open(file); }
    void open(const std::filesystem::path& file) {
        note_input(file);
        std::ifstream::open(file, std::ios::binary);
    }
};

} // namespace polyglot::io
