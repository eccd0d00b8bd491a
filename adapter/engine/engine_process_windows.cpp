#include "adapter/engine/boost_process.hpp"
#include "adapter/engine/engine_process.hpp"
#include "adapter/engine/process_words_windows.hpp"
#include "adapter/streams/pipe_end_windows.hpp"
#include "core/text/path_text.hpp"
#include "core/text/system_message.hpp"

#include <array>
#include <string>
#include <system_error>
#include <utility>
#include <vector>
#include <windows.h>

#include <boost/asio/windows/object_handle.hpp>

namespace polyglot::io {

namespace asio = boost::asio;

namespace {

class Handle {
  public:
    Handle() = default;
    explicit Handle(HANDLE handle) : handle_(handle) {}
    Handle(Handle&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    Handle& operator=(Handle&& other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~Handle() {
        if (handle_ != nullptr) ::CloseHandle(handle_);
    }
    HANDLE get() const { return handle_; }
    HANDLE release() { return std::exchange(handle_, nullptr); }

  private:
    HANDLE handle_ = nullptr;
};

Handle duplicate(HANDLE handle) {
    HANDLE copy = nullptr;
    const HANDLE self = ::GetCurrentProcess();
    ::DuplicateHandle(self, handle, self, &copy, 0, FALSE, DUPLICATE_SAME_ACCESS);
    return Handle(copy);
}

std::error_code last_error() {
    return {static_cast<int>(::GetLastError()), std::system_category()};
}

// The engine and all processes that it starts end with the last handle of the job, so with the
// adapter, however that ends.
Handle make_job() {
    Handle job(::CreateJobObjectW(nullptr, nullptr));
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    ::SetInformationJobObject(job.get(), JobObjectExtendedLimitInformation, &limits, sizeof limits);
    return job;
}

// Windows has classes of priority. The upper half of the nice values, which get noticeably less
// time on POSIX systems, becomes Idle.
DWORD priority_class(std::optional<int> nice) {
    constexpr int idle_from = 10;
    if (!nice) return ::GetPriorityClass(::GetCurrentProcess());
    if (*nice == 0) return NORMAL_PRIORITY_CLASS;
    return *nice < idle_from ? BELOW_NORMAL_PRIORITY_CLASS : IDLE_PRIORITY_CLASS;
}

// The handles that a new process inherits. Other inheritable handles, such as the adapter's
// standard streams, are not inherited.
class InheritedHandles {
  public:
    explicit InheritedHandles(std::array<HANDLE, 3> handles) : handles_(handles) {
        SIZE_T size = 0;
        ::InitializeProcThreadAttributeList(nullptr, 1, 0, &size);
        memory_.resize(size);
        if (::InitializeProcThreadAttributeList(list(), 1, 0, &size) == 0) memory_.clear();
        if (!memory_.empty())
            ::UpdateProcThreadAttribute(list(), 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST,
                                        handles_.data(), sizeof(HANDLE) * handles_.size(), nullptr,
                                        nullptr);
    }
    ~InheritedHandles() {
        if (!memory_.empty()) ::DeleteProcThreadAttributeList(list());
    }
    InheritedHandles(const InheritedHandles&) = delete;
    InheritedHandles& operator=(const InheritedHandles&) = delete;

    LPPROC_THREAD_ATTRIBUTE_LIST list() {
        return reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(memory_.data());
    }
    HANDLE input() const { return handles_[0]; }
    HANDLE output() const { return handles_[1]; }
    HANDLE error_output() const { return handles_[2]; }

  private:
    std::array<HANDLE, 3> handles_;
    std::vector<char> memory_;
};

struct NewProcess {
    Handle process;
    Handle thread; // the only thread, suspended
    DWORD id = 0;
};
NewProcess create_suspended(const EngineLaunch& launch, ProcessCommand& command,
                            InheritedHandles& streams, std::error_code& error) {
    NewProcess created;
    bp::child child(
        bp::exe = command.program, bp::start_dir = launch.directory.wstring(), error,
        bp::extend::on_setup =
            [&](auto& executor) {
                executor.exe = command.program.c_str();
                executor.cmd_line = command.line.data();
                executor.inherit_handles = TRUE;
                executor.set_startup_info_ex();
                executor.startup_info_ex.lpAttributeList =
                    reinterpret_cast<decltype(executor.startup_info_ex.lpAttributeList)>(
                        streams.list());
                executor.startup_info.dwFlags |= STARTF_USESTDHANDLES;
                executor.startup_info.hStdInput = streams.input();
                executor.startup_info.hStdOutput = streams.output();
                executor.startup_info.hStdError = streams.error_output();
                executor.creation_flags |= CREATE_NO_WINDOW | CREATE_SUSPENDED;
            },
        bp::extend::on_success =
            [&](auto& executor) {
                created.process = duplicate(executor.proc_info.hProcess);
                created.thread = duplicate(executor.proc_info.hThread);
                created.id = executor.proc_info.dwProcessId;
            });
    child.detach();
    return created;
}

} // namespace

struct EngineProcess::Impl {
    explicit Impl(asio::io_context& io_context) : context(io_context), ended(io_context) {}

