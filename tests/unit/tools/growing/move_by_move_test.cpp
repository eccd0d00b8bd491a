#include "tests/unit/tools/grow_book/grow_book_support.hpp"
#include "tools/growing/move_by_move.hpp"

#include <cstddef>
#include <string_view>

#include <doctest/doctest.h>

using namespace polyglot;
using namespace polyglot::grow_book_test;

namespace {

EpdTask task_of(std::string_view fen) {
    EpdTask task = GrowJob().task;
    task.position = position_of(fen);
    for (const chess::Move move : task.position.legal_moves())
        task.allowed.push_back(move);
    return task;
}

EpdOutcome outcome(const EpdTask& task, const protocol::UciScore& score) {
    EpdOutcome result;
    result.verdict = EpdVerdict::Unjudged;
    result.move = *task.position.legal_moves().begin();
    result.score = score;
    result.pv = "reply";
    result.end = {.depth = 7, .time = milliseconds(1), .nodes = 100};
    return result;
}

} // namespace

TEST_CASE("each move's position is searched, and the worst for the opponent is the answer") {
    EpdTask task = task_of("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    REQUIRE(task.allowed.size() == 6);
    task.allowed.resize(3);
    MoveByMove parts(task);
    for (const int after : {-10, -30, 5}) {
        const EpdTask* const part = parts.next();
        REQUIRE(part != nullptr);
        CHECK(part->position.side_to_move() == chess::Color::Black);
        CHECK(part->allowed.empty());
        CHECK(parts.next() == part); // the same one until it has been searched
        parts.take(outcome(*part, {.is_mate = false, .value = after}));
    }
    CHECK(parts.next() == nullptr);
    const EpdOutcome result = parts.result();
    CHECK(result.move == task.allowed[1]);
    CHECK(result.score == protocol::UciScore{.is_mate = false, .value = 30});
    CHECK(result.end.depth == 8);
    CHECK(result.end.nodes == 300);
    CHECK(result.pv.substr(result.pv.find(' ')) == " reply");
    CHECK(GrowingBook::has_value(result));
}

TEST_CASE("mates are counted from before the move, and the ends of games need no search") {
    const EpdTask task = task_of("7k/8/6K1/8/8/8/8/R7 w - - 0 1"); // Ra8 is mate
    MoveByMove parts(task);
    std::size_t searches = 0;
    for (const EpdTask* part = parts.next(); part != nullptr; part = parts.next(), ++searches)
        parts.take(outcome(*part, {.is_mate = true, .value = -1}));
    CHECK(searches == task.allowed.size() - 1);
    CHECK(parts.result().score == protocol::UciScore{.is_mate = true, .value = 1});
    CHECK(parts.result().pv == "Ra8#");

    const EpdTask lost = task_of("k7/8/1K6/8/8/8/8/7R b - - 0 1");
    REQUIRE(lost.allowed.size() == 1);
    MoveByMove only(lost);
    only.take(outcome(*only.next(), {.is_mate = true, .value = 1}));
    CHECK(only.result().score == protocol::UciScore{.is_mate = true, .value = -1});
    MoveByMove winning(lost);
    winning.take(outcome(*winning.next(), {.is_mate = true, .value = -3}));
    CHECK(winning.result().score == protocol::UciScore{.is_mate = true, .value = 4});
}

TEST_CASE("the searches of the moves share the limits of the position") {
    SearchLimits limits;
    limits.nodes = 1000;
    limits.movetime = milliseconds(300);
    limits.depth = 5;
    CHECK(share_of(limits, 10).nodes == 100);
    CHECK(share_of(limits, 10).movetime == milliseconds(30));
    CHECK(share_of(limits, 10).depth == 4);
    CHECK(share_of(limits, 5000).nodes == 1);
    CHECK(share_of(limits, 5000).movetime == milliseconds(1));
}
