// Warns about moves that a text contains more than once for the same position.
#pragma once
#include "core/chess/position.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

namespace polyglot::tools {

// Uses 40 bytes for each different move.
class RepeatedMoves {
  public:
    using NameOf = std::function<std::string(std::uint32_t place)>;
    // name_of formats a place in the text for a warning ("line 3"); consequence says what happens
    // to the two moves ("both are kept").
    RepeatedMoves(NameOf name_of, std::string consequence);

    void add(const chess::Position& position, chess::Move move, std::uint32_t place);
    // Returns warnings with both places: the first ten, and the number of the others.
    std::vector<std::string> warnings() const;

  private:
    NameOf name_of_;
    std::string consequence_;
    std::unordered_map<std::uint64_t, std::uint32_t> first_; // places by position and move
    std::vector<std::string> warnings_;
    std::uint64_t further_ = 0;
};

} // namespace polyglot::tools
