// A file gets new contents all at once.
#pragma once
#include "core/result.hpp"

#include <filesystem>
#include <string_view>

namespace polyglot::io {

// Writes a temporary file beside it, syncs that to disk and renames it over the old one: after a crash or a full disk
// there is the old file or the new one, and a reader never sees half of one. The old file's permissions are kept. The
// directory must exist. A symbolic link stays one, and what it names is replaced. What exists and is no regular file is
// refused. The error names the file and the system's reason.
Result<void> replace_file(const std::filesystem::path& file, std::string_view bytes);

} // namespace polyglot::io
