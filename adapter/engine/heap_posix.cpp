#ifndef _WIN32
#include "adapter/engine/heap.hpp"

#include <cstdlib> // __GLIBC__
#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace polyglot::io {

void trim_heap() {
#if defined(__GLIBC__)
    ::malloc_trim(0);
#endif
}

} // namespace polyglot::io
#endif
