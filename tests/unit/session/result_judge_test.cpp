// How games ended that a UCI GUI only stopped sending.
#include "adapter/session/result_judge.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/uci_move.hpp"
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
// Nothing ends here soon: rooks and pawns, all moves free; the side to move is the opponent.
constexpr std::string_view middle = "r4rk1/pp3ppp/8/8/8/8/PP3PPP/R4RK1 b - - 0 40";

chess::Position position_of(std::string_view fen) {
    const auto position = chess::parse_fen(fen);
    REQUIRE(position.has_value());
    return *position;
}

chess::Game played(std::string_view fen, std::string_view moves) {
    chess::Game game(position_of(fen));
    for (std::string_view word = text::next_word(moves); !word.empty(); word = text::next_word(moves)) {
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
    const auto check = [](std::string_view fen, std::string_view moves, Color ours, GameResult result,
                          std::string_view reason) {
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
    check("7k/8/6K1/8/8/8/8/5Q2 w - - 99 80", "f1f8", Color::White, Win, "checkmate"); // not the fifty moves
    check("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7", Color::White, Draw, "stalemate");
    check("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7", Color::Black, Draw, "stalemate");
    check("7k/8/6K1/8/8/8/8/5Q2 w - - 99 80", "f1a1", Color::White, Draw, "fifty moves");
    check("7k/8/6K1/8/8/8/8/5Q2 w - - 149 99", "f1a1", Color::White, Draw, "fifty moves");
    check("4k3/8/8/8/8/8/3p1N2/3K4 w - - 0 1", "d1d2", Color::White, Draw, "insufficient material");
    check(start, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", Color::White, Draw, "repetition");
    check(start, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", Color::Black, Draw,
          "repetition");
}
