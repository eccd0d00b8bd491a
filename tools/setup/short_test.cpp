#include "tools/setup/short_test.hpp"

#include "core/text/path_text.hpp"
#include "tools/common/json.hpp"

#include <cstddef>

namespace polyglot::tools {
namespace {

namespace json = boost::json;

constexpr std::chrono::seconds longest_test{60};
constexpr std::chrono::seconds longest_end{3};
constexpr std::size_t most_output = 4U << 20U;

json::array faults_of(const json::object& report) {
    json::array faults;
    const json::value* const steps = report.if_contains("steps");
    if (steps == nullptr || !steps->is_array()) return faults;
    for (const json::value& step : steps->get_array()) {
        const json::object* const one = step.if_object();
        const json::value* const found = one != nullptr ? one->if_contains("faults") : nullptr;
        if (found == nullptr || !found->is_array()) continue;
        for (const json::value& text : found->get_array())
            faults.push_back(json::object{{"step", one->at("name")}, {"text", text}});
    }
    return faults;
}

// The steps that a game needs. All of them take minutes.
std::vector<std::string> arguments_of(const std::vector<std::string>& words,
                                      const std::filesystem::path& folder) {
    std::vector<std::string> arguments{"engine-test", "-json", "-ed", to_text(folder)};
    for (const char* const step :
         {"handshake", "positions/start", "positions/game", "clocks/little-time", "stop/infinite",
          "play/white", "play/answer", "leave/quit"})
        arguments.insert(arguments.end(), {"-only", step});
    arguments.emplace_back("--");
    arguments.insert(arguments.end(), words.begin(), words.end());
    return arguments;
}

} // namespace

ShortTest::ShortTest(boost::asio::io_context& context, const std::filesystem::path& polyglot,
                     const std::vector<std::string>& words, const std::filesystem::path& folder)
    : timer_(context), host_(context, events()) {
    const auto started = host_.start(
        {.program = polyglot, .arguments = arguments_of(words, folder), .directory = folder});
    if (!started) {
        error_ = started.error().message;
        return;
    }
    is_running_ = true;
    timer_.expires_after(longest_test);
    timer_.async_wait([this](boost::system::error_code error) {
        if (error || !is_running_) return;
        error_ = "the test has not ended within a minute";
        cancel();
    });
}

io::EngineHost::Events ShortTest::events() {
    io::EngineHost::Events events;
    events.on_line = [this](std::string_view line) {
        if (output_.size() < most_output) output_.append(line) += '\n';
    };
    events.on_stderr_line = [this](std::string_view line) { last_words_ = line; };
    events.on_exited = [this](const session::EngineEnd&) { on_exited(); };
    return events;
}

void ShortTest::cancel() {
    if (error_.empty() && is_running_) error_ = "it was ended";
    is_running_ = false;
    timer_.cancel();
    if (!host_.running()) return;
    host_.signal(session::Actions::Signal::Terminate);
    host_.release(longest_end);
}

void ShortTest::on_exited() {
    if (!is_running_) return;
    is_running_ = false;
    timer_.cancel();
    read_report();
}

void ShortTest::read_report() {
    json::error_code failed;
    json::value report = json::parse(output_, failed);
    if (!failed && report.is_object())
        report_ = std::move(report.get_object());
    else
        error_ = last_words_.empty() ? "the test has ended without a report" : last_words_;
}

json::object ShortTest::answer() const {
    json::object answer{{"state", is_running_      ? "running"
                                  : error_.empty() ? "done"
                                                   : "failed"},
                        {"error", json_of(error_)},
                        {"faults", faults_of(report_)}};
    for (const std::string_view name : {"passed", "failed", "skipped"})
        if (const json::value* const number = report_.if_contains(name)) answer[name] = *number;
    return answer;
}

} // namespace polyglot::tools
