#include "adapter/session/uci_gui/book_ponder.hpp"
#include "adapter/session/uci_gui/game_tracker.hpp"

#include <optional>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

namespace polyglot::session {
namespace {

std::optional<BookPonder> plan(std::string_view position, std::string_view go,
                               std::string_view move, std::string_view reply) {
    GameTracker tracker;
    tracker.set_position(position);
    return plan_book_ponder(tracker.sent(), *tracker.any_game(), protocol::parse_go(go), move,
                            reply);
}

bool is_asked(const BookPonder& plan, std::string_view position, std::string_view go) {
    GameTracker tracker;
    tracker.set_position(position);
    return plan.is_asked_by(protocol::parse_go(go), *tracker.any_game());
}

} // namespace

TEST_CASE("the search after our book move and the reply, with our increment") {
    const auto first = plan("startpos", "wtime 1000 btime 2000 winc 50 binc 60", "e2e4", "e7e5");
    REQUIRE(first.has_value());
    CHECK(first->position == "position startpos moves e2e4 e7e5");
    CHECK(protocol::format_go(first->go) == "go wtime 1050 btime 2000 winc 50 binc 60 ponder");
    const auto black =
        plan("startpos moves e2e4 ", "wtime 1000 btime 2000 binc 60 movestogo 3", "e7e5", "g1f3");
    REQUIRE(black.has_value());
    CHECK(black->position == "position startpos moves e2e4 e7e5 g1f3");
    CHECK(protocol::format_go(black->go) == "go wtime 1000 btime 2060 binc 60 movestogo 2 ponder");
}

TEST_CASE("no search whose limits or position are not known") {
    CHECK_FALSE(plan("startpos", "wtime 1000 btime 1000", "e2e4", "").has_value());
    CHECK_FALSE(plan("startpos", "wtime 1000 btime 1000", "e2e4", "e2e4").has_value());
    CHECK_FALSE(plan("startpos", "wtime 1000 btime 1000 movestogo 1", "e2e4", "e7e5").has_value());
    CHECK_FALSE(plan("startpos", "movetime 9 searchmoves e2e4", "e2e4", "e7e5").has_value());
    CHECK_FALSE(plan("startpos", "infinite", "e2e4", "e7e5").has_value());
    CHECK_FALSE(plan("startpos moves f2f3 e7e5", "movetime 9", "g2g4", "d8h4").has_value()); // mate
    CHECK(plan("startpos moves f2f3 e7e5", "movetime 9", "g2g4", "d8g5").has_value());
}

TEST_CASE("the go that the search answers") {
    const auto planned = plan("startpos", "wtime 60000 btime 60000 winc 50", "e2e4", "e7e5");
    REQUIRE(planned.has_value());
    const std::string_view there = "startpos moves e2e4 e7e5";
    CHECK(is_asked(*planned, there, "wtime 60050 btime 1 winc 50"));
    CHECK(is_asked(*planned, there, "wtime 59950 btime 60000 winc 50"));
    CHECK_FALSE(is_asked(*planned, there, "wtime 59949 btime 60000 winc 50"));
    CHECK(is_asked(*planned, there, "wtime 90000 btime 60000 winc 50"));
    CHECK_FALSE(is_asked(*planned, there, "wtime 60050 btime 60000"));
    CHECK_FALSE(is_asked(*planned, there, "wtime 60050 btime 60000 winc 50 movestogo 9"));
    CHECK_FALSE(is_asked(*planned, there, "movetime 1000"));
    CHECK(is_asked(*planned, there, "wtime 60050 winc 50"));
    CHECK_FALSE(is_asked(*planned, there, "btime 60000 winc 50"));
    for (const std::string_view also : {"depth 5", "nodes 5", "movetime 5", "binc 5", "winc 51"}) {
        CAPTURE(also);
        CHECK_FALSE(is_asked(*planned, there, "wtime 60050 btime 1 winc 50 " + std::string(also)));
    }
    for (const std::string_view also : {"infinite", "mate 5", "perft 5", "searchmoves g1f3"}) {
        CAPTURE(also);
        CHECK_FALSE(is_asked(*planned, there, "wtime 60050 btime 1 winc 50 " + std::string(also)));
    }
    CHECK_FALSE(is_asked(*planned, "startpos moves e2e4 c7c5", "wtime 60050 btime 1 winc 50"));
    // A host that sends each position as a FEN.
    CHECK(is_asked(*planned, "fen rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2",
                   "wtime 60050 btime 60000 winc 50"));
}

TEST_CASE("Black's search, and one without clocks") {
    const auto black = plan("startpos moves e2e4", "wtime 9000 btime 60000", "e7e5", "g1f3");
    REQUIRE(black.has_value());
    const std::string_view there = "startpos moves e2e4 e7e5 g1f3";
    CHECK(is_asked(*black, there, "wtime 1 btime 59900"));
    CHECK_FALSE(is_asked(*black, there, "wtime 9000 btime 59899"));
    CHECK_FALSE(is_asked(*black, there, "wtime 9000"));
    const auto timeless = plan("startpos", "depth 5", "e2e4", "e7e5");
    REQUIRE(timeless.has_value());
    CHECK(is_asked(*timeless, "startpos moves e2e4 e7e5", "depth 5"));
    CHECK(is_asked(*timeless, "startpos moves e2e4 e7e5", "depth 5 btime 1000"));
    CHECK_FALSE(is_asked(*timeless, "startpos moves e2e4 e7e5", "depth 5 wtime 1000"));
}

TEST_CASE("a clock with less time than was planned with") {
    const std::string_view there = "startpos moves e2e4 e7e5";
    const auto short_time = plan("startpos", "wtime 1000 btime 1000", "e2e4", "e7e5");
    REQUIRE(short_time.has_value());
    CHECK(is_asked(*short_time, there, "wtime 980 btime 1000"));
    CHECK_FALSE(is_asked(*short_time, there, "wtime 979 btime 1000"));
    // The last move before the time control.
    const auto last = plan("startpos", "wtime 9000 btime 9000 movestogo 2", "e2e4", "e7e5");
    REQUIRE(last.has_value());
    CHECK(is_asked(*last, there, "wtime 9000 btime 9000 movestogo 1"));
    CHECK_FALSE(is_asked(*last, there, "wtime 8999 btime 9000 movestogo 1"));
}

} // namespace polyglot::session
