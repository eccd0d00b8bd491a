// Lines of files from strangers are bounded, and what is left out of them is counted.
#include "storage/files/read_line.hpp"

#include <cstddef>
#include <sstream>
#include <string>

#include <doctest/doctest.h>

using namespace polyglot::tools;

TEST_CASE("read_line: lines with and without an end, and the end of the file") {
    std::istringstream in("one\n\nthree");
    std::string line;
    std::size_t left_out = 7;
    REQUIRE(read_line(in, line, left_out));
    CHECK(line == "one");
    CHECK(left_out == 0);
    REQUIRE(read_line(in, line, left_out));
    CHECK(line.empty());
    REQUIRE(read_line(in, line, left_out));
    CHECK(line == "three");
    CHECK_FALSE(read_line(in, line, left_out));
}

TEST_CASE("read_line: of a longer line the first 2 MiB, the number of the other bytes, and then "
          "the next line") {
    for (const std::size_t more : {std::size_t{0}, std::size_t{1}, std::size_t{1000}}) {
        std::istringstream in(std::string(longest_line + more, 'x') + "\nnext\n");
        std::string line;
        std::size_t left_out = 7;
        REQUIRE(read_line(in, line, left_out));
        CHECK(line.size() == longest_line);
        CHECK(left_out == more);
        REQUIRE(read_line(in, line, left_out));
        CHECK(line == "next");
        CHECK(left_out == 0);
    }
    CHECK(describe_left_out(17) == "longer than 2 MiB: 17 bytes are left out");
}
