// A library to preload (LD_PRELOAD) that ends the adapter at chosen moments, counted in system
// calls: END_MOMENTS="57 TERM 4 INT" sends SIGTERM to the adapter before its 57th call and SIGINT
// four calls later. Instead of a signal, ENGINE kills the engine, GUI ends the GUI's input, and
// GONE ends the GUI completely (standard input and output must be sockets). Each time, "moment: 57
// TERM write" is written to standard error; the effect in this process has begun before the call is
// made. The engine is not preloaded.
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

template <class Function>
Function* system_call(const char* name) {
    return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

pid_t adapter = 0; // not its child, which also calls these functions between fork and exec
pid_t engine = 0;  // the last one, until it is reaped
bool acting = false;
long calls = 0;
const char* script = nullptr;
long next_at = 0; // 0 if no moment is left
std::array<char, 16> next_end{};

void read_next() {
    long after = 0;
    int length = 0;
    if (std::sscanf(script, "%ld %15s%n", &after, next_end.data(), &length) != 2) {
        next_at = 0;
        return;
    }
    script += length;
    next_at += after;
}

__attribute__((constructor)) void prepare() {
    script = std::getenv("END_MOMENTS");
    if (script == nullptr) return;
    adapter = ::getpid();
    ::unsetenv("LD_PRELOAD");
    read_next();
}

// Kills the engine and waits until it has died, which SIGCHLD reports.
void end_engine() {
    if (engine == 0) return;
    static auto* const real_kill = system_call<int(pid_t, int)>("kill");
    static auto* const real_waitid = system_call<int(idtype_t, id_t, siginfo_t*, int)>("waitid");
    real_kill(engine, SIGKILL);
    siginfo_t info{};
    while (real_waitid(P_PID, static_cast<id_t>(engine), &info, WEXITED | WNOWAIT) != 0 &&
           errno == EINTR) {
    }
}

void end_by(std::string_view how) {
    if (how == "TERM") std::raise(SIGTERM);
    if (how == "INT") std::raise(SIGINT);
    if (how == "HUP") std::raise(SIGHUP);
    if (how == "ENGINE") end_engine();
    if (how == "GUI" || how == "GONE") ::shutdown(STDIN_FILENO, SHUT_RDWR);
    if (how == "GONE") ::shutdown(STDOUT_FILENO, SHUT_RDWR);
}

void moment(const char* call) {
    if (next_at == 0 || acting || ::getpid() != adapter) return;
    ++calls;
    const int error = errno;
    acting = true; // the signal's handler makes calls as well
    while (calls == next_at) {
        const std::string how = next_end.data();
        std::fprintf(stderr, "moment: %ld %s %s\n", calls, how.c_str(), call); // unbuffered
        read_next();
        end_by(how);
        if (next_at == 0) break;
    }
    acting = false;
    errno = error;
}

} // namespace

