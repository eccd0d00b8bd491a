#include "tests/unit/tools/rate_book/rate_book_support.hpp"

#include <algorithm>
#include <optional>

using namespace polyglot;
using namespace rate_book_test;
using doctest::Approx;

namespace {

// A process that rates a book. The engine's best move and its value for White come from tables;
// else it is the first one that may be searched, and 0.
struct Rater {
    std::unique_ptr<io::GrowDb> store;
    RatingBook rating;
    std::map<std::uint64_t, int> values;
    std::map<std::uint64_t, chess::Move> best{};
    std::vector<std::uint64_t> searched{};

    Rater(const std::filesystem::path& file, const BookReach& book, double min_reach = 0)
        : store(open(file)), rating(*store, {}, 1, [] { return std::int64_t{1000}; }) {
        const auto begun = rating.begin(*store, book, min_reach);
        REQUIRE_MESSAGE(begun.has_value(), (begun ? "" : begun.error().message));
    }
    static std::unique_ptr<io::GrowDb> open(const std::filesystem::path& file) {
        io::end_command(); // the command before has nothing to do with this
        auto opened =
            io::GrowDb::open(file, io::GrowDb::Access::Create, io::GrowDb::Owner::RateBook);
        REQUIRE_MESSAGE(opened.has_value(), (opened ? "" : opened.error().message));
        return *std::move(opened);
    }
    // False if no search is left.
    bool search() {
        auto job = rating.next();
        REQUIRE_MESSAGE(job.has_value(), (job ? "" : job.error().message));
        if (!*job) return false;
        const EpdTask& task = (*job)->task;
        EpdOutcome outcome;
        outcome.verdict = EpdVerdict::Unjudged;
        outcome.end = {.depth = 10, .time = milliseconds(1), .nodes = 100};
        if (const auto known = best.find(task.position.key());
            known != best.end() && task.may_search(known->second))
            outcome.move = known->second;
        for (const chess::Move move : task.position.legal_moves())
            if (!outcome.move && task.may_search(move)) outcome.move = move;
        const int for_white = values[task.position.key()];
        const bool white = task.position.side_to_move() == chess::Color::White;
        outcome.score =
            protocol::UciScore{.is_mate = false, .value = white ? for_white : -for_white};
        searched.push_back(task.position.key());
        REQUIRE(rating.finish(**job, outcome, "Engine").has_value());
        return true;
    }
};

SmallBook two_first_moves() {
    SmallBook book;
    book.add("e2e4", 3);
    book.add("d2d4", 1);
    book.add("e2e4 e7e5", 2);
    book.add("e2e4 c7c5", 1);
    return book;
}

const RatedMove* find_move(const BookReach& book, const Ratings& ratings, std::string_view line) {
    const auto to = book.number_of(after_moves(line).key());
    const auto found =
        std::find_if(ratings.moves.begin(), ratings.moves.end(), [&](const RatedMove& move) {
            return book.positions()[move.position].moves[move.move].to == *to;
        });
    return found == ratings.moves.end() ? nullptr : &*found;
}

} // namespace

TEST_CASE("rate-book: the most reached positions are searched first, and each once") {
    const test::Folder folder;
    const SmallBook book = two_first_moves();
    const BookReach reach = reach_of(book);
    {
        Rater rater(folder / "rate.db", reach);
        CHECK(rater.rating.count_left() == 5);
        CHECK(rater.search());
        CHECK(rater.search());
        CHECK(rater.search());
        CHECK(rater.searched == std::vector{after_moves("").key(), after_moves("e2e4").key(),
                                            after_moves("e2e4 e7e5").key()});
        CHECK(rater.rating.count_left() == 2);
    }
    Rater again(folder / "rate.db", reach); // the next run goes on
    while (again.search()) {
    }
    CHECK(again.searched == std::vector{after_moves("d2d4").key(), after_moves("e2e4 c7c5").key()});
    CHECK_FALSE(again.rating.is_waiting());
    // A run that searches only what is reached often enough.
    Rater often(folder / "often.db", reach, 0.5);
    while (often.search()) {
    }
    CHECK(often.searched.size() == 3);
}

