#include "adapter/engine/heap.hpp"

#include <malloc.h>

namespace polyglot::io {

void trim_heap() {
    ::_heapmin();
}

} // namespace polyglot::io
