#ifndef _WIN32
#include "storage/files/huge_pages.hpp"

#include <cstddef>
#include <new>
#include <sys/mman.h>

namespace polyglot::io {
namespace {

class HugePages final : public std::pmr::memory_resource {
    static constexpr std::size_t page = std::size_t{2} << 20U;

    static bool is_large(std::size_t bytes) { return bytes >= 2 * page; }
    void* do_allocate(std::size_t bytes, std::size_t alignment) override {
        if (!is_large(bytes)) return std::pmr::new_delete_resource()->allocate(bytes, alignment);
        void* const memory = ::operator new (bytes, std::align_val_t{page});
#ifdef MADV_HUGEPAGE
        ::madvise(memory, bytes, MADV_HUGEPAGE); // a wish: an error changes nothing
#endif
        return memory;
    }
    void do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) override {
        if (!is_large(bytes)) return std::pmr::new_delete_resource()->deallocate(memory, bytes, alignment);
        ::operator delete (memory, std::align_val_t{page});
    }
    bool do_is_equal(const memory_resource& other) const noexcept override {
        return this == &other;
    }
};

} // namespace

std::pmr::memory_resource* huge_pages() {
    static HugePages resource;
    return &resource;
}

} // namespace polyglot::io
#endif
