#include "tools/openings_book/values.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

namespace polyglot::tools {
namespace {

namespace asio = boost::asio;

EngineValue value_of(const EpdOutcome& outcome, chess::Color side) {
    EngineValue value{.depth = outcome.end.depth};
    if (outcome.verdict == EpdVerdict::Crashed || outcome.verdict == EpdVerdict::Hung)
        value.note = outcome.note;
    else if (!outcome.score)
        value.note = "the engine gives no value";
    else if (outcome.score->is_mate)
        value.note = "the engine sees a mate";
    else
        value.cp = side == chess::Color::White ? outcome.score->value : -outcome.score->value;
    return value;
}

// Calls keep_on from time to time.
class Watch {
  public:
    Watch(asio::io_context& context, const std::function<bool()>& keep_on,
          std::function<void()> end)
        : timer_(context), keep_on_(keep_on), end_(std::move(end)) {
        wait();
    }

  private:
    void wait() {
        timer_.expires_after(std::chrono::milliseconds(50));
        timer_.async_wait([this](boost::system::error_code error) {
            if (error) return;
            if (keep_on_())
                wait();
            else
                end_();
        });
    }

    asio::steady_timer timer_;
    const std::function<bool()>& keep_on_;
    std::function<void()> end_;
};

} // namespace

EngineAnswers ask_engine(const ValueQuestion& question,
                         const std::vector<chess::Position>& positions) {
    EngineAnswers answers;
    answers.values.resize(positions.size());
    if (positions.empty()) return answers;
    std::vector<EpdTask> tasks;
    tasks.reserve(positions.size());
    for (const chess::Position& position : positions)
        tasks.push_back({.position = position});
    EpdEngines engines = question.engines;
    engines.count =
        static_cast<int>(std::min(static_cast<std::size_t>(engines.count), positions.size()));
    asio::io_context context;
    std::size_t done = 0;
    EpdTaskList list(tasks);
    EpdRunner runner(context, engines, list, question.limits,
                     {.on_warning = question.on_warning,
                      .on_engine = [&](const std::string& name) { answers.engine = name; },
                      .on_outcome =
                          [&](const EpdTask& task, const EpdOutcome& outcome) {
                              const std::size_t i = list.index_of(task);
                              answers.values[i] = value_of(outcome, positions[i].side_to_move());
                              question.on_progress(++done);
                          },
                      .on_end = [&context] { context.stop(); }});
    const Watch watch(context, question.keep_on, [&runner] { runner.cancel(); });
    runner.start();
    context.run();
    answers.failure = runner.failure();
    return answers;
}

} // namespace polyglot::tools
