// Writes numbered lines to a log like the adapter: log_probe FILE MAX_BYTES WRITER LINES
#include "adapter/shell/log_file.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "tests/support/harness/numbered_line.hpp"

#include <cstdint>
#include <iostream>

using namespace polyglot;

int main(int argc, char** argv) {
    if (argc != 5) {
        std::cerr << "usage: log_probe FILE MAX_BYTES WRITER LINES\n";
        return 2;
    }
    const int writer = text::parse_int<int>(argv[3]).value_or(0);
    const int lines = text::parse_int<int>(argv[4]).value_or(0);
    io::LogFile log;
    const auto opened =
        log.open(to_path(argv[1]), text::parse_int<std::uint64_t>(argv[2]).value_or(0));
    if (!opened) {
        std::cerr << opened.error().message << '\n';
        return 1;
    }
    for (int number = 0; number < lines; ++number) {
        log.write(session::Channel::FromEngine, test::numbered_line(writer, number));
        if (number % 7 == writer % 7) log.flush();
    }
    return 0;
}
