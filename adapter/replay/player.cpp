#include "adapter/replay/player.hpp"

#include "adapter/replay/world.hpp"
#include "core/random.hpp"
#include "core/text/text.hpp"

#include <chrono>
#include <utility>

namespace polyglot::tools {

using session::Actions;
using session::Channel;
using session::ExitCode;
using std::chrono::milliseconds;
using text::cut_prefix;

namespace {

// The times in a log are rounded, and older versions logged the times of writing.
constexpr milliseconds tolerable_earliness{10};

class Recorder final : public session::Log {
  public:
    Recorder() : Log(true) {}
    std::vector<std::string> lines;
    std::vector<std::string> notes;
    std::string gui;
    std::string engine;

  private:
    void append(Channel channel, std::string_view text) override {
        if (channel == Channel::ToGui) (gui += text) += '\n';
        if (channel == Channel::ToEngine) (engine += text) += '\n';
        // As in a log file, each line is separate, without a '\r' at the end.
        while (true) {
            const std::size_t end = text.find('\n');
            std::string_view line = text.substr(0, end);
            if (line.ends_with('\r')) line.remove_suffix(1);
            if (channel == Channel::Note || channel == Channel::Answer)
                notes.emplace_back(line);
            else
                lines.push_back(std::string(prefix_of(channel)).append(line));
            if (end == std::string_view::npos) return;
            text.remove_prefix(end + 1);
        }
    }
};

// Returns the text after "gui>" and a blank.
std::string_view after_blank(std::string_view text) {
    return text.substr(text.starts_with(' ') ? 1 : 0);
}

} // namespace

struct ReplayPlayer::Impl {
    Recorder log;
    ReplayWorld world;
    Random random{1};
    session::TimePoint now{};
    Actions actions;
    std::string to_gui, to_engine; // all output
    bool exited = false;
    bool awaits_start = false;
    std::unique_ptr<session::Session> session;

