#include "tests/unit/tools/rate_book/rate_book_support.hpp"

using namespace polyglot;
using namespace rate_book_test;
using doctest::Approx;

TEST_CASE("rate-book: reach is the product of the shares along a line") {
    SmallBook book;
    book.add("e2e4", 3);
    book.add("d2d4", 1);
    book.add("a2a3", 0); // never played
    book.add("e2e4 e7e5", 1);
    book.add("e2e4 c7c5", 1);
    const BookReach reach = reach_of(book);
    CHECK(reach.positions().size() == 5);
    CHECK(reach.count_moves() == 4);
    CHECK(reach.unplayed() == 1);
    CHECK(reach_after(reach, "") == Approx(1));
    CHECK(reach_after(reach, "e2e4") == Approx(0.75));
    CHECK(reach_after(reach, "d2d4") == Approx(0.25));
    CHECK(reach_after(reach, "e2e4 c7c5") == Approx(0.375));
    CHECK_FALSE(reach.number_of(after_moves("a2a3").key()).has_value());
}

TEST_CASE("rate-book: lines that meet are added up, and the shortest one is shown") {
    SmallBook book;
    book.add("d2d4", 1);
    book.add("g1f3", 1);
    book.add("d2d4 g8f6", 1);
    book.add("g1f3 g8f6", 3);
    book.add("g1f3 d7d5", 1);
    book.add("d2d4 g8f6 g1f3", 1);
    book.add("g1f3 g8f6 d2d4", 1);
    const BookReach reach = reach_of(book);
    CHECK(reach_after(reach, "d2d4 g8f6 g1f3") == Approx(0.5 + 0.5 * 0.75));
    const auto number = reach.number_of(after_moves("d2d4 g8f6 g1f3").key());
    REQUIRE(number.has_value());
    CHECK(reach.line_to(*number).size() == 3);
    CHECK(reach.position(*number).key() == after_moves("g1f3 g8f6 d2d4").key());
}

TEST_CASE("rate-book: a line that repeats a position ends, and is reached by at most all games") {
    SmallBook book;
    book.add("g1f3", 1);
    book.add("g1f3 g8f6", 1);
    book.add("g1f3 g8f6 f3g1", 1);
    book.add("g1f3 g8f6 f3g1 f6g8", 1);
    const BookReach reach = reach_of(book);
    CHECK(reach.positions().size() == 4);
    for (const ReachedPosition& position : reach.positions())
        CHECK(position.reach() == Approx(1));
}

TEST_CASE("rate-book: a move that leaves a repetition is as frequent as the position after it") {
    SmallBook book;
    book.add("e2e4", 1);
    book.add("g1f3", 9);
    book.add("g1f3 g8f6", 1);
    book.add("g1f3 g8f6 f3g1", 1);
    book.add("g1f3 g8f6 f3g1 f6g8", 1);
    book.add("e2e4 e7e5", 1);
    const BookReach reach = reach_of(book);
    const ReachedPosition& start = reach.positions().front();
    CHECK(start.reach() == 1);
    CHECK(start.visits == Approx(10).epsilon(0.01)); // 1 / (1 - 0.9), less what most_plies cuts off
    const ReachedPosition& after_e4 =
        reach.positions()[*reach.number_of(after_moves("e2e4").key())];
    for (const ReachedMove& move : start.moves)
        CHECK(start.reach_of(move) == Approx(reach.positions()[move.to].reach()).epsilon(0.001));
    CHECK(after_e4.reach() == Approx(after_e4.reach_of(after_e4.moves.front())));
    CHECK(after_e4.reach() > 0.99);
}

TEST_CASE("rate-book: several roots are equally frequent, and those without a move do not count") {
    const auto other = chess::parse_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").value();
    const auto none = chess::parse_fen("4k3/8/8/8/8/8/3P4/4K3 w - - 0 1").value();
    SmallBook book;
    book.add("e2e4", 1);
    book.add("e2e4", 1, other);
    const BookReach reach = reach_of(book, {chess::Position::start(), other, none});
    CHECK(reach.roots().size() == 2);
    CHECK(reach_after(reach, "e2e4") == Approx(0.5));
    CHECK(reach.root_of(*reach.number_of(after_moves("e2e4", other).key())) == other);
}

TEST_CASE("rate-book: where the book has no move, the replies that lead back to it are followed") {
    SmallBook book; // of White only
    book.add("e2e4", 1);
    book.add("e2e4 e7e5 g1f3", 1);
    book.add("e2e4 c7c5 g1f3", 1);
    const BookReach reach = reach_of(book);
    CHECK(reach_after(reach, "e2e4 c7c5") == Approx(0.5));
    CHECK(reach.count_moves() == 3); // the replies are not moves of the book
}
