// How often an Arena book plays its moves: docs/formats/arena-abk.md, "Which move is played".
#pragma once
#include "core/book/arena/abk.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace polyglot::book {

// Of a position; what is rounded may take a little from it or add
constexpr std::uint32_t whole_abk_weight = 1U << 20U;

// The first limit of the header that forbids a move with these counts; ply: half-moves since the
// start of the game.
enum class AbkLimit : std::uint8_t { MaxPly, MinGames, MinWins, MinPerCent };
std::optional<AbkLimit> limit_of(const AbkHeader& header, chess::Color mover, std::uint64_t ply,
                                 const GameCounts& counts);

// Half-moves since the start of the game, by the number of its move.
std::uint64_t ply_of(const chess::Position& position);

// A weight for each of a position's moves; ply: half-moves since the start of the game.
std::vector<std::uint32_t> abk_weights(const AbkHeader& header, chess::Color mover,
                                       std::uint64_t ply, std::span<const AbkMove> moves);
std::vector<std::uint32_t> abk_weights(const AbkHeader& header, const chess::Position& position,
                                       std::span<const AbkMove> moves);
// The moves with these weights, in the same order; one that is not legal in the position becomes a
// null move.
std::vector<Entry> abk_entries(const AbkHeader& header, const chess::Position& position,
                               std::span<const AbkMove> moves);

} // namespace polyglot::book
