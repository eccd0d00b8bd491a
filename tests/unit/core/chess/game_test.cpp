// Games: repetition and the ways they end.
#include "core/chess/fen.hpp"
#include "core/chess/game.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/text.hpp"
#include "tests/unit/core/chess/support.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::chess {
namespace {

Move move_of(const Game& game, std::string_view text) {
    const auto move = parse_uci_move(game.position(), text);
    REQUIRE_MESSAGE(move.has_value(), text);
    return *move;
}

Game play(std::string_view fen, std::string_view moves) {
    Game game(test::position_of(fen));
    while (!(moves = text::trim(moves)).empty())
        game.push(move_of(game, text::next_word(moves)));
    return game;
}

constexpr auto start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr auto kings_and_rook = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
const std::string knights_out_and_back = "g1f3 g8f6 f3g1 f6g8 ";

void check_end(std::string_view fen, GameEnd end) {
    INFO(fen);
    CHECK(Game(test::position_of(fen)).end() == end);
}

} // namespace

TEST_CASE("game: mate and stalemate") {
    check_end(start, GameEnd::None);
    check_end("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", GameEnd::Checkmate);
    check_end("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 150 90",
              GameEnd::Checkmate); // mate goes first
    check_end("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", GameEnd::Stalemate);
    check_end("8/8/8/8/8/5k2/5p2/5K2 w - - 0 1", GameEnd::Stalemate);
    // Only an en-passant capture is left.
    check_end("7k/5Q2/8/3pP3/8/8/8/K7 b - - 0 1", GameEnd::None);
    CHECK(play("8/6p1/7k/7P/5P1K/8/8/8 b - - 0 1", "g7g5").end() == GameEnd::None);
}

TEST_CASE("game: insufficient material") {
    for (const char* board :
         {"4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4KN2", "4kb2/8/8/8/8/8/8/4K3",
          "2b1k3/8/8/8/8/8/8/4KB2", "4k3/8/8/8/8/8/B1B1B3/4K3", "2b1k3/8/b7/8/8/8/B7/4KB2"})
        check_end(std::string(board) + " w - - 0 1", GameEnd::InsufficientMaterial);
    for (const char* board :
         {"4k3/8/8/8/8/8/P7/4K3", "4k3/8/8/8/8/8/8/R3K3", "4k3/8/8/8/8/8/8/3QK3",
          "4k3/8/8/8/8/8/8/4KNN1", "1n2k3/8/8/8/8/8/8/4KN2", "1n2k3/8/8/8/8/8/8/4KB2",
          "4kb2/8/8/8/8/8/8/4KB2", "4k3/8/8/8/8/8/BB6/4K3"})
        check_end(std::string(board) + " w - - 0 1", GameEnd::None);
}

TEST_CASE("game: fifty and seventy-five moves") {
    check_end("4k3/8/8/8/8/8/8/R3K3 w - - 99 80", GameEnd::None);
    check_end("4k3/8/8/8/8/8/8/R3K3 w - - 100 80", GameEnd::FiftyMoves);
    check_end("4k3/8/8/8/8/8/8/R3K3 w - - 149 80", GameEnd::FiftyMoves);
    check_end("4k3/8/8/8/8/8/8/R3K3 w - - 150 80", GameEnd::SeventyFiveMoves);
    CHECK(play("4k3/8/8/8/8/8/P7/R3K3 w - - 99 80", "e1e2").end() == GameEnd::FiftyMoves);
    CHECK(play("4k3/8/8/8/8/8/P7/R3K3 w - - 99 80", "a2a3").end() == GameEnd::None);
    CHECK(play("4k3/8/8/8/8/8/p7/R3K3 w - - 99 80", "a1a2").end() == GameEnd::None);
}