    bool feed_event(std::string_view event, bool has_time);
    bool feed_rare_event(std::string_view event);
    void feed_program(std::string_view event);
    bool feed_timeout(bool has_time);
    bool feed_results_due(bool has_time);
};

bool ReplayPlayer::Impl::feed_event(std::string_view event, bool has_time) {
    session::Session& s = *session;
    if (event == "timeout") return feed_timeout(has_time);
    if (event == "results due") {
        return feed_results_due(has_time);
    } else if (cut_prefix(event, "start-failed ")) {
        const auto code =
            static_cast<ExitCode>(text::parse_int<int>(text::next_word(event)).value_or(-1));
        s.on_start_failed(code, std::string(after_blank(event)), now, actions);
    } else if (cut_prefix(event, "start ")) {
        awaits_start = false;
        s.on_engine_started(std::string(event), now, actions);
    } else if (session::EngineEnd end;
               event.starts_with("engine ") && session::parse_end(event.substr(7), end)) {
        s.on_engine_exited(end, now, actions);
    } else {
        return feed_rare_event(event);
    }
    return true;
}

// event is "NUMBER > LINE" or "NUMBER ended HOW".
void ReplayPlayer::Impl::feed_program(std::string_view event) {
    const int number = text::parse_int<int>(text::next_word(event)).value_or(0);
    const std::string_view word = text::next_word(event);
    if (word == ">")
        session->on_program_line(number, after_blank(event), now, actions);
    else if (word == "ended")
        session->on_program_ended(number, after_blank(event), now, actions);
    else
        throw BadStep("unknown event of a program: " + std::string(word));
}

bool ReplayPlayer::Impl::feed_rare_event(std::string_view event) {
    session::Session& s = *session;
    const std::string_view whole = event;
    if (event == "gui closed")
        s.on_gui_closed(now, actions);
    else if (event == "gui congested")
        s.on_gui_congested(true, now, actions);
    else if (event == "gui reads again")
        s.on_gui_congested(false, now, actions);
    else if (event == "interrupt")
        s.on_interrupt(now, actions);
    else if (event == "terminate")
        s.on_terminate(now, actions);
    else if (event == "engine closed")
        s.on_engine_closed_output(now, actions);
    else if (cut_prefix(event, "program "))
        feed_program(event);
    else if (cut_prefix(event, "warn "))
        s.warn(event, now, actions);
    else if (cut_prefix(event, "book-file ")) {
        world.change_file(event);
        log.write(Channel::Event, whole);
    } else
        throw BadStep("unknown event: " + std::string(event));
    return true;
}

bool ReplayPlayer::Impl::feed_timeout(bool has_time) {
    const auto due = session->deadline();
    if (!due || (has_time && now + tolerable_earliness < *due)) return false;
    now = has_time ? std::max(now, *due) : *due;
    session->on_timeout(now, actions);
    return true;
}

// A log may be of a version that wrote results at other times, or may have been shortened.
bool ReplayPlayer::Impl::feed_results_due(bool has_time) {
    const auto due = session->results_due();
    if (!due) return has_time;
    if (!has_time) now = std::max(now, *due);
    session->on_results_due(now, actions);
    return true;
}

Steps all_of(const std::vector<Step>& steps) {
    Steps all;
    all.reserve(steps.size());
    for (const Step& step : steps)
        all.push_back(&step);
    return all;
}

ReplayPlayer::ReplayPlayer(const Steps& steps) : impl_(std::make_unique<Impl>()) {
    ReplayWorld& world = impl_->world;
    for (const Step* step : steps) {
        std::string_view text = step->text;
        const StepKind kind = kind_of(text);
        if (kind == StepKind::Setting && cut_prefix(text, "! ")) world.set_up(text);
        if (kind == StepKind::Answer && cut_prefix(text, "? ")) world.expect(text);
    }
    if (const auto seed = text::parse_int<std::uint64_t>(world.settings.book_seed))
        impl_->random = Random(*seed);
    impl_->session = std::make_unique<session::Session>(
        world.settings, world.environment(impl_->random, impl_->log));
}

ReplayPlayer::~ReplayPlayer() = default;

void ReplayPlayer::answer(std::string_view answer) {
    if (cut_prefix(answer, "? ")) impl_->world.answer(answer);
}

bool ReplayPlayer::feed(std::string_view input, std::optional<session::TimePoint> time) {
    Impl& impl = *impl_;
    if (kind_of(input) == StepKind::Setting) {
        impl.log.lines.emplace_back(input);
        return true;
    }
    if (time) impl.now = *time;
    std::string_view rest = input;
    bool taken = true;
    if (cut_prefix(rest, "! wait ")) { // there is no event for this many ms
        impl.log.lines.emplace_back(input);
        impl.now += milliseconds(text::parse_int<int>(rest).value_or(0));
        return true;
    }
    if (cut_prefix(rest, "gui>"))
        impl.session->on_gui_line(after_blank(rest), impl.now, impl.actions);
    else if (cut_prefix(rest, "engine>"))
        impl.session->on_engine_line(after_blank(rest), impl.now, impl.actions);
    else if (cut_prefix(rest, "engine!"))
        impl.session->on_engine_stderr(after_blank(rest));
    else if (cut_prefix(rest, "! "))
        taken = impl.feed_event(rest, time.has_value());
    else
        throw BadStep("no input: " + std::string(input));
    if (!time) impl.now += milliseconds(1);
    impl.awaits_start = impl.awaits_start || impl.actions.has<Actions::RestartEngine>();
    impl.to_gui += impl.actions.to_gui;
    impl.to_engine += impl.actions.to_engine;
    impl.exited = impl.exited || impl.actions.exit();
    impl.actions = {};
    return taken;
}

const std::vector<std::string>& ReplayPlayer::lines() const {
    return impl_->log.lines;
}
const std::vector<std::string>& ReplayPlayer::notes() const {
    return impl_->log.notes;
}
session::Session& ReplayPlayer::session() {
    return *impl_->session;
}
session::TimePoint ReplayPlayer::now() const {
    return impl_->now;
}
bool ReplayPlayer::exited() const {
    return impl_->exited;
}
bool ReplayPlayer::awaits_start() const {
    return impl_->awaits_start;
}
bool ReplayPlayer::results_wait() const {
    const auto due = impl_->session->results_due();
    return due && *due <= impl_->now && !impl_->exited;
}
const std::set<std::string>& ReplayPlayer::remarks() const {
    return impl_->world.remarks();
}

std::string ReplayPlayer::check_output() const {
    if (impl_->to_gui != impl_->log.gui)
        return "what the GUI got is not what the log says:\n" + impl_->to_gui;
    if (impl_->to_engine != impl_->log.engine)
        return "what the engine got is not what the log says:\n" + impl_->to_engine;
    return {};
}

} // namespace polyglot::tools
