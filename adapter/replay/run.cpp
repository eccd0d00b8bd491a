#include "adapter/replay/run.hpp"

#include "core/text/text.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

namespace polyglot::tools {
namespace {

using Kind = Difference::Kind;

// A timeout may come late on a busy machine, but at most by this.
constexpr std::chrono::seconds tolerable_delay{5};
// "gui< feature …" in a transcript means all lines that begin so.
constexpr std::string_view any_number = " …";

bool is_timeout(const Step& step) {
    return step.text == "! timeout";
}

bool goes_to_the_end(const Steps& steps) {
    return std::any_of(steps.begin(), steps.end(), [](const Step* step) {
        return !step->time || step->text.starts_with("= exit");
    });
}

class Run {
  public:
    explicit Run(const Steps& steps)
        : steps_(steps), is_whole_(goes_to_the_end(steps)), player_(steps) {}

    Replayed run() {
        std::size_t at = 0;
        for (; at < steps_.size() && kind(at) != StepKind::Input && !result_.difference; ++at) {
            if (kind(at) == StepKind::Answer) player_.answer(steps_[at]->text);
            if (kind(at) == StepKind::Output) differs(Kind::Missing, at, at, steps_[at]->text, "");
        }
        while (at < steps_.size() && !result_.difference) {
            std::size_t next = at + 1;
            while (next < steps_.size() && kind(next) != StepKind::Input)
                ++next;
            play(at, next);
            at = next;
        }
        if (result_.difference) result_.difference->notes = player_.notes();
        result_.remarks = player_.remarks();
        result_.bad_output = player_.check_output();
        return std::move(result_);
    }

  private:
    StepKind kind(std::size_t at) const { return kind_of(steps_[at]->text); }

    void differs(Kind kind, std::size_t input, std::size_t step, std::string expected,
                 std::string came) {
        result_.difference = Difference{kind, input, step, std::move(expected), std::move(came)};
    }

    // Plays an input and compares its effects, up to the next one.
    void play(std::size_t at, std::size_t next) {
        const Step& input = *steps_[at];
        for (std::size_t i = at + 1; i < next; ++i)
            if (kind(i) == StepKind::Answer) player_.answer(steps_[i]->text);
        const bool hears_stderr = !input.text.starts_with("engine!");
        if (hears_stderr && check_deadline(at)) return;
        const std::size_t before = player_.lines().size();
        bool taken = true;
        try {
            taken = player_.feed(input.text, input.time);
        } catch (const BadStep&) {
            throw;
        } catch (const std::exception& error) {
            differs(Kind::Failed, at, at, "", error.what());
            return;
        }
        ++result_.lines_in;
        if (!taken) {
            differs(Kind::NotDue, at, at, input.text, when_due());
            return;
        }
        compare(at, next, before);
    }

    bool check_deadline(std::size_t at) {
        const Step& input = *steps_[at];
        const auto due = player_.session().deadline();
        if (!input.time || !due || *input.time <= *due + tolerable_delay) return false;
        constexpr std::chrono::hours summer_time{1};
        const auto on_other_clock = *input.time - summer_time;
        if (on_other_clock >= player_.now() && on_other_clock <= *due + tolerable_delay)
            return false;
        // An adapter that was stopped, or had no processor, may read its input before it checks its
        // timer.
        for (std::size_t i = at;
             i < steps_.size() && *steps_[i]->time <= *input.time + tolerable_delay; ++i)
            if (is_timeout(*steps_[i])) return false;
        const auto late = std::chrono::duration_cast<std::chrono::milliseconds>(*input.time - *due);
        differs(Kind::Overdue, at, at, input.text,
                "! timeout, " + std::to_string(late.count()) + " ms before");
        return true;
    }

    std::string when_due() {
        const auto due = player_.session().deadline();
        if (!due) return "no deadline at all";
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(*due - player_.now());
        return "a deadline only " + std::to_string(left.count()) + " ms later";
    }

    // Transcripts are written by hand, so that blanks at the end of a line do not count.
    static bool is_same(const Step& step, std::string_view came) {
        if (step.time) return step.text == came;
        return text::trim_right(step.text) == text::trim_right(came);
    }

    void compare(std::size_t at, std::size_t next, std::size_t before) {
        const std::vector<std::string>& lines = player_.lines();
        const std::string& input = steps_[at]->text;
        std::size_t came = before;
        // The echo of the input.
        if (came < lines.size() && kind_of(lines[came]) == StepKind::Input) ++came;
        const bool may_be_silent =
            input.starts_with("engine!") || input == "! results due" || input.starts_with("! wait");
        if (came == before && !may_be_silent) {
            differs(Kind::Ignored, at, at, input, "");
            return;
        }
        for (std::size_t i = at + 1; i < next; ++i) {
            const Step& step = *steps_[i];
            if (kind(i) != StepKind::Output) continue;
            ++result_.lines_out;
            if (!step.time && step.text.ends_with(any_number)) {
                const auto start =
                    std::string_view(step.text).substr(0, step.text.size() - any_number.size() + 1);
                while (came < lines.size() && lines[came].starts_with(start))
                    ++came;
            } else if (came == lines.size()) {
                differs(Kind::Missing, at, i, step.text, "");
                return;
            } else if (!is_same(step, lines[came++])) {
                differs(Kind::Other, at, i, step.text, lines[came - 1]);
                return;
            }
        }
        if (came == lines.size()) return;
        if (next < steps_.size() || is_whole_)
            differs(Kind::More, at, at, "", lines[came]);
        else
            result_.unreported = lines.size() - came;
    }

    const Steps& steps_;
    const bool is_whole_;
    ReplayPlayer player_;
    Replayed result_{};
};

} // namespace

Replayed replay(const Steps& steps) {
    return Run(steps).run();
}

} // namespace polyglot::tools
