// Reads the position where the user is: the "start" and "line" of a question.
#pragma once
#include "core/chess/game.hpp"
#include "core/result.hpp"
#include "tools/books/roots.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

namespace polyglot::tools {

constexpr std::size_t most_plies = 1024; // of a line

struct Place {
    Root root{chess::Position::start(), {}};
    std::vector<chess::Move> line;
    chess::Position position = chess::Position::start(); // after the line
};

// The error describes what is wrong with the question.
Result<Place> place_of(const boost::json::object& question);
chess::Game game_of(const Place& place);
// Returns the "line" of a question as it stands there, empty if it has none; the error says that it
// is not a list, or too long.
Result<std::span<const boost::json::value>> words_of_line(const boost::json::object& question);
// Returns the place as options of edit-book, each followed by a space.
std::string words_of(const Place& place);
// Returns an empty text if the question has no such member.
std::string_view text_of(const boost::json::object& question, std::string_view name);

} // namespace polyglot::tools
