// What tells one state of a book file from another.
#pragma once
#include <cstdint>

namespace polyglot::book {

// Where results are written into it, its date says nothing.
struct BookStamp {
    std::uint64_t size = 0;       // bytes
    std::uint64_t identity = 0;   // of the file behind the name: another one when it was replaced
    std::int64_t modified_ns = 0; // since 1970
    friend bool operator==(const BookStamp&, const BookStamp&) = default;
};

} // namespace polyglot::book
