// The ini file of the choices is read back by the reader of the adapter.
#include "config/engine_command.hpp"
#include "config/load.hpp"
#include "config/native.hpp"
#include "core/text/path_text.hpp"
#include "tests/unit/tools/setup/setup_support.hpp"
#include "tools/setup/ini_text.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
using Options = std::vector<std::pair<std::string, std::string>>;

namespace {

config::Settings read_back(const tools::ChosenEngine& engine, const tools::SetupChoices& choices) {
    config::Configuration configuration;
    if (config::native_dialect().variables)
        configuration.environment = [](const std::string&) { return std::nullopt; };
    config::load_ini(configuration, tools::format_setup_ini(engine, choices), "/t/x.ini");
    config::settle_books(configuration);
    CHECK(configuration.diagnostics.empty());
    return configuration.settings;
}

const std::vector<std::string> engine_options{
    "name Hash type spin default 16 min 1 max 33554432", "name OwnBook type check default true",
    "name Style; [x] = # type combo default a var a var b c",
    "name Path type string default <empty>"};

} // namespace

TEST_CASE("setup: what is chosen is read back, whatever the names contain") {
    for (const std::string name :
         {"engine", "an engine", "semi;colon", "a#b", "[x]=y", "100% %PATH%", "quote'd",
          "back\\slash", "\xc3\xbc\xe2\x99\x9e"}) {
        const std::string folder = "/t/" + name;
        const auto engine =
            test::engine_of({folder + "/" + name, "-x", "two words"}, engine_options);
        const tools::SetupChoices choices{
            .books = {folder + "/a.bin", "<starter>", folder + "/b " + name + ".abk"},
            .variety = 20,
            .best_moves = 3,
            .learn_file = folder + "/" + name + ".db",
            .options = {{"Hash", "64"}, {"Style; [x] = #", "b c"}, {"Path", folder}},
            .ini = folder + "/x.ini",
            .has_script = false};
        const config::Settings settings = read_back(engine, choices);
        CAPTURE(name);
        const auto words = config::engine_words(settings);
        REQUIRE(words.has_value());
        CHECK(*words == engine.words);
        CHECK(to_path(settings.engine_dir) == engine.folder);
        CHECK(settings.engine_protocol == "uci");
        CHECK(settings.book);
        CHECK(settings.book_file == choices.books[0]);
        CHECK(settings.book_variety == 20);
        CHECK(settings.book_top_n == 3);
        REQUIRE(settings.books.size() == 2);
        CHECK(settings.books[0].file == "<starter>");
        CHECK(settings.books[1].file == choices.books[2]);
        CHECK(settings.books[1].variety == 20);
        CHECK(settings.books[1].top_n == 3);
        CHECK(settings.book_learn);
        CHECK(settings.book_learn_file == choices.learn_file);
        CHECK(settings.engine_options == Options{{"OwnBook", "false"},
                                                 {"Hash", "64"},
                                                 {"Style; [x] = #", "b c"},
                                                 {"Path", folder}});
    }
}

TEST_CASE("setup: what is not chosen is not written") {
    auto engine = test::engine_of({"/t/e"}, engine_options);
    engine.answer.speaks_xboard = true;
    const config::Settings settings =
        read_back(engine, {.books = {"<starter>"}, .ini = "/t/x.ini"});
    CHECK(settings.engine_protocol == "xboard");
    CHECK(settings.book_file == "<starter>");
    CHECK(settings.books.empty());
    CHECK_FALSE(settings.book_learn);
    CHECK(settings.engine_options == Options{{"OwnBook", "false"}});
    const std::string text = tools::format_setup_ini(engine, {.books = {"<starter>"}});
    CHECK(text.find("Variety") == std::string::npos);
    CHECK(text.find("TopN") == std::string::npos);
}

TEST_CASE("setup: without a book the engine keeps its own") {
    const auto engine = test::engine_of({"/t/e"}, engine_options);
    const config::Settings settings = read_back(engine, {.ini = "/t/x.ini"});
    CHECK_FALSE(settings.book);
    CHECK(settings.engine_options.empty());
    const config::Settings chosen =
        read_back(engine, {.books = {"<starter>"}, .options = {{"OwnBook", "true"}}});
    CHECK(chosen.engine_options == Options{{"OwnBook", "true"}});
}
