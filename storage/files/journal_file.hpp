// A journal: a new file that grows by whole pieces, each of which is on the disk before the next
// one.
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
    // After an error some of the bytes may be in the file.
    virtual Result<void> append(std::string_view bytes) = 0;
};

// Creates a file for the user alone, if the system has permissions. Returns null if a file or link
// of that name exists, which stays unchanged.
Result<std::unique_ptr<JournalFile>> create_journal_file(const std::filesystem::path& path);

} // namespace polyglot::io
