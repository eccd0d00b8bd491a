#include "tools/growing/given_back.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace polyglot::tools {
namespace {

constexpr std::uint8_t all_tries = 2;

} // namespace

GrowWork GivenBack::make_work(std::unique_ptr<GrowJob> job) const {
    return {std::move(job), std::vector<std::uint8_t>(places_.size(), all_tries)};
}

bool GivenBack::note_failure(GrowWork& work, std::size_t engine, bool crashed) const {
    std::uint8_t& left = work.tries[engine];
    left = crashed && left > 0 ? static_cast<std::uint8_t>(left - 1) : std::uint8_t{0};
    return !is_hopeless(work);
}

bool GivenBack::may_try(const GrowWork& work, std::size_t engine) const {
    if (places_[engine] == Place::Gone) return false;
    if (work.tries[engine] == all_tries) return true;
    for (std::size_t other = 0; other < places_.size(); ++other)
        if (places_[other] == Place::Here && work.tries[other] == all_tries) return false;
    return work.tries[engine] > 0;
}

bool GivenBack::is_hopeless(const GrowWork& work) const {
    for (std::size_t engine = 0; engine < places_.size(); ++engine)
        if (places_[engine] != Place::Gone && work.tries[engine] > 0) return false;
    return true;
}

GrowWork GivenBack::take(std::size_t engine) {
    const auto found =
        std::ranges::find_if(waiting_, [&](const GrowWork& work) { return may_try(work, engine); });
    if (found == waiting_.end()) return {};
    GrowWork work = std::move(*found);
    waiting_.erase(found);
    return work;
}

std::vector<GrowWork> GivenBack::give_up(std::size_t engine) {
    places_[engine] = Place::Gone;
    std::vector<GrowWork> hopeless;
    const auto kept = std::stable_partition(
        waiting_.begin(), waiting_.end(), [this](const auto& work) { return !is_hopeless(work); });
    std::move(kept, waiting_.end(), std::back_inserter(hopeless));
    waiting_.erase(kept, waiting_.end());
    return hopeless;
}

} // namespace polyglot::tools
