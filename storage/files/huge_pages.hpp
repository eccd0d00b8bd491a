// Memory for tables that are read here and there: with pages of 2 MB instead of 4 KB most of the processor's and the
// kernel's work to find and to make pages goes away.
#pragma once
#include <memory_resource>

namespace polyglot::io {

// Lives as long as the program. Where the system has no such pages it is the default resource in effect.
std::pmr::memory_resource* huge_pages();

} // namespace polyglot::io
