// Follows one game through the lines of a log of either protocol.
#pragma once
#include "core/chess/game.hpp"
#include "tools/logs/log_stat.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::tools {

// Names the source of a move: the GUI has sent it, or our engine or our book has chosen it.
enum class Maker : std::uint8_t { Gui, Engine, Book };

class LoggedGame {
  public:
    // Continues the game to the position that the GUI has sent. Returns false and changes nothing
    // if that is not a continuation of this game. A game of unknown rules or with an illegal move
    // continues without a position.
    bool follow(const std::string& start, const std::vector<std::string>& moves);
    // Tells before the first move whether the rules are those of chess. If not, the game goes on
    // without a position.
    void set_of_chess(bool of_chess) {
        of_chess_ = of_chess;
        if (!of_chess) game_.reset();
    }
    bool begun() const { return plies_ > 0 || our_moves_ > 0; }
    bool white_to_move() const;

    const std::string& start() const { return start_; } // "startpos" or a FEN
    const std::vector<std::string>& moves() const { return moves_; }
    const std::vector<Maker>& makers() const { return makers_; } // of each move
    // Returns nullopt if the rules are unknown.
    const std::optional<chess::Game>& game() const { return game_; }
    // Returns the last opening name at a time when our book still had a move.
    const std::string& opening() const { return opening_; }
    std::uint64_t book_moves() const { return book_moves_; } // ours
    // Returns the number of plies played when our engine left the book.
    const std::optional<std::size_t>& left_at() const { return left_at_; }

    void on_gui_move(std::string_view move); // xboard only
    void take_back(std::size_t plies);       // xboard only
    // Adds our move; the opening of a book move's position is looked up. why_left is the reason why
    // the engine's move is not from the book.
    void on_our_move(std::string_view move, bool from_book, std::string_view why_left);
    void set_result(int half_points) { half_points_ = half_points; }
    bool has_result() const { return half_points_.has_value(); }
    std::optional<bool> we_are_white() const { return we_are_white_; }
    // Returns our half-points, from the reported result or else from the last position.
    std::optional<int> result() const;

    // Counts the game if we have made a move in it.
    void count(EngineTally& engine, OpeningGames& openings) const;

  private:
    void push(std::string_view move, Maker maker);
    void name_opening();
    void add_to(PlayTally& tally) const;

    bool of_chess_ = true;
    std::string start_ = "startpos";
    std::vector<std::string> moves_; // at most chess::longest_game_plies
    std::vector<Maker> makers_;
    std::optional<chess::Game> game_ = chess::Game();
    std::size_t plies_ = 0;
    std::optional<bool> we_are_white_;
    std::uint64_t our_moves_ = 0, book_moves_ = 0;
    std::optional<std::size_t> left_at_; // plies
    std::string left_because_;
    std::string opening_;
    std::size_t opening_ply_ = 0;
    std::optional<int> half_points_; // our points
};

} // namespace polyglot::tools
