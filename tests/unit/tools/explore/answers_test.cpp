// What the explorer answers, without its server: books, positions, trees, what was copied.
#include "core/chess/variants/variant.hpp"
#include "core/text/path_text.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "storage/stores/grow_db.hpp"
#include "tests/unit/tools/books/variants/variant_lines.hpp"
#include "tests/unit/tools/explore/answers_support.hpp"

#include <filesystem>
#include <limits>
#include <string>
#include <vector>

namespace polyglot::tools {
namespace {

namespace json = boost::json;
namespace fs = std::filesystem;
using test::raw_move;
using Page = AnswersPage;

// "e4 +0.25; d4; " of the branches.
std::string branches_of(const json::object& book) {
    std::string text;
    for (const json::value& branch : book.at("branches").as_array()) {
        text += branch.at("san").as_string();
        if (const auto* const value = branch.as_object().if_contains("value"))
            text += ' ' + std::string(value->at("text").as_string());
        if (const auto* const depth = branch.as_object().if_contains("depth"))
            text += " d" + json::serialize(*depth);
        if (branch.as_object().contains("searched_now")) text += " now";
        if (!branch.at("of_book").as_bool()) text += " reply";
        text += "; ";
    }
    return text;
}

// A store of grow-book: 1. e4, of which 1... e5 is being searched, and the answer 1. d4.
std::string write_store(const BookFolder& folder, const std::string& root = {}) {
    const std::string file = folder / "grown.db";
    io::end_command();
    const auto store = io::GrowDb::open(to_path(file), io::GrowDb::Access::Create);
    REQUIRE(store.has_value());
    const auto row = [](std::string_view moves, int value, std::string_view move) {
        const chess::Position position = after(moves);
        io::GrowRow one;
        one.key = position.key();
        one.black = position.side_to_move() == chess::Color::Black;
        one.state = io::GrowRow::State::Answered;
        one.value_cp = value;
        one.move = raw_move(move);
        one.depth = 20;
        one.nodes = 1'000;
        one.line = "a line";
        one.engine = "Engine";
        one.day = 20'000;
        return one;
    };
    io::GrowStep step;
    step.rows = {row("", 15, "d2d4"), row("e2e4", -30, "e7e5")};
    step.links = {{after("").key(), raw_move("e2e4"), after("e2e4").key()}};
    step.roots = {root.empty() ? "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" : root};
    REQUIRE((*store)->record(step).has_value());
    REQUIRE((*store)
                ->claim(after("e2e4 e7e5").key(), 7, 0, std::numeric_limits<std::int32_t>::max())
                .value());
    return file;
}

} // namespace

TEST_CASE("about: what each format tells of its book, and nothing that was not asked for") {
    const BookFolder folder;
    const std::string polyglot = write_book(folder, "a.bin", sample);
    const std::string yacb = folder.write(
        "b.yacb", test::to_bytes(yacb_bytes({{"", "e2e4", 33}, {"e2e4", "c7c5", 25}})));
    const std::string grown = write_store(folder);
    CHECK(json::value(told(Page({polyglot}).answers.about())) ==
          json::value({{"books", json::array{{{"name", polyglot},
                                              {"format", "PolyGlot"},
                                              {"has_values", false},
                                              {"is_store", false},
                                              {"warnings", json::array()},
                                              {"entries", 4}}}},
                       {"shelf", 1}}));
    const json::array books = told(Page({yacb, grown}).answers.about()).at("books").as_array();
    CHECK(books[0].at("entries") == 2);
    CHECK(books[0].at("has_values") == true);
    CHECK(books[0].at("is_store") == false);
    CHECK(books[1].at("has_values") == true);
    CHECK(books[1].at("is_store") == true);
    CHECK_FALSE(books[1].as_object().contains("entries"));
    CHECK_FALSE(books[1].as_object().contains("start"));

    const BookFolder other;
    const std::string start = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    CHECK(told(Page({write_store(other, start)}).answers.about()).at("books").at(0).at("start") ==
          json::value(start));
}

TEST_CASE("about: a variant has no results and no games, whatever else was opened") {
    const BookFolder folder;
    const std::string book = folder.write(
        "zh.bin", VariantLines(chess::crazyhouse, VariantKeys::Plain).line({"e4", "d5"}).entries());
    const std::string usual = write_book(folder, "a.bin", sample);
    const Learning learning(folder / "learn.db");
    const BookDirectory directory(folder / "");
    Collection games("some games", {});
    Watch logs({folder / "a.log"});
    boost::asio::io_context context;
    config::Settings settings;
    settings.engine_command = "engine -x";
    Analyst analyst(context, settings);
    const auto about = [&](const std::string& file, const chess::Variant* variant) {
        Page page({file}, variant);
        return told(
            Answers(page.shelf, nullptr, &learning, &logs, &analyst, &directory, &games).about());
    };
    const json::object of_chess = about(usual, nullptr);
    CHECK(of_chess.at("learning") == json::value(learning.file()));
    CHECK(of_chess.at("watch") == true);
    CHECK(of_chess.at("games") == json::value({{"name", "some games"}}));
    CHECK(of_chess.at("folder") == json::value({{"name", directory.name()}}));
    CHECK(of_chess.at("engine") == json::value({{"command", "engine -x"}}));
    CHECK_FALSE(of_chess.contains("variant"));
    const json::object of_variant = about(book, &chess::crazyhouse);
    CHECK(of_variant.at("variant") ==
          json::value({{"name", "crazyhouse"}, {"title", "Crazyhouse"}}));
    CHECK_FALSE(of_variant.contains("learning"));
    CHECK_FALSE(of_variant.contains("games"));
    CHECK(of_variant.contains("engine"));
}

TEST_CASE("position: how a game has ended, and for whom") {
    const BookFolder folder;
    Page page({write_book(folder, "a.bin", sample)});
    const auto end = [&](const json::object& question) {
        const json::object answer = told(page.answers.position(question));
        return std::string(answer.at("end").as_string()) +
               (answer.contains("winner") ? ' ' + json::serialize(answer.at("winner")) +
                                                json::serialize(answer.at("end_text"))
                                          : "") +
               (answer.at("check").as_bool() ? " check" : "");
    };
    CHECK(end({}) == "");
    CHECK(end({{"line", line({"f2f3", "e7e5", "g2g4", "d8h4"})}}) ==
          R"(checkmate "black""Black wins: checkmate" check)");
    CHECK(end({{"start", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"}}) ==
          R"(checkmate "white""White wins: checkmate" check)");
    CHECK(end({{"start", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"}}) ==
          R"(stalemate "draw""draw: stalemate")");
    const json::object answer =
        told(page.answers.position({{"line", line({"e2e4", "e7e5", "a2a3"})}}));
    CHECK(answer.at("opening").at("name") == "King's Pawn Game"); // the last name on the way
    CHECK(answer.at("white") == false);
    CHECK(answer.at("board") == "rnbqkbnr/pppp1ppp/8/4p3/4P3/P7/1PPP1PPP/RNBQKBNR");
    CHECK(answer.at("shelf") == 1);
    CHECK_FALSE(answer.contains("statistics"));
    CHECK_FALSE(answer.contains("games"));
    CHECK_FALSE(answer.contains("editing"));
    CHECK_FALSE(answer.contains("adapter"));
    CHECK_FALSE(answer.contains("learnt"));
    const json::object start = told(page.answers.position({}));
    CHECK_FALSE(start.contains("opening"));
    for (const json::value& move : start.at("legal").as_array())
        if (move.at("san") == "c4") CHECK(move.at("opening").at("code") == "A10");
}

TEST_CASE("position: values of the moves, where a book has them") {
    const BookFolder folder;
    Page page({folder.write("b.yacb",
                            test::to_bytes(yacb_bytes({{"", "e2e4", 33}, {"e2e4", "c7c5", -25}}))),
               write_store(folder)});
    const json::object answer = told(page.answers.position({}));
    CHECK(branches_of(answer.at("books").at(0).as_object()) == "e4 -0.25; ");
    CHECK(answer.at("books").at(0).at("branches").at(0).at("value").at("about") ==
          "-0.25 (exact; engine, elo 120)");
    const json::object grown = answer.at("books").at(1).as_object();
    CHECK(branches_of(grown) == "e4 +0.30 d21; d4 +0.15 d20; ");
    CHECK(grown.at("searched_now") == false);
    CHECK(grown.at("search").at("text") == "Engine, depth 20, 1,000 nodes, 2024-10-04");
    const json::object reply =
        told(page.answers.position({{"line", line({"e2e4"})}})).at("books").at(1).as_object();
    CHECK(branches_of(reply) == "e5 +0.30 d20 now; ");
    const json::object searched = told(page.answers.position({{"line", line({"e2e4", "e7e5"})}}))
                                      .at("books")
                                      .at(1)
                                      .as_object();
    CHECK(searched.at("searched_now") == true);
    CHECK_FALSE(searched.contains("search"));
}

TEST_CASE("position: replies that lead to the book, and what was learnt") {
    const BookFolder folder;
    Page page({write_book(folder, "a.bin", {{"e2e4", "c7c5", 1, 4, 5}, {"d2d4", "d7d5", 1}})});
    CHECK(branches_of(page.first_book()) == "d4 reply; e4 reply; ");
    const json::object reply = page.first_book({{"line", line({"e2e4"})}});
    CHECK(reply.at("branches").at(0).at("learnt") ==
          json::value({{"games", 4}, {"half_points", 5}}));
    CHECK(reply.at("branches").at(0).at("uci") == "c7c5");
    CHECK_FALSE(page.first_book({{"line", line({"d2d4"})}})
                    .at("branches")
                    .at(0)
                    .as_object()
                    .contains("learnt"));
    CHECK_FALSE(reply.contains("trouble"));
    fs::rename(folder / "a.bin",
               folder / "b.bin"); // Windows keeps the name of an open file that is removed
    CHECK(page.first_book().at("trouble").as_string().starts_with("the file was deleted"));
}

TEST_CASE("line: its moves and its last name alone") {
    const BookFolder folder;
    const Page page({write_book(folder, "a.bin", sample)});
    const json::object answer = told(page.answers.line({{"line", line({"e2e4", "c7c5", "a2a3"})}}));
    CHECK(answer.size() == 2);
    CHECK(answer.at("line").as_array().size() == 3);
    CHECK(answer.at("line").at(2).at("white") == true);
    CHECK(answer.at("opening").at("code") == "B20");
    CHECK(why_not(page.answers.line({{"line", line({"e2e5"})}})) == "line: move 1 is not legal");
    CHECK(why_not(page.answers.position({{"line", line({"e2e5"})}})) ==
          "line: move 1 is not legal");
}

TEST_CASE("line: at most 1024 half-moves") {
    const BookFolder folder;
    const Page page({write_book(folder, "a.bin", sample)});
    json::array moves;
    for (int i = 0; i < 256; ++i)
        for (const char* const move : {"g1f3", "g8f6", "f3g1", "f6g8"})
            moves.push_back(json::string(move));
    CHECK(told(page.answers.line({{"line", moves}})).at("line").as_array().size() == 1024);
    moves.push_back("g1f3");
    CHECK(why_not(page.answers.line({{"line", moves}})) ==
          "line: a list of at most 1024 moves is expected");
    // What is copied is cut instead.
    std::string pgn = "[Event \"x\"]\n\n";
    for (int i = 0; i < 257; ++i)
        pgn += "Nf3 Nf6 Ng1 Ng8 ";
    const json::object pasted = told(page.answers.paste({{"text", pgn + "*\n"}}));
    CHECK(pasted.at("line").as_array().size() == 1024);
    CHECK(pasted.at("note") == "only the first 1024 half-moves are shown");
}

TEST_CASE("searches: what runs in the stores of grow-book") {
    const BookFolder folder;
    const Page page({write_book(folder, "a.bin", sample), write_store(folder)});
    const json::array stores = told(page.answers.searches()).at("stores").as_array();
    REQUIRE(stores.size() == 1);
    CHECK(stores[0].at("name") == json::value(folder / "grown.db"));
    CHECK(stores[0].at("positions") == 2);
    CHECK(stores[0].at("searches") == 1);
    CHECK(stores[0].at("revision") == 1);
    CHECK(stores[0].at("now") ==
          json::value(json::array{{{"line", line({"e2e4", "e7e5"})}, {"text", "1. e4 e5"}}}));
}

TEST_CASE("tree: its limits, and those that a page need not give") {
    const BookFolder folder;
    Page page({write_book(folder, "a.bin", sample), write_book(folder, "b.bin", {{"", "a2a3"}})});
    const json::object usual = told(page.answers.tree({}));
    CHECK(usual.at("depth") == 6);
    CHECK(usual.at("min_share") == 0.05);
    CHECK(usual.at("stopped") == false);
    CHECK(usual.at("book") == json::value(folder / "a.bin"));
    CHECK(usual.at("format") == "PolyGlot");
    CHECK(usual.at("tree").at("moves").as_array().size() == 2);
    CHECK(usual.at("tree").at("moves").at(0).at("weight") == 3);
    CHECK(told(page.answers.tree({{"book", 1}})).at("book") == json::value(folder / "b.bin"));
    CHECK(told(page.answers.tree({{"line", line({"e2e4"})}}))
              .at("tree")
              .at("moves")
              .at(0)
              .at("san") == "c5");
    // "d4" is played in a quarter of the games.
    const auto moves = [&](double min_share) {
        return told(page.answers.tree({{"min_share", min_share}, {"depth", 1}}))
            .at("tree")
            .at("moves")
            .as_array()
            .size();
    };
    CHECK(moves(0) == 2);
    CHECK(moves(0.5) == 1);
    CHECK(moves(1) == 0);
    CHECK(told(page.answers.tree({{"depth", 40}})).at("depth") == 40);
    for (const json::value& depth : {json::value(0), json::value(40.5), json::value(41)})
        CHECK(why_not(page.answers.tree({{"depth", depth}})) == "depth is 1 to 40");
    for (const json::value& share : {json::value(-0.01), json::value(1.01)})
        CHECK(why_not(page.answers.tree({{"min_share", share}})) == "min_share is 0 to 1");
    CHECK(why_not(page.answers.tree({{"book", 2}})) == "book: there is no such book");
    CHECK(why_not(page.answers.tree({{"line", line({"e2e5"})}})) == "line: move 1 is not legal");
}

TEST_CASE("tree: values instead of weights, and what a variant has") {
    const BookFolder folder;
    const Page grown({write_store(folder)});
    const json::object move = told(grown.answers.tree({})).at("tree").at("moves").at(0).as_object();
    CHECK(move.at("value").at("white") == 30);
    CHECK_FALSE(move.contains("weight"));
    const Page valued({folder.write("b.yacb", test::to_bytes(yacb_bytes({{"", "e2e4", 33}})))});
    CHECK_FALSE(
        told(valued.answers.tree({})).at("tree").at("moves").at(0).as_object().contains("weight"));

    const std::string file = folder.write(
        "zh.bin",
        VariantLines(chess::crazyhouse, VariantKeys::Plain).line({"e4", "d5", "exd5"}).entries());
    const Page page({file}, &chess::crazyhouse);
    CHECK(told(page.answers.tree({{"line", line({"e2e4"})}}))
              .at("tree")
              .at("moves")
              .at(0)
              .at("san") == "d5");
    CHECK(why_not(page.answers.tree({{"line", line({"P@e4"})}})) ==
          "line: move 1 is not legal in crazyhouse");
}

TEST_CASE("a book of a variant: its positions, and what is done only for chess") {
    const BookFolder folder;
    const std::string file =
        folder.write("zh.bin", VariantLines(chess::crazyhouse, VariantKeys::Plain)
                                   .line({"e4", "d5", "exd5"}, 7)
                                   .line({"d4"}, 3)
                                   .entries());
    Page page({file, file}, &chess::crazyhouse);
    const json::object answer = told(page.answers.position({}));
    CHECK(answer.at("shelf") == 1);
    CHECK(answer.at("books").as_array().size() == 2);
    const json::object book = answer.at("books").at(0).as_object();
    CHECK(branches_of(book) == "e4; d4; ");
    CHECK(book.at("branches").at(0).at("uci") == "e2e4");
    CHECK(book.at("branches").at(0).at("share") == 0.7);
    CHECK_FALSE(book.contains("trouble"));
    CHECK_FALSE(answer.contains("statistics"));
    CHECK(told(page.answers.line({{"line", line({"e2e4"})}})).at("line").at(0).at("san") == "e4");
    CHECK(why_not(page.answers.line({{"line", line({"P@e4"})}})).ends_with("in crazyhouse"));
    CHECK(why_not(page.answers.position({{"line", line({"P@e4"})}})).ends_with("in crazyhouse"));
    CHECK(told(page.answers.paste({{"text", " e4 d5 "}})).at("line") == line({"e2e4", "d7d5"}));
    CHECK(why_not(page.answers.difference({})) ==
          "this comparison is not done here for books of crazyhouse");
    CHECK(told(page.answers.compare({})) ==
          json::object{{"number", 0},
                       {"error", "a comparison in all is not done here for books of crazyhouse: "
                                 "polyglot diff-book compares them"}});
    CHECK(why_not(page.answers.export_book({{"format", "csv"}})) ==
          "an export is not done here for books of crazyhouse: polyglot convert-book -from BOOK "
          "-to FILE");
    const Learning learning(folder / "learn.db");
    CHECK(why_not(Answers(page.shelf, nullptr, &learning).learning({})) ==
          "what was learnt is not done here for books of crazyhouse");
    fs::rename(file, folder / "elsewhere.bin");
    CHECK(page.first_book().at("trouble").as_string().starts_with("the file was deleted"));
}

TEST_CASE("paste: what is neither a FEN, moves nor a PGN is said of what it looks like") {
    const BookFolder folder;
    const Page page({write_book(folder, "a.bin", sample)});
    const auto paste = [&](const char* text) { return page.answers.paste({{"text", text}}); };
    CHECK(why_not(paste("rnbq/8 w")).starts_with("as a FEN: "));
    CHECK(why_not(paste("Ke3 e5")).starts_with("this is neither a FEN nor a PGN, and as moves: "));
    CHECK(why_not(paste("rnbq/8\nw")).starts_with("this is neither a FEN nor a PGN"));
    CHECK(why_not(paste("[Event \"x\"]\n\n*\n")).starts_with("this is neither a FEN nor a PGN"));
    CHECK(why_not(page.answers.paste({})) == "there is nothing to go to");
    const json::object usual =
        told(paste("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
    CHECK(usual == json::object{{"line", json::array()}});
    CHECK_FALSE(told(paste("[Event \"x\"]\n\n1. e4 *\n")).contains("note"));
    // Chess960: castling is the king taking its rook.
    const json::object shuffled =
        told(paste("[FEN \"1rk4r/8/8/8/8/8/8/1RK4R w HBhb - 0 1\"]\n[SetUp \"1\"]\n\n1. O-O *\n"));
    CHECK(shuffled.at("start") == "1rk4r/8/8/8/8/8/8/1RK4R w KQkq - 0 1");
    CHECK(shuffled.at("line") == line({"c1h1"}));
}

} // namespace polyglot::tools
