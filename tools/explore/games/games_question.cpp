#include "tools/explore/games/games_question.hpp"

#include "core/chess/chess960.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "core/openings/names.hpp"
#include "core/pgn/move_clock.hpp"
#include "core/pgn/move_value.hpp"
#include "core/pgn/tag.hpp"
#include "core/text/figures.hpp"
#include "core/text/text.hpp"
#include "core/text/utf8.hpp"
#include "tools/books/roots.hpp"
#include "tools/books/tree/tree.hpp"
#include "tools/common/json.hpp"
#include "tools/explore/games/game_again.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

#include <boost/json/array.hpp>

namespace polyglot::tools {
namespace {

namespace json = boost::json;
using chess::Color;
using chess::Position;

constexpr std::size_t longest_comment = 1'000; // bytes that are shown

std::string_view result_text(pgn::Outcome outcome) {
    switch (outcome) {
    case pgn::Outcome::WhiteWins: return "1-0";
    case pgn::Outcome::Draw: return "1/2-1/2";
    case pgn::Outcome::BlackWins: return "0-1";
    case pgn::Outcome::Unknown: break;
    }
    return "*";
}

json::string shown(const std::string& raw) {
    return tools::json_of(pgn::unescape_tag_value(raw));
}

// "2026.01.??" as in the tag.
std::string date_text(std::uint32_t date) {
    if (date == 0) return "";
    const auto part = [](std::uint32_t number) {
        const std::string digits = std::to_string(number);
        return number == 0 ? "??" : digits.size() < 2 ? "0" + digits : digits;
    };
    return std::to_string(date / 10'000) + '.' + part(date / 100 % 100) + '.' + part(date % 100);
}

std::string id_of(GameNumber number) {
    return std::to_string(number.segment) + '.' + std::to_string(number.game);
}

// The problems as make-book reports them: how many of each kind, and where the first ones are.
json::array problems_of(const Collection::State& state) {
    json::array lines;
    const ReadingReport& report = state.report;
    if (!state.failure.empty()) lines.push_back(tools::json_of(state.failure));
    for (const std::string& problem : report.file_problems)
        lines.push_back(tools::json_of(problem));
    for (std::size_t kind = 0; kind < report.problems.size(); ++kind)
        if (report.problems[kind] > 0)
            lines.push_back(
                tools::json_of(text::counted(report.problems[kind], "game") + ": " +
                               std::string(pgn::name_of(static_cast<pgn::ProblemKind>(kind)))));
    for (const std::string& problem : report.first_problems)
        lines.push_back(tools::json_of(problem));
    for (const std::string& letters : report.letters)
        lines.push_back(tools::json_of("letters of pieces: " + letters));
    return lines;
}

json::object describe_move(const PlayedMove& played, const Place& place, std::uint64_t games) {
    const bool is_white = place.position.side_to_move() == Color::White;
    const auto count = [&played](pgn::Outcome outcome) {
        return played.outcomes[static_cast<std::size_t>(outcome)];
    };
    const std::uint64_t white = count(pgn::Outcome::WhiteWins),
                        black = count(pgn::Outcome::BlackWins), draws = count(pgn::Outcome::Draw);
    const std::uint64_t wins = is_white ? white : black, losses = is_white ? black : white;
    json::object one{{"uci", chess::format_uci_move(played.move, place.root.spelling.moves)},
                     {"san", chess::format_san(place.position, played.move)},
                     {"games", played.games},
                     {"share", static_cast<double>(played.games) / static_cast<double>(games)},
                     {"wins", wins},
                     {"draws", draws},
                     {"losses", losses}};
    if (const std::uint64_t known = wins + draws + losses; known > 0)
        one["score"] = (static_cast<double>(wins) + static_cast<double>(draws) / 2) /
                       static_cast<double>(known);
    if (played.rated > 0)
        one["elo"] = static_cast<double>(played.rating_sum) / static_cast<double>(played.rated);
    if (played.last_year > 0) one["last_year"] = played.last_year;
    return one;
}

json::object describe_header(const Collection& collection, GameNumber number) {
    const GameRecord& game = *collection.find(number);
    json::object one{{"game", id_of(number)},
                     {"white", shown(collection.players()[game.white])},
                     {"black", shown(collection.players()[game.black])},
                     {"event", shown(collection.events()[game.event])},
                     {"date", date_text(game.date)},
                     {"result", result_text(game.outcome)},
                     {"plies", collection.segment_of(number).moves_of(number.game).size()}};
    if (game.elo[0] > 0) one["white_elo"] = game.elo[0];
    if (game.elo[1] > 0) one["black_elo"] = game.elo[1];
    if (game.opening > 0) {
        const openings::Opening opening = openings::opening_at(game.opening - 1U);
        one["opening"] = {{"code", opening.code}, {"name", opening.name}};
    }
    return one;
}

// For White: "+0.31", "#-3".
std::string value_text(int centipawns) {
    const char* const sign = centipawns < 0 ? "-" : "";
    const int size = std::abs(centipawns);
    if (size > pgn::MoveValue::most)
        return '#' + std::string(sign) + std::to_string(pgn::MoveValue::mate - size);
    return (centipawns > 0 ? "+" : sign) + text::fixed(size / 100.0, 2);
}

// Returns the comment without what stands in it for programs: [%clk 0:01:02].
std::string without_commands(std::string_view comment) {
    std::string text;
    for (std::size_t at = 0; at < comment.size();) {
        const std::size_t begin = std::min(comment.find("[%", at), comment.size());
        text += comment.substr(at, begin - at);
        const std::size_t end = comment.find(']', begin);
        at = end == std::string_view::npos ? comment.size() : end + 1;
    }
    return std::string(text::trim(text::first_bytes(text, longest_comment)));
}

void describe_comment(const std::string& comment, Color mover, json::object& move) {
    if (comment.empty()) return;
    if (const auto value = pgn::read_move_value(comment); value && value->centipawns) {
        const bool is_blacks = value->kind == pgn::MoveValue::Kind::Search && mover == Color::Black;
        move["value"] = value_text(is_blacks ? -*value->centipawns : *value->centipawns);
    }
    const pgn::MoveClock clock = pgn::read_move_clock(comment);
    if (clock.left_ms) move["left_ms"] = *clock.left_ms;
    if (clock.used_ms) move["used_ms"] = *clock.used_ms;
    if (const std::string text = without_commands(comment); !text.empty())
        move["comment"] = tools::json_of(text);
}

} // namespace

json::object describe(const Collection& collection) {
    const Collection::State state = collection.state();
    json::object answer{{"name", tools::json_of(collection.name())},
                        {"ready", state.is_ready},
                        {"read", state.read},
                        {"total", state.total},
                        {"games", state.games}};
    if (!state.is_ready) return answer;
    answer["plies"] = state.plies;
    answer["memory"] = state.bytes;
    answer["files"] = state.report.files;
    answer["text_bytes"] = state.report.text_bytes;
    answer["empty"] = state.empty;
    answer["problems"] = problems_of(state);
    return answer;
}

Result<json::object> played_in(Collection& collection, const Place& place,
                               const json::object& question) {
    const auto filter = read_game_filter(question);
    if (!filter) return filter.error();
    if (!collection.is_ready()) return json::object{{"reading", true}, {"moves", json::array()}};
    const PlayedMoves& played = collection.played(place.position, *filter);
    json::array moves;
    for (const PlayedMove& one : played.moves)
        moves.push_back(describe_move(one, place, played.games));
    return json::object{
        {"games", played.games}, {"ended", played.ended}, {"moves", std::move(moves)}};
}

Result<json::object> games_in(Collection& collection, const Place& place,
                              const json::object& question) {
    const auto filter = read_game_filter(question);
    if (!filter) return filter.error();
    std::optional<chess::Move> move;
    if (question.contains("move")) {
        move = chess::parse_uci_move(place.position, text_of(question, "move"));
        if (!move) return make_error("move: it is not legal here");
    }
    const std::string_view order = text_of(question, "order");
    if (!order.empty() && order != "best" && order != "newest")
        return make_error("order is best or newest");
    if (!collection.is_ready()) return json::object{{"reading", true}, {"games", json::array()}};
    const Collection::Found& found =
        collection.games(place.position, move, *filter,
                         order == "newest" ? GameOrder::Newest : GameOrder::BestRated);
    json::array games;
    for (const auto& [number, ply] : found.games) {
        games.push_back(describe_header(collection, number));
        games.back().get_object()["ply"] = ply;
    }
    return json::object{{"count", found.count}, {"games", std::move(games)}};
}

Result<GameNumber> game_named(const Collection& collection, const json::object& question) {
    const std::string_view name = text_of(question, "game");
    const std::size_t point = name.find('.');
    const auto segment = text::parse_int<std::uint32_t>(name.substr(0, point));
    const auto game = text::parse_int<std::uint32_t>(
        point == std::string_view::npos ? std::string_view() : name.substr(point + 1));
    const bool is_known =
        collection.is_ready() && segment && game && collection.find({*segment, *game}) != nullptr;
    if (!is_known) return make_error("game: there is no such game");
    return GameNumber{*segment, *game};
}

Result<json::object> describe_game(const Collection& collection, GameNumber number,
                                   const std::atomic<bool>& is_cancelled) {
    const auto game = read_game_again(collection, number, is_cancelled);
    if (!game) return game.error();
    json::object answer = describe_header(collection, number);
    answer["tags"] = json::array();
    for (const auto& [name, value] : game->tags)
        answer["tags"].get_array().push_back(
            json::array{tools::json_of(name), tools::json_of(value)});
    const auto root = parse_root(chess::format_fen(game->start));
    if (!root) return root.error();
    if (!(game->start == Position::start()))
        answer["start"] = chess::format_fen(game->start, root->spelling.rights);
    if (!game->problem.empty()) answer["problem"] = tools::json_of(game->problem);
    json::array moves;
    Position position = game->start;
    for (std::size_t ply = 0; ply < game->moves.size(); ++ply) {
        const Color mover = position.side_to_move();
        json::object one{{"uci", chess::format_uci_move(game->moves[ply], root->spelling.moves)},
                         {"number", move_number(position)},
                         {"white", mover == Color::White}};
        std::string san;
        chess::make_and_append_san(position, game->moves[ply], san);
        one["san"] = san;
        describe_comment(game->comments[ply], mover, one);
        moves.push_back(std::move(one));
    }
    answer["moves"] = std::move(moves);
    return answer;
}

} // namespace polyglot::tools
