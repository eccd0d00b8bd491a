// Shares in an Arena book, by what its header makes count: docs/edit-book.md.
#pragma once
#include "core/book/arena/abk.hpp"
#include "core/chess/position.hpp"
#include "core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace polyglot::book {

// The number of a move that decides how often it is played: the priority if it is important, else
// the games. None if neither is: then all moves have equal shares, or shares by their results
// alone.
enum class ArenaLever : std::uint8_t { None, Games, Priority };
ArenaLever lever_of(const AbkHeader& header);
std::uint32_t most_of(ArenaLever lever);

std::uint32_t value_of(const AbkMove& move, ArenaLever lever);

// The value of the lever that brings the share of moves[at] nearest to this one, which is above 0
// and below 1; at least 1. The error says what shares are possible.
Result<std::uint32_t> value_for_share(const AbkHeader& header, const chess::Position& position,
                                      std::vector<AbkMove> moves, std::size_t at, double share);

struct ArenaShare {
    std::size_t at = 0; // in moves
    double share = 0;   // of 1, above 0
};
// Whether other moves than these are played beside them, and so take a rest of the shares.
bool are_others_played(const AbkHeader& header, const chess::Position& position,
                       std::vector<AbkMove> moves, const std::vector<ArenaShare>& shares);
// The values of the lever that bring these moves, at least one and each named once, nearest to
// their shares together. no_rest: the shares make 1, and other moves are not played. The error
// names the move whose share is missed by most.
Result<std::vector<std::uint32_t>> values_for_shares(const AbkHeader& header,
                                                     const chess::Position& position,
                                                     const std::vector<AbkMove>& moves,
                                                     const std::vector<ArenaShare>& shares,
                                                     bool no_rest);

} // namespace polyglot::book
