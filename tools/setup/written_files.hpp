// Writes the files of `polyglot setup`; what a file replaces is kept beside it. Test:
// written_files_test.cpp.
#pragma once
#include "core/result.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace polyglot::tools {

struct WrittenFile {
    std::filesystem::path file;
    std::filesystem::path kept{}; // the copy of the file that was there; empty if there was none
    bool is_unchanged = false;    // the file had this content already
};

enum class FileMode : std::uint8_t { Plain, Executable };

// Returns the n-th name, from 1, for a copy of the file: "engine.replaced.ini",
// "engine.replaced-2.ini".
std::filesystem::path kept_name(const std::filesystem::path& file, int number);

// Returns whether there is a file of this name with another content.
bool has_other_content(const std::filesystem::path& file, std::string_view text);

// Returns why the file cannot be written, as far as that is known before.
Result<void> check_writable(const std::filesystem::path& file);

// Writes the file completely or not at all. An existing file with another content is copied first,
// completely and synced, under the first kept_name() that is free; if that fails, nothing is
// written. Of a symbolic link the target is compared, copied and replaced; the copy is beside the
// link.
Result<WrittenFile> write_kept(const std::filesystem::path& file, std::string_view text,
                               FileMode mode = FileMode::Plain);

} // namespace polyglot::tools
