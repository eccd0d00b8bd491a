#include "tools/growing/search_run.hpp"

#include "core/text/figures.hpp"
#include "tools/common/interrupts.hpp"
#include "tools/common/progress.hpp"
#include "tools/growing/engine_slot.hpp"
#include "tools/growing/given_back.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <memory>
#include <optional>
#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

namespace polyglot::tools {
namespace {

namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;

constexpr int refresh_ticks = 2; // seconds between readings of other processes' results
constexpr int renew_ticks = 20;

// Runs the engines and distributes the searches to them.
class SearchRun final : private EngineSlot::Owner {
  public:
    SearchRun(SearchedBook& book, const SearchRunOptions& options, const SearchRunEvents& events)
        : book_(book), options_(options), events_(events), given_back_(options.engines.size()) {}

    Result<SearchRunEnd> run();

  private:
    GrowWork next_work(const RunningEngine& engine) override;
    bool may_have_more() const override;
    void on_searched(RunningEngine& engine, const GrowWork& work,
                     const EpdOutcome& outcome) override;
    void on_failed_search(RunningEngine& engine, GrowWork work, const EpdOutcome& outcome) override;
    void on_not_searched(GrowWork work) override;
    void on_health(const RunningEngine& engine, const EngineHealth::Change& change,
                   const std::string& reason) override;
    void warn(RunningEngine& engine, const std::string& message) override;
    void on_slot_over() override { wake_soon(); }

    void make_slots();
    void leave_alone(const GrowWork& work);
    std::string label(const RunningEngine& engine) const;
    void wake_soon();
    void wake();
    void tick();
    void fail(const Error& error);
    void cancel();
    void take_end();
    std::string progress() const;
    std::optional<double> seconds_left(double spent) const;

