// Checks the features and the thinking lines of an xboard engine.
#include "adapter/protocol/xboard/engine.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/text.hpp"
#include "tools/engine_test/xboard.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace polyglot::tools::engine_test {

namespace {

using text::next_word;

// The features of CECP 2, section 8, and those that XBoard 4.5 to 4.9 have added.
constexpr std::array<std::string_view, 29> known_features{
    "ping",     "setboard", "playother", "san",    "usermove", "time",   "draw",   "sigint",
    "sigterm",  "reuse",    "analyze",   "myname", "variants", "colors", "ics",    "name",
    "pause",    "nps",      "debug",     "memory", "smp",      "egt",    "option", "exclude",
    "setscore", "done",     "highlight", "xedit",  "bk"};

std::string fault_of_spin(std::string_view value) {
    const auto initial = text::parse_int<std::int64_t>(next_word(value));
    const auto min = text::parse_int<std::int64_t>(next_word(value));
    const auto max = text::parse_int<std::int64_t>(next_word(value));
    if (!initial || !min || !max) return "a spin without its three numbers: value, min, max";
    if (*min > *max) return "its min is above its max";
    if (*initial < *min || *initial > *max) return "its value is outside its limits";
    return {};
}

std::string fault_of_option(std::string_view text) {
    using Type = protocol::XboardOption::Type;
    const auto option = protocol::parse_xboard_option(text);
    if (!option) return "no name, or none of CECP's types";
    if (option->type == Type::Spin) return fault_of_spin(option->value);
    if (option->type == Type::Check && option->value != "0" && option->value != "1")
        return "a check whose value is neither 0 nor 1";
    if (option->type == Type::Combo && option->value.empty()) return "a combo without choices";
    return {};
}

} // namespace

std::string fault_of_feature(std::string_view name, std::string_view value) {
    const std::string text = std::string(name) + "=" + std::string(value);
    if (std::ranges::find(known_features, name) == known_features.end())
        return {}; // it only has to be rejected
    if (name == "option") {
        const std::string fault = fault_of_option(value);
        return fault.empty() ? "" : "feature " + text + ": " + fault;
    }
    protocol::XboardFeatures ignored;
    const bool ours = name != "highlight" && name != "xedit" && name != "bk";
    return !ours || protocol::take_feature(ignored, name, value)
               ? ""
               : "feature " + text + " cannot have this value";
}

std::optional<std::string_view> find_refused_command(std::string_view line) {
    auto [reply, rest, form] = protocol::parse_xboard_engine_line(line);
    if (reply == protocol::XboardReply::Error)
        // The line is "(unknown command): level 0 1 0".
        rest.remove_prefix(std::min(rest.find(':'), rest.size()));
    else if (reply == protocol::XboardReply::Other &&
             text::lower(rest).starts_with("unknown command"))
        rest.remove_prefix(std::string_view("unknown command").size());
    else if (reply != protocol::XboardReply::IllegalMove)
        return std::nullopt;
    const std::size_t begin = rest.find_first_not_of(" \t:'\"");
    const std::size_t end = std::min(rest.find_first_of(" \t'\"", begin), rest.size());
    return begin < end ? rest.substr(begin, end - begin) : std::string_view();
}

namespace {

// Recognizes castling, or a word that begins with the letter of a piece or a file, contains a
// square, and has only characters of moves.
bool reads_as_san(std::string_view word) {
    if (word.starts_with("O-O") || word.starts_with("0-0")) return true;
    const std::size_t last = word.find_last_of("12345678");
    if (last == std::string_view::npos || last == 0 || word[last - 1] < 'a' || word[last - 1] > 'h')
        return false;
    const std::string_view first = "KQRBNabcdefgh";
    return first.find(word.front()) != std::string_view::npos &&
           word.find_first_not_of("KQRBNabcdefgh12345678x=+#!?-") == std::string_view::npos;
}

// Removes "12." and "12..." in front of a move.
std::string_view without_number(std::string_view word) {
    std::size_t n = 0;
    while (n < word.size() && text::is_digit(word[n]))
        ++n;
    if (n == 0 || n == word.size() || word[n] != '.') return word;
    return word.substr(std::min(word.find_first_not_of('.', n), word.size()));
}

std::optional<chess::Move> find_move(const chess::Position& position, std::string_view word) {
    if (auto move = chess::parse_uci_move(position, word)) return move;
    const auto san = chess::parse_san(position, word);
    if (!san) return std::nullopt;
    return *san;
}

} // namespace

std::string fault_of_thinking(chess::Position position, std::string_view pv) {
    while (true) {
        std::string_view word = next_word(pv);
        if (word.empty()) return {};
        // Text in brackets or braces is a remark on the expected line or its meaning.
        if (word.front() == '(' || word.front() == '{' || word.front() == '<' ||
            word.front() == '[')
            return {};
        word = without_number(word);
        const bool coordinates = chess::reads_as_uci_move(word) && word != "0000";
        if (word.empty() || (!coordinates && !reads_as_san(word))) continue;
        const auto move = find_move(position, word);
        if (!move) return std::string(word) + " is not legal in " + chess::format_fen(position);
        position.make(*move);
    }
}

} // namespace polyglot::tools::engine_test
