#include "core/book/polyglot/book.hpp"
#include "core/random.hpp"
#include "storage/stores/learn_db.hpp"
#include "tests/unit/tools/grow_book/grow_book_support.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace polyglot;
using namespace grow_book_test;
using book::GrowGraph;

TEST_CASE("grow-book: a book grows by one search at a time, and the store has all of it") {
    const test::Folder folder;
    const std::int64_t clock = 1000;
    Process process(folder / "grow.db", 1, clock);
    process.begin();
    std::set<std::uint64_t> searched;
    for (int i = 0; i < 400; ++i) {
        const auto job = process.next();
        REQUIRE(job);
        const std::uint64_t key = job->task.position.key();
        if (job->by || i == 0) CHECK(searched.insert(key).second); // new, and only once
        CHECK(job->task.position.legal_move_count() > 0);
        // What is in the book already is left out.
        for (const chess::Move move : job->task.position.legal_moves()) {
            const auto child = process.book.graph().find(job->task.position.key_after(move));
            if (job->by && child) CHECK_FALSE(job->task.may_search(move));
        }
        process.finish(*job, search(job->task));
    }
    CHECK(process.book.graph().size() >= searched.size());
    CHECK(searched.size() > 150);
    const Process other(folder / "grow.db", 2, clock);
    check_same(process.book.graph(), other.book.graph());
    CHECK(other.book.roots().size() == 1);
}

TEST_CASE("grow-book: a process that has died loses its search at most, and the next one goes on") {
    const test::Folder folder;
    std::int64_t clock = 1000;
    std::uint64_t abandoned = 0;
    {
        Process process(folder / "grow.db", 1, clock);
        process.begin();
        process.grow(30);
        abandoned = process.next()->task.position.key();
    } // without finish() or release_claims()
    Process process(folder / "grow.db", 2, clock);
    const auto job = process.next();
    REQUIRE(job);
    CHECK(job->task.position.key() != abandoned);
    process.finish(*job, search(job->task));
    clock += GrowingBook::lease_seconds; // the claim is over
    REQUIRE(process.book.refresh().has_value());
    bool found = false;
    for (int i = 0; i < 5 && !found; ++i) {
        const auto later = process.next();
        REQUIRE(later);
        found = later->task.position.key() == abandoned;
        process.finish(*later, search(later->task));
    }
    CHECK(found);
}

TEST_CASE("grow-book: several processes on one store never search the same position, and share "
          "what they find") {
    const test::Folder folder;
    const std::int64_t clock = 1000;
    Random random(5);
    std::vector<std::unique_ptr<Process>> processes;
    std::vector<std::vector<std::unique_ptr<GrowJob>>> running(3);
    for (std::int64_t owner = 1; owner <= 3; ++owner)
        processes.push_back(std::make_unique<Process>(folder / "grow.db", owner, clock));
    processes.front()->begin();
    std::set<std::uint64_t> now, ever;
    int finished = 0;
    while (finished < 300) {
        const std::size_t i = random.below(3);
        if (random.below(4) == 0) REQUIRE(processes[i]->book.refresh().has_value());
        if (running[i].size() < 3 && random.below(2) == 0) {
            if (auto job = processes[i]->next()) {
                CHECK(now.insert(job->task.position.key()).second);
                if (job->by) CHECK(ever.insert(job->task.position.key()).second);
                running[i].push_back(std::move(job));
            }
        } else if (!running[i].empty()) {
            const auto which =
                running[i].begin() + static_cast<std::ptrdiff_t>(random.below(running[i].size()));
            now.erase((*which)->task.position.key());
            processes[i]->finish(**which, search((*which)->task));
            running[i].erase(which);
            ++finished;
        }
    }
    for (std::size_t i = 0; i < 3; ++i)
        for (const auto& job : running[i])
            processes[i]->finish(*job, search(job->task));
    for (const auto& process : processes)
        REQUIRE(process->book.refresh().has_value());
    for (const auto& process : processes)
        check_same(process->book.graph(), processes.front()->book.graph());
    const Process reader(folder / "grow.db", 9, clock);
    check_same(reader.book.graph(), processes.front()->book.graph());
}

