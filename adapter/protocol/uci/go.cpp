#include "adapter/protocol/uci/go.hpp"

#include "core/chess/uci_move.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <limits>

namespace polyglot::protocol {

namespace {

constexpr std::int64_t longest_time_ms = 2'000'000'000; // 23 days: sums of several fit into 63 bits, and into xboard's
constexpr std::int64_t most_moves = 1'000'000;
constexpr std::int64_t most_nodes = std::int64_t{1} << 60; // sums of several fit

// Cuts off the number that rest begins with, limited to 0..most. A word that is not a number stays: it may be the next
// limit.
std::optional<std::int64_t> take_number(std::string_view& rest, std::int64_t most) {
    std::string_view ahead = rest;
    const std::string_view word = text::next_word(ahead);
    auto value = text::parse_int<std::int64_t>(word);
    if (!value && !word.empty() && std::all_of(word.begin(), word.end(), text::is_digit))
        value = most; // too many digits
    if (!value) return std::nullopt;
    rest = ahead;
    return std::clamp<std::int64_t>(*value, 0, most);
}

std::optional<Go::Milliseconds> take_time(std::string_view& rest) {
    if (const auto value = take_number(rest, longest_time_ms)) return Go::Milliseconds(*value);
    return std::nullopt;
}

std::optional<int> take_count(std::string_view& rest) {
    if (const auto value = take_number(rest, most_moves)) return static_cast<int>(*value);
    return std::nullopt;
}

void take_search_moves(std::string_view& rest, Go& go) {
    go.has_search_moves = true;
    for (std::string_view ahead = rest; chess::reads_as_uci_move(text::next_word(ahead)); rest = ahead) {
        std::string_view move = rest;
        go.search_moves.emplace_back(text::next_word(move));
    }
}

} // namespace

Go parse_go(std::string_view arguments) {
    Go go;
    std::string_view rest = arguments;
    for (std::string_view word = text::next_word(rest); !word.empty(); word = text::next_word(rest)) {
        if (word == "wtime")
            go.white_time = take_time(rest);
        else if (word == "btime")
            go.black_time = take_time(rest);
        else if (word == "winc")
            go.white_increment = take_time(rest).value_or(Go::Milliseconds{0});
        else if (word == "binc")
            go.black_increment = take_time(rest).value_or(Go::Milliseconds{0});
        else if (word == "movetime")
            go.move_time = take_time(rest);
        else if (word == "movestogo")
            go.moves_to_go = take_count(rest);
        else if (word == "depth")
            go.depth = take_count(rest);
        else if (word == "mate")
            go.mate = take_count(rest).value_or(0);
        else if (word == "nodes")
            go.nodes = take_number(rest, most_nodes);
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

std::string format_go(const Go& go) {
    std::string line = "go";
    const auto add = [&line](std::string_view word, std::optional<std::int64_t> value) {
        if (value) ((line += ' ') += word) += ' ' + std::to_string(*value);
    };
    const auto add_time = [&add](std::string_view word, const std::optional<Go::Milliseconds>& time) {
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
    for (auto* const time : {white_to_move ? &shorter.white_time : &shorter.black_time, &shorter.move_time})
        if (*time) *time = std::max(Go::Milliseconds{1}, **time - less);
    return shorter;
}

namespace {

std::string format_in_own_words(std::string_view line, const Go& shorter, bool white_to_move, bool with_ponder) {
    std::string written;
    std::string_view rest = line;
    for (std::string_view word = text::next_word(rest); !word.empty(); word = text::next_word(rest)) {
        if (word == "ponder" && !with_ponder) continue;
        if (!written.empty()) written += ' ';
        written += word;
        const bool is_clock = word == (white_to_move ? "wtime" : "btime");
        const auto& time = is_clock ? (white_to_move ? shorter.white_time : shorter.black_time) : shorter.move_time;
        if ((is_clock || word == "movetime") && time && take_number(rest, longest_time_ms))
            written += ' ' + std::to_string(time->count());
    }
    return written;
}

} // namespace

std::string format_resumed_go(std::string_view line, const Go& go, bool white_to_move, Go::Milliseconds elapsed) {
    return format_in_own_words(line, with_less_time(go, white_to_move, elapsed), white_to_move, false);
}

std::string format_shortened_go(std::string_view line, const Go& go, bool white_to_move, Go::Milliseconds less) {
    return format_in_own_words(line, with_less_time(go, white_to_move, less), white_to_move, true);
}

} // namespace polyglot::protocol
