// What `polyglot convert-book` says at its end: what was written, and what the new file lacks of
// the old one.
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

// Of the positions that a walk came to.
struct SourceTally {
    std::uint64_t illegal = 0;    // entries whose move is not legal
    std::uint64_t learnt = 0;     // entries with learn fields
    std::uint64_t priorities = 0; // moves with one
    std::uint64_t results = 0;    // moves with games
    std::uint64_t values = 0;     // positions with one
    std::uint64_t depths = 0;     // of these values
    std::uint64_t others = 0;     // moves after the first of a position
    void add(const std::vector<book::Entry>& entries);
};

struct ConvertReport {
    std::uint64_t unreached = 0; // positions of the source
    std::uint64_t too_long = 0;  // lines longer than any game, without their continuations
    SourceTally source;
    WrittenCounts written;
};

// What the new file has no place for, each a part of a sentence: "learn fields of 12 entries".
std::vector<std::string> losses(const ConvertOptions& options, const ConvertSource& source,
                                const ConvertReport& report);
void write_report(const ConvertOptions& options, const ConvertSource& source,
                  const ConvertReport& report, std::ostream& out);

} // namespace polyglot::tools
