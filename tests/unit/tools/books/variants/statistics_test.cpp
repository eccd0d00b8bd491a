// Statistics of a variant's games: made, merged, looked up and read as a book by its rules.
#include "tests/unit/tools/books/variants/variant_lines.hpp"
#include "tools/explore/statistics.hpp"

#include <string>
#include <vector>

#include <boost/json.hpp>

namespace polyglot::tools {
namespace {

class StatsFolder {
  public:
    StatsFolder() {
        games("zh.pgn", "Crazyhouse",
              {"1. e4 d5 2. exd5 Qxd5 3. P@e4 1-0", "1. e4 d5 2. exd5 Qxd5 3. P@e4 0-1",
               "1. e4 e5 0-1"});
        games("horde.pgn", "Horde", {"1. e5 a6 1-0"});
        games("chess.pgn", "Standard", {"1. d4 d5 1-0"});
    }
    std::string operator/(std::string_view name) const { return folder_ / name; }
    std::string read(std::string_view name) const { return folder_.read(name); }
    Ran make(std::vector<std::string> words) const {
        words.insert(words.end(), {"-min-game", "1", "-threads", "1"});
        return run(run_make_book, words);
    }
    // Without the options about books.
    Ran make_stats(const std::string& games, const std::string& stats,
                   const std::vector<std::string>& more) const {
        std::vector<std::string> words{"-pgn", folder_ / games, "-stats", folder_ / stats};
        words.insert(words.end(), more.begin(), more.end());
        return run(run_make_book, words);
    }

  private:
    void games(std::string_view name, const std::string& variant,
               const std::vector<std::string>& lines) const {
        std::string text;
        for (const std::string& line : lines)
            text += "[Variant \"" + variant + "\"]\n[Result \"" + line.substr(line.size() - 3) +
                    "\"]\n\n" + line + "\n\n";
        folder_.write(name, test::to_bytes(std::string_view(text)));
    }