    asio::io_context& context;
    Handle in, out, err; // the adapter's ends, until they are taken
    Handle job;
    Handle process;
    int id = 0;
    asio::windows::object_handle ended; // a duplicate of process
};

Result<std::unique_ptr<EngineProcess>> EngineProcess::start(asio::io_context& context,
                                                            const EngineLaunch& launch) {
    const std::string who = "cannot start " + to_text(launch.program);
    auto impl = std::make_unique<Impl>(context);
    std::error_code error;
    if (!std::filesystem::is_directory(launch.directory, error))
        return make_error(who + " in " + to_text(launch.directory) +
                          ": no directory that can be entered");
    Handle child_in, child_out, child_err;
    try {
        const auto keep = [](ChildPipe pipe, Handle& ours, Handle& childs) {
            ours = Handle(pipe.ours);
            childs = Handle(pipe.childs);
        };
        keep(make_pipe_to_child(), impl->in, child_in);
        keep(make_pipe_from_child(), impl->out, child_out);
        keep(make_pipe_from_child(), impl->err, child_err);
    } catch (const std::system_error& failed) {
        return make_error(who + ": " + system_message(failed.code()));
    }
    auto command = make_process_command(launch.program, launch.arguments);
    if (!command) return make_error(who + ": " + command.error().message);
    InheritedHandles streams({child_in.get(), child_out.get(), child_err.get()});
    NewProcess created = create_suspended(launch, *command, streams, error);
    if (error) return make_error(who + ": " + system_message(error));
    impl->job = make_job();
    // The process enters the job before its first instruction, so that all processes that it starts
    // are in the job.
    if (::AssignProcessToJobObject(impl->job.get(), created.process.get()) == 0) {
        const std::string why = system_message(last_error());
        ::TerminateProcess(created.process.get(), 1);
        return make_error(who + ": " + why);
    }
    // A separate call, because Wine ignores the priority class among the creation flags.
    ::SetPriorityClass(created.process.get(), priority_class(launch.nice));
    if (launch.affinity) ::SetProcessAffinityMask(created.process.get(), *launch.affinity);
    ::ResumeThread(created.thread.get());
    impl->process = std::move(created.process);
    impl->id = static_cast<int>(created.id);
    impl->ended.assign(duplicate(impl->process.get()).release());
    return std::unique_ptr<EngineProcess>(new EngineProcess(std::move(impl)));
}

EngineProcess::EngineProcess(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

EngineProcess::~EngineProcess() {
    // A process that does not end must not delay the adapter's end.
    constexpr DWORD longest_ms = 500;
    ::TerminateJobObject(impl_->job.get(), 1);
    ::WaitForSingleObject(impl_->process.get(), longest_ms);
}

WriteEnd EngineProcess::take_input() {
    return make_overlapped_write_end(impl_->context, impl_->in.release());
}
ReadEnd EngineProcess::take_output() {
    return make_overlapped_read_end(impl_->context, impl_->out.release());
}
ReadEnd EngineProcess::take_error_output() {
    return make_overlapped_read_end(impl_->context, impl_->err.release());
}

int EngineProcess::id() const {
    return impl_->id;
}

// Windows has no signals. Terminate does what SIGTERM does to an engine that does not handle it.
// Interrupt is not supported, because Ctrl-C reaches all processes of a console, which engines do
// not have, and Ctrl-Break ends an engine that expects SIGINT.
bool EngineProcess::signal(session::Actions::Signal signal) {
    if (signal == session::Actions::Signal::Interrupt) return false;
    if (signal != session::Actions::Signal::None) ::TerminateJobObject(impl_->job.get(), 1);
    return true;
}

std::error_code EngineProcess::set_nice(std::optional<int> nice) {
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
    limits.BasicLimitInformation.LimitFlags =
        JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_PRIORITY_CLASS;
    limits.BasicLimitInformation.PriorityClass = priority_class(nice);
    if (::SetInformationJobObject(impl_->job.get(), JobObjectExtendedLimitInformation, &limits,
                                  sizeof limits) != 0)
        return {};
    return last_error();
}

bool EngineProcess::group_lives() const {
    JOBOBJECT_BASIC_ACCOUNTING_INFORMATION job{};
    return ::QueryInformationJobObject(impl_->job.get(), JobObjectBasicAccountingInformation, &job,
                                       sizeof job, nullptr) != 0 &&
           job.ActiveProcesses > 0;
}

void EngineProcess::async_wait_end(std::function<void()> when_ended) {
    impl_->ended.async_wait([ended = std::move(when_ended)](boost::system::error_code error) {
        if (!error) ended();
    });
}

std::optional<session::EngineEnd> EngineProcess::poll_end() {
    if (::WaitForSingleObject(impl_->process.get(), 0) == WAIT_TIMEOUT) return std::nullopt;
    DWORD code = 0;
    session::EngineEnd end;
    if (::GetExitCodeProcess(impl_->process.get(), &code) == 0) return end;
    end.value = static_cast<int>(code);
    end.crash = name_of_crash(code);
    return end;
}

} // namespace polyglot::io
