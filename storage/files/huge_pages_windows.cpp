#ifdef _WIN32
#include "storage/files/huge_pages.hpp"

namespace polyglot::io {

// Windows gives large pages only to users who may lock memory.
std::pmr::memory_resource* huge_pages() {
    return std::pmr::new_delete_resource();
}

} // namespace polyglot::io
#endif
