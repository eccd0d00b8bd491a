#ifdef _WIN32
#include "adapter/engine/boost_process.hpp"
#include "adapter/engine/engine_process.hpp"
#include "adapter/streams/pipe_end_windows.hpp"
#include "core/text/path_text.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
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

std::error_code last_error() {
    return {static_cast<int>(::GetLastError()), std::system_category()};
}

// As CommandLineToArgvW and the C libraries split it again: backslashes count only before a quotation mark.
void append_quoted(std::wstring& line, std::wstring_view word) {
    if (!word.empty() && word.find_first_of(L" \t\n\v\"") == std::wstring_view::npos) {
        line += word;
        return;
    }
    line += L'"';
    std::size_t backslashes = 0;
    for (const wchar_t c : word) {
        if (c == L'\\') {
            ++backslashes;
            continue;
        }
        line.append(c == L'"' ? 2 * backslashes + 1 : backslashes, L'\\');
        backslashes = 0;
        line += c;
    }
    line.append(2 * backslashes, L'\\');
    line += L'"';
}

std::wstring command_line(const EngineLaunch& launch) {
    std::wstring line;
    append_quoted(line, launch.program.wstring());
    for (const std::string& argument : launch.arguments) {
        line += L' ';
        append_quoted(line, to_path(argument).native());
    }
    return line;
}

// The engine and all that it starts end with the last handle of the job: with us, however we end.
Handle make_job() {
    Handle job(::CreateJobObjectW(nullptr, nullptr));
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    ::SetInformationJobObject(job.get(), JobObjectExtendedLimitInformation, &limits, sizeof limits);
    return job;
}

// Windows has classes: the half of the nice values that POSIX gives noticeably less time is Idle.
DWORD priority_class(std::optional<int> nice) {
    constexpr int idle_from = 10;
    if (!nice) return ::GetPriorityClass(::GetCurrentProcess());
    if (*nice == 0) return NORMAL_PRIORITY_CLASS;
    return *nice < idle_from ? BELOW_NORMAL_PRIORITY_CLASS : IDLE_PRIORITY_CLASS;
}

// NTSTATUS, as an exit code, of a process that Windows has ended; empty: not one of those.
std::string name_of_crash(DWORD code) {
    constexpr std::array<std::pair<DWORD, const char*>, 14> names{{
        {0x80000003, "breakpoint"},
        {0xC0000005, "access violation"},
        {0xC0000006, "error reading the program's file"},
        {0xC0000017, "not enough memory"},
        {0xC000001D, "illegal instruction"},
        {0xC000008C, "array bounds exceeded"},
        {0xC000008E, "floating-point division by zero"},
        {0xC0000094, "integer division by zero"},
        {0xC00000FD, "stack overflow"},
        {0xC0000135, "a DLL was not found"},
        {0xC0000139, "a DLL lacks a function"},
        {0xC000013A, "ended by Ctrl-C"},
        {0xC0000374, "heap corruption"},
        {0xC0000409, "stack buffer overrun"},
    }};
    const auto known = std::find_if(names.begin(), names.end(), [code](const auto& n) { return n.first == code; });
    return known == names.end() ? "" : known->second;
}

} // namespace

struct EngineProcess::Impl {
    explicit Impl(asio::io_context& io_context) : context(io_context), ended(io_context) {}

    asio::io_context& context;
    Handle in, out, err; // our ends, until they are taken
    Handle job;
    Handle process;
    int id = 0;
    asio::windows::object_handle ended; // a duplicate of process
};

Result<std::unique_ptr<EngineProcess>> EngineProcess::start(asio::io_context& context, const EngineLaunch& launch) {
    const std::string who = "cannot start " + to_text(launch.program);
    auto impl = std::make_unique<Impl>(context);
    std::error_code error;
    if (!std::filesystem::is_directory(launch.directory, error))
        return make_error(who + " in " + to_text(launch.directory) + ": no directory that can be entered");
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
        return make_error(who + ": " + failed.code().message());
    }
    impl->job = make_job();
    std::wstring line = command_line(launch);
    const std::wstring program = launch.program.wstring();
    bp::child child(
        bp::exe = program, bp::start_dir = launch.directory.wstring(), error,
        bp::extend::on_setup =
            [&](auto& executor) {
                executor.exe = program.c_str();
                executor.cmd_line = line.data();
                executor.inherit_handles = TRUE;
                executor.startup_info.dwFlags |= STARTF_USESTDHANDLES;
                executor.startup_info.hStdInput = child_in.get();
                executor.startup_info.hStdOutput = child_out.get();
                executor.startup_info.hStdError = child_err.get();
                executor.creation_flags |= CREATE_NO_WINDOW | CREATE_SUSPENDED | priority_class(launch.nice);
            },
        bp::extend::on_success =
            [&](auto& executor) {
                // In the job before its first instruction, so that nothing that it starts is missed.
                ::AssignProcessToJobObject(impl->job.get(), executor.proc_info.hProcess);
                if (launch.affinity) ::SetProcessAffinityMask(executor.proc_info.hProcess, *launch.affinity);
                ::ResumeThread(executor.proc_info.hThread);
            });
    if (error) return make_error(who + ": " + error.message());
    impl->id = static_cast<int>(child.id());
    const HANDLE self = ::GetCurrentProcess();
    HANDLE waited_for = nullptr;
    HANDLE kept = nullptr;
    const auto duplicate = [&](HANDLE& copy) {
        return ::DuplicateHandle(self, child.native_handle(), self, &copy, 0, FALSE, DUPLICATE_SAME_ACCESS) != 0;
    };
    const bool duplicated = duplicate(kept) && duplicate(waited_for);
    child.detach();
    impl->process = Handle(kept);
    if (!duplicated) return make_error(who + ": " + last_error().message());
    impl->ended.assign(waited_for);
    return std::unique_ptr<EngineProcess>(new EngineProcess(std::move(impl)));
}

EngineProcess::EngineProcess(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

EngineProcess::~EngineProcess() {
    constexpr DWORD longest_ms = 500; // a process that does not end must not hold ours up
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

// Windows has no signals. An engine without a window can only be asked by the protocol: Interrupt and Terminate do
// nothing (docs/xboard-engines.md), and quit has been said before either.
void EngineProcess::signal(session::Actions::Signal signal) {
    if (signal == session::Actions::Signal::Kill) ::TerminateJobObject(impl_->job.get(), 1);
}

std::error_code EngineProcess::set_nice(std::optional<int> nice) {
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_PRIORITY_CLASS;
    limits.BasicLimitInformation.PriorityClass = priority_class(nice);
    if (::SetInformationJobObject(impl_->job.get(), JobObjectExtendedLimitInformation, &limits, sizeof limits) != 0)
        return {};
    return last_error();
}

bool EngineProcess::group_lives() const {
    JOBOBJECT_BASIC_ACCOUNTING_INFORMATION job{};
    return ::QueryInformationJobObject(impl_->job.get(), JobObjectBasicAccountingInformation, &job, sizeof job,
                                       nullptr) != 0 &&
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
    end.signal_name = name_of_crash(code);
    end.was_signal = !end.signal_name.empty();
    return end;
}

} // namespace polyglot::io
#endif
