// Ends of games, resignations and draw offers. The texts and the finer rules are those of
// PolyGlot 2.0.4 on the wire.
#include "adapter/session/shared/adjudicator.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/uci_move.hpp"
#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/notation.hpp"
#include "core/text/text.hpp"

#include <string_view>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
using namespace polyglot::session;

namespace {

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

constexpr std::string_view start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

} // namespace

TEST_CASE("the end by rule is found, and whether the side to move has a legal move") {
    const auto check = [](std::string_view fen, std::string_view moves, std::string_view text,
                          bool has_legal_move) {
        CAPTURE(fen);
        CAPTURE(moves);
        const auto end = end_by_rule(played(fen, moves));
        REQUIRE(end.has_value());
        CHECK(end->announcement == text);
        CHECK(end->has_legal_move == has_legal_move);
    };
    check("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "1-0 {White mates}", false);
    check(start, "f2f3 e7e5 g2g4 d8h4", "0-1 {Black mates}", false);
    check("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7", "1/2-1/2 {Stalemate}", false);
    check("7k/8/6K1/8/8/8/8/5Q2 w - - 99 80", "f1a1", "1/2-1/2 {Draw by fifty-move rule}", true);
    check("7k/8/6K1/8/8/8/8/5Q2 w - - 148 80", "f1a1", "1/2-1/2 {Draw by fifty-move rule}", true);
    // Mate comes first
    check("7k/8/6K1/8/8/8/8/5Q2 w - - 99 80", "f1f8", "1-0 {White mates}", false);
    check(start, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", "1/2-1/2 {Draw by repetition}", true);
    constexpr std::string_view material = "1/2-1/2 {Draw by insufficient material}";
    check("4k3/8/8/8/8/8/3p4/3K4 w - - 0 1", "d1d2", material, true);
    check("4k3/8/8/8/8/8/3p1N2/3K4 w - - 0 1", "d1d2", material, true);
    check("4k3/8/8/8/8/8/3p1B2/3K4 w - - 0 1", "d1d2", material, true);
    check("4kb2/8/8/8/8/8/3p3B/3K4 w - - 0 1", "d1d2", material, true); // f8 and h2 are both dark
}

TEST_CASE("no end that some GUI would dispute") {
    const auto check = [](std::string_view fen, std::string_view moves) {
        CAPTURE(fen);
        CAPTURE(moves);
        CHECK_FALSE(end_by_rule(played(fen, moves)).has_value());
    };
    check(start, "");
    check(start, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1"); // one ply early
    check("7k/8/6K1/8/8/8/8/5Q2 w - - 98 80", "f1a1");
    check("4k3/8/8/8/8/8/3p1NN1/3K4 w - - 0 1", "d1d2"); // KNNK
    check("4kb2/8/8/8/8/8/3p2B1/3K4 w - - 0 1", "d1d2"); // bishops of both colours
    check("4kn2/8/8/8/8/8/3p2B1/3K4 w - - 0 1", "d1d2"); // KBKN
    check("4kn2/8/8/8/8/8/3p2N1/3K4 w - - 0 1", "d1d2"); // KNKN
    check("4k3/8/8/8/8/8/3p2B1/3K3B w - - 0 1", "d1d2"); // KBBK, both bishops on light squares
    check("4k3/8/8/8/8/8/8/R2K4 w - - 0 1", "");
    check("4k3/p7/8/8/8/8/8/3K4 w - - 0 1", "");
}

namespace {

struct Search {
    std::string_view fen;
    OwnScore score;
    bool resigns;
};

// Black has a choice, no queens; the same with a black or a white queen; and black has one move
// only.
constexpr std::string_view choice = "3r2k1/8/8/8/8/8/8/K6R b - - 0 1";
constexpr std::string_view own_queen = "3q2k1/8/8/8/8/8/8/K6R b - - 0 1";
constexpr std::string_view their_queen = "3r2k1/8/8/8/8/8/8/K6Q b - - 0 1";
constexpr std::string_view forced = "7k/6p1/6P1/8/8/8/8/K6R b - - 0 1";

config::Settings resigning(int moves) {
    config::Settings settings;
    settings.resign = true;
    settings.resign_moves = moves;
    return settings;
}

void check_resignation(const config::Settings& settings, const std::vector<Search>& searches) {
    ResignJudge judge;
    for (std::size_t i = 0; i < searches.size(); ++i) {
        CAPTURE(i);
        const Search& search = searches[i];
        CHECK(judge.on_own_search(settings, position_of(search.fen), search.score) ==
              search.resigns);
    }
}

} // namespace

TEST_CASE("the engine resigns after ResignMoves bad moves in a row") {
    check_resignation(resigning(1),
                      {{choice, -599, false}, {choice, -600, true}, {choice, -100'000, true}});
    check_resignation(resigning(3),
                      {{choice, -600, false}, {choice, -601, false}, {choice, -99'997, true}});
    check_resignation(resigning(2),
                      {{choice, -600, false}, {choice, -599, false}, {choice, -600, false}});
    // Without a score the move may be good or bad: the row is broken.
    check_resignation(
        resigning(2),
        {{choice, -700, false}, {choice, std::nullopt, false}, {choice, -700, false}});
    check_resignation(resigning(1), {{choice, std::nullopt, false}});
    // A forced move neither counts nor breaks the row, whatever score came with it.
    check_resignation(resigning(2),
                      {{choice, -700, false}, {forced, -700, false}, {choice, -700, true}});
    check_resignation(resigning(2),
                      {{choice, -700, false}, {forced, 0, false}, {choice, -700, true}});
    check_resignation(resigning(2),
                      {{choice, -700, false}, {forced, std::nullopt, false}, {choice, -700, true}});
    check_resignation(resigning(1), {{forced, -700, false}});
    check_resignation(resigning(0), {{choice, 0, false}, {choice, -600, true}});

    config::Settings settings = resigning(1);
    settings.resign_score_cp = 900;
    check_resignation(settings, {{choice, -899, false}, {choice, -900, true}});
    settings.resign = false;
    check_resignation(settings, {{choice, -5'000, false}, {choice, -5'000, false}});
}

TEST_CASE("no resignation with a queen of one's own, though its bad moves count") {
    check_resignation(resigning(1), {{own_queen, -700, false}, {their_queen, -700, true}});
    check_resignation(resigning(3),
                      {{own_queen, -900, false}, {own_queen, -900, false}, {choice, -900, true}});
    config::Settings settings = resigning(1);
    settings.queen_never_resigns = false;
    check_resignation(settings, {{own_queen, -700, true}});
}

TEST_CASE("a new game starts the count of bad moves from zero") {
    ResignJudge judge;
    const config::Settings settings = resigning(2);
    CHECK_FALSE(judge.on_own_search(settings, position_of(choice), -700));
    judge.reset();
    CHECK_FALSE(judge.on_own_search(settings, position_of(choice), -700));
    CHECK(judge.on_own_search(settings, position_of(choice), -700));
}

TEST_CASE("the answer to a draw offer") {
    const auto check = [](bool handle_draws, int contempt, OwnScore score, bool accepts) {
        CAPTURE(contempt);
        config::Settings settings;
        settings.handle_draws = handle_draws;
        settings.contempt_score_cp = contempt;
        CHECK(accepts_draw(settings, score) == accepts);
    };
    check(true, 30, -30, true);
    check(true, 30, -29, false);
    check(true, 30, 100, false);
    check(true, 30, -99'997, true);
    check(true, 0, 0, true);
    check(true, 0, 1, false);
    check(true, -50, 50, true);
    check(true, -50, 60, false);
    check(true, 30, std::nullopt, false);
    check(false, 30, -500, false);
}

TEST_CASE("ends by the rules of variants") {
    const auto end = [](const chess::Variant& variant, std::string_view fen) {
        const auto found =
            end_by_rule(chess::VariantGame(chess::parse_variant_fen(variant, fen).value()));
        return found ? std::string(found->announcement) : std::string();
    };
    CHECK(end(chess::three_check, "4k3/8/8/7Q/8/8/8/4K3 b - - 0+3 0 1") ==
          "1-0 {White wins by the variant's rules}");
    CHECK(end(chess::king_of_the_hill, "4k3/8/8/3K4/8/8/8/8 b - - 0 1") ==
          "1-0 {White wins by the variant's rules}");
    CHECK(end(chess::antichess, "8/8/8/8/8/8/8/6q1 w - - 0 1") ==
          "1-0 {White wins by the variant's rules}");
    CHECK(end(chess::crazyhouse, "R5k1/5ppp/8/8/8/8/8/7K[] b - - 0 1") == "1-0 {White mates}");
    CHECK(end(chess::crazyhouse, "R5k1/5ppp/8/8/8/8/8/7K[n] b - - 0 1").empty());
    CHECK(end(chess::crazyhouse, "k7/8/1QK5/8/8/8/8/8[] b - - 0 1") == "1/2-1/2 {Stalemate}");
    CHECK(end(chess::crazyhouse, "4k3/8/8/8/8/8/8/4K2R[] w - - 120 90").empty());
    CHECK(end(chess::atomic, "4k3/8/8/8/8/8/8/4K2R w - - 100 90") ==
          "1/2-1/2 {Draw by fifty-move rule}");
    CHECK(end(chess::losers, "R5k1/5ppp/8/8/8/8/8/7K b - - 0 1") ==
          "0-1 {Black wins, being mated}");
    CHECK(end(chess::three_check, "4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1").empty()); // material
}

TEST_CASE("every end of a variant has its words") {
    const auto end = [](const chess::Variant& variant, std::string_view fen,
                        std::string_view moves = "") {
        chess::VariantGame game(chess::parse_variant_fen(variant, fen).value());
        for (std::string_view word = text::next_word(moves); !word.empty();
             word = text::next_word(moves))
            game.push(chess::parse_variant_uci(game.position(), word).value());
        return end_by_rule(game);
    };
    CHECK(end(chess::losers, "7k/8/8/8/8/8/5PPP/r5K1 w - - 0 1")->announcement ==
          "1-0 {White wins, being mated}");
    CHECK(end(chess::crazyhouse, "7k/8/8/8/8/8/5PPP/r5K1[] w - - 0 1")->announcement ==
          "0-1 {Black mates}");
    CHECK(end(chess::antichess, "8/8/8/p7/P7/8/8/8 w - - 0 1")->announcement ==
          "1-0 {White wins by stalemate}");
    CHECK(end(chess::antichess, "8/8/8/p7/P7/8/8/8 b - - 0 1")->announcement ==
          "0-1 {Black wins by stalemate}");
    CHECK(end(chess::antichess, "8/8/8/8/8/8/8/6Q1 b - - 0 1")->announcement ==
          "0-1 {Black wins by the variant's rules}");
    // The game goes on unless somebody claims the draw.
    const auto fifty = end(chess::atomic, "4k3/8/8/8/8/8/8/4K2R w - - 100 90");
    CHECK(fifty->has_legal_move);
    CHECK_FALSE(end(chess::atomic, "4k3/8/8/8/8/8/8/4K2R w - - 99 90").has_value());
    constexpr std::string_view shuffle = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";
    CHECK_FALSE(end(chess::atomic, start, shuffle).has_value());
    const auto repeated = end(chess::atomic, start, std::string(shuffle) + " f6g8");
    REQUIRE(repeated.has_value());
    CHECK(repeated->announcement == "1/2-1/2 {Draw by repetition}");
    CHECK(repeated->has_legal_move);
    CHECK_FALSE(end(chess::losers, "7k/8/8/8/8/8/5PPP/r5K1 w - - 0 1")->has_legal_move);
}

TEST_CASE("resignations in a variant follow the same rules") {
    const config::Settings settings = resigning(1);
    ResignJudge judge;
    const auto resigns = [&](const chess::Variant& variant, std::string_view fen) {
        return judge.on_own_search(settings, chess::parse_variant_fen(variant, fen).value(), -700);
    };
    CHECK(resigns(chess::atomic, choice));
    CHECK_FALSE(resigns(chess::atomic, own_queen));
    CHECK(resigns(chess::atomic, their_queen));
    CHECK_FALSE(resigns(chess::three_check, forced));
}
