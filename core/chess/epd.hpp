// Extended Position Description: a position with named operations on one line ("Standard: Portable
// Game Notation Specification and Implementation Guide", section 16.2).
#pragma once
#include "core/chess/position.hpp"
#include "core/result.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::chess {

// Offsets are bytes into the parsed line, for error messages.
struct EpdOperand {
    std::string text; // a string without its quotes
    std::size_t offset = 0;
};
struct EpdOperation {
    std::string opcode; // as written
    std::vector<EpdOperand> operands;
    std::size_t offset = 0;
    // True if the opcode has this name, in any case: the standard has small letters only, but some
    // suites write BM.
    bool is(std::string_view name) const;
};

struct EpdOperations {
    std::vector<EpdOperation> operations; // in the order of the line
    // Operations that are left out because an opcode cannot have their form (v=-380).
    std::vector<Error> warnings;

    // Returns the first operation of this name; null if there is none.
    const EpdOperation* find(std::string_view opcode) const;
    std::string_view first_operand(std::string_view opcode) const; // empty if there is none
};
struct Epd : EpdOperations {
    Position position;
};

// Parses four fields of a FEN, then `opcode operand… ;` any number of times. The two counters of a
// FEN may follow the fields, so a plain FEN is an EPD without operations; the operations hmvc and
// fmvn override them. The last semicolon may be missing, and empty operations (;;) are skipped.
// Errors are those of parse_fen(), an operation that does not begin with a letter, an unclosed
// string, and counters that are not numbers or out of range.
Result<Epd> parse_epd(std::string_view line);

// Parses one move as test suites write it: SAN or coordinates (e2e4, e1g1). The error's offset is
// into the text.
Result<Move> parse_epd_move(const Position& position, std::string_view text);
// Returns the moves of all operations of this name (bm, am; not pv, whose moves follow each other),
// each once, in order. Commas between them and marks after a move ("Qd1 +") are skipped. The
// error's offset is into the line.
Result<std::vector<Move>> parse_epd_moves(const Epd& epd, std::string_view opcode);

} // namespace polyglot::chess
