// What the explorer answers: books made by hand, without the network.
#include "core/book/make/stats_codec.hpp"
#include "tests/unit/tools/explore/explore_support.hpp"
#include "tools/explore/site.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>

namespace polyglot::tools {
namespace {

namespace json = boost::json;
using test::raw_move;

// A site with these books, and a browser that has the token.
class Visit {
  public:
    explicit Visit(const std::vector<std::string>& books, const std::string& statistics = {})
        : shelf_(5, nullptr) {
        for (const std::string& book : books)
            REQUIRE(shelf_.add(book).has_value());
        if (!statistics.empty()) REQUIRE(shelf_.add_statistics(statistics).has_value());
    }

    HttpResponse send(const std::string& method, const std::string& path, const std::string& body) {
        return site_.answer({.method = method,
                             .path = path,
                             .host = "127.0.0.1:8000",
                             .cookie = "polyglot-8000=t",
                             .content_type = "application/json",
                             .key = key,
                             .body = body});
    }

    json::object ask(const std::string& what, const json::object& question = {}) {
        const HttpResponse response = send("POST", "/api/" + what, json::serialize(question));
        CHECK_MESSAGE(response.status == 200, response.body);
        return json::parse(response.body).as_object();
    }

    std::string error(const std::string& what, const json::object& question) {
        const HttpResponse response = send("POST", "/api/" + what, json::serialize(question));
        CHECK(response.status == 400);
        return std::string(json::parse(response.body).as_object().at("error").as_string());
    }

    HttpResponse open() {
        HttpRequest request{.method = "GET",
                            .path = "/",
                            .query = "token=u",
                            .host = "127.0.0.1:8000",
                            .fetch_site = "none"};
        return site_.answer(request);
    }

    bool edit_first() { return shelf_.edit_first().has_value(); }

    int quits = 0;
    std::string key = "k";

  private:
    static constexpr std::array<PageFile, 1> page{
        PageFile{"/", "text/html", "<meta name=\"key\" content=\"\">"}};

