// Finds games in the text of a file, with what is not kept of them.
#pragma once
#include "core/book/make/kept_games.hpp"
#include "core/chess/position.hpp"
#include "core/pgn/outcome.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <istream>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace polyglot::tools {

struct GameAgain {
    std::vector<std::pair<std::string, std::string>> tags; // as written
    chess::Position start = chess::Position::start();
    std::vector<chess::Move> moves;
    std::vector<std::string> comments; // by ply; of one with several comments all of them
    pgn::Outcome outcome = pgn::Outcome::Unknown;
    std::string problem;                // why the moves end early; may be empty
    std::array<std::uint32_t, 2> elo{}; // White's and Black's; 0: unknown
    std::uint32_t date = 0;             // 20260131; parts that are not known are 0
    book::GameMark mark;                // of its text
};

// Returns the game that follows `wanted` others at this place of the text, which is read from its
// beginning; nullopt if there is none, and if is_cancelled is set meanwhile.
std::optional<GameAgain> find_game(std::istream& text, std::uint64_t offset, std::size_t wanted,
                                   const std::atomic<bool>& is_cancelled);

// Returns the games that begin at these places of the text, which must ascend, in one reading of
// it; nullopt for a place at which none begins, and from where is_cancelled is set.
std::vector<std::optional<GameAgain>> find_games(std::istream& text,
                                                 std::span<const std::uint64_t> offsets,
                                                 const std::atomic<bool>& is_cancelled);

} // namespace polyglot::tools
