// `relay CMD ARGS…` starts CMD, copies standard input to it and its output to standard output, and
// does nothing else. This is the lower limit for a process between GUI and engine, with which the
// benchmarks compare the adapter.
#include <array>
#include <cstdio>
#include <string>
#include <thread>
#include <windows.h>

namespace {

// Copies until the end of input, or until no process reads the output.
void copy(HANDLE from, HANDLE to) {
    std::array<char, 65536> buffer;
    for (DWORD read = 0;
         ::ReadFile(from, buffer.data(), static_cast<DWORD>(buffer.size()), &read, nullptr) != 0 &&
         read > 0;)
        for (DWORD done = 0, written = 0; done < read; done += written)
            if (::WriteFile(to, buffer.data() + done, read - done, &written, nullptr) == 0) return;
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fputs("usage: relay CMD ARGS...\n", stderr);
        return 64;
    }
    std::string line;
    for (int i = 1; i < argc; ++i)
        line += (i > 1 ? " \"" : "\"") + std::string(argv[i]) + '"';
    SECURITY_ATTRIBUTES inherited{sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE};
    HANDLE child_in = nullptr, to_child = nullptr, from_child = nullptr, child_out = nullptr;
    if (::CreatePipe(&child_in, &to_child, &inherited, 1 << 16) == 0 ||
        ::CreatePipe(&from_child, &child_out, &inherited, 1 << 16) == 0)
        return 1;
    ::SetHandleInformation(to_child, HANDLE_FLAG_INHERIT, 0);
    ::SetHandleInformation(from_child, HANDLE_FLAG_INHERIT, 0);
    STARTUPINFOA startup{};
    startup.cb = sizeof startup;
    startup.dwFlags = STARTF_USESTDHANDLES;
    startup.hStdInput = child_in;
    startup.hStdOutput = child_out;
    startup.hStdError = ::GetStdHandle(STD_ERROR_HANDLE);
    PROCESS_INFORMATION child{};
    if (::CreateProcessA(nullptr, line.data(), nullptr, nullptr, TRUE, 0, nullptr, nullptr,
                         &startup, &child) == 0) {
        std::fprintf(stderr, "relay: cannot start %s\n", argv[1]);
        return 1;
    }
    ::CloseHandle(child_in);
    ::CloseHandle(child_out);
    std::thread([to_child] {
        copy(::GetStdHandle(STD_INPUT_HANDLE), to_child);
        ::CloseHandle(to_child);
    }).detach();
    copy(from_child, ::GetStdHandle(STD_OUTPUT_HANDLE));
    ::WaitForSingleObject(child.hProcess, INFINITE);
    DWORD status = 1;
    ::GetExitCodeProcess(child.hProcess, &status);
    ::ExitProcess(status); // the other thread may be waiting for input
}
