// Work for all processors.
#pragma once
#include <cstddef>
#include <functional>

namespace polyglot::tools {

// Calls work(0) … work(count - 1), each once, from one thread for each processor, and returns when
// all are done. work must not throw.
void spread_over_processors(std::size_t count, const std::function<void(std::size_t)>& work);
// The same with this many threads.
void spread_over_threads(unsigned threads, std::size_t count,
                         const std::function<void(std::size_t)>& work);

} // namespace polyglot::tools
