#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>
#ifdef __linux__
#include <sched.h>
#include <sys/prctl.h>
#endif

#include "adapter/engine/boost_process.hpp"
#include "adapter/engine/engine_process.hpp"
#include "adapter/engine/last_resort.hpp"
#include "adapter/engine/signals.hpp"
#include "adapter/streams/pipe_end_posix.hpp"
#include "core/text/path_text.hpp"
#include "core/text/system_message.hpp"

#include <boost/asio/signal_set.hpp>

namespace polyglot::io {

namespace {

// The adapter's ends must not leak into the engine, which would never see its standard input close.
void close_on_exec(bp::async_pipe& pipe) {
    for (const int descriptor : {pipe.native_source(), pipe.native_sink()})
        ::fcntl(descriptor, F_SETFD, ::fcntl(descriptor, F_GETFD) | FD_CLOEXEC);
}

// Runs in the child between fork and exec, where only async-signal-safe calls are allowed.
void set_up_child(const EngineLaunch& launch, pid_t parent) {
    ::setpgid(0, 0);
#ifdef __linux__
    ::prctl(PR_SET_PDEATHSIG, SIGKILL); // ends with the adapter, even if that is killed
    if (::getppid() != parent) ::_exit(127);
    if (launch.affinity) {
        cpu_set_t set;
        CPU_ZERO(&set);
        for (unsigned cpu = 0; cpu < 64; ++cpu)
            if ((*launch.affinity >> cpu & 1) != 0) CPU_SET(cpu, &set);
        ::sched_setaffinity(0, sizeof set, &set);
    }
#else
    static_cast<void>(parent);
#endif
    if (launch.nice) ::setpriority(PRIO_PROCESS, 0, *launch.nice);
    // A signal that was ignored at the adapter's start stays ignored (nohup). The adapter's
    // handlers must not run in the child, because they write into a pipe that it shares with the
    // adapter.
    for (const int sig : {SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP, SIGCHLD}) {
        struct sigaction now {};
        const bool stays = ::sigaction(sig, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
        if (!stays || sig == SIGCHLD || is_ignored_by_us(sig)) std::signal(sig, SIG_DFL);
    }
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

// Returns "SIGSEGV"; empty if the system has no names.
std::string name_of_signal(int signal) {
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 32)
    const char* name = ::sigabbrev_np(signal);
    return name == nullptr ? "" : "SIG" + std::string(name);
#else
    constexpr std::array<std::pair<int, const char*>, 12> names{{{SIGABRT, "SIGABRT"},
                                                                 {SIGALRM, "SIGALRM"},
                                                                 {SIGBUS, "SIGBUS"},
                                                                 {SIGFPE, "SIGFPE"},
                                                                 {SIGHUP, "SIGHUP"},
                                                                 {SIGILL, "SIGILL"},
                                                                 {SIGINT, "SIGINT"},
                                                                 {SIGKILL, "SIGKILL"},
                                                                 {SIGPIPE, "SIGPIPE"},
                                                                 {SIGSEGV, "SIGSEGV"},
                                                                 {SIGSYS, "SIGSYS"},
                                                                 {SIGTERM, "SIGTERM"}}};
    const auto known = std::find_if(names.begin(), names.end(),
                                    [signal](const auto& n) { return n.first == signal; });
    return known == names.end() ? "" : known->second;
#endif
}

// Process v1 takes the first character of every argument, and of an empty one too.
std::vector<char*> make_argv(std::vector<std::string>& words) {
    std::vector<char*> argv;
    argv.reserve(words.size() + 1);
    for (std::string& word : words)
        argv.push_back(word.data());
    argv.push_back(nullptr);
    return argv;
}

// Reaps a child that could not become the program, and is about to exit. Process v1 checks this
// only once.
void reap_failed_child(pid_t child) {
    if (child > 0) ::waitpid(child, nullptr, 0); // in the child itself it is 0
}

// A killed process ends within milliseconds, unless it is in uninterruptible sleep (a disk or a
// network file system that hangs). Such a process must not delay the adapter's end; it is left to
// init, which reaps it later.
void reap_killed(pid_t child) {
    constexpr std::chrono::milliseconds longest{500};
    constexpr std::chrono::milliseconds tick{1};
    const auto deadline = std::chrono::steady_clock::now() + longest;
    while (::waitpid(child, nullptr, WNOHANG) == 0 && std::chrono::steady_clock::now() < deadline)
        std::this_thread::sleep_for(tick);
}

// Returns the process group of a running process; 0 if there is no such process.
pid_t living_group_of(const std::filesystem::path& process) {
    std::ifstream file(process / u8"stat"); // proc(5): PID (NAME) STATE PARENT GROUP ...
    std::string line;
    std::getline(file, line);
    const std::size_t name_end = line.rfind(')');
    if (name_end == std::string::npos) return 0;
    std::istringstream rest(line.substr(name_end + 1));
    char state = 0;
    pid_t parent = 0;
    pid_t group = 0;
    if (!(rest >> state >> parent >> group) || state == 'Z' || state == 'X') return 0;
    return group;
}

// Returns whether the group has a running process. kill() with 0 would also count a leader that has
// not been reaped. Without /proc the group counts as ended.
bool has_living_process(pid_t group) {
    std::error_code error;
    std::filesystem::directory_iterator entry(u8"/proc", error);
    for (const std::filesystem::directory_iterator end; !error && entry != end;
         entry.increment(error))
        if (living_group_of(entry->path()) == group) return true;
    return false;
}

session::EngineEnd to_end(const siginfo_t& info) {
    session::EngineEnd end;
    end.was_signal = info.si_code == CLD_KILLED || info.si_code == CLD_DUMPED;
    end.value = info.si_status;
    if (end.was_signal) end.signal_name = name_of_signal(end.value);
    return end;
}

} // namespace

struct EngineProcess::Impl {
    boost::asio::io_context& context;
    bp::async_pipe in;
    bp::async_pipe out;
    bp::async_pipe err;
    boost::asio::signal_set child_signals; // from before the process has started
    // The process is not reaped before the end of this object, so that its number cannot be reused
    // for another process or group.
    pid_t id = 0;

