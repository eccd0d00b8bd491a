// A file that is read at given positions, a few bytes at a time.
#pragma once
#include "core/book/byte_reader.hpp"
#include "core/result.hpp"
#include "storage/files/folder.hpp"

#include <cstdint>
#include <memory>

namespace polyglot::io {

// Advice to the system whether to read ahead.
enum class Access : std::uint8_t { Random, Sequential };

// Opens a file for reading, and reads nothing yet. It stays the same file when its name is removed
// or given to another file. The error names the path and the system's reason; directories and other
// files that are not regular are refused. A command cannot overwrite it (overwrite_guard.hpp),
// unless it is in a folder that is held open.
Result<std::shared_ptr<const book::ByteReader>>
open_random_access_file(const FileAt& at, Access access = Access::Random);

} // namespace polyglot::io
