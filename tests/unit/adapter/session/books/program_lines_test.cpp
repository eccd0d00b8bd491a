#include "adapter/session/books/program_lines.hpp"
#include "core/chess/game.hpp"
#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/game.hpp"
#include "core/chess/variants/variant.hpp"

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::session {
namespace {

std::string error_of(std::string_view line) {
    const auto read = parse_program_line(line);
    return read ? "none" : read.error().message;
}

struct Read {
    ProgramAnswer answer;
    std::vector<std::string> left_out;
};
Read read_at_start(std::string_view moves) {
    const chess::Game game;
    const auto line = parse_program_line("{\"id\":1,\"moves\":" + std::string(moves) + "}");
    REQUIRE(line.has_value());
    Read read;
    read.answer = read_program_moves(line->moves, game, read.left_out);
    return read;
}

} // namespace

TEST_CASE("a question names the game, the clock and the deadline") {
    chess::Game game;
    game.push(game.position().legal_moves()[0]);
    BookQuestion question{.game = game};
    question.clock.move_time = std::chrono::milliseconds(900);
    const std::string line = format_program_question(7, question, std::chrono::milliseconds(450));
    const auto read = text::parse_json(line);
    REQUIRE(read.has_value());
    CHECK(read->find("id")->integer() == 7);
    CHECK(read->find("variant")->text == "chess");
    CHECK(read->find("moves")->items.size() == 1);
    CHECK(read->find("clock")->names == std::vector<std::string>{"move_ms"});
    CHECK(read->find("deadline_ms")->integer() == 450);
    question.castling = chess::CastlingStyle::KingTakesRook;
    CHECK(format_program_question(8, question, std::chrono::milliseconds(1))
              .find("\"variant\":\"chess960\"") != std::string::npos);
}

TEST_CASE("a question has of the clock what the host has sent") {
    using std::chrono::milliseconds;
    const auto clock_of = [](const BookClock& clock) {
        const chess::Game game;
        const std::string line =
            format_program_question(1, {.game = game, .clock = clock}, milliseconds(1));
        const std::size_t begin = line.find("\"clock\":") + 8;
        return line.substr(begin, line.find('}') + 1 - begin);
    };
    CHECK(clock_of({}) == "{}");
    BookClock white;
    white.white = milliseconds(5);
    white.white_increment = milliseconds(6);
    CHECK(clock_of(white) == R"({"white_ms":5,"white_increment_ms":6})");
    BookClock black;
    black.black = milliseconds(7);
    black.black_increment = milliseconds(8);
    CHECK(clock_of(black) == R"({"black_ms":7,"black_increment_ms":8})");
    BookClock both;
    both.white = milliseconds(1);
    both.black = milliseconds(2);
    both.moves_to_go = 3;
    CHECK(clock_of(both) ==
          R"({"white_ms":1,"black_ms":2,"white_increment_ms":0,"black_increment_ms":0,)"
          R"("moves_to_go":3})");
}

TEST_CASE("what is no answer") {
    CHECK(error_of("hello") == "no JSON: a value is expected at byte 1");
    CHECK(error_of("[]") == "it has no \"id\"");
    CHECK(error_of(R"({"id":"1","moves":[]})") == "it has no \"id\"");
    CHECK(error_of(R"({"id":1})") == "it has no list \"moves\"");
    CHECK(error_of(R"({"id":1,"moves":{}})") == "it has no list \"moves\"");
    CHECK(error_of(R"({"id":1,"error":""})") == "none");
    CHECK(error_of(std::string(ProgramLine::longest + 1, ' ')) == "it is longer than 64 KiB");
    CHECK(error_of(std::string(ProgramLine::longest, ' ')).starts_with("no JSON: "));
    const auto says = [](std::string_view line) { return parse_program_line(line)->error; };
    CHECK(says(R"({"id":1,"error":"no move"})") == "no move");
    CHECK(says(R"({"id":1,"error":""})") == "error");
}

TEST_CASE("weights, games, values and replies") {
    const Read read = read_at_start(
        R"([{"move":"e2e4","weight":70000,"value":-20},{"move":"d2d4","games":70000,"reply":"d7d5"},
            {"move":"c2c4"},{"move":"g1f3","weight":-1}])");
    CHECK(read.left_out.empty());
    REQUIRE(read.answer.entries.size() == 4);
    CHECK(read.answer.entries[0].weight == 65535);
    REQUIRE(read.answer.entries[0].evaluation.has_value());
    CHECK(read.answer.entries[0].evaluation->value == -20);
    CHECK(read.answer.entries[1].weight == 65535);
    CHECK(read.answer.entries[1].games->games == 70000);
    CHECK(read.answer.entries[2].weight == 1);
    CHECK(read.answer.entries[3].weight == 0);
    REQUIRE(read.answer.replies.size() == 1);
    CHECK(read.answer.replies[0].second == "d7d5");
}