    SearchedBook& book_;
    const SearchRunOptions& options_;
    const SearchRunEvents& events_;
    asio::io_context context_;
    asio::steady_timer ticks_{context_}, time_up_{context_};
    GivenBack given_back_;
    std::deque<RunningEngine> engines_;
    std::vector<std::unique_ptr<EngineSlot>> slots_; // they use the members above
    const Clock::time_point began_ = Clock::now();
    int tick_ = 0;
    bool is_open_ = true;  // new searches may begin
    bool is_over_ = false; // no search may begin, not even one that was given back
    bool wakes_soon_ = false;
    std::uint64_t begun_ = 0, running_ = 0, left_alone_ = 0;
    std::uint64_t plies_ = 0; // sum over the searched positions
    Result<void> stored_;
    SearchRunEnd end_;
};

void SearchRun::make_slots() {
    Owner& owner = *this;
    for (const GrowEngine& wanted : options_.engines) {
        const auto count = static_cast<std::size_t>(wanted.engines.count);
        engines_.push_back({.number = engines_.size(),
                            .wanted = wanted,
                            .health = EngineHealth(count, options_.retry_time)});
        for (std::size_t i = 0; i < count; ++i)
            slots_.push_back(std::make_unique<EngineSlot>(context_, engines_.back(), i, owner));
    }
}

Result<SearchRunEnd> SearchRun::run() {
    make_slots();
    const io::Interrupts interrupts(context_, [this] {
        end_.interrupted = true;
        cancel();
    });
    if (options_.time) {
        time_up_.expires_after(*options_.time);
        time_up_.async_wait([this](boost::system::error_code error) {
            if (error) return;
            is_over_ = true; // running searches are completed
            wake();
        });
    }
    tick();
    for (const auto& slot : slots_)
        slot->start();
    wake_soon();
    context_.run();
    if (auto released = book_.release_claims(); stored_) stored_ = released;
    if (!stored_) return stored_.error();
    take_end();
    return end_;
}

void SearchRun::take_end() {
    for (const RunningEngine& engine : engines_)
        end_.engines.push_back(
            {label(engine), engine.searched, engine.failed, engine.health.is_given_up()});
    const bool any_left = std::ranges::any_of(
        engines_, [](const RunningEngine& engine) { return !engine.health.is_given_up(); });
    if (any_left) end_.engine_failure.clear();
}

// Searches that were given back come first.
GrowWork SearchRun::next_work(const RunningEngine& engine) {
    if (is_over_) return {};
    if (GrowWork work = given_back_.take(engine.number); work.job) {
        ++running_;
        return work;
    }
    if (options_.positions && begun_ == *options_.positions) is_open_ = false;
    if (!is_open_) return {};
    auto job = book_.next();
    if (!job) {
        fail(job.error());
        return {};
    }
    if (!*job) {
        end_.complete = !book_.is_waiting();
        if (end_.complete) {
            is_open_ = false;
            wake_soon(); // waiting engines may quit
        }
        return {};
    }
    ++begun_;
    ++running_;
    return given_back_.make_work(*std::move(job));
}

bool SearchRun::may_have_more() const {
    return !is_over_ && (is_open_ || running_ > 0 || !given_back_.empty());
}

void SearchRun::on_searched(RunningEngine& engine, const GrowWork& work,
                            const EpdOutcome& outcome) {
    --running_;
    ++end_.searched;
    ++engine.searched;
    plies_ += work.job->ply;
    given_back_.set_away(engine.number, false);
    if (auto finished = book_.finish(*work.job, outcome, engine.name); !finished)
        return fail(finished.error());
    // This slot requests another position by itself; other slots may have waited for this one.
    wake_soon();
}

void SearchRun::on_failed_search(RunningEngine& engine, GrowWork work, const EpdOutcome& outcome) {
    --running_;
    ++end_.failed;
    ++engine.failed;
    const bool again =
        given_back_.note_failure(work, engine.number, outcome.verdict == EpdVerdict::Crashed);
    events_.on_warning(label(engine) + ": " + (outcome.note.empty() ? "no value" : outcome.note) +
                       (again ? "; given back: " : "; left alone: ") + work.job->task.fen());
    if (again)
        given_back_.put(std::move(work));
    else
        leave_alone(work);
    wake_soon();
}

void SearchRun::on_not_searched(GrowWork work) {
    --running_;
    given_back_.put(std::move(work));
    wake_soon();
}

void SearchRun::leave_alone(const GrowWork& work) {
    ++left_alone_;
    if (auto finished = book_.finish(*work.job, {}, {}); !finished) fail(finished.error());
}

void SearchRun::on_health(const RunningEngine& engine, const EngineHealth::Change& change,
                          const std::string& reason) {
    given_back_.set_away(engine.number, engine.health.is_away());
    if (change.is_given_up) {
        end_.engine_failure = reason;
        const std::vector<GrowWork> hopeless = given_back_.give_up(engine.number);
        const bool any_left = std::ranges::any_of(
            engines_, [](const RunningEngine& other) { return !other.health.is_given_up(); });
        if (any_left) {
            events_.on_warning(label(engine) + ": " + reason + "; given up");
            for (const GrowWork& work : hopeless) {
                events_.on_warning("left alone: " + work.job->task.fen());
                leave_alone(work);
            }
        }
    } else if (change.has_gone) {
        events_.on_warning(label(engine) + ": " + reason + "; it is tried again");
    }
    wake_soon();
}

// Reports each message once for each engine, although several slots repeat it.
void SearchRun::warn(RunningEngine& engine, const std::string& message) {
    if (std::ranges::find(engine.warnings, message) != engine.warnings.end()) return;
    engine.warnings.push_back(message);
    events_.on_warning(label(engine) + ": " + message);
}

// Uses the command, because engines with the same name may run on several machines.
std::string SearchRun::label(const RunningEngine& engine) const {
    return engines_.size() > 1 || engine.name == "?" ? engine.wanted.command : engine.name;
}

void SearchRun::wake_soon() {
    if (std::exchange(wakes_soon_, true)) return;
    asio::post(context_, [this] {
        wakes_soon_ = false;
        wake();
    });
}

void SearchRun::wake() {
    for (const auto& slot : slots_)
        slot->wake();
    const bool all_over =
        std::ranges::all_of(slots_, [](const auto& slot) { return slot->is_over(); });
    if (all_over) context_.stop();
}

void SearchRun::fail(const Error& error) {
    if (stored_) stored_ = error;
    is_over_ = true;
    asio::post(context_, [this] { cancel(); });
}

void SearchRun::cancel() {
    is_over_ = true;
    for (const auto& slot : slots_)
        slot->cancel();
    wake_soon();
}

void SearchRun::tick() {
    if (++tick_ % refresh_ticks == 0) {
        if (auto done = book_.refresh(); !done) return fail(done.error());
        wake();
    }
    if (tick_ % renew_ticks == 0)
        if (auto done = book_.renew_claims(); !done) return fail(done.error());
    events_.on_progress(progress());
    ticks_.expires_after(std::chrono::seconds(1));
    ticks_.async_wait([this](boost::system::error_code error) {
        if (!error) tick();
    });
}

std::optional<double> SearchRun::seconds_left(double spent) const {
    std::optional<double> left;
    if (options_.time) left = std::chrono::duration<double>(*options_.time).count() - spent;
    std::optional<std::uint64_t> rest = book_.count_left();
    if (options_.positions) {
        const std::uint64_t allowed =
            *options_.positions - std::min(end_.searched + left_alone_, *options_.positions);
        rest = std::min(rest.value_or(allowed), allowed);
    }
    if (rest && end_.searched > 0) {
        const double by_rate =
            static_cast<double>(*rest) * spent / static_cast<double>(end_.searched);
        left = left ? std::min(*left, by_rate) : by_rate;
    }
    if (left) left = std::max(*left, 0.0);
    return left;
}

std::string SearchRun::progress() const {
    const double spent = std::chrono::duration<double>(Clock::now() - began_).count();
    std::string line = text::counted(book_.graph().size(), "position") + ", " +
                       text::grouped(end_.searched) + " searched";
    if (end_.searched > 0) {
        const auto searched = static_cast<double>(end_.searched);
        const double rate = searched / std::max(spent, 0.001);
        line +=
            ", " + (rate >= 1 ? text::fixed(rate, 1) + "/s" : text::fixed(60 * rate, 1) + "/min");
        line += ", mean ply " + text::fixed(static_cast<double>(plies_) / searched, 1);
    }
    if (const auto left = seconds_left(spent))
        line += ", " + format_clock(static_cast<std::uint64_t>(std::llround(*left))) + " left";
    return line;
}

} // namespace

Result<SearchRunEnd> run_searches(SearchedBook& book, const SearchRunOptions& options,
                                  const SearchRunEvents& events) {
    return SearchRun(book, options, events).run();
}

} // namespace polyglot::tools
