#include "adapter/session/books/program_lines.hpp"

#include "core/chess/fen.hpp"
#include "core/chess/variants/fen.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <limits>
#include <optional>

namespace polyglot::session {
namespace {

using text::format_json_string;
using text::JsonValue;

constexpr std::size_t most_moves = 256;
constexpr std::int64_t most_weight = std::numeric_limits<std::uint16_t>::max();
constexpr std::int64_t most_games = std::numeric_limits<std::uint32_t>::max();
constexpr std::int64_t most_value_cp = 100'000;

std::string start_of(const BookGame& game) {
    return game.chess() != nullptr ? chess::format_fen(game.chess()->start())
                                   : chess::format_variant_fen(game.variant_game()->start());
}

std::string moves_of(const BookGame& game, chess::CastlingStyle castling) {
    std::string list;
    for (const chess::Move move : game.moves())
        list += (list.empty() ? "\"" : ",\"") + game.format_uci(move, castling) + '"';
    return '[' + list + ']';
}

std::string format_clock(const BookClock& clock) {
    std::string text;
    const auto add = [&text](std::string_view name, std::int64_t value) {
        (text += text.empty() ? "\"" : ",\"") += name;
        text += "\":" + std::to_string(value);
    };
    if (clock.white) add("white_ms", clock.white->count());
    if (clock.black) add("black_ms", clock.black->count());
    if (clock.white) add("white_increment_ms", clock.white_increment.count());
    if (clock.black) add("black_increment_ms", clock.black_increment.count());
    if (clock.moves_to_go) add("moves_to_go", *clock.moves_to_go);
    if (clock.move_time) add("move_ms", clock.move_time->count());
    return '{' + text + '}';
}

// A number that a move may lack. Values out of the range become the nearest.
struct Number {
    std::int64_t value = 0;
    bool is_given = false;
    bool is_wrong = false;
};
Number number_in(const JsonValue& move, std::string_view name, std::int64_t least,
                 std::int64_t most) {
    const JsonValue* const found = move.find(name);
    if (found == nullptr || found->kind == JsonValue::Kind::Null) return {};
    const auto value = found->integer();
    if (!value) return {.is_given = true, .is_wrong = true};
    return {.value = std::clamp(*value, least, most), .is_given = true};
}

// Returns why the move is left out; empty if it is added.
std::string add_move(const JsonValue& item, const BookGame& game, ProgramAnswer& answer) {
    const JsonValue* const text = item.find("move");
    if (text == nullptr || text->kind != JsonValue::Kind::String) return "a move without \"move\"";
    const chess::Move move = game.parse_uci(text->text);
    const std::string quoted = text::quote(text->text.substr(0, 20));
    if (!move) return quoted + " is not legal here";
    const auto& entries = answer.entries;
    if (std::ranges::any_of(entries, [&](const book::Entry& e) { return e.move == move; }))
        return quoted + " is named twice";
    const Number weight = number_in(item, "weight", 0, most_weight);
    const Number games = number_in(item, "games", 0, most_games);
    const Number value = number_in(item, "value", -most_value_cp, most_value_cp);
    if (weight.is_wrong || games.is_wrong || value.is_wrong)
        return quoted + " has a weight, games or value that is no whole number";
    book::Entry entry{.move = move};
    const std::int64_t implied = games.is_given ? std::min(games.value, most_weight) : 1;
    entry.weight = static_cast<std::uint32_t>(weight.is_given ? weight.value : implied);
    if (games.is_given)
        entry.games = book::GameCounts{.games = static_cast<std::uint32_t>(games.value)};
    const bool white = game.side_to_move() == chess::Color::White;
    if (value.is_given)
        entry.evaluation =
            book::Evaluation{.value = static_cast<int>(white ? value.value : -value.value),
                             .source = book::Evaluation::Source::Other};
    answer.entries.push_back(entry);
    const JsonValue* const reply = item.find("reply");
    if (reply != nullptr && reply->kind == JsonValue::Kind::String)
        answer.replies.emplace_back(move, reply->text);
    return {};
}

} // namespace

std::string format_program_question(std::int64_t id, const BookQuestion& question,
                                    std::chrono::milliseconds time) {
    const BookGame& game = question.game;
    const bool is_chess960 = question.castling == chess::CastlingStyle::KingTakesRook;
    const std::string variant = game.variant() != nullptr ? std::string(game.variant()->uci)
                                : is_chess960             ? "chess960"
                                                          : "chess";
    return "{\"id\":" + std::to_string(id) + ",\"variant\":" + format_json_string(variant) +
           ",\"fen\":" + format_json_string(game.format_fen()) +
           ",\"start\":" + format_json_string(start_of(game)) +
           ",\"moves\":" + moves_of(game, question.castling) +
           ",\"clock\":" + format_clock(question.clock) +
           ",\"deadline_ms\":" + std::to_string(time.count()) + '}';
}

Result<ProgramLine> parse_program_line(std::string_view line) {
    if (line.size() > ProgramLine::longest) return make_error("it is longer than 64 KiB");
    auto parsed = text::parse_json(line);
    if (!parsed)
        return make_error("no JSON: " + parsed.error().message + " at byte " +
                          std::to_string(parsed.error().offset + 1));
    const JsonValue* const id = parsed->find("id");
    const auto number = id == nullptr ? std::nullopt : id->integer();
    if (!number) return make_error("it has no \"id\"");
    ProgramLine read{.id = *number, .error = {}, .moves = {}};
    const JsonValue* const moves = parsed->find("moves");
    const JsonValue* const error = parsed->find("error");
    if (moves != nullptr && moves->kind == JsonValue::Kind::Array)
        read.moves = *moves;
    else if (error != nullptr && error->kind == JsonValue::Kind::String)
        read.error = error->text.empty() ? "error" : error->text;
    else
        return make_error("it has no list \"moves\"");
    return read;
}

ProgramAnswer read_program_moves(const JsonValue& moves, const BookGame& game,
                                 std::vector<std::string>& left_out) {
    ProgramAnswer answer;
    for (const JsonValue& item : moves.items) {
        if (answer.entries.size() >= most_moves) {
            left_out.emplace_back("moves after the first 256");
            break;
        }
        if (std::string why = add_move(item, game, answer); !why.empty())
            left_out.push_back(std::move(why));
    }
    return answer;
}

} // namespace polyglot::session
