#include "adapter/protocol/xboard/engine.hpp"

#include "core/text/text.hpp"

#include <algorithm>
#include <array>

namespace polyglot::protocol {

using text::equal_ignoring_case;
using text::is_blank;
using text::is_digit;
using text::next_word;
using text::trim;
using text::trim_left;

namespace {

using R = XboardReply;

constexpr std::size_t none = std::string_view::npos;

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != none;
}

// Cuts start off line if line begins with it, ignoring ASCII case.
bool drop_prefix(std::string_view& line, std::string_view start) {
    if (!equal_ignoring_case(line.substr(0, start.size()), start)) return false;
    line.remove_prefix(start.size());
    return true;
}

// Returns the end of a board's prompt: `White (1) : `, `Black[3]: `, `White(1)[pondering]: `.
// gnuchess and crafty print it without a line end, so that the answer to `xboard` follows on the
// same line, after one or more prompts.
std::size_t board_prompt_end(std::string_view line) {
    std::string_view rest = line;
    if (!drop_prefix(rest, "white") && !drop_prefix(rest, "black")) return 0;
    bool numbered = false;
    for (rest = trim_left(rest); !rest.empty() && (rest.front() == '(' || rest.front() == '[');
         rest = trim_left(rest)) {
        const std::size_t end = rest.find(rest.front() == '(' ? ')' : ']');
        if (end == none) return 0;
        numbered = numbered || is_digit(rest[1]); // the bracket at its end is not one
        rest.remove_prefix(end + 1);
    }
    if (!numbered || !rest.starts_with(':')) return 0;
    return line.size() - rest.size() + 1;
}

// Returns the end of the prompt of an engine's shell, `Sjeng: feature …`, `tscp> pong 1`: one word
// before a command word that never occurs by chance, since "Info: move ordering" is not a move.
std::size_t shell_prompt_end(std::string_view line) {
    std::string_view rest = line;
    const std::string_view prompt = next_word(rest);
    if (!prompt.ends_with(':') && !prompt.ends_with('>')) return 0;
    const std::size_t end = line.size() - rest.size();
    const std::string_view word = next_word(rest);
    return word == "feature" || word == "pong" ? end : 0;
}

std::string_view without_prompts(std::string_view line) {
    while (true) {
        std::size_t end = board_prompt_end(line);
        if (end == 0) end = shell_prompt_end(line);
        if (end == 0) return line;
        line = trim_left(line.substr(end));
    }
}

// `3. ... M` (CECP, "Idioms": NUMBER, an optional period, "...", one word). Without the dots the
// line is an echo of a move that the engine was sent. With further words it is a line of analysis.
std::optional<XboardEngineLine> parse_numbered_move(std::string_view line) {
    std::string_view rest = line;
    std::string_view number = next_word(rest);
    if (number.ends_with('.')) number.remove_suffix(1);
    if (number.empty() || !std::all_of(number.begin(), number.end(), is_digit)) return std::nullopt;
    if (next_word(rest) != "...") return std::nullopt;
    const std::string_view move = next_word(rest);
    if (move.empty() || !trim(rest).empty()) return std::nullopt;
    return XboardEngineLine{R::Move, move, MoveForm::Numbered};
}

// `My move is: M`, `My move is : M` (gnuchess), `Hint: M`: one word after the colon.
std::optional<std::string_view> word_after(std::string_view line, std::string_view start) {
    if (!drop_prefix(line, start)) return std::nullopt;
    line = trim_left(line);
    if (!line.starts_with(':')) return std::nullopt;
    line.remove_prefix(1);
    const std::string_view word = next_word(line);
    return word.empty() ? std::nullopt : std::optional(word);
}

// `Illegal move: M`, `Illegal move (reason): M`, and "Illegal move (no matching move)e2e4" (GNU
// Chess 4), "illegal move" alone (Crafty), "Illegal move:e2e4" (Fairy-Max), "Invalid move: M" (GNU
// Chess 6). The reason may contain brackets.
std::optional<XboardEngineLine> parse_illegal_move(std::string_view line) {
    if (!drop_prefix(line, "illegal move") && !drop_prefix(line, "invalid move"))
        return std::nullopt;
    if (!line.empty() && !is_blank(line.front()) && line.front() != ':' && line.front() != '(')
        return std::nullopt;
    line = trim_left(line);
    if (line.starts_with('(')) {
        const std::size_t colon = line.rfind("):");
        const std::size_t end = colon != none ? colon : line.find(')');
        line.remove_prefix(end == none ? line.size() : end + 1);
        line = trim_left(line);
    }
    if (line.starts_with(':')) line.remove_prefix(1);
    return XboardEngineLine{R::IllegalMove, trim(line)};
}

bool reads_as_result(std::string_view line) {
    for (const std::string_view result : {"1-0", "0-1", "1/2-1/2"})
        if (line.starts_with(result))
            return line.size() == result.size() || is_blank(line[result.size()]) ||
                   line[result.size()] == '{';
    return false;
}

// The wording of engines of version 1 (CECP, "Idioms"). XBoard accepts any line that begins with
// these words, even "White" and "Draw", which would be too much for engines that chat ("Draw score:
// 0", "White castles").
std::optional<XboardReply> parse_idiom(std::string_view line) {
    for (const std::string_view resigns : {"White resigns", "Black resigns", "computer resigns"})
        if (line.starts_with(resigns)) return R::Resign;
    for (const std::string_view whole : {"White", "Black", "Draw"})
        if (line == whole) return R::Result;
    for (const std::string_view over : {"White mates", "Black mates", "Draw by ", "computer mates",
                                        "opponent mates", "game is a draw", "checkmate"})
        if (line.starts_with(over)) return R::Result;
    return std::nullopt;
}

bool is_tell(std::string_view word) {
    constexpr auto words = std::to_array<std::string_view>(
        {"tellall", "tellothers", "tellopponent", "telluser", "tellusererror", "tellics",
         "tellicsnoalias", "askuser", "kibitz", "whisper", "setup", "piece", "highlight", "choice",
         "click"});
    return std::find(words.begin(), words.end(), word) != words.end();
}

// `tellics resign` and `tellics draw` are commands to a chess server with the same meaning here.
XboardReply reply_of_tell(std::string_view word, std::string_view message) {
    if (word != "tellics" && word != "tellicsnoalias") return R::Tell;
    if (message == "resign") return R::Resign;
    return message == "draw" || message == "offer draw" ? R::OfferDraw : R::Tell;
}

XboardEngineLine parse_without_prompt(std::string_view line) {
    if (line.empty()) return {R::Blank, line};
    if (is_digit(line.front())) { // thinking lines, by far the most frequent
        if (reads_as_result(line)) return {R::Result, line};
        return parse_numbered_move(line).value_or(XboardEngineLine{R::Other, line});
    }
    if (line.front() == '#') return {R::Comment, trim(line.substr(1))};

    std::string_view rest = line;
    const std::string_view word = next_word(rest);
    rest = trim(rest);
    if (word == "feature") return {R::Feature, rest};
    if (word == "pong") return {R::Pong, rest};
    if (word == "move" && !rest.empty()) return {R::Move, next_word(rest)};
    if (word == "resign") return {R::Resign, rest};
    if (is_tell(word)) return {reply_of_tell(word, rest), line};
    if (line.starts_with("stat01:")) return {R::Stat, trim(line.substr(7))};
    if (const auto hint = word_after(line, "hint")) return {R::Hint, *hint};
    if (const auto move = word_after(line, "my move is"))
        return {R::Move, *move, MoveForm::MyMoveIs};
    if (const auto illegal = parse_illegal_move(line)) return *illegal;
    if (std::string_view error = line; drop_prefix(error, "error")) {
        error = trim_left(error);
        if (error.starts_with('(') || error.starts_with(':')) return {R::Error, error};
    }
    if (const auto reply = parse_idiom(line)) return {*reply, line};
    // As in XBoard, a line that contains both words is an offer, except "draw offer declined".
    if (contains(line, "offer draw") || contains(line, "offer a draw")) return {R::OfferDraw, line};
    return {R::Other, line};
}

} // namespace

