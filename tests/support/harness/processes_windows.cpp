#ifdef _WIN32
#include "tests/support/harness/processes.hpp"

#include <cstdio>
#include <stdexcept>
#include <utility>
#include <windows.h>

namespace polyglot::test {

namespace {

// Holds the handle of a process during its lifetime.
class Opened {
  public:
    Opened(int process, DWORD access)
        : handle_(::OpenProcess(access, FALSE, static_cast<DWORD>(process))) {}
    ~Opened() {
        if (handle_ != nullptr) ::CloseHandle(handle_);
    }
    Opened(const Opened&) = delete;
    Opened& operator=(const Opened&) = delete;
    HANDLE get() const { return handle_; }

  private:
    HANDLE handle_;
};

} // namespace

int process_id() {
    return static_cast<int>(::GetCurrentProcessId());
}

bool runs(int process) {
    const Opened opened(process, SYNCHRONIZE);
    return opened.get() != nullptr && ::WaitForSingleObject(opened.get(), 0) == WAIT_TIMEOUT;
}

void kill_process(int process) {
    const Opened opened(process, PROCESS_TERMINATE);
    ::TerminateProcess(opened.get(), 1);
}

int start_process(const std::string& program, const std::vector<std::string>& arguments) {
    std::string line = '"' + program + '"';
    for (const std::string& argument : arguments)
        line += " \"" + argument + '"';
    STARTUPINFOA startup{};
    startup.cb = sizeof startup;
    PROCESS_INFORMATION process{};
    if (::CreateProcessA(nullptr, line.data(), nullptr, nullptr, TRUE, 0, nullptr, nullptr,
                         &startup, &process) == 0)
        throw std::runtime_error("cannot start " + line);
    ::CloseHandle(process.hProcess);
    ::CloseHandle(process.hThread);
    return static_cast<int>(process.dwProcessId);
}

void show_no_crash_window() {
    ::SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX);
}

void close_output() {
    std::fclose(stdout);
}

bool is_below_normal(int process) {
    const Opened opened(process, PROCESS_QUERY_INFORMATION);
    const DWORD priority = ::GetPriorityClass(opened.get());
    return priority == BELOW_NORMAL_PRIORITY_CLASS || priority == IDLE_PRIORITY_CLASS;
}

PlainPipe::PlainPipe() {
    if (::CreatePipe(&read_end_, &write_end_, nullptr, 1 << 16) == 0)
        throw std::runtime_error("no pipe");
}

PlainPipe::~PlainPipe() {
    close_read_end();
    close_write_end();
}

std::size_t PlainPipe::read(char* data, std::size_t size) {
    DWORD read = 0;
    return ::ReadFile(read_end_, data, static_cast<DWORD>(size), &read, nullptr) != 0 ? read : 0;
}

bool PlainPipe::write(std::string_view bytes) {
    while (!bytes.empty()) {
        DWORD written = 0;
        if (::WriteFile(write_end_, bytes.data(), static_cast<DWORD>(bytes.size()), &written,
                        nullptr) == 0)
            return false;
        bytes.remove_prefix(written);
    }
    return true;
}

void PlainPipe::close_read_end() {
    if (const HANDLE end = give_read_end()) ::CloseHandle(end);
}
void PlainPipe::close_write_end() {
    if (const HANDLE end = give_write_end()) ::CloseHandle(end);
}
PlainPipe::End PlainPipe::give_read_end() {
    return std::exchange(read_end_, nullptr);
}
PlainPipe::End PlainPipe::give_write_end() {
    return std::exchange(write_end_, nullptr);
}

bool runs_under_wine() {
    return ::GetProcAddress(::GetModuleHandleW(L"ntdll.dll"), "wine_get_version") != nullptr;
}

} // namespace polyglot::test
#endif
