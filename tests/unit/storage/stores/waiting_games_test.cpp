// The lines of a file of games that wait: docs/formats/waiting-games.md.
#include "core/book/variants/learnt.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/uci_move.hpp"
#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/notation.hpp"
#include "core/chess/variants/stand_in.hpp"
#include "storage/stores/waiting_games.hpp"

#include <string>
#include <string_view>

#include <doctest/doctest.h>

using namespace polyglot;
using io::WaitingGame;
using io::WaitingLine;
using Kind = io::WaitingLine::Kind;

namespace {

const std::string id(32, 'a');

book::LearntMove learnt(std::string_view fen, std::string_view move) {
    const auto position = chess::parse_fen(fen).value();
    return {position, chess::parse_uci_move(position, move).value()};
}

WaitingGame sample() {
    using namespace std::chrono;
    return {.id = id,
            .ended = sys_days(2026y / November / 21) + 2h + 47min + 46s,
            .game = {{learnt("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4"),
                      learnt("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 7 30", "e1g1"),
                      learnt("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9", "e5d6"),
                      learnt("bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w EGeg - 0 1", "f1g1")},
                     2,
                     "Toy \"1\"\n\\",
                     ""}};
}

std::string without_end(std::string line) {
    REQUIRE(line.ends_with('\n'));
    line.pop_back();
    CHECK(line.find('\n') == std::string::npos);
    return line;
}

} // namespace

TEST_CASE("a game that waits is one line of text, and reads as the same game") {
    const WaitingGame game = sample();
    const std::string line = without_end(io::format_waiting_game(game));
    CHECK(line.starts_with("v1 game " + id +
                           " 2026-11-21T02:47:46Z 2 \"Toy \\\"1\\\"\\n\\\\\" \"\" "
                           "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - e2e4 "
                           "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - "
                           "e1h1 4k3/8/8/3pP3/8/8/8/4K3 w - d6 e5d6 "));
    for (const char* end : {"", "\r", "  "}) { // of an editor
        const std::string edited = line + end;
        const WaitingLine parsed = io::parse_waiting_line(edited);
        REQUIRE(parsed.kind == Kind::Game);
        CHECK(parsed.id == id);
        const auto read = io::read_waiting_game(parsed);
        REQUIRE(read.has_value());
        CHECK(read->ended == game.ended);
        CHECK(read->game.engine == game.game.engine);
        CHECK(read->game.opponent.empty());
        CHECK(read->game.half_points == 2);
        REQUIRE(read->game.moves.size() == game.game.moves.size());
        for (std::size_t i = 0; i < game.game.moves.size(); ++i) {
            CHECK(read->game.moves[i].position.key() == game.game.moves[i].position.key());
            CHECK(read->game.moves[i].move == game.game.moves[i].move);
        }
    }
}

TEST_CASE("a line of games that wait is recognised when it is torn or damaged") {
    const std::string line = without_end(io::format_waiting_game(sample()));
    for (std::size_t size = 1; size < line.size(); ++size)
        CHECK(io::parse_waiting_line(std::string_view(line).substr(0, size)).kind == Kind::Unknown);
    for (std::size_t at = 0; at < line.size(); ++at) {
        std::string damaged = line;
        damaged[at] = static_cast<char>(damaged[at] ^ 1);
        CHECK(io::parse_waiting_line(damaged).kind == Kind::Unknown);
    }
}

TEST_CASE("notes on the progress of a game that waits are lines, too") {
    const std::string progress = without_end(io::format_waiting_progress(id, "3 17 20"));
    CHECK(io::parse_waiting_line(progress).kind == Kind::Progress);
    CHECK(io::parse_waiting_line(progress).id == id);
    CHECK(io::parse_waiting_line(progress).rest == "3 17 20");
    const std::string done = without_end(io::format_waiting_done(id));
    CHECK(io::parse_waiting_line(done).kind == Kind::Done);
    CHECK(io::parse_waiting_line(done).id == id);
}

