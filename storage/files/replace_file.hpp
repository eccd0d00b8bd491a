// A file gets new contents all at once.
#pragma once
#include "core/result.hpp"
#include "storage/files/folder.hpp"

#include <string_view>

namespace polyglot::io {

// By an OutputFile: after a crash or a full disk there is the old file or the new one, and a reader never sees half of
// one. Links, permissions and refusals are as said there. The error names the file and the system's reason.
Result<void> replace_file(const FileAt& file, std::string_view bytes);

} // namespace polyglot::io
