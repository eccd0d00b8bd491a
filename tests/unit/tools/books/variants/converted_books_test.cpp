// convert-book on a .bin book of a variant, and books that are refused.
#include "tests/unit/tools/books/variants/variant_lines.hpp"

#include <string>
#include <string_view>

#include <boost/json.hpp>

namespace polyglot::tools {

TEST_CASE("convert-book: a variant's book with other keys and back, and as text") {
    const BookFolder folder;
    const std::string file =
        folder.write("zh.bin", VariantLines(chess::crazyhouse, VariantKeys::Plain)
                                   .line(with_pawn)
                                   .line(without_pawn, 30)
                                   .entries());
    const std::string xboard = folder / "x.bin";
    const std::string back = folder / "back.bin";
    const Ran there =
        run(run_convert_book, {file, "-variant", "crazyhouse", "-keys", "xboard", "-to", xboard});
    CHECK_MESSAGE(there.status == 0, there.err);
    CHECK(there.out ==
          xboard + ": 5 positions, 6 entries of " + file + " (PolyGlot of crazyhouse)\n");
    CHECK(run(run_find_book, {xboard, "e4", "d5", "exd5", "Qxd5"}).out.find("  P@e4  P@e4") !=
          std::string::npos);
    CHECK(run(run_info_book, {xboard}).out.find("Keys                           : XBoard's\n") !=
          std::string::npos);
    CHECK(run(run_convert_book, {xboard, "-keys", "plain", "-to", back}).status == 0);
    CHECK(run(run_diff_book, {file, back, "-variant", "crazyhouse"}).status == 0);

    const auto text = [&](const std::string& format) {
        return run(run_convert_book,
                   {file, "-variant", "crazyhouse", "-to", "-", "-format", format})
            .out;
    };
    CHECK(text("csv").find("rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3,4,P@e4,"
                           "P@e4,10,25.00,0,0,,\n") != std::string::npos);
    const auto table = boost::json::parse(text("json"));
    CHECK(table.at("book").at("variant").as_string() == "crazyhouse");
    CHECK(table.at("positions").as_array().size() == 5);
    const std::string games = text("pgn");
    CHECK(games.find("[Variant \"Crazyhouse\"]\n") != std::string::npos);
    CHECK(games.find("[FEN ") == std::string::npos);
    CHECK(games.find("[Round \"2\"]") != std::string::npos);
    CHECK(games.find("[Round \"3\"]") == std::string::npos);
    CHECK(games.find("3. P@e4 {weight 10, 25.0%}\n*\n") != std::string::npos);
    // Tables are read back.
    for (const std::string format : {"csv", "json"}) {
        const std::string written = folder.write("text." + format, test::to_bytes(text(format)));
        const std::string again = folder / "again.bin";
        const Ran read = run(run_convert_book, {written, "-to", again});
        CHECK_MESSAGE(read.status == 0, read.err);
        CHECK(run(run_diff_book, {file, again, "-variant", "crazyhouse"}).status == 0);
        CHECK(run(run_convert_book, {written, "-keys", "xboard", "-to", again}).status == 0);
        CHECK(run(run_diff_book, {xboard, again}).status == 0);
        CHECK(run(run_find_book, {written, "e4", "d5", "exd5", "Qxd5"}).out.find("  P@e4  P@e4") !=
              std::string::npos);
        const std::string of_xboard =
            run(run_convert_book, {xboard, "-to", "-", "-format", format}).out;
        const std::string named = folder.write("x." + format, test::to_bytes(of_xboard));
        CHECK(run(run_convert_book, {named, "-to", again}).status == 0);
        CHECK(run(run_diff_book, {xboard, again}).status == 0);
    }
    const std::string faulty =
        folder.write("faulty.csv", test::to_bytes(std::string_view("fen,move,weight,key,raw\n"
                                                                   ",,,variant,crazyhouse\n"
                                                                   "startpos,P@e4,1,,\n")));
    CHECK(run(run_convert_book, {faulty, "-to", back}).err.find("faulty.csv:3: ") !=
          std::string::npos);
    const std::string lines = folder.write("text.pgn", test::to_bytes(text("pgn")));
    CHECK(run(run_convert_book, {lines, "-to", back}).err.find("PGN is read as chess") !=
          std::string::npos);
    const Ran arena =
        run(run_convert_book, {file, "-variant", "crazyhouse", "-to", folder / "x.abk"});
    CHECK(arena.err == "convert-book: " + file +
                           ": is of crazyhouse; books of variants are written as .bin, CSV, JSON "
                           "and PGN\n");
    const std::string horde = folder.write(
        "horde.bin", VariantLines(chess::horde, VariantKeys::Plain).line({"e5", "a6"}).entries());
    CHECK(run(run_convert_book, {horde, "-keys", "xboard", "-to", back}).err ==
          "convert-book: -keys: XBoard has no keys of horde\n");
    CHECK(run(run_convert_book, {file, "-keys", "xboard", "-to", back}).status == 2);
}

TEST_CASE("a book that names its variant is used for no other, and not for chess") {
    const BookFolder folder;
    const std::string file = folder.write(
        "zh.bin", VariantLines(chess::crazyhouse, VariantKeys::XBoard).line(with_pawn).entries());
    const std::string out = folder / "out.bin";
    const std::string message =
        file + ": the book has XBoard's keys of crazyhouse and not of atomic\n";
    const auto refuses = [&](const Ran& ran) {
        CHECK_MESSAGE(ran.err.ends_with(message), ran.err);
        CHECK(ran.status != 0);
    };
    refuses(run(run_show_book, {file, "-variant", "atomic"}));
    refuses(run(run_repair_book, {file, "-variant", "atomic", "-out", out}));
    refuses(run(run_edit_book, {file, "-variant", "atomic", "-move", "e4", "-weight", "1"}));
    refuses(run(run_merge_book, {file, "-variant", "atomic", "-out", out}));
    refuses(run(run_diff_book, {file, file, "-variant", "atomic"}));
    refuses(run(run_convert_book, {file, "-variant", "atomic", "-to", out}));

    const std::string store = folder / "l.db";
    refuses(run(run_learn_book, {store, "-replay", "-", "-book", file, "-variant", "atomic"}));
    const Ran import = run(run_learn_book, {store, "-import", file, "-engine", "Fruit"});
    CHECK_MESSAGE(import.err.ends_with("zh.bin: has XBoard's keys; a store of results has plain "
                                       "ones\n"),
                  import.err);
    refuses(run(run_dump_book, {file, "-variant", "atomic", "-color", "white", "-out", out}));
    refuses(run(run_subtract_book, {file, file, "-variant", "atomic", "-out", out}));
    refuses(run(run_learn_book, {file, "-variant", "atomic", "-show"}));
    const Ran openings = run(run_openings_book, {file, "-out", folder / "out.epd"});
    CHECK_MESSAGE(openings.err.ends_with("-variant draws from it by its rules\n"), openings.err);
    CHECK(folder.files() == 1);
}

} // namespace polyglot::tools
