// What explore shows of positions of variants, and how it reads lines and pasted text.
#include "tools/explore/variants/description.hpp"

#include <algorithm>
#include <optional>
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

    CHECK_FALSE(shown(chess::atomic, "").contains("exploded"));
    CHECK_FALSE(shown(chess::atomic, "", "g1f3").contains("exploded"));
    CHECK_FALSE(shown(chess::crazyhouse, "", "e2e4 d7d5 e4d5").contains("exploded"));
    const std::string before = "rnbqkbnr/pppppppp/8/6N1/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1";
    CHECK(text_of(shown(chess::atomic, before, "g5h7").at("exploded")) ==
          R"(["h7","g8","h8"])"); // pawns stay
    CHECK(text_of(shown(chess::atomic, before, "a2a3 a7a6 g5h7").at("exploded")) ==
          R"(["h7","g8","h8"])");

    const json::object mate = shown(chess::crazyhouse, "", "f2f3 e7e5 g2g4 d8h4");
    CHECK(mate.at("end") == json::value("checkmate"));
    CHECK(mate.at("end_text") == json::value("Black wins: checkmate"));
    CHECK(mate.at("winner") == json::value("black"));
}

TEST_CASE("each end of a game by its rule, in words and for programs") {
    using Reason = chess::VariantEnd::Reason;
    const auto text = [](const chess::Variant& variant, Reason reason,
                         std::optional<chess::Color> winner = chess::Color::White) {
        return describe_end(chess::VariantPosition::start(variant), {reason, winner});
    };
    CHECK(text(chess::three_check, Reason::VariantRule) == "White wins: the last check is given");
    CHECK(text(chess::horde, Reason::VariantRule, chess::Color::Black) ==
          "Black wins: the horde is captured");
    CHECK(text(chess::antichess, Reason::VariantRule) == "White wins: no pieces are left");
    CHECK(text(chess::racing_kings, Reason::VariantRule, std::nullopt) ==
          "draw: both kings are on the eighth rank");
    CHECK(text(chess::crazyhouse, Reason::Stalemate, std::nullopt) == "draw: stalemate");
    CHECK(text(chess::atomic, Reason::InsufficientMaterial, std::nullopt) ==
          "draw: neither side can win any more");
    for (const Reason reason : {Reason::FivefoldRepetition, Reason::ThreefoldRepetition})
        CHECK(text(chess::atomic, reason, std::nullopt) == "draw: repetition");
    for (const Reason reason : {Reason::SeventyFiveMoves, Reason::FiftyMoves})
        CHECK(text(chess::atomic, reason, std::nullopt) == "draw: moves");

    const json::object stalemate = shown(chess::crazyhouse, "7k/5Q2/6K1/8/8/8/8/8[] b - - 0 1");
    CHECK(stalemate.at("end") == json::value("stalemate"));
    CHECK(stalemate.at("winner") == json::value("draw"));
    const json::object bare = shown(chess::atomic, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    CHECK(bare.at("end") == json::value("material"));
    CHECK_FALSE(shown(chess::atomic, "").contains("winner"));
}

TEST_CASE("each piece of a pocket is counted for its side and dropped by its letter") {
    const json::object answer = shown(chess::crazyhouse, "4k3/8/8/8/8/8/8/4K3[PNBRQnn] w - - 0 1");
    CHECK(text_of(answer.at("pockets").at("white")) == R"({"p":1,"n":1,"b":1,"r":1,"q":1})");
    CHECK(text_of(answer.at("pockets").at("black")) == R"({"p":0,"n":2,"b":0,"r":0,"q":0})");
    std::string dropped;
    for (const json::value& move : answer.at("legal").as_array())
        if (move.as_object().contains("drop") && move.at("to") == json::value("a4"))
            dropped += std::string(move.at("uci").as_string()) + ' ' +
                       std::string(move.at("drop").as_string()) + "; ";
    for (const char* const drop : {"P@a4 p", "N@a4 n", "B@a4 b", "R@a4 r", "Q@a4 q"})
        CHECK(dropped.find(drop) != std::string::npos);
    CHECK(answer.at("white") == json::value(true));
    CHECK(answer.at("check") == json::value(false));
    CHECK(answer.at("variant") == json::value("crazyhouse"));
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
    CHECK(error({{"line", json::array{1}}}) == "line: move 1 is not legal in crazyhouse");
    CHECK(error({{"start", "8/8"}}).starts_with("start: "));
    json::array moves;
    for (int i = 0; i < 256; ++i)
        for (const char* const move : {"g1f3", "g8f6", "f3g1", "f6g8"})
            moves.push_back(json::string(move));
    CHECK(error({{"line", moves}}) == "");
    moves.push_back("g1f3");
    CHECK(error({{"line", moves}}) == "line: a list of at most 1024 moves is expected");
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
    CHECK(pasted("nonsense")
              .starts_with("this is neither a FEN nor a PGN of crazyhouse, and as moves: "));
    CHECK(pasted("8/8 w").starts_with("as a FEN: "));
    CHECK(pasted("8/8\nw").starts_with("this is neither a FEN"));
    CHECK(pasted(" \ne4\n") == R"({"line":["e2e4"]})");
    // The first game alone, and only if it is of the variant.
    const std::string header = "[Variant \"Crazyhouse\"]\n\n";
    CHECK(pasted(header + "1. e4 *\n\n" + header + "1. d4 Ke4 *\n") == R"({"line":["e2e4"]})");
    CHECK(pasted("[Variant \"Atomic\"]\n\n1. e4 *\n").starts_with("this is neither a FEN"));
    CHECK(pasted(header + "1. e4 Ke4 *\n").find(R"({"line":["e2e4"],"note":")") == 0);
    CHECK(
        pasted(
            "[Variant \"Crazyhouse\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3[P] w - - 0 1\"]\n\n1. @a4 *\n") ==
        R"({"start":"4k3/8/8/8/8/8/8/4K3[P] w - - 0 1","line":["P@a4"]})");
    std::string moves;
    for (int i = 0; i < 257; ++i)
        moves += "Nf3 Nf6 Ng1 Ng8 ";
    CHECK(paste_variant(chess::crazyhouse, header + moves + "*\n")->at("line").as_array().size() ==
          1024);
}

} // namespace polyglot::tools
