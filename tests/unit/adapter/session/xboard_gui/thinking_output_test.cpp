// Info lines in, xboard thinking lines out. The expected lines are PolyGlot 2.0.4's, where no
// comment says otherwise.
#include "adapter/session/xboard_gui/thinking_output.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/uci_move.hpp"

#include <chrono>
#include <string>
#include <string_view>
#include <utility>

#include <doctest/doctest.h>

using namespace polyglot;
using namespace std::chrono_literals;
using session::InfoString;
using session::ThinkingOutput;

namespace {

chess::Position after_e4() {
    chess::Position position = chess::Position::start();
    position.make(chess::parse_uci_move(position, "e2e4").value());
    return position;
}

// A search for Black after 1. e4, or in another position, with what came out of it since the last
// look.
struct Search {
    explicit Search(const chess::Position& root = after_e4(), std::string ponder_san = {}) {
        thinking.set_post(true);
        thinking.begin(
            {.root = root, .side = root.side_to_move(), .ponder_san = std::move(ponder_san)}, now);
    }
    Search& feed(std::string_view info) {
        string = thinking.on_info(protocol::parse_uci_info(info), settings, now, out);
        return *this;
    }
    Search& ponderhit() {
        thinking.ponderhit(settings, now, out);
        return *this;
    }
    Search& before_move() {
        thinking.before_move(settings, now, out);
        return *this;
    }
    std::string take() { return std::exchange(out, {}); }

    config::Settings settings;
    session::TimePoint now{};
    ThinkingOutput thinking;
    InfoString string = InfoString::None;
    std::string out;
};

void check(std::string_view info, std::string_view expected) {
    CAPTURE(info);
    CHECK(Search().feed(info).take() == expected);
}

void check_time(std::string_view ms, std::string_view centiseconds) {
    CAPTURE(ms);
    Search search;
    search.feed("depth 1 score cp 5 nodes 7 pv e7e5 time " + std::string(ms));
    CHECK(search.take() == "1 +5 " + std::string(centiseconds) + " 7 e5\n");
}

void check_string(std::string_view text, InfoString expected, std::string_view out) {
    CAPTURE(text);
    Search search;
    search.thinking.set_post(false); // they don't depend on it
    CHECK(search.feed("string " + std::string(text)).take() == out);
    CHECK(search.string == expected);
}

void check_score(int mate_score, bool score_white, std::string_view score,
                 std::string_view expected) {
    CAPTURE(score);
    CAPTURE(mate_score);
    Search search;
    search.settings.mate_score = mate_score;
    search.settings.score_white = score_white;
    search.feed("depth 7 time 50 nodes 77 pv e7e5 score " + std::string(score));
    CHECK(search.take() == "7 " + std::string(expected) + " 5 77 e5\n");
}

void check_own_score(std::string_view score, int expected) {
    CAPTURE(score);
    Search search;
    search.feed("depth 7 pv e7e5 score " + std::string(score));
    CHECK(search.thinking.score_cp() == expected);
}

void check_moves(std::string_view fen, std::string_view pv, std::string_view expected,
                 std::uint64_t illegal = 0) {
    CAPTURE(fen);
    CAPTURE(pv);
    Search search(chess::parse_fen(fen).value());
    search.feed("depth 1 score cp 5 time 10 nodes 9 pv " + std::string(pv));
    CHECK(search.take() == "1 +5 1 9 " + std::string(expected) + "\n");
    CHECK(search.thinking.illegal_pv_moves() == illegal);
}

constexpr std::string_view castling = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
constexpr std::string_view promotion = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";

} // namespace

