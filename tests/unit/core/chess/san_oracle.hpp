// A second opinion on SAN: every spelling of a move, written out, and a reader that asks all legal
// moves in turn. Shares nothing with core/chess/san_reader.cpp.
#pragma once
#include "core/chess/position.hpp"

#include <optional>
#include <string>
#include <vector>

namespace polyglot::chess::test {

// All that may be left out, put in and spelled in another way, but no marks of check or comment:
// "Nf3", "N1-f3", "exd" … A spelling of one move may be that of another as well, but then it is
// among the other's, too.
std::vector<std::string> spellings(const Position& position, Move move);

// The legal moves that a text may mean; nullopt if it does not read as a move.
std::optional<std::vector<Move>> reference_san(const Position& position, const std::string& text);

} // namespace polyglot::chess::test
