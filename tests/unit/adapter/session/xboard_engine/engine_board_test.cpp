// The copy of the engine's board.
#include "adapter/session/xboard_engine/engine_board.hpp"
#include "core/chess/fen.hpp"

#include <string>

#include <doctest/doctest.h>

using namespace polyglot;
using chess::Color;
using session::EngineBoard;
using Mode = EngineBoard::Mode;

TEST_CASE("nothing is known before the first new") {
    EngineBoard board;
    CHECK(!board.is_known());
    board.on_new("normal");
    CHECK(board.is_known());
    CHECK(board.start() == "startpos");
    CHECK(board.mode() == Mode::Force);
    CHECK(board.side_to_move() == Color::White);
}

TEST_CASE("new does not say which of the 960 positions is on the board") {
    EngineBoard board;
    board.on_new("fischerandom");
    CHECK(!board.is_known());
    board.place("startpos");
    CHECK(board.is_known());
    CHECK(board.castling() == chess::CastlingStyle::KingTakesRook);
}

TEST_CASE("a position that cannot be read is not known, except in a variant whose rules are not") {
    EngineBoard board;
    board.on_new("normal");
    board.place("no FEN");
    CHECK(!board.is_known());
    board.on_new("crazyhouse");
    board.place("no FEN");
    CHECK(board.is_known());
    CHECK(!board.game());
    CHECK(!board.variant_game());
    CHECK(!board.knows_rules());
}

TEST_CASE("moves are made and taken back") {
    EngineBoard board;
    board.on_new("normal");
    board.push("e2e4");
    board.push("e7e5");
    CHECK(board.moves().size() == 2);
    CHECK(board.side_to_move() == Color::White);
    board.pop();
    CHECK(board.side_to_move() == Color::Black);
    CHECK(board.game()->position().piece_at(chess::E4));
    CHECK(!board.game()->position().piece_at(chess::E5));
}

TEST_CASE(
    "the side to move follows from the FEN and the number of moves where the rules are not known") {
    EngineBoard board;
    board.on_new("crazyhouse");
    CHECK(board.side_to_move() == Color::White);
    board.push("e2e4");
    CHECK(board.side_to_move() == Color::Black);
    board.place("4k3/8/8/8/8/8/8/4K3[Q] b - - 0 1");
    CHECK(board.side_to_move() == Color::Black);
}

TEST_CASE("an engine that plays answers the opponent's next move by itself") {
    EngineBoard board;
    board.on_new("normal");
    board.push("e2e4");
    board.push("e7e5");
    const session::GameLine next{"startpos", {"e2e4", "e7e5", "g1f3"}};
    CHECK(!board.awaits_last_move_of(next, "normal")); // force mode
    board.set_playing(Color::Black);
    CHECK(board.awaits_last_move_of(next, "normal"));
    CHECK(!board.awaits_last_move_of(next, "fischerandom"));
    CHECK(!board.awaits_last_move_of({"startpos", {"e2e4", "e7e5"}}, "normal"));
    CHECK(!board.awaits_last_move_of({"startpos", {"e2e4", "e7e5", "g1f3", "b8c6"}}, "normal"));
    CHECK(!board.awaits_last_move_of({"startpos", {"d2d4", "e7e5", "g1f3"}}, "normal"));
    CHECK(!board.awaits_last_move_of({"startpos", {"e2e4", "e7e5", "e1e8"}}, "normal")); // illegal

    SUBCASE("not if it plays the other side") {
        board.set_playing(Color::White);
    }
    SUBCASE("not if its board is not known") {
        board.set_unknown();
    }
    SUBCASE("not if the game is over for it") {
        board.end_game();
    }
    CHECK(!board.awaits_last_move_of(next, "normal"));
}

TEST_CASE("it cannot answer a mate") {
    EngineBoard board;
    board.on_new("normal");
    for (const char* move : {"f2f3", "e7e5", "g2g4"})
        board.push(move);
    board.set_playing(Color::White);
    CHECK(!board.awaits_last_move_of({"startpos", {"f2f3", "e7e5", "g2g4", "d8h4"}}, "normal"));
    CHECK(board.awaits_last_move_of({"startpos", {"f2f3", "e7e5", "g2g4", "d7d5"}}, "normal"));
}

