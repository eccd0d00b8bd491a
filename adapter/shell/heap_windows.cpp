#if defined(_WIN32)
#include "adapter/shell/heap.hpp"

#include <malloc.h>

namespace polyglot::io {

void trim_heap() {
    ::_heapmin();
}

} // namespace polyglot::io
#endif
