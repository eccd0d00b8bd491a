// `polyglot openings-book` as a command: lists, filters, balance by results and by an engine,
// proofs.
#include "core/chess/epd.hpp"
#include "tests/unit/core/book/arena/abk_samples.hpp"
#include "tests/unit/tools/openings_book/openings_book_support.hpp"
#include "tools/common/commands.hpp"

#include <set>

namespace polyglot::openings_book_test {
namespace {

Ran start(const std::vector<std::string>& words) {
    return run(run_openings_book, words);
}

// The engine's value of a position is computed from its key: --key-values.
std::string engine() {
    return '"' + std::string(POLYGLOT_FAKE_ENGINE) + "\" --key-values --random-legal";
}
int value_of(const chess::Position& position) {
    return static_cast<int>(position.key() % 301) - 150;
}

std::vector<chess::Epd> epds_of(const std::string& text) {
    std::vector<chess::Epd> all;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        auto epd = chess::parse_epd(line);
        REQUIRE_MESSAGE(epd.has_value(), line);
        all.push_back(*std::move(epd));
    }
    return all;
}

TEST_CASE("openings-book: as many as wanted, the same for the same seed; fewer are reported") {
    const BookFolder folder;
    const std::string book = folder.write("a.bin", entries_of(sample_lines()));
    const Ran four = start({book, "-ply", "3", "-n", "4", "-seed", "5"});
    CHECK(four.status == 0);
    CHECK(epds_of(four.out).size() == 4);
    CHECK(four.out == start({book, "-ply", "3", "-n", "4", "-seed", "5"}).out);
    CHECK(four.out != start({book, "-ply", "3", "-n", "4", "-seed", "6"}).out);
    const Ran all = start({book, "-ply", "3", "-n", "400", "-out", folder / "all.epd"});
    CHECK(all.status == 0);
    CHECK(all.out.find(
              "9 start positions at ply 3, seed 1; there are no more, and 400 were wanted") !=
          std::string::npos);
    CHECK(count_lines(folder.read("all.epd")) == 9);
    CHECK(all.err.empty());
}

TEST_CASE("openings-book: the form of the output is that of its name or of -format") {
    const BookFolder folder;
    const std::string book = folder.write("a.bin", entries_of(sample_lines()));
    CHECK(start({book, "-ply", "3", "-out", folder / "x.pgn"}).status == 0);
    CHECK(folder.read("x.pgn").starts_with("[Event \"a.bin\"]\n"));
    CHECK(start({book, "-ply", "3", "-out", folder / "x.txt"}).status == 2);
    CHECK(start({book, "-ply", "3", "-out", folder / "x.txt", "-format", "pgn"}).status == 0);
    CHECK(folder.read("x.txt") == folder.read("x.pgn"));
    CHECK(start({book, "-ply", "3", "-out", book, "-format", "pgn"}).status == 1);
}

TEST_CASE("openings-book: nothing good is replaced by nothing") {
    const BookFolder folder;
    const std::string book = folder.write("a.bin", entries_of(sample_lines()));
    const std::string target = folder.write("x.epd", test::to_bytes("precious"));
    for (const std::vector<std::string>& more :
         {std::vector<std::string>{"-ply", "9"},
          {"-ply", "3", "-opening", "Grob*"},
          {"-ply", "3", "-balance", "40..60"},
          {"-ply", "3", "-ec", engine(), "-cp", "1000..1001"}}) {
        std::vector<std::string> words{book, "-out", target};
        words.insert(words.end(), more.begin(), more.end());
        const Ran ran = start(words);
        CHECK(ran.status == 1);
        CHECK(ran.err.find("nothing is written") != std::string::npos);
        CHECK(folder.read("x.epd") == "precious");
    }
    CHECK(folder.files() == 2);
}

TEST_CASE("openings-book: a header that names Chess960 as well does not make the starts Chess960") {
    const BookFolder folder;
    for (const std::vector<std::string>& variants :
         {std::vector<std::string>{"normal", "fischerandom"}, {"fischerandom"}}) {
        test::Bytes bytes =
            test::to_bytes(std::string_view(book::encode_header({"1.0", variants, ""})));
        const test::Bytes entries = test::to_bytes(entries_of(sample_lines()));
        bytes.insert(bytes.end(), entries.begin(), entries.end());
        const std::string book = folder.write("mixed.bin", bytes);
        const Ran epd = start({book, "-ply", "3", "-out", folder / "x.epd"});
        CHECK_MESSAGE(epd.status == 0, epd.err);
        CHECK(folder.read("x.epd").find("HAha") == std::string::npos);
        CHECK(start({book, "-ply", "3", "-out", folder / "x.pgn"}).status == 0);
        CHECK(folder.read("x.pgn").find("Variant") == std::string::npos);
        CHECK(folder.read("x.pgn").find("FEN") == std::string::npos);
        CHECK(start({"-check", folder / "x.epd"}).status == 0);
        CHECK(start({"-check", folder / "x.pgn"}).status == 0);
    }
    // A list for a match of Chess960 is one on request, and -check needs to know.
    const std::string book = folder.write("a.bin", entries_of(sample_lines()));
    CHECK(start({book, "-chess960", "-ply", "3", "-out", folder / "x.epd"}).status == 0);
    CHECK(folder.read("x.epd").find("HAha") != std::string::npos);
    CHECK(start({"-check", folder / "x.epd", "-chess960"}).status == 0);
    const Ran found = start({"-check", folder / "x.epd"});
    CHECK(found.status == 1);
    CHECK_MESSAGE(found.out.find("9 spelt as Chess960 without need") != std::string::npos,
                  found.out);
}

TEST_CASE("openings-book: starts where match runners end the game are not drawn") {
    const BookFolder folder;
    const std::string book =
        folder.write("a.bin", entries_of({{"g1f3 g8f6 f3g1 f6g8", 1}, {"e2e4 e7e5 g1f3", 1}}));
    for (const char* const draw : {"share", "uniform"}) {
        const Ran ran = start({book, "-ply", "8", "-draw", draw});
        CHECK_MESSAGE(ran.status == 1, ran.out);
        CHECK(start({book, "-ply", "4", "-draw", draw}).status == 0);
    }
}

TEST_CASE("openings-book: openings by name and code") {
    const BookFolder folder;
    const std::string book = folder.write("a.bin", entries_of(sample_lines()));
    const auto names = [&](const std::vector<std::string>& more) {
        std::vector<std::string> words{book, "-ply", "3"};
        words.insert(words.end(), more.begin(), more.end());
        std::multiset<std::string> result;
        for (const chess::Epd& epd : epds_of(start(words).out))
            result.insert(std::string(epd.first_operand("eco").substr(0, 1)));
        return result;
    };
    CHECK(names({"-opening", "Sicilian*"}) == std::multiset<std::string>{"B", "B"});
    CHECK(names({"-opening", "C00-C99", "-opening", "B20-B99"}).size() == 6);
    CHECK(names({"-opening", "C00-C99", "-not-opening", "French*"}).size() == 3);
    CHECK(names({"-not-opening", "B00-C99"}).size() == 3);
}

TEST_CASE("openings-book: balance by the results of an Arena book") {
    const BookFolder folder;
    // 1. e4: White scored 75 %; 1. d4: 50 %; 1. c4: 45 % in 10 games; 1. Nf3: none
    constexpr auto none = book::AbkRecord::none;
    auto tree =
        test::abk_tree({test::abk_move("e2e4", none, 901), test::abk_move("d2d4", none, 902),
                        test::abk_move("c2c4", none, 903), test::abk_move("g1f3")});
    const auto set = [&tree](std::size_t i, std::uint32_t games, std::uint32_t wins,
                             std::uint32_t losses) {
        tree.records[i].games = games;
        tree.records[i].white_wins = wins;
        tree.records[i].white_losses = losses;
    };
    set(0, 100, 60, 10);
    set(1, 200, 50, 50);
    set(2, 10, 3, 4);
    set(3, 0, 0, 0);
    const std::string book = folder.write("a.abk", test::to_bytes(book::encode_abk(tree)));
    const auto count = [&](const std::vector<std::string>& more) {
        std::vector<std::string> words{book, "-ply", "1"};
        words.insert(words.end(), more.begin(), more.end());
        return epds_of(start(words).out).size();
    };
    CHECK(count({}) == 4);
    CHECK(count({"-balance", "45..55"}) == 2);
    CHECK(count({"-balance", "45..55", "-min-games", "11"}) == 1);
    CHECK(count({"-balance", "70..80"}) == 1);
    CHECK(count({"-balance", "0..100"}) == 3);
    CHECK(count({"-min-games", "100"}) == 2);

    for (std::size_t i = 0; i < 4; ++i) // as libra8.abk: games, and no results
        set(i, 100, 0, 0);
    folder.write("a.abk", test::to_bytes(book::encode_abk(tree)));
    CHECK(count({"-min-games", "100"}) == 4);
    const Ran refused = start({book, "-ply", "1", "-balance", "45..55"});
    CHECK(refused.status == 1);
    CHECK(refused.err.find("counts 400 games and not one result") != std::string::npos);
}

TEST_CASE("openings-book: balance by an engine, the same for any number of engines") {
    const BookFolder folder;
    const std::string book = folder.write("a.bin", entries_of(sample_lines()));
    std::set<std::uint64_t> inside;
    for (const WeightedLine& line : sample_lines())
        if (const auto position = after(line.moves);
            line.moves != "g2g3 d7d5" && std::abs(value_of(position)) <= 80)
            inside.insert(position.key());
    REQUIRE(inside.size() > 2);
    REQUIRE(inside.size() < 8);
    const Ran one = start({book, "-ply", "3", "-ec", engine(), "-cp", "80", "-depth", "5"});
    CHECK_MESSAGE(one.status == 0, one.err);
    std::set<std::uint64_t> found;
    for (const chess::Epd& epd : epds_of(one.out)) {
        found.insert(epd.position.key());
        const int white = epd.position.side_to_move() == chess::Color::White ? 1 : -1;
        CHECK(epd.first_operand("ce") == std::to_string(white * value_of(epd.position)));
        CHECK(epd.first_operand("acd") == "1");
    }
    CHECK(found == inside);
    CHECK(one.err.find("Fake Engine; values for White from ") != std::string::npos);
    const Ran three = start(
        {book, "-ply", "3", "-ec", engine(), "-cp", "80", "-movetime", "0.1", "-concurrency", "3"});
    CHECK(three.out == one.out);
    const Ran two = start({book, "-ply", "3", "-n", "2", "-ec", engine(), "-cp", "-80..80"});
    // In the order in which they are drawn, however many are asked at once
    CHECK(one.out.starts_with(two.out));
    CHECK(count_lines(two.out) == 2);
}

TEST_CASE("openings-book: an engine that does not start, or crashes") {
    const BookFolder folder;
    const std::string book = folder.write("a.bin", entries_of(sample_lines()));
    const std::string target = folder.write("x.epd", test::to_bytes("precious"));
    const Ran missing = start({book, "-ply", "3", "-out", target, "-ec", folder / "none"});
    CHECK(missing.status == 3);
    CHECK(missing.err.find("the engine does not start") != std::string::npos);
    // A script's variable that is not set
    const Ran empty = start({book, "-ply", "3", "-out", target, "-ec", ""});
    CHECK(empty.status == 2);
    CHECK(empty.err.find("EngineCommand is not set") != std::string::npos);
    const Ran crashing =
        start({book, "-ply", "3", "-out", target, "-ec", engine() + " --crash-on go"});
    CHECK(crashing.status == 1); // no position has a value
    CHECK(folder.read("x.epd") == "precious");
}

TEST_CASE("openings-book: a list is proved") {
    const BookFolder folder;
    const std::string book = folder.write("a.bin", entries_of(sample_lines()));
    const std::string list = folder / "x.epd";
    const std::string games = folder / "x.pgn";
    REQUIRE(start({book, "-ply", "3", "-out", list, "-ec", engine(), "-cp", "80"}).status == 0);
    REQUIRE(start({book, "-ply", "3", "-out", games, "-ec", engine(), "-cp", "80"}).status == 0);
    for (const std::string& file : {list, games}) {
        const Ran good =
            start({"-check", file, "-ec", engine(), "-cp", "80", "-concurrency", "2", "-ply", "3"});
        CHECK_MESSAGE(good.status == 0, good.out << good.err);
        CHECK(good.out.find("Fake Engine: 0 outside -0.80 to +0.80; values for White from ") !=
              std::string::npos);
        CHECK(start({"-check", file}).status == 0);
        const Ran narrow = start({"-check", file, "-ec", engine(), "-cp", "1000..1001"});
        CHECK(narrow.status == 1);
        CHECK(narrow.out.find(file + ":1: ") != std::string::npos);
        CHECK(start({"-check", file, "-ply", "4"}).status == 1);
        CHECK(start({"-check", file, "-ec", engine() + " --crash-on go"}).status == 1);
        CHECK(start({"-check", file, "-ec", folder / "none"}).status == 3);
    }
    const std::string text = folder.read("x.epd");
    folder.write("x.epd", test::to_bytes(text + text.substr(0, text.find('\n') + 1) + "what\n"));
    const Ran twice = start({"-check", list});
    CHECK(twice.status == 1);
    CHECK(twice.out.find("the position of line 1\n") != std::string::npos);
    CHECK(twice.out.find("1 unreadable or over, 1 twice, 0 with the wrong side") !=
          std::string::npos);
    CHECK(start({"-check", folder / "none.epd"}).status == 1);
    folder.write("x.epd", test::to_bytes(""));
    CHECK(start({"-check", list}).status == 1);
}

TEST_CASE(
    "openings-book: a line that ends at the wanted ply gives a start, a shorter one does not") {
    const BookFolder folder;
    const std::string book =
        folder.write("a.bin", {{chess::Position::start().key(), test::raw_move("e2e4"), 1, 0, 0}});
    CHECK(start({book, "-ply", "1"}).status == 0);
    const Ran deep = start({book, "-ply", "2"});
    CHECK(deep.status == 1);
    CHECK(
        deep.err.find(
            "no line of it has 2 half-moves from where games begin (-ply); nothing is written\n") !=
        std::string::npos);
}

TEST_CASE("openings-book: each form of use is a line of the help") {
    CHECK(start({"-help"}).out.find("\n       polyglot openings-book -check FILE ") !=
          std::string::npos);
}

TEST_CASE("openings-book: wrong use") {
    const BookFolder folder;
    const std::string book = folder.write("a.bin", entries_of(sample_lines()));
    for (const std::vector<std::string>& words : {std::vector<std::string>{},
                                                  {book, book},
                                                  {book, "-n", "0"},
                                                  {book, "-ply", "-1"},
                                                  {book, "-draw", "best"},
                                                  {book, "-balance", "45"},
                                                  {book, "-balance", "45..105"},
                                                  {book, "-cp", "50"},
                                                  {book, "-depth", "5"},
                                                  {book, "-ec", engine(), "-cp", "60..50"},
                                                  {book, "-opening", "E20-A10"},
                                                  {book, "-format", "txt"},
                                                  {book, "-check", book},
                                                  {"-check", book, "-n", "5"},
                                                  {book, "-ec", engine(), "-concurrency", "0"},
                                                  {book, "-fen", "nonsense"}}) {
        const Ran ran = start(words);
        CHECK(ran.status == 2);
        CHECK_FALSE(ran.err.empty());
        CHECK(ran.out.empty());
    }
    CHECK(start({folder / "none.bin"}).status == 1);
    CHECK(start({"-help"}).status == 0);
}

} // namespace
} // namespace polyglot::openings_book_test
