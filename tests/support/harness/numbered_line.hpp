// Makes log lines that show a reader who wrote them and whether they are complete.
#pragma once
#include <string>

namespace polyglot::test {

// Returns line `number` of this writer; its text determines how long it must be.
inline std::string numbered_line(int writer, int number) {
    const int length = (writer * 31 + number * 17) % 200;
    return "info string " + std::to_string(writer) + " " + std::to_string(number) + " " +
           std::to_string(length) + " " +
           std::string(static_cast<std::size_t>(length), static_cast<char>('a' + writer));
}

} // namespace polyglot::test
