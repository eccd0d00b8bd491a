// A new file that grows by whole pieces, each of them on the disk before the next: a journal.
#pragma once
#include "core/result.hpp"

#include <filesystem>
#include <memory>
#include <string_view>

namespace polyglot::io {

// Every error names the file and the system's reason. The file stays when the object is destroyed.
class JournalFile {
  public:
    virtual ~JournalFile() = default;
    // After an error a part of the bytes may be in the file.
    virtual Result<void> append(std::string_view bytes) = 0;
};

// For the user alone where the system has permissions. Returns null if there is something of that name, a link too: it
// stays as it is.
Result<std::unique_ptr<JournalFile>> create_journal_file(const std::filesystem::path& path);

} // namespace polyglot::io
