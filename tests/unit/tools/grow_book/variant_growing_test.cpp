#include "core/book/variants/book.hpp"
#include "core/book/variants/learnt.hpp"
#include "core/book/variants/walk.hpp"
#include "core/chess/variants/stand_in.hpp"
#include "core/text/path_text.hpp"
#include "storage/books/book_file.hpp"
#include "storage/stores/learn_db.hpp"
#include "tests/unit/tools/grow_book/grow_book_support.hpp"
#include "tools/grow_book/seeds.hpp"
#include "tools/growing/export.hpp"

#include <optional>
#include <string>
#include <vector>

using namespace polyglot;
using namespace grow_book_test;
using book::GrowGraph;

namespace {

constexpr book::GrowRules wide{
    .side = book::GrowSide::Both, .width_cp = 10'000, .alpha_millis = 100};

// As search() in chess.
EpdOutcome search_variant(const EpdTask& task) {
    EpdOutcome outcome;
    outcome.verdict = EpdVerdict::Unjudged;
    outcome.end = {.depth = 10, .time = milliseconds(1), .nodes = 100};
    int best = 0;
    const GrowPosition position = GrowPosition::of(task);
    for (const EpdMove& move : position.legal_moves()) {
        if (!task.may_search(move)) continue;
        const int value = static_cast<int>(position.key_after(move) % 301) - 150;
        if (outcome.move && value <= best) continue;
        best = value;
        outcome.move = move;
    }
    outcome.score = protocol::UciScore{.is_mate = false, .value = best};
    outcome.pv = "line";
    return outcome;
}

void grow(Process& process, int searches) {
    for (int i = 0; i < searches; ++i) {
        const auto job = process.next();
        if (!job) return;
        process.finish(*job, search_variant(job->task));
    }
}

book::PolyglotBook open_book(const std::filesystem::path& file) {
    auto bytes = io::open_book_bytes(file);
    REQUIRE(bytes.has_value());
    auto opened = book::PolyglotBook::open(*std::move(bytes));
    REQUIRE(opened.has_value());
    return *std::move(opened);
}

std::string write(const Process& process, const std::filesystem::path& file,
                  chess::VariantKeys keys) {
    io::end_command();
    const auto counts =
        write_grown_variant(process.book.graph(), process.book.roots(),
                            {book::GrowSide::Both, 10'000, 1000}, keys, "grow.db", to_text(file));
    return counts ? "" : counts.error().message;
}

// The best line of a book of crazyhouse, which White has lost.
book::LearntGame lost_best_line(const GrowGraph& graph) {
    book::LearntGame game{.moves = {}, .half_points = 0, .engine = "Engine", .opponent = "Other"};
    GrowPosition position = GrowPosition::start(&chess::crazyhouse);
    for (int ply = 0; ply < 3; ++ply) {
        const auto id = graph.find(position.key());
        if (!id) break;
        const auto options = graph.options(*id);
        const EpdMove move = position.decode(options.front().move);
        if (ply % 2 == 0)
            game.moves.push_back(book::learnt_in_variant(*position.of_variant(),
                                                         chess::stand_in_for(*move.of_variant)));
        position.make(move);
    }
    return game;
}

void record(const std::filesystem::path& file, const book::LearntGame& game) {
    const auto db = io::LearnDb::open(file, io::LearnDb::Access::Create);
    REQUIRE(db.has_value());
    for (int i = 0; i < 60; ++i)
        REQUIRE((*db)->record(game).has_value());
}

} // namespace

TEST_CASE("grow-book: a book of each variant grows, and all of its moves are legal") {
    for (const chess::Variant* const variant : chess::all_variants()) {
        CAPTURE(variant->uci);
        const test::Folder folder;
        const std::int64_t clock = 1000;
        const std::string name(variant->uci);
        Process process(folder / "grow.db", 1, clock, wide, name);
        process.begin({GrowPosition::start(variant)});
        grow(process, 150);
        const Process other(folder / "grow.db", 2, clock, wide, name);
        check_same(process.book.graph(), other.book.graph());
        CHECK(other.book.variant() == variant);
        REQUIRE(write(process, folder / "out.bin", chess::VariantKeys::Plain).empty());
        const book::PolyglotBook file = open_book(folder / "out.bin");
        const auto opened = book::VariantBook::open(file, nullptr);
        REQUIRE(opened.has_value());
        CHECK(&opened->variant() == variant);
        const std::vector roots{chess::VariantPosition::start(*variant)};
        std::uint64_t positions = 0;
        book::walk_variant(*opened, roots, 100'000, [&](const auto& position, const auto& entries) {
            ++positions;
            for (const book::VariantEntry& entry : entries)
                CHECK((entry.move.has_value() || position.variant().has_pockets));
            return true;
        });
        CHECK(positions > 50);
    }
}

TEST_CASE("grow-book: XBoard's keys hold the same book, but for promotions to king") {
    const test::Folder folder;
    const std::int64_t clock = 1000;
    Process process(folder / "grow.db", 1, clock, wide, "crazyhouse");
    process.begin({GrowPosition::start(&chess::crazyhouse)});
    grow(process, 100);
    REQUIRE(write(process, folder / "x.bin", chess::VariantKeys::XBoard).empty());
    const book::PolyglotBook file = open_book(folder / "x.bin");
    const auto opened = book::VariantBook::open(file, nullptr);
    REQUIRE(opened.has_value());
    CHECK(opened->keys() == chess::VariantKeys::XBoard);
    CHECK(opened->find(chess::VariantPosition::start(chess::crazyhouse)).size() > 1);
}

TEST_CASE("grow-book: the end of a game by a rule of the variant is a value, not a search") {
    const test::Folder folder;
    const std::int64_t clock = 1000;
    Process process(folder / "grow.db", 1, clock, wide, "antichess");
    // White must capture the last piece of Black, who has won.
    const auto root = GrowPosition::parse("8/8/8/8/8/1r6/P7/8 w - - 0 1", &chess::antichess);
    REQUIRE_MESSAGE(root.has_value(), (root ? "" : root.error().message));
    process.begin({*root});
    grow(process, 100);
    const GrowGraph& graph = process.book.graph();
    CHECK(graph.value_for_white(*graph.find(root->key())) == -GrowGraph::most_cp);
    CHECK(graph.size() == 2);
}

TEST_CASE("grow-book: a variant's book and its games are seeds, and no others") {
    const test::Folder folder;
    const std::int64_t clock = 1000;
    Process process(folder / "grow.db", 1, clock, wide, "crazyhouse");
    const auto keep_on = [] { return true; };
    const auto games =
        folder.write("games.pgn", "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@h3 *\n\n"
                                  "[Event \"chess\"]\n\n1. a3 a6 *\n");
    const auto seeded = seed_store_from_games(*process.store, to_text(games), 40, {}, keep_on);
    REQUIRE_MESSAGE(seeded.has_value(), (seeded ? "" : seeded.error().message));
    CHECK(seeded->positions == 5);
    CHECK(variant_of_games(to_text(games)) == &chess::crazyhouse);
    REQUIRE(process.book.refresh().has_value());
    process.begin(seeded->roots);
    CHECK(process.book.graph().size() == 6);
    grow(process, 60);
    REQUIRE(write(process, folder / "out.bin", chess::VariantKeys::Plain).empty());

    Process second(folder / "second.db", 1, clock, wide, "crazyhouse");
    io::end_command();
    const auto of_book = seed_store(*second.store, to_text(folder / "out.bin"), {}, keep_on);
    REQUIRE_MESSAGE(of_book.has_value(), (of_book ? "" : of_book.error().message));
    CHECK(of_book->positions > 10);
    Process third(folder / "third.db", 1, clock, wide, "crazyhouse");
    io::end_command();
    const auto cut = seed_store(*third.store, to_text(folder / "out.bin"), {}, keep_on, 10);
    REQUIRE_FALSE(cut.has_value());
    CHECK(cut.error().message.find("more than 10 positions can be reached") != std::string::npos);
    const auto refused = [&](const char* store, const std::string& variant) {
        const Process other(folder / store, 1, clock, wide, variant);
        io::end_command();
        const auto read = seed_store(*other.store, to_text(folder / "out.bin"), {}, keep_on);
        return read ? "" : read.error().message;
    };
    CHECK(refused("horde.db", "horde").find("names crazyhouse and not horde") != std::string::npos);
    CHECK(refused("chess.db", "").find("is of crazyhouse") != std::string::npos);
}

TEST_CASE("grow-book: results of a variant's games count in positions with pockets, too") {
    const test::Folder folder;
    const std::int64_t clock = 1000;
    Process process(folder / "grow.db", 1, clock, wide, "crazyhouse");
    process.begin({GrowPosition::start(&chess::crazyhouse)});
    grow(process, 60);
    const book::LearntGame game = lost_best_line(process.book.graph());
    record(folder / "learn.db", game);
    Process learning(folder / "grow.db", 2, clock, wide, "crazyhouse");
    REQUIRE(learning.book.learn(to_text(folder / "learn.db")).has_value());
    CHECK(learning.book.graph().count_results().moves == 0); // no position is known yet
    learning.book.match_results();
    CHECK(learning.book.graph().count_results().moves == game.moves.size());
    CHECK(learning.book.graph().count_results().worse == game.moves.size());

    Process of_horde(folder / "horde.db", 3, clock, wide, "horde");
    of_horde.begin({GrowPosition::start(&chess::horde)});
    REQUIRE(of_horde.book.learn(to_text(folder / "learn.db")).has_value());
    of_horde.book.match_results();
    CHECK(of_horde.book.graph().count_results().moves == 0);
}

TEST_CASE(
    "grow-book: positions that another process adds get their results on the way to a search") {
    const test::Folder folder;
    const std::int64_t clock = 1000;
    Process first(folder / "first.db", 1, clock, wide, "crazyhouse");
    first.begin({GrowPosition::start(&chess::crazyhouse)});
    // The last move of the line to the next search has lost.
    GrowPosition position = GrowPosition::start(&chess::crazyhouse);
    const GrowGraph& graph = first.book.graph();
    auto target = graph.next(*graph.find(position.key()));
    int searches = 0;
    for (; searches < 300 && target && target->line.size() < 2; ++searches) {
        grow(first, 1);
        target = graph.next(*graph.find(position.key()));
    }
    REQUIRE(target.has_value());
    REQUIRE(target->line.size() > 1);
    book::LearntGame game{.moves = {}, .half_points = 0, .engine = "Engine", .opponent = "Other"};
    for (const book::GrowMove raw : target->line) {
        const EpdMove move = position.decode(raw);
        game.moves = {
            book::learnt_in_variant(*position.of_variant(), chess::stand_in_for(*move.of_variant))};
        position.make(move);
    }
    record(folder / "learn.db", game);
    Process process(folder / "grow.db", 1, clock, wide, "crazyhouse");
    process.begin({GrowPosition::start(&chess::crazyhouse)});
    Process learning(folder / "grow.db", 2, clock, wide, "crazyhouse");
    REQUIRE(learning.book.learn(to_text(folder / "learn.db")).has_value());
    learning.book.match_results();
    grow(process, searches); // the same book
    REQUIRE(learning.book.refresh().has_value());
    CHECK(learning.book.graph().count_results().moves == 0);
    REQUIRE(learning.next());
    CHECK(learning.book.graph().count_results().moves == 1);
}