TEST_CASE("grow-book: a search that gives no value is not done again in this run, and stops "
          "nothing else") {
    const test::Folder folder;
    const std::int64_t clock = 1000;
    const book::GrowRules wide{
        .side = book::GrowSide::Both, .width_cp = 10'000, .alpha_millis = 100};
    Process process(folder / "grow.db", 1, clock, wide);
    process.begin();
    process.grow(10);
    std::set<std::uint64_t> failed;
    for (int i = 0; i < 60; ++i) {
        const auto job = process.next();
        REQUIRE(job);
        CHECK_FALSE(failed.contains(job->task.position.key()));
        if (i % 3 != 0) {
            process.finish(*job, search(job->task));
            continue;
        }
        failed.insert(job->task.position.key());
        EpdOutcome outcome = search(job->task);
        if (i % 2 == 0)
            // Whatever it had said until then
            outcome.verdict = i % 4 == 0 ? EpdVerdict::Crashed : EpdVerdict::Hung;
        else
            outcome.score.reset();
        process.finish(*job, outcome);
    }
    // The next run tries them.
    Process again(folder / "grow.db", 2, clock, wide);
    bool tried = false;
    for (int i = 0; i < 200 && !tried; ++i) {
        const auto job = again.next();
        REQUIRE(job);
        tried = failed.contains(job->task.position.key());
        again.finish(*job, search(job->task));
    }
    CHECK(tried);
}

TEST_CASE("grow-book: the ends of games need no search, and a small game is known to its end") {
    const test::Folder folder;
    const std::int64_t clock = 1000;
    // White mates at once; all moves count.
    Process process(folder / "grow.db", 1, clock,
                    {.side = book::GrowSide::Both, .width_cp = 10'000, .alpha_millis = 100});
    process.begin({position_of("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1")});
    process.grow(300);
    const GrowGraph& graph = process.book.graph();
    const auto root = *graph.find(process.book.roots().front().key());
    CHECK(graph.value(root) == GrowGraph::most_cp);
    // A stalemate is a draw, and so are bare kings.
    const auto stalemate = position_of("7k/8/6QK/8/8/8/8/8 b - - 0 1");
    const auto bare = position_of("7k/8/8/8/8/8/8/K7 w - - 0 1");
    Process other(folder / "other.db", 1, clock);
    other.begin({stalemate, bare});
    CHECK(other.grow(10) == 0);
    CHECK_FALSE(other.book.is_waiting());
    CHECK(other.book.graph().answer(*other.book.graph().find(bare.key())) ==
          book::GrowAnswer{0, 0, 0});
}

TEST_CASE("grow-book: positions that two lines lead to are searched once, and cycles come to no "
          "end of their own") {
    const test::Folder folder;
    const std::int64_t clock = 1000;
    Process process(folder / "grow.db", 1, clock,
                    {.side = book::GrowSide::Both, .width_cp = 10'000, .alpha_millis = 0});
    process.begin({position_of("8/8/8/3k4/8/3K4/3P4/8 w - - 0 1")}); // kings go to and fro
    process.grow(600);
    const GrowGraph& graph = process.book.graph();
    CHECK(graph.move_count() > graph.size() + 100); // transpositions and cycles
    for (GrowGraph::Id id = 0; id < graph.size(); ++id)
        for (const auto& option : graph.options(id))
            CHECK(option.value <= graph.value(id));
}

TEST_CASE("grow-book: Chess960, and castling with a rook that the keys cannot tell") {
    const test::Folder folder;
    const std::int64_t clock = 1000;
    Process process(folder / "grow.db", 1, clock);
    process.begin(
        {position_of("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9")});
    CHECK(process.grow(50) == 50);
    CHECK(process.store->roots().value().front().find(" HFhf ") != std::string::npos);
    const auto refused = process.book.add_roots({position_of("4k3/8/8/8/8/8/8/4K1RR w G - 0 1")});
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().message.find("outermost") != std::string::npos);
}

namespace {

// Along moves of the book.
bool leads_to(const GrowGraph& graph, std::uint64_t from, GrowGraph::Id to) {
    std::set<GrowGraph::Id> seen;
    std::vector<GrowGraph::Id> open{*graph.find(from)};
    while (!open.empty()) {
        const GrowGraph::Id id = open.back();
        open.pop_back();
        if (!seen.insert(id).second) continue;
        for (const GrowGraph::Option& option : graph.options(id))
            if (option.child) open.push_back(*option.child);
    }
    return seen.contains(to);
}

} // namespace

TEST_CASE(
    "grow-book: lines that score worse in play than their values promise are searched sooner") {
    const test::Folder folder;
    const std::int64_t clock = 1000;
    const auto search_calmly = [](const EpdTask& task) { // all moves are worth nearly the same
        EpdOutcome outcome = search(task);
        outcome.score->value /= 8;
        return outcome;
    };
    book::LearntGame game{.moves = {}, .half_points = 0, .engine = "Engine", .opponent = {}};
    std::uint64_t disappointing = 0; // the position after its first move
    {
        Process process(folder / "grow.db", 1, clock);
        process.begin();
        for (int i = 0; i < 300; ++i) {
            const auto job = process.next();
            REQUIRE(job);
            process.finish(*job, search_calmly(job->task));
        }
        // White has played the second best move, then best ones, and Black the best ones.
        const GrowGraph& graph = process.book.graph();
        auto position = chess::Position::start();
        for (int ply = 0; ply < 5; ++ply) {
            std::vector<chess::Move> moves;
            for (const GrowGraph::Option& option : graph.options(*graph.find(position.key())))
                if (option.child) moves.push_back(book::decode_move(option.move, position));
            if (moves.size() < (ply == 0 ? 2 : 1)) break;
            const chess::Move move = moves[ply == 0 ? 1 : 0];
            if (ply % 2 == 0) game.moves.push_back({position, move});
            position.make(move);
            if (ply == 0) disappointing = position.key();
        }
        REQUIRE(game.moves.size() > 1);
    }
    // Searches of the next 40 that are of positions after it, in a copy of the book.
    const auto after = [&](const std::string& name, bool learns) {
        std::filesystem::copy_file(folder / "grow.db", folder / name);
        Process process(folder / name, 2, clock);
        if (learns) REQUIRE(process.book.learn((folder / "learn.db").string()).has_value());
        int found = 0;
        for (int i = 0; i < 40; ++i) {
            const auto job = process.next();
            REQUIRE(job);
            found += leads_to(process.book.graph(), disappointing, job->at) ? 1 : 0;
            process.finish(*job, search_calmly(job->task));
        }
        return std::pair(found, process.book.graph().count_results());
    };
    const auto db = io::LearnDb::open(folder / "learn.db", io::LearnDb::Access::Create);
    REQUIRE(db.has_value());
    const auto play = [&](int half_points, int games, const std::string& opponent) {
        game.half_points = half_points;
        game.opponent = opponent;
        for (int i = 0; i < games; ++i)
            REQUIRE((*db)->record(game).has_value());
    };
    play(2, 20, "Somebody");
    const auto usual = after("usual.db", false), won = after("won.db", true);
    CHECK(won.first == usual.first);
    CHECK(won.second.moves == game.moves.size());
    CHECK(won.second.worse == 0);
    play(0, 60, "Another");
    play(0, 60, "A third");
    const auto lost = after("lost.db", true);
    CHECK(lost.second.worse == game.moves.size());
    CHECK(lost.first > usual.first + 10);

    Process process(folder / "grow.db", 3, clock);
    const auto missing = process.book.learn((folder / "none.db").string());
    REQUIRE_FALSE(missing.has_value());
    CHECK(missing.error().message.find("none.db") != std::string::npos);
    // Another kind of store
    CHECK_FALSE(process.book.learn((folder / "grow.db").string()).has_value());
}

TEST_CASE("grow-book: scores of engines are centipawns, and mates by their distance") {
    const auto value = [](bool is_mate, int number) {
        return grow_value({.is_mate = is_mate, .value = number});
    };
    CHECK(value(false, 35) == 35);
    CHECK(value(false, -99'999) == -30'000);
    CHECK(value(true, 1) == 31'999);
    CHECK(value(true, 3) == 31'995);
    CHECK(value(true, 0) == -32'000);
    CHECK(value(true, -1) == -31'998);
    CHECK(value(true, 30'000) > 30'000);
    CHECK(value(true, -30'000) < -30'000);
}
