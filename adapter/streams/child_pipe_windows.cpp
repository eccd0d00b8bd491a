#include "adapter/streams/pipe_end_windows.hpp"

#include <atomic>
#include <cstdint>
#include <string>
#include <system_error>
#include <windows.h>

namespace polyglot::io {

namespace {

[[noreturn]] void throw_pipe_error(DWORD code) {
    throw std::system_error(static_cast<int>(code), std::system_category(), "pipe");
}

// Anonymous pipes cannot be overlapped, so a named one is used. It must be the first of its name,
// and accepts one client, so that no other process can interfere.
ChildPipe make_child_pipe(DWORD our_access, DWORD childs_access) {
    constexpr DWORD pipe_bytes = 1 << 16;
    static std::atomic<std::uint32_t> number = 0;
    const std::wstring name = L"\\\\.\\pipe\\polyglot." + std::to_wstring(::GetCurrentProcessId()) +
                              L"." + std::to_wstring(++number);
    const HANDLE ours = ::CreateNamedPipeW(
        name.c_str(), our_access | FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE,
        PIPE_TYPE_BYTE | PIPE_READMODE_BYTE | PIPE_WAIT | PIPE_REJECT_REMOTE_CLIENTS, 1, pipe_bytes,
        pipe_bytes, 0, nullptr);
    if (ours == INVALID_HANDLE_VALUE) throw_pipe_error(::GetLastError());
    SECURITY_ATTRIBUTES inherited{sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE};
    const HANDLE childs =
        ::CreateFileW(name.c_str(), childs_access, 0, &inherited, OPEN_EXISTING, 0, nullptr);
    if (childs == INVALID_HANDLE_VALUE) {
        const DWORD code = ::GetLastError();
        ::CloseHandle(ours);
        throw_pipe_error(code);
    }
    return {ours, childs};
}

} // namespace

ChildPipe make_pipe_to_child() {
    return make_child_pipe(PIPE_ACCESS_OUTBOUND, GENERIC_READ | FILE_WRITE_ATTRIBUTES);
}

ChildPipe make_pipe_from_child() {
    return make_child_pipe(PIPE_ACCESS_INBOUND, GENERIC_WRITE | FILE_READ_ATTRIBUTES);
}

} // namespace polyglot::io
