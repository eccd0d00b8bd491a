// What explore shows of positions of variants, and how it reads lines and pasted text.
#include "tools/explore/variants/description.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include <boost/json.hpp>
#include <doctest/doctest.h>

namespace polyglot::tools {
namespace {

namespace json = boost::json;

json::object shown(const chess::Variant& variant, const std::string& fen,
                   const std::string& moves = {}) {
    json::object question;
    if (!fen.empty()) question["start"] = fen;
    json::array line;
    for (std::size_t at = 0; at < moves.size();) {
        const std::size_t end = std::min(moves.find(' ', at), moves.size());
        line.push_back(json::string(moves.substr(at, end - at)));
        at = end + 1;
    }
    question["line"] = std::move(line);
    const auto place = variant_place_of(variant, question);
    REQUIRE_MESSAGE(place.has_value(), place.error().message);
    json::object answer;
    describe_variant(*place, answer);
    return answer;
}

std::string text_of(const json::value& value) {
    return json::serialize(value);
}

} // namespace

TEST_CASE("crazyhouse: pockets, drops, a board without them") {
    const json::object answer = shown(chess::crazyhouse, "", "e2e4 d7d5 e4d5 d8d5");
    CHECK(answer.at("board") == json::value("rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR"));
    CHECK(answer.at("fen").as_string().starts_with("rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/"));
    CHECK(answer.at("pockets").at("white").at("p") == json::value(1));
    CHECK(answer.at("pockets").at("black").at("p") == json::value(1));
    CHECK(answer.at("pockets").at("black").at("q") == json::value(0));
    bool has_drop = false;
    for (const json::value& move : answer.at("legal").as_array())
        if (move.at("uci") == json::value("P@h3")) {
            has_drop = true;
            CHECK(move.at("drop") == json::value("p"));
            CHECK(move.at("to") == json::value("h3"));
        }
    CHECK(has_drop);
    CHECK(answer.at("line").at(2).at("san") == json::value("exd5"));
    CHECK(answer.at("line").at(2).at("number") == json::value("2."));
    CHECK(answer.at("end") == json::value(""));
    CHECK_FALSE(answer.contains("goal"));
    CHECK_FALSE(answer.contains("checks_left"));
}

TEST_CASE("checks left, goal squares, explosions, and ends with their reasons") {
    const json::object checked = shown(chess::three_check, "", "e2e4 e7e5 f1c4 b8c6 c4f7");
    CHECK(text_of(checked.at("checks_left")) == R"({"white":2,"black":3})");
    CHECK(checked.at("check") == json::value(true));

    const json::object hill =
        shown(chess::king_of_the_hill, "4k3/8/8/8/8/4K3/8/8 w - - 0 1", "e3d4");
    CHECK(text_of(hill.at("goal")) == R"(["d4","e4","d5","e5"])");
    CHECK(hill.at("end") == json::value("variant"));
    CHECK(hill.at("end_text") == json::value("White wins: the king is in the centre"));
    CHECK(hill.at("winner") == json::value("white"));
    CHECK(hill.at("legal").as_array().empty());

    const json::object race = shown(chess::racing_kings, "8/7K/8/8/8/8/k7/8 w - - 0 1", "h7h8");
    CHECK(text_of(race.at("goal")) == R"(["a8","b8","c8","d8","e8","f8","g8","h8"])");
    CHECK(race.at("end_text") == json::value("White wins: the king is on the eighth rank"));

    const json::object atomic =
        shown(chess::atomic, "rnbqkbnr/pppppppp/8/6N1/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1", "g5f7");
    CHECK(atomic.at("end_text") == json::value("White wins: the king has exploded"));
    CHECK(text_of(atomic.at("exploded")) == R"(["f7","e8","f8","g8"])");

    const json::object mate = shown(chess::crazyhouse, "", "f2f3 e7e5 g2g4 d8h4");
    CHECK(mate.at("end") == json::value("checkmate"));
    CHECK(mate.at("end_text") == json::value("Black wins: checkmate"));
}

TEST_CASE("the board of a FEN") {
    CHECK(board_of_fen("rQ~6/8[Qn] w - - 0 1") == "rQ6/8");
    CHECK(board_of_fen("8/8 w - - 0 1") == "8/8");
}

TEST_CASE("lines and FENs of the variant are checked by its rules") {
    const auto error = [](const json::object& question) {
        const auto place = variant_place_of(chess::crazyhouse, question);
        return place ? "" : place.error().message;
    };
    CHECK(error({{"line", {"e2e4", "P@e5"}}}) == "line: move 2 is not legal in crazyhouse");
    CHECK(error({{"line", "e2e4"}}).starts_with("line: a list of at most"));
    CHECK(error({{"start", "8/8"}}).starts_with("start: "));
}

TEST_CASE("pasted text: a FEN, moves, a PGN") {
    const auto pasted = [](std::string_view text) {
        const auto answer = paste_variant(chess::crazyhouse, text);
        return answer ? text_of(*answer) : answer.error().message;
    };
    CHECK(pasted("e4 d5 exd5 Qxd5 P@h3") == R"({"line":["e2e4","d7d5","e4d5","d8d5","P@h3"]})");
    CHECK(pasted("[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. @h3 *\n") ==
          R"({"line":["e2e4","d7d5","e4d5","d8d5","P@h3"]})");
    CHECK(pasted("4k3/8/8/8/8/8/8/4K3[P] w - - 0 1") ==
          R"({"start":"4k3/8/8/8/8/8/8/4K3[P] w - - 0 1","line":[]})");
    CHECK(pasted("  ") == "there is nothing to go to");
    CHECK(pasted("nonsense").find("crazyhouse") != std::string::npos);
}

} // namespace polyglot::tools
