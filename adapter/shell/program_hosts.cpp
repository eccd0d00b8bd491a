#include "adapter/shell/program_hosts.hpp"

#include "adapter/engine/find_program.hpp"
#include "adapter/session/shared/engine_end.hpp"
#include "config/book_program.hpp"
#include "core/text/text.hpp"
#include "storage/files/environment.hpp"
#include "storage/files/overwrite_guard.hpp"

#include <chrono>
#include <utility>

#include <boost/asio/post.hpp>

namespace polyglot::io {
namespace {

// The time to end after the end of its input.
constexpr std::chrono::milliseconds end_grace{500};

Result<EngineLaunch> plan(const std::string& command, const std::filesystem::path& directory) {
    const auto words = config::program_words(command);
    if (!words) return words.error();
    auto program =
        find_program(words->front(), ".", directory, environment_variable("PATH").value_or(""));
    if (!program) return program.error();
    note_input(program->executable);
    return EngineLaunch{.program = std::move(program->executable),
                        .arguments = {words->begin() + 1, words->end()},
                        .directory = directory};
}

} // namespace

EngineHost::Events ProgramHosts::events_of(int number) {
    EngineHost::Events events;
    const auto end = [this, number](std::string_view how) {
        events_.on_ended(number, how);
        events_.on_batch();
    };
    events.on_line = [this, number](std::string_view line) { events_.on_line(number, line); };
    events.on_stderr_line = [this, number](std::string_view line) { on_said(number, line); };
    events.on_batch = [this] { events_.on_batch(); };
    events.on_long_line = [end] { end("floods: a line is longer than 1 MiB"); };
    events.on_closed_output = [end] { end("has closed its input or output"); };
    events.on_exited = [end](const session::EngineEnd& how) { end(session::describe_end(how)); };
    return events;
}

void ProgramHosts::on_said(int number, std::string_view line) {
    constexpr std::size_t longest = 1000; // bytes
    int& said = said_[number];
    if (said > most_said) return;
    const bool is_shown = ++said <= most_said;
    events_.on_stderr_line(number, is_shown ? line.substr(0, longest)
                                            : "… (more than this is left out of the log)");
}

EngineHost& ProgramHosts::host(int number) {
    auto& host = hosts_[number];
    if (!host) host = std::make_unique<EngineHost>(context_, events_of(number));
    return *host;
}

void ProgramHosts::start(int number, const std::string& command) {
    said_[number] = 0;
    const Result<EngineLaunch> launch = plan(command, directory_);
    const Result<void> started =
        launch ? host(number).start(*launch) : Result<void>(launch.error());
    if (!started) report_later(number, "cannot be started: " + started.error().message);
}

// The caller has not finished its step.
void ProgramHosts::report_later(int number, std::string how) {
    boost::asio::post(context_, [this, number, how = std::move(how), weak = std::weak_ptr(lives_)] {
        if (weak.expired()) return;
        events_.on_ended(number, how);
        events_.on_batch();
    });
}

void ProgramHosts::send(int number, std::string_view line) {
    said_[number] = 0;
    host(number).send(std::string(line) + '\n');
}

void ProgramHosts::stop(int number) {
    const auto known = hosts_.find(number);
    if (known == hosts_.end()) return;
    known->second->close_input();
    known->second->release(end_grace);
}

} // namespace polyglot::io
