// Shares of moves in an Arena book, computed from what its header counts (docs/edit-book.md).
#pragma once
#include "core/book/arena/abk.hpp"
#include "core/chess/position.hpp"
#include "core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace polyglot::book {

// The number of a move that decides how often it is played: the priority if the header gives it
// importance, else the games. None if the header gives importance to neither; all moves then have
// equal shares, or shares by their results alone.
enum class ArenaLever : std::uint8_t { None, Games, Priority };
ArenaLever lever_of(const AbkHeader& header);
std::uint32_t most_of(ArenaLever lever);

std::uint32_t value_of(const AbkMove& move, ArenaLever lever);

// Returns the value of the lever, at least 1, that brings the share of moves[at] nearest to
// `share`, which must be between 0 and 1 (both excluded). The error states what shares are
// possible.
Result<std::uint32_t> value_for_share(const AbkHeader& header, const chess::Position& position,
                                      std::vector<AbkMove> moves, std::size_t at, double share);

struct ArenaShare {
    std::size_t at = 0; // in moves
    double share = 0;   // of 1, above 0
};
// True if moves other than these are played too, and so take a part of the shares.
bool are_others_played(const AbkHeader& header, const chess::Position& position,
                       std::vector<AbkMove> moves, const std::vector<ArenaShare>& shares);
// Returns the values of the lever that together bring these moves nearest to their shares. At least
// one move must be given, each only once. no_rest: the shares add up to 1, and other moves are not
// played. The error names the move whose share is missed by most.
Result<std::vector<std::uint32_t>> values_for_shares(const AbkHeader& header,
                                                     const chess::Position& position,
                                                     const std::vector<AbkMove>& moves,
                                                     const std::vector<ArenaShare>& shares,
                                                     bool no_rest);

} // namespace polyglot::book