    explicit Impl(boost::asio::io_context& loop)
        : context(loop), in(loop), out(loop), err(loop), child_signals(loop, SIGCHLD) {}

    LoopDescriptor take(boost::asio::posix::stream_descriptor&& end) const {
        LoopDescriptor taken(context);
        // A stream that is not open gives an error when it is used.
        boost::system::error_code ignored;
        taken.assign(end.release(), ignored);
        return taken;
    }
};

Result<std::unique_ptr<EngineProcess>> EngineProcess::start(boost::asio::io_context& context,
                                                            const EngineLaunch& launch) {
    // If the directory cannot be entered, Process v1 starts the engine in the adapter's directory.
    std::error_code error;
    if (!std::filesystem::is_directory(launch.directory, error) ||
        ::access(launch.directory.c_str(), X_OK) != 0)
        return make_error("cannot start " + to_text(launch.program) + " in " +
                          to_text(launch.directory) + ": no directory that can be entered");
    ignore_signal(SIGPIPE); // writing to an engine that has ended must not end the adapter
    std::unique_ptr<Impl> impl;
    try { // Process v1 throws if no file descriptors are left
        impl = std::make_unique<Impl>(context);
    } catch (const std::system_error& failed) {
        return make_error("cannot start " + to_text(launch.program) + ": " +
                          system_message(failed.code()));
    }
    for (bp::async_pipe* pipe : {&impl->in, &impl->out, &impl->err})
        close_on_exec(*pipe);
    std::vector<std::string> words{to_text(launch.program)};
    words.insert(words.end(), launch.arguments.begin(), launch.arguments.end());
    const std::vector<char*> argv = make_argv(words);
    const pid_t parent = ::getpid();
    bp::child child(
        bp::exe = to_text(launch.program), bp::start_dir = to_text(launch.directory),
        bp::std_in<impl->in, bp::std_out> impl->out, bp::std_err > impl->err, error,
        bp::extend::on_exec_setup =
            [&](auto& executor) {
                executor.cmd_line = argv.data();
                set_up_child(launch, parent);
            },
        bp::extend::on_error = [](auto& executor,
                                  const std::error_code&) { reap_failed_child(executor.pid); });
    if (error)
        return make_error("cannot start " + to_text(launch.program) + ": " + system_message(error));
    impl->id = child.id();
    child.detach();                // otherwise its destructor waits for a process that does not end
    ::setpgid(impl->id, impl->id); // the child does the same; the order does not matter
    add_to_last_resort(impl->id);
    return std::unique_ptr<EngineProcess>(new EngineProcess(std::move(impl)));
}

EngineProcess::EngineProcess(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

EngineProcess::~EngineProcess() {
    // The group may outlive its leader: engines fork helpers.
    ::kill(-id(), SIGKILL);
    remove_from_last_resort(id());
    reap_killed(id());
}

WriteEnd EngineProcess::take_input() {
    return make_write_end(impl_->take(std::move(impl_->in).sink()));
}
ReadEnd EngineProcess::take_output() {
    return make_read_end(impl_->take(std::move(impl_->out).source()));
}
ReadEnd EngineProcess::take_error_output() {
    return make_read_end(impl_->take(std::move(impl_->err).source()));
}

int EngineProcess::id() const {
    return impl_->id;
}

bool EngineProcess::signal(session::Actions::Signal signal) {
    switch (signal) {
    case session::Actions::Signal::None: break;
    case session::Actions::Signal::Interrupt: ::kill(-id(), SIGINT); break;
    case session::Actions::Signal::Terminate: ::kill(-id(), SIGTERM); break;
    case session::Actions::Signal::Kill: ::kill(-id(), SIGKILL); break;
    }
    return true;
}

std::error_code EngineProcess::set_nice(std::optional<int> nice) {
    const int wanted = nice.value_or(::getpriority(PRIO_PROCESS, 0));
    if (::setpriority(PRIO_PGRP, static_cast<id_t>(id()), wanted) == 0) return {};
    return {errno, std::generic_category()};
}

bool EngineProcess::group_lives() const {
    return has_living_process(id());
}

// The signal does not name the child, and one signal may stand for several children.
void EngineProcess::async_wait_end(std::function<void()> when_ended) {
    impl_->child_signals.async_wait(
        [ended = std::move(when_ended)](boost::system::error_code error, int) {
            if (!error) ended();
        });
}

std::optional<session::EngineEnd> EngineProcess::poll_end() {
    siginfo_t info{};
    const int status = ::waitid(P_PID, static_cast<id_t>(id()), &info, WEXITED | WNOHANG | WNOWAIT);
    // It was reaped elsewhere, so the exit status is lost.
    if (status != 0) return session::EngineEnd{};
    if (info.si_pid == 0) return std::nullopt;
    return to_end(info);
}

} // namespace polyglot::io
