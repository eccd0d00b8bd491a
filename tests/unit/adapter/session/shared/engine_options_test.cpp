#include "adapter/session/shared/engine_options.hpp"
#include "core/chess/variants/variant.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot::session;
using Wanted = EngineOptions::Wanted;

namespace {

class Notes final : public Log {
  public:
    Notes() : Log(true) {}
    std::string text;

  private:
    void append(Channel, std::string_view line) override { text += std::string(line) + '\n'; }
};

std::vector<std::string> initial(const EngineOptions& options, Log& log) {
    std::vector<std::string> settings;
    for (const auto& setting : options.initial_settings(log))
        settings.push_back(setting.name + '=' + setting.value);
    return settings;
}

} // namespace

TEST_CASE(
    "the value in force is the default, then the value set, also after a second declaration") {
    const Wanted wanted{{"Hash", "64"}, {"Book File", ""}};
    EngineOptions options(wanted);
    CHECK(options.on_declared("option name Hash type spin default 16 min 1 max 99") ==
          "option name Hash type spin default 64 min 1 max 99");
    options.on_declared("option name OwnBook type check default 1");
    options.on_declared("option name Book File type string default x y");
    options.on_declared("option name Empty type string default <empty>");
    options.on_declared("option name Go type button default q");
    CHECK(options.find("hash")->value == "16"); // [Engine] is only sent after uciok
    CHECK(options.find("OwnBook")->value == "true");
    CHECK(options.find("Empty")->value.empty());
    CHECK(options.find("Go")->value.empty());
    CHECK(options.all().size() == 5);
    CHECK(!options.has("Ponder"));

    Notes notes;
    CHECK(initial(options, notes) == std::vector<std::string>{"Hash=64", "Book File=<empty>"});
    CHECK(notes.text.empty());
    options.on_set("Hash", "64");
    options.on_set("book file", "<empty>");
    options.on_set("OWNBOOK", "0");
    options.on_set("Lacking", "0");
    CHECK(options.find("Hash")->value == "64");
    CHECK(options.find("Book File")->value.empty());
    CHECK(options.find("OwnBook")->value == "false");

    options.on_declared("option name Hash type spin default 32 min 1 max 80");
    CHECK(options.find("Hash")->value == "64");
    CHECK(options.find("Hash")->declared.max == 80);
    options.on_declared("option name Hash type spin default 32 min 1 max 50");
    CHECK(options.find("Hash")->value == "32"); // 64 is no more
    options.on_declared("option name Empty type string default now");
    CHECK(options.find("Empty")->value == "now");
    CHECK(options.all().size() == 5);
}

TEST_CASE("the engine's name") {
    const Wanted wanted;
    EngineOptions options(wanted);
    CHECK(options.engine_name().empty());
    options.on_id(" name  Stockfish 16 ");
    options.on_id("author Nobody");
    CHECK(options.engine_name() == "Stockfish 16");
}

TEST_CASE("what Save writes") {
    const Wanted wanted{{"Clear Hash", "true"},
                        {"Hash", "64"},
                        {"Lacking", "7"},
                        {"UCI_Opponent", "none none human Me"}};
    EngineOptions options(wanted);
    for (const char* line :
         {"option name Hash type spin default 16 min 1 max 99",
          "option name Clear Hash type button", "option name OwnBook type check default true",
          "option name Path type string default x", "option name UCI_Opponent type string",
          "option name UCI_AnalyseMode type check default false",
          "option name Ponder type check default false"})
        options.on_declared(line);
    for (const auto& [name, value] : wanted)
        options.on_set(name, value);
    options.on_set("Hash", "16");
    options.on_set("Path", "");
    options.on_set("Ponder", "true");
    options.on_set("UCI_AnalyseMode", "true");
    options.on_set("UCI_Opponent", "GM 2800 human Other");
    CHECK(options.changed() == Wanted{{"Path", ""},
                                      {"Clear Hash", "true"},
                                      {"Lacking", "7"},
                                      {"UCI_Opponent", "none none human Me"}});
}

TEST_CASE("a line of [Engine] is shown as the default only if the option can have it") {
    const Wanted wanted{{"Hash", "999"}, {"Clear Hash", "false"}, {"Log", "yes"}, {"Go", "true"}};
    EngineOptions options(wanted);
    const std::string hash = "option name Hash type spin default 16 min 1 max 99";
    CHECK(options.on_declared(hash) == hash);
    CHECK(options.on_declared("option name log type check default false") ==
          "option name log type check default true");
    for (const std::string line : {"option name Clear Hash type button",
                                   "option name Go type button", "option without a name"})
        CHECK(options.on_declared(line) == line);
    Notes notes;
    CHECK(initial(options, notes) == std::vector<std::string>{"Hash=999", "log=true", "Go="});
    CHECK(notes.text == "[Engine] Hash = 999: is outside 1..99; sent all the same\n");
    const auto late = [&](const char* name) {
        return options.initial_settings(*options.find(name), notes).size();
    };
    CHECK(late("Log") == 1);
    CHECK(late("Clear Hash") == 0);
}

TEST_CASE("choices of a combo: no empty one, and the default is one of them") {
    const Wanted wanted;
    EngineOptions options(wanted);
    const auto choices = [&options](const std::string& rest) {
        options.on_declared("option name A type combo " + rest);
        return options.find("A")->declared.choices;
    };
    CHECK(choices("default b var a var b") == std::vector<std::string>{"a", "b"});
    CHECK(choices("default B var a var b") == std::vector<std::string>{"a", "b"});
    CHECK(choices("default c var a var") == std::vector<std::string>{"a", "c"});
    CHECK(choices("var a var b") == std::vector<std::string>{"a", "b"});
}

