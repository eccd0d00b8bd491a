// What a file is that was taken for another kind of file.
#pragma once
#include <filesystem>
#include <string>

namespace polyglot::io {

// " but an Arena book (.abk)", to follow "is not …"; empty if the file cannot be read, or it is not known what it is.
std::string but_it_is(const std::filesystem::path& file);

} // namespace polyglot::io
