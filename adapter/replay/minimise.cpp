#include "adapter/replay/minimise.hpp"

#include "core/text/text.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace polyglot::tools {
namespace {

// Steps that are left out together: an input with its outputs, one setting, or one answer.
struct Piece {
    std::vector<std::size_t> steps;
    bool is_kept = true;
    bool must_stay = false;
};

// Turns "gui< bestmove e2e4" into "gui< bestmove", because the move may differ after earlier moves
// have been left out.
std::string head_of(std::string_view line) {
    const std::string_view channel = text::next_word(line);
    return std::string(channel) + " " + std::string(text::next_word(line));
}

// Returns true for lines without which the log has no beginning.
bool begins_log(std::string_view line) {
    return line.starts_with("! polyglot ") || line.starts_with("! set BookSeed");
}

class Minimiser {
  public:
    Minimiser(const Steps& steps, const Difference& difference, const MinimiseLimits& limits)
        : steps_(steps),
          difference_(difference),
          limits_(limits),
          until_(Clock::now() + limits.time) {
        cut_into_pieces();
    }

    Minimised run() {
        for (std::size_t size = std::max<std::size_t>(pieces_.size() / 2, 1); size > longest_row;
             size /= 2)
            leave_out(size, size);
        // A `go` and the answer before it can only be left out together, and each removal may make
        // others possible.
        for (bool any = true; any && is_in_limits();) {
            any = false;
            for (std::size_t size = longest_row; size > 0; --size)
                any = leave_out(size, 1) || any;
        }
        return {.steps = kept(), .runs = runs_, .is_smallest = is_in_limits()};
    }

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::size_t longest_row = 4; // the longest row that is tried at every place

    // Steps after the difference are not needed. The input that causes it stays.
    void cut_into_pieces() {
        std::size_t last_input = steps_.size();
        for (std::size_t i = 0; i < steps_.size(); ++i) {
            const StepKind kind = kind_of(steps_[i]->text);
            if (i > difference_.step && kind == StepKind::Input) {
                // A superfluous output is detected only at the next input, or at the end of the
                // log.
                if (difference_.kind == Difference::Kind::More)
                    pieces_.push_back({.steps = {i}, .must_stay = true});
                break;
            }
            if (kind == StepKind::Note) continue;
            if (kind == StepKind::Output && last_input < steps_.size()) {
                pieces_[last_input].steps.push_back(i);
                continue;
            }
            if (kind == StepKind::Input) last_input = pieces_.size();
            pieces_.push_back(
                {.steps = {i}, .must_stay = i == difference_.input || begins_log(steps_[i]->text)});
        }
    }

    bool is_in_limits() const { return runs_ < limits_.runs && Clock::now() < until_; }

    // Tries to remove each row of this many remaining pieces, from the end, because those near the
    // difference matter most. True if some could be removed.
    bool leave_out(std::size_t size, std::size_t stride) {
        bool any = false;
        std::vector<std::size_t> left;
        for (std::size_t i = 0; i < pieces_.size(); ++i)
            if (pieces_[i].is_kept && !pieces_[i].must_stay) left.push_back(i);
        for (std::size_t end = left.size(); end > 0 && is_in_limits();) {
            const std::size_t begin = end - std::min(end, size);
            const std::vector<std::size_t> row(left.begin() + static_cast<std::ptrdiff_t>(begin),
                                               left.begin() + static_cast<std::ptrdiff_t>(end));
            set_kept(row, false);
            const bool gone = still_differs();
            if (!gone) set_kept(row, true);
            any = any || gone;
            end = gone ? begin : end - std::min(end, stride);
        }
        return any;
    }

    void set_kept(const std::vector<std::size_t>& which, bool kept) {
        for (const std::size_t i : which)
            pieces_[i].is_kept = kept;
    }

    Steps kept() const {
        std::vector<std::size_t> numbers;
        for (const Piece& piece : pieces_)
            if (piece.is_kept)
                numbers.insert(numbers.end(), piece.steps.begin(), piece.steps.end());
        std::sort(numbers.begin(), numbers.end());
        Steps steps;
        for (const std::size_t i : numbers)
            steps.push_back(steps_[i]);
        return steps;
    }

    bool still_differs() {
        ++runs_;
        const Steps steps = kept();
        try {
            const auto found = replay(steps).difference;
            return found && found->kind == difference_.kind &&
                   steps[found->step] == steps_[difference_.step] &&
                   steps[found->input] == steps_[difference_.input] &&
                   head_of(found->came) == head_of(difference_.came);
        } catch (const BadStep&) {
            return false; // an answer would lose the one before it
        }
    }

    const Steps& steps_;
    const Difference& difference_;
    const MinimiseLimits limits_;
    const Clock::time_point until_;
    std::vector<Piece> pieces_;
    std::size_t runs_ = 0;
};

} // namespace

Minimised minimise(const Steps& steps, const Difference& difference, const MinimiseLimits& limits) {
    return Minimiser(steps, difference, limits).run();
}

} // namespace polyglot::tools
