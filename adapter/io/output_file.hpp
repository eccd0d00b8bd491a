// A file that is there whole or not at all: written to a temporary beside it, synced, renamed.
#pragma once
#include "core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

namespace polyglot::io {

class OutputFile {
  public:
    // The rules of replace_file() for links, rights and what is no regular file. The temporary goes with the object, on
    // a kill at the latest when the next OutputFile of that name is opened.
    static Result<OutputFile> open(const std::filesystem::path& file);
    OutputFile(OutputFile&&) noexcept;
    OutputFile& operator=(OutputFile&&) noexcept;
    ~OutputFile(); // without commit(): nothing has happened

    // Buffered. An error is kept, and told by commit().
    void write(std::string_view bytes);
    std::uint64_t written() const; // bytes so far
    // The error names the file and the system's reason, e.g. a full disk; the old file is as it was.
    Result<void> commit();
};

} // namespace polyglot::io
