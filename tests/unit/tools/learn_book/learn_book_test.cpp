// `polyglot learn-book` from its arguments to files and output.
#include "core/chess/fen.hpp"
#include "core/random.hpp"
#include "tests/unit/tools/learn_book/learn_book_support.hpp"
#include "tools/learning/csv.hpp"

#include <random>
#include <sstream>

namespace polyglot::tools {
namespace {

constexpr std::string_view usage = "usage: polyglot learn-book FILE ACTION [OPTION]...\n";

} // namespace

TEST_CASE("learn-book: wrong use is reported") {
    check_error({}, 2, "no action is given");
    check_error({"-show"}, 2, "one file must be named");
    check_error({"-show", "-store", "a", "-bin", "b"}, 2, "one file must be named");
    check_error({"a", "-show", "-store", "b"}, 2, "one file must be named");
    check_error({"-show", "-reset", "-store", "a"}, 2, "-show and -reset are two actions");
    check_error({"-merge", "b", "-bin", "a"}, 2, "-merge goes with -store");
    check_error({"-convert", "-out", "b", "-store", "a"}, 2, "-convert goes with -bin");
    check_error({"-convert", "-bin", "a"}, 2, "-convert needs -out");
    check_error({"-replay", "b", "-store", "a"}, 2, "-replay needs -book");
    check_error({"-show", "-store", "a", "-player", "x"}, 2, "-player does not go with -show");
    check_error({"-show", "-bin", "a", "-engine", "x"}, 2,
                "the learn fields of a book know no names");
    check_error({"-export", "b.bin", "-store", "a"}, 2, "-export to a book needs -book");
    check_error({"-export", "b.csv", "-store", "a", "-book", "c"}, 2,
                "-book goes with -export to a .bin file");
    check_error({"-import", "b.bin", "-store", "a"}, 2, "-import of a book needs -engine");
    check_error({"-import", "b.csv", "-engine", "x", "-store", "a"}, 2,
                "a table has its own names");
    check_error({"a", "stray", "-show"}, 2, "option -file can be given once only");
    check_error({"a", "-show", "-sort", "name"}, 2,
                std::string("-sort is gain, loss or games\n").append(usage));
    check_error({"a", "-show", "-top", "few"}, 2, "-top 'few' is not a whole number\n");
    check_error({"a", "-show", "-fen", "x", "-max-ply", "3"}, 2,
                "-max-ply does not go with -fen\n");
    check_error({"a", "-reset", "-top", "3"}, 2, "-top does not go with -reset\n");
    const Ran help = run({"-help"});
    CHECK(help.status == 0);
    CHECK(help.out.starts_with(usage));
    for (const std::string_view option :
         {"-merge FILE...", "-export FILE", "-replay FILE...", "-convert", "-csv"})
        CHECK_MESSAGE(help.out.find("  " + std::string(option)) != std::string::npos, option);
}

TEST_CASE("learn-book -show: whose results, positions by their lines, moves and scores") {
    const TemporaryDirectory directory;
    const std::string store = directory / "learn.db";
    check_error({"-show", "-store", store}, 1, "learn.db: there is no such file\n");
    fill(store, {row("", "e2e4", 3, 5), row("", "e2e4", 1, 0, "Glaurung"), row("", "d2d4", 10, 10),
                 row("e2e4 e7e5", "g1f3", 2, 4),                       // by our e2e4 and any reply
                 row("c2c4 c7c5 b2b3 b7b6 c1b2 c8b7", "g1f3", 1, 1)}); // no path to it is known
    const std::string all =
        "learn.db: 2 engines, 1 opponent, 2024-10-04 to 2024-10-05\n"
        "   games   score   moves       first        last  engine against opponents\n";
    const std::string head =
        "   games   score    gain  first       last        move     engine    position\n";
    const std::string glaurung =
        "       1    0.0%    -0.5  2024-10-04  2024-10-05  e4       Glaurung  start position\n";
    std::ostringstream key;
    key << "0x" << std::hex << after("c2c4 c7c5 b2b3 b7b6 c1b2 c8b7").key();
    const std::string summary =
        all + "      13   57.7%       4  2024-10-04  2024-10-05  Fruit against Toga\n"
              "       1    0.0%       1  2024-10-04  2024-10-05  Glaurung against Toga\n\n";
    const std::string e4 =
        "       3   83.3%    +1.0  2024-10-04  2024-10-05  e4       Fruit     start position\n";
    const std::string d4 =
        "      10   50.0%     0.0  2024-10-04  2024-10-05  d4       Fruit     start position\n";
    const std::string nf3 =
        "       2  100.0%    +1.0  2024-10-04  2024-10-05  Nf3      Fruit     1. e4 e5\n";
    const std::string lost =
        "       1   50.0%     0.0  2024-10-04  2024-10-05  g1f3     Fruit     " + key.str() + "\n";
    const auto narrow = [](std::string text) { // without Glaurung
        for (const std::string_view wide : {"engine    ", "Fruit     "})
            for (std::size_t at = text.find(wide); at != std::string::npos;
                 at = text.find(wide, at + 1))
                text.erase(at + wide.size() - 2, 2);
        return text;
    };
    const auto shown = [&](const std::vector<std::string>& more) {
        std::vector<std::string> args{store, "-show"};
        args.insert(args.end(), more.begin(), more.end());
        const Ran ran = run(args);
        CHECK(ran.status == 0);
        return ran.out.substr(ran.out.find("learn.db: "));
    };
    CHECK(shown({}) ==
          summary + head + d4 + e4 + glaurung + nf3 + lost + "5 lines, moves played 17 times\n");
    // Chosen and sorted.
    CHECK(shown({"-sort", "games", "-top", "1"}) ==
          summary + narrow(head + d4) + "1 of 5 lines, moves played 10 times\n");
    CHECK(shown({"-sort", "gain", "-top", "2"}) ==
          summary + narrow(head + e4 + nf3) + "2 of 5 lines, moves played 5 times\n");
    CHECK(shown({"-sort", "loss", "-top", "1"}) ==
          summary + head + glaurung + "1 of 5 lines, moves played 1 time\n");
    CHECK(shown({"-min-games", "3"}) ==
          summary + narrow(head + d4 + e4) + "2 of 5 lines, moves played 13 times\n");
    CHECK(shown({"-max-ply", "0"}) ==
          summary + head + d4 + e4 + glaurung + "3 of 5 lines, moves played 14 times\n");
    CHECK(shown({"-min-games", "30"}) == summary + "no move is left of 5 lines\n");
    // -engine and -opponent, and patterns.
    const std::string one =
        "learn.db: 1 engine, 1 opponent, 2024-10-04 to 2024-10-05\n"
        "   games   score   moves       first        last  engine against opponents\n"
        "       1    0.0%       1  2024-10-04  2024-10-05  Glaurung against Toga\n\n" +
        head + glaurung + "1 line, moves played 1 time\n";
    for (const char* const name : {"Glaurung", "glau*", "*RUNG", "Gl?urung"})
        CHECK(shown({"-engine", name}) == one);
    CHECK(shown({"-engine", "*", "-opponent", "Toga*"}) == shown({}));
    check_error({store, "-show", "-engine", "Fru"}, 1,
                "learn.db: no results of 'Fru'; there are results of 'Fruit', 'Glaurung'\n");
    // No set of characters
    check_error({store, "-show", "-engine", "[GF]*"}, 1, "no results of '[GF]*'");
    check_error({store, "-show", "-opponent", "nobody"}, 1,
                "learn.db: no results against 'nobody'; there are some against 'Toga'\n");
    check_error({store, "-show", "-engine", "Fruit*", "-opponent", "nobody"}, 1,
                "no results of 'Fruit*' against 'nobody'; there are some against 'Toga'\n");
    check_error({store, "-export", directory / "no.csv", "-engine", "nobody"}, 1,
                "no results of 'nobody'; there are results of 'Fruit', 'Glaurung': ");
    // One position; and the book shows the way to the other.
    const std::string fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    check({"-show", "-store", store, "-fen", fen, "-csv"},
          "key,fen,position,move,engine,games,half_points,score,gain,first,"
          "last\r\n0x0844931a6ef4b9a0," +
              fen + "," + fen + ",Nf3,Fruit,2,4,100.0,+1.0,2024-10-04,2024-10-05\r\n");
    check({"-show", "-store", store, "-fen", fen},
          fen + "\n   games   score    gain  first       last        move     engine\n"
                "       2  100.0%    +1.0  2024-10-04  2024-10-05  Nf3      Fruit\n1 line, moves "
                "played 2 times\n");
    check_error({"-show", "-store", store, "-fen", "x"}, 1, "-fen: ");
    write(directory / "book.bin", book_of({{"", "c2c4"},
                                           {"c2c4", "c7c5"},
                                           {"c2c4 c7c5", "b2b3"},
                                           {"c2c4 c7c5 b2b3", "b7b6"},
                                           {"c2c4 c7c5 b2b3 b7b6", "c1b2"},
                                           {"c2c4 c7c5 b2b3 b7b6 c1b2", "c8b7"}}));
    CHECK(run({"-show", "-store", store, "-book", directory / "book.bin"})
              .out.find("Nf3      Fruit     1. c4 c5 2. b3 b6 3. Bb2 Bb7\n") != std::string::npos);
}

TEST_CASE("learn-book -show: games of both colours, many engines and opponents") {
    const TemporaryDirectory directory;
    const std::string store = directory / "learn.db";
    std::vector<LearnRow> rows = {
        row("", "e2e4", 3, 5, "A", "x"), row("e2e4 e7e5", "g1f3", 2, 3, "A", "x"),
        row("e2e4", "c7c5", 4, 2, "A", "y"), row("d2d4", "d7d5", 2, 2, "A", "z"),
        row("d2d4", "g8f6", 1, 0, "A", "v")};
    fill(store, rows);
    // Three games with White; four, two and one with Black.
    CHECK(run({store, "-show"})
              .out.find("      10   45.0%       5  2024-10-04  2024-10-05  A against x; y; z and 1 "
                        "more\n") != std::string::npos);
    rows.clear();
    for (int number = 10; number < 25; ++number)
        rows.push_back(row("", "e2e4", 1, 1, "engine " + std::to_string(number)));
    fill(directory / "many.db", rows);
    const std::string many = run({directory / "many.db", "-show"}).out;
    CHECK(many.find("many.db: 15 engines, ") != std::string::npos);
    CHECK(many.find("          and 5 engines with fewer games\n") != std::string::npos);
}

TEST_CASE("learn-book -show: games are counted by the moves with which they begin") {
    const TemporaryDirectory directory;
    const std::string store = directory / "learn.db";
    const auto dated = [](std::string_view fen, std::uint32_t games, std::uint32_t half_points,
                          bool begins) {
        LearnRow one = row("", "e2e4", games, half_points);
        one.key = chess::parse_fen(fen).value().key();
        one.last_day = one.first_day;
        one.dated = LearnRow::Dated{0, begins};
        return one;
    };
    // Two games of chess, and games from the start positions 77 and 518 of Chess960, some with a
    // second move.
    std::vector<LearnRow> rows{
        dated("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 2, 2, true),
        dated("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", 2, 2, false),
        dated("bqnbrnkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRNKR w HEhe - 0 1", 2, 4, true),
        dated("rkbqnbnr/pppppppp/8/8/8/8/PPPPPPPP/RKBQNBNR w HAha - 0 1", 1, 0, true),
        dated("rkbqnbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RKBQNBNR w HAha - 0 2", 1, 0, false)};
    fill(store, rows);
    const auto has = [&store](const std::string& line) {
        const std::string out = run({store, "-show"}).out;
        CHECK_MESSAGE(out.find(line) != std::string::npos, out);
    };
    has("       5   60.0%       5  2024-10-04  2024-10-04  Fruit against Toga\n");
    // Results whose games are unknown, from a store of version 1, add to them what is certain.
    rows.push_back(row("", "d2d4", 3, 4));
    fill(directory / "both.db", rows);
    const std::string both = run({directory / "both.db", "-show"}).out;
    CHECK_MESSAGE(both.find("       8   62.5%       6  ") != std::string::npos, both);
    // A table that was cut: no row begins a game.
    fill(directory / "cut.db", {rows[1]});
    const std::string cut = run({directory / "cut.db", "-show"}).out;
    CHECK_MESSAGE(cut.find("       2   50.0%       1  ") != std::string::npos, cut);
}

TEST_CASE("learn-book -show and -reset: the learn fields of a book") {
    const TemporaryDirectory directory;
    const std::string book = directory / "book.bin";
    write(book, book_of({{"", "e2e4", 4, 5}, {"", "d2d4"}, {"e2e4", "c7c5", 1, 2}}));
    const std::string before = read(book);
    const std::string table =
        "   games   score    gain  first       last        move     position\n"
        "       4   62.5%    +0.5  -           -           e4       start position\n"
        "       1  100.0%    +0.5  -           -           c5       1. e4\n"
        "2 lines, moves played 5 times\n";
    check({"-show", "-bin", book}, book + ": 2 moves of 5 games or more, score 70.0%\n\n" + table);
    check({book, "-show"}, book + ": 2 moves of 5 games or more, score 70.0%\n\n" + table);
    check({"-reset", "-bin", book},
          "results of 2 moves forgotten; the book as it was: " + book + ".before-reset-1.bin\n");
    CHECK(read(book + ".before-reset-1.bin") == before);
    check({"-show", "-bin", book}, "no results\n");
    check({"-reset", "-bin", book}, "there were no results\n");
    CHECK_FALSE(fs::exists(book + ".before-reset-2.bin"));
    CHECK(fields_in(book, "", "e2e4") == book::LearnFields{});
}

TEST_CASE("learn-book -merge: sums, all or nothing") {
    const TemporaryDirectory directory;
    const std::string store = directory / "learn.db";
    fill(directory / "a.db", {row("", "e2e4", 3, 5), row("", "d2d4", 1, 1, "other")});
    fill(directory / "b.db", {row("", "e2e4", 4, 0)});
    check({"-merge", directory / "a.db", directory / "b.db", "-store", store},
          "3 results of 2 stores added\n");
    check({"-store", store, "-merge", directory / "b.db"}, "1 result of 1 store added\n");
    std::vector<LearnRow> wanted = {row("", "d2d4", 1, 1, "other"), row("", "e2e4", 11, 5)};
    CHECK(rows_of(store) == wanted);
    write(directory / "text.db", "no store");
    check_error({"-merge", directory / "b.db", directory / "text.db", "-store", store}, 1,
                "text.db: is not an SQLite file");
    check_error({"-merge", directory / "b.db", store, "-store", store}, 1,
                "learn.db: cannot be merged into itself");
    check_error({"-merge", directory / "b.db", directory / "none.db", "-store", store}, 1,
                "there is no such file");
    CHECK(rows_of(store) == wanted);
}

TEST_CASE(
    "learn-book -reset: all, or those of an engine or opponent; what goes is kept as a table") {
    const TemporaryDirectory directory;
    const std::string store = directory / "learn.db";
    const std::vector<LearnRow> rows = {row("", "c2c4", 1, 1, "B", "y"),
                                        row("", "d2d4", 1, 1, "A", "y"),
                                        row("", "e2e4", 1, 1, "A", "x")};
    fill(store, rows);
    const auto said = [&store](int number) {
        const std::string backup = store + ".before-reset-" + std::to_string(number) + ".csv";
        return "results of 1 move forgotten; -import " + backup + " brings them back\n";
    };
    check({"-reset", "-store", store, "-engine", "A", "-opponent", "y"}, said(1));
    check({"-reset", "-store", store, "-opponent", "Y*"}, said(2));
    CHECK(rows_of(store) == std::vector{row("", "e2e4", 1, 1, "A", "x")});
    check_error({store, "-reset", "-engine", "B"}, 1,
                "no results of 'B'; there are results of 'A'\n");
    check({"-reset", "-store", store}, said(3));
    CHECK(rows_of(store).empty());
    check({"-reset", "-store", store}, "there were no results\n");
    CHECK_FALSE(fs::exists(store + ".before-reset-4.csv"));
    for (const int number : {1, 2, 3})
        check({store, "-import", store + ".before-reset-" + std::to_string(number) + ".csv"},
              "1 result added\n");
    CHECK(rows_of(store) == rows);
    check_error({"-reset", "-store", directory / "none.db"}, 1, "there is no such file");
    CHECK_FALSE(fs::exists(directory / "none.db"));
}

TEST_CASE("learn-book -export and -import: any rows come back from a table") {
    const TemporaryDirectory directory;
    const unsigned seed = std::random_device{}();
    CAPTURE(seed);
    Random random(seed);
    const std::array<std::string, 8> names = {
        "", "Fruit 2.1", "a,b", "\"quoted\"", "line\nend", "cr\rlf\r\n", "\xef\xbb\xbf \xff", " "};
    std::vector<LearnRow> rows;
    for (int i = 0; i < 200; ++i) {
        const auto games =
            static_cast<std::uint32_t>(random.below(0xffffffffU) >> random.below(32)) | 1U;
        const auto most = std::min<std::uint64_t>(0xffffffffU, 2 * std::uint64_t{games});
        const auto first = static_cast<std::int32_t>(random.below(30'000));
        rows.push_back({random.next(), static_cast<std::uint16_t>(random.below(0x10000)),
                        names[random.below(8)], names[random.below(8)], games,
                        static_cast<std::uint32_t>(random.below(most + 1)), first,
                        first + static_cast<std::int32_t>(random.below(30'000))});
    }
    rows[0].first_day = io::earliest_day;
    rows[1].last_day = io::latest_day;
    fill(directory / "a.db", rows);
    check({"-export", directory / "a.csv", "-store", directory / "a.db"},
          "200 results written to " + (directory / "a.csv") + "\n");
    check({"-import", directory / "a.csv", "-store", directory / "b.db"}, "200 results added\n");
    CHECK(rows_of(directory / "a.db").size() == 200);
    CHECK(rows_of(directory / "b.db") == rows_of(directory / "a.db"));
    // Through standard output and input; a second time it adds up.
    const std::string table = run({"-export", "-", "-store", directory / "a.db"}).out;
    CHECK(table == read(directory / "a.csv"));
    check({"-import", "-", "-store", directory / "c.db"}, "200 results added\n", table);
    CHECK(rows_of(directory / "c.db") == rows_of(directory / "a.db"));
}

TEST_CASE("learn-book -export: the format of a table") {
    const TemporaryDirectory directory;
    fill(directory / "a.db",
         {row("", "e2e4", 3, 5, "Fruit \"2.1\"", "Toga, II"), row("", "d2d4", 1, 0, "", "x")});
    const std::string head =
        "key,move,engine,opponent,games,half_points,first,last,drawn,begins\r\n";
    const std::string d4 = "0x463b96181691fc9c,d2d4,,x,1,0,2024-10-04,2024-10-05,,\r\n";
    check({"-export", "-", "-store", directory / "a.db"},
          head + d4 +
              "0x463b96181691fc9c,e2e4,\"Fruit \"\"2.1\"\"\",\"Toga, "
              "II\",3,5,2024-10-04,2024-10-05,,\r\n");
    check({"-export", "-", "-store", directory / "a.db", "-opponent", "x"}, head + d4);
    check_error({"-export", directory / "no/a.csv", "-store", directory / "a.db"}, 1,
                to_text(to_path("no/a.csv: ")));
}

TEST_CASE("learn-book -import: a wrong table is reported with its line and changes nothing") {
    const TemporaryDirectory directory;
    const std::string store = directory / "learn.db";
    fill(store, {row("", "e2e4", 3, 5)});
    const std::string head = "key,move,engine,opponent,games,half_points,first,last\n";
    const std::string good = "0x463b96181691fc9c,e2e4,a,b,1,2,2024-01-01,2024-01-01\n";
    const auto refused = [&](const std::string& table, std::string_view words) {
        write(directory / "t.csv", table);
        check_error({"-import", directory / "t.csv", "-store", store}, 1,
                    "t.csv:" + std::string(words));
        CHECK(rows_of(store) == std::vector{row("", "e2e4", 3, 5)});
    };
    refused("", "1: the header is not key,move");
    refused(good, "1: the header is not key,move");
    refused(head + good + "0x1,e2e4,a,b,1,2,2024-01-01\n", "3: 7 fields, not 8");
    refused(head + "\n\n\"a\n" + good, "4: a quote that does not end");
    refused(head + "0x1,e2\"e4\n", "2: a quote where a separator should be");
    refused(head + good + "463b96181691fc9c,e2e4,a,b,1,2,2024-01-01,2024-01-01",
            "3: '463b96181691fc9c' is no key");
    refused(head + "0x1,e2e9,a,b,1,2,2024-01-01,2024-01-01", "2: 'e2e9' is no move");
    refused(head + "0x1,e7e8k,a,b,1,2,2024-01-01,2024-01-01", "2: 'e7e8k' is no move");
    refused(head + "0x1,e2e4,a,b,0,0,2024-01-01,2024-01-01", "2: '0' is no number of games");
    refused(head + "0x1,e2e4,a,b,4294967296,0,2024-01-01,2024-01-01",
            "2: '4294967296' is no number of games");
    refused(head + "0x1,e2e4,a,b,2,5,2024-01-01,2024-01-01", "2: '5' is no number of half-points");
    refused(head + "0x1,e2e4,a,b,1,2,2024-02-30,2024-01-01", "2: '2024-02-30' is no day");
    refused(head + "0x1,e2e4,a,b,1,2,2024-01-02,2024-01-01",
            "2: '2024-01-01' is no day (YYYY-MM-DD) from the first");
    refused(head + "0x1,e2e4,a,b,1,2,2024-01-02,24-1-1", "2: '24-1-1' is no day");
    check_error({"-import", directory / "none.csv", "-store", store}, 1,
                "none.csv: cannot be read");
    // Line ends of any kind, a byte-order mark, and quotes where none are needed.
    write(directory / "t.csv", "\xef\xbb\xbf\"key\"" + head.substr(3) + "\r" + good + "\r\n");
    check({"-import", directory / "t.csv", "-store", store}, "1 result added\n");
    CHECK(rows_of(store).size() == 2);
    // As a spreadsheet writes it where the comma is in numbers.
    write(directory / "t.csv",
          "key;move;engine;opponent;games;half_points;first;last\r\n"
          "0x463b96181691fc9c;g1f3;\"a;b\";c, d;1;2;31.01.2024;2024-02-01\r\n");
    check({"-import", directory / "t.csv", "-store", store}, "1 result added\n");
    CHECK(run({store, "-export", "-", "-engine", "a;*"}).out ==
          "key,move,engine,opponent,games,half_points,first,last,drawn,begins\r\n"
          "0x463b96181691fc9c,g1f3,a;b,\"c, d\",1,2,2024-01-31,2024-02-01,,\r\n");
    const std::string dated = "key,move,engine,opponent,games,half_points,first,last,drawn,begins\n"
                              "0x463b96181691fc9c,e2e4,a,b,3,3,2024-01-01,";
    for (const auto& [rest, words] :
         {std::pair("2024-01-01,1\n", "2: 9 fields, not 10"),
          {"2024-01-01,1", "2: the text ends after 9 of 10 fields of this line"},
          {"2024-01-02,1,1", "2: '1' is no number of games that can be drawn, on one day"},
          {"2024-01-01,2,1", "2: '2' is no number"},
          {"2024-01-01,5,1", "2: '5' is no number"},
          {"2024-01-01,,1", "2: '' is no number"},
          {"2024-01-01,1,yes", "2: 'yes' is neither 0 nor 1"}}) {
        write(directory / "t.csv", dated + rest);
        check_error({"-import", directory / "t.csv", "-store", store}, 1,
                    std::string("t.csv:") + words);
    }
}

TEST_CASE("learn-book: the learn fields of a book from a store, and back") {
    const TemporaryDirectory directory;
    const std::string store = directory / "learn.db";
    const std::string castling = "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5";
    const std::string book = book_of({{"", "e2e4", 9, 9}, {"", "d2d4"}, {castling, "e1g1"}});
    write(directory / "book.bin", book + "odd");
    fill(store, {row("", "e2e4", 3, 5), row("", "e2e4", 1, 0, "Glaurung"),
                 row(castling, "e1g1", 100'000, 150'000), row("", "c2c4", 1, 1)});
    const std::string to = directory / "out.bin";
    check({"-export", to, "-book", directory / "book.bin", "-store", store},
          "results of 2 entries written to " + to +
              "; 1 move of the store not in the book; the learn fields that it had (PolyGlot "
              "(games, half-points)) are "
              "not in the copy\n");
    CHECK(fields_in(to, "", "e2e4") == book::LearnFields{4, 5});
    CHECK(fields_in(to, "", "d2d4") == book::LearnFields{});
    CHECK(fields_in(to, castling, "e1g1") == book::fit_results(100'000, 150'000));
    CHECK(read(directory / "book.bin") == book + "odd");
    CHECK(read(to).size() == book.size() + 3);
    check(
        {"-export", to, "-book", directory / "book.bin", "-store", store, "-engine", "Glaurung"},
        "results of 1 entry written to " + to +
            "; the learn fields that it had (PolyGlot (games, half-points)) are not in the copy\n");
    CHECK(fields_in(to, "", "e2e4") == book::LearnFields{1, 0});
    check_error({"-export", to, "-book", to, "-store", store}, 1,
                "out.bin: is an input of this command");

    check({"-import", to, "-engine", "new", "-opponent", "x", "-store", directory / "b.db"},
          "1 result added as those of new\n");
    const auto rows = rows_of(directory / "b.db");
    REQUIRE(rows.size() == 1);
    CHECK(rows[0].engine == "new");
    CHECK(rows[0].opponent == "x");
    CHECK(rows[0].key == chess::Position::start().key());
    CHECK(rows[0].games == 1);
    CHECK(rows[0].half_points == 0);
}

TEST_CASE("learn-book: castling as the king's two steps is the same move") {
    const TemporaryDirectory directory;
    const std::string store = directory / "learn.db";
    const std::string castling = "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5";
    std::string book = book_of({{castling, "e1g1", 2, 3}});
    book[9] = static_cast<char>((4U << 6U | 6U) & 0xffU); // e1g1, where e1h1 was
    write(directory / "book.bin", book);
    check({"-import", directory / "book.bin", "-engine", "e", "-store", store},
          "1 result added as those of e\n");
    REQUIRE(rows_of(store).size() == 1);
    CHECK(rows_of(store)[0].move == raw(castling, "e1g1"));
    CHECK(run({"-export", directory / "out.bin", "-book", directory / "book.bin", "-store", store})
              .status == 0);
    CHECK(read(directory / "out.bin") == book);
}

TEST_CASE("learn-book -convert: learn fields of other meanings") {
    const TemporaryDirectory directory;
    // Losses above wins, and many: nothing that PolyGlot could have written.
    std::vector<BookMove> losses;
    std::vector<std::string> kept;
    kept.reserve(400); // views point into it
    const std::array<std::string_view, 20> moves = {
        "a2a3", "a2a4", "b2b3", "b2b4", "c2c3", "c2c4", "d2d3", "d2d4", "e2e3", "e2e4",
        "f2f3", "f2f4", "g2g3", "g2g4", "h2h3", "h2h4", "b1a3", "b1c3", "g1f3", "g1h3"};
    for (std::uint16_t i = 0; i < 400; ++i) {
        const std::string_view first = moves[i / 20U];
        const auto replies = after(first).legal_moves();
        kept.push_back(chess::format_uci_move(replies[i % 20U]));
        losses.push_back({first, kept.back(), static_cast<std::uint16_t>(i % 7),
                          static_cast<std::uint16_t>(i % 40)});
    }
    write(directory / "xboard.bin", book_of(losses));
    const Ran converted =
        run({"-convert", "-bin", directory / "xboard.bin", "-out", directory / "out.bin"});
    CHECK(converted.status == 0);
    CHECK_MESSAGE(converted.out.find("XBoard (losses, wins)") != std::string::npos, converted.out);
    CHECK(converted.out.find("drawn games were never counted") != std::string::npos);
    CHECK(fields_in(directory / "out.bin", losses[45].moves, losses[45].move) ==
          book::LearnFields{3 + 5, 2 * 5});
    // What is PolyGlot's stays.
    const std::string ours = book_of({{"", "e2e4", 4, 5}, {"", "d2d4"}});
    write(directory / "ours.bin", ours);
    CHECK(run({"-convert", "-bin", directory / "ours.bin", "-out", directory / "same.bin"})
              .out.find("nothing to convert") != std::string::npos);
    CHECK(read(directory / "same.bin") == ours);
    check_error({"-convert", "-bin", directory / "ours.bin", "-out", directory / "ours.bin"}, 1,
                "is an input of this command");
}

TEST_CASE("learn-book -replay: finished games") {
    const TemporaryDirectory directory;
    const std::string store = directory / "learn.db";
    write(directory / "book.bin", book_of({{"", "e2e4"}, {"e2e4", "e7e5"}, {"e2e4 e7e5", "g1f3"}}));
    const std::string games =
        "[White \"A\"]\n[Black \"B\"]\n[Date \"2020.05.06\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 "
        "1-0\n\n"
        "[White \"B\"]\n[Black \"A\"]\n[Date \"2020.05.08\"]\n\n1. e4 e5 2. Nc3 1/2-1/2\n\n"
        "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 *\n\n"
        "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Ke4 0-1\n\n"
        "[White \"C\"]\n[Black \"D\"]\n\n1. d4 0-1\n";
    write(directory / "games.pgn", games);
    const Ran ran =
        run({"-replay", directory / "games.pgn", "-book", directory / "book.bin", "-store", store});
    CHECK(ran.status == 0);
    CHECK(
        ran.out ==
        "3 games learnt from, 5 results added; 1 unfinished game skipped; 1 broken game skipped\n");
    CHECK(ran.err == (directory / "games.pgn") + ":22: White's move 2: 'Ke4' is not legal here\n");
    const std::int32_t may = parse_day("2020-05-06").value();
    const auto with_days = [may](LearnRow r, std::int32_t after) {
        r.first_day = r.last_day = may + after;
        return r;
    };
    std::vector<LearnRow> wanted = {with_days(row("", "e2e4", 1, 2, "A", "B"), 0),
                                    with_days(row("", "e2e4", 1, 1, "B", "A"), 2),
                                    with_days(row("e2e4", "e7e5", 1, 1, "A", "B"), 2),
                                    with_days(row("e2e4", "e7e5", 1, 0, "B", "A"), 0),
                                    with_days(row("e2e4 e7e5", "g1f3", 1, 2, "A", "B"), 0)};
    std::sort(wanted.begin(), wanted.end(), [](const LearnRow& a, const LearnRow& b) {
        return std::tie(a.key, a.move, a.engine) < std::tie(b.key, b.move, b.engine);
    });
    CHECK(rows_of(store) == wanted);
    // With the day of each game, how it ended and the move that it began with: of the first that
    // the player has in the book. A table and a merged store keep that.
    const auto table = [](const std::string& file) {
        return run({"-export", "-", "-store", file}).out;
    };
    const std::string days = table(store);
    CHECK(days.find("e2e4,B,A,1,1,2020-05-08,2020-05-08,1,1\r\n") != std::string::npos);
    CHECK(days.find("e7e5,A,B,1,1,2020-05-08,2020-05-08,1,1\r\n") != std::string::npos);
    CHECK(days.find("g1f3,A,B,1,2,2020-05-06,2020-05-06,0,0\r\n") != std::string::npos);
    check({"-import", "-", "-store", directory / "imported.db"}, "5 results added\n", days);
    CHECK(table(directory / "imported.db") == days);
    check({"-merge", store, "-store", directory / "merged.db"}, "5 results of 1 store added\n");
    CHECK(table(directory / "merged.db") == days);
    REQUIRE(
        run({"-replay", directory / "games.pgn", "-book", directory / "book.bin", "-store", store})
            .status == 0);
    CHECK(table(store).find("e2e4,B,A,2,2,2020-05-08,2020-05-08,2,1\r\n") != std::string::npos);
    // One player's moves alone, from standard input.
    CHECK(run({"-replay", "-", "-book", directory / "book.bin", "-store", directory / "a.db",
               "-player", "A"},
              games)
              .out == "2 games learnt from, 3 results added; 1 unfinished game skipped; 1 broken "
                      "game skipped; 1 game of "
                      "others skipped\n");
    for (const LearnRow& r : rows_of(directory / "a.db"))
        CHECK(r.engine == "A");
    // A file that is not there: nothing of the others either.
    check_error({"-replay", directory / "games.pgn", directory / "none.pgn", "-book",
                 directory / "book.bin", "-store", directory / "c.db"},
                1, "none.pgn: cannot be read");
    CHECK_FALSE(fs::exists(directory / "c.db"));
    check_error({"-replay", "-", "-book", directory / "none.bin", "-store", store}, 1,
                "none.bin: ");
}

} // namespace polyglot::tools
