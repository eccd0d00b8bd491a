#include "tools/common/processors.hpp"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace polyglot::tools {

void spread_over_processors(std::size_t count, const std::function<void(std::size_t)>& work) {
    spread_over_threads(std::max(1U, std::thread::hardware_concurrency()), count, work);
}

void spread_over_threads(unsigned threads, std::size_t count,
                         const std::function<void(std::size_t)>& work) {
    std::atomic<std::size_t> next = 0;
    const auto run = [&] {
        for (std::size_t number = next++; number < count; number = next++)
            work(number);
    };
    std::vector<std::thread> others;
    for (unsigned i = 1; i < threads && i < count; ++i)
        others.emplace_back(run);
    run();
    for (std::thread& other : others)
        other.join();
}

} // namespace polyglot::tools
