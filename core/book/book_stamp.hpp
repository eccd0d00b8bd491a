// Identifies one state of a book file.
#pragma once
#include <cstdint>

namespace polyglot::book {

// Where results are written into it, its date says nothing.
struct BookStamp {
    std::uint64_t size = 0; // bytes
    // Of the file that the name refers to: changes when the file is replaced
    std::uint64_t identity = 0;
    std::int64_t modified_ns = 0; // since 1970
    friend bool operator==(const BookStamp&, const BookStamp&) = default;
};

} // namespace polyglot::book
