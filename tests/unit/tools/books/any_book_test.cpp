// info-book and dump-book on books that are not PolyGlot's.
#include "tests/unit/tools/books/any_book_samples.hpp"
#include "tests/unit/tools/books/book_tools_support.hpp"

#include <boost/json.hpp>

namespace polyglot::tools {
namespace {

boost::json::value info(const BookFolder& folder, std::string_view name, const test::Bytes& bytes) {
    const Ran ran = run(run_info_book, {folder.write(name, bytes), "-json"});
    REQUIRE_MESSAGE(ran.status == 0, ran.err);
    return boost::json::parse(ran.out);
}

void check_dump(const test::Bytes& bytes, std::string_view color, const std::string& lines) {
    const BookFolder folder;
    const std::string file = folder.write("book", bytes);
    const Ran ran = run(run_dump_book, {"-bin", file, "-color", std::string(color), "-out", "-"});
    CHECK_MESSAGE(ran.status == 0, ran.err);
    CHECK(ran.out.substr(ran.out.find('\n') + 1) == lines);
}

TEST_CASE("info-book: an Arena book") {
    const BookFolder folder;
    const auto figures = info(folder, "book", test::to_bytes(book::encode_abk(abk_sample())));
    CHECK(figures.at("format") == "Arena");
    CHECK(figures.at("positions") == 2);
    CHECK(figures.at("reached") == 2);
    CHECK(figures.at("white") ==
          boost::json::value({{"positions", 1}, {"moves", 2}, {"playable", 1}, {"illegal", 0}}));
    CHECK(figures.at("black") ==
          boost::json::value({{"positions", 1}, {"moves", 1}, {"playable", 1}, {"illegal", 0}}));
    CHECK(figures.at("values").as_object().empty());
    CHECK(figures.at("warnings").as_array().empty());
    const Ran text = run(run_info_book, {"-bin", folder / "book"});
    CHECK(text.out.starts_with(
        "First moves: e4 100.0%, and 1 more\n"
        "Games of the first moves: 11\n"
        "Length of lines: 2.0 plies on average, up to 2 (of 500 drawn by share)\n"
        "Openings:\n"
        "  100.0%  B00 King's Pawn Opening\n"
        "  100.0%  C20 King's Pawn Game\n"
        "\n"
        "Format                         : Arena\n"
        "Entries                        :        3\n"
        "Positions                      :        2\n"));
}

TEST_CASE("info-book: books of values") {
    const BookFolder folder;
    auto proven = yacb_entry({"e2e4", "e7e5"}, "g1f3", -9);
    proven.evaluation.type = book::Evaluation::Type::DistanceToMate;
    const auto figures =
        info(folder, "book",
             yacb_bytes({yacb_entry({}, "e2e4"), yacb_entry({"e2e4"}, "", -20), proven,
                         yacb_entry({"d2d4", "d7d5"}, "c2c4"), yacb_entry({"c2c4"}, "e7e4")}));
    CHECK(figures.at("format") == "YACB");
    CHECK(figures.at("entries") == 5);
    CHECK(figures.at("reached") == 4);
    CHECK(figures.at("white").at("moves") == 2);
    CHECK(figures.at("black") ==
          boost::json::value({{"positions", 2}, {"moves", 1}, {"playable", 0}, {"illegal", 1}}));
    CHECK(figures.at("values") ==
          boost::json::value(
              {{"centipawns", {{"count", 2}, {"lowest", -20}, {"highest", 30}}},
               {"distance to mate", {{"count", 1}, {"lowest", -9}, {"highest", -9}}}}));

    const std::string endgame = "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1";
    book::SfttEntry entry = sftt_entry({}, "e3d3");
    entry.key = chess::stockfish_key(test::position(endgame));
    const auto table =
        info(folder, "table", sftt_bytes({entry, sftt_entry({}, "e2e4")}, {.root_fen = endgame}));
    CHECK(table.at("format") == "SFTT");
    CHECK(table.at("reached") == 2); // one of them from the header's position
    const Ran text = run(run_info_book, {folder / "table"});
    CHECK(text.out.find("  lowest, highest for White    : +0.29, +0.29\n") != std::string::npos);
}

TEST_CASE("dump-book: the same lines of any format") {
    check_dump(test::to_bytes(book::encode_abk(abk_sample())), "white", "1: 1. e4{100%} \n");
    check_dump(test::to_bytes(book::encode_abk(abk_sample())), "black", "1: 1. e4 e5{100%} \n");
    check_dump(yacb_sample(), "white", "1: 1. e4{100%} e5 2. Nf3{100%} \n");
    check_dump(sftt_sample(), "black", "1: 1. e4 e5{100%} \n");
}

} // namespace
} // namespace polyglot::tools
