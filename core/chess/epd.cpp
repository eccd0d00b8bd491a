#include "core/chess/epd.hpp"

#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <utility>

namespace polyglot::chess {
namespace {

constexpr bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_name(std::string_view word) {
    return std::all_of(word.begin(), word.end(),
                       [](char c) { return is_letter(c) || text::is_digit(c); });
}

// True for marks that may be separated from their move: check, mate, an opinion.
bool is_mark(std::string_view word) {
    return word.find_first_not_of("+#!?=") == std::string_view::npos;
}

// Reads one line from left to right.
class EpdReader {
  public:
    explicit EpdReader(std::string_view line) : line_(line) {}

    Result<Epd> read() {
        const std::size_t four_fields = skip_fields(4);
        std::size_t fields = four_fields;
        for (int counter = 0; counter < 2 && at_counter(); ++counter)
            fields = skip_fields(1);
        const Result<Position> position = parse_fen(line_.substr(0, fields));
        if (!position) return position.error();
        Epd epd{*position, {}, {}};
        while (skip_separators())
            if (!read_operation(epd)) return error_;
        if (!set_counters(epd, line_.substr(0, four_fields))) return error_;
        return epd;
    }

  private:
    bool fail(std::string message, std::size_t offset) {
        error_ = make_error(std::move(message), offset);
        return false;
    }

    void skip_blanks() {
        while (at_ < line_.size() && text::is_blank(line_[at_]))
            ++at_;
    }
    // Skips to the next operation; false at the end of the line.
    bool skip_separators() {
        while (at_ < line_.size() && (text::is_blank(line_[at_]) || line_[at_] == ';'))
            ++at_;
        return at_ < line_.size();
    }
    std::string_view bare_word() {
        const std::size_t begin = at_;
        while (at_ < line_.size() && !text::is_blank(line_[at_]) && line_[at_] != ';' &&
               line_[at_] != '"')
            ++at_;
        return line_.substr(begin, at_ - begin);
    }

    // Returns the end of the last of `count` fields. A ';' ends the fields wherever it stands.
    std::size_t skip_fields(int count) {
        std::size_t end = at_;
        for (int i = 0; i < count; ++i) {
            skip_blanks();
            if (bare_word().empty()) break;
            end = at_;
        }
        return end;
    }
    bool at_counter() {
        skip_blanks();
        return at_ < line_.size() &&
               (text::is_digit(line_[at_]) || line_[at_] == '-' || line_[at_] == '+');
    }

    bool read_operation(Epd& epd) {
        EpdOperation operation{{}, {}, at_};
        const std::string_view name = bare_word();
        if (name.empty() || !is_letter(name.front())) {
            const std::string_view seen = name.empty() ? line_.substr(at_, 1) : name;
            return fail(text::quote(seen) + " where the name of an operation is expected",
                        operation.offset);
        }
        operation.opcode = name;
        for (skip_blanks(); at_ < line_.size() && line_[at_] != ';'; skip_blanks()) {
            if (line_[at_] != '"') {
                const std::size_t offset = at_;
                operation.operands.push_back({std::string(bare_word()), offset});
                continue;
            }
            const std::size_t close = line_.find('"', at_ + 1);
            if (close == std::string_view::npos) return fail("a quote that is never closed", at_);
            operation.operands.push_back(
                {std::string(line_.substr(at_ + 1, close - at_ - 1)), at_ + 1});
            at_ = close + 1;
        }
        if (is_name(name))
            epd.operations.push_back(std::move(operation));
        else
            epd.warnings.push_back(
                make_error(text::quote(name) + " is not the name of an operation: left out",
                           operation.offset));
        return true;
    }

    // Sets the counters that hmvc and fmvn state. They are checked by parse_fen(), which knows the
    // possible ones.
    bool set_counters(Epd& epd, std::string_view four_fields) {
        int half_moves = epd.position.half_move_clock();
        int full_moves = epd.position.full_move_number();
        const EpdOperation* last = nullptr;
        for (const auto& [opcode, value] :
             {std::pair("hmvc", &half_moves), std::pair("fmvn", &full_moves)}) {
            const EpdOperation* const operation = epd.find(opcode);
            if (operation == nullptr) continue;
            const std::optional<int> number = text::parse_int<int>(epd.first_operand(opcode));
            if (!number || operation->operands.size() != 1)
                return fail(operation->opcode + " takes one number", operation->offset);
            *value = *number;
            last = operation;
        }
        if (last == nullptr) return true;
        const Result<Position> position =
            parse_fen(std::string(four_fields) + ' ' + std::to_string(half_moves) + ' ' +
                      std::to_string(full_moves));
        if (!position) return fail(position.error().message, last->offset);
        epd.position = *position;
        return true;
    }

    std::string_view line_;
    std::size_t at_ = 0;
    Error error_;
};

} // namespace

bool EpdOperation::is(std::string_view name) const {
    return text::equal_ignoring_case(opcode, name);
}

const EpdOperation* Epd::find(std::string_view opcode) const {
    const auto found =
        std::find_if(operations.begin(), operations.end(),
                     [opcode](const EpdOperation& operation) { return operation.is(opcode); });
    return found == operations.end() ? nullptr : &*found;
}

std::string_view Epd::first_operand(std::string_view opcode) const {
    const EpdOperation* const operation = find(opcode);
    if (operation == nullptr || operation->operands.empty()) return {};
    return operation->operands.front().text;
}

Result<Epd> parse_epd(std::string_view line) {
    return EpdReader(line).read();
}

Result<Move> parse_epd_move(const Position& position, std::string_view text) {
    // Coordinates are tried first: b4c5 could also be read as an inaccurate bishop's move, but it
    // is never written as one.
    if (const std::optional<Move> move = parse_uci_move(position, text)) return *move;
    return parse_san(position, text);
}

Result<std::vector<Move>> parse_epd_moves(const Epd& epd, std::string_view opcode) {
    std::vector<Move> moves;
    for (const EpdOperation& operation : epd.operations) {
        if (!operation.is(opcode)) continue;
        bool follows_move = false;
        for (const EpdOperand& operand : operation.operands) {
            for (std::string_view rest = operand.text; !rest.empty();) {
                const std::size_t comma = std::min(rest.find(','), rest.size());
                const std::string_view word = text::trim(rest.substr(0, comma));
                rest.remove_prefix(std::min(rest.size(), comma + 1));
                if (word.empty() || (follows_move && is_mark(word))) continue;
                const Result<Move> move = parse_epd_move(epd.position, word);
                if (!move) {
                    const auto before = static_cast<std::size_t>(word.data() - operand.text.data());
                    return make_error(std::string(opcode) + ": " + move.error().message,
                                      operand.offset + before + move.error().offset);
                }
                follows_move = true;
                if (std::find(moves.begin(), moves.end(), *move) == moves.end())
                    moves.push_back(*move);
            }
        }
    }
    return moves;
}

} // namespace polyglot::chess
