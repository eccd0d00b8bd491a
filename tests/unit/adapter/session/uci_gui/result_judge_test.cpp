// How games ended that a UCI GUI only stopped sending.
#include "adapter/session/uci_gui/result_judge.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/uci_move.hpp"
#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/game.hpp"
#include "core/chess/variants/notation.hpp"
#include "core/text/text.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
using namespace polyglot::session;
using chess::Color;

namespace {

constexpr std::string_view start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
// Black to move, who can neither mate nor draw at once.
constexpr std::string_view quiet = "r4rk1/pp3ppp/8/8/8/8/PP3PPP/R4RK1 b - - 0 40";

chess::Position position_of(std::string_view fen) {
    const auto position = chess::parse_fen(fen);
    REQUIRE(position.has_value());
    return *position;
}

chess::Game played(std::string_view fen, std::string_view moves) {
    chess::Game game(position_of(fen));
    for (std::string_view word = text::next_word(moves); !word.empty();
         word = text::next_word(moves)) {
        CAPTURE(word);
        const auto move = chess::parse_uci_move(game.position(), word);
        REQUIRE(move.has_value());
        game.push(*move);
    }
    return game;
}

Verdict judged(const chess::Game& game, Color ours, const std::vector<OwnScore>& scores,
               const config::Settings& settings = {}) {
    ResultJudge judge;
    for (const OwnScore score : scores)
        judge.on_own_move(position_of(start), score);
    return judge.judge(game, ours, settings);
}

} // namespace