XboardEngineLine parse_xboard_engine_line(std::string_view line) {
    return parse_without_prompt(without_prompts(trim(line)));
}

std::vector<std::pair<std::string, std::string>> parse_features(std::string_view rest) {
    std::vector<std::pair<std::string, std::string>> features;
    for (rest = trim_left(rest); !rest.empty(); rest = trim_left(rest)) {
        std::size_t end = 0;
        while (end < rest.size() && !is_blank(rest[end]) && rest[end] != '=')
            ++end;
        const std::string_view name = rest.substr(0, end);
        rest = trim_left(rest.substr(end));
        std::string_view value;
        if (rest.starts_with('=')) {
            rest.remove_prefix(1);
            // A blank ends an unquoted value, including an empty one. Only a quoted value may
            // follow a blank.
            if (const std::string_view quoted = trim_left(rest); quoted.starts_with('"')) {
                // Without a closing quote npos - 1 selects all.
                value = quoted.substr(1, quoted.find('"', 1) - 1);
                rest = quoted.substr(std::min(value.size() + 2, quoted.size()));
            } else {
                end = 0;
                while (end < rest.size() && !is_blank(rest[end]))
                    ++end;
                value = rest.substr(0, end);
                rest.remove_prefix(end);
            }
        }
        if (!name.empty()) features.emplace_back(name, value);
    }
    return features;
}

