#ifndef _WIN32
#include "tests/support/engines/engine_system.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

namespace polyglot::test {

namespace {

bool write_to(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t n = ::write(descriptor, bytes.data(), bytes.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
}

} // namespace

void begin(int, char**) {
    const rlimit no_core{.rlim_cur = 0, .rlim_max = 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
}

std::uint64_t process_id() {
    return static_cast<std::uint64_t>(::getpid());
}

bool write_all(Stream stream, std::string_view bytes) {
    return write_to(static_cast<int>(stream), bytes);
}

std::size_t read_input(std::span<char> into) {
    ssize_t n = 0;
    do
        n = ::read(STDIN_FILENO, into.data(), into.size());
    while (n < 0 && errno == EINTR);
    return n < 0 ? 0 : static_cast<std::size_t>(n);
}

bool wait_for_input(std::optional<std::chrono::milliseconds> limit) {
    pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
    return ::poll(&input, 1, limit ? static_cast<int>(limit->count()) : -1) > 0;
}

bool append_to_file(const std::string& path, std::string_view bytes) {
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    const bool written = descriptor >= 0 && write_to(descriptor, bytes);
    if (!written) std::perror(path.c_str());
    if (descriptor >= 0) ::close(descriptor);
    return written;
}

void hang() {
    for (;;)
        ::pause();
}

void crash() {
    std::signal(SIGSEGV, SIG_DFL);
    std::raise(SIGSEGV);
    std::_Exit(70);
}

void ignore_terminate() {
    std::signal(SIGTERM, SIG_IGN);
}

void ignore_broken_pipes() {
    std::signal(SIGPIPE, SIG_IGN);
}

void close_output() {
    ::close(STDOUT_FILENO);
}

std::uint64_t leave_child(std::chrono::seconds lifetime, Streams streams) {
    const pid_t child = ::fork();
    if (child != 0) return static_cast<std::uint64_t>(child);
    ::alarm(static_cast<unsigned>(lifetime.count()));
    if (streams == Streams::Closed)
        for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
            ::close(stream);
    hang();
}

} // namespace polyglot::test
#endif
