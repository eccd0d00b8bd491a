#include "tests/bench/child.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace polyglot::bench {

Child::Child(const std::vector<std::string>& argv) {
    std::array<int, 2> to{};
    std::array<int, 2> from{};
    if (::pipe2(to.data(), O_CLOEXEC) != 0 || ::pipe2(from.data(), O_CLOEXEC) != 0)
        throw std::runtime_error(std::string("pipe: ") + std::strerror(errno));
    posix_spawn_file_actions_t files;
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawn_file_actions_adddup2(&files, to[0], STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&files, from[1], STDOUT_FILENO);
    // A host leaves SIGPIPE alone in what it starts; we ignore it ourselves.
    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    sigset_t defaults;
    ::sigemptyset(&defaults);
    ::sigaddset(&defaults, SIGPIPE);
    ::posix_spawnattr_setsigdefault(&attributes, &defaults);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);

    std::vector<char*> args;
    for (const std::string& arg : argv)
        args.push_back(const_cast<char*>(arg.c_str())); // posix_spawn does not write
    args.push_back(nullptr);
    const int error = ::posix_spawnp(&pid_, args[0], &files, &attributes, args.data(), environ);
    ::posix_spawn_file_actions_destroy(&files);
    ::posix_spawnattr_destroy(&attributes);
    ::close(to[0]);
    ::close(from[1]);
    to_ = to[1];
    from_ = from[0];
    if (error != 0) {
        close_pipes();
        throw std::runtime_error(argv[0] + ": " + std::strerror(error));
    }
}

Child::~Child() {
    close_pipes();
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
}

void Child::close_pipes() {
    if (to_ >= 0) ::close(to_);
    if (from_ >= 0) ::close(from_);
    to_ = from_ = -1;
}

void Child::send(std::string_view text) {
    while (!text.empty()) {
        const ssize_t n = ::write(to_, text.data(), text.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0)
            throw std::runtime_error(std::string("a child reads no more: ") + std::strerror(errno));
        text.remove_prefix(static_cast<std::size_t>(n));
    }
}

void Child::fill() {
    std::array<char, 65536> bytes;
    ssize_t n = 0;
    do
        n = ::read(from_, bytes.data(), bytes.size());
    while (n < 0 && errno == EINTR);
    if (n <= 0)
        throw std::runtime_error("a child closed its output; its last words: " +
                                 buffer_.substr(used_));
    buffer_.erase(0, used_);
    used_ = 0;
    buffer_.append(bytes.data(), static_cast<std::size_t>(n));
}

std::string_view Child::read_line() {
    std::size_t end = 0;
    while ((end = buffer_.find('\n', used_)) == std::string::npos)
        fill();
    const std::string_view line(buffer_.data() + used_, end - used_);
    used_ = end + 1;
    return line;
}

std::string Child::read_until(std::string_view start) {
    for (;;)
        if (const std::string_view line = read_line(); line.substr(0, start.size()) == start)
            return std::string(line);
}

Nanoseconds Child::time_until(std::string_view text, std::string_view answer_start) {
    const auto begin = Clock::now();
    send(text);
    for (;;)
        if (read_line().substr(0, answer_start.size()) == answer_start) return Clock::now() - begin;
}

std::uint64_t Child::count_lines_until(std::string_view start) {
    std::uint64_t lines = 0;
    for (;;) {
        if (used_ == buffer_.size()) fill();
        const std::size_t last_end = buffer_.rfind('\n');
        if (last_end == std::string::npos || last_end < used_) {
            fill(); // less than a line so far
            continue;
        }
        const auto from = buffer_.begin() + static_cast<std::ptrdiff_t>(used_);
        const auto to = buffer_.begin() + static_cast<std::ptrdiff_t>(last_end) + 1;
        lines += static_cast<std::uint64_t>(std::count(from, to, '\n'));
        const std::size_t before =
            last_end == 0 ? std::string::npos : buffer_.rfind('\n', last_end - 1);
        const std::size_t last_start =
            before == std::string::npos || before < used_ ? used_ : before + 1;
        used_ = last_end + 1;
        if (buffer_.compare(last_start, start.size(), start) == 0) return lines;
    }
}

Nanoseconds Child::quit() {
    const auto begin = Clock::now();
    send("quit\n");
    ::waitpid(pid_, nullptr, 0);
    const auto end = Clock::now();
    pid_ = -1;
    close_pipes();
    return end - begin;
}

} // namespace polyglot::bench
