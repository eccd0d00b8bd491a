#include "adapter/protocol/xboard/thinking.hpp"

#include "adapter/protocol/xboard/xboard.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace polyglot::protocol {

using text::is_digit;
using text::is_one_of;
using text::next_word;
using text::trim;

namespace {

constexpr int max_depth = 999; // a larger number is a date, a version, a count …
constexpr std::int32_t cecp_mate = 100'000;
constexpr int max_mate_moves = 999;
constexpr std::int64_t centiseconds = 100; // in a second

constexpr bool is_letter(char c) {
    const char lower = text::to_lower(c);
    return lower >= 'a' && lower <= 'z';
}

std::string_view take_digits(std::string_view& text) {
    std::size_t n = 0;
    while (n < text.size() && is_digit(text[n]))
        ++n;
    const std::string_view digits = text.substr(0, n);
    text.remove_prefix(n);
    return digits;
}

// Removes all prompts `White (1) : `, `Black[3]: `. gnuchess writes one for each command that it
// has read, without a line end, and then a thinking line.
std::string_view without_numbered_prompts(std::string_view line) {
    while (true) {
        line = text::trim_left(line);
        std::string_view rest = line;
        if (!rest.starts_with("White") && !rest.starts_with("Black")) return line;
        rest.remove_prefix(5);
        rest = text::trim_left(rest);
        if (rest.empty() || !is_one_of(rest.front(), "([")) return line;
        rest.remove_prefix(1);
        if (take_digits(rest).empty() || rest.empty() || !is_one_of(rest.front(), ")]"))
            return line;
        rest.remove_prefix(1);
        rest = text::trim_left(rest);
        if (!rest.starts_with(':')) return line;
        line = rest.substr(1);
    }
}

// Reads `12`, with up to two marks (`12.`, `12&`, `12->`), or with the selective depth (`12/25`).
bool read_depth(std::string_view word, XboardThinking& thinking) {
    const auto depth = text::parse_int<int>(take_digits(word));
    if (!depth || *depth > max_depth) return false;
    thinking.depth = *depth;
    if (word.starts_with('/')) {
        thinking.seldepth = text::parse_int<int>(word.substr(1));
        return thinking.seldepth && *thinking.seldepth >= 0 && *thinking.seldepth <= max_depth;
    }
    return word.size() <= 2 && word.find_first_not_of(".:&+-=!?*>") == std::string_view::npos;
}

// Reads the number after the sign: `35`, `0.35`, `0,35`, `.5`. With a point it is in pawns,
// otherwise in centipawns.
std::optional<std::int32_t> read_centipawns(std::string_view word) {
    const std::string_view whole = take_digits(word);
    // 1000000 is the largest known bound, and pawns stay within 32 bits.
    constexpr std::size_t most_digits = 7;
    if (whole.size() > most_digits) return std::nullopt;
    const std::int32_t value = text::parse_int<std::int32_t>(whole).value_or(0);
    if (word.empty()) return whole.empty() ? std::nullopt : std::optional(value);
    if (!is_one_of(word.front(), ".,")) return std::nullopt;
    word.remove_prefix(1);
    const std::string_view fraction = take_digits(word);
    if (!word.empty() || fraction.empty()) return std::nullopt; // `5.` is a move number
    const auto digit = [fraction](std::size_t i) {
        return i < fraction.size() ? fraction[i] - '0' : 0;
    };
    return 100 * value + 10 * digit(0) + digit(1) + (digit(2) >= 5 ? 1 : 0);
}

// Reads `#5`, `Mat05`, `M5`, `mate5` after the sign, perhaps with another sign: `#-5`.
std::optional<std::int32_t> read_mate(std::string_view word, bool& negative) {
    const std::size_t name = word.starts_with('#') ? 1 : word.find_first_of("0123456789+-");
    if (name == 0 || name >= word.size()) return std::nullopt;
    const auto is_name = [&](std::string_view text) {
        return text::equal_ignoring_case(word.substr(0, name), text);
    };
    if (!is_name("#") && !is_name("m") && !is_name("mat") && !is_name("mate")) return std::nullopt;
    word.remove_prefix(name);
    if (word.starts_with('+') || word.starts_with('-')) {
        negative |= word.front() == '-';
        word.remove_prefix(1);
    }
    const auto moves = text::parse_int<std::int32_t>(take_digits(word));
    if (!moves || *moves > max_mate_moves || !word.empty()) return std::nullopt;
    return cecp_mate + *moves;
}

bool read_score(std::string_view word, XboardThinking& thinking) {
    bool negative = word.starts_with('-');
    if (negative || word.starts_with('+')) word.remove_prefix(1);
    if (word.empty()) return false;
    const bool is_number = is_digit(word.front()) || is_one_of(word.front(), ".,");
    const auto size = is_number ? read_centipawns(word) : read_mate(word, negative);
    if (!size) return false;
    thinking.score_cp = negative ? -*size : *size;
    return true;
}

// Reads `123` in centiseconds, `1.23` in seconds, or `0:05`, `1:02:03.5`, in which each part is 60
// of the next.
std::optional<std::int64_t> read_time(std::string_view word) {
    constexpr std::int64_t longest = 1'000'000'000; // so that no text leads to an overflow
    std::int64_t value = 0;
    for (bool has_unit = false;;) {
        const auto part = text::parse_int<std::int64_t>(take_digits(word));
        if (!part || *part > longest) return std::nullopt;
        value = std::min(60 * value + *part, longest);
        if (word.empty()) return has_unit ? centiseconds * value : value;
        has_unit = true;
        const char separator = word.front();
        word.remove_prefix(1);
        if (separator == ':') continue;
        const std::string_view fraction = take_digits(word);
        if (separator != '.' || fraction.empty() || !word.empty()) return std::nullopt;
        const auto digit = [fraction](std::size_t i) {
            return i < fraction.size() ? fraction[i] - '0' : 0;
        };
        const std::int64_t hundredths = 10 * digit(0) + digit(1);
        return centiseconds * value + hundredths;
    }
}

// Takes a number off rest. A negative number (a count that has overflowed in the engine) is taken
// and dropped.
template <class Read, class Number>
bool take(std::string_view& rest, Read read, std::optional<Number>& field) {
    std::string_view after = rest;
    std::string_view word = next_word(after);
    const bool negative = word.size() > 1 && word.front() == '-' && is_digit(word[1]);
    if (negative) word.remove_prefix(1);
    const auto number = read(word);
    if (!number) return false;
    if (!negative) field = *number;
    rest = after;
    return true;
}

std::optional<std::int64_t> read_count(std::string_view word) {
    if (word.empty() || !is_digit(word.front())) return std::nullopt;
    return text::parse_int<std::int64_t>(word);
}

// Takes the numbers between nodes and the last tab before which there are only numbers. Without
// that tab they belong to the pv.
void take_extra_fields(std::string_view& rest, XboardThinking& thinking) {
    using Numbers = std::array<std::int64_t, 3>; // the first two and the last
    Numbers numbers{}, at_tab{};
    std::size_t count = 0, count_at_tab = 0, after_tab = 0;
    std::string_view scan = rest;
    while (true) {
        for (; !scan.empty() && text::is_blank(scan.front()); scan.remove_prefix(1)) {
            if (scan.front() != '\t') continue;
            at_tab = numbers;
            count_at_tab = count;
            after_tab = rest.size() - scan.size() + 1;
        }
        const auto number = read_count(next_word(scan));
        if (!number) break;
        numbers[std::min<std::size_t>(count++, 2)] = *number;
    }
    if (count_at_tab == 0) return;
    thinking.tbhits = at_tab[std::min<std::size_t>(count_at_tab, 3) - 1];
    if (count_at_tab > 1)
        thinking.seldepth = static_cast<std::int32_t>(std::min<std::int64_t>(at_tab[0], max_depth));
    if (count_at_tab > 2) thinking.nps = at_tab[1];
    rest.remove_prefix(after_tab);
}

// The speed is in nodes per second, but in thousands with PolyGlot's ShowTbHits. Nodes and time
// decide which one it is, if there is a time.
void correct_speed(XboardThinking& thinking) {
    if (!thinking.nps) return;
    const std::int64_t time_cs = thinking.time_cs.value_or(0);
    if (time_cs == 0 || !thinking.nodes) return;
    // This is a hundredth of the average speed.
    const std::int64_t per_centisecond = *thinking.nodes / time_cs;
    if (*thinking.nps / 3 < per_centisecond && *thinking.nps < 10'000'000) *thinking.nps *= 1000;
}

bool contains_ignoring_case(std::string_view text, std::string_view lower) {
    const auto equal = [](char a, char b) { return text::to_lower(a) == b; };
    return std::search(text.begin(), text.end(), lower.begin(), lower.end(), equal) != text.end();
}

using Bound = XboardThinking::Bound;

// Takes the marks of a search that has not resolved the move: `(+)`, `(-)` before the moves
// (hoichess), after them `!`, `!!`, `?`, `??` (phalanx, sjeng), the same at the last move itself
// (CECP), or `++`, `--` (crafty).
void take_bound(std::string_view& pv, Bound& bound) {
    for (const auto& [mark, meaning] :
         {std::pair("(+)", Bound::Lower), std::pair("(-)", Bound::Upper)})
        if (pv.starts_with(mark)) {
            bound = meaning;
            pv = trim(pv.substr(3));
        }
    while (!pv.empty() && is_one_of(pv.back(), "&.:"))
        pv = text::trim_right(pv.substr(0, pv.size() - 1));
    const std::size_t end = pv.find_last_not_of("!?");
    const std::size_t marks = end == std::string_view::npos ? 0 : end + 1;
    if (marks < pv.size()) {
        const std::string_view run = pv.substr(marks);
        // `!?` is a comment on a move.
        if (run.find(run.front() == '!' ? '?' : '!') == std::string_view::npos)
            bound = run.front() == '!' ? Bound::Lower : Bound::Upper;
        pv = text::trim_right(pv.substr(0, marks));
    }
    for (const auto& [mark, meaning] :
         {std::pair("++", Bound::Lower), std::pair("--", Bound::Upper)})
        if (pv.ends_with(mark) && (pv.size() == 2 || text::is_blank(pv[pv.size() - 3]))) {
            bound = meaning;
            pv = text::trim_right(pv.substr(0, pv.size() - 2));
        }
}

// Returns true for coordinates of a board of any size: `j10k9`, `e7e8a`. reads_as_xboard_move()
// handles xboard's boards.
bool reads_as_big_board_move(std::string_view word) {
    for (int square = 0; square < 2; ++square) {
        if (word.empty() || word.front() < 'a' || word.front() > 'z') return false;
        word.remove_prefix(1);
        const std::size_t digits = take_digits(word).size();
        if (digits == 0 || digits > 2) return false;
    }
    return word.size() <= 2;
}

// Returns true if this is the beginning of a line of moves rather than of a sentence; the moves may
// be illegal. complete means that all four numbers are present, so that the line may also begin
// with a comment or a sign.
bool may_begin_pv(std::string_view pv, bool complete) {
    bool number = false;
    for (std::string_view word = next_word(pv); !word.empty(); word = next_word(pv)) {
        if (is_one_of(word.front(), "([<{")) {
            if (complete) return true;
            word.remove_prefix(1);
        }
        std::string_view rest = word;
        const bool digits = !take_digits(rest).empty();
        number = digits && rest.empty();
        if (digits && rest.starts_with('.')) word = rest;
        while (!word.empty() && word.front() == '.')
            word.remove_prefix(1);
        if (number && !complete) return false;
        if (number || word.empty()) continue; // `5` `5.` `...`, which the move follows
        while (!word.empty() && is_one_of(word.back(), ".,;:&)]>}"))
            word.remove_suffix(1);
        for (const std::string_view en_passant : {"e.p", "ep"})
            if (word.ends_with(en_passant)) word.remove_suffix(en_passant.size());
        if (reads_as_xboard_move(word) || reads_as_big_board_move(word)) return true;
        return complete && (word.empty() || (!is_letter(word.front()) && !is_digit(word.front())) ||
                            contains_ignoring_case(word, "book"));
    }
    return complete && !number;
}

} // namespace

