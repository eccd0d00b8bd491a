// Chooses games by what their headers say. Test: game_filter_test.cpp.
#pragma once
#include "core/pgn/outcome.hpp"
#include "core/result.hpp"
#include "tools/explore/games/game_segment.hpp"
#include "tools/explore/games/name_table.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <boost/json/object.hpp>

namespace polyglot::tools {

enum class PlayedSide : std::uint8_t { White, Black, Either };

// Texts are parts of names in any case; empty: all. Numbers of 0 are no limits. A game in which a
// limited number is unknown is not chosen.
struct GameFilter {
    std::string player;
    PlayedSide side = PlayedSide::Either;    // of the player
    unsigned min_rating = 0, max_rating = 0; // between which both players' ratings are
    unsigned first_year = 0, last_year = 0;
    std::optional<pgn::Outcome> outcome;
    std::string event;
    std::string opening; // part of "B90 Sicilian Defence: Najdorf"

    friend bool operator==(const GameFilter&, const GameFilter&) = default;
};

// Reads "filter" of a question (tools/explore/API.md). The error says which member is wrong.
Result<GameFilter> read_game_filter(const boost::json::object& question);

// Holds which games are chosen.
class GameSelection {
  public:
    GameSelection() = default; // all games
    GameSelection(const GameFilter& filter, std::span<const GameSegment> segments,
                  const NameTable& players, const NameTable& events);
    bool has(std::size_t segment, std::size_t game) const {
        return is_all_ || chosen_[segment][game];
    }

  private:
    bool is_all_ = true;
    std::vector<std::vector<bool>> chosen_; // by segment and game
};

} // namespace polyglot::tools
