// Lines of files from strangers: a line without end must not fill the memory.
#pragma once
#include <cstddef>
#include <istream>
#include <string>

namespace polyglot::tools {

constexpr std::size_t longest_line = std::size_t{2} << 20U; // bytes; a log's line holds one of 1 MiB

// As std::getline, of at most longest_line bytes; left_out is how many more the line had.
bool read_line(std::istream& in, std::string& line, std::size_t& left_out);

// "longer than 2 MiB: 17 bytes are left out"
std::string describe_left_out(std::size_t left_out);

} // namespace polyglot::tools
