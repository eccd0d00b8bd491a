// Opening a book by its path: the one place that joins a file and a book format.
#pragma once
#include "core/book/book.hpp"
#include "core/result.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace polyglot::io {

// A book ready to be asked, and what is worth saying about it in the log.
struct OpenedBook {
    std::shared_ptr<const book::Book> book; // keeps its file open; any number of threads may ask it
    std::string format;                     // "PolyGlot"
    std::uint64_t entries = 0;              // 16-byte entries, header and end marker included
    std::string header;                     // the @PG@ comment on one line, empty when there is none
    bool sorted = true;                     // false: answered through an index built at opening
    std::vector<std::string> warnings;      // sentences without final full stop: trailing bytes, disorder …
};

// Opens the file read-only. Reads a bounded number of pages when the file is large (docs/formats/polyglot-bin.md says
// how many). The error names the path and the reason: not there, a directory, not a book and what it looks like
// instead.
Result<OpenedBook> open_book(const std::filesystem::path& path);

} // namespace polyglot::io