TEST_CASE("rate-book: a position whose best move is in the book is searched once more without it") {
    const test::Folder folder;
    const SmallBook book = two_first_moves();
    const BookReach reach = reach_of(book);
    Rater rater(folder / "rate.db", reach);
    const auto start = chess::Position::start();
    rater.best[start.key()] = chess::parse_uci_move(start, "e2e4").value();
    rater.values[start.key()] = 25;
    rater.values[after_moves("e2e4").key()] = 30;
    const auto value = [&] {
        return rater.rating.graph().value_for_white(*rater.rating.graph().find(start.key()));
    };
    CHECK(rater.search());
    CHECK(value() == 25);
    CHECK(rater.search());
    CHECK(value() == 30); // that of its best move, whatever the other moves are worth
    CHECK(rater.search());
    CHECK(rater.search());
    // All its moves have been searched. What the other 18 are worth is asked now.
    auto job = rater.rating.next();
    REQUIRE((job && *job));
    CHECK((*job)->task.position == start);
    CHECK((*job)->task.allowed.size() == 18);
    const auto is_exact = [&](std::string_view line) {
        const Ratings ratings = rate_moves(reach, rater.rating.graph());
        return find_move(reach, ratings, line)->is_exact;
    };
    CHECK_FALSE(is_exact("d2d4")); // one of them may be better than e4
    EpdOutcome failed;
    failed.verdict = EpdVerdict::Hung;
    REQUIRE(rater.rating.finish(**job, failed, "Engine").has_value());
    while (rater.search()) { // a failure is not tried again
    }
    CHECK(rater.searched == std::vector{after_moves("").key(), after_moves("e2e4").key(),
                                        after_moves("e2e4 e7e5").key(), after_moves("d2d4").key(),
                                        after_moves("e2e4 c7c5").key()});
    Rater again(folder / "rate.db", reach);
    CHECK(again.rating.count_left() == 1);
    CHECK(again.search());
    CHECK(again.searched == std::vector{start.key()});
    CHECK(find_move(reach, rate_moves(reach, again.rating.graph()), "d2d4")->is_exact);
    CHECK_FALSE(again.search());
}

TEST_CASE("rate-book: values are backed up, a loss is against the best move, and costs by reach") {
    const test::Folder folder;
    const SmallBook book = two_first_moves();
    const BookReach reach = reach_of(book);
    Rater rater(folder / "rate.db", reach);
    rater.values = {{after_moves("").key(), 20},          // another first move
                    {after_moves("e2e4").key(), 90},      // another reply, bad for Black
                    {after_moves("e2e4 e7e5").key(), 30}, // the best reply
                    {after_moves("e2e4 c7c5").key(), 50},
                    {after_moves("d2d4").key(), -10}};
    rater.search();
    // A move has no rating before the position after it has been searched.
    CHECK(rate_moves(reach, rater.rating.graph()).moves.empty());
    while (rater.search()) {
    }
    const Ratings ratings = rate_moves(reach, rater.rating.graph());
    CHECK(ratings.moves.size() == 4);
    CHECK(ratings.searched == 5);
    const auto* const e4 = find_move(reach, ratings, "e2e4");
    const auto* const d4 = find_move(reach, ratings, "d2d4");
    const auto* const c5 = find_move(reach, ratings, "e2e4 c7c5");
    REQUIRE((e4 && d4 && c5));
    CHECK(e4->value_cp == 30);
    CHECK(e4->loss_cp == 0);
    CHECK(d4->loss_cp == 40);
    CHECK(d4->cost_cp == Approx(40 * 0.25));
    CHECK(c5->loss_cp == 20); // for Black
    CHECK(c5->cost_cp == Approx(20 * 0.25));
    CHECK(ratings.white_loses_cp == Approx(10));
    CHECK(ratings.black_loses_cp == Approx(5));
    const auto worst = dearest(ratings, 1);
    REQUIRE(worst.size() == 1);
    CHECK(worst.front().move == d4->move);
    CHECK(dearest(ratings, 0).size() == 2);
}

TEST_CASE("rate-book: a mate in a rare line does not outweigh everything else") {
    const test::Folder folder;
    SmallBook book;
    book.add("f2f3", 1);
    book.add("f2f3 e7e5", 1);
    book.add("f2f3 e7e5 g2g4", 1);
    book.add("f2f3 e7e5 g2g4 d8h4", 1); // mate, which needs no search
    const BookReach reach = reach_of(book);
    Rater rater(folder / "rate.db", reach);
    while (rater.search()) {
    }
    const Ratings ratings = rate_moves(reach, rater.rating.graph());
    const auto* const g4 = find_move(reach, ratings, "f2f3 e7e5 g2g4");
    REQUIRE(g4);
    CHECK(g4->value_cp == -(book::GrowGraph::most_cp));
    CHECK(g4->loss_cp == Ratings::most_cp);
}
