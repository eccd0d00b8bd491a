// One game as the lines of a log tell it, by either protocol.
#pragma once
#include "core/chess/game.hpp"
#include "tools/log_stat/log_stat.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::tools {

class LoggedGame {
  public:
    // Where the game stands, by the GUI. False: it is not a continuation of this game, and nothing has changed. A game
    // of unknown rules or with an illegal move goes on without a position.
    bool follow(const std::string& start, const std::vector<std::string>& moves);
    bool begun() const { return plies_ > 0 || our_moves_ > 0; }
    bool white_to_move() const;

    void on_gui_move(std::string_view move);                 // xboard
    void take_back(std::size_t plies);                       // xboard
    void on_our_move(std::string_view move, bool from_book); // either; a book move's position is looked up
    void set_result(int half_points) { half_points_ = half_points; }
    bool has_result() const { return half_points_.has_value(); }
    std::optional<bool> we_are_white() const { return we_are_white_; }

    // Counts the game, if we have made a move in it.
    void count(EngineTally& engine, std::map<std::string, GameTally>& openings);

  private:
    void push(std::string_view move);
    void name_opening();
    std::optional<int> result() const;
    void add_to(GameTally& tally) const;

    std::string start_ = "startpos";
    std::vector<std::string> moves_; // as the GUI has told them
    std::optional<chess::Game> game_ = chess::Game();
    std::size_t plies_ = 0;
    std::optional<bool> we_are_white_;
    std::uint64_t our_moves_ = 0, book_moves_ = 0;
    std::optional<std::size_t> left_at_; // plies
    std::string opening_;
    std::optional<int> half_points_; // ours
};

} // namespace polyglot::tools