    BookFolder folder_;
};

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("make-book -stats: statistics of a variant give the book of its games, in either kind") {
    const StatsFolder folder;
    for (const std::string keys : {"plain", "xboard"}) {
        const std::string stats = folder / "zh.pgstats";
        REQUIRE(folder.make_stats("zh.pgn", "zh.pgstats", {"-variant", "crazyhouse", "-keys", keys})
                    .status == 0);
        const Ran direct = folder.make({"-pgn", folder / "zh.pgn", "-variant", "crazyhouse",
                                        "-keys", keys, "-bin", folder / "a.bin", "-no-header"});
        CHECK_MESSAGE(direct.status == 0, direct.err);
        const Ran of_stats =
            folder.make({"-from-stats", stats, "-bin", folder / "b.bin", "-no-header"});
        CHECK_MESSAGE(of_stats.status == 0, of_stats.err);
        CHECK(has(of_stats.out, "crazyhouse\n"));
        CHECK(folder.read("a.bin") == folder.read("b.bin"));

        const Ran found = run(run_find_book, {stats, "e4", "d5", "exd5", "Qxd5", "-json"});
        const auto moves = boost::json::parse(found.out).at("moves").as_array();
        REQUIRE(moves.size() == 1);
        CHECK(moves[0].at("uci").as_string() == "P@e4");
        CHECK(moves[0].at("wins").as_int64() == 1);
        CHECK(has(run(run_find_book, {stats}).out, "  e2e4  e4                  3  100.0%"));
    }
}

TEST_CASE("statistics of a variant are read as a book by the commands that read statistics") {
    const StatsFolder folder;
    const std::string stats = folder / "x.pgstats";
    // XBoard's keys without the first positions: the file states them.
    REQUIRE(folder
                .make_stats("zh.pgn", "x.pgstats",
                            {"-variant", "crazyhouse", "-keys", "xboard", "-min-ply", "2"})
                .status == 0);
    const Ran shown = run(run_show_book, {stats, "e4", "d5"});
    CHECK(has(shown.out, " (statistics of make-book of crazyhouse), after 1. e4 d5\n"));
    CHECK(has(shown.out, "2. exd5 "));
    CHECK(has(shown.out, "3. P@e4 "));
    CHECK(has(shown.out, " games, "));
    const std::string book = folder / "x.bin";
    const std::string fen = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR[] w KQkq - 0 2";
    CHECK(run(run_convert_book, {stats, "-to", book, "-fen", fen}).status == 0);
    // The header of make-book's books states the keys, too.
    CHECK(has(run(run_find_book, {book, "e4", "d5", "exd5", "Qxd5"}).out, "P@e4"));
    const Ran drawn = run(run_openings_book, {stats, "-variant", "crazyhouse", "-fen", fen, "-ply",
                                              "3", "-n", "1", "-out", "-", "-format", "pgn"});
    CHECK_MESSAGE(has(drawn.out, "2. exd5 Qxd5 3. P@e4 *"), drawn.err);
}

TEST_CASE("make-book -by-variant: statistics of each variant, and the books of these") {
    const StatsFolder folder;
    const auto all = [&folder](std::string_view name) { return folder / name; };
    REQUIRE(run(run_make_book, {"-pgn", all("zh.pgn"), all("horde.pgn"), all("chess.pgn"), "-stats",
                                all("all.pgstats"), "-by-variant"})
                .status == 0);
    const std::vector<std::string> stats{all("all-chess.pgstats"), all("all-crazyhouse.pgstats"),
                                         all("all-horde.pgstats")};
    CHECK(has(run(run_find_book, {stats[0]}).out, "  d2d4  d4 "));
    CHECK(has(run(run_find_book, {stats[2]}).out, "  e4e5  e5 "));
    const Ran of_each = folder.make(
        {"-from-stats", stats[0], stats[1], stats[2], "-by-variant", "-bin", all("b.bin")});
    CHECK_MESSAGE(of_each.status == 0, of_each.err);
    for (const char* name : {"b-chess.bin", "b-crazyhouse.bin", "b-horde.bin"})
        CHECK(run(run_verify_book, {all(name)}).status == 0);
    // With the games once more, they are joined.
    const Ran joined = run(run_make_book, {"-from-stats", stats[1], "-pgn", all("zh.pgn"),
                                           "-variant", "crazyhouse", "-stats", all("two.pgstats")});
    CHECK_MESSAGE(joined.status == 0, joined.err);
    CHECK(
        has(run(run_find_book, {all("two.pgstats")}).out, "  e2e4  e4                  6  100.0%"));
}

TEST_CASE("statistics of another variant are refused") {
    const StatsFolder folder;
    const std::string zh = folder / "zh.pgstats";
    const std::string horde = folder / "horde.pgstats";
    const std::string of_chess = folder / "chess.pgstats";
    folder.make_stats("zh.pgn", "zh.pgstats", {"-variant", "crazyhouse", "-keys", "xboard"});
    folder.make_stats("horde.pgn", "horde.pgstats", {"-variant", "horde"});
    folder.make_stats("chess.pgn", "chess.pgstats", {});
    const std::string out = folder / "out.bin";
    const auto refuses = [&](const Ran& ran, const std::string& why) {
        CHECK_MESSAGE(ran.err.ends_with(why + "\n"), ran.err);
        CHECK(ran.status == 1);
    };
    const auto make = [&](std::vector<std::string> words) {
        words.insert(words.end(), {"-bin", out});
        return folder.make(words);
    };
    const std::string hint = "; for a book of these: -variant crazyhouse -keys xboard";
    refuses(make({"-from-stats", horde, zh}),
            zh + ": the statistics are of crazyhouse (XBoard's keys) and not of horde" + hint);
    refuses(make({"-from-stats", of_chess, zh}),
            zh + ": the statistics are of crazyhouse (XBoard's keys) and not of chess" + hint);
    refuses(make({"-from-stats", of_chess, "-variant", "horde"}),
            of_chess + ": the statistics are of chess and not of horde");
    refuses(make({"-pgn", folder / "zh.pgn", "-from-stats", zh, "-variant", "crazyhouse"}),
            zh + ": the statistics are of crazyhouse (XBoard's keys) and not of crazyhouse" + hint);
    CHECK(make({"-from-stats", zh, "-variant", "crazyhouse"}).status == 0);

    const std::string not_atomic =
        zh + ": the statistics are of crazyhouse (XBoard's keys) and not of atomic";
    refuses(run(run_find_book, {zh, "-variant", "atomic"}), not_atomic);
    refuses(run(run_show_book, {zh, "-variant", "atomic"}), not_atomic);
    refuses(run(run_convert_book, {zh, "-variant", "atomic", "-to", out}), not_atomic);
    refuses(run(run_openings_book, {zh, "-variant", "atomic", "-out", out, "-format", "pgn"}),
            not_atomic);
    refuses(run(run_openings_book, {zh, "-out", folder / "out.epd"}),
            zh + ": is of crazyhouse: -variant draws from it by its rules");
    CHECK(Statistics::open(zh).value().variant() == &chess::crazyhouse);
    refuses(run(run_find_book, {of_chess, "-variant", "atomic"}),
            of_chess + ": the statistics are of chess and not of atomic");
}

} // namespace polyglot::tools
