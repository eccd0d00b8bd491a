// Finds where the games of a text begin and end, so that a game can be recognised when it is read
// again. Test: kept_games_test.cpp.
#pragma once
#include "core/book/make/kept_games.hpp"
#include "core/pgn/scanner.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace polyglot::book {

// Returns where the game with these tags begins in the text that is scanned; nullopt for a game
// without tags.
std::optional<std::size_t> begin_of_game(std::string_view text, const pgn::Tags& tags);

// Marks the text of a game, which ends where the next game with tags begins or with the piece. It
// is the same wherever the text is cut into pieces, unless more than 128 KiB of games without tags
// follow, in which the cut may be.
GameMark mark_of(std::string_view game);

} // namespace polyglot::book
