// A list of start positions as match runners take it, read again.
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
    chess::Position root;             // of a PGN game
    std::optional<std::size_t> plies; // of a PGN game
    // Chess960 in the text, though neither the position's castling rights nor where the game begins
    // need it: empty, or what a match of ordinary chess makes of it.
    std::string needless_chess960{};
};

struct ListFault {
    std::uint64_t line = 0;
    std::string message;
};

struct StartList {
    std::vector<ListedStart> starts;
    // In order: lines and games that are no positions, or none to play from
    std::vector<ListFault> unreadable;
};

// EPD or FEN, a line each, or PGN: the end of each game's main line. PGN if the name says so, or
// the text begins with a tag.
StartList read_start_list(std::istream& in, const std::string& name);

struct ListProof {
    std::vector<ListFault> duplicates;
    std::vector<ListFault> wrong_side; // or, of PGN games, wrong length
    std::vector<ListFault> chess960;   // spelt so, in a list that has no position of Chess960
    std::size_t white_to_move = 0;
};

// ply: if the positions are known to be that many half-moves from a root with White to move (PGN:
// from the game's own start). Else a quarter or less of positions with another side to move than
// the rest are wrong. chess960: the list is for a match of Chess960, and every spelling is right.
ListProof prove_list(const StartList& list, std::optional<std::size_t> ply, bool chess960 = false);

} // namespace polyglot::tools
