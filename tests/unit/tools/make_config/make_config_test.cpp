#include "config/load.hpp"
#include "core/text/path_text.hpp"
#include "core/text/shell_words.hpp"
#include "tools/make_config/files.hpp"

#include <boost/json.hpp>
#include <doctest/doctest.h>

using namespace polyglot;
using namespace polyglot::tools;

namespace {

std::vector<TournamentEngine> engines_named(const std::vector<std::string>& names) {
    std::vector<TournamentEngine> engines;
    for (const std::string& name : names)
        engines.push_back({.answer = {.name = name, .author = {}, .speaks_xboard = false, .options = {}},
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
    configuration.read_included = [](const std::string&) { return Result<std::string>(std::string()); };
    config::load_ini(configuration, text, "/t/x.ini");
    return configuration;
}

} // namespace

TEST_CASE("make-config: names and files that no two engines share") {
    const auto engines = engines_named({"Toga", "toga", "Toga 2", "", "", "a/b", "a:b", "common", "\"q\""});
    const std::vector<std::string> names{"Toga", "toga 2", "Toga 2 2", "prog", "prog 2",
                                         "a/b",  "a:b 2",  "common 2", "_q_"};
    const std::vector<std::string> files{"Toga.ini", "toga_2.ini", "Toga_2_2.ini", "prog.ini", "prog_2.ini",
                                         "a_b.ini",  "a_b_2.ini",  "common_2.ini", "_q_.ini"};
    for (std::size_t i = 0; i < engines.size(); ++i) {
        CHECK(engines[i].name == names[i]);
        CHECK(engines[i].file == files[i]);
    }
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
    std::string text = format_engine_ini(engine);
    config::Configuration configuration = load(text);
    CHECK(configuration.diagnostics.empty());
    CHECK(configuration.settings.engine_command == engine.command);
    CHECK(configuration.settings.engine_protocol == "uci");
    CHECK(configuration.settings.engine_options.empty());
    CHECK(configuration.included == std::vector<std::string>{"/t/common.ini"});
    for (std::size_t at = 0; (at = text.find("\n;", at)) != std::string::npos; ++at)
        if (text[at + 2] != ' ') text.erase(at + 1, 1);
    configuration = load(text);
    using Lines = std::vector<std::pair<std::string, std::string>>;
    CHECK(configuration.settings.engine_options ==
          Lines{{"Hash", "16"}, {"Eval # File", "a;b"}, {"Style", "A b"}, {"[odd] = x", "true"}});
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
    CHECK(format_runner_command(options, engines, to_path("/p")).find(" args=A_b.ini ") != std::string::npos);

    const auto json = boost::json::parse(format_engines_json(engines, to_path("/p p/polyglot"), options.folder));
    CHECK(json.at(0).at("name").as_string() == "A b");
    CHECK(json.at(1).at("command").as_string() == "\"/p p/polyglot\" C.ini");
    CHECK(json.at(1).at("workingDirectory").as_string() == "/t t");
}
