#include "tools/explore/games/games_question.hpp"

#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "core/openings/names.hpp"
#include "core/pgn/tag.hpp"
#include "core/text/figures.hpp"
#include "core/text/text.hpp"
#include "tools/common/json.hpp"
#include "tools/explore/games/game_again.hpp"
#include "tools/explore/games/game_description.hpp"

#include <string>
#include <string_view>
#include <utility>

#include <boost/json/array.hpp>

namespace polyglot::tools {
namespace {

namespace json = boost::json;
using chess::Color;
using chess::Position;

json::string shown(const std::string& raw) {
    return tools::json_of(pgn::unescape_tag_value(raw));
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

Result<GameOrder> order_in(const json::object& question) {
    const std::string_view order = text_of(question, "order");
    if (!order.empty() && order != "best" && order != "newest")
        return make_error("order is best or newest");
    return order == "newest" ? GameOrder::Newest : GameOrder::BestRated;
}

Result<std::optional<chess::Move>> move_in(const json::object& question, const Place& place) {
    if (!question.contains("move")) return std::optional<chess::Move>();
    const auto move = chess::parse_uci_move(place.position, text_of(question, "move"));
    if (!move) return make_error("move: it is not legal here");
    return std::optional(*move);
}

Result<json::object> games_in(Collection& collection, const Place& place,
                              const json::object& question) {
    const auto filter = read_game_filter(question);
    if (!filter) return filter.error();
    const auto move = move_in(question, place);
    if (!move) return move.error();
    const auto order = order_in(question);
    if (!order) return order.error();
    if (!collection.is_ready()) return json::object{{"reading", true}, {"games", json::array()}};
    const Collection::Found& found = collection.games(place.position, *move, *filter, *order);
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
    return describe_again(*game, describe_header(collection, number));
}

} // namespace polyglot::tools
