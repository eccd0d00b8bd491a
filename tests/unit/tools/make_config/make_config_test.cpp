#include "config/load.hpp"
#include "core/text/path_text.hpp"
#include "core/text/shell_words.hpp"
#include "tools/make_config/files.hpp"

#include <sstream>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <boost/json.hpp>
#include <doctest/doctest.h>

using namespace polyglot;
using namespace polyglot::tools;

namespace {

// The path as the system writes it: with \ on Windows.
std::string native(std::string_view path) {
    return to_text(to_path(path).make_preferred());
}

std::vector<TournamentEngine> engines_named(const std::vector<std::string>& names) {
    std::vector<TournamentEngine> engines;
    for (const std::string& name : names)
        engines.push_back(
            {.answer = {.name = name, .author = {}, .speaks_xboard = false, .options = {}},
             .name = {},
             .file = {},
             .command = "/e/x y",
             .directory = "/e"});
    std::vector<config::Settings> settings(names.size());
    for (config::Settings& of : settings)
        of.engine_command = "/usr/games/prog.exe";
    name_engines(engines, settings);
    return engines;
}

config::Configuration load(const std::string& text) {
    config::Configuration configuration;
    configuration.read_included = [](const std::string&) {
        return Result<std::string>(std::string());
    };
    config::load_ini(configuration, text, "/t/x.ini");
    return configuration;
}

} // namespace

TEST_CASE("make-config: names and files that no two engines share") {
    const auto engines =
        engines_named({"Toga", "toga", "Toga 2", "", "", "a/b", "a:b", "common", "\"q\""});
    const std::vector<std::string> names{"Toga", "toga 2", "Toga 2 2", "prog", "prog 2",
                                         "a/b",  "a:b 2",  "common 2", "_q_"};
    const std::vector<std::string> files{"Toga.ini",  "toga_2.ini",   "Toga_2_2.ini",
                                         "prog.ini",  "prog_2.ini",   "a_b.ini",
                                         "a_b_2.ini", "common_2.ini", "_q_.ini"};
    for (std::size_t i = 0; i < engines.size(); ++i) {
        CHECK(engines[i].name == names[i]);
        CHECK(engines[i].file == files[i]);
    }
}

TEST_CASE("make-config: a book of a variant") {
    MakeConfigOptions options;
    options.book = "zh.bin";
    options.variant = &chess::crazyhouse;
    CHECK(format_common_ini(options).find("zh.bin\nBookVariant = crazyhouse\n") !=
          std::string::npos);
    CHECK(format_runner_command(options, {}, "/p").find(" -variant crazyhouse ") !=
          std::string::npos);
    options.variant = nullptr;
    CHECK(format_common_ini(options).find("Variant") == std::string::npos);
}

TEST_CASE("make-config: the engine's ini, as written and with every option taken in") {
    TournamentEngine engine = engines_named({"X 1"}).front();
    engine.command = R"("/my engines/x" "a#b")";
    for (const std::string_view line :
         {"name Hash type spin default 16 min 1 max 64", "name Eval # File type string default a;b",
          "name Ponder type check", "name Empty type string default <empty>",
          "name Style type combo default A b var A b var C", "name Clear type button",
          "name [odd] = x type check default true"})
        engine.answer.options.push_back(*protocol::parse_option_declaration(line));
    std::string text = format_engine_ini(engine, {});
    config::Configuration configuration = load(text);
    CHECK(configuration.diagnostics.empty());
    CHECK(configuration.settings.engine_command == engine.command);
    CHECK(configuration.settings.engine_protocol == "uci");
    CHECK(configuration.settings.engine_options.empty());
    CHECK(configuration.included == std::vector<std::string>{native("/t/common.ini")});
    for (std::size_t at = 0; (at = text.find("\n;", at)) != std::string::npos; ++at)
        if (text[at + 2] != ' ') text.erase(at + 1, 1);
    configuration = load(text);
    using Lines = std::vector<std::pair<std::string, std::string>>;
    CHECK(configuration.settings.engine_options ==
          Lines{{"Hash", "16"}, {"Eval # File", "a;b"}, {"Style", "A b"}, {"[odd] = x", "true"}});
}

TEST_CASE("make-config: with a book, engines' own books are off, unless the user sets the option") {
    TournamentEngine engine = engines_named({"Toga"}).front();
    for (const std::string_view line :
         {"name OwnBook type check default true", "name Use Book type check default true",
          "name UseOwnBook type check default false",
          "name BookFile type string default performance.bin"})
        engine.answer.options.push_back(*protocol::parse_option_declaration(line));
    using Lines = std::vector<std::pair<std::string, std::string>>;
    MakeConfigOptions options;
    const auto lines = [&] {
        return load(format_engine_ini(engine, options)).settings.engine_options;
    };
    CHECK(lines().empty());
    options.book = "book.bin";
    CHECK(lines() == Lines{{"OwnBook", "false"}, {"Use Book", "false"}});
    // Of common.ini, which the engine's own file would override
    options.engine_options = {{"ownbook", "true"}};
    CHECK(lines() == Lines{{"Use Book", "false"}});
}

TEST_CASE("make-config: the time control is read before anything is written") {
    const auto read = [](std::string_view tc) {
        std::ostringstream out, err;
        const auto options = read_make_config_options(
            std::vector<std::string_view>{"sf", "-tc", tc}, to_path("/t"), out, err);
        return std::holds_alternative<MakeConfigOptions>(options) ? std::string() : err.str();
    };
    for (const char* good : {"10+0.1", "40/60", "40/1:30+0.5", "0:05", "1:0", "inf", "0.5", "0+1"})
        CHECK(read(good).empty());
    for (const char* bad :
         {"1:0+x", "x", "0", "0+0", "10+", "+1", "40/", "0/10", "1:2:3", "10 + 1", "1.2.3", "."})
        CHECK(read(bad).starts_with("-tc '" + std::string(bad) + "' is no time control: "));
}

TEST_CASE("make-config: what all share, and the runners") {
    MakeConfigOptions options;
    options.folder = to_path("/t t");
    options.engines = {"a"};
    options.polyglot_options = {{"BookDepth", "7"}};
    options.engine_options = {{"Hash", "32"}};
    options.log = true;
    const config::Configuration common = load(format_common_ini(options));
    CHECK(common.diagnostics.empty());
    CHECK(common.settings.book_depth_moves == 7);
    CHECK(!common.settings.book);
    CHECK(common.settings.log);
    CHECK(common.settings.engine_options.front().second == "32");

    const auto engines = engines_named({"A b", "C"});
    const std::string command = format_runner_command(options, engines, to_path("/p p/polyglot"));
    const auto words = text::split_words(command);
    REQUIRE(words.has_value());
    CHECK(words->front() == "cutechess-cli");
    CHECK(std::count(words->begin(), words->end(), "-engine") == 2);
    CHECK(std::count(words->begin(), words->end(), "name=A b") == 1);
    CHECK(std::count(words->begin(), words->end(), "arg=A_b.ini") == 1);
    options.runner = Runner::Fastchess;
    CHECK(format_runner_command(options, engines, to_path("/p")).find(" args=A_b.ini ") !=
          std::string::npos);

    const auto json = boost::json::parse(format_engines_json(engines, options.folder));
    CHECK(json.at(0).at("name").as_string() == "A b");
    CHECK(json.at(1).at("command").as_string() == native("/t t/" + to_text(script_of(engines[1]))));
    CHECK(json.at(1).at("workingDirectory").as_string() == native("/t t"));
}
