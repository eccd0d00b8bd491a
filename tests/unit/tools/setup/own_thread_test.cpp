#include "tools/setup/own_thread.hpp"

#include <chrono>
#include <future>
#include <string>

#include <doctest/doctest.h>

using namespace polyglot;

TEST_CASE("setup: a call that does not return is not waited for") {
    std::promise<void> end;
    const std::shared_future<void> ended = end.get_future().share();
    CHECK_FALSE(tools::call_within(std::chrono::milliseconds(1), [ended] {
        ended.wait();
        return 1;
    }));
    end.set_value();
    CHECK(tools::call_within(std::chrono::hours(1), [] { return std::string("here"); }) == "here");
}
