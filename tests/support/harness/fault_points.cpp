// A library to preload (LD_PRELOAD) that makes one system call fail, for sweeps over every step of
// a change on disk. FAULT_FILES restricts it to calls on files whose path has this prefix.
// FAULT_KIND is one of the kinds below. FAULT_AT is the number of the matching call that fails,
// from 1. With FAULT_STAYS all later calls fail, too, as on a full disk. Each time, "fault:
// pwrite64" is written to standard error.
//
// FAULT_KIND=replace: before the call FAULT_REPLACEMENT is renamed to FAULT_FILES, as by a program
// that does not use locks; the call itself succeeds.
//
// FAULT_KIND=unkillable: no signal that is sent with kill() has any effect, as on a process in
// uninterruptible sleep; the only process that the kernel still ends is a child whose parent has
// ended.
//
// FAULT_KIND=impatient: the adapter (not its engine) is aborted when it calls sleep, which shows
// without a clock where it waits for other processes by sleeping.
#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <unistd.h>

namespace {

enum Point : unsigned {
    Open = 1,
    Create = 2,
    Lock = 4,
    Read = 8,
    Write = 16,
    Sync = 32,
    Truncate = 64,
    Remove = 128
};

struct Kind {
    std::string_view name;
    int code; // errno; 0: befalls() handles the kind
    unsigned points;
};
constexpr std::array<Kind, 10> kinds{{
    // Ends the process before the call.
    {"kill", 0, Open | Create | Lock | Write | Sync | Truncate | Remove},
    // The call hangs until a signal ends the process.
    {"hang", 0, Read},
    // Half of the bytes are written.
    {"short", 0, Write},
    // The file is replaced by another one.
    {"replace", 0, Lock | Write},
    {"EIO", EIO, Read | Write | Sync | Truncate},
    {"ENOSPC", ENOSPC, Create | Write | Truncate},
    {"EROFS", EROFS, Open | Create},
    {"EAGAIN", EAGAIN, Lock},
    {"ENOLCK", ENOLCK, Lock},
    {"EINTR", EINTR, Open | Read | Write},
}};

const char* setting(const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
}

const Kind* chosen_kind() {
    const auto it = std::find_if(kinds.begin(), kinds.end(),
                                 [](auto& k) { return k.name == setting("FAULT_KIND"); });
    return it != kinds.end() ? &*it : nullptr;
}

template <class Function>
Function* system_call(const char* name) {
    return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

std::array<bool, 1024> watched{}; // by descriptor

bool is_watched(int descriptor) {
    return descriptor >= 0 && static_cast<std::size_t>(descriptor) < watched.size() &&
           watched[static_cast<std::size_t>(descriptor)];
}

bool has_watched_name(const char* path) {
    const std::string_view prefix = setting("FAULT_FILES");
    return !prefix.empty() && std::string_view(path).substr(0, prefix.size()) == prefix;
}

// Returns whether this call must fail, and sets errno. Call it only for watched files.
bool befalls(Point point, const char* call) {
    static const Kind* const kind = chosen_kind();
    static const long at = std::strtol(setting("FAULT_AT"), nullptr, 10);
    static const bool stays = *setting("FAULT_STAYS") != '\0';
    static long calls = 0;
    if (kind == nullptr || (kind->points & point) == 0) return false;
    ++calls;
    if (calls != at && !(stays && calls > at)) return false;
    std::fprintf(stderr, "fault: %s\n", call); // unbuffered
    if (kind->name == "kill") std::raise(SIGKILL);
    if (kind->name == "replace") {
        std::rename(setting("FAULT_REPLACEMENT"), setting("FAULT_FILES"));
        return false;
    }
    while (kind->name == "hang")
        ::pause();
    errno = kind->code;
    return true;
}

void sleep_for(long long nanoseconds) {
    if (nanoseconds == 0 || std::string_view(setting("FAULT_KIND")) != "impatient") return;
    if (std::string_view(program_invocation_short_name) != "polyglot") return;
    std::fprintf(stderr, "fault: sleeps\n");
    std::abort();
}

bool is_short() {
    static const bool result = std::string_view(setting("FAULT_KIND")) == "short";
    return result;
}

template <class Call>
int open_file(const char* path, int flags, const char* name, Call call) {
    const bool watch = has_watched_name(path) && (flags & O_ACCMODE) != O_RDONLY;
    if (watch && befalls((flags & O_CREAT) != 0 ? Create : Open, name)) return -1;
    const int descriptor = call();
    if (descriptor >= 0 && static_cast<std::size_t>(descriptor) < watched.size())
        watched[static_cast<std::size_t>(descriptor)] = watch;
    return descriptor;
}

bool has_mode(int flags) {
    return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
}

bool takes_lock(int command, const void* argument) {
    for (const int setter : {F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW})
        if (command == setter) return static_cast<const struct flock*>(argument)->l_type != F_UNLCK;
    return false;
}

// Returns the absolute path of a name in this folder.
std::string path_at(int folder, const char* name) {
    if (*name == '/' || folder == AT_FDCWD) return name;
    std::array<char, 4096> path{};
    const std::string link = "/proc/self/fd/" + std::to_string(folder);
    return ::readlink(link.c_str(), path.data(), path.size() - 1) < 0
               ? name
               : std::string(path.data()) + '/' + name;
}

} // namespace

// The functions that libraries call, under both names that most of them have.
extern "C" {

#define OPEN(NAME)                                                                                 \
    int NAME(const char* path, int flags, ...) {                                                   \
        static auto* const real = system_call<int(const char*, int, ...)>(#NAME);                  \
        va_list arguments;                                                                         \
        va_start(arguments, flags);                                                                \
        const mode_t mode = has_mode(flags) ? va_arg(arguments, mode_t) : 0;                       \
        va_end(arguments);                                                                         \
        return open_file(path, flags, #NAME, [&] { return real(path, flags, mode); });             \
    }
OPEN(open)
OPEN(open64)

#define OPENAT(NAME)                                                                               \
    int NAME(int folder, const char* name, int flags, ...) {                                       \
        static auto* const real = system_call<int(int, const char*, int, ...)>(#NAME);             \
        va_list arguments;                                                                         \
        va_start(arguments, flags);                                                                \
        const mode_t mode = has_mode(flags) ? va_arg(arguments, mode_t) : 0;                       \
        va_end(arguments);                                                                         \
        return open_file(path_at(folder, name).c_str(), flags, #NAME,                              \
                         [&] { return real(folder, name, flags, mode); });                         \
    }
OPENAT(openat)
OPENAT(openat64)

int unlinkat(int folder, const char* name, int flags) noexcept {
    static auto* const real = system_call<int(int, const char*, int)>("unlinkat");
    return has_watched_name(path_at(folder, name).c_str()) && befalls(Remove, "unlinkat")
               ? -1
               : real(folder, name, flags);
}

int close(int descriptor) {
    static auto* const real = system_call<int(int)>("close");
    if (is_watched(descriptor)) watched[static_cast<std::size_t>(descriptor)] = false;
    return real(descriptor);
}

#define PREAD(NAME, OFFSET)                                                                        \
    ssize_t NAME(int descriptor, void* bytes, size_t size, OFFSET offset) {                        \
        static auto* const real = system_call<ssize_t(int, void*, size_t, OFFSET)>(#NAME);         \
        if (is_watched(descriptor) && befalls(Read, #NAME)) return -1;                             \
        return real(descriptor, bytes, size, offset);                                              \
    }
PREAD(pread, off_t)
PREAD(pread64, off64_t)

#define PWRITE(NAME, OFFSET)                                                                       \
    ssize_t NAME(int descriptor, const void* bytes, size_t size, OFFSET offset) {                  \
        static auto* const real = system_call<ssize_t(int, const void*, size_t, OFFSET)>(#NAME);   \
        if (is_watched(descriptor) && befalls(Write, #NAME))                                       \
            return is_short() ? real(descriptor, bytes, size / 2, offset) : -1;                    \
        return real(descriptor, bytes, size, offset);                                              \
    }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

ssize_t write(int descriptor, const void* bytes, size_t size) {
    static auto* const real = system_call<ssize_t(int, const void*, size_t)>("write");
    if (is_watched(descriptor) && befalls(Write, "write"))
        return is_short() ? real(descriptor, bytes, size / 2) : -1;
    return real(descriptor, bytes, size);
}

#define SYNC(NAME)                                                                                 \
    int NAME(int descriptor) {                                                                     \
        static auto* const real = system_call<int(int)>(#NAME);                                    \
        return is_watched(descriptor) && befalls(Sync, #NAME) ? -1 : real(descriptor);             \
    }
SYNC(fsync)
SYNC(fdatasync)

#define TRUNCATE(NAME, SIZE)                                                                       \
    int NAME(int descriptor, SIZE size) noexcept {                                                 \
        static auto* const real = system_call<int(int, SIZE)>(#NAME);                              \
        return is_watched(descriptor) && befalls(Truncate, #NAME) ? -1 : real(descriptor, size);   \
    }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

int kill(pid_t process, int signal) noexcept {
    static auto* const real = system_call<int(pid_t, int)>("kill");
    return std::string_view(setting("FAULT_KIND")) == "unkillable" ? 0 : real(process, signal);
}

#define SLEEP(NAME, PARAMETERS, ARGUMENTS, NANOSECONDS)                                            \
    int NAME PARAMETERS {                                                                          \
        static auto* const real = system_call<int PARAMETERS>(#NAME);                              \
        sleep_for(NANOSECONDS);                                                                    \
        return real ARGUMENTS;                                                                     \
    }
SLEEP(usleep, (useconds_t time), (time), 1000LL * time)
SLEEP(nanosleep, (const timespec* time, timespec* left), (time, left),
      1'000'000'000LL * time->tv_sec + time->tv_nsec)
SLEEP(clock_nanosleep, (clockid_t clock, int flags, const timespec* time, timespec* left),
      (clock, flags, time, left), 1'000'000'000LL * time->tv_sec + time->tv_nsec)

int rename(const char* from, const char* to) noexcept {
    static auto* const real = system_call<int(const char*, const char*)>("rename");
    return has_watched_name(to) && befalls(Remove, "rename") ? -1 : real(from, to);
}

int renameat(int folder, const char* from, int other, const char* to) noexcept {
    static auto* const real = system_call<int(int, const char*, int, const char*)>("renameat");
    return has_watched_name(path_at(other, to).c_str()) && befalls(Remove, "renameat")
               ? -1
               : real(folder, from, other, to);
}

int unlink(const char* path) noexcept {
    static auto* const real = system_call<int(const char*)>("unlink");
    return has_watched_name(path) && befalls(Remove, "unlink") ? -1 : real(path);
}

#define FCNTL(NAME)                                                                                \
    int NAME(int descriptor, int command, ...) {                                                   \
        static auto* const real = system_call<int(int, int, ...)>(#NAME);                          \
        va_list arguments;                                                                         \
        va_start(arguments, command);                                                              \
        void* const argument = va_arg(arguments, void*);                                           \
        va_end(arguments);                                                                         \
        if (is_watched(descriptor) && takes_lock(command, argument) && befalls(Lock, #NAME))       \
            return -1;                                                                             \
        return real(descriptor, command, argument);                                                \
    }
FCNTL(fcntl)
FCNTL(fcntl64)
}
