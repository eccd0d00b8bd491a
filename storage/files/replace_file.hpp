// A file gets new contents all at once.
#pragma once
#include "core/result.hpp"
#include "storage/files/folder.hpp"

#include <filesystem>
#include <string_view>

namespace polyglot::io {

// By an OutputFile: after a crash or a full disk there is the old file or the new one, and a reader never sees half of
// one. Links, permissions and refusals are as said there. The error names the file and the system's reason.
// contents_of: the file, if any, whose contents the bytes are or tell of.
Result<void> replace_file(const FileAt& file, std::string_view bytes, const std::filesystem::path& contents_of = {});

} // namespace polyglot::io
