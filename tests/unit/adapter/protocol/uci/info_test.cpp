// What an info line says, well-formed and not.
#include "adapter/protocol/uci/info.hpp"

#include <limits>
#include <string>

#include <doctest/doctest.h>

namespace {

using namespace polyglot::protocol;

constexpr auto max_32 = std::numeric_limits<std::int32_t>::max();
constexpr auto min_32 = std::numeric_limits<std::int32_t>::min();
constexpr auto max_64 = std::numeric_limits<std::int64_t>::max();

std::string text_of(const UciScore& score) {
    std::string text = (score.is_mate ? "mate " : "cp ") + std::to_string(score.value);
    if (score.bound == ScoreBound::Lower) text += " lower";
    if (score.bound == ScoreBound::Upper) text += " upper";
    return text;
}

void check_score(std::string_view arguments, std::string_view expected) {
    CAPTURE(arguments);
    const auto score = parse_uci_info(arguments).score;
    CHECK((score ? text_of(*score) : "none") == expected);
}

void check_pv(std::string_view arguments, std::string_view expected) {
    CAPTURE(arguments);
    const auto pv = parse_uci_info(arguments).pv;
    REQUIRE(pv.has_value());
    CHECK(*pv == expected);
}

void check_string(std::string_view arguments, std::string_view expected) {
    CAPTURE(arguments);
    const auto string = parse_uci_info(arguments).string;
    REQUIRE(string.has_value());
    CHECK(*string == expected);
}

} // namespace

TEST_CASE("info: every field") {
    const UciInfo info = parse_uci_info(
        "depth 12 seldepth 22 multipv 2 score cp -31 nodes 123456789012 nps 999 hashfull 5 "
        "tbhits 7 time 1234 currmove e2e4 currmovenumber 3 pv e2e4 e7e5");
    CHECK(info.depth == 12);
    CHECK(info.seldepth == 22);
    CHECK(info.multipv == 2);
    CHECK(info.score == UciScore{false, -31, ScoreBound::None});
    CHECK(info.nodes == 123456789012);
    CHECK(info.nps == 999);
    CHECK(info.hashfull == 5);
    CHECK(info.tbhits == 7);
    CHECK(info.time_ms == 1234);
    CHECK(info.currmove == "e2e4");
    CHECK(info.currmovenumber == 3);
    CHECK(info.pv == "e2e4 e7e5");
    CHECK_FALSE(info.string.has_value());
}

TEST_CASE("info: nothing said, nothing read") {
    for (const std::string_view arguments :
         {"", "   ", "depth", "depth x", "score", "score cp", "score mate pv", "-", "+"}) {
        CAPTURE(arguments);
        const UciInfo info = parse_uci_info(arguments);
        CHECK_FALSE(info.depth.has_value());
        CHECK_FALSE(info.score.has_value());
        CHECK_FALSE(info.string.has_value());
        CHECK(info.currmove.empty());
        CHECK(info.pv.has_value() == arguments.ends_with("pv"));
    }
    CHECK_FALSE(parse_uci_info({}).pv.has_value());
}

TEST_CASE("info: scores") {
    check_score("score cp 12", "cp 12");
    check_score("score cp -12", "cp -12");
    check_score("score cp +12", "cp 12");
    check_score("score mate 3", "mate 3");
    check_score("score mate -2", "mate -2");
    check_score("score mate 0", "mate 0");
    check_score("score cp 12 lowerbound", "cp 12 lower");
    check_score("score cp 12 upperbound nodes 5", "cp 12 upper");
    check_score("score lowerbound cp 5", "cp 5 lower");
    check_score("score mate 3 upperbound", "mate 3 upper");
    check_score("score cp 12 wdl 1 2 3", "cp 12");
    check_score("score cp 12 wdl 1 2 3 lowerbound", "cp 12 lower");
    check_score("score cp 12 mate 3", "mate 3"); // the last counts
    check_score("lowerbound", "none");
    check_score("score 5", "none");
    check_score("score cp x", "none");
    check_score("score cp 1.5", "none");
    check_score("score cp lowerbound 4", "none");
    check_score("score cp 99999999999", "cp " + std::to_string(max_32));
    check_score("score cp -99999999999999999999999", "cp " + std::to_string(min_32));
}

