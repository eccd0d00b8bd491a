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

GameOpenings::Opening::Opening(std::string of, Read read)
    : name(std::move(of)), thread([this, read = std::move(read)] {
          Answer found = boost::json::object();
          try {
              found = read(is_cancelled);
          } catch (const std::exception& error) { // out of memory
              found = make_error(error.what());
          }
          const std::lock_guard lock(mutex);
          answer = std::move(found);
          ended.notify_one();
      }) {}

GameOpenings::Opening::~Opening() {
    is_cancelled = true;
    thread.join();
}

bool GameOpenings::Opening::has_ended() {
    const std::lock_guard lock(mutex);
    return answer.has_value();
}

bool GameOpenings::Opening::wait() {
    std::unique_lock lock(mutex);
    return ended.wait_for(lock, moment, [this] { return answer.has_value(); });
}

GameOpenings::Answer GameOpenings::ask(const Collection& collection, GameNumber number) {
    const std::string name = std::to_string(number.segment) + '.' + std::to_string(number.game);
    return ask(name, [&collection, number](const std::atomic<bool>& is_cancelled) {
        return describe_game(collection, number, is_cancelled);
    });
}

GameOpenings::Answer GameOpenings::ask(const std::string& name, const Read& read) {
    const auto is_wanted = [&name](const auto& one) {
        return one->name == name && !one->is_cancelled;
    };
    // Those for which no page has waited.
    std::erase_if(openings_, [&](const auto& one) { return !is_wanted(one) && one->has_ended(); });
    auto known = std::ranges::find_if(openings_, is_wanted);
    if (known != openings_.end()) {
        std::rotate(known, known + 1, openings_.end());
    } else if (openings_.size() < most_openings) {
        openings_.push_back(std::make_unique<Opening>(name, read));
    } else {
        give_up_oldest();
        return boost::json::object{{"reading", true}};
    }
    if (!openings_.back()->wait()) return boost::json::object{{"reading", true}};
    Answer answer = *std::move(openings_.back()->answer);
    openings_.pop_back();
    return answer;
}

// One at a time, since the page that asked goes on asking until there is room.
void GameOpenings::give_up_oldest() {
    const auto is_cancelled = [](const auto& one) { return one->is_cancelled.load(); };
    if (std::ranges::none_of(openings_, is_cancelled)) openings_.front()->is_cancelled = true;
}

} // namespace polyglot::tools