TEST_CASE("thinking: one line") {
    check(
        "depth 1 seldepth 2 score cp 31 time 1234 nodes 1000 nps 5000 pv e7e5 g1f3 b8c6 f1b5 a7a6",
        "1 +31 123 1000 e5 Nf3 Nc6 Bb5 a6\n");
    check("depth 8 score cp -12 wdl 1 2 3 time 50 nodes 77 pv e7e5 g1f3", "8 -12 5 77 e5 Nf3\n");
    check("pv e7e5 nodes 99 time 88 score cp -0 depth 13", "13 +0 9 99 e5\n");
    check("depth 6 score cp 36 lowerbound time 50 nodes 77 pv e7e5 g1f3", "6 +36 5 77 e5 Nf3!\n");
    check("depth 6 score cp 37 upperbound time 50 nodes 77 pv e7e5 g1f3", "6 +37 5 77 e5 Nf3?\n");
    check("depth 6 score lowerbound cp 38 time 50 nodes 77 pv e7e5 g1f3", "6 +38 5 77 e5 Nf3!\n");
    check("depth 5 score cp 1 time 60 nodes 123456789012 pv e7e5", "5 +1 6 123456789012 e5\n");
    check("depth 5 score cp 33 time 60 nodes 1 pv", "5 +33 6 1 \n");
    // A mark needs a move before it
    check("depth 5 score cp 33 upperbound time 60 nodes 1 pv", "5 +33 6 1 \n");
    check("depth 1000 score cp 5 time 0 nodes 0 pv e7e5", "1000 +5 0 0 e5\n");
}

TEST_CASE("thinking: no line is due") {
    check("depth 2 score cp 32 time 1239 nodes 1001", "");
    check("depth 10 currmove e7e5 currmovenumber 1", "");
    check("nodes 100 nps 1000 time 10", "");
    check("refutation e7e5 g1f3", "");
    check("currline 1 e7e5 g1f3", "");
    check("score cp 5 pv e7e5", ""); // no depth so far
    check("depth 0 score cp 5 pv e7e5", "");
    check("depth -3 score cp 5 pv e7e5", "");
    check("", "");
}

TEST_CASE("thinking: what a line leaves out is as before") {
    Search search;
    search.feed("depth 4 score cp 31 lowerbound time 1234 nodes 1000 pv e7e5").take();
    CHECK(search.feed("pv e7e5 g1f3").take() == "4 +31 123 1000 e5 Nf3!\n");
    CHECK(search.feed("depth 5 pv c7c5").take() == "5 +31 123 1000 c5!\n");
    CHECK(search.feed("score cp 7 pv c7c5").take() == "5 +7 123 1000 c5\n");
    CHECK(search.feed("depth 0 time -5 nodes -1 pv c7c5").take() == "5 +7 0 0 c5\n");
}

TEST_CASE("thinking: the time of an engine that sends none is measured here") { // PolyGlot shows 0
    Search search;
    search.now += 1234ms;
    CHECK(search.feed("depth 1 score cp 5 pv e7e5").take() == "1 +5 123 1 e5\n");
    search.now += 1000ms;
    CHECK(search.feed("depth 2 pv e7e5 time 50").take() == "2 +5 5 1 e5\n");
}

TEST_CASE("thinking: centiseconds and knps go to the nearest, ties to the even") {
    check_time("15", "2");
    check_time("25", "2");
    check_time("35", "4");
    check_time("16", "2");
    check_time("4", "0");
    check_time("5", "0");
    check_time("123455", "12346");
}

TEST_CASE("thinking: MateScore and ScoreWhite") {
    check_score(0, false, "mate 3", "+100003");
    check_score(0, false, "mate -2", "-100002");
    check_score(0, false, "mate 0", "-100000");
    check_score(0, true, "mate 3", "-100003"); // Black thinks
    check_score(0, true, "mate -2", "+100002");
    check_score(0, true, "mate 0", "+100000");
    check_score(0, true, "cp 29000", "-29000");
    check_score(30000, false, "mate 1", "+29999");
    check_score(30000, false, "mate 3", "+29995");
    check_score(30000, false, "mate -2", "-29996");
    check_score(30000, false, "mate 0", "-30000"); // PolyGlot: +0, a draw
    check_score(30000, true, "mate 3", "-29995");
    check_score(30000, true, "mate -2", "+29996");
    check_score(30000, false, "cp 40000", "+40000");
    check_score(100, false, "mate 2147483647", "+0");
    check_score(0, false, "mate -2147483648", "-2147583648");

    Search white(chess::Position::start());
    white.settings.score_white = true;
    CHECK(white.feed("depth 7 score mate 3 time 50 nodes 77 pv e2e4").take() ==
          "7 +100003 5 77 e4\n");
}