TEST_CASE(
    "numbers out of range become its ends, a value is the side's that moves, null is nothing") {
    const auto entry_of = [](const chess::Game& game, const std::string& fields) {
        const auto line =
            parse_program_line("{\"id\":1,\"moves\":[{\"move\":\"e7e5\"," + fields + "}]}");
        std::vector<std::string> left_out;
        const ProgramAnswer answer = read_program_moves(line->moves, game, left_out);
        REQUIRE(answer.entries.size() == 1);
        CHECK(answer.replies.empty());
        return answer.entries[0];
    };
    chess::Game black;
    black.push(*chess::parse_uci_move(black.position(), "e2e4"));
    CHECK(entry_of(black, R"("value":-20)").evaluation->value == 20);
    CHECK(entry_of(black, R"("value":-100001)").evaluation->value == 100'000);
    CHECK(entry_of(black, R"("value":99999)").evaluation->value == -99'999);
    const book::Entry most = entry_of(black, R"("games":4294967296,"reply":7)");
    CHECK(most.games->games == 4294967295);
    CHECK(most.weight == 65535);
    const book::Entry none = entry_of(black, R"("weight":null,"games":-3,"value":null)");
    CHECK(none.weight == 0);
    CHECK(none.games->games == 0);
    CHECK_FALSE(none.evaluation.has_value());
    CHECK(entry_of(black, R"("weight":null)").weight == 1);
}

TEST_CASE("moves that cannot be used") {
    const Read read = read_at_start(
        R"([1,{"move":1},{"move":"e2e5"},{"move":"e2e4"},{"move":"e2e4"},{"move":"d2d4","weight":0.5},
            {"move":"d2d4","games":"1"},{"move":"d2d4","value":"1"},{"move":"123456789012345678901"}])");
    CHECK(read.answer.entries.size() == 1);
    CHECK(read.left_out ==
          std::vector<std::string>{"a move without \"move\"", "a move without \"move\"",
                                   "'e2e5' is not legal here", "'e2e4' is named twice",
                                   "'d2d4' has a weight, games or value that is no whole number",
                                   "'d2d4' has a weight, games or value that is no whole number",
                                   "'d2d4' has a weight, games or value that is no whole number",
                                   "'12345678901234567890' is not legal here"});
}

TEST_CASE("of more than 256 legal moves the first 256 are used") {
    const auto position =
        chess::parse_variant_fen(chess::crazyhouse, "4k3/8/8/8/8/8/8/4K3[QRBNP] w - - 0 1");
    REQUIRE(position.has_value());
    const chess::VariantGame variant_game(*position);
    const BookGame game(variant_game);
    text::JsonValue all;
    for (const chess::Move move : game.legal_moves()) {
        const std::string text = game.format_uci(move, chess::CastlingStyle::KingTwoSquares);
        all.items.push_back(*text::parse_json("{\"move\":\"" + text + "\"}"));
    }
    REQUIRE(all.items.size() > 257);
    for (const std::size_t count : {all.items.size(), std::size_t{257}, std::size_t{256}}) {
        all.items.resize(count);
        std::vector<std::string> left_out;
        CHECK(read_program_moves(all, game, left_out).entries.size() == 256);
        CHECK(left_out.size() == (count > 256 ? 1 : 0));
    }
}

} // namespace polyglot::session
