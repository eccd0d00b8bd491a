#include "tools/openings_book/collect.hpp"

#include <algorithm>
#include <utility>

namespace polyglot::tools {
namespace {

class Collector {
  public:
    Collector(const book::Book& results, const book::Book& weighted,
              std::span<const chess::Position> roots, const StartOptions& options,
              const FindName& find_name, const CollectEvents& events)
        : results_(results),
          options_(options),
          find_name_(find_name),
          events_(events),
          draw_(make_draw(weighted, roots,
                          {options.draw, options.ply(), options.seed, events.keep_on})) {}

    Collected run() {
        while (collected_.starts.size() < options_.count && events_.keep_on() &&
               collected_.failure.empty()) {
            std::vector<Start> batch = next_batch();
            if (batch.empty()) break;
            if (options_.judge) judge(batch);
            for (Start& start : batch)
                if (collected_.starts.size() < options_.count)
                    collected_.starts.push_back(std::move(start));
        }
        return std::move(collected_);
    }

  private:
    // The last batch searches some positions in vain, but starting the engines again takes time,
    // too.
    std::size_t batch_size() const {
        constexpr std::size_t most = 2'000;
        const std::size_t missing = options_.count - collected_.starts.size();
        if (!options_.judge || judged_ == 0) return missing;
        const double rate =
            static_cast<double>(collected_.starts.size() + 1) / static_cast<double>(judged_ + 1);
        const auto wanted = static_cast<double>(missing) / rate;
        return wanted < static_cast<double>(most) ? static_cast<std::size_t>(wanted) + 1 : most;
    }

    std::vector<Start> next_batch() {
        std::vector<Start> batch;
        const std::size_t size = batch_size();
        while (batch.size() < size) {
            auto drawn = draw_->next();
            if (!drawn) break;
            Start start{*std::move(drawn), {}, {}, {}};
            ++counts().drawn;
            if (is_wanted(start)) batch.push_back(std::move(start));
            if (counts().drawn % 256 == 0) show(batch.size());
        }
        return batch;
    }

    bool is_wanted(Start& start) {
        start.name = name_along(start.root, start.line, find_name_);
        if (!options_.names.admits(start.name)) return leave_out(counts().other_opening);
        if (!options_.balance && options_.min_games == 0) return true;
        start.results = results_of(results_, start);
        if (start.results.games > 0) ++counts().with_results;
        if (start.results.games < options_.min_games) return leave_out(counts().few_games);
        if (options_.balance && !options_.balance->contains(start.results.score()))
            return leave_out(counts().unbalanced);
        return true;
    }

    void judge(std::vector<Start>& batch) {
        std::vector<chess::Position> positions;
        positions.reserve(batch.size());
        for (const Start& start : batch)
            positions.push_back(start.position);
        const ValueQuestion question{.engines = options_.judge->engines,
                                     .limits = options_.judge->limits,
                                     .keep_on = events_.keep_on,
                                     .on_progress = [this](std::size_t) { show(0); },
                                     .on_warning = events_.on_warning};
        EngineAnswers answers = ask_engine(question, positions);
        collected_.engine = std::move(answers.engine);
        collected_.failure = std::move(answers.failure);
        judged_ += batch.size();
        std::vector<Start> inside;
        for (std::size_t i = 0; i < batch.size(); ++i) {
            batch[i].value = std::move(answers.values[i]);
            if (is_inside(batch[i].value)) inside.push_back(std::move(batch[i]));
        }
        batch = std::move(inside);
    }

    bool is_inside(const EngineValue& value) {
        if (!value.cp) return leave_out(counts().no_value);
        return options_.judge->window.contains(*value.cp) || leave_out(counts().outside);
    }

    CollectCounts& counts() { return collected_.counts; }
    static bool leave_out(std::size_t& count) {
        ++count;
        return false;
    }
    void show(std::size_t in_batch) const {
        events_.on_progress(collected_.counts,
                            collected_.starts.size() + (options_.judge ? 0 : in_batch));
    }

    const book::Book& results_;
    const StartOptions& options_;
    const FindName& find_name_;
    const CollectEvents& events_;
    std::unique_ptr<StartDraw> draw_;
    std::size_t judged_ = 0;
    Collected collected_;
};

} // namespace

Collected collect_starts(const book::Book& results, const book::Book& weighted,
                         std::span<const chess::Position> roots, const StartOptions& options,
                         const FindName& find_name, const CollectEvents& events) {
    return Collector(results, weighted, roots, options, find_name, events).run();
}

} // namespace polyglot::tools
