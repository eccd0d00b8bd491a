#include "tools/growing/engine_slot.hpp"

#include <utility>

namespace polyglot::tools {

namespace asio = boost::asio;

EngineSlot::EngineSlot(asio::io_context& context, RunningEngine& engine, std::size_t number,
                       Owner& owner)
    : context_(context),
      engine_(engine),
      number_(number),
      owner_(owner),
      engines_(engine.wanted.engines),
      limits_(engine.wanted.limits),
      rest_(context) {
    engines_.count = 1;
}

void EngineSlot::start() {
    EpdRunner::Events events{
        .on_warning = [this](const std::string& message) { owner_.warn(engine_, message); },
        .on_engine = [this](const std::string& name) { engine_.name = name; },
        .on_outcome = [this](const EpdTask&, const EpdOutcome& outcome) { on_outcome(outcome); },
        .on_end = [this] { on_end(); }};
    running_ = true;
    runner_ = std::make_unique<EpdRunner>(context_, engines_, static_cast<EpdTasks&>(*this),
                                          limits_, std::move(events));
    runner_->start();
}

void EngineSlot::wake() {
    if (running_) runner_->wake();
}

void EngineSlot::cancel() {
    cancelled_ = true;
    rest_.cancel();
    if (running_) runner_->cancel();
}

const EpdTask* EngineSlot::next() {
    if (resting_ || engine_.health.is_given_up()) return nullptr;
    if (parts_) return parts_->next();
    for (;;) {
        work_ = owner_.next_work(engine_);
        if (!work_.job) return nullptr;
        limits_ = engine_.wanted.limits;
        const EpdTask& task = work_.job->task;
        if (task.allowed.empty() || !engine_.searches_move_by_move) return &task;
        if (const EpdTask* const part = next_part()) return part;
    }
}

// Returns the first part. Null if no part needed the engine, so that the search is done.
const EpdTask* EngineSlot::next_part() {
    parts_.emplace(work_.job->task);
    limits_ = parts_->limits(engine_.wanted.limits);
    if (parts_->next() == nullptr) finish(parts_->result());
    return parts_ ? parts_->next() : nullptr;
}

void EngineSlot::on_outcome(const EpdOutcome& outcome) {
    if (outcome.is_off && !parts_) {
        engine_.searches_move_by_move = true;
        owner_.warn(
            engine_,
            "cannot leave moves out: the position after each of the other moves is searched");
        next_part();
        return;
    }
    if (SearchedBook::has_value(outcome)) {
        if (parts_) parts_->take(outcome);
        if (parts_ && parts_->next() != nullptr) return;
        if (engine_.health.on_success(number_)) owner_.warn(engine_, "is back");
        return finish(parts_ ? parts_->result() : outcome);
    }
    parts_.reset();
    owner_.on_failed_search(engine_, std::exchange(work_, {}), outcome);
    take(engine_.health.on_failed_search(number_, EngineHealth::Clock::now()),
         "fails in every search, at last: " + (outcome.note.empty() ? "no value" : outcome.note));
}

void EngineSlot::finish(const EpdOutcome& outcome) {
    const GrowWork work = std::exchange(work_, {});
    owner_.on_searched(engine_, work, outcome);
    parts_.reset();
}

void EngineSlot::on_end() {
    running_ = false;
    parts_.reset();
    if (work_.job) owner_.on_not_searched(std::exchange(work_, {}));
    if (!runner_->failure().empty() && !cancelled_)
        take(engine_.health.on_failed_start(number_, EngineHealth::Clock::now()),
             runner_->lacks_variant()
                 ? "does not announce the variant " + std::string(engines_.variant->uci)
                 : "does not start: " + runner_->failure());
    owner_.on_slot_over();
}

void EngineSlot::take(const EngineHealth::Change& change, const std::string& reason) {
    if (change.rest && !change.is_given_up) rest(*change.rest);
    owner_.on_health(engine_, change, reason);
}

// A slot that is away takes a position for one start only, because other slots may need it.
void EngineSlot::rest(EngineHealth::Pause pause) {
    resting_ = true;
    engines_.tries = 1;
    rest_.expires_after(pause);
    rest_.async_wait([this](boost::system::error_code error) {
        if (error || cancelled_) return;
        resting_ = false;
        if (running_)
            runner_->wake();
        else if (!is_over())
            start();
    });
}

} // namespace polyglot::tools
