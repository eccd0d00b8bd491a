// Reads the parts of an EPD line that are the same for chess and its variants: epd.hpp,
// variants/epd.hpp.
#pragma once
#include "core/chess/epd.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::chess {

// The counters of a FEN; hmvc and fmvn override them.
struct EpdCounters {
    int half_moves = 0;
    int full_moves = 1;
    const EpdOperation* last = nullptr; // the last operation that has changed one
};

// Reads one line from left to right: fen(), then read_operations(), then read_counters().
class EpdReader {
  public:
    explicit EpdReader(std::string_view line) : line_(line) {}

    // Returns four fields, and at most this many of those that may follow them.
    std::string_view fen(int more_fields);
    // Return false if the line is faulty; error() says why.
    bool read_operations(EpdOperations& epd);
    bool read_counters(const EpdOperations& epd, EpdCounters& counters);
    const Error& error() const { return error_; }

  private:
    bool fail(std::string message, std::size_t offset);
    void skip_blanks();
    bool skip_separators();
    std::string_view bare_word();
    std::size_t skip_fields(int count);
    bool at_counter();
    bool read_operation(EpdOperations& epd);

    std::string_view line_;
    std::size_t at_ = 0;
    Error error_;
};

// True for marks that may be separated from their move: check, mate, an opinion.
bool is_epd_mark(std::string_view word);

// Returns the moves as parse_epd_moves() does; parse reads one of them.
template <class Move, class Parse>
Result<std::vector<Move>> read_epd_moves(const EpdOperations& epd, std::string_view opcode,
                                         const Parse& parse) {
    std::vector<Move> moves;
    for (const EpdOperation& operation : epd.operations) {
        if (!operation.is(opcode)) continue;
        bool follows_move = false;
        for (const EpdOperand& operand : operation.operands) {
            for (std::string_view rest = operand.text; !rest.empty();) {
                const std::size_t comma = std::min(rest.find(','), rest.size());
                const std::string_view word = text::trim(rest.substr(0, comma));
                rest.remove_prefix(std::min(rest.size(), comma + 1));
                if (word.empty() || (follows_move && is_epd_mark(word))) continue;
                const Result<Move> move = parse(word);
                if (!move) {
                    const auto before = static_cast<std::size_t>(word.data() - operand.text.data());
                    return make_error(std::string(opcode) + ": " + move.error().message,
                                      operand.offset + before + move.error().offset);
                }
                follows_move = true;
                if (std::ranges::find(moves, *move) == moves.end()) moves.push_back(*move);
            }
        }
    }
    return moves;
}

} // namespace polyglot::chess
