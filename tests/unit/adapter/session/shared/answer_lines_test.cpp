// Every form of an answer in docs/log.md is read, and written again as it was.
#include "adapter/session/shared/answer_lines.hpp"
#include "core/chess/position.hpp"
#include "core/chess/variants/position.hpp"
#include "core/chess/variants/variant.hpp"

#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

#include <doctest/doctest.h>

using namespace polyglot;
using namespace polyglot::session;

namespace {

template <class Done>
std::string read_and_written(std::string_view text, Done done = {}) {
    parse_done(text, done);
    return format_done(done);
}

} // namespace

TEST_CASE("answers of the log, in both directions") {
    const std::string place = place_of(chess::Position::start());
    CHECK(place == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
    for (const std::string& line : {
             std::string(R"(file "/a \"b\".bin" 160 7 1763700000123456789)"),
             std::string(R"(file "/gone.bin" none)"),
             std::string(R"(open "/a.bin" 1)"),
             std::string(R"(open "/a.bin" 12 but /a.bin: holds no move to play)"),
             std::string(R"(open "/a.bin" failed /a.bin: No such file or directory)"),
             "book 1 " + place + ": e2e4 60 n=3 s=5 d2d4 40",
             "book 2 " + place + ": ",
             "book 2 " + place + ": knows",
             "book 2 " + place + ": refuses it has no games of Chess960",
             std::string("results open"),
             std::string("results open the book is read only"),
             std::string("results none no store: no such folder"),
             std::string("results waiting"),
             std::string("results wrote 3"),
             std::string(R"(results kept "learn.db.waiting")"),
             std::string("results took 4 moves=12 left-out=1 more but 1 line stays"),
             std::string("results forgot 3 locked=1 next=4096"),
             std::string("results busy others write"),
             std::string("results failed the disk is full"),
             "results " + place + ": e2e4 60 n=3 s=5",
         }) {
        const auto answer = parse_answer(line);
        REQUIRE_MESSAGE(answer.has_value(), line);
        std::visit(
            [&line](const auto& read) {
                if constexpr (std::is_same_v<decltype(read), const std::monostate&>)
                    FAIL(line);
                else
                    CHECK(format_answer(read) == line);
            },
            *answer);
    }
    for (const char* other : {"settings", "set Book = true", "clock 3600000", "log off", ""})
        CHECK_MESSAGE(std::holds_alternative<std::monostate>(*parse_answer(other)), other);
    for (const char* bad :
         {"file x none", "open x 1", R"(open "x" one)", "book x startpos: e2e4 1"})
        CHECK_MESSAGE(!parse_answer(bad).has_value(), bad);
}

TEST_CASE("a place without a colon is all of it, and nothing is known about it") {
    for (const char* line : {"book 1 startpos", "book 1 startpos:", "book 1 startpos: "}) {
        const auto answer = parse_answer(line);
        REQUIRE(answer.has_value());
        CHECK(std::get<BookLine>(*answer).place == "startpos");
        CHECK(std::get<BookLine>(*answer).text.empty());
    }
    CHECK(std::get<BookLine>(*parse_answer("book 1 startpos:e2e4 1")).text == "e2e4 1");
}

TEST_CASE("what a store has done, in both directions") {
    CHECK(read_and_written<std::size_t>("12") == "12");
    CHECK(read_and_written<std::size_t>("", 7) == "7");
    CHECK(read_and_written<std::string>(R"("a \"b\"\nc")") == R"("a \"b\"\nc")");
    CHECK(read_and_written<std::string>("3", "unknown") == R"("unknown")");
    for (const char* text : {"0", "3", "3 locked=1", "3 next=4096", "3 locked=1 next=4096"})
        CHECK(read_and_written<book::Forgotten>(text) == text);
    for (const char* text :
         {"0", "4 moves=12", "4 moves=12 left-out=1 more", "1 more but x  y", "1 but 2 lines stay"})
        CHECK(read_and_written<book::TakenIn>(text) == text);
}

TEST_CASE("entries of an answer, with all that a format knows of a move") {
    const auto& start = chess::Position::start();
    for (const std::string text :
         {"", "e2e4 60", "e2e4 60 n=3 s=5 a=9 d2d4 0", "0000 7 n=1", "e2e4 1 p=255 d2d4 1 p=0",
          "e2e4 1 g=10/4/3", "e2e4 1 v=-25/1/2/1/2700/18", "e2e4 1 v=3/0/0/0/0/-1",
          "e2e4 4294967295 n=1 s=2 a=3 p=-4 g=5/6/7 v=8/1/1/1/12/0"}) {
        CAPTURE(text);
        const auto entries = parse_entries(start, text);
        REQUIRE(entries.has_value());
        CHECK(format_entries(*entries) == text);
    }
    const auto depth_of = [&start](const char* text) {
        return parse_entries(start, text)->front().evaluation->depth;
    };
    CHECK_FALSE(depth_of("e2e4 1 v=3/0/0/0/0/-1").has_value());
    CHECK(depth_of("e2e4 1 v=3/0/0/0/0/0") == 0);
    for (const char* bad :
         {"e2e5 1", "e2e4", "e2e4 x", "n=1", "e2e4 1 x=2", "e2e4 1 n=x",
          "e2e4 1 n=", "e2e4 1 g=1/2", "e2e4 1 g=1/2/3/4", "e2e4 1 g=1/x/3", "e2e4 1 v=1/2/3/4/5",
          "e2e4 1 v=1/2/3/4/5/6/7", "e2e4 1 x=1/2/3/4/5/6", "e2e4 1 =", "0000"})
        CHECK_MESSAGE(!parse_entries(start, bad).has_value(), bad);
}

TEST_CASE("entries of an answer about a variant") {
    const auto start = chess::VariantPosition::start(chess::crazyhouse);
    CHECK(place_of(start) == "crazyhouse rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq -");
    for (const std::string text : {"", "e2e4 60 n=3 s=5", "0000 7"}) {
        const auto entries = parse_variant_entries(start, text);
        REQUIRE(entries.has_value());
        CHECK(format_variant_entries(*entries) == text);
    }
    CHECK_FALSE(parse_variant_entries(start, "P@e4 1").has_value());
}
