// Gives a file new contents in one step.
#pragma once
#include "core/result.hpp"
#include "storage/files/folder.hpp"

#include <filesystem>
#include <string_view>

namespace polyglot::io {

// Writes by an OutputFile, so that after a crash or a full disk there is the old file or the new
// one, and a reader never sees a part. Links, permissions and refusals are described there. The
// error names the file and the system's reason. contents_of is the file, if any, whose contents the
// bytes have or reveal.
Result<void> replace_file(const FileAt& file, std::string_view bytes,
                          const std::filesystem::path& contents_of = {});

} // namespace polyglot::io
