// What the explorer answers, without its server: books, positions, trees, what was copied, edits.
#include "core/book/polyglot/book.hpp"
#include "core/chess/variants/variant.hpp"
#include "core/text/path_text.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "storage/stores/grow_db.hpp"
#include "tests/unit/tools/books/variants/variant_lines.hpp"
#include "tests/unit/tools/explore/explore_support.hpp"
#include "tools/explore/answers.hpp"

#include <deque>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace polyglot::tools {
namespace {

namespace json = boost::json;
namespace fs = std::filesystem;
using test::raw_move;

json::object told(const Answers::Answer& answer) {
    REQUIRE_MESSAGE(answer.has_value(), (answer ? "" : answer.error().message));
    return *answer;
}
std::string why_not(const Answers::Answer& answer) {
    return answer ? "it was answered: " + json::serialize(*answer).substr(0, 200)
                  : answer.error().message;
}

// Answers about books.
struct Page {
    explicit Page(const std::vector<std::string>& books, const chess::Variant* variant = nullptr)
        : shelf(5, nullptr, variant) {
        for (const std::string& book : books) {
            const auto added = shelf.add(book);
            REQUIRE_MESSAGE(added.has_value(), (added ? "" : added.error().message));
        }
    }
    json::object first_book(const json::object& question = {}) const {
        return told(answers.position(question)).at("books").at(0).as_object();
    }
    Shelf shelf;
    Answers answers{shelf};
};

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
    fs::remove(folder / "a.bin");
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
    fs::remove(file);
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

TEST_CASE("difference: the limits of what counts as one") {
    const BookFolder folder;
    const auto first_of = [&](const std::vector<Played>& a, const std::vector<Played>& b,
                              const json::object& question = {}) {
        const Page page({write_book(folder, "a.bin", a), write_book(folder, "b.bin", b)});
        return json::serialize(told(page.answers.difference(question)));
    };
    // 4 % of the games are too few, 5 % are enough.
    CHECK(first_of({{"", "e2e4", 100}, {"", "d2d4", 0}}, {{"", "e2e4", 96}, {"", "d2d4", 4}}) ==
          "{}");
    CHECK(first_of({{"", "e2e4", 100}, {"", "d2d4", 100}}, {{"", "e2e4", 45}, {"", "d2d4", 55}},
                   {{"line", line({"a2a3"})}}) == R"({"line":[]})");
    // A position that one of them alone knows is a difference, and is not looked into.
    CHECK(first_of({{"", "e2e4"}, {"e2e4", "c7c5"}}, {{"", "e2e4"}}) == R"({"line":["e2e4"]})");
    CHECK(first_of({{"", "e2e4"}, {"", "d2d4", 50}, {"d2d4", "d7d5"}},
                   {{"", "e2e4"}, {"", "d2d4", 50}, {"d2d4", "g8f6"}}) == R"({"line":["d2d4"]})");
    // Moves that both have are followed, the most played first; those of one book are not.
    CHECK(first_of({{"", "e2e4", 100}, {"", "d2d4", 99}, {"e2e4", "c7c5"}, {"d2d4", "d7d5"}},
                   {{"", "e2e4", 99}, {"", "d2d4", 100}, {"e2e4", "e7e5"}, {"d2d4", "g8f6"}}) ==
          R"({"line":["e2e4"]})");
    CHECK(first_of({{"", "e2e4", 100}, {"", "a2a3", 1}, {"a2a3", "a7a6"}},
                   {{"", "e2e4", 100}, {"a2a3", "h7h6"}}) == "{}");
    const json::object castling{{"start", "1rk4r/8/8/8/8/8/8/1RK4R w HBhb - 0 1"}};
    CHECK(first_of({{"", "e2e4"}}, {{"", "d2d4"}}, castling) == "{}");
    const Page page({folder / "a.bin", folder / "b.bin"});
    CHECK(why_not(page.answers.difference({{"line", line({"e2e5"})}})) ==
          "line: move 1 is not legal");
}

TEST_CASE("difference: 30 half-moves are looked through") {
    const BookFolder folder;
    // Pawns alone: no position comes twice.
    std::vector<std::string> lines, words;
    for (const char file : std::string("abcdefgh"))
        for (const char* const ranks : {"23", "76", "34", "65"})
            words.push_back({file, ranks[0], file, ranks[1]});
    const auto book_to = [&](std::size_t plies) {
        lines.assign(1, "");
        for (std::size_t ply = 0; ply + 1 < plies; ++ply)
            lines.push_back(lines.back() + words[ply] + ' ');
        std::vector<Played> played;
        for (std::size_t ply = 0; ply < plies; ++ply)
            played.push_back({lines[ply], words[ply], 1});
        return played;
    };
    const auto plies_to_difference = [&](std::size_t longer, std::size_t shorter) {
        const std::string a = write_book(folder, "a.bin", book_to(longer));
        const std::string b = write_book(folder, "b.bin", book_to(shorter));
        const json::object found = told(Page({a, b}).answers.difference({}));
        return found.empty() ? std::size_t{0} : found.at("line").as_array().size();
    };
    CHECK(plies_to_difference(31, 30) == 30);
    CHECK(plies_to_difference(30, 29) == 29);
}

TEST_CASE("compare: of two books in all, once for what the page has, and again after a change") {
    const BookFolder folder;
    const std::string a = write_book(folder, "a.bin", sample);
    const std::string b = write_book(folder, "b.bin", {{"", "e2e4"}});
    Page page({a, b});
    const auto compared = [&] {
        json::object answer = told(page.answers.compare({}));
        while (answer.contains("looked_at"))
            answer = told(page.answers.compare({}));
        return answer;
    };
    const json::object first = compared();
    CHECK(first.at("number") == 1);
    CHECK(first.at("summary").at(0).as_string().starts_with(
        "0 positions alike, 1 changed, 2 only in"));
    CHECK_FALSE(first.at("positions").as_array().empty());
    CHECK(told(page.answers.compare({{"known", 1}})) == json::object{{"number", 1}});
    CHECK(told(page.answers.compare({{"known", 2}})).contains("summary"));
    write_book(folder, "b.bin", sample);
    const json::object second = compared();
    CHECK(second.at("number") == 2);
    CHECK(second.at("summary") ==
          json::value(
              json::array{"3 positions alike, 0 changed, 0 only in " + a + ", 0 only in " + b}));
    CHECK(why_not(Page({a}).answers.compare({})) == "there are no two books to compare");
}

TEST_CASE("compare: books that have to be walked, and one that cannot be opened") {
    const BookFolder folder;
    const std::string a =
        folder.write("a.yacb", test::to_bytes(yacb_bytes({{"", "e2e4", 33}, {"e2e4", "c7c5", 5}})));
    const std::string b =
        folder.write("b.yacb", test::to_bytes(yacb_bytes({{"", "d2d4", 33}, {"d2d4", "d7d5", 5}})));
    const auto result = [](const std::string& one, const std::string& other) {
        const Comparison comparison(one, other);
        while (!comparison.ended())
            std::this_thread::yield();
        return comparison.state();
    };
    CHECK(result(a, b).at("summary").at(0).as_string().starts_with(
        "0 positions alike, 1 changed, 1 only in"));
    CHECK(result(a, folder / "none.bin").at("error").as_string().find("none.bin") !=
          json::string::npos);
}

TEST_CASE("compare: the first twenty of the positions that differ") {
    const BookFolder folder;
    std::vector<Played> replies;
    std::vector<std::string> names;
    for (const chess::Move move : chess::Position::start().legal_moves())
        names.push_back(chess::format_uci_move(move));
    for (const std::string& name : names) {
        replies.push_back({"", name, 1});
        replies.push_back({name, "a7a6", 1});
    }
    const std::string a = write_book(folder, "a.bin", replies);
    for (Played& reply : replies)
        if (!reply.before.empty()) reply.move = "h7h6";
    replies.push_back({"a2a3 h7h6", "a3a4", 1});
    const Comparison comparison(a, write_book(folder, "b.bin", replies));
    while (!comparison.ended())
        std::this_thread::yield();
    CHECK(comparison.state().at("positions").as_array().size() == 20);
}

TEST_CASE("changes: a revision that grows with each change, and why a file is not shown") {
    const BookFolder folder;
    const std::string file = write_book(folder, "a.bin", sample);
    const Page page({file});
    const json::object before = told(page.answers.changes());
    CHECK(before == json::object{{"revision", 1},
                                 {"shelf", 1},
                                 {"books", json::array{{{"name", file}, {"trouble", ""}}}}});
    fs::rename(file, folder / "b.bin");
    const json::object gone = told(page.answers.changes());
    CHECK(gone.at("revision") == 2);
    CHECK(gone.at("books").at(0).at("trouble").as_string().starts_with("the file was deleted"));
    CHECK(told(page.answers.changes()) == gone);
    fs::rename(folder / "b.bin", file);
    const json::object back = told(page.answers.changes());
    CHECK(back.at("revision") == 3);
    CHECK(back.at("books") == before.at("books"));
    folder.write("a.bin", test::Bytes(5));
    const json::object bad = told(page.answers.changes());
    CHECK(bad.at("revision") == 4);
    CHECK(bad.at("books").at(0).at("trouble").as_string().starts_with(
        "the file has changed and is not shown as it is now: "));
    CHECK(told(page.answers.changes()) == bad); // it is not tried again
}

TEST_CASE("folder: its books are listed and opened instead of those that are shown") {
    const BookFolder folder;
    write_book(folder, "a.bin", sample);
    write_book(folder, "b.bin", {{"", "a2a3"}});
    folder.write("zh.bin",
                 VariantLines(chess::crazyhouse, VariantKeys::Plain).line({"e4"}).entries());
    const BookDirectory directory(folder / "");
    Shelf shelf(5, nullptr);
    Answers answers(shelf, nullptr, nullptr, nullptr, nullptr, &directory);
    const auto files = [&] {
        std::string text;
        const json::object listed = told(answers.folder());
        for (const json::value& file : listed.at("files").as_array()) {
            text += file.at("name").as_string();
            if (file.as_object().contains("open")) text += ' ' + json::serialize(file.at("open"));
            text += "; ";
        }
        return text;
    };
    CHECK(files() == "a.bin; b.bin; zh.bin; ");
    CHECK(told(answers.folder()).at("shelf") == 1);
    CHECK(told(answers.folder()).at("more") == false);
    CHECK(told(answers.folder()).at("skipped") == 0);
    CHECK(told(answers.folder()).at("folder") == json::value(folder / ""));
    const json::object opened = told(answers.open({{"books", line({"b.bin", "a.bin"})}}));
    CHECK(opened.at("shelf") == 2);
    CHECK(opened.at("books").at(1).at("entries") == 4);
    CHECK_FALSE(opened.contains("editing"));
    CHECK(files() == "a.bin 1; b.bin 0; zh.bin; ");
    const std::string refused = why_not(answers.open({{"books", line({"c.bin"})}}));
    CHECK(refused == "there is no book of this name in the folder " + (folder / ""));
    CHECK(files() == "a.bin 1; b.bin 0; zh.bin; ");

    const json::object edited = told(answers.open({{"books", line({"a.bin"})}, {"edit", true}}));
    const json::value revision = edited.at("editing").at("revision");
    CHECK(revision.to_number<std::uint64_t>() == (std::uint64_t{3} << 32U | 1U));
    REQUIRE(
        told(answers.edit(
                 {{"revision", revision}, {"edit", "weight"}, {"value", "9"}, {"move", "e2e4"}}))
            .at("unsaved") == 1);
    CHECK(why_not(answers.open({{"books", line({"b.bin"})}}))
              .ends_with("a.bin that are not saved: save or discard them first"));
    CHECK(why_not(answers.open({{"books", line({"b.bin"})}, {"discard", 1}})).ends_with("first"));
    const json::object other = told(answers.open({{"books", line({"b.bin"})}, {"discard", true}}));
    CHECK_FALSE(other.contains("editing"));
    CHECK_FALSE(fs::exists(folder / "a.bin.unsaved"));
    CHECK(answers.has_unsaved() == false);
    Answers without(shelf);
    CHECK(why_not(without.folder()).starts_with("no folder was opened"));
    CHECK(why_not(without.open({})).starts_with("no folder was opened"));
    io::end_command();
}

TEST_CASE("what the explorer was not started with is named with the option that does it") {
    const BookFolder folder;
    Page page({write_book(folder, "a.bin", sample)});
    CHECK(why_not(page.answers.engine({})) ==
          "there is no engine: polyglot explore BOOK -ec ENGINE starts one");
    CHECK(why_not(page.answers.watch({})) == "no log is followed: polyglot explore -watch LOG");
    CHECK(why_not(page.answers.games()) ==
          "no games were opened: polyglot explore games.pgn opens them");
    CHECK(why_not(page.answers.game_list({})) == why_not(page.answers.games()));
    CHECK(why_not(page.answers.game({{"game", "0.0"}})) == why_not(page.answers.games()));
    CHECK(why_not(page.answers.edit({})) ==
          "the book is shown only: polyglot explore BOOK -edit edits it");
    CHECK_FALSE(page.answers.has_watch_only());
}

TEST_CASE("watch: the logs, and only what has changed since the page's revision") {
    const BookFolder folder;
    const std::string log = folder.write(
        "a.log", test::to_bytes("2026-11-21 02:00:01.000 [7] ! polyglot 3.0.0\n"
                                "2026-11-21 02:00:02.000 [7] gui> uci\n"
                                "2026-11-21 02:00:03.000 [7] gui> position startpos moves e2e4\n"
                                "2026-11-21 02:00:04.000 [7] gui> go movetime 1\n"));
    Watch logs({log});
    Shelf shelf(5, nullptr);
    Answers answers(shelf, nullptr, nullptr, &logs);
    CHECK(answers.has_watch_only());
    const json::object all = told(answers.watch({}));
    REQUIRE(all.at("games").as_array().size() == 1);
    const json::value id = all.at("games").at(0).at("id");
    const json::value revision = all.at("revision");
    const auto games = [&](const json::object& question) {
        return told(answers.watch(question)).at("games").as_array().size();
    };
    CHECK(games({{"revision", revision}, {"known", json::array{id}}}) == 0);
    CHECK(games({{"revision", revision}}) == 1);
    CHECK(games({{"revision", revision}, {"known", json::array{"7"}}}) == 1);
    CHECK(games({{"revision", revision}, {"known", id}}) == 1);
    CHECK(games({{"revision", "x"}, {"known", json::array{id}}}) == 1);
    CHECK(games({{"revision", -1}, {"known", json::array{id}}}) == 1);
}

TEST_CASE("edits through the page: each with the revision that it has seen") {
    const BookFolder folder;
    const std::string file = write_book(folder, "a.bin", sample);
    const std::string other = write_book(folder, "b.bin", {{"", "c2c4", 5}});
    Page page({file, other});
    REQUIRE(page.shelf.edit_first().has_value());
    Answers& answers = page.answers;
    const auto now = [&] { return told(answers.about()).at("editing").at("revision"); };
    const auto edit = [&](json::object question) {
        question["revision"] = now();
        return answers.edit(question);
    };
    const auto moves = [&] {
        std::string text;
        const json::object book = page.first_book();
        for (const json::value& move : book.at("moves").as_array())
            text += std::string(move.at("san").as_string()) + ' ' +
                    json::serialize(move.at("weight")) + "; ";
        return text;
    };
    CHECK(moves() == "e4 3; d4 1; ");
    CHECK(told(answers.position({})).at("editing").at("unsaved") == 0);
    const json::object weight{{"edit", "weight"}, {"value", "9"}, {"move", "e2e4"}};
    const json::value before = now();
    CHECK(told(edit(weight)).at("done") == 1);
    CHECK(moves() == "e4 9; d4 1; ");
    for (const json::value& revision : {before, json::value("1"), json::value()}) {
        json::object late = weight;
        late["revision"] = revision;
        CHECK(why_not(answers.edit(late)).starts_with("the book has been edited meanwhile"));
    }
    CHECK(why_not(answers.edit(weight)).starts_with("the book has been edited meanwhile"));
    CHECK(why_not(answers.undo({})).starts_with("the book has been edited meanwhile"));
    CHECK(why_not(edit({{"edit", "weight"}, {"value", "9"}})) == "move: none is given");
    // A text belongs to /api/import alone.
    CHECK(why_not(edit({{"text", "1. e4 *"}})).find("edit") != std::string::npos);
    CHECK(told(edit({{"edit", "copy-from"}, {"move", "c2c4"}})).at("done") == 2);
    CHECK(moves() == "e4 9; c4 5; d4 1; ");

    const auto imported = told(answers.import(
        {{"revision", now()}, {"edit", "weight"}, {"text", "1. e4 e5 (1... c6) 2. Nf3 Nc6 *"}}));
    CHECK(imported.at("imported") == json::value({{"moves", 4}, {"positions", 4}}));
    CHECK(told(answers.import(
                   {{"revision", now()}, {"variations", true}, {"text", "1. b3 e5 (1... c6) *"}}))
              .at("imported") == json::value({{"moves", 3}, {"positions", 2}}));
    CHECK(why_not(answers.import({{"revision", now()}, {"text", "nothing"}})) ==
          "the text: neither a table nor a PGN with moves");
    CHECK(told(answers.undo({{"revision", now()}})).at("undone") == 1);
    CHECK(told(answers.redo({{"revision", now()}})).at("undone") == 0);
    CHECK(why_not(answers.redo({{"revision", now()}})) == "there is nothing to redo");
    CHECK(told(answers.undo({{"revision", now()}})).at("done") == 3);
    CHECK(answers.has_unsaved());

    // What is exported is the book with its edits.
    const std::string csv(told(answers.export_book({{"format", "csv"}})).at("text").as_string());
    CHECK(csv.find("b2b3") == std::string::npos);
    CHECK(csv.find("c4") != std::string::npos);
    CHECK(folder.read("a.bin").size() == 4 * 16);
    CHECK(told(answers.save({{"revision", now()}})).at("unsaved") == 0);
    CHECK(folder.read("a.bin").size() > 4 * 16);
    CHECK(why_not(answers.save({{"revision", now()}})) == "there is nothing to save");
    CHECK(why_not(answers.discard({{"revision", now()}})) == "there is nothing to discard");
    CHECK(told(edit(weight)).at("unsaved") == 1);
    CHECK(told(answers.discard({{"revision", now()}})).at("unsaved") == 0);
    CHECK(told(edit(weight)).at("unsaved") == 1);
    answers.forget_unsaved();
    CHECK_FALSE(answers.has_unsaved());
    CHECK_FALSE(fs::exists(file + ".unsaved"));
    io::end_command();
}

TEST_CASE("edits that an explorer has left wait for a decision") {
    const BookFolder folder;
    const std::string file = write_book(folder, "a.bin", sample);
    const auto leave = [&] {
        Page page({file});
        REQUIRE(page.shelf.edit_first().has_value());
        REQUIRE(page.answers
                    .edit({{"revision", page.shelf.editing()->revision()},
                           {"edit", "weight"},
                           {"value", "9"},
                           {"move", "e2e4"}})
                    .has_value());
    };
    const json::object weight{{"edit", "weight"}, {"value", "8"}, {"move", "e2e4"}};
    leave();
    for (const std::string how : {"keep", "take-up", "keep", "delete"}) {
        CAPTURE(how);
        Page page({file});
        REQUIRE(page.shelf.edit_first().has_value());
        const json::object state = told(page.answers.about()).at("editing").as_object();
        CHECK(state.at("left") ==
              json::value({{"file", file + ".unsaved"}, {"edits", 1}, {"damaged", 0}}));
        json::object question = weight;
        question["revision"] = state.at("revision");
        CHECK(why_not(page.answers.edit(question)) ==
              "there are edits that were not saved: decide first whether to take them up");
        CHECK(why_not(page.answers.recover(question)) == "how is take-up, delete or keep");
        question["how"] = how;
        const json::object decided = told(page.answers.recover(question));
        CHECK_FALSE(decided.contains("left"));
        CHECK_FALSE(decided.contains("note"));
        const bool is_taken = how == "take-up";
        CHECK(decided.at("unsaved") == (is_taken ? 1 : 0));
        CHECK(page.first_book().at("moves").at(0).at("weight") == (is_taken ? 9 : 3));
        CHECK(fs::exists(file + ".unsaved") == (how == "keep"));
        if (!is_taken) continue;
        CHECK(fs::exists(file + ".unsaved2")); // in a journal of this explorer
        CHECK(page.answers.discard({{"revision", decided.at("revision")}}).has_value());
        CHECK_FALSE(fs::exists(file + ".unsaved2"));
        leave();
    }
    // A note says what is not taken up.
    leave();
    folder.write("a.bin.unsaved", test::to_bytes(folder.read("a.bin.unsaved") + "no event\n"));
    Page page({file});
    REQUIRE(page.shelf.edit_first().has_value());
    const json::object taken = told(
        page.answers.recover({{"revision", page.shelf.editing()->revision()}, {"how", "take-up"}}));
    CHECK(taken.at("note").as_string().starts_with("1 damaged line could not be read; "));
    io::end_command();
}

TEST_CASE("export: a book that is too large for a browser is refused") {
    const BookFolder folder;
    // So many positions, each with its first moves.
    const auto export_of = [&](std::size_t positions, std::size_t breadth) {
        std::vector<book::RawEntry> entries;
        std::set<std::uint64_t> seen;
        std::deque<chess::Position> open{chess::Position::start()};
        while (seen.size() < positions) {
            const chess::Position position = open.front();
            open.pop_front();
            if (!seen.insert(position.key()).second) continue;
            const auto moves = position.legal_moves();
            if (moves.empty()) seen.erase(position.key());
            for (std::size_t i = 0; i < std::min(breadth, moves.size()); ++i) {
                entries.push_back({position.key(), book::encode_move(moves[i]), 1, 0, 0});
                open.push_back(position);
                open.back().make(moves[i]);
            }
        }
        std::stable_sort(entries.begin(), entries.end(),
                         [](const auto& a, const auto& b) { return a.key < b.key; });
        return Page({folder.write("a.bin", entries)}).answers.export_book({{"format", "csv"}});
    };
    const std::string too_large =
        "the book has more than 20000 positions: polyglot convert-book -from BOOK -to FILE writes "
        "them";
    CHECK(export_of(20'000, 2).has_value());
    CHECK(why_not(export_of(20'001, 2)) == too_large);
    CHECK(why_not(export_of(6'000, 100)) == too_large); // in bytes
}

} // namespace polyglot::tools
