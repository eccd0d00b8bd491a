#include "adapter/protocol/xboard/xboard.hpp"

#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "core/chess/variants/notation.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace polyglot::protocol {

using std::chrono::milliseconds;
using text::is_digit;
using text::is_one_of;
using text::next_word;
using text::trim;

namespace {

using C = XboardCommand;
// clang-format off
constexpr auto commands = std::to_array<std::pair<std::string_view, XboardCommand>>({
    // These come with every move.
    {"usermove", C::UserMove}, {"time", C::Time}, {"otim", C::OpponentTime},
    {"xboard", C::Xboard}, {"protover", C::Protover}, {"gui", C::Gui}, {"accepted", C::Accepted},
    {"rejected", C::Rejected}, {"ping", C::Ping}, {"quit", C::Quit},
    {"new", C::New}, {"variant", C::Variant}, {"force", C::Force}, {"go", C::Go}, {"playother",
    C::PlayOther},
    {"white", C::White}, {"black", C::Black}, {"setboard", C::SetBoard}, {"edit", C::Edit},
    {"undo", C::Undo},
    {"remove", C::Remove}, {"result", C::Result}, {"draw", C::Draw}, {"pause", C::Pause},
    {"resume", C::Resume},
    {"?", C::MoveNow},
    {"level", C::Level}, {"st", C::MoveTime}, {"sd", C::Depth}, {"nps", C::Nps},
    {"hard", C::Hard}, {"easy", C::Easy}, {"post", C::Post}, {"nopost", C::NoPost}, {"analyze",
    C::Analyze},
    {"exit", C::Exit}, {"hint", C::Hint}, {"bk", C::Book}, {"include", C::Include}, {"exclude",
    C::Exclude},
    {"setscore", C::SetScore}, {".", C::Stat},
    {"option", C::Option}, {"memory", C::Memory}, {"cores", C::Cores}, {"egtpath", C::EgtPath},
    {"random", C::Random}, {"computer", C::Computer}, {"name", C::Name}, {"rating", C::Rating},
    {"ics", C::Ics},
    {"fritz", C::Fritz}, {"reset", C::Reset}, {"ponder", C::Ponder},
    {"lift", C::Lift}, {"put", C::Put}, {"hover", C::Hover},
    {"partner", C::Partner}, {"ptell", C::PartnerTell}, {"holding", C::Holding},
});
// clang-format on

} // namespace

XboardGuiLine parse_xboard_gui_line(std::string_view line) {
    line = trim(line);
    if (line.empty()) return {C::Blank, line, line};
    std::string_view rest = line;
    const std::string_view word = next_word(rest);
    for (const auto& [name, command] : commands)
        if (word == name) return {command, trim(rest), line};
    if (reads_as_xboard_move(line)) return {C::UserMove, line, line};
    return {C::Unknown, line, line};
}

namespace {

constexpr bool is_file(char c) {
    return c >= 'a' && c <= 'h';
}
constexpr bool is_rank(char c) {
    return c >= '1' && c <= '8';
}

// Cuts off the first character if it is one of the set.
void drop_front(std::string_view& text, std::string_view set) {
    if (!text.empty() && is_one_of(text.front(), set)) text.remove_prefix(1);
}

bool reads_as_castling(std::string_view text) {
    if (text.size() != 3 && text.size() != 5) return false;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (i % 2 == 0 ? text[i] != text[0] : text[i] != '-') return false;
    return is_one_of(text[0], "O0o");
}

// Removes the promotion of e8Q, e8=Q, e8(Q), e8/Q; other text is unchanged.
void drop_promotion(std::string_view& text) {
    constexpr std::string_view promotions = "QRBNqrbn";
    std::string_view rest = text;
    if (rest.ends_with(')')) rest.remove_suffix(1);
    if (rest.size() < 3 || !is_one_of(rest.back(), promotions)) return;
    rest.remove_suffix(1);
    while (rest.size() > 2 && is_one_of(rest.back(), "=(/"))
        rest.remove_suffix(1);
    if (is_rank(rest.back())) text = rest;
}

// Returns true for piece letter, part or all of the origin, a separator, destination, promotion.
// This includes coordinates (e2e4).
bool reads_as_san(std::string_view text) {
    drop_promotion(text);
    if (text.size() < 2 || !is_rank(text.back()) || !is_file(text[text.size() - 2])) return false;
    text.remove_suffix(2);
    drop_front(text, "PNBRQK");
    drop_front(text, "abcdefgh");
    drop_front(text, "12345678");
    drop_front(text, "x:-");
    return text.empty();
}

bool reads_as_drop(std::string_view text) {
    return text.size() == 4 && text[0] >= 'A' && text[0] <= 'Z' && text[1] == '@' &&
           is_file(text[2]) && is_rank(text[3]);
}

} // namespace

