// Keeps the results of games in memory, for a replay or a test.
#pragma once
#include "core/book/variants/learnt.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace polyglot::tools {

class MemoryStore : public book::LearnStore {
  public:
    Result<std::size_t> record(const book::LearntGame& game) override {
        for (const book::LearntMove& played : game.moves) {
            Results& results = results_[{std::string(book::variant_of(played)),
                                         book::key_of(played), book::format_learnt(played)}];
            ++results.games;
            results.half_points += static_cast<std::uint32_t>(game.half_points);
        }
        return game.moves.size();
    }
    void recall(const chess::Position& position, const book::LearnScope& /*scope*/,
                std::vector<book::Entry>& entries) const override {
        for (book::Entry& entry : entries)
            recall({position, entry.move}, entry);
    }
    void recall_variant(const chess::VariantPosition& position, const book::LearnScope& /*scope*/,
                        std::vector<book::Entry>& entries) const override {
        for (book::Entry& entry : entries)
            recall(book::learnt_in_variant(position, entry.move), entry);
    }
    // Forgets one position in each step, so that every reset in a test takes more than one event.
    Result<book::Forgotten> forget(const book::LearnScope& /*scope*/,
                                   std::uint64_t /*from*/) override {
        book::Forgotten step;
        if (results_.empty()) return step;
        const auto position_of = [](const Played& played) {
            return std::tie(std::get<0>(played), std::get<1>(played));
        };
        const Played first = results_.begin()->first;
        step.moves = std::erase_if(results_, [&](const auto& result) {
            return position_of(result.first) == position_of(first);
        });
        step.next = results_.empty() ? 0 : 1;
        return step;
    }

  private:
    struct Results {
        std::uint32_t games = 0;
        std::uint32_t half_points = 0;
    };
    using Played = std::tuple<std::string, std::uint64_t, std::string>; // variant, key, move

    void recall(const book::LearntMove& move, book::Entry& entry) const {
        if (!entry.move) return;
        const auto found = results_.find(
            {std::string(book::variant_of(move)), book::key_of(move), book::format_learnt(move)});
        if (found == results_.end()) return;
        entry.learn_count = found->second.games;
        entry.learn_sum = found->second.half_points;
    }

    std::map<Played, Results> results_;
};

} // namespace polyglot::tools
