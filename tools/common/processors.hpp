// Distributes work over all processors. Test: processors_test.cpp.
#pragma once
#include <cstddef>
#include <functional>

namespace polyglot::tools {

// Calls work(0) … work(count - 1), each once, from one thread for each processor, and returns when
// all calls have returned. work must not throw.
void spread_over_processors(std::size_t count, const std::function<void(std::size_t)>& work);
// Does the same with this number of threads.
void spread_over_threads(unsigned threads, std::size_t count,
                         const std::function<void(std::size_t)>& work);

} // namespace polyglot::tools
