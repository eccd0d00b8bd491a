// Keeps the results of games in memory, for a replay or a test.
#pragma once
#include "core/book/learn_store.hpp"
#include "core/chess/uci_move.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace polyglot::tools {

class MemoryStore : public book::LearnStore {
  public:
    Result<std::size_t> record(const book::LearntGame& game) override {
        for (const book::LearntMove& played : game.moves) {
            Results& results =
                results_[{played.position.key(), chess::format_uci_move(played.move)}];
            ++results.games;
            results.half_points += static_cast<std::uint32_t>(game.half_points);
        }
        return game.moves.size();
    }
    void recall(const chess::Position& position, const book::LearnScope& /*scope*/,
                std::vector<book::Entry>& entries) const override {
        for (book::Entry& entry : entries) {
            const auto found = results_.find({position.key(), chess::format_uci_move(entry.move)});
            if (found == results_.end()) continue;
            entry.learn_count = found->second.games;
            entry.learn_sum = found->second.half_points;
        }
    }
    // Forgets one position in each step, so that every reset in a test takes more than one event.
    Result<book::Forgotten> forget(const book::LearnScope& /*scope*/,
                                   std::uint64_t /*from*/) override {
        book::Forgotten step;
        if (results_.empty()) return step;
        const std::uint64_t key = results_.begin()->first.first;
        step.moves = std::erase_if(results_,
                                   [key](const auto& result) { return result.first.first == key; });
        step.next = results_.empty() ? 0 : 1;
        return step;
    }

  private:
    struct Results {
        std::uint32_t games = 0;
        std::uint32_t half_points = 0;
    };
    std::map<std::pair<std::uint64_t, std::string>, Results> results_;
};

} // namespace polyglot::tools