TEST_CASE("what the rules say of the last position goes before every score") {
    const auto check = [](std::string_view fen, std::string_view moves, Color ours,
                          GameResult result, std::string_view reason) {
        CAPTURE(fen);
        CAPTURE(moves);
        for (const int score : {0, 99'999, -99'999}) {
            const Verdict verdict = judged(played(fen, moves), ours, {score, score, score});
            CHECK(verdict.result == result);
            CHECK(verdict.reason == reason);
        }
    };
    using enum GameResult;
    check(start, "f2f3 e7e5 g2g4 d8h4", Color::Black, Win, "checkmate");
    check(start, "f2f3 e7e5 g2g4 d8h4", Color::White, Loss, "checkmate");
    check("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", Color::White, Win, "checkmate");
    check("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", Color::Black, Loss, "checkmate");
    // Not the fifty moves
    check("7k/8/6K1/8/8/8/8/5Q2 w - - 99 80", "f1f8", Color::White, Win, "checkmate");
    check("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7", Color::White, Draw, "stalemate");
    check("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7", Color::Black, Draw, "stalemate");
    check("7k/8/6K1/8/8/8/8/5Q2 w - - 99 80", "f1a1", Color::White, Draw, "fifty moves");
    check("7k/8/6K1/8/8/8/8/5Q2 w - - 149 99", "f1a1", Color::White, Draw, "fifty moves");
    check("4k3/8/8/8/8/8/3p1N2/3K4 w - - 0 1", "d1d2", Color::White, Draw, "insufficient material");
    check(start, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", Color::White, Draw, "repetition");
    check(start, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8",
          Color::Black, Draw, "repetition");
}

namespace {

using Scores = std::vector<OwnScore>;
constexpr OwnScore none = std::nullopt;

Scores repeated(OwnScore score, std::size_t count) {
    return Scores(count, score);
}

Scores operator+(Scores a, const Scores& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

// We are White and have made the last move.
void check_quiet(const Scores& scores, GameResult result, std::string_view reason,
                 const config::Settings& settings = {}) {
    CAPTURE(reason);
    const Verdict verdict = judged(played(quiet, ""), Color::White, scores, settings);
    CHECK(verdict.result == result);
    CHECK(verdict.reason == reason);
}

} // namespace

TEST_CASE("a row of high or low scores that the game ends with") {
    using enum GameResult;
    constexpr std::string_view won = "score at least 600 for 3 moves";
    constexpr std::string_view lost = "score at most -600 for 3 moves";
    check_quiet(repeated(600, 3), Win, won);
    check_quiet(repeated(-600, 3), Loss, lost);
    check_quiet(repeated(-600, 9) + repeated(600, 3), Win, won);
    check_quiet({601, 20'000, 50'000}, Win, won);
    check_quiet(repeated(600, 2), Unknown, "no result: last score 600");
    check_quiet(repeated(-600, 2), Unknown, "no result: last score -600");
    check_quiet({900, 900, 599}, Unknown, "no result: last score 599");
    check_quiet({900, 599, 900, 900}, Unknown, "no result: last score 900");
    check_quiet({-900, -900, -599}, Unknown, "no result: last score -599");
    check_quiet({900, 900, -900, -900}, Unknown, "no result: last score -900");
    check_quiet(repeated(900, 20) + Scores{0}, Unknown, "no result: last score 0");
    check_quiet({}, Unknown, "no result: no score of a search");
    check_quiet(repeated(none, 20), Unknown, "no result: no score of a search");
}

TEST_CASE("an even row counts as a draw, but not early in the game") {
    using enum GameResult;
    constexpr std::string_view drawn = "score within 20 for 8 moves";
    check_quiet(repeated(0, 8), Draw, drawn);
    check_quiet({20, -20, 20, -20, 20, -20, 20, -20}, Draw, drawn);
    check_quiet(repeated(900, 9) + repeated(20, 8), Draw, drawn);
    check_quiet(repeated(0, 7), Unknown, "no result: last score 0");
    check_quiet(repeated(0, 7) + Scores{21}, Unknown, "no result: last score 21");
    check_quiet(repeated(0, 7) + Scores{-21}, Unknown, "no result: last score -21");

    const auto at_move = [](std::string_view number) {
        return judged(
            played("r4rk1/pp3ppp/8/8/8/8/PP3PPP/R4RK1 b - - 0 " + std::string(number), ""),
            Color::White, repeated(0, 8));
    };
    CHECK(at_move("30").result == Draw);
    CHECK(at_move("29").result == Unknown);
    CHECK(at_move("29").reason == "no result: last score 0");
}

TEST_CASE("the settings say how long a row and how high a score") {
    using enum GameResult;
    config::Settings settings;
    settings.book_learn_score_cp = 300;
    settings.book_learn_moves = 2;
    settings.book_learn_draw_score_cp = 0;
    settings.book_learn_draw_moves = 1;
    check_quiet({300, 300}, Win, "score at least 300 for 2 moves", settings);
    check_quiet({300, 299}, Unknown, "no result: last score 299", settings);
    check_quiet({-300, -300}, Loss, "score at most -300 for 2 moves", settings);
    check_quiet({0}, Draw, "score within 0 for 1 moves", settings);
    check_quiet({1}, Unknown, "no result: last score 1", settings);
}

TEST_CASE("a mate that the last search saw counts at once, from either unit of its distance") {
    using enum GameResult;
    check_quiet({0, 99'999}, Win, "mate announced");
    check_quiet({99'001}, Win, "mate announced");
    check_quiet({-99'999}, Loss, "mate announced against us");
    check_quiet({900, -99'001}, Loss, "mate announced against us");
    check_quiet({99'000}, Unknown, "no result: last score 99000"); // a large score is no mate
    check_quiet({-99'000}, Unknown, "no result: last score -99000");
    check_quiet({99'999, 0}, Unknown, "no result: last score 0"); // it is the last that counts
}

TEST_CASE("moves from the book and forced moves neither count nor break a row") {
    using enum GameResult;
    check_quiet(Scores{none, none} + Scores{700, none, 700, none, none, 700} + Scores{none}, Win,
                "score at least 600 for 3 moves");
    check_quiet(Scores{99'990, none, none}, Win, "mate announced");

    const auto only_move = position_of("K7/8/1k6/8/8/8/8/7r w - - 0 1");
    REQUIRE(only_move.legal_move_count() == 1);
    ResultJudge judge;
    for (const int score : {-700, -700, -700}) {
        judge.on_own_move(only_move, 0); // engines answer at once, with the score of no search
        judge.on_own_move(position_of(start), score);
        judge.on_own_move(only_move, 99'999);
    }
    CHECK(judge.judge(played(quiet, ""), Color::White, {}).result == Loss);
    ResultJudge only_forced;
    for (int i = 0; i < 4; ++i)
        only_forced.on_own_move(only_move, -700);
    CHECK(only_forced.judge(played(quiet, ""), Color::White, {}).result == Unknown);
}

TEST_CASE("a new game starts without scores") {
    ResultJudge judge;
    judge.on_own_move(position_of(start), 99'999);
    judge.reset();
    const Verdict verdict = judge.judge(played(quiet, ""), Color::White, {});
    CHECK(verdict.result == GameResult::Unknown);
    CHECK(verdict.reason == "no result: no score of a search");
}

TEST_CASE("the opponent's last move, which UCI does not report, is considered") {
    using enum GameResult;
    const auto check = [](std::string_view fen, std::string_view moves, Color ours,
                          const Scores& scores, GameResult result, std::string_view reason) {
        CAPTURE(fen);
        const Verdict verdict = judged(played(fen, moves), ours, scores);
        CHECK(verdict.result == result);
        CHECK(verdict.reason == reason);
    };
    constexpr std::string_view mates = "the opponent can mate at once";
    constexpr std::string_view seemed =
        "no result: we seemed to win, but the opponent can mate at once";
    constexpr std::string_view draws = "the opponent can draw at once";
    constexpr std::string_view not_even =
        "no result: the opponent can draw at once, but the score is not even";

    // Fool's mate before its last move, from White's side.
    constexpr std::string_view fool = "f2f3 e7e5 g2g4";
    check(start, fool, Color::White, {0}, Loss, mates);
    check(start, fool, Color::White, {599}, Loss, mates);
    check(start, fool, Color::White, {-99'999}, Loss, mates);
    check(start, fool, Color::White, {}, Loss, mates);
    check(start, fool, Color::White, {600}, Unknown, seemed);
    check(start, fool, Color::White, repeated(700, 4), Unknown, seemed);
    // The same, if the GUI had sent the last move: it is our turn.
    check(start, fool, Color::Black, {0}, Unknown, "no result: last score 0");

    // Black can bring a position about for the third time.
    constexpr std::string_view knights = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";
    check(start, knights, Color::White, {100}, Draw, draws);
    check(start, knights, Color::White, {-100}, Draw, draws);
    check(start, knights, Color::White, {101}, Unknown, not_even);
    check(start, knights, Color::White, {-101}, Unknown, not_even);
    check(start, knights, Color::White, repeated(-700, 4), Unknown, not_even);
    check(start, knights, Color::White, {99'999}, Unknown, not_even);
    check(start, knights, Color::White, {}, Unknown, not_even);
    check(start, "g1f3 g8f6 f3g1", Color::White, {0}, Unknown, "no result: last score 0");

    // Fifty moves, a capture that leaves bare kings, a stalemate.
    check("r4rk1/pp3ppp/8/8/8/8/PP3PPP/R4RK1 b - - 99 90", "", Color::White, {0}, Draw, draws);
    check("r4rk1/pp3ppp/8/8/8/8/PP3PPP/R4RK1 b - - 98 90", "", Color::White, {0}, Unknown,
          "no result: last score 0");
    check("4k3/3P4/8/8/8/8/8/3K4 b - - 0 80", "", Color::White, {50}, Draw, draws);
    // f1f8 mates, f1f7 draws
    check("7K/8/6k1/8/8/8/8/5q2 b - - 0 80", "", Color::White, {0}, Loss, mates);
    // The mirror: we are Black.
    check("7k/8/6K1/8/8/8/8/5Q2 w - - 0 80", "", Color::Black, {-99'998}, Loss, mates);
}

TEST_CASE("the rules of a variant decide a game, and what the opponent can do at once") {
    using enum GameResult;
    const auto check = [](const chess::Variant& variant, std::string_view fen, Color ours,
                          GameResult result, std::string_view reason) {
        CAPTURE(fen);
        const auto position = chess::parse_variant_fen(variant, fen);
        REQUIRE(position.has_value());
        const Verdict verdict = ResultJudge().judge(chess::VariantGame(*position), ours, {});
        CHECK(verdict.result == result);
        CHECK(verdict.reason == reason);
    };
    constexpr std::string_view three_checks = "4k3/8/8/8/8/8/8/4RK2 b - - 0+3 0 20";
    check(chess::three_check, three_checks, Color::White, Win, "the rules of 3check");
    check(chess::three_check, three_checks, Color::Black, Loss, "the rules of 3check");
    check(chess::three_check, "4k3/8/8/8/8/8/8/3R1K2 w - - 1+3 0 20", Color::Black, Loss,
          "the opponent can win at once");
    check(chess::king_of_the_hill, "4k3/8/8/8/8/4K3/8/8 w - - 0 20", Color::Black, Loss,
          "the opponent can win at once");
    check(chess::king_of_the_hill, "4k3/8/8/8/8/8/8/4K3 w - - 0 20", Color::Black, Unknown,
          "no result: no score of a search");
    // What ends chess ends a variant, too, and is called the same.
    check(chess::three_check, "R5k1/5ppp/8/8/8/8/8/6K1 b - - 3+3 0 20", Color::White, Win,
          "checkmate");
    check(chess::three_check, "7k/5Q2/6K1/8/8/8/8/8 b - - 3+3 0 20", Color::White, Draw,
          "stalemate");
    check(chess::three_check, "4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 20", Color::White, Draw,
          "insufficient material");
    check(chess::three_check, "4k3/8/8/8/8/8/8/R3K3 w - - 3+3 100 90", Color::White, Draw,
          "fifty moves");
    check(chess::three_check, "4k3/8/8/8/8/8/8/R3K3 w - - 3+3 150 90", Color::White, Draw,
          "fifty moves");
}

TEST_CASE("a position of a variant that has come three times is a draw") {
    const auto position = chess::parse_variant_fen(chess::king_of_the_hill, start);
    REQUIRE(position.has_value());
    chess::VariantGame game(*position);
    for (int times = 1; times <= 2; ++times)
        for (const std::string_view text : {"g1f3", "g8f6", "f3g1", "f6g8"}) {
            CHECK(ResultJudge().judge(game, Color::White, {}).result == GameResult::Unknown);
            game.push(*chess::parse_variant_uci(game.position(), text));
        }
    const Verdict verdict = ResultJudge().judge(game, Color::White, {});
    CHECK(verdict.result == GameResult::Draw);
    CHECK(verdict.reason == "repetition");
}
