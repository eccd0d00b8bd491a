// Numbers as people read them.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace polyglot::text {

// "1,234,567".
std::string grouped(std::uint64_t number);

// "1 game", "1,234 games". The plural is needed only where it is not the noun with an s.
std::string counted(std::uint64_t number, std::string_view noun, std::string_view plural = {});

// "54.3%", rounded to the nearest; a share of nothing is 0.0%.
std::string per_cent(std::uint64_t part, std::uint64_t whole);
std::string per_cent(double share); // of 1, not negative

// "3.14" with two digits.
std::string fixed(double number, int digits);

// 16 digits.
std::string hexadecimal(std::uint64_t number);

} // namespace polyglot::text
