#include "adapter/replay/log.hpp"

#include "core/text/text.hpp"
#include "storage/files/read_line.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <istream>
#include <map>
#include <utility>

namespace polyglot::tools {
namespace {

using session::TimePoint;
using std::chrono::milliseconds;

constexpr std::string_view version_mark = "! polyglot ";

// Converts the times of one session to the clock of its deadlines.
class SessionClock {
  public:
    TimePoint at(milliseconds local) {
        milliseconds time = local - moved_;
        constexpr milliseconds hour = std::chrono::hours(1);
        if (time + hour / 2 < last_) { // summer time ends
            const auto hours = (last_ - hour / 2 - time + hour - milliseconds(1)) / hour;
            moved_ -= hours * hour;
            time += hours * hour;
        }
        last_ = std::max(last_, time);
        return TimePoint(last_);
    }
    void move(milliseconds by) { // for "? clock", within the range of a clock
        constexpr milliseconds most = std::chrono::years(200);
        if (by > most || by < -most || moved_ + by > most || moved_ + by < -most) return;
        moved_ += by;
    }

  private:
    milliseconds moved_{0};
    milliseconds last_{milliseconds::min() / 2};
};

class LogReader {
  public:
    ReadLog read(std::istream& in) {
        std::string line;
        std::size_t left_out = 0;
        for (number_ = 1; read_line(in, line, left_out); ++number_) {
            if (left_out > 0)
                remark("line " + std::to_string(number_) + " is " + describe_left_out(left_out));
            const bool torn = in.eof();
            if (number_ == 1 && line.starts_with("\xef\xbb\xbf")) line.erase(0, 3);
            if (line.ends_with('\r')) line.pop_back();
            if (text::trim(line).empty()) continue;
            const auto stamp = parse_stamp(line);
            if (stamp && !is_log_) turn_out_as_log();
            if (!is_log_)
                take_transcript_line(std::move(line));
            else if (torn)
                remark("line " + std::to_string(number_) +
                       " has no end, as after a crash: left out");
            else if (stamp)
                take(*stamp, line);
            else
                stray();
        }
        if (strays_ > 0)
            remark("lines that do not belong to a log are left out: " + std::to_string(strays_) +
                   ", the first is line " + std::to_string(first_stray_));
        for (LoggedSession& session : log_.sessions)
            finish(session);
        return std::move(log_);
    }

  private:
    void remark(std::string text) { log_.remarks.push_back(std::move(text)); }
    void stray() {
        if (strays_++ == 0) first_stray_ = number_;
    }

    // Lines before the first one with a time belong to no process.
    void turn_out_as_log() {
        is_log_ = true;
        for (const LoggedSession& session : std::exchange(log_.sessions, {}))
            for (const Step& step : session.steps) {
                first_stray_ = strays_ == 0 ? step.line : first_stray_;
                ++strays_;
            }
    }

    void take_transcript_line(std::string line) {
        if (log_.sessions.empty()) log_.sessions.push_back({.pid = 0, .steps = {}, .version = {}});
        line.resize(text::trim_right(line).size());
        for (const std::string_view alone : {"gui>", "gui<", "engine>", "engine<", "engine!"})
            if (line == alone) line += ' '; // an empty line
        log_.sessions.back().steps.push_back(
            {.text = std::move(line), .line = number_, .stamp = {}});
    }

    void take(const Stamp& stamp, const std::string& line) {
        Open& open = open_[stamp.pid];
        std::string text = line.substr(stamp.size);
        if (open.session == none || open.beginning.is_of_another(text)) {
            open = {.session = log_.sessions.size()};
            log_.sessions.push_back({.pid = stamp.pid, .steps = {}, .version = {}});
        }
        open.beginning.on_line(text);
        LoggedSession& session = log_.sessions[open.session];
        if (!session.holed.empty()) return;
        const std::string_view answer = text;
        if (answer.starts_with("? clock ")) {
            open.clock.move(
                milliseconds(text::parse_int<std::int64_t>(answer.substr(8)).value_or(0)));
            return;
        }
        const TimePoint time = open.clock.at(stamp.time);
        const std::string place = "line " + std::to_string(number_);
        if (text == "? log off") session.holed = place + ": the log was switched off here";
        // Because it may be incomplete.
        if (text == "? log lost lines" && !session.steps.empty()) session.steps.pop_back();
        if (text == "? log lost lines")
            session.holed = place + ": lines are missing here: the disk was full";
        session.steps.push_back({.text = std::move(text),
                                 .line = number_,
                                 .stamp = line.substr(0, stamp.size),
                                 .time = time});
    }