TEST_CASE("thinking: the score for our own decisions") {
    check_own_score("cp 12", 12);
    check_own_score("cp -12 upperbound", -12);
    check_own_score("mate 1", 99999);
    check_own_score("mate 3", 99995);
    check_own_score("mate -2", -99996);
    check_own_score("mate 0", -100000);
    check_own_score("mate 1000000", 99001);
    check_own_score("cp 150000", 99000);
    check_own_score("cp -150000", -99000);

    // "At least -700" is no reason to resign, "at most" is.
    Search bounds;
    CHECK_FALSE(
        bounds.feed("depth 1 score cp -700 lowerbound pv e7e5").thinking.score_cp().has_value());
    CHECK(bounds.feed("depth 1 score cp 10 pv e7e5").thinking.score_cp() == 10);
    CHECK(bounds.feed("depth 2 score cp -50 lowerbound pv e7e5").thinking.score_cp() == 10);
    CHECK(bounds.feed("depth 2 score cp 40 lowerbound pv e7e5").thinking.score_cp() == 40);
    CHECK(bounds.feed("depth 2 score cp 60 upperbound pv e7e5").thinking.score_cp() == 40);
    CHECK(bounds.feed("depth 2 score cp -80 upperbound pv e7e5").thinking.score_cp() == -80);
    CHECK(bounds.feed("depth 3 score cp 70 pv e7e5").thinking.score_cp() == 70);

    Search search;
    CHECK_FALSE(search.thinking.score_cp().has_value());
    search.thinking.set_post(false);
    search.feed("depth 1 score cp 5 multipv 2 pv e7e5");
    CHECK_FALSE(search.thinking.score_cp().has_value()); // not the main line
    search.feed("depth 1 score cp 9 multipv 1 pv c7c5")
        .feed("depth 1 score cp 5 multipv 2 pv e7e5");
    CHECK(search.thinking.score_cp() == 9);
    search.settings.score_white = true;
    search.feed("depth 2 score cp -8"); // without a pv it counts too
    CHECK(search.thinking.score_cp() == -8);
    CHECK(search.take().empty());
    search.thinking.begin({.root = after_e4()}, search.now);
    CHECK_FALSE(search.thinking.score_cp().has_value());
}

TEST_CASE("thinking: ShowTbHits") {
    Search search;
    search.settings.show_tb_hits = true;
    CHECK(search.feed("depth 12 score cp 50 lowerbound time 999 nodes 12 pv e7e5 g1f3").take() ==
          "12 +50 100 12  0    0 0\te5 Nf3!\n");
    CHECK(
        search
            .feed("depth 12 seldepth 22 tbhits 7 nps 123456 score cp 50 time 999 nodes 12 pv e7e5")
            .take() == "12 +50 100 12 22  123 7\te5\n");
    CHECK(search.feed("depth 12 seldepth 122 nps 12345678 pv e7e5").take() ==
          "12 +50 100 12 122 12346 7\te5\n");
    CHECK(search.feed("nps 500 pv e7e5").take() == "12 +50 100 12 122    0 7\te5\n");
    CHECK(search.feed("nps 999 pv e7e5").take() == "12 +50 100 12 122    1 7\te5\n");
}

