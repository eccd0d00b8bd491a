// Thinking lines of xboard engines. Where an engine is named, the line is one that it has printed.
#include "adapter/protocol/xboard/thinking.hpp"

#include <limits>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

namespace {

using namespace polyglot::protocol;

template <class Number>
void add(std::string& text, std::string_view name, const std::optional<Number>& number) {
    if (number) text += std::string(name) + std::to_string(*number);
}

std::string text_of(const XboardThinking& t) {
    std::string text = "d" + std::to_string(t.depth);
    add(text, "/", t.seldepth);
    text += " cp" + std::to_string(t.score_cp);
    add(text, " t", t.time_cs);
    add(text, " n", t.nodes);
    add(text, " nps", t.nps);
    add(text, " tb", t.tbhits);
    if (t.bound == XboardThinking::Bound::Lower) text += " lower";
    if (t.bound == XboardThinking::Bound::Upper) text += " upper";
    if (t.from_book) text += " book";
    return text + " | " + std::string(t.pv);
}

void check(std::string_view line, std::string_view expected) {
    CAPTURE(line);
    const auto thinking = parse_xboard_thinking(line);
    CHECK((thinking ? text_of(*thinking) : "none") == expected);
}

void check_none(std::string_view line) {
    check(line, "none");
}

void check_score(std::string_view word, std::string_view expected_cp) {
    check("9 " + std::string(word) + " 5 77 e4",
          "d9 cp" + std::string(expected_cp) + " t5 n77 | e4");
}

void check_mate(std::int32_t score_cp, int moves) {
    CAPTURE(score_cp);
    CHECK(moves_to_mate(score_cp) == moves);
}

void check_no_mate(std::int32_t score_cp) {
    CAPTURE(score_cp);
    CHECK(moves_to_mate(score_cp) == std::nullopt);
    CHECK(moves_to_mate(-score_cp) == std::nullopt);
}

} // namespace

TEST_CASE("lines that engines print") {
    // gnuchess
    check("1 -40 0 2 a5", "d1 cp-40 t0 n2 | a5");
    check("11 -12 458 3752825 Nf6 e5 Nd5", "d11 cp-12 t458 n3752825 | Nf6 e5 Nd5");
    check("42 +9999 196 8390693 Qxf7#", "d42 cp9999 t196 n8390693 | Qxf7#");
    check("White (1) : 1 +0 0 7 Nc3", "d1 cp0 t0 n7 | Nc3");
    check("Black (1) : Black (1) : Black (1) : 1 +59 0 2 O-O", "d1 cp59 t0 n2 | O-O");
    check("White [12] : Black[3]: 1 +0 0 7 Nc3", "d1 cp0 t0 n7 | Nc3");
    check("White(1):1 +0 0 7 Nc3", "d1 cp0 t0 n7 | Nc3");
    // phalanx
    check("  3     -9     0      1716  Nb1-c3  d7-d6  ", "d3 cp-9 t0 n1716 | Nb1-c3  d7-d6");
    check("  3  29999     0     1654  Qh5xf7             ", "d3 cp29999 t0 n1654 | Qh5xf7");
    check(" 11      4   124   401401  d7-d6  !       ", "d11 cp4 t124 n401401 lower | d7-d6");
    check("  0      0     0        0  (e7-e5  c7-c5  , book1)",
          "d0 cp0 t0 n0 book | (e7-e5  c7-c5  , book1)");
    // sjeng
    check(" 2       6     0      196  exd4 <Qxd4> <Nc6> ", "d2 cp6 t0 n196 | exd4 <Qxd4> <Nc6>");
    check(" 2    -514     0       25  Rb7 ??", "d2 cp-514 t0 n25 upper | Rb7");
    check(" 3  999996     0      378  Ra6 !!", "d3 cp999996 t0 n378 lower | Ra6");
    // hoichess
    check("1 119 0 46 4. Bxf7+ Ke7", "d1 cp119 t0 n46 | 4. Bxf7+ Ke7");
    check("2 169 0 48 (+) 4. Bxf7+ Ke7", "d2 cp169 t0 n48 lower | 4. Bxf7+ Ke7");
    check("2 -234 0 14 (-) 2. Kg4 f5+", "d2 cp-234 t0 n14 upper | 2. Kg4 f5+");
    check("2 43 0 107 5. ... d5", "d2 cp43 t0 n107 | 5. ... d5");
    // fairymax
    check(" 9 100003        6     101472 a1a6 h7g8 a6a7",
          "d9 cp100003 t6 n101472 | a1a6 h7g8 a6a7");
    // fairy-stockfish
    check("1 10 0 24 1 24000 0\t e7e6", "d1/1 cp10 t0 n24 nps24000 tb0 | e7e6");
    check("9 -100002 0 207 7 103500 0\t h5g4", "d9/7 cp-100002 t0 n207 nps103500 tb0 | h5g4");
}

