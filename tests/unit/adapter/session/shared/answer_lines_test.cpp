// Every form of an answer in docs/log.md is read, and written again as it was.
#include "adapter/session/shared/answer_lines.hpp"
#include "core/chess/position.hpp"

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
