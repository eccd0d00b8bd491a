// Computes how often an Arena book plays its moves (docs/formats/arena-abk.md, "Which move is
// played"). Test: weights_test.cpp.
#pragma once
#include "core/book/arena/abk.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace polyglot::book {

// The weights of a position add up to this, apart from rounding.
constexpr std::uint32_t whole_abk_weight = 1U << 20U;

// Returns the first limit of the header that forbids a move with these counts; nullopt if none
// does. ply: half-moves since the start of the game.
enum class AbkLimit : std::uint8_t { MaxPly, MinGames, MinWins, MinPerCent };
std::optional<AbkLimit> limit_of(const AbkHeader& header, chess::Color mover, std::uint64_t ply,
                                 const GameCounts& counts);

// Returns the half-moves since the start of the game, computed from the position's move number.
std::uint64_t ply_of(const chess::Position& position);

// Returns a weight for each of a position's moves. ply: half-moves since the start of the game.
std::vector<std::uint32_t> abk_weights(const AbkHeader& header, chess::Color mover,
                                       std::uint64_t ply, std::span<const AbkMove> moves);
std::vector<std::uint32_t> abk_weights(const AbkHeader& header, const chess::Position& position,
                                       std::span<const AbkMove> moves);
// Returns the moves with these weights, in the same order. A move that is not legal in the position
// becomes a null move.
std::vector<Entry> abk_entries(const AbkHeader& header, const chess::Position& position,
                               std::span<const AbkMove> moves);

} // namespace polyglot::book
