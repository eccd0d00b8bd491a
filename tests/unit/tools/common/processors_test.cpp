// Work for several threads.
#include "tools/common/processors.hpp"

#include <atomic>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::tools {

TEST_CASE("all work is done, each piece once, by any number of threads") {
    for (const std::size_t count : {0U, 1U, 2U, 1000U}) {
        for (const unsigned threads : {1U, 2U, 7U}) {
            std::vector<std::atomic<int>> done(count);
            spread_over_threads(threads, count, [&done](std::size_t number) { ++done[number]; });
            for (const auto& times : done)
                CHECK(times == 1);
        }
    }
    std::atomic<int> sum = 0;
    spread_over_processors(10, [&sum](std::size_t number) { sum += static_cast<int>(number); });
    CHECK(sum == 45);
}

} // namespace polyglot::tools