TEST_CASE("options that differ in the case of letters only") {
    const Wanted wanted;
    EngineOptions options(wanted);
    options.on_declared("option name Style type string default one");
    options.on_declared("option name STYLE type string default two");
    CHECK(options.all().size() == 2);
    CHECK(options.find("style")->value == "one");
    options.on_declared("option name STYLE type string default three");
    CHECK(options.all().size() == 2);
    CHECK(options.all()[1].value == "three");
}

TEST_CASE("options of an engine that declares them without end are known up to a limit") {
    const Wanted wanted;
    EngineOptions options(wanted);
    const auto declare = [&options](std::size_t number, char text) {
        const std::string name = std::to_string(10'000 + number);
        const std::string line = "option name " + name + " type string default ";
        return options.on_declared(line + std::string(768 - line.size(), text));
    };
    for (std::size_t i = 0; i < 2000; ++i)
        CHECK(declare(i, 'x').size() == 768); // the GUI sees all of them
    CHECK(options.all().size() == 1024);      // 256 bytes are counted beside the text
    for (std::size_t i = 0; i < 1024; ++i)
        declare(i, 'y'); // in the place of the same one
    CHECK(options.all().size() == 1024);
    CHECK(options.all().back().value.front() == 'y');
}

TEST_CASE("options with a name of ours, and blocked ones, are not shown") {
    const Wanted wanted;
    EngineOptions options(wanted, "Contempt");
    for (const char* name : {"Polyglot Book", "polyglot x", "contempt"})
        CHECK(options.on_declared("option name " + std::string(name) + " type button").empty());
    CHECK_FALSE(options.on_declared("option name Polyglots type button").empty());
    CHECK(options.has("Contempt"));
    CHECK(options.find_for_gui("Contempt") == nullptr);
    CHECK(options.find_for_gui("polyglots") != nullptr);
}

TEST_CASE("[Engine] names what the engine lacks") {
    const Wanted wanted{{"Hahs", "1"}, {"Hash", "1"}, {"Zzzzzzzz", "1"}, {"Given", "1"}};
    EngineOptions options(wanted);
    options.on_declared("option name Hash type spin default 16 min 1 max 99");
    Notes notes;
    const std::vector<std::string> of_command_line{"Given"};
    CHECK(options.describe_missing(of_command_line, notes) ==
          "[Engine] Hahs: the engine has no such option, left out (did you mean Hash?); "
          "[Engine] Zzzzzzzz: the engine has no such option, left out");
    CHECK(notes.text == "[Engine] Given: the engine has no such option, left out\n");
}

TEST_CASE("the variant that is in force") {
    const Wanted wanted;
    EngineOptions options(wanted);
    CHECK(options.announces_variant("chess"));
    CHECK_FALSE(options.announces_variant("atomic"));
    CHECK(options.spelling_of_variant("chess") == "chess");
    options.on_declared("option name UCI_Variant type combo default normal var normal var Atomic "
                        "var shogi");
    CHECK(options.plays_chess());
    CHECK(options.knows_variant());
    CHECK(options.variant() == nullptr);
    CHECK(options.announces_variant("atomic"));
    CHECK_FALSE(options.announces_variant("crazyhouse"));
    CHECK(options.spelling_of_variant("chess") == "normal");
    CHECK(options.spelling_of_variant("atomic") == "Atomic");
    CHECK(options.spelling_of_variant("shogi") == "shogi");
    CHECK(options.spelling_of_variant("crazyhouse") == "crazyhouse");

    options.on_set("uci_variant", "Atomic");
    REQUIRE(options.variant() != nullptr);
    CHECK(options.variant()->uci == "atomic");
    options.on_set("UCI_Variant", "shogi");
    CHECK_FALSE(options.knows_variant());
    CHECK(options.variant() == nullptr);
    CHECK(options.why_unknown() == "the rules of the variant shogi are not known");
    options.on_set("UCI_Variant", "chess960");
    CHECK(options.knows_variant());
    CHECK(options.variant() == nullptr);
    options.on_variant_refused("crazyhouse");
    CHECK_FALSE(options.knows_variant());
    CHECK(options.why_unknown() == "the engine does not announce the variant crazyhouse");
    // Declared again with the same value, which does not lift that.
    options.on_declared("option name UCI_Variant type combo default normal var normal var "
                        "chess960");
    CHECK_FALSE(options.knows_variant());
    options.on_declared("option name UCI_Variant type combo default Atomic var Atomic");
    CHECK(options.variant() != nullptr); // chess960 is no choice any more
    CHECK_FALSE(options.plays_chess());

    EngineOptions text(wanted);
    text.on_declared("option name UCI_Variant type string default atomic");
    CHECK(text.announces_variant("whatever"));
    CHECK(text.plays_chess());

    EngineOptions first(wanted);
    first.on_declared("option name UCI_Variant type combo default atomic var atomic var chess");
    CHECK(first.variant() != nullptr); // the default is in force
}

TEST_CASE("checks that the adapter follows: Chess960 and analysis") {
    const Wanted wanted;
    EngineOptions options(wanted);
    options.on_set("uci_chess960", "true");
    options.on_set("UCI_AnalyseMode", "on");
    CHECK(options.chess960());
    CHECK(options.analyse_mode());
    options.on_set("UCI_Chess960", "0");
    options.on_set("UCI_AnalyseMode", "");
    CHECK_FALSE(options.chess960());
    CHECK_FALSE(options.analyse_mode());
}
