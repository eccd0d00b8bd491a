#include "storage/stores/waiting_games.hpp"

#include "core/book/make/crc32c.hpp"
#include "core/book/variants/learnt.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/uci_move.hpp"
#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/notation.hpp"
#include "core/chess/variants/stand_in.hpp"
#include "core/chess/variants/variant.hpp"
#include "core/text/figures.hpp"
#include "core/text/quoted_name.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <span>
#include <utility>

namespace polyglot::io {
namespace {

using std::chrono::sys_seconds;

constexpr std::string_view version = "v1";
// Lines of games of variants, which earlier programs leave alone.
constexpr std::string_view version_with_variants = "v2";
constexpr std::size_t id_size = 32;
constexpr std::size_t checksum_size = 8;

std::string checksum_of(std::string_view text) {
    return text::hexadecimal(book::crc32c(std::as_bytes(std::span(text)))).substr(8);
}

std::string finish(std::string line) {
    const std::string checksum = checksum_of(line);
    return std::move(line) + ' ' + checksum + '\n';
}

std::string begin(std::string_view kind, std::string_view id, std::string_view as = version) {
    return std::string(as) + ' ' + std::string(kind) + ' ' + std::string(id);
}

// Returns "2026-11-21T02:47:46Z", for the years 0 to 9999.
std::string format_time(sys_seconds time) {
    const auto day = std::chrono::floor<std::chrono::days>(time);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss clock(time - day);
    std::array<char, 32> text{};
    const int size = std::snprintf(
        text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02dZ",
        std::clamp(static_cast<int>(date.year()), 0, 9999), static_cast<unsigned>(date.month()),
        static_cast<unsigned>(date.day()), static_cast<int>(clock.hours().count()),
        static_cast<int>(clock.minutes().count()), static_cast<int>(clock.seconds().count()));
    return {text.data(), static_cast<std::size_t>(size)};
}

std::optional<sys_seconds> parse_time(std::string_view text) {
    constexpr std::string_view form = "dddd-dd-ddTdd:dd:ddZ";
    if (text.size() != form.size()) return std::nullopt;
    for (std::size_t i = 0; i < form.size(); ++i)
        if (form[i] == 'd' ? !text::is_digit(text[i]) : text[i] != form[i]) return std::nullopt;
    const auto number = [text](std::size_t at, std::size_t digits) {
        return text::parse_int<int>(text.substr(at, digits)).value_or(0);
    };
    const std::chrono::year_month_day date{std::chrono::year(number(0, 4)),
                                           std::chrono::month(static_cast<unsigned>(number(5, 2))),
                                           std::chrono::day(static_cast<unsigned>(number(8, 2)))};
    if (!date.ok() || number(11, 2) > 23 || number(14, 2) > 59 || number(17, 2) > 59)
        return std::nullopt;
    return std::chrono::sys_days(date) + std::chrono::hours(number(11, 2)) +
           std::chrono::minutes(number(14, 2)) + std::chrono::seconds(number(17, 2));
}

// Returns the FEN without its two counters, and the move.
std::string format_move(const book::LearntMove& move) {
    std::string fen = move.in_variant ? chess::format_variant_fen(*move.in_variant)
                                      : chess::format_fen(move.position);
    for (int counter = 0; counter < 2; ++counter)
        fen.resize(fen.find_last_of(' '));
    constexpr auto style = chess::CastlingStyle::KingTakesRook;
    return fen + ' ' +
           (move.in_variant ? chess::format_variant_uci(chess::variant_move_of(move.move), style)
                            : chess::format_uci_move(move.move, style));
}

std::optional<book::LearntMove> read_move(std::string_view fen, std::string_view text) {
    auto position = chess::parse_fen(fen);
    if (!position) return std::nullopt;
    const auto move = chess::parse_uci_move(*position, text);
    if (!move) return std::nullopt;
    return book::LearntMove{*std::move(position), *move};
}

std::optional<book::LearntMove> read_move(const chess::Variant& variant, std::string_view fen,
                                          std::string_view text) {
    const auto position = chess::parse_variant_fen(variant, fen);
    if (!position) return std::nullopt;
    const auto move = chess::parse_variant_uci(*position, text);
    if (!move) return std::nullopt;
    return book::learnt_in_variant(*position, chess::stand_in_for(*move));
}

// Cuts the first move off text. variant is null for chess.
std::optional<book::LearntMove> parse_move(std::string_view& text, const chess::Variant* variant) {
    text = text::trim_left(text);
    const std::string_view from = text;
    const bool has_checks = variant != nullptr && variant->checks_to_win != 0;
    for (int field = 0; field < (has_checks ? 5 : 4); ++field)
        text::next_word(text);
    const std::string_view fen = from.substr(0, from.size() - text.size());
    const std::string_view move = text::next_word(text);
    return variant == nullptr ? read_move(fen, move) : read_move(*variant, fen, move);
}

} // namespace

bool is_waiting_id(std::string_view id) {
    return id.size() == id_size &&
           id.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::string format_waiting_game(const WaitingGame& waiting) {
    const book::LearntGame& game = waiting.game;
    const std::string variant(game.moves.empty() ? "" : book::variant_of(game.moves.front()));
    std::string line =
        begin("game", waiting.id, variant.empty() ? version : version_with_variants) + ' ' +
        format_time(waiting.ended) + ' ' + std::to_string(game.half_points) + ' ' +
        text::quote_name(game.engine) + ' ' + text::quote_name(game.opponent);
    if (!variant.empty()) line += ' ' + variant;
    for (const book::LearntMove& move : game.moves)
        line += ' ' + format_move(move);
    return finish(std::move(line));
}

std::string format_waiting_progress(std::string_view id, std::string_view words) {
    return finish(begin("progress", id) + ' ' + std::string(words));
}

std::string format_waiting_done(std::string_view id) {
    return finish(begin("done", id));
}

WaitingLine parse_waiting_line(std::string_view line) {
    line = text::trim_right(line);
    if (line.empty() || line.starts_with('#')) return {.kind = WaitingLine::Kind::Remark};
    const std::size_t blank = line.size() - std::min(line.size(), checksum_size + 1);
    if (line[blank] != ' ' || line.substr(blank + 1) != checksum_of(line.substr(0, blank)))
        return {};
    std::string_view text = line.substr(0, blank);
    const std::string_view line_version = text::next_word(text);
    const std::string_view kind = text::next_word(text);
    const bool has_variant = line_version == version_with_variants && kind == "game";
    if (line_version != version && !has_variant) return {};
    WaitingLine parsed{.id = text::next_word(text), .rest = text::trim_left(text)};
    if (!is_waiting_id(parsed.id)) return {};
    parsed.has_variant = has_variant;
    if (kind == "game") parsed.kind = WaitingLine::Kind::Game;
    if (kind == "progress") parsed.kind = WaitingLine::Kind::Progress;
    if (kind == "done") parsed.kind = WaitingLine::Kind::Done;
    return parsed;
}

std::optional<WaitingGame> read_waiting_game(const WaitingLine& line) {
    std::string_view text = line.rest;
    const auto ended = parse_time(text::next_word(text));
    const auto half_points = text::parse_int<int>(text::next_word(text));
    if (!ended || !half_points || *half_points < 0 || *half_points > 2) return std::nullopt;
    WaitingGame waiting{.id = std::string(line.id), .ended = *ended};
    waiting.game.half_points = *half_points;
    for (std::string* const name : {&waiting.game.engine, &waiting.game.opponent}) {
        text = text::trim_left(text);
        auto parsed = text::parse_name(text);
        if (!parsed) return std::nullopt;
        *name = *std::move(parsed);
    }
    const chess::Variant* variant = nullptr;
    if (line.has_variant) {
        variant = chess::find_variant(text::next_word(text));
        if (variant == nullptr) return std::nullopt;
    }
    while (!text::trim_left(text).empty()) {
        auto move = parse_move(text, variant);
        if (!move) return std::nullopt;
        waiting.game.moves.push_back(*std::move(move));
    }
    return waiting;
}

} // namespace polyglot::io
