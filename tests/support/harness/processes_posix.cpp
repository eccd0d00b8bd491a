#ifndef _WIN32
#include "tests/support/harness/processes.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <fcntl.h>
#include <fstream>
#include <spawn.h>
#include <stdexcept>
#include <sys/resource.h>
#include <unistd.h>
#include <utility>

extern char** environ;

namespace polyglot::test {

namespace {

// Converts a descriptor to an End by adding one, because 0 is a valid descriptor.
PlainPipe::End to_end(int descriptor) {
    return reinterpret_cast<PlainPipe::End>(static_cast<std::intptr_t>(descriptor) + 1);
}

} // namespace

int process_id() {
    return ::getpid();
}

bool runs(int process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string line;
    if (!std::getline(file, line)) return false;
    const std::size_t name_end = line.rfind(')');
    const char state = name_end + 2 < line.size() ? line[name_end + 2] : 'X';
    return state != 'Z' && state != 'X';
}

void kill_process(int process) {
    ::kill(process, SIGKILL);
}

int start_process(const std::string& program, const std::vector<std::string>& arguments) {
    std::vector<char*> argv{const_cast<char*>(program.c_str())}; // posix_spawn does not modify it
    for (const std::string& argument : arguments)
        argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    pid_t process = 0;
    if (::posix_spawn(&process, program.c_str(), nullptr, nullptr, argv.data(), environ) != 0)
        throw std::runtime_error("cannot start " + program);
    return process;
}

void show_no_crash_window() {
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
}

void close_output() {
    std::fclose(stdout);
}

bool is_below_normal(int process) {
    return ::getpriority(PRIO_PROCESS, static_cast<id_t>(process)) > ::getpriority(PRIO_PROCESS, 0);
}

int PlainPipe::native(End end) {
    return static_cast<int>(reinterpret_cast<std::intptr_t>(end)) - 1;
}

PlainPipe::PlainPipe() {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) throw std::runtime_error("no pipe");
    for (const int end : ends)
        ::fcntl(end, F_SETFD, FD_CLOEXEC);
    read_end_ = to_end(ends[0]);
    write_end_ = to_end(ends[1]);
}

PlainPipe::~PlainPipe() {
    close_read_end();
    close_write_end();
}

std::size_t PlainPipe::read(char* data, std::size_t size) {
    const ssize_t read = ::read(native(read_end_), data, size);
    return read > 0 ? static_cast<std::size_t>(read) : 0;
}

bool PlainPipe::write(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(native(write_end_), bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

void PlainPipe::close_read_end() {
    if (const End end = give_read_end()) ::close(native(end));
}
void PlainPipe::close_write_end() {
    if (const End end = give_write_end()) ::close(native(end));
}
PlainPipe::End PlainPipe::give_read_end() {
    return std::exchange(read_end_, nullptr);
}
PlainPipe::End PlainPipe::give_write_end() {
    return std::exchange(write_end_, nullptr);
}

bool runs_under_wine() {
    return false;
}

} // namespace polyglot::test
#endif
