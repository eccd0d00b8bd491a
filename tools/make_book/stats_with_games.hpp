// Writes statistics together with the games that are kept of each move.
#pragma once
#include "core/book/make/move_stats.hpp"
#include "storage/games/kept_sources.hpp"
#include "storage/games/stats_file.hpp"

#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <utility>

namespace polyglot::tools {

class StatsWithGames {
  public:
    // games: null if none are kept. `to` must outlive this object.
    StatsWithGames(io::StatsWriter& to, std::unique_ptr<io::KeptSource> games)
        : to_(to), games_(std::move(games)) {
        advance();
    }
    // Moves come in ascending order; games of other moves are left out.
    void write(const book::MoveStats& stats) {
        const auto place = std::tie(stats.key, stats.move);
        while (more_ && std::tie(move_.key, move_.move) < place)
            advance();
        const bool has_games = more_ && std::tie(move_.key, move_.move) == place;
        to_.write(stats, has_games ? move_.games : std::span<const book::KeptGame>());
    }
    // Why games are missing; may be empty. To be asked at the end.
    std::string problem() const { return games_ ? games_->problem() : ""; }

  private:
    void advance() { more_ = games_ && games_->next(move_); }

    io::StatsWriter& to_;
    std::unique_ptr<io::KeptSource> games_;
    book::KeptMove move_;
    bool more_ = false;
};

} // namespace polyglot::tools
