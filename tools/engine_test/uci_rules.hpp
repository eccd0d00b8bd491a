// Check one line of a UCI engine and return the fault in words, or an empty text if there is none.
// They are stricter than the adapter's parsers, which have to accept real engines.
#pragma once
#include "core/chess/position.hpp"
#include "core/chess/uci_move.hpp"

#include <string>
#include <string_view>

namespace polyglot::tools::engine_test {

// Takes the text after "option" (UCI 2006, "option"): it must have a name, a known type, the
// default and limits that the type requires, and the types that UCI prescribes for its own options
// (Hash is a spin …).
std::string fault_of_option(std::string_view arguments);

// Takes the text after "info" (UCI 2006, "info"): every number must be valid and in its range, and
// the score must have the form `cp N` or `mate N`. Unknown words are no fault; moves are not
// checked.
std::string fault_of_info(std::string_view arguments);

// Checks that a move is legal and written as in UCI: in lower case, with castling in this style.
std::string fault_of_move(const chess::Position& position, std::string_view move,
                          chess::CastlingStyle style);
// Does the same for consecutive moves.
std::string fault_of_line(chess::Position position, std::string_view moves,
                          chess::CastlingStyle style);

} // namespace polyglot::tools::engine_test
