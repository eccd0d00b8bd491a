// Changing the moves of one position by hand.
#include "core/book/edit/position_editor.hpp"
#include "tests/unit/core/book/book_bytes.hpp"

#include <string>
#include <utility>
#include <vector>

namespace polyglot::book {
namespace {

using chess::Position;

const Position start = Position::start();

chess::Move move_of(std::string_view text) {
    return *chess::parse_uci_move(start, text);
}

RawEntry entry(std::string_view move, std::uint16_t weight, std::uint16_t count = 0,
               std::uint16_t sum = 0) {
    return {start.key(), test::raw_move(move), weight, count, sum};
}

std::string text_of(const PositionEditor& editor) {
    std::string text;
    for (const RawEntry& e : editor.entries()) {
        const chess::Move move = decode_move(e.move, start);
        text += (text.empty() ? "" : " ") + (move ? chess::format_uci_move(move) : "?") + ":" +
                std::to_string(e.weight);
        if (e.learn_count > 0)
            text += "/" + std::to_string(e.learn_count) + "," + std::to_string(e.learn_sum);
    }
    return text;
}

} // namespace

TEST_CASE("a position edited by hand: weights, by falling weight") {
    PositionEditor editor(start, {entry("e2e4", 60, 5, 7), entry("d2d4", 40)});
    editor.set_weight(move_of("d2d4"), 70);
    CHECK(text_of(editor) == "d2d4:70 e2e4:60/5,7");
    editor.set_weight(move_of("e2e4"), 0);
    CHECK(text_of(editor) == "d2d4:70 e2e4:0/5,7");
    editor.add(move_of("c2c4"));
    editor.add(move_of("c2c4"));
    CHECK(text_of(editor) == "d2d4:70 c2c4:1 e2e4:0/5,7");
    editor.remove(move_of("d2d4"));
    editor.remove(move_of("d2d4"));
    CHECK(text_of(editor) == "c2c4:1 e2e4:0/5,7");
    CHECK(editor.has(move_of("c2c4")));
    CHECK_FALSE(editor.has(move_of("d2d4")));
}

TEST_CASE("a position edited by hand: nothing changed, nothing sorted") {
    const PositionEditor editor(start, {entry("e2e4", 1), entry("d2d4", 2)});
    CHECK(text_of(editor) == "e2e4:1 d2d4:2");
}

TEST_CASE("a position edited by hand: shares") {
    const auto edited = [](std::vector<RawEntry> entries, const char* move, double share) {
        PositionEditor editor(start, std::move(entries));
        const auto set = editor.set_share(move_of(move), share);
        return set ? text_of(editor) : set.error().message;
    };
    const std::vector<RawEntry> two{entry("e2e4", 60), entry("d2d4", 40)};
    CHECK(edited(two, "e2e4", 0.5) == "e2e4:40 d2d4:40");
    CHECK(edited(two, "d2d4", 0.25) == "e2e4:60 d2d4:20");
    CHECK(edited(two, "d2d4", 0) == "e2e4:60 d2d4:0");
    // Whole numbers that small would miss it: all are multiplied.
    CHECK(edited({entry("e2e4", 1), entry("d2d4", 1)}, "d2d4", 0.4) == "e2e4:1000 d2d4:667");
    CHECK(edited({entry("e2e4", 60'000), entry("d2d4", 1)}, "d2d4", 0.9) == "d2d4:65535 e2e4:7282");
    CHECK(edited({entry("e2e4", 1)}, "e2e4", 0.4) == "no other move has a weight");
    CHECK(edited({entry("e2e4", 1), entry("d2d4", 0)}, "e2e4", 0.4) ==
          "no other move has a weight");
}

TEST_CASE("a position edited by hand: several shares are met together") {
    const auto edited = [](std::vector<RawEntry> entries,
                           const std::vector<std::pair<const char*, double>>& wanted) {
        PositionEditor editor(start, std::move(entries));
        std::vector<MoveShare> shares;
        for (const auto& [move, share] : wanted)
            shares.push_back({move_of(move), share});
        const auto set = editor.set_shares(shares);
        return set ? text_of(editor) : set.error().message;
    };
    const std::vector<RawEntry> three{entry("e2e4", 60), entry("d2d4", 30), entry("c2c4", 10)};
    CHECK(edited(three, {{"e2e4", 0.5}, {"d2d4", 0.3}, {"c2c4", 0.2}}) ==
          "e2e4:50 d2d4:30 c2c4:20");
    CHECK(edited(three, {{"d2d4", 0.5}, {"c2c4", 0.2}}) == "d2d4:100 e2e4:60 c2c4:40");
    CHECK(edited(three, {{"d2d4", 0.6}, {"c2c4", 0.4}}) == "d2d4:60 c2c4:40 e2e4:0"); // no rest
    CHECK(edited({entry("e2e4", 60), entry("d2d4", 30), entry("c2c4", 10), entry("g1f3", 10)},
                 // Old proportions: 3 to 1
                 {{"e2e4", 0.5}, {"g1f3", 0.1}}) == "e2e4:50 d2d4:30 c2c4:10 g1f3:10");
    CHECK(edited({entry("e2e4", 1), entry("d2d4", 1), entry("c2c4", 1)},
                 {{"e2e4", 0.5}, {"d2d4", 0.3}, {"c2c4", 0.2}}) == "e2e4:15 d2d4:9 c2c4:6");
    CHECK(edited({entry("e2e4", 0), entry("d2d4", 0)}, {{"e2e4", 0.5}, {"d2d4", 0.5}}) ==
          "e2e4:1 d2d4:1");
    // Shares that a report has rounded.
    CHECK(edited({entry("e2e4", 399), entry("d2d4", 600)}, {{"e2e4", 0.399}, {"d2d4", 0.6}}) ==
          "d2d4:600 e2e4:399");
    // Weights that would all round to 0.
    CHECK(edited({entry("e2e4", 0), entry("d2d4", 0), entry("c2c4", 0)},
                 {{"e2e4", 0.4}, {"d2d4", 0.3}, {"c2c4", 0.3}}) == "e2e4:4 d2d4:3 c2c4:3");
    // A third each, rounded to tenths of a per cent.
    CHECK(edited({entry("e2e4", 7), entry("d2d4", 8), entry("c2c4", 9)},
                 {{"e2e4", 0.333}, {"d2d4", 0.333}, {"c2c4", 0.333}}) == "e2e4:8 d2d4:8 c2c4:8");
    CHECK(edited(three, {{"e2e4", 0.5}, {"d2d4", 0.2}, {"c2c4", 0.1}}) ==
          "these shares make 80.0%, and no other move has a weight");
}

TEST_CASE(
    "a position edited by hand: the shares of seven moves that have one weight of 1 together") {
    std::vector<RawEntry> seven;
    std::vector<MoveShare> shares;
    for (const char* const move : {"a2a3", "b2b3", "c2c3", "d2d3", "e2e3", "f2f3", "g2g3"}) {
        shares.push_back({move_of(move), seven.size() < 3 ? 0.2 : 0.1});
        seven.push_back(entry(move, seven.size() == 2 ? 1 : 0));
    }
    PositionEditor editor(start, seven);
    REQUIRE(editor.set_shares(shares).has_value());
    CHECK(text_of(editor) == "a2a3:2 b2b3:2 c2c3:2 d2d3:1 e2e3:1 f2f3:1 g2g3:1");
}

TEST_CASE("a position edited by hand: factors, and weights above 16 bits") {
    PositionEditor editor(start, {entry("e2e4", 60'000), entry("d2d4", 40), entry("c2c4", 0)});
    editor.boost(move_of("d2d4"), 1.5);
    CHECK(text_of(editor) == "e2e4:60000 d2d4:60 c2c4:0");
    editor.boost(move_of("e2e4"), 10);
    CHECK(text_of(editor) == "e2e4:65535 d2d4:7 c2c4:0");
    editor.boost(move_of("e2e4"), 10);
    CHECK(text_of(editor) == "e2e4:65535 d2d4:1 c2c4:0");
    editor.boost(move_of("d2d4"), 0.1);
    CHECK(text_of(editor) == "e2e4:65535 d2d4:1 c2c4:0"); // above 0 it stays
    editor.boost(move_of("d2d4"), 0);
    CHECK(text_of(editor) == "e2e4:65535 d2d4:0 c2c4:0");
}

TEST_CASE("a position edited by hand: a move with several entries becomes one, illegal ones stay") {
    PositionEditor editor(start,
                          {entry("e2e4", 10, 1, 2), entry("e2e5", 30), entry("e2e4", 5, 9, 9)});
    editor.boost(move_of("e2e4"), 2);
    CHECK(text_of(editor) == "e2e4:30/1,2 ?:30");
    editor.remove(move_of("e2e4"));
    CHECK(text_of(editor) == "?:30");
}

TEST_CASE("a position edited by hand: castling in either spelling is one move") {
    const Position castles = test::position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    const auto castling = *chess::parse_uci_move(castles, "e1g1");
    PositionEditor editor(castles, {{castles.key(), test::raw_move("e1g1"), 3, 0, 0}});
    CHECK(editor.has(castling));
    editor.set_weight(castling, 4);
    REQUIRE(editor.entries().size() == 1);
    CHECK(editor.entries().front().weight == 4);
    CHECK(editor.entries().front().move == test::raw_move("e1g1")); // as the book spells it
}

TEST_CASE("a position edited by hand: shares come true") {
    Random random(7);
    for (int round = 0; round < 2000; ++round) {
        std::vector<RawEntry> entries;
        for (const char* const move : {"e2e4", "d2d4", "c2c4", "g1f3"})
            entries.push_back(
                entry(move, static_cast<std::uint16_t>(1 + random.below(round % 2 ? 20 : 65'535))));
        PositionEditor editor(start, entries);
        const double share = static_cast<double>(random.below(950)) / 1000;
        REQUIRE(editor.set_share(move_of("c2c4"), share).has_value());
        double sum = 0;
        double own = 0;
        for (const RawEntry& e : editor.entries()) {
            sum += e.weight;
            if (e.move == test::raw_move("c2c4")) own = e.weight;
        }
        CHECK(own / sum == doctest::Approx(share).epsilon(0.002).scale(1));
    }
}

} // namespace polyglot::book