TEST_CASE("remarks are no games, and lines of another version or without an id are unknown") {
    for (const char* line : {"", "  ", "# Results of games", "#"})
        CHECK(io::parse_waiting_line(line).kind == Kind::Remark);
    for (const char* line : {"v1", "hello", "x 12345678", " 00000000", "v1 game"})
        CHECK_MESSAGE(io::parse_waiting_line(line).kind == Kind::Unknown, line);
    std::string other = io::format_waiting_done("A" + id.substr(1)); // with the right checksum
    other.pop_back();
    CHECK(io::parse_waiting_line(other).kind == Kind::Unknown);
}

TEST_CASE("what has the form of a game that waits but is no game of chess is not read") {
    const std::string move = " rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - e2e4";
    const std::string start = "2026-11-21T02:47:46Z 2 \"a\" \"b\"";
    const auto reads = [](const std::string& rest) {
        return io::read_waiting_game({.kind = Kind::Game, .id = id, .rest = rest}).has_value();
    };
    CHECK(reads(start + move));
    CHECK(reads(start));
    for (const std::string& rest :
         {std::string(), start + " x", start + move + move.substr(0, 20),
          start + move.substr(0, move.size() - 1) + "6",
          "2026-02-30T02:47:46Z 2 \"a\" \"b\"" + move, "2026-11-21T24:47:46Z 2 \"a\" \"b\"" + move,
          "2026-11-21 02:47:46 2 \"a\" \"b\"" + move, "2026-11-21T02:47:46Z 3 \"a\" \"b\"" + move,
          "2026-11-21T02:47:46Z -1 \"a\" \"b\"" + move, "2026-11-21T02:47:46Z 2 a \"b\"" + move,
          "2026-11-21T02:47:46Z 2 \"a\"" + move})
        CHECK_MESSAGE(!reads(rest), rest);
}

namespace {

book::LearntMove learnt_in(const chess::Variant& variant, std::string_view fen,
                           std::string_view move) {
    const auto position = chess::parse_variant_fen(variant, fen).value();
    const auto played = chess::parse_variant_uci(position, move).value();
    return book::learnt_in_variant(position, chess::stand_in_for(played));
}

} // namespace

TEST_CASE("a game of a variant that waits names it, in lines that earlier versions leave alone") {
    WaitingGame game = sample();
    game.game.moves = {learnt_in(chess::crazyhouse,
                                 "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3",
                                 "P@h3"),
                       learnt_in(chess::crazyhouse, "4k3/8/8/8/8/8/7P/R3K2R[] w KQ - 0 3", "e1g1")};
    const std::string line = without_end(io::format_waiting_game(game));
    CHECK(line.find(" crazyhouse rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - P@h3 "
                    "4k3/8/8/8/8/8/7P/R3K2R[] w KQ - e1h1 ") != std::string::npos);
    CHECK(line.starts_with("v2 game " + id));
    const WaitingLine parsed = io::parse_waiting_line(line);
    REQUIRE(parsed.kind == Kind::Game);
    const auto read = io::read_waiting_game(parsed);
    REQUIRE(read.has_value());
    CHECK(io::format_waiting_game(*read) == line + "\n");
    CHECK(book::variant_of(read->game.moves.front()) == "crazyhouse");
    CHECK(book::format_learnt(read->game.moves.front()) == "P@h3");

    game.game.moves = {
        learnt_in(chess::three_check, "4k3/8/8/8/8/8/7P/R3K2R w - - 1+3 0 1", "h2h4")};
    const std::string checks = without_end(io::format_waiting_game(game));
    CHECK(checks.find(" 3check 4k3/8/8/8/8/8/7P/R3K2R w - - 1+3 h2h4 ") != std::string::npos);
    const auto again = io::read_waiting_game(io::parse_waiting_line(checks));
    REQUIRE(again.has_value());
    CHECK(again->game.moves.front().in_variant == game.game.moves.front().in_variant);
}