TEST_CASE("game: repetition") {
    const std::string twice = knights_out_and_back + knights_out_and_back;
    CHECK(play(start, "").repetitions() == 0);
    CHECK(play(start, knights_out_and_back).repetitions() == 1);
    CHECK(play(start, knights_out_and_back).end() == GameEnd::None);
    CHECK(play(start, twice).repetitions() == 2);
    CHECK(play(start, twice).end() == GameEnd::ThreefoldRepetition);
    CHECK(play(start, twice + "g1f3").end() == GameEnd::ThreefoldRepetition);
    CHECK(play(start, twice + "e2e4").repetitions() == 0);
    CHECK(play(start, twice + knights_out_and_back).end() == GameEnd::ThreefoldRepetition);
    CHECK(play(start, twice + twice).end() == GameEnd::FivefoldRepetition);
    // Odd ways round count too.
    CHECK(play(kings_and_rook, "e1e2 e8e7 e2d2 e7d7 d2e1 d7e8").repetitions() == 1);
}

TEST_CASE("game: a right lost in between is another position") {
    Game game = play("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "h1g1 h8g8 g1h1 g8h8");
    CHECK(game.repetitions() == 0); // the right to castle short is gone
    for (const char* move : {"h1g1", "h8g8", "g1h1", "g8h8"})
        game.push(move_of(game, move));
    CHECK(game.repetitions() == 1);
}

TEST_CASE("game: en passant matters only if a pawn may take that way") {
    // After e2e4 with no black pawn near: the next time without the square is the same position.
    CHECK(play(start, "e2e4 g8f6 g1f3 f6g8 f3g1").repetitions() == 1);
    // With a pawn on d4 that may take it is not.
    CHECK(play("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4 e8e7 e1e2 e7e8 e2e1").repetitions() == 0);
    // A pinned pawn may not take: the same position, though the PolyGlot keys differ.
    const Game pinned = play("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e2e4 a4a3 e1e2 a3a4 e2e1");
    CHECK(pinned.repetitions() == 1);
    const Position after_push = play("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e2e4").position();
    CHECK(after_push.key() != pinned.position().key());
    CHECK(after_push.repetition_key() == pinned.position().repetition_key());
}

TEST_CASE("game: would_repeat looks one move ahead") {
    Game game = play(start, "g1f3 g8f6 f3g1");
    CHECK(game.would_repeat(move_of(game, "f6g8")));
    CHECK_FALSE(game.would_repeat(move_of(game, "f6g4")));
    CHECK_FALSE(game.would_repeat(move_of(game, "e7e5")));
    CHECK_FALSE(Game().would_repeat(move_of(Game(), "g1f3")));
    game = play(start, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    // It will stand there for the third time
    CHECK(game.repetitions_after(move_of(game, "f6g8")) == 2);
    CHECK(game.repetitions_after(move_of(game, "f6d5")) == 0);
}

TEST_CASE("game: pop takes everything back") {
    const std::uint64_t seed = test::seed();
    INFO("POLYGLOT_TEST_SEED=", seed);
    Random random(seed);
    for (int n = 0; n < 20; ++n) {
        const Position from =
            n % 2 ? test::position_of(test::chess960_fen(static_cast<int>(random.below(960))))
                  : Position::start();
        Game game(from);
        std::vector<Position> positions;
        std::vector<int> repetitions;
        while (game.moves().size() < 120) {
            const MoveList moves = game.position().legal_moves();
            if (moves.empty()) break;
            positions.push_back(game.position());
            repetitions.push_back(game.repetitions());
            const Move move = moves[random.below(moves.size())];
            const int expected = game.repetitions_after(move);
            CHECK(game.would_repeat(move) == (expected > 0));
            game.push(move);
            CHECK(game.repetitions() == expected);
        }
        // The count from the rule itself: how many earlier positions are the same.
        while (!positions.empty()) {
            game.pop();
            CHECK(game.position() == positions.back());
            CHECK(game.repetitions() == repetitions.back());
            int same = 0;
            for (std::size_t i = 0; i + 1 < positions.size(); ++i)
                same += positions[i].repetition_key() == positions.back().repetition_key();
            CHECK(same == repetitions.back());
            positions.pop_back();
            repetitions.pop_back();
        }
        CHECK(game.position() == game.start());
        CHECK(game.moves().empty());
    }
}

} // namespace polyglot::chess
