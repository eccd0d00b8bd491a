// Plays random legal moves from a UCI `position` line, as a cheap opponent for load tests.
#pragma once
#include "core/chess/position.hpp"
#include "core/random.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::test {

class RandomPlayer {
  public:
    explicit RandomPlayer(std::uint64_t seed) : random_(seed) {}
    // Takes the text after the word `position`: "startpos|fen F [moves …]". Stops at the first
    // illegal move.
    void set_position(std::string_view words);
    // Returns a legal move in coordinate notation, all with the same probability; "0000" if there
    // is none.
    std::string choose();
    std::string choose(const std::vector<std::string_view>& moves) {
        return std::string(moves[random_.below(moves.size())]);
    }
    std::uint64_t position_key() const { return position_.key(); }
    // Returns a value derived from the position's key, -150 to 150 for White; as in UCI, it is
    // given for the side to move.
    int value_by_key() const {
        const int white = static_cast<int>(position_.key() % 301) - 150;
        return position_.side_to_move() == chess::Color::White ? white : -white;
    }
    // Returns the info lines of a search of this position, each with its line end: increasing
    // depths with several pvs each, of 15 legal moves if the game lasts that long.
    std::string invent_thoughts(int lines, std::string_view line_end);

  private:
    Random random_;
    chess::Position position_ = chess::Position::start();
};

} // namespace polyglot::test
