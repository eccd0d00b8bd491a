// learn-book with results of variants: which ones an action is about, tables, and games.
#include "core/book/variants/learnt.hpp"
#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/notation.hpp"
#include "core/chess/variants/stand_in.hpp"
#include "tests/unit/tools/learn_book/learn_book_support.hpp"

using namespace polyglot;
using namespace polyglot::tools;

namespace {

// Records one game: these moves from the start position, all of them ours.
void record(const std::string& store, const chess::Variant& variant, std::string_view moves,
            int half_points) {
    io::end_command(); // an earlier run has noted the store as an input
    const auto at = [] { return std::chrono::sys_days(std::chrono::days(20'000)); };
    const auto db = LearnDb::open(store, LearnDb::Access::Create, at);
    REQUIRE(db.has_value());
    book::LearntGame game{{}, half_points, "Fruit", "Toga"};
    auto position = chess::VariantPosition::start(variant);
    while (!text::trim(moves).empty()) {
        const auto move = chess::parse_variant_uci(position, text::next_word(moves)).value();
        game.moves.push_back(book::learnt_in_variant(position, chess::stand_in_for(move)));
        position.make(move);
    }
    REQUIRE((*db)->record(game).has_value());
}

constexpr std::string_view drops = "e2e4 d7d5 e4d5 d8d5 P@h3";

} // namespace

TEST_CASE("learn-book -show: the only variant of a store, or that of -variant") {
    const TemporaryDirectory directory;
    const std::string store = directory / "learn.db";
    record(store, chess::crazyhouse, drops, 2);
    const Ran alone = run({store, "-show"});
    CHECK(alone.status == 0);
    CHECK(alone.out.find("learn.db (crazyhouse): 1 engine, 1 opponent") != std::string::npos);
    CHECK(alone.out.find("P@h3     Fruit   1. e4 d5 2. exd5 Qxd5") != std::string::npos);
    CHECK(alone.out.ends_with("5 lines, moves played 5 times\n"));
    check({store, "-show", "-variant", "chess"},
          "no results; there are results of crazyhouse too (-variant)\n");
    record(store, chess::three_check, "e2e4", 0);
    check({store, "-show"}, "no results; there are results of 3check, crazyhouse too (-variant)\n");
    const Ran three = run({store, "-show", "-variant", "3check"});
    CHECK(three.out.find("(3check)") != std::string::npos);
    CHECK(three.out.ends_with(
        "1 line, moves played 1 time; there are results of crazyhouse too (-variant)\n"));
    const Ran fen = run({store, "-show", "-variant", "crazyhouse", "-fen",
                         "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3"});
    CHECK(fen.out.find("P@h3") != std::string::npos);
}

TEST_CASE("learn-book -export, -import: the table names variants only if there are any") {
    const TemporaryDirectory directory;
    const std::string store = directory / "learn.db";
    record(store, chess::crazyhouse, drops, 2);
    record(store, chess::horde, "b5b6", 1);
    const Ran table = run({store, "-export", "-"});
    CHECK(table.out.starts_with(
        "key,move,engine,opponent,games,half_points,first,last,drawn,begins,variant\r\n"));
    CHECK(table.out.find("h3h3,Fruit,Toga,1,2,2024-10-04,2024-10-04,0,0,crazyhouse\r\n") !=
          std::string::npos);
    const Ran horde = run({store, "-export", "-", "-variant", "horde"});
    CHECK(std::count(horde.out.begin(), horde.out.end(), '\n') == 2);
    const std::string copy = directory / "copy.db";
    CHECK(run({copy, "-import", "-"}, table.out).status == 0);
    CHECK(run({copy, "-export", "-"}).out == table.out);
    check_error({copy, "-import", "-"}, 1, "standard input:2: 'bughouse' is no variant",
                std::string(table.out).replace(table.out.find("crazyhouse"), 10, "bughouse"));
    check({store, "-export", "-", "-variant", "chess"},
          "key,move,engine,opponent,games,half_points,first,last,drawn,begins\r\n");
}

TEST_CASE("learn-book: what -variant does not go with") {
    const TemporaryDirectory directory;
    const std::string store = directory / "learn.db";
    check_error({store, "-merge", "other.db", "-variant", "horde"}, 2, "does not go with -merge");
    check_error({store, "-import", "a.csv", "-variant", "horde"}, 2, "a table names its variants");
    check_error({directory / "a.bin", "-reset", "-variant", "horde"}, 2,
                "-variant goes with -store");
    check_error({store, "-show", "-variant", "bughouse"}, 2, "the variant is not one of chess");
}
