// What the explorer answers about files that change: books, a folder, logs.
#include "core/chess/variants/variant.hpp"
#include "core/text/path_text.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "tests/unit/tools/books/variants/variant_lines.hpp"
#include "tests/unit/tools/explore/answers_support.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace polyglot::tools {
namespace {

namespace json = boost::json;
namespace fs = std::filesystem;
using Page = AnswersPage;

} // namespace

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

TEST_CASE("changes: each answer is about the books as they are now") {
    const BookFolder folder;
    const std::string a = write_book(folder, "a.bin", {{"", "e2e4"}});
    const std::string b = write_book(folder, "b.bin", {{"", "e2e4"}});
    Page page({a, b});
    Answers& answers = page.answers;
    const auto number_of_moves = [&] {
        return told(answers.tree({})).at("tree").at("moves").as_array().size();
    };
    CHECK(number_of_moves() == 1);
    CHECK(told(answers.difference({})).empty());
    write_book(folder, "b.bin", {{"", "e2e4"}, {"e2e4", "e7e5"}});
    CHECK(json::serialize(told(answers.difference({}))) == R"({"line":["e2e4"]})");
    write_book(folder, "a.bin", {{"", "e2e4"}, {"", "d2d4"}});
    CHECK(number_of_moves() == 2);
    write_book(folder, "a.bin", {{"", "e2e4"}, {"", "d2d4"}, {"", "a2a3"}});
    CHECK(told(answers.export_book({{"format", "csv"}})).at("text").as_string().find("a2a3") !=
          json::string::npos);
    write_book(folder, "a.bin", {{"", "e2e4"}});
    CHECK(told(answers.about()).at("books").at(0).at("entries") == 1);
    io::end_command();
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

} // namespace polyglot::tools