TEST_CASE(
    "a game is over until the next new; a claim is over with the position that it was made in") {
    EngineBoard board;
    board.on_new("normal");
    board.claim_end();
    CHECK(board.is_over());
    CHECK(board.is_end_claimed());
    board.end_game(); // said again: still a claim
    CHECK(board.is_end_claimed());
    board.place("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    CHECK(board.is_over());
    CHECK(!board.is_end_claimed());
    board.on_new("normal");
    CHECK(!board.is_over());
}

TEST_CASE("play_out goes as far as the moves are legal") {
    EngineBoard board;
    board.on_new("normal");
    board.push("e2e4");
    const auto position = board.play_out({"startpos", {"e2e4", "e7e5", "e1e8", "g1f3"}});
    REQUIRE(position);
    CHECK(chess::format_fen(*position) ==
          "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2");
    CHECK(!board.play_out({"no FEN", {}}));
    board.on_new("crazyhouse");
    CHECK(!board.play_out({"startpos", {}}));
}

TEST_CASE("moves are spelt as the engine reads them") {
    EngineBoard board;
    board.on_new("normal");
    CHECK(board.spell("g1f3", false) == "g1f3");
    CHECK(board.spell("g1f3", true) == "Nf3");
    CHECK(!board.spell("g1g5", false));
    board.on_new("fischerandom");
    board.place("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    CHECK(board.spell("e1a1", false) == "O-O-O");
    board.on_new("crazyhouse");
    CHECK(board.spell("P@e4", false) == "P@e4");
}

TEST_CASE("a new process has the variant of the old one to be asked in, and nothing else") {
    EngineBoard board;
    board.on_new("crazyhouse");
    board.push("e2e4");
    board.set_playing(Color::Black);
    board.end_game();
    board.forget();
    CHECK(!board.is_known());
    CHECK(board.moves().empty());
    CHECK(board.mode() == Mode::Force);
    CHECK(!board.is_over());
    CHECK(board.variant() == "crazyhouse");
}

TEST_CASE("a variant's board: moves made and taken back, and where its rules end") {
    EngineBoard board;
    board.on_new("atomic");
    REQUIRE(board.variant_game());
    CHECK(board.side_to_move() == Color::White);
    board.push("e2e4");
    CHECK(board.variant_game()->moves().size() == 1);
    CHECK(board.side_to_move() == Color::Black);
    CHECK(board.spell("g8f6", true) == "Nf6");
    CHECK(board.spell("g8f6", false) == "g8f6");
    CHECK(board.spell("g8g1", true) == "g8g1"); // engines differ in the rules
    board.pop();
    CHECK(board.variant_game()->moves().empty());
    board.push("e2e5"); // not by our rules
    CHECK_FALSE(board.variant_game());
    CHECK(board.moves().size() == 1);
    CHECK(board.side_to_move() == Color::Black);
    board.place("startpos");
    CHECK(board.variant_game());
}

TEST_CASE("the start of a variant, if it is not that of chess") {
    EngineBoard board;
    for (const char* variant : {"normal", "crazyhouse", "shogi"}) {
        board.on_new(variant);
        CHECK_FALSE(board.start_unlike_chess());
    }
    board.on_new("racingkings");
    REQUIRE(board.start_unlike_chess());
    CHECK(board.start_unlike_chess()->starts_with("8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w"));
}

TEST_CASE("the wanted position of a variant, if every move of it is legal") {
    EngineBoard board;
    board.on_new("crazyhouse");
    const auto position = board.play_out_variant({"startpos", {"e2e4", "d7d5", "e4d5", "d8d5"}});
    REQUIRE(position);
    CHECK(position->side_to_move() == Color::White);
    CHECK_FALSE(board.play_out_variant({"startpos", {"e2e4", "e2e4"}}));
    CHECK_FALSE(board.play_out_variant({"no FEN", {}}));
    board.on_new("shogi");
    CHECK_FALSE(board.play_out_variant({"startpos", {}}));
}

TEST_CASE("a new game forgets the claim of the last one") {
    EngineBoard board;
    board.on_new("normal");
    board.claim_end();
    board.drop_claim();
    CHECK_FALSE(board.is_end_claimed());
    CHECK(board.is_over());
    board.claim_end();
    board.on_new("normal");
    CHECK_FALSE(board.is_end_claimed());
    CHECK_FALSE(board.is_over());
}

TEST_CASE("play_out begins at the line's own start") {
    EngineBoard board;
    board.on_new("normal");
    board.push("e2e4");
    const std::string start = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    CHECK(chess::format_fen(*board.play_out({start, {}})) == start);
    CHECK(board.play_out({"startpos", {"d2d4"}})->piece_at(chess::D4));
    CHECK_FALSE(board.play_out({"startpos", {"d2d4"}})->piece_at(chess::E4));
    CHECK(board.play_out({start, {"e2e4"}})->piece_at(chess::E4));
}