TEST_CASE("thinking: pvs in SAN end before the first illegal move") {
    check_moves(castling, "e1g1 e8c8", "O-O O-O-O");
    check_moves(castling, "e1h1 e8a8 a1d1", "O-O O-O-O Rad1");
    check_moves(castling, "e1a1 e8h8 c1b1", "O-O-O O-O Kb1");
    check_moves(promotion, "a7a8Q e8d7", "a8=Q+ Kd7"); // upper case and e7e8=q: tidied up
    check_moves(promotion, "a7a8=q", "a8=Q+");
    check_moves(promotion, "a7a8", "", 1);
    check_moves(promotion, "0000 a7a8q", "", 1);
    check_moves(promotion, "a7a8q e8d8 a8b8", "a8=Q+", 1);
    check_moves(promotion, "a7a8q (none)", "a8=Q+", 1);
    check_moves("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "Ra8#");
    // Nothing comes after mate
    check_moves("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8 g8h8", "Ra8#", 1);

    Search search;
    search.feed("depth 1 score cp 1 pv e7e4")
        .feed("pv e7e5 e2e4")
        .feed("pv e7e5")
        .feed("pv e7e5 e2e4");
    CHECK(search.thinking.illegal_pv_moves() == 3);
    search.thinking.begin({.root = after_e4()}, search.now);
    CHECK(search.thinking.illegal_pv_moves() == 0);
}

TEST_CASE("thinking: pvs in a variant with unknown rules") {
    ThinkingOutput thinking;
    thinking.set_post(true);
    thinking.begin({.root = std::nullopt, .side = chess::Color::Black}, {});
    config::Settings settings;
    settings.score_white = true;
    std::string out;
    thinking.on_info(
        protocol::parse_uci_info("depth 2 score cp 31 time 10 nodes 9 pv N@f3 e9e8+ 0000"),
        settings, {}, out);
    CHECK(out == "2 -31 1 9 N@f3 e9e8+ 0000\n");
    CHECK(thinking.illegal_pv_moves() == 0);
    CHECK(thinking.stat01({}) == "stat01: 1 9 2 0 0");
    CHECK_FALSE(thinking.expected_reply(chess::Move(chess::E2, chess::E4)).has_value());
}

TEST_CASE("thinking: what is kept of a line of play ends between two moves, before the limit") {
    std::string longest = "N@f3"; // as long as the limit
    while (longest.size() < (96U << 10U))
        longest += " N@f3";
    REQUIRE(longest.size() == 96U << 10U);
    for (const std::string& pv : {longest, longest + " N@f3", longest + "+ N@f3"}) {
        ThinkingOutput thinking;
        thinking.set_post(true);
        thinking.begin({.root = std::nullopt, .side = chess::Color::Black}, {});
        std::string out;
        const std::string info = "depth 2 score cp 31 time 10 nodes 9 pv " + pv;
        thinking.on_info(protocol::parse_uci_info(info), config::Settings{}, {}, out);
        const std::string kept =
            pv[longest.size()] == '+' ? longest.substr(0, longest.size() - 5) : longest;
        CHECK(out.size() == 11 + kept.size());
        CHECK(out == "2 +31 1 9 " + kept + "\n");
    }
}

TEST_CASE("thinking: several lines at once") {
    Search search;
    search.feed("multipv 1 depth 11 score cp 40 time 60 nodes 5 pv e7e5 g1f3 b8c6");
    search.feed("multipv 2 depth 11 score cp 30 time 60 nodes 5 pv c7c5 g1f3");
    search.feed("depth 11 multipv 3 score cp 20 time 60 nodes 5 pv e7e6 g1f3");
    search.feed("depth 11 multipv 500 score cp 10 time 60 nodes 5 pv a7a6 g1f3");
    search.feed("multipv 1 depth 12 score cp 41 time 60 nodes 5 pv e7e5 g1f3 g8f6");
    // From engines that count from 0
    search.feed("multipv 0 depth 12 score cp 42 time 60 nodes 5 pv e7e5");
    CHECK(search.take() == "11 +40 6 5 e5 Nf3 Nc6\n"
                           "11 +30 6 5 c5 Nf3\n"
                           "11 +20 6 5 e6 Nf3\n"
                           "11 +10 6 5 a6 Nf3\n"
                           "12 +41 6 5 e5 Nf3 Nf6\n"
                           "12 +42 6 5 e5\n");
}

TEST_CASE("thinking: of several lines only what is new") {
    Search search;
    const std::string first = "depth 11 multipv 1 score cp 40 time 60 nodes 5 pv e7e5 g1f3";
    const std::string second = "depth 10 multipv 2 score cp 30 time 60 nodes 5 pv c7c5";
    search.feed(first).feed(second).take();
    CHECK(
        search.feed("time 70 nodes 6 depth 11 multipv 1 score cp 40 pv e7e5 g1f3").take().empty());
    CHECK(search.feed("time 70 nodes 6 depth 10 multipv 2 score cp 30 pv c7c5").take().empty());
    CHECK(search.feed("depth 10 multipv 2 score cp 30 lowerbound pv c7c5").take() ==
          "10 +30 7 6 c5!\n");
    CHECK(search.feed("depth 10 multipv 2 score cp 30 pv c7c5 g1f3").take() ==
          "10 +30 7 6 c5 Nf3\n");
    CHECK(search.feed("depth 11 multipv 2 score cp 30 pv c7c5 g1f3").take() ==
          "11 +30 7 6 c5 Nf3\n");
    // Not numbered
    CHECK(search.feed("depth 11 score cp 40 pv e7e5 g1f3").take() == "11 +40 7 6 e5 Nf3\n");
    // At its own depth
    CHECK(search.feed(second).before_move().take() == "10 +30 6 5 c5\n11 +40 6 5 e5 Nf3\n");

    search.thinking.begin({.root = after_e4()}, search.now);
    search.thinking.set_post(false);
    CHECK(search.feed(first).take().empty());
    search.thinking.set_post(true);
    CHECK(search.feed(first).take() == "11 +40 6 5 e5 Nf3\n");
}

TEST_CASE("thinking: post and nopost") {
    Search search;
    search.thinking.set_post(false);
    CHECK(search.feed("depth 1 score cp 5 time 10 nodes 10 pv e7e5 g1f3")
              .before_move()
              .take()
              .empty());
    search.thinking.set_post(true);
    CHECK(search.before_move().take() == "1 +5 1 10 e5 Nf3\n");
}

TEST_CASE("thinking: pondering") {
    chess::Position root = after_e4();
    for (const std::string_view move : {"e7e5", "g1f3"})
        root.make(chess::parse_uci_move(root, move).value());
    Search search(root, "Nf3");
    CHECK(search.feed("depth 3 score cp 5 time 30 nodes 30 pv b8c6 f1b5").take() ==
          "3 +5 3 30 (Nf3) Nc6 Bb5\n");
    CHECK(search.feed("depth 4 pv e2e4").take() == "4 +5 3 30 (Nf3) \n");
    search.feed("depth 5 score cp 7 pv b8c6 f1b5").take();
    CHECK(search.ponderhit().take() == "5 +7 3 30 Nc6 Bb5\n");
    CHECK(search.ponderhit().take().empty());
    CHECK(search.feed("depth 6 score cp 8 time 500 nodes 31 pv b8c6 f1b5").take() ==
          "6 +8 50 31 Nc6 Bb5\n");

    Search hidden(root, "Nf3");
    hidden.settings.show_ponder = false;
    hidden.settings.kibitz_pv = true;
    hidden.settings.kibitz_delay_s = 0;
    CHECK(hidden.feed("depth 3 score cp 5 time 30 nodes 30 pv b8c6 f1b5").take().empty());
    CHECK(hidden.thinking.score_cp() == 5);
    hidden.settings.kibitz_pv = false;
    CHECK(hidden.ponderhit().take() == "3 +5 3 30 Nc6 Bb5\n");

    Search silent(root, "Nf3");
    CHECK(silent.ponderhit().take().empty()); // nothing to tell again
}

TEST_CASE("thinking: RepeatPV repeats the main line with the final numbers") {
    Search search;
    CHECK(search.before_move().take().empty());
    search.feed("depth 1 score cp 5 time 10 nodes 10 pv e7e5 g1f3").take();
    CHECK(search.before_move().take() == "1 +5 1 10 e5 Nf3\n");
    search.feed("depth 2 currmove e7e5 currmovenumber 3 nodes 999 time 1500");
    CHECK(search.before_move().take() == "2 +5 150 999 e5 Nf3\n");
    search.feed("depth 2 score cp 6 lowerbound pv e7e5").take();
    CHECK(search.before_move().take() == "2 +6 150 999 e5!\n");
    search.feed("depth 2 score cp 3 multipv 2 pv c7c5").take();
    // PolyGlot: whichever line came last
    CHECK(search.before_move().take() == "2 +6 150 999 e5!\n");
    search.settings.repeat_pv = false;
    CHECK(search.before_move().take().empty());
}

TEST_CASE("thinking: stat01") {
    Search search(chess::Position::start());
    CHECK(search.thinking.stat01(search.now) == "stat01: 0 1 0 0 0");
    // PolyGlot: 0 without info time
    CHECK(search.thinking.stat01(search.now + 1234ms) == "stat01: 123 1 0 0 0");
    search.feed("depth 1 score cp 5 time 10 nodes 10 pv e2e4 e7e5");
    CHECK(search.thinking.stat01(search.now) == "stat01: 1 10 1 0 0");
    search.feed("depth 2 currmove e2e4 currmovenumber 3 nodes 999 time 1500");
    CHECK(search.thinking.stat01(search.now) == "stat01: 150 999 2 17 20 e4");
    search.feed("depth 4 currmove g1f3");
    CHECK(search.thinking.stat01(search.now) == "stat01: 150 999 4 19 20 Nf3");
    search.feed("currmove g1f3 currmovenumber 300");
    CHECK(search.thinking.stat01(search.now) == "stat01: 150 999 4 0 20 Nf3");
    search.feed("currmove e2e5 currmovenumber 3");
    CHECK(search.thinking.stat01(search.now) == "stat01: 150 999 4 0 0");
}

TEST_CASE("thinking: the expected reply") {
    const chess::Position root = after_e4();
    const auto move = [&root](std::string_view text) {
        return chess::parse_uci_move(root, text).value();
    };
    Search search;
    CHECK_FALSE(search.thinking.expected_reply(move("e7e5")).has_value());
    search.thinking.set_post(false);
    search.feed("depth 1 score cp 5 pv e7e5 g1f3 b8c6")
        .feed("depth 1 score cp 4 multipv 2 pv c7c5 b1c3");
    CHECK(search.thinking.expected_reply(move("e7e5")) == chess::Move(chess::G1, chess::F3));
    CHECK_FALSE(search.thinking.expected_reply(move("c7c5")).has_value());
    search.feed("pv e7e5");
    CHECK_FALSE(search.thinking.expected_reply(move("e7e5")).has_value());
    search.feed("pv e7e5 e7e5");
    CHECK_FALSE(search.thinking.expected_reply(move("e7e5")).has_value());
}

TEST_CASE("thinking: info strings") {
    // PolyGlot: "1 +0 0 0 hello", which reads as a score
    check_string("hello", InfoString::Other, "");
    check_string("", InfoString::Other, "");
    check_string("DrawOffer", InfoString::DrawOffer, "");
    check_string("drawoffer", InfoString::DrawOffer, "");
    check_string("Resign", InfoString::Resign, "");
    check_string("Resign now", InfoString::Other, "");
    check_string("xboard tellusers hi  there ", InfoString::None, "tellusers hi  there\n");
    check_string("xboard", InfoString::Other, "");
    check_string("xboards tell", InfoString::Other, "");
    CHECK(Search().feed("depth 1 score cp 1 pv e7e5").string == InfoString::None);
}

TEST_CASE("thinking: KibitzMove") {
    Search search;
    search.settings.kibitz_move = true;
    search.settings.kibitz_command = "tellopponent";
    CHECK(search.before_move().take().empty());
    CHECK(search.feed("depth 5 score mate 4 time 1300 nodes 3000 nps 2307 pv c7c5 g1f3").take() ==
          "5 +100004 130 3000 c5 Nf3\n");
    CHECK(search.before_move().take() ==
          "5 +100004 130 3000 c5 Nf3\n"
          "tellopponent depth=5 time=1.30 node=3000 speed=2307 score=+1000.04 pv=\"c5 Nf3\"\n");
    search.thinking.set_post(false);
    search.settings.score_white = true;
    search.settings.mate_score = 30000;
    CHECK(search.before_move().take() ==
          "tellopponent depth=5 time=1.30 node=3000 speed=2307 score=-299.93 pv=\"c5 Nf3\"\n");
    search.feed("score cp -7 lowerbound time 35 pv c7c5");
    CHECK(search.before_move().take() ==
          "tellopponent depth=5 time=0.04 node=3000 speed=2307 score=+0.07 pv=\"c5\"\n");
}

TEST_CASE("thinking: KibitzPV, KibitzDelay by the engine's clock and KibitzInterval by ours") {
    Search search;
    search.thinking.set_post(false);
    search.settings.kibitz_pv = true;
    search.settings.kibitz_delay_s = 1;
    search.settings.kibitz_interval_s = 2;
    const auto kibitz = [](std::string_view time) {
        return "tellall depth=2 time=" + std::string(time) +
               " node=10 speed=0 score=+0.05 pv=\"e5\"\n";
    };
    CHECK(search.feed("depth 2 score cp 5 time 999 nodes 10 pv e7e5").take().empty());
    CHECK(search.feed("time 1000 pv e7e5").take() == kibitz("1.00"));
    search.now += 1999ms;
    CHECK(search.feed("time 9000 pv e7e5").take().empty());
    search.now += 1ms;
    // PolyGlot kibitzes every line
    CHECK(search.feed("time 1500 multipv 2 pv e7e5").take().empty());
    CHECK(search.feed("time 1500 pv e7e5").take() == kibitz("1.50"));
    CHECK(search.feed("time 1600 pv e7e5").take().empty());
    CHECK(search.feed("time 1600").take().empty());
    search.settings.kibitz_interval_s = 0;
    CHECK(search.feed("time 1700 pv e7e5").take() == kibitz("1.70"));
    CHECK(search.feed("time 1700 pv e7e5").take() == kibitz("1.70"));
    CHECK(search.before_move().take().empty());
}

TEST_CASE("thinking: InfoRate limits each line of play, and what waits is not lost") {
    Search search;
    search.settings.info_rate = 2;
    const auto line = [](int depth, int multipv = 1) {
        return "depth " + std::to_string(depth) + " multipv " + std::to_string(multipv) +
               " score cp 5 time 10 nodes 9 pv e7e5";
    };
    const auto shown = [](int depth) { return std::to_string(depth) + " +5 1 9 e5\n"; };
    const auto due = [&search] {
        search.thinking.say_due(search.settings, search.now, search.out);
        return search.take();
    };
    CHECK_FALSE(search.thinking.next_due());
    CHECK(search.feed(line(1)).take() == shown(1));
    const auto first = search.now;
    search.now += 100ms;
    CHECK(search.feed(line(1, 2)).take() == shown(1)); // another line of play
    CHECK(search.feed(line(2)).feed(line(3)).feed(line(2, 2)).take().empty());
    CHECK(search.thinking.thinned() == 1); // depth 2
    CHECK(search.thinking.next_due() == first + 500ms);
    search.now = first + 499ms;
    CHECK(due().empty());
    search.now = first + 500ms;
    CHECK(due() == shown(3));
    CHECK(due().empty());
    CHECK(search.thinking.next_due() == first + 600ms);
    search.now = first + 600ms;
    CHECK(due() == shown(2));
    CHECK_FALSE(search.thinking.next_due());
    CHECK(search.feed(line(4)).take().empty()); // half a second after the last one
    search.now = first + 1000ms;
    CHECK(search.feed(line(5)).take() == shown(5));
    CHECK(search.thinking.thinned() == 2);
    CHECK(due().empty());
    // Before the move nothing waits.
    search.settings.repeat_pv = false;
    CHECK(search.feed(line(6)).take().empty());
    CHECK(search.before_move().take() == shown(6));
    search.feed(line(7));
    search.thinking.begin({.root = after_e4(), .side = chess::Color::Black}, search.now);
    CHECK_FALSE(search.thinking.next_due()); // of the search before
}

TEST_CASE("thinking: a GUI that reads nothing has the last line of each, when it reads again") {
    Search search;
    search.settings.kibitz_pv = true;
    search.settings.kibitz_delay_s = 0;
    search.settings.kibitz_interval_s = 0;
    search.thinking.set_gui_has_stalled(true);
    search.feed("depth 1 score cp 5 time 10 nodes 9 pv e7e5")
        .feed("depth 2 score cp 5 time 10 nodes 9 pv e7e5");
    CHECK(search.take().empty());
    CHECK_FALSE(search.thinking.next_due());
    search.thinking.say_due(search.settings, search.now, search.out);
    CHECK(search.take().empty());
    search.thinking.set_gui_has_stalled(false);
    search.thinking.say_due(search.settings, search.now, search.out);
    CHECK(search.take() == "2 +5 1 9 e5\n");
    CHECK(search.thinking.thinned() == 1);
}

TEST_CASE("thinking: what ponderhit leaves") {
    chess::Position root = after_e4();
    for (const std::string_view move : {"e7e5", "g1f3"})
        root.make(chess::parse_uci_move(root, move).value());
    Search search(root, "Nf3");
    search.settings.info_rate = 1;
    const std::string info = " score cp 5 time 30 nodes 30 pv b8c6";
    CHECK(search.feed("depth 3" + info).take() == "3 +5 3 30 (Nf3) Nc6\n");
    search.feed("depth 4" + info);
    CHECK(search.take().empty());
    search.now += 1s;
    CHECK(search.ponderhit().take() == "4 +5 3 30 Nc6\n"); // and not the line about pondering
    CHECK(search.feed("depth 4 multipv 2" + info).take() == "4 +5 3 30 Nc6\n");
    // A further line of play has the position of this search.
    search.thinking.begin({.root = after_e4(), .side = chess::Color::Black}, search.now + 1s);
    search.now += 2s;
    CHECK(search.feed("depth 1 score cp 1 multipv 2 nodes 3 time 10 pv e7e5").take() ==
          "1 +1 1 3 e5\n");
}
