// What the explorer answers about edits: with revisions, left ones, an export.
#include "core/text/path_text.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "tests/unit/tools/explore/answers_support.hpp"

#include <deque>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace polyglot::tools {
namespace {

namespace json = boost::json;
namespace fs = std::filesystem;
using Page = AnswersPage;

} // namespace

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
    json::object with_text = weight;
    with_text["text"] = "1. e4 *";
    CHECK(told(edit(with_text)).at("done") == 1);
    CHECK(folder.read("a.bin.unsaved").find("text") == std::string::npos);
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
    for (const char* const format : {"json", "pgn"}) // the file's name
        CHECK(
            told(answers.export_book({{"format", format}})).at("text").as_string().find("a.bin") !=
            json::string::npos);
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
