#include "tools/explore/games/recent.hpp"

#include <string>

#include <doctest/doctest.h>

using polyglot::tools::Recent;

TEST_CASE("explore: what was found is not sought again while it is one of the last questions") {
    Recent<int, std::string> recent(2);
    int sought = 0;
    const auto ask = [&](int question) {
        return recent.of(question, [&] {
            ++sought;
            return std::to_string(question);
        });
    };
    CHECK(ask(1) == "1");
    CHECK(ask(2) == "2");
    CHECK(ask(1) == "1");
    CHECK(sought == 2);
    CHECK(ask(3) == "3"); // 2 is forgotten
    CHECK(ask(1) == "1");
    CHECK(sought == 3);
    CHECK(ask(2) == "2");
    CHECK(sought == 4);
}
