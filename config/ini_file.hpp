// Reads the text of an ini file, whose content is not trusted. Test: ini_file_test.cpp.
#pragma once
#include "core/result.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace polyglot::config {

// Returns the bytes of the file; nullopt if there is no such file. The error, without the file's
// name, says that the file cannot be read, is not a regular file (reading a pipe would wait, a
// device may never end), or is larger than 1 MiB, which is more than any settings need.
Result<std::optional<std::string>> read_ini_bytes(const std::filesystem::path& file);

// Returns the bytes as UTF-8. Text that is not UTF-8 is read in the system's code page
// (text::decode_native()). UTF-16 stays unchanged.
std::string decode_ini(std::string bytes);

// read_ini_bytes(), then decode_ini().
Result<std::optional<std::string>> read_ini_file(const std::filesystem::path& file);

} // namespace polyglot::config