TEST_CASE("info: numbers out of range become its ends") {
    CHECK(parse_uci_info("nodes 9223372036854775807").nodes == max_64);
    // The last digit is not looked at
    CHECK(parse_uci_info("nodes 9223372036854775806").nodes == max_64);
    CHECK(parse_uci_info("nodes 922337203685477579").nodes == 922337203685477579);
    CHECK(parse_uci_info("nodes 9223372036854775799").nodes == 9223372036854775799);
    CHECK(parse_uci_info("nodes 99999999999999999999999999").nodes == max_64);
    CHECK(parse_uci_info("nodes -99999999999999999999999999").nodes == -max_64);
    CHECK(parse_uci_info("depth 2147483648").depth == max_32);
    CHECK(parse_uci_info("depth -2147483649").depth == min_32);
    CHECK(parse_uci_info("nodes 000000000000000000000000012").nodes == 12);
}

TEST_CASE("info: a number that is missing costs only its own field") {
    CHECK(parse_uci_info("depth seldepth 5").seldepth == 5);
    CHECK(parse_uci_info("depth x seldepth 5").seldepth == 5);
    CHECK(parse_uci_info("depth 5x nodes 3").nodes == 3);
    CHECK_FALSE(parse_uci_info("depth 5x nodes 3").depth.has_value());
    CHECK(parse_uci_info("depth 3 depth x").depth == 3);
    CHECK(parse_uci_info("depth 3 depth 4").depth == 4);
    CHECK(parse_uci_info("depth\t3\r").depth == 3);
}

TEST_CASE("info: where the pv ends") {
    check_pv("pv e2e4 e7e5", "e2e4 e7e5");
    check_pv("depth 3 pv   e2e4   e7e5  \r", "e2e4   e7e5");
    check_pv("pv e2e4 nodes 5", "e2e4");
    check_pv("pv e2e4 wdl 1 2 3", "e2e4");
    check_pv("pv e2e4 string hello", "e2e4");
    check_pv("pv e2e4 score cp 3", "e2e4");
    check_pv("pv e2e4 currmove e2e4", "e2e4");
    check_pv("pv e2e4 currline 1 e2e4", "e2e4");
    check_pv("pv e2e4 cpuload 50", "e2e4");
    check_pv("pv e2e4 refutation e2e4", "e2e4");
    check_pv("pv", "");
    check_pv("pv ", "");
    check_pv("pv depth 3", "");
    check_pv("pv e7e8q N@f3 0000 e1g1", "e7e8q N@f3 0000 e1g1"); // drops and null moves
    check_pv("pv e4 Nf6 O-O", "e4 Nf6 O-O");                     // an engine that writes SAN
    check_pv("pv e2e4 pv d2d4", "d2d4");
    CHECK(parse_uci_info("pv e2e4 nodes 5").nodes == 5);
    CHECK(parse_uci_info("refutation d1h5 g6h5 depth 3").depth == 3);
    CHECK_FALSE(parse_uci_info("currline 1 e2e4 e7e5").pv.has_value());
}

TEST_CASE("info: strings") {
    check_string("string hello world", "hello world");
    check_string("string   two  blanks ", "two  blanks");
    check_string("string", "");
    check_string("depth 3 string depth 4 pv e2e4", "depth 4 pv e2e4");
    CHECK(parse_uci_info("depth 3 string depth 4 pv e2e4").depth == 3);
    CHECK_FALSE(parse_uci_info("depth 3 string pv e2e4").pv.has_value());
}

TEST_CASE("info: a word has one number, and what follows it is no other field") {
    for (const std::string word : {"depth", "seldepth", "multipv", "time", "nodes", "nps", "tbhits",
                                   "hashfull", "currmovenumber", "score cp", "score mate"}) {
        CAPTURE(word);
        const std::string one = format_uci_info(parse_uci_info(word + " 1"));
        CHECK(one == "info " + word + " 1");
        CHECK(format_uci_info(parse_uci_info(word + " 1 2")) == one);
    }
}

TEST_CASE("info: the views are into the line") {
    const std::string line = "depth 3 currmove e2e4 pv e2e4 e7e5 string x";
    const UciInfo info = parse_uci_info(line);
    CHECK(info.currmove.data() == line.data() + line.find("e2e4"));
    CHECK(info.pv->data() == line.data() + line.find("pv") + 3);
    CHECK(info.string->data() == line.data() + line.size() - 1);
}

TEST_CASE("info: format_uci_info writes what parse_uci_info reads") {
    for (const std::string line :
         {"info depth 12 seldepth 20 multipv 2 score cp -35 lowerbound time 1000 nodes 777 nps 5 "
          "hashfull 3 tbhits 4",
          "info depth 0 score mate 0", "info depth 3 score mate -2 upperbound pv e2e4 e7e5",
          "info depth 2 time 10 nodes 9 currmove e2e4 currmovenumber 3",
          "info nodes -9223372036854775807", "info string polyglot: a text  with blanks", "info"})
        CHECK(format_uci_info(parse_uci_info(std::string_view(line).substr(4))) == line);
}
