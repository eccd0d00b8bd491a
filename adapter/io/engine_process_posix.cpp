#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>
#ifdef __linux__
#include <sched.h>
#include <sys/prctl.h>
#endif

#include "adapter/io/boost_process.hpp"
#include "adapter/io/engine_process.hpp"

namespace polyglot::io {

namespace {

// Our ends must not leak into the engine: it would never see its own standard input close.
void close_on_exec(bp::async_pipe& pipe) {
    for (const int descriptor : {pipe.native_source(), pipe.native_sink()})
        ::fcntl(descriptor, F_SETFD, ::fcntl(descriptor, F_GETFD) | FD_CLOEXEC);
}

// Runs in the child between fork and exec: async-signal-safe calls only.
void set_up_child(const EngineLaunch& launch, pid_t parent) {
    ::setpgid(0, 0);
#ifdef __linux__
    ::prctl(PR_SET_PDEATHSIG, SIGKILL); // dies with us even if we are killed without a chance to say goodbye
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
    for (const int sig : {SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP, SIGCHLD})
        std::signal(sig, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
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

// A child that could not become the program is about to exit. Process v1 looks only once whether it has.
void reap_failed_child(pid_t child) {
    if (child > 0) ::waitpid(child, nullptr, 0); // in the child itself it is 0
}

} // namespace

struct EngineProcess::Impl {
    bp::async_pipe in;
    bp::async_pipe out;
    bp::async_pipe err;
    bp::child child;

    explicit Impl(boost::asio::io_context& context) : in(context), out(context), err(context) {}
};

Result<std::unique_ptr<EngineProcess>> EngineProcess::start(boost::asio::io_context& context,
                                                            const EngineLaunch& launch) {
    // Process v1 would start it where we are when it cannot change to its directory.
    std::error_code error;
    if (!std::filesystem::is_directory(launch.directory, error) || ::access(launch.directory.c_str(), X_OK) != 0)
        return make_error("cannot start " + launch.program.string() + " in " + launch.directory.string() +
                          ": no directory that can be entered");
    std::signal(SIGPIPE, SIG_IGN); // writing to an engine that has gone must not be our end
    auto impl = std::make_unique<Impl>(context);
    for (bp::async_pipe* pipe : {&impl->in, &impl->out, &impl->err})
        close_on_exec(*pipe);
    std::vector<std::string> words{launch.program.string()};
    words.insert(words.end(), launch.arguments.begin(), launch.arguments.end());
    const std::vector<char*> argv = make_argv(words);
    const pid_t parent = ::getpid();
    impl->child = bp::child(
        bp::exe = launch.program.string(), bp::start_dir = launch.directory.string(),
        bp::std_in<impl->in, bp::std_out> impl->out, bp::std_err > impl->err, error,
        bp::extend::on_exec_setup =
            [&](auto& executor) {
                executor.cmd_line = argv.data();
                set_up_child(launch, parent);
            },
        bp::extend::on_error = [](auto& executor, const std::error_code&) { reap_failed_child(executor.pid); });
    if (error) return make_error("cannot start " + launch.program.string() + ": " + error.message());
    ::setpgid(impl->child.id(), impl->child.id()); // the child does it too; whoever is first
    return std::unique_ptr<EngineProcess>(new EngineProcess(std::move(impl)));
}

EngineProcess::EngineProcess(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

EngineProcess::~EngineProcess() {
    // The group may outlive its leader: engines fork helpers.
    ::kill(-impl_->child.id(), SIGKILL);
    std::error_code ignored;
    if (impl_->child.running(ignored)) impl_->child.wait(ignored);
}

boost::asio::posix::stream_descriptor EngineProcess::take_input() {
    return std::move(impl_->in).sink();
}
boost::asio::posix::stream_descriptor EngineProcess::take_output() {
    return std::move(impl_->out).source();
}
boost::asio::posix::stream_descriptor EngineProcess::take_error_output() {
    return std::move(impl_->err).source();
}

int EngineProcess::id() const {
    return impl_->child.id();
}

void EngineProcess::signal(session::Actions::Signal signal) {
    switch (signal) {
    case session::Actions::Signal::None: break;
    case session::Actions::Signal::Interrupt: ::kill(-id(), SIGINT); break;
    case session::Actions::Signal::Terminate: ::kill(-id(), SIGTERM); break;
    case session::Actions::Signal::Kill: ::kill(-id(), SIGKILL); break;
    }
}

void EngineProcess::set_nice(int nice) {
    ::setpriority(PRIO_PGRP, static_cast<id_t>(id()), nice);
}

bool EngineProcess::group_lives() const {
    return ::kill(-id(), 0) == 0;
}

std::optional<session::EngineEnd> EngineProcess::poll_end() {
    std::error_code ignored;
    if (impl_->child.running(ignored)) return std::nullopt;
    const int status = impl_->child.native_exit_code();
    session::EngineEnd end;
    end.was_signal = WIFSIGNALED(status);
    end.value = end.was_signal ? WTERMSIG(status) : WEXITSTATUS(status);
    if (end.was_signal) {
        const char* name = ::sigabbrev_np(end.value);
        end.signal_name = name == nullptr ? "" : "SIG" + std::string(name);
    }
    return end;
}

} // namespace polyglot::io
