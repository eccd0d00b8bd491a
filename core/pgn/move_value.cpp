#include "core/pgn/move_value.hpp"

#include "core/text/text.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>

namespace polyglot::pgn {
namespace {

using Kind = MoveValue::Kind;

// Reads digits at the beginning of the text and removes them; nullopt if there are none. A number
// that does not fit is the largest one.
std::optional<std::uint32_t> take_digits(std::string_view& text) {
    std::uint32_t number = 0;
    const char* const end = text.data() + text.size();
    if (text.empty() || !text::is_digit(text.front())) return std::nullopt;
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
    return error == std::errc() ? number : UINT32_MAX;
}

struct Number {
    bool is_absurd = false;
    bool is_whole = false; // pawns without a decimal point
    int centipawns = 0;
};

std::optional<Number> take_mate(std::string_view& text) {
    const auto moves = take_digits(text);
    if (!moves) return std::nullopt;
    if (*moves >= MoveValue::mate - MoveValue::most) return Number{.is_absurd = true};
    return Number{.centipawns = MoveValue::mate - static_cast<int>(*moves)};
}

// Reads pawns with up to two decimals that count.
std::optional<Number> take_pawns(std::string_view& text) {
    const auto pawns = take_digits(text);
    if (!pawns) return std::nullopt;
    int hundredths = 0;
    const bool is_whole = !text.starts_with('.');
    if (text.size() > 1 && text.front() == '.' && text::is_digit(text[1])) {
        text.remove_prefix(1);
        for (int unit = 10; !text.empty() && text::is_digit(text.front()); unit /= 10) {
            hundredths += unit * (text.front() - '0');
            text.remove_prefix(1);
        }
    }
    if (*pawns >= MoveValue::most / 100) return Number{.is_absurd = true, .is_whole = is_whole};
    return Number{.is_whole = is_whole, .centipawns = 100 * static_cast<int>(*pawns) + hundredths};
}

// Reads 0.31, +0.31, -12, #3, #-3, M5 and -M5, and removes the value from the text.
std::optional<Number> take_number(std::string_view& text) {
    const auto take_one_of = [&text](std::string_view marks) {
        if (text.empty() || marks.find(text.front()) == std::string_view::npos) return '\0';
        const char mark = text.front();
        text.remove_prefix(1);
        return mark;
    };
    const char sign = take_one_of("+-");
    const bool is_mate = take_one_of("#M") != '\0';
    const bool is_negative = sign == '-' || (sign == '\0' && take_one_of("+-") == '-');
    auto number = is_mate ? take_mate(text) : take_pawns(text);
    if (number && is_negative) number->centipawns = -number->centipawns;
    return number;
}

MoveValue value_of(Kind kind, const Number& number) {
    return {kind, number.is_absurd ? std::nullopt : std::optional(number.centipawns)};
}

// Finds "name" followed by a number.
std::optional<MoveValue> read_named(std::string_view comment, std::string_view name, Kind kind) {
    const std::size_t at = comment.find(name);
    if (at == std::string_view::npos) return std::nullopt;
    std::string_view rest = comment.substr(at + name.size());
    const auto number = take_number(rest);
    return number ? std::optional(value_of(kind, *number)) : std::nullopt;
}

// "+0.31/14 1.2s". Arena and others write the expected reply before it: "(Nf3) +0.31/14".
std::optional<MoveValue> read_search(std::string_view comment) {
    comment = text::trim_left(comment);
    if (comment.starts_with('('))
        comment = text::trim_left(comment.substr(std::min(comment.size(), comment.find(')') + 1)));
    const auto number = take_number(comment);
    // Programs write decimals: "1/2" is a result.
    if (!number || number->is_whole || comment.size() < 2 || comment[0] != '/' ||
        !text::is_digit(comment[1]))
        return std::nullopt;
    comment.remove_prefix(1);
    take_digits(comment);
    // The ranks of a FEN are none.
    if (!comment.empty() && comment.front() != ' ' && comment.front() != ',') return std::nullopt;
    return value_of(Kind::Search, *number);
}

} // namespace

std::optional<MoveValue> read_move_value(std::string_view comment) {
    if (auto value = read_named(comment, "[%eval ", Kind::Eval)) return value;
    if (auto value = read_search(comment)) return value;
    if (auto value = read_named(comment, "wv=", Kind::WhiteView)) return value;
    return read_named(comment, " ev=", Kind::WhiteView);
}

} // namespace polyglot::pgn