    Shelf shelf_;
    Answers answers_{shelf_};
    Site site_{Guard("explore", {.token = "u", .cookie = "t", .key = "k"}, 8000), answers_, page,
               [this] { ++quits; }};
};

TEST_CASE("explore: a position with its line, its name, its legal moves and what the book has") {
    const BookFolder folder;
    write_book(folder, "book.bin", sample);
    Visit visit({folder / "book.bin"});
    json::object answer = visit.ask("position");
    CHECK(answer["fen"] == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    CHECK(answer["white"] == true);
    CHECK(answer["legal"].as_array().size() == 20);
    json::object book = answer["books"].as_array()[0].as_object();
    json::object first = book["branches"].as_array()[0].as_object();
    CHECK(first["san"] == "e4");
    CHECK(first["uci"] == "e2e4");
    CHECK(first["share"] == 0.75);
    CHECK(first["learnt"].as_object()["half_points"] == 5);
    CHECK(book["moves"].as_array().size() == 2);

    answer = visit.ask("position", {{"line", line({"e2e4", "c7c5"})}});
    CHECK(answer["opening"].as_object()["name"] == "Sicilian Defence");
    CHECK(answer["line"].as_array()[1].as_object()["san"] == "c5");
    CHECK(answer["line"].as_array()[1].as_object()["number"] == "1...");
    CHECK(answer["books"].as_array()[0].as_object()["moves"].as_array()[0].as_object()["san"] ==
          "Nf3");
    CHECK(visit.ask("line", {{"line", line({"e2e4"})}})["line"].as_array().size() == 1);

    answer = visit.ask("position", {{"line", line({"a2a3"})}});
    CHECK(answer["books"].as_array()[0].as_object()["reason"] == "not in the book");
    answer = visit.ask("position", {{"line", line({"f2f3", "e7e5", "g2g4", "d8h4"})}});
    CHECK(answer["end"] == "checkmate");
    CHECK(answer["legal"].as_array().empty());
}

// Of the start position; the second move is not in the book above.
test::Bytes statistics(std::uint64_t wins) {
    book::StatsEncoder encoder;
    encoder.add({after("").key(), raw_move("c2c4"), chess::Color::White, 0, 1, 0, 0, 0, 0});
    encoder.add({after("").key(), raw_move("e2e4"), chess::Color::White, wins, 2, 1, 0, 0, 2020});
    encoder.finish({wins + 4, 2020, "made by hand"});
    return test::to_bytes(std::string(encoder.ready()));
}

TEST_CASE("explore: statistics beside the book") {
    const BookFolder folder;
    write_book(folder, "book.bin", sample);
    const std::string file = folder.write("s.pgstats", statistics(5));
    Visit visit({folder / "book.bin", file}, file); // a book, too
    CHECK(visit.ask("about")["statistics"] ==
          json::value(
              {{"name", file}, {"games", 9}, {"entries", 2}, {"description", "made by hand"}}));
    json::object found = visit.ask("position")["statistics"].as_object();
    CHECK(found["games"] == 9);
    json::object first = found["moves"].as_array()[0].as_object();
    CHECK(first["san"] == "e4");
    CHECK(first["wins"] == 5);
    CHECK(first["score"] == 0.75);
    CHECK(found["moves"].as_array()[1].as_object()["san"] == "c4");
    json::object book = visit.ask("position")["books"].as_array()[1].as_object();
    CHECK(book["moves"].as_array()[0].as_object()["weight"] == 12);
    found = visit.ask("position", {{"line", line({"e2e4"})}})["statistics"].as_object();
    CHECK(found["reason"] == "not in the statistics");

    folder.write("s.pgstats", statistics(70)); // replaced
    CHECK(visit.ask("position")["statistics"].as_object()["games"] == 74);
    folder.write("s.pgstats", test::to_bytes(std::string("no statistics")));
    found = visit.ask("position")["statistics"].as_object();
    CHECK(found["trouble"].as_string() ==
          file + ": is not a file of statistics (.pgstats) but a text file");
    CHECK(Visit({folder / "book.bin"}).ask("position").contains("statistics") == false);
}

TEST_CASE("explore: the first book as a text") {
    const BookFolder folder;
    write_book(folder, "book.bin", sample);
    Visit visit({folder / "book.bin"});
    const auto text_in = [&visit](const char* format) {
        return std::string(visit.ask("export", {{"format", format}})["text"].as_string());
    };
    for (const char* const format : {"csv", "json", "pgn"})
        for (const char* const move : {"e4", "d4", "c5", "Nf3"}) {
            CAPTURE(format);
            CHECK(text_in(format).find(move) != std::string::npos);
        }
    CHECK(visit.error("export", {{"format", "bin"}}) == "format is csv, json or pgn");
}

TEST_CASE("explore: a question that makes no sense is answered with the reason") {
    const BookFolder folder;
    write_book(folder, "book.bin", sample);
    Visit visit({folder / "book.bin"});
    CHECK(visit.error("position", {{"line", line({"e2e4", "e2e4"})}}) ==
          "line: move 2 is not legal");
    CHECK(visit.error("position", {{"line", "e2e4"}}) ==
          "line: a list of at most 1024 moves is expected");
    CHECK(visit.error("position", {{"line", json::array{7}}}) == "line: move 1 is not legal");
    CHECK(visit.error("position", {{"start", "x"}}).starts_with("start: "));
    CHECK(visit.error("tree", {{"book", 1}}) == "book: there is no such book");
    CHECK(visit.error("tree", {{"book", -1}}) == "book: there is no such book");
    CHECK(visit.error("tree", {{"depth", 1e9}}) == "depth is 1 to 40");
    CHECK(visit.error("tree", {{"min_share", 2}}) == "min_share is 0 to 1");
    CHECK(visit.error("difference", {}) == "there are no two books to compare");
    CHECK(visit.error("paste", {{"text", " "}}) == "there is nothing to go to");
    CHECK(visit.error("paste", {{"text", "rnbq/8 w"}}).starts_with("as a FEN: "));
    CHECK(visit.send("POST", "/api/position", "[]").status == 400);
    CHECK(visit.send("POST", "/api/position", "{\"line\":").status == 400);
    CHECK(visit.send("POST", "/api/nothing", "{}").status == 404);
    CHECK(visit.send("GET", "/../etc/passwd", "").status == 404);
    CHECK(visit.send("DELETE", "/", "").status == 405);
    CHECK(visit.send("GET", "/", "").body == "<meta name=\"key\" content=\"\">");
    CHECK(visit.quits == 0);
    CHECK(visit.send("POST", "/api/quit", "{}").status == 200);
    CHECK(visit.quits == 1);
}

TEST_CASE("explore gives the key with the page that the token opens, and never again") {
    const BookFolder folder;
    write_book(folder, "book.bin", sample);
    Visit visit({folder / "book.bin"});
    const HttpResponse lost = visit.open();
    CHECK(lost.body == "<meta name=\"key\" content=\"k\">");
    CHECK(lost.set_cookie.starts_with("polyglot-8000=t;"));
    lost.on_lost();
    const HttpResponse page = visit.open();
    CHECK(page.status == 200);
    CHECK(page.body != lost.body);
    CHECK(page.set_cookie != lost.set_cookie);
    CHECK(visit.open().status == 403);
    CHECK(visit.send("GET", "/", "").status == 403); // with the cookie that did not arrive
}

TEST_CASE(
    "explore answers nothing to the cookie alone but the page's files, and these without the key") {
    const BookFolder folder;
    write_book(folder, "book.bin", sample);
    Visit visit({folder / "book.bin"});
    visit.key = "";
    for (const char* what :
         {"about", "position", "export", "edit", "save", "quit", "watch", "nothing"})
        CHECK_MESSAGE(visit.send("POST", std::string("/api/") + what, "{}").status == 403, what);
    CHECK(visit.quits == 0);
    CHECK(visit.send("GET", "/", "").body.find("content=\"\"") != std::string::npos);
}

TEST_CASE("explore without a book, for its logs alone: what needs a book says so") {
    Visit visit({});
    CHECK(visit.error("export", {{"format", "csv"}}) ==
          "no book is shown that could be exported: polyglot explore BOOK");
    CHECK(visit.error("learning", {}).starts_with("there is no store of results: "));
    CHECK(visit.error("tree", {}) == "book: there is no such book");
    for (const char* what : {"edit", "import", "undo", "redo", "save", "discard", "recover"})
        CHECK(visit.error(what, {}).starts_with("the book is shown only: "));
    CHECK(visit.ask("position").at("books").as_array().empty());
}

TEST_CASE("explore: a FEN, moves or a PGN that was copied") {
    const BookFolder folder;
    write_book(folder, "book.bin", sample);
    Visit visit({folder / "book.bin"});
    const auto paste = [&visit](const char* text) { return visit.ask("paste", {{"text", text}}); };
    CHECK(paste("1. e4 c5 2.Nf3")["line"] == line({"e2e4", "c7c5", "g1f3"}));
    CHECK(paste("e2e4 c7c5")["line"] == line({"e2e4", "c7c5"}));
    CHECK(paste(" 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n")["start"] ==
          "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    CHECK(paste("[Event \"x\"]\n\n1. d4 {a comment} d5 (1... Nf6) 2. c4 *\n")["line"] ==
          line({"d2d4", "d7d5", "c2c4"}));
    json::object game =
        paste("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. e4 Kd7 2. Ke9 *\n");
    CHECK(game["start"] == "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    CHECK(game["line"] == line({"e2e4", "e8d7"}));
    CHECK(game["note"].as_string().find("Ke9") != json::string::npos);
}

TEST_CASE("explore: castling of Chess960 is the king taking its rook") {
    const BookFolder folder;
    write_book(folder, "book.bin", sample);
    Visit visit({folder / "book.bin"});
    const char* const start = "1rk4r/8/8/8/8/8/8/1RK4R w HBhb - 0 1";
    json::object answer = visit.ask("position", {{"start", start}});
    CHECK(answer["fen"] == start);
    const json::array& legal = answer["legal"].as_array();
    CHECK(std::any_of(legal.begin(), legal.end(), [](const json::value& move) {
        return move.at("uci") == "c1h1" && move.at("san") == "O-O";
    }));
    CHECK(visit.ask("position", {{"start", start}, {"line", line({"c1b1"})}})["line"]
              .as_array()[0]
              .at("san") == "O-O-O");
}

TEST_CASE("explore: the tree, and a book that is replaced meanwhile") {
    const BookFolder folder;
    write_book(folder, "book.bin", sample);
    Visit visit({folder / "book.bin"});
    json::object tree = visit.ask("tree", {{"depth", 2}})["tree"].as_object();
    CHECK(tree["moves"].as_array()[0].at("after").at("moves").as_array()[0].at("san") == "c5");
    CHECK(visit.ask("about")["books"].as_array()[0].at("format") == "PolyGlot");

    write_book(folder, "new.bin", {{"", "g1f3", 1}, {"", "c2c4", 1}, {"", "b2b3", 1}});
    std::error_code held;
    std::filesystem::rename(folder / "new.bin", folder / "book.bin", held);
#ifdef _WIN32
    if (held) {
        MESSAGE("skipped: this Windows replaces no open book");
        return;
    }
#endif
    REQUIRE(!held);
    CHECK(visit.ask("position")["books"].as_array()[0].at("moves").as_array().size() == 3);
    folder.write("bad.bin", test::Bytes(5));
    std::filesystem::rename(folder / "bad.bin", folder / "book.bin");
    json::object book = visit.ask("position")["books"].as_array()[0].as_object();
    CHECK(book["moves"].as_array().size() == 3); // the last that could be opened
    CHECK(book["trouble"].as_string().find("book.bin") != json::string::npos);
}

TEST_CASE("explore: the next position in which two books differ") {
    const BookFolder folder;
    write_book(folder, "a.bin",
               {{"", "e2e4", 100}, {"", "d2d4", 100}, {"e2e4", "c7c5", 9}, {"d2d4", "d7d5", 1}});
    write_book(folder, "b.bin",
               {{"", "e2e4", 96}, {"", "d2d4", 100}, {"e2e4", "e7e5", 9}, {"d2d4", "g8f6", 1}});
    Visit visit({folder / "a.bin", folder / "b.bin"});
    json::object found = visit.ask("difference");
    const json::value first = found["line"];
    CHECK((first == line({"e2e4"}) || first == line({"d2d4"})));
    found = visit.ask("difference", {{"line", first}});
    const json::value second = found["line"];
    CHECK((second == line({"e2e4"}) || second == line({"d2d4"})));
    CHECK(first != second);
    CHECK(visit.ask("difference", {{"line", second}}).empty());
    // From a position that neither knows: from the start.
    CHECK(visit.ask("difference", {{"line", line({"a2a3", "a7a6"})}})["line"] == first);
}

TEST_CASE("explore ends with edits that are not saved only if the user gives them up") {
    const BookFolder folder;
    Visit visit({write_book(folder, "book.bin", sample)});
    REQUIRE(visit.edit_first());
    const json::object state = visit.ask("about").at("editing").as_object();
    visit.ask(
        "edit",
        {{"revision", state.at("revision")}, {"edit", "weight"}, {"value", "9"}, {"move", "e2e4"}});
    for (const char* const question : {"{}", "{\"discard\":false}", "{\"discard\":1}"}) {
        const HttpResponse refused = visit.send("POST", "/api/quit", question);
        CHECK(refused.status == 409);
        CHECK(refused.body == "{\"error\":\"there are edits that are not saved\"}");
    }
    CHECK(visit.quits == 0);
    CHECK(visit.send("POST", "/api/quit", "{\"discard\":true}").status == 200);
    CHECK(visit.quits == 1);
    CHECK_FALSE(std::filesystem::exists(folder / "book.bin.unsaved"));
}

TEST_CASE("explore's first page: the logs, if there is nothing else") {
    const BookFolder folder;
    Watch logs({folder / "a.log"});
    const auto first_page = [&](Shelf& shelf) {
        static constexpr std::array pages{PageFile{"/", "text/html", "the books"},
                                          PageFile{"/watch", "text/html", "the logs"}};
        Answers answers(shelf, nullptr, nullptr, &logs);
        Site site(Guard("explore", {.token = "u", .cookie = "t", .key = "k"}, 8000), answers, pages,
                  [] {});
        return site
            .answer({.method = "GET",
                     .path = "/",
                     .query = "token=u",
                     .host = "127.0.0.1:8000",
                     .fetch_site = "none"})
            .body;
    };
    Shelf shelf(5, nullptr);
    CHECK(first_page(shelf) == "the logs");
    REQUIRE(shelf.add(write_book(folder, "book.bin", sample)).has_value());
    CHECK(first_page(shelf) == "the books");
}

} // namespace
} // namespace polyglot::tools
