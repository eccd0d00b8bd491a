#include "core/chess/epd.hpp"

#include "core/chess/epd_reader.hpp"
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
    return std::ranges::all_of(word, [](char c) { return is_letter(c) || text::is_digit(c); });
}

} // namespace

bool is_epd_mark(std::string_view word) {
    return word.find_first_not_of("+#!?=") == std::string_view::npos;
}

// A ';' ends the fields wherever it stands.
std::string_view EpdReader::fen(int more_fields) {
    std::size_t fields = skip_fields(4);
    for (int more = 0; more < more_fields && at_counter(); ++more)
        fields = skip_fields(1);
    return line_.substr(0, fields);
}

bool EpdReader::read_operations(EpdOperations& epd) {
    while (skip_separators())
        if (!read_operation(epd)) return false;
    return true;
}

bool EpdReader::read_counters(const EpdOperations& epd, EpdCounters& counters) {
    for (const auto& [opcode, value] :
         {std::pair("hmvc", &counters.half_moves), std::pair("fmvn", &counters.full_moves)}) {
        const EpdOperation* const operation = epd.find(opcode);
        if (operation == nullptr) continue;
        const std::optional<int> number = text::parse_int<int>(epd.first_operand(opcode));
        if (!number || operation->operands.size() != 1)
            return fail(operation->opcode + " takes one number", operation->offset);
        *value = *number;
        counters.last = operation;
    }
    return true;
}

bool EpdReader::fail(std::string message, std::size_t offset) {
    error_ = make_error(std::move(message), offset);
    return false;
}

void EpdReader::skip_blanks() {
    while (at_ < line_.size() && text::is_blank(line_[at_]))
        ++at_;
}

// Skips to the next operation; false at the end of the line.
bool EpdReader::skip_separators() {
    while (at_ < line_.size() && (text::is_blank(line_[at_]) || line_[at_] == ';'))
        ++at_;
    return at_ < line_.size();
}

std::string_view EpdReader::bare_word() {
    const std::size_t begin = at_;
    while (at_ < line_.size() && !text::is_blank(line_[at_]) && line_[at_] != ';' &&
           line_[at_] != '"')
        ++at_;
    return line_.substr(begin, at_ - begin);
}

// Returns the end of the last of `count` fields.
std::size_t EpdReader::skip_fields(int count) {
    std::size_t end = at_;
    for (int i = 0; i < count; ++i) {
        skip_blanks();
        if (bare_word().empty()) break;
        end = at_;
    }
    return end;
}

bool EpdReader::at_counter() {
    skip_blanks();
    return at_ < line_.size() &&
           (text::is_digit(line_[at_]) || line_[at_] == '-' || line_[at_] == '+');
}

bool EpdReader::read_operation(EpdOperations& epd) {
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
        epd.warnings.push_back(make_error(
            text::quote(name) + " is not the name of an operation: left out", operation.offset));
    return true;
}

bool EpdOperation::is(std::string_view name) const {
    return text::equal_ignoring_case(opcode, name);
}

const EpdOperation* EpdOperations::find(std::string_view opcode) const {
    const auto found = std::ranges::find_if(
        operations, [opcode](const EpdOperation& operation) { return operation.is(opcode); });
    return found == operations.end() ? nullptr : &*found;
}

std::string_view EpdOperations::first_operand(std::string_view opcode) const {
    const EpdOperation* const operation = find(opcode);
    if (operation == nullptr || operation->operands.empty()) return {};
    return operation->operands.front().text;
}

Result<Epd> parse_epd(std::string_view line) {
    EpdReader reader(line);
    const std::string_view four_fields = EpdReader(line).fen(0);
    const Result<Position> position = parse_fen(reader.fen(2));
    if (!position) return position.error();
    Epd epd{{}, *position};
    EpdCounters counters{position->half_move_clock(), position->full_move_number()};
    if (!reader.read_operations(epd) || !reader.read_counters(epd, counters)) return reader.error();
    if (counters.last == nullptr) return epd;
    // The counters are checked by parse_fen(), which knows the possible ones.
    const Result<Position> clocked =
        parse_fen(std::string(four_fields) + ' ' + std::to_string(counters.half_moves) + ' ' +
                  std::to_string(counters.full_moves));
    if (!clocked) return make_error(clocked.error().message, counters.last->offset);
    epd.position = *clocked;
    return epd;
}

Result<Move> parse_epd_move(const Position& position, std::string_view text) {
    // Coordinates are tried first: b4c5 could also be read as an inaccurate bishop's move, but it
    // is never written as one.
    if (const std::optional<Move> move = parse_uci_move(position, text)) return *move;
    return parse_san(position, text);
}

Result<std::vector<Move>> parse_epd_moves(const Epd& epd, std::string_view opcode) {
    return read_epd_moves<Move>(
        epd, opcode, [&](std::string_view word) { return parse_epd_move(epd.position, word); });
}

} // namespace polyglot::chess
