// Formats numbers for readers. Test: figures_test.cpp.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace polyglot::text {

// Formats as "1,234,567".
std::string grouped(std::uint64_t number);

// Formats as "1 game", "1,234 games". The plural is needed only if it is not the noun with an s.
std::string counted(std::uint64_t number, std::string_view noun, std::string_view plural = {});

// Formats as "54.3%", rounded to the nearest. If `whole` is 0, the result is 0.0%.
std::string per_cent(std::uint64_t part, std::uint64_t whole);
std::string per_cent(double share); // a share of 1, not negative

// Formats as "3.14" for two digits.
std::string fixed(double number, int digits);

// Formats with 16 digits.
std::string hexadecimal(std::uint64_t number);

} // namespace polyglot::text
