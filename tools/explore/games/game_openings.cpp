#include "tools/explore/games/game_openings.hpp"

#include "tools/explore/games/games_question.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <exception>
#include <utility>

namespace polyglot::tools {
namespace {

constexpr std::chrono::milliseconds moment{50}; // in which a file that is not packed is read
constexpr std::size_t most_openings = 4;

} // namespace

GameOpenings::Opening::Opening(const Collection& collection, GameNumber game)
    : number(game), thread([this, &collection] {
          Answer read = boost::json::object();
          try {
              read = describe_game(collection, number);
          } catch (const std::exception& error) { // out of memory
              read = make_error(error.what());
          }
          const std::lock_guard lock(mutex);
          answer = std::move(read);
          ended.notify_one();
      }) {}

bool GameOpenings::Opening::wait() {
    std::unique_lock lock(mutex);
    return ended.wait_for(lock, moment, [this] { return answer.has_value(); });
}

GameOpenings::Answer GameOpenings::ask(const Collection& collection, GameNumber number) {
    const auto is_wanted = [number](const auto& one) {
        return one->number.segment == number.segment && one->number.game == number.game;
    };
    // Those for which no page has waited.
    std::erase_if(openings_, [&](const auto& one) {
        const std::lock_guard lock(one->mutex);
        return !is_wanted(one) && one->answer;
    });
    auto known = std::find_if(openings_.begin(), openings_.end(), is_wanted);
    if (known == openings_.end()) {
        if (openings_.size() >= most_openings)
            return make_error("other games are still being opened: try again in a moment");
        known = openings_.insert(known, std::make_unique<Opening>(collection, number));
    }
    if (!(*known)->wait()) return boost::json::object{{"reading", true}};
    Answer answer = *std::move((*known)->answer);
    openings_.erase(known);
    return answer;
}

} // namespace polyglot::tools