bool reads_as_xboard_move(std::string_view text) {
    while (!text.empty() && is_one_of(text.back(), "+#!?"))
        text.remove_suffix(1);
    if (text.size() < 2 || text.size() > 9) return false; // the longest one is a7xb8=(Q)
    return reads_as_san(text) || reads_as_castling(text) || reads_as_drop(text) ||
           chess::reads_as_uci_move(text::lower(text));
}

namespace {

// Returns the text in lower case, without the separator of e1-g1 and the letter of Ke1g1.
std::string plain_coordinates(std::string_view text) {
    constexpr std::size_t separator = 2;
    if (text.size() > 4) drop_front(text, "K");
    std::string plain = text::lower(text);
    if (plain.size() > 4 && is_one_of(plain[separator], "-:x")) plain.erase(separator, 1);
    return plain;
}

} // namespace

std::optional<chess::Move> parse_xboard_move(const chess::Position& position,
                                             std::string_view text) {
    text = trim(text);
    if (const auto move = chess::parse_uci_move(position, text)) return move;
    // SAN precedes the attempt in lower case, because B2d4 is a bishop's move, not a pawn's.
    if (const auto move = chess::parse_san(position, text)) return *move;
    return chess::parse_uci_move(position, plain_coordinates(text));
}

std::optional<chess::VariantMove> parse_xboard_move(const chess::VariantPosition& position,
                                                    std::string_view text) {
    text = trim(text);
    if (const auto move = chess::parse_variant_uci(position, text)) return move;
    if (const auto move = chess::parse_variant_san(position, text)) return *move;
    std::string plain = plain_coordinates(text);
    if (plain.size() > 1 && plain[1] == '@') plain.front() = text::to_upper(plain.front());
    return chess::parse_variant_uci(position, plain);
}

namespace {

// Parses a number that is not negative, perhaps with a fraction, in units of unit_ms milliseconds.
std::optional<milliseconds> parse_decimal(std::string_view text, std::int64_t unit_ms) {
    const std::size_t point = std::min(text.find('.'), text.size());
    const std::string_view whole = text.substr(0, point);
    const std::string_view fraction = text.substr(std::min(point + 1, text.size()));
    if (whole.empty() && fraction.empty()) return std::nullopt;
    if (!std::all_of(whole.begin(), whole.end(), is_digit) ||
        !std::all_of(fraction.begin(), fraction.end(), is_digit))
        return std::nullopt;

    // This is enough to be clamped, and too little to overflow.
    const std::int64_t most = longest_time.count() / unit_ms + 1;
    std::int64_t units = 0;
    for (const char c : whole)
        units = std::min(10 * units + (c - '0'), most);
    // The part is in billionths and rounded to milliseconds at the end, since 0.3 may come as
    // 0.2999…
    std::int64_t part = 0;
    std::int64_t scale = 1;
    for (const char c : fraction.substr(0, 9)) {
        part = 10 * part + (c - '0');
        scale *= 10;
    }
    return std::min(longest_time,
                    milliseconds{units * unit_ms + (part * unit_ms + scale / 2) / scale});
}

constexpr std::int64_t second_ms = 1'000;
constexpr std::int64_t minute_ms = 60'000;

// Parses MINUTES:SECONDS, or one number of the given unit.
std::optional<milliseconds> parse_duration(std::string_view text, std::int64_t unit_ms) {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) return parse_decimal(text, unit_ms);
    const auto minutes = parse_decimal(text.substr(0, colon), minute_ms);
    const auto seconds = parse_decimal(text.substr(colon + 1), second_ms);
    if (!minutes || !seconds) return std::nullopt;
    return std::min(longest_time, *minutes + *seconds);
}

} // namespace

std::optional<Level> parse_level(std::string_view arguments) {
    const auto moves = text::parse_int<int>(next_word(arguments));
    const auto base = parse_duration(next_word(arguments), minute_ms);
    const std::string_view increment_word = next_word(arguments);
    const auto increment = parse_duration(increment_word.empty() ? "0" : increment_word, second_ms);
    if (!moves || *moves < 0 || !base || !increment || !trim(arguments).empty())
        return std::nullopt;
    return Level{*moves, *base, *increment};
}

std::optional<milliseconds> parse_seconds(std::string_view arguments) {
    return parse_duration(trim(arguments), second_ms);
}

std::optional<milliseconds> parse_centiseconds(std::string_view arguments) {
    arguments = trim(arguments);
    const bool negative = arguments.starts_with('-');
    if (negative) arguments.remove_prefix(1);
    const auto time = parse_decimal(arguments, 10);
    return time && negative ? -*time : time;
}

std::string format_feature(std::string_view name, std::string_view value) {
    std::string line = "feature " + std::string(name) + "=\"";
    for (const char c : value) {
        line += text::is_control(c) ? ' ' : c == '"' ? '\'' : c;
    }
    return line + '"';
}

std::string format_feature(std::string_view name, int value) {
    return "feature " + std::string(name) + '=' + std::to_string(value);
}

} // namespace polyglot::protocol
