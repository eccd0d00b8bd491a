#include "tools/engine_test/dialogue.hpp"

#include "core/text/text.hpp"
#include "core/text/utf8.hpp"

#include <algorithm>

namespace polyglot::tools::engine_test {

namespace {

constexpr std::size_t kept_lines = 200;
constexpr std::size_t kept_bytes = 300; // of a line
constexpr Milliseconds callback_interval{200};

// There are thousands of thinking lines, and they are rarely the cause of a fault.
bool is_thinking(const WireLine& line) {
    return line.from == WireLine::From::Engine && !line.text.empty() &&
           (line.text.starts_with("info ") || text::is_digit(text::trim_left(line.text).front()));
}

std::string shortened(std::string_view text) {
    std::string result = text::shown_line(text.substr(0, kept_bytes));
    if (text.size() > kept_bytes) result += "… (" + std::to_string(text.size()) + " bytes)";
    return result;
}

} // namespace

Dialogue::Dialogue(io::EngineLaunch launch) : launch_(std::move(launch)) {}
Dialogue::~Dialogue() = default;

Result<void> Dialogue::start() {
    kill();
    unread_.clear();
    transcript_.clear();
    end_.reset();
    closed_output_ = interrupted_ = false;
    io::EngineHost::Events events;
    events.on_line = [this](std::string_view line) {
        line = text::trim_right(line);
        record(WireLine::From::Engine, line);
        unread_.push_back({std::string(line), Clock::now()});
    };
    events.on_stderr_line = [this](std::string_view line) {
        record(WireLine::From::EngineStderr, line);
    };
    events.on_closed_output = [this] { closed_output_ = true; };
    events.on_exited = [this](const session::EngineEnd& end) {
        end_ = end;
        record(WireLine::From::Note, how_it_ended());
    };
    host_ = std::make_unique<io::EngineHost>(context_, std::move(events));
    started_ = Clock::now();
    return host_->start(launch_);
}

void Dialogue::kill() {
    host_.reset();
}

void Dialogue::send(std::string_view line) {
    record(WireLine::From::Us, line);
    if (host_ && host_->running()) host_->send(std::string(line) + '\n');
}

void Dialogue::interrupt() {
    const bool sent = !host_ || host_->signal(session::Actions::Signal::Interrupt);
    note(sent ? "SIGINT" : "no SIGINT on this system");
    interrupted_ = sent;
}

void Dialogue::close_input() {
    note("end of input");
    if (host_) host_->close_input();
}

bool Dialogue::left_processes() const {
    return end_ && host_ && host_->group_lives();
}

void Dialogue::note(std::string_view comment) {
    record(WireLine::From::Note, comment);
}

template <class Condition>
void Dialogue::run_until(Clock::time_point deadline, Condition over) {
    context_.restart();
    for (auto now = Clock::now(); !over() && now < deadline; now = Clock::now()) {
        if (context_.run_one_until(std::min(deadline, now + callback_interval)) == 0)
            context_.restart();
        if (while_waiting_) while_waiting_();
    }
}

std::optional<Dialogue::Line> Dialogue::read(Clock::time_point deadline) {
    run_until(deadline, [this] { return !unread_.empty() || !talks(); });
    if (unread_.empty()) return std::nullopt;
    Line line = std::move(unread_.front());
    unread_.pop_front();
    return line;
}

bool Dialogue::wait_for_end(Clock::time_point deadline) {
    run_until(deadline, [this] { return end_.has_value(); });
    return end_.has_value();
}

void Dialogue::pass_time(Clock::time_point until) {
    run_until(until, [] { return false; });
}

bool Dialogue::talks() const {
    return host_ && !end_ && !closed_output_;
}

std::string Dialogue::how_it_ended() const {
    if (!end_)
        return closed_output_ ? "the engine has closed its standard output" : "the engine runs";
    if (interrupted_ && end_->was_signal && end_->signal_name == "SIGINT")
        return "the engine has ended by the SIGINT that we have sent it, as XBoard does unless it "
               "says feature "
               "sigint=0";
    std::string text = end_->was_signal ? "the engine was killed by " + end_->signal_name
                                        : "the engine " + session::describe_end(*end_);
    if (!end_->last_stderr.empty())
        text += " (last line on standard error: " + end_->last_stderr + ")";
    return text;
}

void Dialogue::record(WireLine::From from, std::string_view text) {
    WireLine line{from, std::chrono::duration_cast<Milliseconds>(Clock::now() - started_),
                  shortened(text), 0};
    const std::size_t n = transcript_.size();
    if (n >= 2 && is_thinking(line) && is_thinking(transcript_[n - 1]) &&
        is_thinking(transcript_[n - 2])) {
        line.left_out = transcript_.back().left_out + 1;
        transcript_.pop_back();
    }
    transcript_.push_back(std::move(line));
    if (transcript_.size() > kept_lines) transcript_.pop_front();
}

std::vector<WireLine> Dialogue::first_lines(std::size_t count) const {
    return {transcript_.begin(),
            transcript_.begin() + static_cast<std::ptrdiff_t>(std::min(count, transcript_.size()))};
}

std::vector<WireLine> Dialogue::last_lines(std::size_t count) const {
    const auto first =
        transcript_.end() - static_cast<std::ptrdiff_t>(std::min(count, transcript_.size()));
    return {first, transcript_.end()};
}

} // namespace polyglot::tools::engine_test
