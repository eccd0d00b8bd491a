#include "tools/explore/games/game_description.hpp"

#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "core/openings/names.hpp"
#include "core/pgn/move_clock.hpp"
#include "core/pgn/move_value.hpp"
#include "core/pgn/tag_facts.hpp"
#include "core/text/figures.hpp"
#include "core/text/text.hpp"
#include "core/text/utf8.hpp"
#include "tools/books/roots.hpp"
#include "tools/books/tree/tree.hpp"
#include "tools/common/json.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <utility>

#include <boost/json/array.hpp>

namespace polyglot::tools {
namespace {

namespace json = boost::json;
using chess::Color;
using chess::Position;

constexpr std::size_t longest_comment = 1'000; // bytes that are shown

std::string_view tag_of(const GameAgain& game, std::string_view name) {
    for (const auto& [tag, value] : game.tags)
        if (text::equal_ignoring_case(tag, name)) return value;
    return {};
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

std::string_view result_text(pgn::Outcome outcome) {
    switch (outcome) {
    case pgn::Outcome::WhiteWins: return "1-0";
    case pgn::Outcome::Draw: return "1/2-1/2";
    case pgn::Outcome::BlackWins: return "0-1";
    case pgn::Outcome::Unknown: break;
    }
    return "*";
}

std::string date_text(std::uint32_t date) {
    if (date == 0) return "";
    const auto part = [](std::uint32_t number) {
        const std::string digits = std::to_string(number);
        return number == 0 ? "??" : digits.size() < 2 ? "0" + digits : digits;
    };
    return std::to_string(date / 10'000) + '.' + part(date / 100 % 100) + '.' + part(date % 100);
}

json::object describe_header(const GameAgain& game) {
    json::object one{{"white", tools::json_of(tag_of(game, "White"))},
                     {"black", tools::json_of(tag_of(game, "Black"))},
                     {"event", tools::json_of(tag_of(game, "Event"))},
                     {"date", date_text(game.date)},
                     {"result", result_text(game.outcome)},
                     {"plies", game.moves.size()}};
    if (game.elo[0] > 0) one["white_elo"] = game.elo[0];
    if (game.elo[1] > 0) one["black_elo"] = game.elo[1];
    Position position = game.start;
    std::optional<openings::Opening> opening;
    for (const chess::Move move : game.moves) {
        position.make(move);
        if (const auto name = openings::find_opening(position)) opening = name;
    }
    if (opening) one["opening"] = {{"code", opening->code}, {"name", opening->name}};
    return one;
}

Result<json::object> describe_again(const GameAgain& game, json::object header) {
    json::object answer = std::move(header);
    answer["tags"] = json::array();
    for (const auto& [name, value] : game.tags)
        answer["tags"].get_array().push_back(
            json::array{tools::json_of(name), tools::json_of(value)});
    const auto root = parse_root(chess::format_fen(game.start));
    if (!root) return root.error();
    if (!(game.start == Position::start()))
        answer["start"] = chess::format_fen(game.start, root->spelling.rights);
    if (!game.problem.empty()) answer["problem"] = tools::json_of(game.problem);
    json::array moves;
    Position position = game.start;
    for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
        const Color mover = position.side_to_move();
        json::object one{{"uci", chess::format_uci_move(game.moves[ply], root->spelling.moves)},
                         {"number", move_number(position)},
                         {"white", mover == Color::White},
                         {"san", chess::format_san(position, game.moves[ply])}};
        position.make(game.moves[ply]);
        describe_comment(game.comments[ply], mover, one);
        moves.push_back(std::move(one));
    }
    answer["moves"] = std::move(moves);
    return answer;
}

} // namespace polyglot::tools
