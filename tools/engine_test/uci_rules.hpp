// What can be wrong with one line of a UCI engine, in words; an empty text when nothing is.
// Stricter than the adapter's parsers, which have to live with what they get.
#pragma once
#include "core/chess/position.hpp"
#include "core/chess/uci_move.hpp"

#include <string>
#include <string_view>

namespace polyglot::tools::engine_test {

// Given what follows "option" (UCI 2006, "option"): a name, a known type, the default and limits
// that the type asks for, and the types that UCI prescribes for its own options (Hash is a spin …).
std::string fault_of_option(std::string_view arguments);

// Given the text after "info" (UCI 2006, "info"): every number is valid and in its range, the score
// has the form `cp N` or `mate N`. Unknown words are not a fault; moves are not checked.
std::string fault_of_info(std::string_view arguments);

// A move as UCI writes it: legal, lower case, castling as style says.
std::string fault_of_move(const chess::Position& position, std::string_view move,
                          chess::CastlingStyle style);
// The same for moves that follow one another.
std::string fault_of_line(chess::Position position, std::string_view moves,
                          chess::CastlingStyle style);

} // namespace polyglot::tools::engine_test
