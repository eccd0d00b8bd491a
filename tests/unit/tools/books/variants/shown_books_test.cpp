// Commands that show a .bin book of a variant.
#include "tests/unit/tools/books/variants/variant_lines.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

namespace polyglot::tools {

TEST_CASE("find-book: a plain book of crazyhouse is read by its rules when the variant is given") {
    const BookFolder folder;
    const std::string file =
        folder.write("zh.bin", VariantLines(chess::crazyhouse, VariantKeys::Plain)
                                   .line(with_pawn)
                                   .line(without_pawn, 30)
                                   .entries());
    const Ran ran =
        run(run_find_book, {file, "-variant", "crazyhouse", "e4", "d5", "exd5", "Qxd5"});
    CHECK(ran.err.empty());
    CHECK(ran.status == 0);
    const auto text = [&](std::string_view part) {
        return ran.out.find(part) != std::string::npos;
    };
    CHECK(text("position: rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3\n"));
    CHECK(text("  P@e4  P@e4          10   25.0%  may be played; entry "));
    CHECK(text("  b1c3  Nc3           30   75.0%  may be played; entry "));

    const std::string empty_pockets =
        "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[] w KQkq - 0 3";
    const Ran json =
        run(run_find_book, {file, "-variant", "crazyhouse", "-fen", empty_pockets, "-json"});
    const auto moves = boost::json::parse(json.out).at("moves").as_array();
    REQUIRE(moves.size() == 2);
    CHECK(moves[0].at("why_not").as_string() == "not legal here");
    CHECK(moves[0].at("uci").as_string() == "e4e4");
    CHECK(moves[1].at("playable").as_bool());

    CHECK(run(run_find_book, {file, "-variant", "crazyhouse"}).out.find("reply d7d5 (d5)") !=
          std::string::npos);
    CHECK(run(run_find_book, {file, "-variant", "crazyhouse", "-fen", "x"}).status == 1);
    CHECK(run(run_find_book, {file, "-variant", "crazyhouse", "N@e4"})
              .err.starts_with("-moves: 'N@e4' is not legal"));
}

TEST_CASE("find-book: a book that names its variant needs no option, and is not read as another") {
    const BookFolder folder;
    const std::string file = folder.write(
        "zh.bin", VariantLines(chess::crazyhouse, VariantKeys::XBoard).line(with_pawn).entries());
    const Ran ran = run(run_find_book, {file, "e4", "d5", "exd5", "Qxd5"});
    CHECK(ran.out.find("P@e4") != std::string::npos);
    const Ran other = run(run_find_book, {file, "-variant", "atomic"});
    CHECK(other.status == 1);
    CHECK(other.err == file + ": the book has XBoard's keys of crazyhouse and not of atomic\n");
    const std::string horde = folder.write(
        "horde.bin", VariantLines(chess::horde, VariantKeys::Plain).line({"e5", "a6"}).entries());
    CHECK(run(run_find_book, {horde}).out.find("  e4e5  e5") != std::string::npos);
}

TEST_CASE("show-book: the lines of a variant's book, drops, and positions apart by their pockets") {
    const BookFolder folder;
    const std::string file =
        folder.write("zh.bin", VariantLines(chess::crazyhouse, VariantKeys::Plain)
                                   .line(with_pawn)
                                   .line(without_pawn, 30)
                                   .entries());
    const Ran ran = run(run_show_book, {file, "-variant", "crazyhouse", "e4", "d5"});
    CHECK(ran.out.starts_with(file + " (PolyGlot of crazyhouse), after 1. e4 d5\n\n"));
    CHECK(ran.out.find("  2... Qxd5  100.0%") != std::string::npos);
    CHECK(ran.out.find("    3. Nc3    75.0%") != std::string::npos);
    CHECK(ran.out.find("    3. P@e4   25.0%") != std::string::npos);
    const Ran json = run(run_show_book, {file, "-variant", "crazyhouse", "-json"});
    const auto tree = boost::json::parse(json.out);
    std::string at = "/tree";
    for (int ply = 0; ply < 4; ++ply)
        at += "/moves/0/after";
    CHECK(tree.at_pointer(at + "/fen").as_string() ==
          "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3");
    CHECK(tree.at_pointer(at + "/moves/1/uci").as_string() == "P@e4");
    // The pawn is not in the pocket.
    const std::string fen = "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[] w KQkq - 0 3";
    const Ran empty = run(run_show_book, {file, "-variant", "crazyhouse", "-fen", fen});
    CHECK(empty.out.find(", " + fen + "\n") != std::string::npos);
    CHECK(empty.out.find("3. e4e4   25.0%") != std::string::npos);
    CHECK(empty.out.find("not legal here") != std::string::npos);
    CHECK(run(run_show_book, {file, "-variant", "crazyhouse", "-fen", "x"}).status == 2);
    CHECK(run(run_show_book, {file, "-variant", "crazyhouse", "Q@d4"}).status == 2);
}

TEST_CASE("info-book: the positions of a variant's book") {
    const BookFolder folder;
    VariantLines lines(chess::crazyhouse, VariantKeys::Plain);
    std::vector<book::RawEntry> entries = lines.line(with_pawn).line(without_pawn).entries();
    const std::string file = folder.write("zh.bin", entries);
    const Ran ran = run(run_info_book, {file, "-variant", "crazyhouse", "-json"});
    REQUIRE_MESSAGE(ran.status == 0, ran.err);
    const auto info = boost::json::parse(ran.out);
    CHECK(info.at("facts").at("Variant").as_string() == "crazyhouse");
    CHECK(info.at("facts").at("Keys").as_string() == "plain");
    CHECK(info.at("positions").as_int64() == 5);
    CHECK(info.at("reached").as_int64() == 5);
    CHECK(info.at("white").at("moves").as_int64() == 6);
    CHECK(info.at("white").at("illegal").as_int64() == 0);
    CHECK(info.at("black").at("playable").as_int64() == 4);

    const Ran text = run(run_info_book, {file, "-variant", "crazyhouse"});
    CHECK(text.out.find("Variant                        : crazyhouse\n") != std::string::npos);
    CHECK(run(run_info_book, {file, "-variant", "crazyhouse", "-fen", "x"}).status == 2);
}

TEST_CASE("dump-book: the lines of a variant's book") {
    const BookFolder folder;
    const std::string file =
        folder.write("zh.bin", VariantLines(chess::crazyhouse, VariantKeys::Plain)
                                   .line({"e4", "d5", "exd5", "Qxd5", "P@e4"})
                                   .entries());
    CHECK(
        run(run_dump_book, {file, "-variant", "crazyhouse", "-color", "white", "-out", "-"}).out ==
        "Dump of \"" + file +
            "\" for white.\n"
            "1: 1. e4{100%} d5 2. exd5{100%} Qxd5 3. P@e4{100%} \n");
    const std::string fen = "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3";
    CHECK(run(run_dump_book,
              {file, "-variant", "crazyhouse", "-color", "w", "-out", "-", "-fen", fen})
              .out.ends_with("1: 3. P@e4{100%} \n"));
    CHECK(run(run_dump_book, {file, "-variant", "horde", "-color", "w", "-fen", fen}).status == 2);
    CHECK(run(run_dump_book,
              {file, "-variant", "crazyhouse", "-color", "w", "-out", "-", "-max-ply", "3"})
              .out.ends_with("1: 1. e4{100%} d5 2. exd5{100%} \n"));
}

TEST_CASE("learn-book: results in the learn fields of a variant's book") {
    const BookFolder folder;
    std::vector<book::RawEntry> entries =
        VariantLines(chess::crazyhouse, VariantKeys::XBoard).line(with_pawn).entries();
    for (book::RawEntry& entry : entries)
        if (entry.move == 0x941c) entry.learn_count = 4, entry.learn_sum = 6;
    const std::string file = folder.write("zh.bin", entries);
    const std::string fen = "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3";
    CHECK(run(run_learn_book, {file, "-show"}).out.find("P@e4     1. e4 d5 2. exd5 Qxd5\n") !=
          std::string::npos);
    CHECK(run(run_learn_book, {file, "-show", "-csv"}).out.find(fen) != std::string::npos);
    CHECK(run(run_learn_book, {file, "-show", "-fen", fen}).out.find(" 75.0%") !=
          std::string::npos);
    CHECK(run(run_learn_book, {folder / "l.db", "-show", "-variant", "horde"}).status == 1);
    const std::string reset = folder / "zh.bin";
    CHECK(run(run_learn_book, {reset, "-reset"}).status == 0);
    CHECK(run(run_learn_book, {file, "-show"}).out.find("no results") != std::string::npos);
}

} // namespace polyglot::tools
