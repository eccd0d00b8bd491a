// learn-book where a process may have few files open.
#include "tests/unit/tools/learn_book/learn_book_support.hpp"

#include <sys/resource.h>

namespace polyglot::tools {

TEST_CASE("learn-book -replay: more files than a process may have open") {
    const TemporaryDirectory directory;
    write(directory / "book.bin", book_of({{"", "e2e4"}}));
    rlimit before{};
    REQUIRE(::getrlimit(RLIMIT_NOFILE, &before) == 0);
    rlimit few = before;
    few.rlim_cur = 40;
    std::vector<std::string> words = {"-book", directory / "book.bin", "-store",
                                      directory / "learn.db", "-replay"};
    for (int i = 0; i < 60; ++i) {
        words.push_back(directory / (std::to_string(i) + ".pgn"));
        write(words.back(), "1. e4 1-0\n");
    }
    REQUIRE(::setrlimit(RLIMIT_NOFILE, &few) == 0);
    const Ran ran = run(words);
    CHECK(::setrlimit(RLIMIT_NOFILE, &before) == 0);
    CHECK(ran.out == "60 games learnt from, 1 result added\n");
    CHECK(ran.err.empty());
}

} // namespace polyglot::tools