TEST_CASE("depth") {
    check("12. 5 6 7 e4", "d12 cp5 t6 n7 | e4");
    check("12& 5 6 7 e4", "d12 cp5 t6 n7 | e4");
    check("12: 5 6 7 e4", "d12 cp5 t6 n7 | e4");
    check("12+ 5 6 7 e4", "d12 cp5 t6 n7 | e4");
    check("12- 5 6 7 e4", "d12 cp5 t6 n7 | e4");
    check("12-> 5 6 7 e4", "d12 cp5 t6 n7 | e4");
    check("12/25 5 6 7 e4", "d12/25 cp5 t6 n7 | e4");
    check("1/0 5 6 7 e4", "d1/0 cp5 t6 n7 | e4");
    check("999 5 6 7 e4", "d999 cp5 t6 n7 | e4");
    check_none("1000 5 6 7 e4");
    check_none("12/ 5 6 7 e4");
    check_none("12/x 5 6 7 e4");
    check_none("12.5 5 6 7 e4");
    check_none("12abc 5 6 7 e4");
    check_none("-1 5 6 7 e4");
    check("12?! 5 6 7 e4", "d12 cp5 t6 n7 | e4");
    check("12* 5 6 7 e4", "d12 cp5 t6 n7 | e4");
    check("12= 5 6 7 e4", "d12 cp5 t6 n7 | e4");
    check_none("12... 5 6 7 e4");
    check("12/999 5 6 7 e4", "d12/999 cp5 t6 n7 | e4");
    check_none("12/1000 5 6 7 e4");
    check_none("12/-1 5 6 7 e4");
    check_none("99999999999 5 6 7 e4");
}

TEST_CASE("score") {
    check_score("35", "35");
    check_score("+35", "35");
    check_score("-35", "-35");
    check_score("0.35", "35");
    check_score("+0.35", "35");
    check_score("-1.2", "-120");
    check_score("-0.05", "-5");
    check_score("0,35", "35");
    check_score(".5", "50");
    check_score("1.239", "124");
    check_score("+327.67", "32767");
    check_score("#5", "100005");
    check_score("-#5", "-100005");
    check_score("#-5", "-100005");
    check_score("+Mat05", "100005");
    check_score("-Mat05", "-100005");
    check_score("M3", "100003");
    check_score("-M3", "-100003");
    check_score("mate7", "100007");
    check_score("#999", "100999");
    check_score("#+5", "100005");
    check_score("-#+5", "-100005");
    check_score("m-3", "-100003");
    check_score("1.2349", "123");
    check_score("1.235", "124");
    check_score("9999999", "9999999");
    check_score("5.05", "505");
    for (const char* word : {"+",      "-",   "x",    "1.",  "--5",      "+-5",          "12345678",
                             "1.2.3",  "#",   "M",    "Mat", "Mx3",      "#1000",        "e4",
                             "Nf3",    "0-0", "5cp",  "1e4", "...",      "M5x",          "#5.",
                             "mates5", "ma5", "5.5x", ".",   "99999999", "#99999999999", "1;5"})
        check_none("9 " + std::string(word) + " 5 77 e4");
}

