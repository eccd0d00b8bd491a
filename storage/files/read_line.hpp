// Reads lines of files that are not trusted, in which a line without end must not fill the memory.
// Test: read_line_test.cpp.
#pragma once
#include <cstddef>
#include <istream>
#include <string>

namespace polyglot::tools {

// In bytes; a line of a log may contain one of 1 MiB.
constexpr std::size_t longest_line = std::size_t{2} << 20U;

// Works like std::getline(), for at most longest_line bytes; left_out is the number of further
// bytes of the line.
bool read_line(std::istream& in, std::string& line, std::size_t& left_out);

// Returns "longer than 2 MiB: 17 bytes are left out".
std::string describe_left_out(std::size_t left_out);

} // namespace polyglot::tools
