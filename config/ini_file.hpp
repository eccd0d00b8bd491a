// The text of an ini file, which may come from anywhere.
#pragma once
#include "core/result.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace polyglot::config {

// The bytes of the file. Returns nullopt if there is no such file. The error, without the file's name: the file cannot
// be read, is not a regular file (reading a pipe would wait, a device may never end), or is larger than 1 MiB, more
// than any settings need.
Result<std::optional<std::string>> read_ini_bytes(const std::filesystem::path& file);

// The bytes as UTF-8: what is not UTF-8 is read in the system's code page (text::decode_native). UTF-16 stays.
std::string decode_ini(std::string bytes);

// read_ini_bytes(), then decode_ini().
Result<std::optional<std::string>> read_ini_file(const std::filesystem::path& file);

} // namespace polyglot::config
