// Identifies one state of a book file.
#pragma once
#include <cstdint>

namespace polyglot::book {

// Identifies a state of the file. Writing results into the file changes modified_ns, so a book with
// learn fields is compared without it.
struct BookStamp {
    std::uint64_t size = 0; // bytes
    // Number of the file that the name refers to; it changes when the file is replaced.
    std::uint64_t identity = 0;
    std::int64_t modified_ns = 0; // since 1970
    friend bool operator==(const BookStamp&, const BookStamp&) = default;
};

} // namespace polyglot::book
