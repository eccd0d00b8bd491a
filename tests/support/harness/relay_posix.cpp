// `relay CMD ARGS…` starts CMD, copies standard input to it and its output to standard output, and
// does nothing else. This is the lower limit for a process between GUI and engine, with which the
// benchmarks compare the adapter.
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace {

std::array<char, 65536> buffer;

// Copies the bytes of one read(). Returns false at the end of input or if no process reads the
// output.
bool copy_some(int from, int to) {
    const ssize_t n = ::read(from, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) return true;
    if (n <= 0) return false;
    for (ssize_t done = 0; done < n;) {
        const ssize_t written =
            ::write(to, buffer.data() + done, static_cast<std::size_t>(n - done));
        if (written < 0 && errno != EINTR) return false;
        if (written > 0) done += written;
    }
    return true;
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fputs("usage: relay CMD ARGS...\n", stderr);
        return 64;
    }
    std::array<int, 2> to_child{};
    std::array<int, 2> from_child{};
    if (::pipe2(to_child.data(), O_CLOEXEC) != 0 || ::pipe2(from_child.data(), O_CLOEXEC) != 0) {
        std::perror("relay: pipe");
        return 1;
    }
    posix_spawn_file_actions_t files;
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawn_file_actions_adddup2(&files, to_child[0], STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&files, from_child[1], STDOUT_FILENO);
    pid_t child = 0;
    if ((errno = ::posix_spawnp(&child, argv[1], &files, nullptr, argv + 1, environ)) != 0) {
        std::perror(argv[1]);
        return 1;
    }
    ::close(to_child[0]);
    ::close(from_child[1]);

    std::array<pollfd, 2> fds = {pollfd{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0},
                                 pollfd{.fd = from_child[0], .events = POLLIN, .revents = 0}};
    for (;;) {
        if (::poll(fds.data(), fds.size(), -1) < 0 && errno != EINTR) break;
        if (fds[1].revents != 0 && !copy_some(from_child[0], STDOUT_FILENO)) break;
        if (fds[0].revents != 0 && !copy_some(STDIN_FILENO, to_child[1])) {
            ::close(to_child[1]);
            fds[0].fd = -1; // poll() skips it; the child's output is copied to its end
        }
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
