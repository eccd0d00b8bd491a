#include "tools/grow_book/search_run.hpp"

#include "core/chess/fen.hpp"
#include "core/text/figures.hpp"
#include "tools/common/interrupts.hpp"
#include "tools/common/progress.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
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

constexpr int refresh_ticks = 2; // seconds: what other processes have stored
constexpr int renew_ticks = 20;

// The searches in progress, which EpdRunner takes one after the other.
class SearchRun final : private EpdTasks {
  public:
    SearchRun(GrowingBook& growing, const GrowOptions& options, const SearchRunEvents& events)
        : growing_(growing), options_(options), events_(events) {}

    Result<SearchRunEnd> run();

  private:
    const EpdTask* next() override;
    bool may_have_more() const override { return is_open_ && !end_.complete; }
    void on_outcome(const EpdTask& task, const EpdOutcome& outcome);
    void tick();
    void fail(const Error& error);
    void close();
    std::string progress() const;
    std::optional<double> seconds_left(double spent) const;

    GrowingBook& growing_;
    const GrowOptions& options_;
    const SearchRunEvents& events_;
    asio::io_context context_;
    asio::steady_timer ticks_{context_}, time_up_{context_};
    std::map<const EpdTask*, std::unique_ptr<GrowJob>> jobs_;
    std::optional<EpdRunner> runner_; // which uses those above
    std::string engine_ = "?";
    const Clock::time_point began_ = Clock::now();
    int tick_ = 0;
    bool is_open_ = true; // new searches may begin
    std::uint64_t begun_ = 0;
    std::uint64_t plies_ = 0; // sum over the positions searched
    Result<void> stored_;
    SearchRunEnd end_;
};

Result<SearchRunEnd> SearchRun::run() {
    EpdRunner::Events events{
        .on_warning = events_.on_warning,
        .on_engine = [this](const std::string& name) { engine_ = name; },
        .on_outcome = [this](const EpdTask& task, const EpdOutcome& outcome) { on_outcome(task, outcome); },
        .on_end = [this] { context_.stop(); }};
    runner_.emplace(context_, *options_.engines, static_cast<EpdTasks&>(*this), options_.limits, std::move(events));
    const io::Interrupts interrupts(context_, [this] {
        end_.interrupted = true;
        is_open_ = false;
        runner_->cancel();
    });
    if (options_.time) {
        time_up_.expires_after(*options_.time);
        time_up_.async_wait([this](boost::system::error_code error) {
            if (!error) close();
        });
    }
    tick();
    runner_->start();
    context_.run();
    if (auto released = growing_.release_claims(); stored_) stored_ = released;
    if (!stored_) return stored_.error();
    end_.engine_failure = runner_->failure();
    return end_;
}

const EpdTask* SearchRun::next() {
    if (!is_open_) return nullptr;
    if (options_.positions && begun_ == *options_.positions) {
        is_open_ = false;
        return nullptr;
    }
    auto job = growing_.next();
    if (!job) {
        fail(job.error());
        return nullptr;
    }
    if (!*job) {
        end_.complete = !growing_.is_waiting();
        if (end_.complete) asio::post(context_, [this] { runner_->wake(); }); // engines that wait may go
        return nullptr;
    }
    ++begun_;
    const EpdTask* const task = &(*job)->task;
    jobs_.emplace(task, *std::move(job));
    return task;
}

void SearchRun::on_outcome(const EpdTask& task, const EpdOutcome& outcome) {
    const auto found = jobs_.find(&task);
    const std::unique_ptr<GrowJob> job = std::move(found->second);
    jobs_.erase(found);
    if (GrowingBook::has_value(outcome)) {
        ++end_.searched;
        plies_ += job->ply;
    } else {
        ++end_.failed;
        events_.on_warning(engine_ + ": " + (outcome.note.empty() ? "no value" : outcome.note) +
                           "; left alone: " + chess::format_fen(task.position));
    }
    if (auto finished = growing_.finish(*job, outcome, engine_); !finished) return fail(finished.error());
    // The worker that has asked comes for another position by itself; others may have waited for this one.
    asio::post(context_, [this] { runner_->wake(); });
}

void SearchRun::fail(const Error& error) {
    if (stored_) stored_ = error;
    is_open_ = false;
    asio::post(context_, [this] { runner_->cancel(); });
}

// Searches that run are finished.
void SearchRun::close() {
    is_open_ = false;
    runner_->wake();
}

void SearchRun::tick() {
    if (++tick_ % refresh_ticks == 0) {
        if (auto done = growing_.refresh(); !done) return fail(done.error());
        runner_->wake();
    }
    if (tick_ % renew_ticks == 0)
        if (auto done = growing_.renew_claims(); !done) return fail(done.error());
    events_.on_progress(progress());
    ticks_.expires_after(std::chrono::seconds(1));
    ticks_.async_wait([this](boost::system::error_code error) {
        if (!error) tick();
    });
}

std::optional<double> SearchRun::seconds_left(double spent) const {
    std::optional<double> left;
    if (options_.time) left = std::chrono::duration<double>(*options_.time).count() - spent;
    if (options_.positions && end_.searched > 0) {
        const auto rest =
            static_cast<double>(*options_.positions - std::min(end_.searched + end_.failed, *options_.positions));
        const double by_rate = rest * spent / static_cast<double>(end_.searched);
        left = left ? std::min(*left, by_rate) : by_rate;
    }
    if (left) left = std::max(*left, 0.0);
    return left;
}

std::string SearchRun::progress() const {
    const double spent = std::chrono::duration<double>(Clock::now() - began_).count();
    std::string line =
        text::counted(growing_.graph().size(), "position") + ", " + text::grouped(end_.searched) + " searched";
    if (end_.searched > 0) {
        const auto searched = static_cast<double>(end_.searched);
        const double rate = searched / std::max(spent, 0.001);
        line += ", " + (rate >= 1 ? text::fixed(rate, 1) + "/s" : text::fixed(60 * rate, 1) + "/min");
        line += ", mean ply " + text::fixed(static_cast<double>(plies_) / searched, 1);
    }
    if (const auto left = seconds_left(spent))
        line += ", " + format_clock(static_cast<std::uint64_t>(std::llround(*left))) + " left";
    return line;
}

} // namespace

Result<SearchRunEnd> run_searches(GrowingBook& growing, const GrowOptions& options, const SearchRunEvents& events) {
    return SearchRun(growing, options, events).run();
}

} // namespace polyglot::tools
