// What functions compiled with -fstack-protector-strong need at run time: the number that they put before their return
// address, and what they call when it has changed. libssp has both, but loads Windows' cryptographic providers for its
// random number, at every start. The number here is made of what Microsoft's compiler uses for the same purpose (/GS).
#include <windows.h>

#include <cstdint>

namespace {

// At once: the stack cannot be trusted any more. The exit code is the one that Windows uses for this.
[[noreturn]] void end_process() {
    TerminateProcess(GetCurrentProcess(), 0xC0000409); // STATUS_STACK_BUFFER_OVERRUN
    __builtin_trap();
}

} // namespace

extern "C" {

std::uintptr_t __stack_chk_guard = 0;

[[noreturn]] void __stack_chk_fail() {
    end_process();
}
[[noreturn]] void __chk_fail() { // _FORTIFY_SOURCE: a copy beyond the end of its buffer
    end_process();
}

// Before any other constructor; without a guard of its own, which would change while it runs.
__attribute__((constructor(101), no_stack_protector)) void polyglot_make_stack_guard() {
    LARGE_INTEGER counter;
    FILETIME now;
    QueryPerformanceCounter(&counter);
    GetSystemTimePreciseAsFileTime(&now);
    std::uint64_t number = static_cast<std::uint64_t>(counter.QuadPart);
    number ^= static_cast<std::uint64_t>(now.dwLowDateTime) << 32 ^ now.dwHighDateTime;
    number ^= static_cast<std::uint64_t>(GetCurrentProcessId()) << 16 ^ GetCurrentThreadId();
    number ^= reinterpret_cast<std::uintptr_t>(&counter) ^ reinterpret_cast<std::uintptr_t>(&GetCurrentProcessId);
    number *= 0x9E3779B97F4A7C15; // spreads the few bits that change over all of them
    // A zero byte ends texts that run over it
    __stack_chk_guard = (number ^ number >> 32) & ~std::uintptr_t{0xFF};
}

} // extern "C"
