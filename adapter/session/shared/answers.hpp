// What the session asks of the world outside (books, their files, saved settings, the store of results) as lines of the
// log, so that a replay is given the same answers and needs no file (docs/log.md).
#pragma once
#include "adapter/session/shared/context.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::session {

// The same environment, but what it answers goes into its log.
Environment with_logged_answers(Environment environment);

// What a transcript must set to play by these settings: "set NAME = VALUE" where that is not the default, "set [BOOK]
// NAME = VALUE", "engine-option NAME = VALUE". Without BookSeed: the seed drawn is the shell's.
std::vector<std::string> settings_lines(const config::Settings& settings);

// The position as answers name it: a FEN without its two counters, which no book looks at.
std::string place_of(const chess::Position& position);
// "e2e4 60 d2d4 40 n=3 s=5": moves, weights, and what else is known of them. Castling is king takes rook.
std::string format_entries(const std::vector<book::Entry>& entries);
// Returns nullopt if it is not such a list, or a move is not legal there.
std::optional<std::vector<book::Entry>> parse_entries(const chess::Position& position, std::string_view text);

// "3 locked=1 next=4096": a step of forgetting, and back; what is missing or unreadable is 0.
std::string format_forgotten(const book::Forgotten& step);
book::Forgotten parse_forgotten(std::string_view text);
// "4 moves=12 left-out=1 more": a step of taking in, and back.
std::string format_taken_in(const book::TakenIn& step);
book::TakenIn parse_taken_in(std::string_view text);

} // namespace polyglot::session
