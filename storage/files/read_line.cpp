#include "storage/files/read_line.hpp"

namespace polyglot::tools {

bool read_line(std::istream& in, std::string& line, std::size_t& left_out) {
    using Traits = std::istream::traits_type;
    line.clear();
    left_out = 0;
    if (!in) return false;
    bool any = false;
    for (;; any = true) {
        const Traits::int_type next = in.rdbuf()->sbumpc();
        if (Traits::eq_int_type(next, Traits::eof())) {
            in.setstate(any ? std::ios::eofbit : std::ios::eofbit | std::ios::failbit);
            return any;
        }
        const char c = Traits::to_char_type(next);
        if (c == '\n') return true;
        if (line.size() < longest_line)
            line += c;
        else
            ++left_out;
    }
}

std::string describe_left_out(std::size_t left_out) {
    return "longer than 2 MiB: " + std::to_string(left_out) + " bytes are left out";
}

} // namespace polyglot::tools