    // Logs of versions before "! polyglot" always have their seed before the engine is started.
    void finish(LoggedSession& session) const {
        session.has_beginning = !is_log_;
        for (const Step& step : session.steps) {
            if (step.text.starts_with(version_mark))
                session.version = step.text.substr(version_mark.size());
            if (kind_of(step.text) == StepKind::Input) break;
            if (step.text.starts_with("! set BookSeed = ")) session.has_beginning = true;
        }
        for (const Step& step : session.steps)
            session.has_exit = session.has_exit || step.text.starts_with("= exit");
    }

    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    struct Open {
        std::size_t session = none;
        SessionClock clock{};
        ProcessBeginning beginning{};
    };

    ReadLog log_;
    std::map<long, Open> open_; // by process id
    int number_ = 0;
    int first_stray_ = 0;
    int strays_ = 0;
    bool is_log_ = false;
};

} // namespace

std::optional<Stamp> parse_stamp(std::string_view line) {
    constexpr std::string_view shape = "dddd-dd-dd dd:dd:dd.ddd [";
    if (line.size() < shape.size()) return std::nullopt;
    for (std::size_t i = 0; i < shape.size(); ++i)
        if (shape[i] == 'd' ? !text::is_digit(line[i]) : line[i] != shape[i]) return std::nullopt;
    const std::size_t end = line.find("] ", shape.size());
    if (end == std::string_view::npos) return std::nullopt;
    const auto pid = text::parse_int<long>(line.substr(shape.size(), end - shape.size()));
    if (!pid) return std::nullopt;
    const auto number = [line](std::size_t at, std::size_t digits) {
        return text::parse_int<int>(line.substr(at, digits)).value_or(0);
    };
    namespace chrono = std::chrono;
    const chrono::year_month_day day(chrono::year(number(0, 4)),
                                     chrono::month(static_cast<unsigned>(number(5, 2))),
                                     chrono::day(static_cast<unsigned>(number(8, 2))));
    if (!day.ok() || day.year() < chrono::year(1970) || day.year() > chrono::year(2200))
        return std::nullopt;
    const auto time = chrono::sys_days(day).time_since_epoch() + chrono::hours(number(11, 2)) +
                      chrono::minutes(number(14, 2)) + chrono::seconds(number(17, 2)) +
                      milliseconds(number(20, 3));
    return Stamp{.time = time, .pid = *pid, .size = end + 2};
}

bool ProcessBeginning::is_of_another(std::string_view text) const {
    return !only_notes_ && text.starts_with(version_mark);
}

StepKind kind_of(std::string_view text) {
    const auto starts_with_any = [text](const auto& starts) {
        return std::any_of(starts.begin(), starts.end(),
                           [&](std::string_view s) { return text.starts_with(s); });
    };
    constexpr auto settings =
        std::to_array<std::string_view>({"! set ", "! engine-option ", "! book ", version_mark});
    constexpr auto inputs = std::to_array<std::string_view>({"gui>", "engine>", "engine!", "!"});
    constexpr auto outputs = std::to_array<std::string_view>({"gui<", "engine<", "="});
    if (starts_with_any(settings)) return StepKind::Setting;
    if (starts_with_any(inputs)) return StepKind::Input;
    if (starts_with_any(outputs)) return StepKind::Output;
    if (text.starts_with('?')) return StepKind::Answer;
    if (text.starts_with('#')) return StepKind::Note;
    throw BadStep("this is not a line of a log: " + std::string(text.substr(0, 100)));
}

ReadLog read_log(std::istream& in) {
    return LogReader().read(in);
}

} // namespace polyglot::tools
