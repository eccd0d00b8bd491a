// Setup's questions with a real process as the engine, without the network.
#include "core/text/path_text.hpp"
#include "tests/support/harness/test_folder.hpp"
#include "tools/setup/setup_site.hpp"

#include <array>
#include <filesystem>
#include <string>
#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <doctest/doctest.h>

using namespace polyglot;
namespace json = boost::json;

namespace {

constexpr std::array<tools::PageFile, 1> files{
    tools::PageFile{"/setup", "text/html", "<meta name=\"key\" content=\"\">"}};

class Setup {
  public:
    Setup()
        : answers_(context_, "/no/polyglot", folder.path),
          site_(tools::Guard("setup", {"t", "c", "k"}, 8000), answers_, files,
                [this] { has_quit = true; }) {}

    tools::HttpResponse request(const std::string& path, const json::object& question) {
        return site_.answer({.method = "POST",
                             .path = path,
                             .host = "127.0.0.1:8000",
                             .origin = "http://127.0.0.1:8000",
                             .cookie = "polyglot-8000=c",
                             .content_type = "application/json",
                             .fetch_site = "same-origin",
                             .key = "k",
                             .body = json::serialize(question)});
    }
    json::object ask(const std::string& what, const json::object& question = {}) {
        const auto answer = request("/api/" + what, question);
        return json::parse(answer.body).as_object();
    }
    std::string why(const std::string& what, const json::object& question) {
        const json::object answer = ask(what, question);
        return answer.contains("error") ? std::string(answer.at("error").as_string()) : "";
    }
    // Starts the engine and returns what is known when it has answered, or failed.
    json::object start(const std::string& engine) {
        context_.restart(); // it has stopped if an earlier engine has ended
        json::object answer = ask("engine", {{"engine", engine}});
        REQUIRE_MESSAGE(answer.contains("state"), json::serialize(answer));
        while (answer.at("state") == "asking") {
            context_.run_one();
            answer = ask("engine");
        }
        return answer;
    }

    test::Folder folder;
    bool has_quit = false;

  private:
    boost::asio::io_context context_;
    tools::SetupAnswers answers_;
    tools::SetupSite site_;
};

// The folder of the set-up may be on another drive of Windows.
std::string fake(const std::string& flags = "") {
    return '"' + to_text(std::filesystem::absolute(POLYGLOT_FAKE_ENGINE)) + '"' + flags;
}

} // namespace

TEST_CASE("setup: an engine is asked for its name and options") {
    Setup setup;
    CHECK(setup.ask("engine").at("state") == "none");
    const json::object known = setup.start(fake());
    REQUIRE(known.at("state") == "ready");
    CHECK(known.at("protocol") == "uci");
    CHECK_FALSE(known.at("options").as_array().empty());
    CHECK(known.at("ini").as_string().ends_with(".ini"));
    const json::object choices{{"engine", known.at("engine")}, {"ini", "e.ini"}};
    const json::object preview = setup.ask("preview", choices);
    CHECK(preview.at("exists") == false);
    CHECK(std::string(preview.at("text").as_string()).find("\nEngineCommand = ") !=
          std::string::npos);
    setup.folder.write("e.ini", "mine");
    CHECK(setup.ask("preview", choices).at("exists") == true);
    CHECK_FALSE(setup.ask("preview", choices).contains("script"));
    json::object with_script = choices;
    with_script["script"] = true;
    const json::object named = setup.ask("preview", with_script);
    CHECK(named.at("script_exists") == false);
    setup.folder.write(to_text(to_path(named.at("script").as_string()).filename()), "mine");
    CHECK(setup.ask("preview", with_script).at("script_exists") == true);
}

TEST_CASE("setup: what is said of engines that are none, and of other tabs") {
    Setup setup;
    CHECK(setup.why("engine", {{"engine", to_text(setup.folder.path)}}).find("is a folder") !=
          std::string::npos);
    CHECK(setup.why("preview", {{"engine", "x"}}).find("no engine has answered") !=
          std::string::npos);
    const json::object ended = setup.start(fake(" --exit-on uci"));
    CHECK(ended.at("state") == "failed");
    CHECK_FALSE(ended.at("error").as_string().empty());
    REQUIRE(setup.start(fake()).at("state") == "ready");
    CHECK(setup.why("preview", {{"engine", "other"}}).find("another tab") != std::string::npos);
}

TEST_CASE("setup: only what was tried is written") {
    Setup setup;
    const json::object known = setup.start(fake());
    REQUIRE(known.at("state") == "ready");
    const json::object choices{{"engine", known.at("engine")}, {"ini", "e.ini"}};
    CHECK(setup.why("write", choices).find("play them first") != std::string::npos);
    json::object wish = choices;
    wish["start"] = true;
    const json::object trial = setup.ask("trial", wish);
    CHECK(trial.at("state") == "running"); // the program of this test's polyglot does not exist
    wish["books"] = json::array{"missing.bin"};
    CHECK(setup.why("trial", wish).find("missing.bin") != std::string::npos);
    CHECK(setup.why("write", choices).find("play them first") != std::string::npos);
}

TEST_CASE("setup: books and folders") {
    Setup setup;
    setup.folder.write("a.bin", std::string(32, '\x01'));
    setup.folder.write("notes.txt", "x");
    setup.folder.write("sub/b.bin", std::string(32, '\x01'));
    const json::object book =
        setup.ask("book", {{"books", json::array{"<starter>", "missing.bin"}}, {"line", "e2e4"}});
    const json::array& books = book.at("books").as_array();
    REQUIRE(books.size() == 2);
    CHECK_FALSE(books[0].at("moves").as_array().empty());
    CHECK(std::string(books[1].at("error").as_string()).find("missing.bin") != std::string::npos);
    CHECK(book.at("white") == false);
    CHECK(book.at("legal").as_array().size() == 20);
    CHECK_FALSE(setup.why("book", {{"line", "e2e5"}}).empty());

    const std::string quoted = " \"" + to_text(setup.folder / "a.bin") + "\" ";
    CHECK(setup.ask("book", {{"books", json::array{json::value(quoted)}}})
              .at("books")
              .as_array()[0]
              .at("error") == "");

    const json::object list = setup.ask("folder", {{"wanted", "books"}});
    const json::array& entries = list.at("entries").as_array();
    REQUIRE(entries.size() == 2);
    CHECK(entries[0].at("is_folder") == true);
    CHECK(entries[1].at("name") == "a.bin");
    CHECK(setup.ask("folder", {{"folder", "sub"}, {"wanted", "books"}})
              .at("entries")
              .as_array()
              .size() == 1);
    CHECK(setup.why("folder", {{"folder", "missing"}}).find("cannot be listed") !=
          std::string::npos);
}

TEST_CASE("setup: the guard, unknown questions, the end") {
    Setup setup;
    CHECK(setup.request("/api/nothing", {}).status == 404);
    CHECK_FALSE(setup.has_quit);
    CHECK(setup.request("/api/quit", {}).status == 200);
    CHECK(setup.has_quit);
}
