// Wrong choices: what is said of each.
#include "config/native.hpp"
#include "tests/support/harness/test_folder.hpp"
#include "tests/unit/tools/setup/setup_support.hpp"

#include <filesystem>
#include <string>
#include <vector>

#include <boost/json/parse.hpp>
#include <doctest/doctest.h>

using namespace polyglot;
namespace fs = std::filesystem;
namespace json = boost::json;

namespace {

std::string why(const test::Folder& folder, const std::string& question) {
    const auto engine = test::engine_of({"/t/e"}, {"name Hash type spin default 16 min 1 max 64",
                                                   "name Style type combo default a var a var b"});
    json::object asked = json::parse(question).as_object();
    if (!asked.contains("ini")) asked["ini"] = "e.ini";
    const auto choices = tools::read_choices(asked, engine, folder.path);
    return choices ? "" : choices.error().message;
}

} // namespace

TEST_CASE("setup: wrong choices are refused by a message") {
    const test::Folder folder;
    fs::create_directory(folder / "dir");
    struct Row {
        const char* question;
        const char* message; // a part of it; empty: it is right
    };
    for (const Row& row : {Row{"{}", ""},
                           Row{R"({"books": ["<starter>", "a.bin"]})", ""},
                           Row{R"({"books": "a"})", "a list is expected"},
                           Row{R"({"books": ["a\nb"]})", "line end"},
                           Row{R"({"variety": 101})", "from 0 to 100"},
                           Row{R"({"variety": "x"})", "whole number"},
                           Row{R"({"variety": null})", ""},
                           Row{R"({"best_moves": -1})", "from 0 to 256"},
                           Row{R"({"learn": true})", "file for the results is missing"},
                           Row{R"({"learn": true, "learn_file": "x.db"})", "choose a book"},
                           Row{R"({"learn": true, "learn_file": "dir"})", "is a folder"},
                           Row{R"({"learn": true, "learn_file": "no/x.db"})", "does not exist"},
                           Row{R"({"learn": true, "learn_file": "x.db", "books": ["a.bin"]})", ""},
                           Row{R"({"ini": "dir/../dir"})", "is a folder"},
                           Row{R"({"options": {"Hash": "65"}})", "1 to 64"},
                           Row{R"({"options": {"Hash": "64"}})", ""},
                           Row{R"({"options": {"Style": "c"}})", "a | b"},
                           Row{R"({"options": {"Other": "1"}})", "no option of one of these names"},
                           Row{R"({"options": {"Hash": 1}})", "text is expected"},
                           Row{R"({"ini": ""})", "is missing"},
                           Row{R"({"ini": "dir"})", "is a folder"},
                           Row{R"({"ini": "e.txt"})", "must end in .ini"},
                           Row{R"({"ini": "no/e.ini"})", "does not exist"}}) {
        const std::string said = why(folder, row.question);
        CAPTURE(row.question);
        CAPTURE(said);
        CHECK(said.empty() == std::string(row.message).empty());
        CHECK(said.find(row.message) != std::string::npos);
    }
}

TEST_CASE("setup: only what differs from the defaults is a choice") {
    const test::Folder folder;
    const auto engine = test::engine_of({"/t/e"}, {"name Hash type spin default 16 min 1 max 64"});
    const auto choices = tools::read_choices(
        json::parse(
            R"({"variety": 50, "best_moves": 0, "options": {"Hash": "16"}, "ini": "e.ini",
                "books": ["\"sub dir/a.bin\""]})")
            .as_object(),
        engine, folder.path);
    REQUIRE(choices.has_value());
    CHECK_FALSE(choices->variety);
    CHECK_FALSE(choices->best_moves);
    CHECK(choices->options.empty());
    CHECK(choices->learn_file.empty());
    CHECK(choices->ini == folder / "e.ini");
    CHECK(choices->books == std::vector{to_text(folder.path / "sub dir" / "a.bin")});
}

// Otherwise polyglot would start itself endlessly, or a book would be lost.
TEST_CASE("setup: no file that is read is written") {
    const test::Folder folder;
    const std::string ending =
        config::native_dialect().quoting == text::Quoting::Windows ? ".bat" : ".sh";
    const std::string script = to_text(folder.write("engine" + ending, "exec engine"));
    const auto said = [&](const std::vector<std::string>& words, const json::object& question) {
        auto engine = test::engine_of(words, {});
        engine.folder = folder.path;
        const auto choices = tools::read_choices(question, engine, folder.path);
        return choices ? std::string() : choices.error().message;
    };
    json::object question{{"ini", "engine.ini"}};
    const std::string of_script = said({script}, question);
    CHECK(of_script.find(script + ", which is the engine") != std::string::npos);
    CHECK(said({"/bin/sh", script}, question) == of_script);
    CHECK(said({"/bin/sh", "engine" + ending}, question) == of_script);
    CHECK(said({"/t/e", "engine.ini"}, question).find("is the engine") != std::string::npos);
    CHECK(said({"/t/e"}, question).empty());
    question["ini"] = "other.ini";
    CHECK(said({script}, question).empty());
    for (const std::string& name :
         std::vector<std::string>{"other.ini", "other" + ending, "book.bin"}) {
        question["books"] = json::array{"book.bin"};
        question["learn"] = true;
        question["learn_file"] = name;
        CHECK(said({script}, question).starts_with("learn_file: "));
    }
    question["learn"] = false;
    question["books"] = json::array{"other" + ending};
    CHECK(said({script}, question).find("which is a book") != std::string::npos);
}

TEST_CASE("setup: how an engine spells its defaults is no choice") {
    const test::Folder folder;
    const auto engine = test::engine_of({"/t/e"}, {"name Log type check default True",
                                                   "name Style type combo default NORMAL var "
                                                   "Solid var Normal"});
    const auto choices = tools::read_choices(
        json::parse(R"({"options": {"Log": "true", "Style": "Normal"}, "ini": "e.ini"})")
            .as_object(),
        engine, folder.path);
    REQUIRE(choices.has_value());
    CHECK(choices->options.empty());
}

TEST_CASE("setup: what is not an engine is refused by a message") {
    const test::Folder folder;
    fs::create_directory(folder / "dir");
    folder.write("notes.txt", "x");
    const auto said = [&](const std::string& typed) {
        const auto found = tools::find_chosen_engine(typed, folder.path);
        return found ? std::string() : found.error().message;
    };
    CHECK(said("").find("no engine is named") != std::string::npos);
    CHECK(said("  ").find("no engine is named") != std::string::npos);
    CHECK(said("dir").find("is a folder") != std::string::npos);
    CHECK(said(to_text(folder / "dir")).find("is a folder") != std::string::npos);
    CHECK(said("./missing").find("does not exist") != std::string::npos);
    CHECK(said("no-such-engine").find("neither in EngineDir") != std::string::npos);
    CHECK(said("a\nb").find("line end") != std::string::npos);
#ifndef _WIN32
    CHECK(said("./notes.txt").find("is not executable") != std::string::npos);
    CHECK(said("'unclosed").find("quote is not closed") != std::string::npos);
#endif
}