TEST_CASE("time and nodes") {
    check("9 35 123 77 e4", "d9 cp35 t123 n77 | e4");
    check("9 35 1.23 77 e4", "d9 cp35 t123 n77 | e4");
    check("9 35 1.2 77 e4", "d9 cp35 t120 n77 | e4");
    check("9 35 0:05 77 e4", "d9 cp35 t500 n77 | e4");
    check("9 35 1:02:03.5 77 e4", "d9 cp35 t372350 n77 | e4");
    check("9 35 123 e4 e5", "d9 cp35 t123 | e4 e5");
    check("9 35 e4 e5", "d9 cp35 | e4 e5");
    check("9 35 0-0 e5", "d9 cp35 | 0-0 e5");
    check("9 35 123 77", "d9 cp35 t123 n77 | ");
    check("9 35 123 77 4.e4", "d9 cp35 t123 n77 | 4.e4");
    check("9 35 123 4. e4", "d9 cp35 t123 | 4. e4");
    check("9 35 -5 -1234 e4", "d9 cp35 | e4"); // overflowed
    check("9 35 5 9223372036854775807 e4", "d9 cp35 t5 n9223372036854775807 | e4");
    check_none("9 35 99999999999 7 e4"); // no time, and no move either
    check_none("9 35 e7-8");             // the same
    check("9 35 1000000000 7 e4", "d9 cp35 t1000000000 n7 | e4");
    check_none("9 35 1000000001 7 e4");
    check("9 35 1:00 77 e4", "d9 cp35 t6000 n77 | e4");
    check("9 35 1.234 77 e4", "d9 cp35 t123 n77 | e4");
    for (const char* time : {"5.5x", "5.", "5,5", "5:", ":5", "5:x", "5;5"})
        check_none("9 35 " + std::string(time) + " 7 some words");
    check("9 35 -x 7 e4", "none");
    check("9 35 5 -9 e4", "d9 cp35 t5 | e4");
}

TEST_CASE("extra fields before a tab") {
    check("9 35 100 2000 15\te4", "d9 cp35 t100 n2000 tb15 | e4");
    check("9 35 100 2000 12 15\te4", "d9/12 cp35 t100 n2000 tb15 | e4");
    check("9 35 100 2000 12 2000 15\te4", "d9/12 cp35 t100 n2000 nps2000 tb15 | e4");
    check("9 35 100 2000 12 2000 7 8 15\te4", "d9/12 cp35 t100 n2000 nps2000 tb15 | e4");
    check("9\t35\t100\t2000\t12\t15\te4", "d9/12 cp35 t100 n2000 tb15 | e4");
    check("9\t35\t100\t2000\te4\te5", "d9 cp35 t100 n2000 | e4\te5");
    check("9 35 100 2000 12 e4\te5", "d9 cp35 t100 n2000 | 12 e4\te5"); // the tab comes too late
    check("9 35 100 2000 12 15\t4. e4", "d9/12 cp35 t100 n2000 tb15 | 4. e4");
    check("9 35 100 2000 12 15\t", "d9/12 cp35 t100 n2000 tb15 | ");
    check_none("9 35 100 2000 12 15");
    // PolyGlot's ShowTbHits has thousands of nodes a second
    check("3 -7 100 900000  9  900 2\te5", "d3/9 cp-7 t100 n900000 nps900000 tb2 | e5");
    check("3 -7 100 900000  9  900000 2\te5", "d3/9 cp-7 t100 n900000 nps900000 tb2 | e5");
    check("3 -7 1 9223372036854775807  9  900 2\te5",
          "d3/9 cp-7 t1 n9223372036854775807 nps900000 tb2 | e5");
    check("3 -7 0 40  9    1 2\te5", "d3/9 cp-7 t0 n40 nps1 tb2 | e5");
    // 9,000 nodes in a second are in doubt taken for what the engine says
    check("3 -7 100 9000  9  27 2\te5", "d3/9 cp-7 t100 n9000 nps27000 tb2 | e5");
    check("3 -7 100 9000  9  270 2\te5", "d3/9 cp-7 t100 n9000 nps270 tb2 | e5");
    check("3 -7 100 9000  9  269 2\te5", "d3/9 cp-7 t100 n9000 nps269000 tb2 | e5");
    check("3 -7 1 9223372036854775807  9  9999999 2\te5",
          "d3/9 cp-7 t1 n9223372036854775807 nps9999999000 tb2 | e5");
    check("3 -7 1 9223372036854775807  9  10000000 2\te5",
          "d3/9 cp-7 t1 n9223372036854775807 nps10000000 tb2 | e5");
    check("3 -7 100 9000  999  270 2\te5", "d3/999 cp-7 t100 n9000 nps270 tb2 | e5");
    check("3 -7 100 9000  1000  270 2\te5", "d3/999 cp-7 t100 n9000 nps270 tb2 | e5");
    check("3 -7 5 -1  9  270 2\te5", "d3/9 cp-7 t5 nps270 tb2 | e5");
    check("3 -7 -1 40  9  1 2\te5", "d3/9 cp-7 n40 nps1 tb2 | e5");
    check("3 -7 5 40  -9\te5", "d3 cp-7 t5 n40 | -9\te5");
}

