// Reads a list of start positions in the formats of match runners.
#pragma once
#include "core/chess/position.hpp"
#include "core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <vector>

namespace polyglot::tools {

struct ListedStart {
    std::uint64_t line = 0; // of the file, from 1
    chess::Position position;
    chess::Position root;             // only for a PGN game
    std::optional<std::size_t> plies; // only for a PGN game
    // The text marks the position as Chess960, although neither its castling rights nor the start
    // of the game require it: what a match of ordinary chess makes of that, or empty.
    std::string needless_chess960{};
};

struct ListFault {
    std::uint64_t line = 0;
    std::string message;
};

struct StartList {
    std::vector<ListedStart> starts;
    // The lines and games that are not positions, or not positions to play from, in order.
    std::vector<ListFault> unreadable;
};

// Reads EPD or FEN, one position per line, or PGN, where the position is the end of each game's
// main line. The text is PGN if the name says so or it begins with a tag.
StartList read_start_list(std::istream& in, const std::string& name);

struct ListProof {
    std::vector<ListFault> duplicates;
    std::vector<ListFault> wrong_side; // or wrong length for PGN games
    std::vector<ListFault> chess960;   // marked as Chess960 in a list without such a position
    std::size_t white_to_move = 0;
};

// ply is the number of half-moves from a root with White to move (PGN: from the game's own start),
// if it is known. Otherwise, if at most a quarter of the positions have another side to move than
// the rest, these are wrong. chess960 means that the list is for a match of Chess960, in which
// every notation is right.
ListProof prove_list(const StartList& list, std::optional<std::size_t> ply, bool chess960 = false);

} // namespace polyglot::tools
