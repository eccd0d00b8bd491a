#include "adapter/protocol/uci/go.hpp"

#include "core/chess/uci_move.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>
#include <utility>

namespace polyglot::protocol {

namespace {

// 23 days, so that sums of several fit into 63 bits, and each fits into xboard's times.
constexpr std::int64_t longest_time_ms = 2'000'000'000;
constexpr std::int64_t most_moves = 1'000'000;
constexpr std::int64_t most_nodes = std::int64_t{1} << 60; // so that sums of several fit

constexpr auto number_words = std::to_array<std::string_view>(
    {"wtime", "btime", "winc", "binc", "movetime", "movestogo", "depth", "mate", "nodes"});
constexpr auto other_words =
    std::to_array<std::string_view>({"infinite", "ponder", "perft", "searchmoves"});

template <std::size_t Size>
bool is_one_of(const std::array<std::string_view, Size>& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

// The text after a word that requires a number.
struct Number {
    std::optional<std::int64_t> value; // 0..most; nullopt if there is none
    bool is_clean = true;              // the whole word is the number
};

// Returns the integer part of a number at the beginning of the word.
std::optional<std::int64_t> read_whole_part(std::string_view word, std::int64_t most) {
    if (word.starts_with('+')) word.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    // Texts such as "nan" are not accepted.
    const bool is_number = end != word.data() && std::any_of(word.data(), end, text::is_digit);
    if (!is_number) return std::nullopt;
    if (error == std::errc::result_out_of_range)
        return word.find("e-") == std::string_view::npos ? most : 0;
    return static_cast<std::int64_t>(std::clamp(value, 0.0, static_cast<double>(most)));
}

// Cuts off the number at the beginning of rest. The next word of `go` stays.
Number take_number(std::string_view& rest, std::int64_t most) {
    std::string_view ahead = rest;
    const std::string_view word = text::next_word(ahead);
    if (word.empty() || is_one_of(number_words, word) || is_one_of(other_words, word))
        return {{}, false};
    rest = ahead;
    if (const auto value = text::parse_int<std::int64_t>(word))
        return {std::clamp<std::int64_t>(*value, 0, most)};
    if (std::all_of(word.begin(), word.end(), text::is_digit)) return {most}; // too many digits
    return {read_whole_part(word, most), false};
}

std::optional<std::int64_t> take_number(std::string_view& rest, std::int64_t most, Go& go) {
    const Number number = take_number(rest, most);
    go.is_damaged = go.is_damaged || !number.is_clean;
    return number.value;
}

// Without a valid number the limit stays as it was.
template <class Limit>
void take_limit(Limit& limit, std::string_view& rest, std::int64_t most, Go& go) {
    if (const auto value = take_number(rest, most, go)) limit = static_cast<Limit>(*value);
}

// Some hosts leave out the number of moves of `mate`.
bool has_no_number(std::string_view rest) {
    const std::string_view word = text::next_word(rest);
    return word.empty() || is_one_of(number_words, word) || is_one_of(other_words, word);
}

int take_mate(std::string_view& rest, Go& go) {
    int moves = 0;
    if (!has_no_number(rest)) take_limit(moves, rest, most_moves, go);
    return moves;
}

bool reads_as_move(std::string_view word) {
    const bool is_drop = word.size() == 4 && word[1] == '@'; // crazyhouse: P@e4
    return is_drop || chess::reads_as_uci_move(word);
}

void take_search_moves(std::string_view& rest, Go& go) {
    go.has_search_moves = true;
    for (std::string_view ahead = rest; reads_as_move(text::next_word(ahead)); rest = ahead) {
        std::string_view move = rest;
        go.search_moves.emplace_back(text::next_word(move));
    }
}

} // namespace

Go parse_go(std::string_view arguments) {
    Go go;
    std::string_view rest = arguments;
    for (std::string_view word = text::next_word(rest); !word.empty();
         word = text::next_word(rest)) {
        if (word == "wtime")
            take_limit(go.white_time, rest, longest_time_ms, go);
        else if (word == "btime")
            take_limit(go.black_time, rest, longest_time_ms, go);
        else if (word == "winc")
            take_limit(go.white_increment, rest, longest_time_ms, go);
        else if (word == "binc")
            take_limit(go.black_increment, rest, longest_time_ms, go);
        else if (word == "movetime")
            take_limit(go.move_time, rest, longest_time_ms, go);
        else if (word == "movestogo")
            take_limit(go.moves_to_go, rest, most_moves, go);
        else if (word == "depth")
            take_limit(go.depth, rest, most_moves, go);
        else if (word == "mate")
            go.mate = take_mate(rest, go);
        else if (word == "nodes")
            take_limit(go.nodes, rest, most_nodes, go);
        else if (word == "infinite")
            go.infinite = true;
        else if (word == "ponder")
            go.ponder = true;
        else if (word == "perft")
            go.perft = true;
        else if (word == "searchmoves")
            take_search_moves(rest, go);
    }
    if (go.moves_to_go == 0) go.moves_to_go.reset();
    return go;
}

std::string mend_go(std::string_view line) {
    std::string mended;
    std::string_view rest = line;
    bool lacks_number = false; // a `mate`; a word after it would be read as its number
    const auto add = [&](std::string_view word) {
        if (std::exchange(lacks_number, false) && !has_no_number(word)) mended += " 0";
        (mended += mended.empty() ? "" : " ") += word;
    };
    for (std::string_view word = text::next_word(rest); !word.empty();
         word = text::next_word(rest)) {
        if (!is_one_of(number_words, word)) {
            add(word);
            continue;
        }
        std::string_view as_written = rest;
        const Number number = take_number(rest, most_nodes);
        if (number.value || word == "mate") add(word);
        if (number.value)
            add(number.is_clean ? std::string(text::next_word(as_written))
                                : std::to_string(*number.value));
        else if (word == "mate")
            lacks_number = true;
    }
    return mended;
}

std::string format_go(const Go& go) {
    std::string line = "go";
    const auto add = [&line](std::string_view word, std::optional<std::int64_t> value) {
        if (value) ((line += ' ') += word) += ' ' + std::to_string(*value);
    };
    const auto add_time = [&add](std::string_view word,
                                 const std::optional<Go::Milliseconds>& time) {
        if (time) add(word, time->count());
    };
    const auto add_increment = [&add](std::string_view word, Go::Milliseconds increment) {
        if (increment.count() > 0) add(word, increment.count());
    };
    add("nodes", go.nodes);
    add_time("movetime", go.move_time);
    add_time("wtime", go.white_time);
    add_time("btime", go.black_time);
    add_increment("winc", go.white_increment);
    add_increment("binc", go.black_increment);
    add("movestogo", go.moves_to_go);
    add("depth", go.depth);
    add("mate", go.mate);
    if (go.infinite) line += " infinite";
    if (go.perft) line += " perft";
    if (go.ponder) line += " ponder";
    if (go.has_search_moves) line += " searchmoves";
    for (const std::string& move : go.search_moves)
        (line += ' ') += move;
    return line;
}

Go with_less_time(const Go& go, bool white_to_move, Go::Milliseconds less) {
    Go shorter = go;
    for (auto* const time :
         {white_to_move ? &shorter.white_time : &shorter.black_time, &shorter.move_time})
        if (*time) *time = std::max(Go::Milliseconds{1}, **time - less);
    return shorter;
}

namespace {

std::string format_in_own_words(std::string_view line, const Go& shorter, bool white_to_move,
                                bool with_ponder) {
    std::string written;
    std::string_view rest = line;
    for (std::string_view word = text::next_word(rest); !word.empty();
         word = text::next_word(rest)) {
        if (word == "ponder" && !with_ponder) continue;
        if (!written.empty()) written += ' ';
        written += word;
        const bool is_clock = word == (white_to_move ? "wtime" : "btime");
        const auto& time = is_clock ? (white_to_move ? shorter.white_time : shorter.black_time)
                                    : shorter.move_time;
        if ((is_clock || word == "movetime") && time && take_number(rest, longest_time_ms).value)
            written += ' ' + std::to_string(time->count());
    }
    return written;
}

} // namespace

std::string format_resumed_go(std::string_view line, const Go& go, bool white_to_move,
                              Go::Milliseconds elapsed) {
    return format_in_own_words(line, with_less_time(go, white_to_move, elapsed), white_to_move,
                               false);
}

std::string format_shortened_go(std::string_view line, const Go& go, bool white_to_move,
                                Go::Milliseconds less) {
    return format_in_own_words(line, with_less_time(go, white_to_move, less), white_to_move, true);
}

} // namespace polyglot::protocol
