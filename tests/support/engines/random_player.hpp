// Plays random legal moves from a UCI `position` line, as a cheap opponent for load tests.
#pragma once
#include "core/chess/position.hpp"
#include "core/chess/variants/position.hpp"
#include "core/random.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::test {

class RandomPlayer {
  public:
    explicit RandomPlayer(std::uint64_t seed) : random_(seed) {}
    // Sets the rules of the next positions; null: chess.
    void set_variant(const chess::Variant* variant) { variant_ = variant; }
    // Takes the text after the word `position`: "startpos|fen F [moves …]". Stops at the first
    // illegal move.
    void set_position(std::string_view words);
    // Returns a legal move in coordinate notation, all with the same probability; "0000" if there
    // is none.
    std::string choose();
    std::string choose(const std::vector<std::string_view>& moves) {
        return std::string(moves[random_.below(moves.size())]);
    }
    std::uint64_t position_key() const;
    // Returns a value derived from the position's key, -150 to 150 for White; as in UCI, it is
    // given for the side to move.
    int value_by_key() const;
    // Returns the info lines of a search of this position, each with its line end: increasing
    // depths with several pvs each, of 15 legal moves if the game lasts that long. In chess only.
    std::string invent_thoughts(int lines, std::string_view line_end);

  private:
    Random random_;
    chess::Position position_ = chess::Position::start();
    const chess::Variant* variant_ = nullptr;
    std::optional<chess::VariantPosition> of_variant_; // instead of position_
};

} // namespace polyglot::test
