// Reads the games that statistics keep (make-book -games) from their files again.
// tests/e2e/test_kept_games.py shows it.
#pragma once
#include "core/book/make/kept_games.hpp"
#include "core/book/make/stats_search.hpp"
#include "core/chess/position.hpp"
#include "core/result.hpp"
#include "tools/explore/games/game_text.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::tools {

// A game that is kept for a move of a position.
struct WantedGame {
    std::uint64_t key = 0;
    std::uint16_t move = 0; // as encode_move() encodes it
    book::KeptGame game;
    std::string name; // under which its file is recorded
};

// Where files of games are looked for: beside the statistics and in these folders.
struct GameFolders {
    std::filesystem::path stats;
    std::vector<std::filesystem::path> folders;
};

// Returns the kept games of the position or of one of its moves, at most `most`. The error says
// where the statistics are damaged.
Result<std::vector<WantedGame>> find_kept(const book::StatsSearch& search, const GameFolders& where,
                                          std::uint64_t key, std::optional<std::uint16_t> move,
                                          book::KeptOrder order, std::size_t most);

// Names a game for later questions: its key, move and place.
std::string id_of(const WantedGame& game);
// Returns the game of this name; an error if the statistics do not keep it.
Result<WantedGame> find_kept(const book::StatsSearch& search, const GameFolders& where,
                             std::string_view id);

struct KeptAgain {
    GameAgain game;
    std::uint32_t ply = 0; // after which it first came to the position and the move was played
};

// Returns the games in the order of `wanted`. The errors say that a file is not there, has changed
// or cannot be read, and name it and the place: another game is never returned. Each file is opened
// once, a packed one is unpacked up to the last of its games. Any thread may call it.
std::vector<Result<KeptAgain>> read_kept(const std::vector<WantedGame>& wanted,
                                         const GameFolders& where,
                                         const std::atomic<bool>& is_cancelled);

} // namespace polyglot::tools
