// Describes a file that was taken for another kind of file.
#pragma once
#include <filesystem>
#include <string>

namespace polyglot::io {

// Returns " but an Arena book (.abk)", to follow "is not …"; empty if the file cannot be read, or
// its kind is unknown.
std::string but_it_is(const std::filesystem::path& file);

} // namespace polyglot::io
