#ifdef _WIN32
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include "core/text/path_text.hpp"
#include "tests/support/engines/engine_system.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <io.h>
#include <string>
#include <windows.h>

namespace polyglot::test {

namespace {

// This word, followed by a number of seconds, marks the process as a child of leave_child().
constexpr std::string_view child_word = "--only-sleep";

HANDLE handle_of(Stream stream) {
    return ::GetStdHandle(stream == Stream::Out ? STD_OUTPUT_HANDLE : STD_ERROR_HANDLE);
}

} // namespace

void begin(int argc, char** argv) {
    for (const int stream : {0, 1, 2})
        ::_setmode(stream, _O_BINARY);
    ::SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX);
    if (argc == 3 && argv[1] == child_word) {
        ::Sleep(static_cast<DWORD>(std::atoi(argv[2])) * 1000);
        std::_Exit(0);
    }
}

std::uint64_t process_id() {
    return ::GetCurrentProcessId();
}

bool write_all(Stream stream, std::string_view bytes) {
    while (!bytes.empty()) {
        DWORD written = 0;
        if (::WriteFile(handle_of(stream), bytes.data(), static_cast<DWORD>(bytes.size()), &written,
                        nullptr) == 0)
            return false;
        bytes.remove_prefix(written);
    }
    return true;
}

std::size_t read_input(std::span<char> into) {
    DWORD count = 0;
    const HANDLE input = ::GetStdHandle(STD_INPUT_HANDLE);
    while (::ReadFile(input, into.data(), static_cast<DWORD>(into.size()), &count, nullptr) != 0)
        // An empty write is not the end of a pipe.
        if (count > 0 || ::GetFileType(input) != FILE_TYPE_PIPE) return count;
    return 0;
}

// Windows cannot wait for a pipe with a limit; therefore this checks every millisecond.
bool wait_for_input(std::optional<std::chrono::milliseconds> limit) {
    const HANDLE input = ::GetStdHandle(STD_INPUT_HANDLE);
    const auto end =
        std::chrono::steady_clock::now() + limit.value_or(std::chrono::milliseconds(0));
    while (limit) {
        DWORD available = 0;
        if (::PeekNamedPipe(input, nullptr, 0, nullptr, &available, nullptr) == 0 || available > 0)
            return true;
        if (std::chrono::steady_clock::now() >= end) return false;
        ::Sleep(1);
    }
    return true; // the read blocks
}

bool append_to_file(const std::string& path, std::string_view bytes) {
    std::ofstream file(to_path(path), std::ios::binary | std::ios::app);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    file.flush();
    if (!file) std::fprintf(stderr, "%s: cannot be written\n", path.c_str());
    return file.good();
}

void hang() {
    for (;;)
        ::Sleep(INFINITE);
}

void crash() {
    // Ends the process as the system would.
    ::TerminateProcess(::GetCurrentProcess(), STATUS_ACCESS_VIOLATION);
    std::_Exit(70);
}

void ignore_terminate() {}    // no process sends it on Windows
void ignore_broken_pipes() {} // they are always ordinary errors on Windows

void close_output() {
    ::CloseHandle(::GetStdHandle(STD_OUTPUT_HANDLE));
}

std::uint64_t leave_child(std::chrono::seconds lifetime, Streams streams) {
    std::array<wchar_t, 1 << 15> self{};
    ::GetModuleFileNameW(nullptr, self.data(), static_cast<DWORD>(self.size()));
    std::wstring line = L"child " + std::wstring(child_word.begin(), child_word.end()) + L" " +
                        std::to_wstring(lifetime.count());
    STARTUPINFOW start{};
    start.cb = sizeof start;
    PROCESS_INFORMATION child{};
    if (::CreateProcessW(self.data(), line.data(), nullptr, nullptr, streams == Streams::Kept,
                         CREATE_NO_WINDOW, nullptr, nullptr, &start, &child) == 0)
        return 0;
    ::CloseHandle(child.hThread);
    ::CloseHandle(child.hProcess);
    return child.dwProcessId;
}

} // namespace polyglot::test
#endif