extern "C" {

#define MOMENT(RESULT, NAME, PARAMETERS, ARGUMENTS)                                                \
    RESULT NAME PARAMETERS {                                                                       \
        static auto* const real = system_call<RESULT PARAMETERS>(#NAME);                           \
        moment(#NAME);                                                                             \
        return real ARGUMENTS;                                                                     \
    }

// Some calls of these functions have a last argument; the system ignores it in the others.
#define MOMENT_WITH_MODE(NAME, PARAMETERS, LAST, TYPE, ...)                                        \
    int NAME PARAMETERS {                                                                          \
        static auto* const real = system_call<int PARAMETERS>(#NAME);                              \
        moment(#NAME);                                                                             \
        va_list arguments;                                                                         \
        va_start(arguments, LAST);                                                                 \
        const TYPE argument = va_arg(arguments, TYPE);                                             \
        va_end(arguments);                                                                         \
        return real(__VA_ARGS__, argument);                                                        \
    }

MOMENT_WITH_MODE(open, (const char* path, int flags, ...), flags, mode_t, path, flags)
MOMENT_WITH_MODE(open64, (const char* path, int flags, ...), flags, mode_t, path, flags)
MOMENT_WITH_MODE(openat, (int folder, const char* path, int flags, ...), flags, mode_t, folder,
                 path, flags)
MOMENT_WITH_MODE(openat64, (int folder, const char* path, int flags, ...), flags, mode_t, folder,
                 path, flags)
MOMENT_WITH_MODE(fcntl, (int descriptor, int command, ...), command, void*, descriptor, command)
MOMENT_WITH_MODE(fcntl64, (int descriptor, int command, ...), command, void*, descriptor, command)

MOMENT(int, close, (int descriptor), (descriptor))
MOMENT(ssize_t, read, (int descriptor, void* bytes, size_t size), (descriptor, bytes, size))
MOMENT(ssize_t, readv, (int descriptor, const iovec* parts, int count), (descriptor, parts, count))
MOMENT(ssize_t, write, (int descriptor, const void* bytes, size_t size), (descriptor, bytes, size))
MOMENT(ssize_t, writev, (int descriptor, const iovec* parts, int count), (descriptor, parts, count))
MOMENT(ssize_t, pread, (int descriptor, void* bytes, size_t size, off_t at),
       (descriptor, bytes, size, at))
MOMENT(ssize_t, pread64, (int descriptor, void* bytes, size_t size, off64_t at),
       (descriptor, bytes, size, at))
MOMENT(ssize_t, pwrite, (int descriptor, const void* bytes, size_t size, off_t at),
       (descriptor, bytes, size, at))
MOMENT(ssize_t, pwrite64, (int descriptor, const void* bytes, size_t size, off64_t at),
       (descriptor, bytes, size, at))
MOMENT(int, fsync, (int descriptor), (descriptor))
MOMENT(int, fdatasync, (int descriptor), (descriptor))
MOMENT(int, flock, (int descriptor, int operation) noexcept, (descriptor, operation))
MOMENT(int, ftruncate, (int descriptor, off_t size) noexcept, (descriptor, size))
MOMENT(int, ftruncate64, (int descriptor, off64_t size) noexcept, (descriptor, size))
MOMENT(int, unlink, (const char* path) noexcept, (path))
MOMENT(int, pipe, (int* descriptors) noexcept, (descriptors))
MOMENT(int, dup2, (int from, int to) noexcept, (from, to))
MOMENT(int, epoll_create1, (int flags) noexcept, (flags))
MOMENT(int, epoll_ctl, (int epoll, int operation, int descriptor, epoll_event* event) noexcept,
       (epoll, operation, descriptor, event))
MOMENT(int, epoll_wait, (int epoll, epoll_event* events, int count, int timeout),
       (epoll, events, count, timeout))
MOMENT(int, timerfd_settime,
       (int timer, int flags, const itimerspec* value, itimerspec* before) noexcept,
       (timer, flags, value, before))
MOMENT(int, sigaction,
       (int signal, const struct sigaction* action, struct sigaction* before) noexcept,
       (signal, action, before))
MOMENT(int, sigprocmask, (int how, const sigset_t* set, sigset_t* before) noexcept,
       (how, set, before))
MOMENT(int, kill, (pid_t process, int signal) noexcept, (process, signal))
MOMENT(int, waitid, (idtype_t type, id_t process, siginfo_t* info, int options),
       (type, process, info, options))
MOMENT(unsigned, alarm, (unsigned seconds) noexcept, (seconds))
MOMENT(int, nanosleep, (const timespec* time, timespec* left), (time, left))
MOMENT(pid_t, fork, () noexcept, ())

pid_t waitpid(pid_t process, int* status, int options) {
    static auto* const real = system_call<pid_t(pid_t, int*, int)>("waitpid");
    moment("waitpid");
    const pid_t reaped = real(process, status, options);
    if (reaped > 0 && reaped == engine) engine = 0;
    return reaped;
}

int setpgid(pid_t process, pid_t group) noexcept {
    static auto* const real = system_call<int(pid_t, pid_t)>("setpgid");
    moment("setpgid");
    if (process > 0 && ::getpid() == adapter)
        engine = process; // the adapter does this with an engine that it has started
    return real(process, group);
}
}