TEST_CASE("bounds and ends of the pv") {
    check("9 35 1 7 e4 e5!", "d9 cp35 t1 n7 lower | e4 e5");
    check("9 35 1 7 e4 e5?", "d9 cp35 t1 n7 upper | e4 e5");
    check("9 35 1 7 e4 e5 ++", "d9 cp35 t1 n7 lower | e4 e5");
    check("9 35 1 7 e4 e5 --", "d9 cp35 t1 n7 upper | e4 e5");
    check("9 35 1 7 e4 Qh5++", "d9 cp35 t1 n7 | e4 Qh5++"); // double check
    check("9 35 1 7 e4 e5!?", "d9 cp35 t1 n7 | e4 e5");
    check("9 35 1 7 e4! e5", "d9 cp35 t1 n7 | e4! e5");
    check("9 35 1 7 ++", "d9 cp35 t1 n7 lower | ");
    check("9 35 1 7 e4 e5 &", "d9 cp35 t1 n7 | e4 e5");
    check("9 35 1 7 e4 e5.", "d9 cp35 t1 n7 | e4 e5");
    check("9 35 1 7 e4 e5:", "d9 cp35 t1 n7 | e4 e5");
    check("9 35 1 7 e4 e5 \r", "d9 cp35 t1 n7 | e4 e5");
    check("9 35 1 7 <HT>", "d9 cp35 t1 n7 | <HT>");
    check("9 35 1 7 {tablebase} e4", "d9 cp35 t1 n7 | {tablebase} e4");
    check("0 0 0 0 Book", "d0 cp0 t0 n0 book | Book");
    check("0 0 0 0 (e4 d4 c4)", "d0 cp0 t0 n0 book | (e4 d4 c4)");
    check("9 35 1 7 j1i3 P@e5", "d9 cp35 t1 n7 | j1i3 P@e5"); // boards and moves of variants
    check("9 35 1 7 a2a10", "d9 cp35 t1 n7 | a2a10");
    check("9 35 1 7 k12l11qn", "d9 cp35 t1 n7 | k12l11qn");
    check("9 35 1 7 ...e5", "d9 cp35 t1 n7 | ...e5");
    check("9 35 1 7 exd6e.p.", "d9 cp35 t1 n7 | exd6e.p");
    check("9 35 (e4) e5", "d9 cp35 | (e4) e5");
    check("9 35 e4, e5", "d9 cp35 | e4, e5");
    check("9 35 1 7 !!", "d9 cp35 t1 n7 lower | ");
    check("9 35 1 7 --", "d9 cp35 t1 n7 upper | ");
    check("9 35 1 7 my BOOK e4", "none");
    check("9 35 1 7 BOOK e4", "d9 cp35 t1 n7 | BOOK e4");
    check("9 35 0 0 BOOK e4", "d9 cp35 t0 n0 book | BOOK e4");
    check("1 35 0 0 (e4 d4)", "d1 cp35 t0 n0 | (e4 d4)");
    check("0 35 0 1 (e4 d4)", "d0 cp35 t0 n1 | (e4 d4)");
}