std::optional<XboardThinking> parse_xboard_thinking(std::string_view line) {
    std::string_view rest = without_numbered_prompts(line);
    XboardThinking thinking;
    if (!read_depth(next_word(rest), thinking)) return std::nullopt;
    if (!read_score(next_word(rest), thinking)) return std::nullopt;

    const bool complete =
        take(rest, read_time, thinking.time_cs) && take(rest, read_count, thinking.nodes);
    if (complete) take_extra_fields(rest, thinking);
    correct_speed(thinking);

    thinking.pv = trim(rest);
    take_bound(thinking.pv, thinking.bound);
    if (thinking.pv.empty() ? !complete : !may_begin_pv(thinking.pv, complete)) return std::nullopt;
    // phalanx: `0 0 0 0 (e7-e5  c7-c5 , book1)`, the moves to choose from
    const bool is_list = thinking.depth == 0 && thinking.pv.starts_with('(');
    thinking.from_book =
        thinking.nodes.value_or(0) == 0 && (is_list || contains_ignoring_case(thinking.pv, "book"));
    return thinking;
}

std::optional<int> moves_to_mate(std::int32_t score_cp) {
    const bool wins = score_cp > 0;
    const std::int64_t size = wins ? std::int64_t{score_cp} : -std::int64_t{score_cp};
    if (size > cecp_mate && size <= cecp_mate + max_mate_moves) {
        const int moves = static_cast<int>(size - cecp_mate);
        return wins ? moves : -moves;
    }
    if (score_cp == -cecp_mate) return 0;
    // In plies; engines that count in this way do not find a mate in 51.
    constexpr int furthest = 100;
    for (const int bound : {10'000, 30'000, 32'000, 32'768, 100'000, 1'000'000}) {
        const std::int64_t plies = bound - size;
        if (plies < 1 || plies > furthest) continue;
        return static_cast<int>(wins ? (plies + 1) / 2 : -std::max<std::int64_t>(plies / 2, 1));
    }
    return std::nullopt;
}

std::optional<XboardStat> parse_stat01(std::string_view arguments) {
    XboardStat stat;
    const auto time = read_time(next_word(arguments));
    const auto nodes = text::parse_int<std::int64_t>(next_word(arguments));
    const auto depth = text::parse_int<int>(next_word(arguments));
    const auto left = text::parse_int<int>(next_word(arguments));
    const auto total = text::parse_int<int>(next_word(arguments));
    if (!time || !nodes || !depth || !left || !total) return std::nullopt;
    stat.time_cs = *time;
    stat.nodes = std::max<std::int64_t>(*nodes, 0);
    stat.depth = std::clamp(*depth, 0, max_depth);
    stat.moves_left = std::max(*left, 0);
    stat.moves_total = std::max(*total, 0);
    stat.move = next_word(arguments);
    return stat;
}

} // namespace polyglot::protocol