std::optional<XboardOption> parse_xboard_option(std::string_view text) {
    using T = XboardOption::Type;
    constexpr auto types = std::to_array<std::pair<std::string_view, T>>({
        {"-check", T::Check},
        {"-spin", T::Spin},
        {"-slider", T::Spin},
        {"-combo", T::Combo},
        {"-string", T::String},
        {"-file", T::String},
        {"-path", T::String},
        {"-button", T::Button},
        {"-save", T::Button},
        {"-reset", T::Button},
    });
    std::string_view rest = text;
    for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
        const auto type = std::find_if(types.begin(), types.end(),
                                       [word](const auto& known) { return known.first == word; });
        if (type == types.end()) continue;
        const std::string_view name =
            trim(text.substr(0, static_cast<std::size_t>(word.data() - text.data())));
        if (name.empty()) return std::nullopt;
        return XboardOption{name, type->second, trim(rest), word};
    }
    return std::nullopt;
}

namespace {

std::vector<std::string> split_at_commas(std::string_view list) {
    std::vector<std::string> items;
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(','), list.size());
        if (const std::string_view item = trim(list.substr(0, end)); !item.empty())
            items.emplace_back(item);
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return items;
}

std::optional<bool> parse_flag(std::string_view value) {
    const auto number = text::parse_int<int>(value);
    if (!number || *number < 0 || *number > 1) return std::nullopt;
    return *number == 1;
}

constexpr auto flags = std::to_array<std::pair<std::string_view, bool XboardFeatures::*>>({
    {"ping", &XboardFeatures::ping},
    {"setboard", &XboardFeatures::setboard},
    {"playother", &XboardFeatures::playother},
    {"san", &XboardFeatures::san},
    {"usermove", &XboardFeatures::usermove},
    {"time", &XboardFeatures::time},
    {"draw", &XboardFeatures::draw},
    {"sigint", &XboardFeatures::sigint},
    {"sigterm", &XboardFeatures::sigterm},
    {"reuse", &XboardFeatures::reuse},
    {"analyze", &XboardFeatures::analyze},
    {"colors", &XboardFeatures::colors},
    {"ics", &XboardFeatures::ics},
    {"name", &XboardFeatures::name},
    {"pause", &XboardFeatures::pause},
    {"nps", &XboardFeatures::nps},
    {"memory", &XboardFeatures::memory},
    {"smp", &XboardFeatures::smp},
    {"exclude", &XboardFeatures::exclude},
    {"setscore", &XboardFeatures::setscore},
    {"debug", &XboardFeatures::debug},
});

} // namespace

bool XboardOptionTexts::take(std::string_view text) {
    const auto option = parse_xboard_option(text);
    if (!option) return false;
    const auto [place, is_new] = places_.emplace(option->name, texts_.size());
    if (is_new) texts_.emplace_back();
    std::string& known = texts_[place->second];
    bytes_ = bytes_ - known.size() + text.size();
    known = text;
    return true;
}

bool XboardOptionTexts::has(std::string_view text) const {
    const auto option = parse_xboard_option(text);
    const auto place = option ? places_.find(std::string(option->name)) : places_.end();
    return place != places_.end() && texts_[place->second] == text;
}

bool take_feature(XboardFeatures& features, std::string_view name, std::string_view value) {
    if (name == "option") return features.options.take(value);
    if (name == "myname")
        features.myname = value;
    else if (name == "variants")
        features.variants = split_at_commas(value);
    else if (name == "egt")
        features.egt = split_at_commas(value);
    else {
        const auto flag = std::find_if(flags.begin(), flags.end(),
                                       [name](const auto& f) { return f.first == name; });
        const auto on = parse_flag(value);
        if (!on || (flag == flags.end() && name != "done")) return false;
        if (name == "done")
            features.done = *on;
        else
            features.*flag->second = *on;
        if (name == "nps") features.nps_known = true;
        if (name == "sigint") features.sigint_known = true;
    }
    return true;
}

} // namespace polyglot::protocol
