// Where the user is: what a question has as "start" and "line".
#pragma once
#include "core/result.hpp"
#include "tools/books/roots.hpp"

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

// The error says what is wrong with the question.
Result<Place> place_of(const boost::json::object& question);
// The place as options of edit-book, each with a space after it.
std::string words_of(const Place& place);
// Empty if the question has no such text.
std::string_view text_of(const boost::json::object& question, std::string_view name);

} // namespace polyglot::tools
