// Formats the final report of `polyglot convert-book`: what was written, and what of the old file
// the new one lacks.
#pragma once
#include "core/book/book.hpp"
#include "tools/books/sources/source.hpp"
#include "tools/books/writers/writer.hpp"
#include "tools/convert_book/options.hpp"

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace polyglot::tools {

// Holds the figures of the positions that a walk reached.
struct SourceTally {
    std::uint64_t illegal = 0;    // entries whose move is not legal
    std::uint64_t learnt = 0;     // entries with learn fields
    std::uint64_t priorities = 0; // moves with a priority
    std::uint64_t results = 0;    // moves with games
    std::uint64_t values = 0;     // positions with a value
    std::uint64_t depths = 0;     // values with a depth
    std::uint64_t others = 0;     // moves after the first of a position
    void add(const std::vector<book::Entry>& entries);
};

struct ConvertReport {
    std::uint64_t unreached = 0; // positions of the source
    std::uint64_t too_long = 0;  // lines longer than any game; their continuations are not included
    SourceTally source;
    WrittenCounts written;
};

// Returns what the new file cannot contain, each as a part of a sentence: "learn fields of 12
// entries".
std::vector<std::string> losses(const ConvertOptions& options, const ConvertSource& source,
                                const ConvertReport& report);
void write_report(const ConvertOptions& options, const ConvertSource& source,
                  const ConvertReport& report, std::ostream& out);

} // namespace polyglot::tools