TEST_CASE("lines that are not thinking lines") {
    for (const char* line : {"",
                             " ",
                             "1",
                             "1 2",
                             "1 2 3",
                             "1 e4",
                             "1. e4",
                             "1. e2e4",
                             "3. ... Nf6",
                             "1. ... g8f6",
                             "1-0 {White mates}",
                             "1/2-1/2 {Draw}",
                             "0-1 {Black mates}",
                             "White (1) : ",
                             "White (1) : Thinking...",
                             "White",
                             "White x 3 4 5 6 e4",
                             "White (1 3 4 5 6 e4",
                             "White () : 3 4 5 6 e4",
                             "White (1x : 3 4 5 6 e4",
                             "White (1) 3 4 5 6 e4",
                             "9 35 1 7 k12l",
                             "9 35 1 7 k12l111",
                             "9 35 1 7 k12l11qnr",
                             "9 35 1 7 Kingside attack",
                             "9 35 (some words) of it",
                             "Black (1) 3 4 5 6 e4",
                             "White : 1 2 3 4 e4",
                             "[ white, 1 ]",
                             "move e2e4",
                             "# 16+16 pieces, centr = (1,1) R=40",
                             "# times @ 4249840499: real=393 cpu=180",
                             "primary book /usr/share/phalanx/pbook.phalanx, 48618 bytes",
                             "8 | *R | *N | *B | *Q | *K | *B | *N | *R |",
                             "8 r n b q k b n r",
                             "8 1 1 1 1 1 1 1 1",
                             "1 20 20",
                             "12 34 5 678 some text",
                             "2 35 foo",
                             "2001 9 28 255 e4",
                             "2 engines of 3 found",
                             "3 5 games played",
                             "1 2 3 4 5 6 7 8",
                             "NPS: 84905",
                             "tellics whisper d1 +0.00 Nc3 n: 225",
                             "stat01: 1 1491 3 35 36 d7d6",
                             "Copyright (C) 2004-2017 Holger Ruckdeschel",
                             "2000-2001 1 2 3 Gian-Carlo Pascutto",
                             "100%",
                             "5 + 5 = 10",
                             "feature done=1",
                             "    e7e5 g1f3 b8c6"})
        check_none(line);
}

TEST_CASE("mate scores") {
    check_mate(100'001, 1);
    check_mate(-100'007, -7);
    check_mate(100'999, 999);
    check_mate(-100'000, 0);
    check_mate(9'999, 1); // gnuchess
    check_mate(9'997, 2);
    check_mate(9'985, 8);
    check_mate(-9'998, -1);
    check_mate(-9'996, -2);
    check_mate(29'999, 1); // phalanx
    check_mate(29'995, 3);
    check_mate(-29'998, -1);
    check_mate(-29'996, -2);
    check_mate(999'998, 1); // sjeng
    check_mate(999'994, 3);
    check_mate(-999'997, -1);
    check_mate(-999'995, -2);
    check_mate(99'997, 2); // hoichess
    check_mate(-99'996, -2);
    check_mate(31'999, 1);
    check_mate(-31'998, -1);
    check_mate(32'766, 1); // 32767 - 1
    check_mate(32'764, 2); // 32767 - 3
    check_mate(32'765, 2); // 32768 - 3
    check_mate(-32'766, -1);
    check_mate(-32'765, -1); // 32767 - 2
    check_mate(-9'999, -1);  // never mated in 0: the game would be over
    for (const int cp :
         {0, 100, 9'899, 10'000, 10'001, 15'000, 29'899, 30'000, 31'899, 32'000, 32'768, 101'000,
          899'999, 1'000'000, 2'000'000, std::numeric_limits<std::int32_t>::max()})
        check_no_mate(cp);
    CHECK(moves_to_mate(std::numeric_limits<std::int32_t>::min()) == std::nullopt);
    CHECK(moves_to_mate(100'000) == std::nullopt);
    check_mate(9'900, 50); // of 10'000: the furthest
    check_mate(-9'900, -50);
    check_mate(999'900, 50);
    check_mate(-100'999, -999);
}

TEST_CASE("stat01") {
    const auto stat = parse_stat01(" 102 529259 8 7 35 Ke7"); // hoichess
    REQUIRE(stat);
    CHECK(stat->time_cs == 102);
    CHECK(stat->nodes == 529'259);
    CHECK(stat->depth == 8);
    CHECK(stat->moves_left == 7);
    CHECK(stat->moves_total == 35);
    CHECK(stat->move == "Ke7");
    CHECK(parse_stat01("1 2 999 4 5")->depth == 999);
    CHECK(parse_stat01("1 2 1000 4 5")->depth == 999);
    CHECK(parse_stat01("1.5 0 1 0 0")->time_cs == 150);
    const auto without_move = parse_stat01("0 -1 -1 -1 -1");
    REQUIRE(without_move);
    CHECK(without_move->nodes == 0);
    CHECK(without_move->depth == 0);
    CHECK(without_move->moves_left == 0);
    CHECK(without_move->moves_total == 0);
    CHECK(without_move->move.empty());
    for (const char* arguments : {"", "1", "1 2 3 4", "1 2 3 4 x", "a b c d e f", "1 x 3 4 5",
                                  "1 2 x 4 5", "1 2 3 x 5", "x 2 3 4 5"})
        CHECK_FALSE(parse_stat01(arguments));
}
