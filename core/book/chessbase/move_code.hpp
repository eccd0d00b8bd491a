// Decodes the one byte that stands for a move in a ChessBase book (docs/formats/ctg.md). Test:
// move_code_test.cpp.
#pragma once
#include "core/chess/position.hpp"

#include <cstdint>
#include <string_view>

namespace polyglot::book {

struct CtgDecodedMove {
    chess::Move move{}; // null if the code is refused
    // Reason for the refusal: "a code whose meaning is unknown" …; empty if there is a move.
    std::string_view refused{};
};

// Returns a legal move or a refusal. Codes whose meaning no real file shows are refused instead of
// guessed: promotions, codes without a known meaning, and the code that the published tables list
// twice.
CtgDecodedMove decode_ctg_move(std::uint8_t code, const chess::Position& position);

} // namespace polyglot::book
