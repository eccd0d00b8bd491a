// Extended Position Description: a position and named remarks on it, one line each ("Standard:
// Portable Game Notation Specification and Implementation Guide", section 16.2).
#pragma once
#include "core/chess/position.hpp"
#include "core/result.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::chess {

// Offsets are bytes into the line that was parsed, for error messages.
struct EpdOperand {
    std::string text; // a string without its quotes
    std::size_t offset = 0;
};
struct EpdOperation {
    std::string opcode; // as written
    std::vector<EpdOperand> operands;
    std::size_t offset = 0;
    // In any case: the standard has small letters only, and some suites BM
    bool is(std::string_view name) const;
};

struct Epd {
    Position position;
    std::vector<EpdOperation> operations; // in the order of the line
    // Operations that are left out, since no name is like theirs (v=-380)
    std::vector<Error> warnings;

    // The first of this name, or null
    const EpdOperation* find(std::string_view opcode) const;
    std::string_view first_operand(std::string_view opcode) const; // empty if there is none
};

// Four fields of a FEN, then `opcode operand… ;` any number of times. A FEN's two counters after
// the fields are read too, so a plain FEN is an EPD without operations; the operations hmvc and
// fmvn override them. The last semicolon may be missing, empty operations (;;) are skipped. Errors:
// those of parse_fen, an operation that does not begin with a letter, an unclosed string, counters
// that are not numbers or out of range.
Result<Epd> parse_epd(std::string_view line);

// One move as test suites write it: SAN or coordinates (e2e4, e1g1). The error's offset is into
// text.
Result<Move> parse_epd_move(const Position& position, std::string_view text);
// The moves of all operations of this name (bm, am; not of pv, whose moves follow each other), each
// once, in order; commas between them and marks after a move ("Qd1 +") are skipped. The error's
// offset is into the line.
Result<std::vector<Move>> parse_epd_moves(const Epd& epd, std::string_view opcode);

} // namespace polyglot::chess
