#include "adapter/protocol/uci/info.hpp"

#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <limits>

namespace polyglot::protocol {
namespace {

using text::is_digit;
using text::next_word;

enum class Word : std::uint8_t {
    Other,
    Depth,
    SelDepth,
    MultiPv,
    Time,
    Nodes,
    Nps,
    TbHits,
    HashFull,
    CurrMove,
    CurrMoveNumber,
    Centipawns,
    Mate,
    LowerBound,
    UpperBound,
    Pv,
    String,
    Skipped, // ends a pv, but has no field
};

// With a length that the compiler knows this takes an instruction or two, without a call.
template <std::size_t N>
bool is(std::string_view word, const char (&expected)[N]) {
    return word.size() == N - 1 && std::memcmp(word.data(), expected, N - 1) == 0;
}

// Compares most words with one text only, because few words have the same first letter.
Word word_of(std::string_view w) {
    switch (w.front()) {
    case 'c':
        if (is(w, "cp")) return Word::Centipawns;
        if (is(w, "currmove")) return Word::CurrMove;
        if (is(w, "currmovenumber")) return Word::CurrMoveNumber;
        return is(w, "cpuload") || is(w, "currline") ? Word::Skipped : Word::Other;
    case 'd': return is(w, "depth") ? Word::Depth : Word::Other;
    case 'h': return is(w, "hashfull") ? Word::HashFull : Word::Other;
    case 'l': return is(w, "lowerbound") ? Word::LowerBound : Word::Other;
    case 'm': return is(w, "multipv") ? Word::MultiPv : is(w, "mate") ? Word::Mate : Word::Other;
    case 'n': return is(w, "nodes") ? Word::Nodes : is(w, "nps") ? Word::Nps : Word::Other;
    case 'p': return is(w, "pv") ? Word::Pv : Word::Other;
    case 'r': return is(w, "refutation") ? Word::Skipped : Word::Other;
    case 's':
        if (is(w, "score")) return Word::Skipped; // its parts have their own words
        return is(w, "seldepth") ? Word::SelDepth : is(w, "string") ? Word::String : Word::Other;
    case 't': return is(w, "time") ? Word::Time : is(w, "tbhits") ? Word::TbHits : Word::Other;
    case 'u': return is(w, "upperbound") ? Word::UpperBound : Word::Other;
    case 'w': return is(w, "wdl") ? Word::Skipped : Word::Other;
    default: return Word::Other;
    }
}

// Cuts the next number off rest. A word that is not a number stays in rest, because it may be the
// next field.
std::optional<std::int64_t> take_number(std::string_view& rest) {
    rest = text::trim_left(rest);
    std::size_t i = 0;
    const bool negative = rest.starts_with('-');
    if (negative || rest.starts_with('+')) ++i;
    const std::size_t first_digit = i;
    // Up to this value one more digit fits.
    constexpr std::int64_t enough = std::numeric_limits<std::int64_t>::max() / 10 - 1;
    std::int64_t value = 0;
    bool huge = false;
    for (; i < rest.size() && is_digit(rest[i]); ++i) {
        huge = huge || value > enough;
        if (!huge) value = 10 * value + (rest[i] - '0');
    }
    if (i == first_digit || (i < rest.size() && !text::is_blank(rest[i]))) return std::nullopt;
    rest.remove_prefix(i);
    if (huge) value = std::numeric_limits<std::int64_t>::max();
    return negative ? -value : value;
}

template <class Number>
void read_number(std::string_view& rest, std::optional<Number>& field) {
    using Limits = std::numeric_limits<Number>;
    if (const auto number = take_number(rest))
        field =
            static_cast<Number>(std::clamp<std::int64_t>(*number, Limits::min(), Limits::max()));
}

// Moves have a digit or (drops) an @ after their first letter, which no word of UCI has, so most
// words need no comparison.
std::string_view take_pv(std::string_view& rest) {
    rest = text::trim_left(rest);
    const char* const begin = rest.data();
    std::size_t end = 0;
    while (true) {
        std::string_view after = rest;
        const std::string_view word = next_word(after);
        if (word.empty()) break;
        const bool is_move = word.size() > 1 && (is_digit(word[1]) || word[1] == '@');
        if (!is_move && word_of(word) != Word::Other) break;
        end = static_cast<std::size_t>(word.data() + word.size() - begin);
        rest = after;
    }
    return {begin, end};
}

} // namespace

UciInfo parse_uci_info(std::string_view arguments) {
    UciInfo info;
    ScoreBound bound = ScoreBound::None;
    const auto read_score = [&](bool is_mate) {
        std::optional<std::int32_t> value;
        read_number(arguments, value);
        if (value) info.score = UciScore{is_mate, *value};
    };
    for (std::string_view word = next_word(arguments); !word.empty(); word = next_word(arguments)) {
        switch (word_of(word)) {
        case Word::Depth: read_number(arguments, info.depth); break;
        case Word::SelDepth: read_number(arguments, info.seldepth); break;
        case Word::MultiPv: read_number(arguments, info.multipv); break;
        case Word::Time: read_number(arguments, info.time_ms); break;
        case Word::Nodes: read_number(arguments, info.nodes); break;
        case Word::Nps: read_number(arguments, info.nps); break;
        case Word::TbHits: read_number(arguments, info.tbhits); break;
        case Word::HashFull: read_number(arguments, info.hashfull); break;
        case Word::CurrMove: info.currmove = next_word(arguments); break;
        case Word::CurrMoveNumber: read_number(arguments, info.currmovenumber); break;
        case Word::Centipawns: read_score(false); break;
        case Word::Mate: read_score(true); break;
        case Word::LowerBound: bound = ScoreBound::Lower; break;
        case Word::UpperBound: bound = ScoreBound::Upper; break;
        case Word::Pv: info.pv = take_pv(arguments); break;
        case Word::String:
            info.string = text::trim(arguments);
            arguments = {};
            break;
        case Word::Skipped:
        case Word::Other: break;
        }
    }
    if (info.score) info.score->bound = bound;
    return info;
}

namespace {

void append(std::string& line, std::string_view name, std::int64_t value) {
    std::array<char, 20> digits{};
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    line += name;
    line.append(digits.data(), end);
}

template <class Number>
void append_if(std::string& line, std::string_view name, const std::optional<Number>& value) {
    if (value) append(line, name, *value);
}

void append_text(std::string& line, std::string_view name, std::string_view text) {
    line += name;
    line += text;
}

} // namespace

std::string format_uci_info(const UciInfo& info) {
    std::string line;
    line.reserve(128 + info.pv.value_or("").size() + info.string.value_or("").size());
    line = "info";
    append_if(line, " depth ", info.depth);
    append_if(line, " seldepth ", info.seldepth);
    append_if(line, " multipv ", info.multipv);
    if (info.score) {
        append(line, info.score->is_mate ? " score mate " : " score cp ", info.score->value);
        if (info.score->bound != ScoreBound::None)
            line += info.score->bound == ScoreBound::Lower ? " lowerbound" : " upperbound";
    }
    append_if(line, " time ", info.time_ms);
    append_if(line, " nodes ", info.nodes);
    append_if(line, " nps ", info.nps);
    append_if(line, " hashfull ", info.hashfull);
    append_if(line, " tbhits ", info.tbhits);
    if (!info.currmove.empty()) append_text(line, " currmove ", info.currmove);
    append_if(line, " currmovenumber ", info.currmovenumber);
    if (info.pv) append_text(line, " pv ", *info.pv);
    if (info.string) append_text(line, " string ", *info.string);
    return line;
}

} // namespace polyglot::protocol
