// The settings of xboard engines in UCI's words and back: tables, and what goes through both worlds
// comes back the same.
#include "adapter/protocol/uci/uci.hpp"
#include "adapter/session/shared/engine_options.hpp"
#include "adapter/session/xboard_engine/options.hpp"
#include "adapter/session/xboard_gui/options.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <initializer_list>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
using namespace polyglot::session;
using protocol::XboardFeatures;

namespace {

XboardFeatures features_of(std::string_view line) {
    XboardFeatures features;
    for (const auto& [name, value] : protocol::parse_features(line))
        protocol::take_feature(features, name, value);
    return features;
}
XboardFeatures with_options(std::initializer_list<std::string_view> options) {
    XboardFeatures features;
    for (const std::string_view option : options)
        REQUIRE(features.options.take(option));
    return features;
}

// Returns the lines without "option name ", then the problems, each after a "!". Ponder, which is
// always declared, is left out if it has its usual form.
std::string declared(const XboardFeatures& features) {
    const DeclaredOptions options = XboardOptions(features).declare();
    std::string text;
    for (const std::string& line : options.lines) {
        REQUIRE(line.starts_with("option name "));
        if (line != "option name Ponder type check default false")
            text += '[' + line.substr(12) + ']';
    }
    for (const std::string& problem : options.problems)
        text += '!' + problem;
    return text;
}

std::string sent(std::string_view setoption, const XboardFeatures& features) {
    const std::string arguments = "name " + std::string(setoption);
    const auto set = protocol::parse_setoption(arguments);
    REQUIRE(set);
    const auto command = XboardOptions(features).format(*set, features);
    if (!command) return "refused";
    return command->empty() ? "nothing" : *command;
}

} // namespace

TEST_CASE("an xboard option of each type, in UCI's words") {
    const std::pair<std::string_view, std::string_view> table[] = {
        {"Info -button", "[Info type button]"},
        {"Store -save", "[Store type button]"},
        {"All -reset", "[All type button]"},
        {"Resign -check 0", "[Resign type check default false]"},
        {"Resign -check 1", "[Resign type check default true]"},
        {"Resign -check true", "[Resign type check default true]"},
        {"Resign -check 7",
         "[Resign type check default false]!option \"Resign\" is neither 0 nor 1: taken for 0"},
        {"Resign -check",
         "[Resign type check default false]!option \"Resign\" is neither 0 nor 1: taken for 0"},
        {"Resign Threshold -spin 800 200 1200",
         "[Resign Threshold type spin default 800 min 200 max 1200]"},
        {"Randomizer (0-50) -slider 0 0 50",
         "[Randomizer (0-50) type spin default 0 min 0 max 50]"},
        // hoichess
        {"v -spin 0 -2147483648 2147483647",
         "[v type spin default 0 min -2147483648 max 2147483647]"},
        {"v -spin 5 7 9", "[v type spin default 7 min 7 max 9]!option \"v\" has a value outside "
                          "its range: taken for 7"},
        {"v -spin 11 7 9", "[v type spin default 9 min 7 max 9]!option \"v\" has a value outside "
                           "its range: taken for 9"},
        {"v -spin 5 9 1",
         "!option \"v\" has not the three numbers VALUE MIN MAX of a spin: left out"},
        {"v -spin 5", "!option \"v\" has not the three numbers VALUE MIN MAX of a spin: left out"},
        {"v -spin 0.5 0 1",
         "!option \"v\" has not the three numbers VALUE MIN MAX of a spin: left out"},
        {"v -spin", "!option \"v\" has not the three numbers VALUE MIN MAX of a spin: left out"},
        {"Makruk rules -combo makruk /// Cambodian /// Ai-wok",
         "[Makruk rules type combo default makruk var makruk var Cambodian var Ai-wok]"},
        {"Style -combo Solid /// *Very Risky /// Wild",
         "[Style type combo default Very Risky var Solid var Very Risky var Wild]"},
        {"Style -combo * a///b", "[Style type combo default a var a var b]"},
        // Our own reader can tell them apart, see protocol/uci.cpp
        {"Style -combo default /// *var",
         "!option \"Style\" cannot be expressed in UCI, which has no quotes: left out"},
        {"Style -combo default /// wild",
         "[Style type combo default default var default var wild]"},
        {"Style -combo a var b /// c",
         "!option \"Style\" cannot be expressed in UCI, which has no quotes: left out"},
        {"Style -combo *a", "!option \"Style\" has nothing to choose: left out"},
        {"Style -combo", "!option \"Style\" has nothing to choose: left out"},
        {"Style -combo a /// /// b", "[Style type combo default a var a var b]"},
        {"Dummy -string happy birthday!", "[Dummy type string default happy birthday!]"},
        {"Dummy -string default x min 1 type var",
         "[Dummy type string default default x min 1 type var]"},
        {"Dummy -string <empty>", "[Dummy type string default <empty>]"},
        {"Debug Log File -string ", "[Debug Log File type string default <empty>]"},
        {"Ini File -file /usr/share/games/fmax.ini",
         "[Ini File type string default /usr/share/games/fmax.ini]"},
        {"Dummy Path -path .", "[Dummy Path type string default .]"},
        {"Two  blanks\t-check 1", "[Two blanks type check default true]"},
        {"Type of play -check 1", "[Type of play type check default true]"},
        {"my type -check 1",
         "!option \"my type\" cannot be expressed in UCI, for the word \"type\": left out"},
        {"a value b -check 1",
         "!option \"a value b\" cannot be expressed in UCI, for the word \"value\": left out"},
        {"values -check 1", "[values type check default true]"},
    };
    for (const auto& row : table) {
        CAPTURE(row.first);
        CHECK(declared(with_options({row.first})) == row.second);
    }
}

TEST_CASE("options that come later: only what is new, or another than before, is declared") {
    XboardFeatures features = features_of("memory=1 option=\"Skill -spin 3 0 10\"");
    XboardOptions options(features);
    using Lines = std::vector<std::string>;
    const auto later = [&](std::string_view line) {
        std::vector<std::string> texts;
        for (const auto& [name, value] : protocol::parse_features(line)) {
            protocol::take_feature(features, name, value);
            if (name == "option") texts.push_back(value);
        }
        return options.declare_changes(features, texts).lines;
    };
    CHECK(later("option=\"Skill -spin 3 0 10\"").empty());
    CHECK(later("option=\"Skill -slider 4 0 10\" smp=1") ==
          Lines{"option name Skill type spin default 4 min 0 max 10",
                "option name Threads type spin default 1 min 1 max 512"});
    CHECK(options.kind_of("skill", features) == "-slider");
    CHECK(later("option=\"Hash -spin 8 1 64\"") ==
          Lines{"option name Hash type spin default 8 min 1 max 64"});
    CHECK(options.format({"Hash", "32"}, features) == "option Hash=32");
    CHECK(later("option=\"Skill -combo only\"").empty()); // UCI cannot express it
    CHECK(!options.format({"Skill", "only"}, features));
    CHECK(later("myname=\"x\"").empty());
}

TEST_CASE("memory, smp, egt and variants have their options in UCI") {
    const std::pair<std::string_view, std::string_view> table[] = {
        {"", ""},
        {"memory=1", "[Hash type spin default 16 min 1 max 1048576]"},
        {"smp=1", "[Threads type spin default 1 min 1 max 512]"},
        {"egt=\"syzygy,nalimov,gaviota,scorpio\"",
         "[SyzygyPath type string default <empty>][NalimovPath type string default "
         "<empty>][GaviotaTbPath type string "
         "default <empty>][scorpioPath type string default <empty>]"},
        {"egt=\"Syzygy,syzygy,two words\"",
         "[SyzygyPath type string default <empty>]!option \"two words\" is no kind of tablebases"},
        {"variants=\"normal\"", ""},
        {"variants=\"normal,fischerandom\"", "[UCI_Chess960 type check default false]"},
        {"variants=\"normal,fischerandom,8x8+0_fairy\"",
         "[UCI_Chess960 type check default false][UCI_Variant type combo default chess var chess "
         "var 8x8+0_fairy]"},
        {"variants=\"chess,3check,fischerandom,normal\"", // fairy-stockfish
         "[UCI_Chess960 type check default false][UCI_Variant type combo default chess var chess "
         "var 3check]"},
        {"variants=\"normal,crazyhouse,Crazyhouse,boardsize,12x10+0_boardsize,two words\"",
         "[UCI_Variant type combo default chess var chess var crazyhouse]"},
        {"variants=\"shogi,minishogi\"",
         "[UCI_Variant type combo default chess var chess var shogi var minishogi]"},
        {"variants=\"shogi\"", "[UCI_Variant type combo default chess var chess var shogi]"},
        // The engine's own hide ours, but for those that follow the game.
        {"memory=1 smp=1 egt=\"syzygy\" option=\"hash -spin 4 2 8\" option=\"SyzygyPath -string "
         "/a\"",
         "[Threads type spin default 1 min 1 max 512][hash type spin default 4 min 2 max "
         "8][SyzygyPath type string "
         "default /a]"},
        {"option=\"Ponder -check 1\"", ""}, // fairy-stockfish
        {"variants=\"normal,fischerandom\" option=\"UCI_Chess960 -check 1\"",
         "[UCI_Chess960 type check default false]"},
        {"variants=\"normal\" option=\"UCI_Chess960 -check 1\"",
         "[UCI_Chess960 type check default true]"},
        {"variants=\"normal,atomic\" option=\"UCI_Variant -combo a /// b\"",
         "[UCI_Variant type combo default chess var chess var atomic]"},
        // fairy-stockfish, which makes no move while it is on
        {"option=\"UCI_AnalyseMode -check 0\"", ""},
        // An option that UCI cannot express hides no other; of two names that are one in UCI the
        // first is declared.
        {"memory=1 option=\"Hash -spin 4\"",
         "[Hash type spin default 16 min 1 max 1048576]!option \"Hash\" has not the "
         "three numbers VALUE MIN MAX of a spin: left out"},
        {"option=\"a b -button\" option=\"a  b -check 1\" option=\"A b -check 1\"",
         "[a b type button][A b type check default true]!option \"a b\" has the name of another "
         "one, but for blanks: "
         "left "
         "out"},
    };
    for (const auto& row : table) {
        CAPTURE(row.first);
        CHECK(declared(features_of(row.first)) == row.second);
    }
}

TEST_CASE("the order of the lines: ours, Ponder always among them, then the engine's") {
    const DeclaredOptions options =
        XboardOptions(features_of("option=\"b -button\" smp=1 memory=1 egt=\"nalimov\" "
                                  "variants=\"normal,fischerandom,atomic\" "
                                  "option=\"a -button\""))
            .declare();
    std::string names;
    for (const std::string& line : options.lines)
        names += protocol::parse_option_declaration(line.substr(6))->name + ' ';
    CHECK(names == "Hash Threads NalimovPath Ponder UCI_Chess960 UCI_Variant b a ");
    CHECK(options.problems.empty());
    CHECK(XboardOptions(XboardFeatures{}).declare().lines ==
          std::vector<std::string>{"option name Ponder type check default false"});
}

TEST_CASE("setoption in xboard's words") {
    const XboardFeatures features =
        features_of("memory=1 smp=1 egt=\"syzygy,Scorpio\" variants=\"normal,fischerandom\" "
                    "option=\"Info -button\" "
                    "option=\"Store -save\" option=\"Resign -check 0\" option=\"Skill Level -spin "
                    "20 0 20\" option=\"Two  blanks "
                    "-slider 0 -5 5\" option=\"Style -combo Solid /// *Very  Risky\" "
                    "option=\"Dummy -string happy\" option=\"Ini "
                    "File -file /a\" option=\"Ponder -check 0\" option=\"Bad -spin 1\" "
                    "option=\"style -check 0\" option=\"a=b "
                    "-string\"");
    const std::pair<std::string_view, std::string_view> table[] = {
        {"Hash value 64", "memory 64"},
        {"hash value 1", "memory 1"},
        {"Hash value 0", "refused"},
        {"Hash value 1048577", "refused"},
        {"Hash value much", "refused"},
        {"Hash", "refused"},
        {"Threads value 4", "cores 4"},
        {"Threads value 513", "refused"},
        {"SyzygyPath value /dir with blanks", "egtpath syzygy /dir with blanks"},
        {"SyzygyPath value <empty>", "nothing"},
        {"SyzygyPath", "nothing"},
        {"ScorpioPath value C:\\x", "egtpath Scorpio C:\\x"}, // the type as it was announced
        {"NalimovPath value /dir", "refused"},
        {"Ponder value true", "nothing"},
        {"ponder value false", "nothing"},
        {"UCI_Chess960 value true", "nothing"},
        {"UCI_Variant value chess", "nothing"},
        {"UCI_AnalyseMode value true", "nothing"},
        {"UCI_Opponent value GM 2800 human Gary Kasparov", "nothing"},
        {"Info", "option Info"},
        {"Info value x", "option Info"},
        {"Store", "option Store"},
        {"Resign value true", "option Resign=1"},
        {"resign value false", "option Resign=0"},
        {"Resign value 1", "option Resign=1"},
        {"Resign value maybe", "refused"},
        {"Resign", "refused"},
        {"Skill Level value 0", "option Skill Level=0"},
        {"Skill Level value +20", "option Skill Level=20"},
        {"Skill Level value 21", "refused"},
        {"Skill Level value -1", "refused"},
        {"Skill Level value 1.5", "refused"},
        {"Two blanks value -5", "option Two  blanks=-5"}, // the name as it was announced
        {"Style value Solid", "option Style=Solid"},
        {"Style value solid", "option Style=Solid"},
        {"Style value very risky", "option Style=Very  Risky"},
        {"Style value Wild", "refused"},
        {"style value true", "option style=1"}, // this one, to the letter
        {"STYLE value solid", "option Style=Solid"},
        {"Dummy value <empty>", "option Dummy="},
        {"Dummy", "option Dummy="},
        {"Dummy value a = \"b\" value c", "option Dummy=a = \"b\" value c"},
        {"Ini File value C:\\my dir\\x.ini", "option Ini File=C:\\my dir\\x.ini"},
        {"a=b value c", "option a=b=c"},
        {"Bad value 1", "refused"},
        {"Nonsense value 1", "refused"},
        {"MultiPV value 3", "refused"},
    };
    for (const auto& row : table) {
        CAPTURE(row.first);
        CHECK(sent(row.first, features) == row.second);
    }
    const XboardFeatures none;
    for (const std::string_view absent :
         {"Hash value 16", "Threads value 1", "SyzygyPath value /a"}) {
        CAPTURE(absent);
        CHECK(sent(absent, none) == "refused");
    }
    // What nothing else says is sent if the engine asks for it.
    const XboardFeatures own =
        features_of("memory=1 option=\"Hash -spin 4 2 8\" option=\"UCI_AnalyseMode -check 0\" "
                    "option=\"UCI_Chess960 -check 0\"");
    CHECK(sent("Hash value 8", own) == "option Hash=8");
    CHECK(sent("Hash value 9", own) == "refused");
    CHECK(sent("UCI_AnalyseMode value true", own) == "nothing"); // `analyze` says it
    CHECK(sent("UCI_Chess960 value true", own) == "option UCI_Chess960=1");
    // No line of ours becomes two.
    CHECK(XboardOptions(features).format({"Dummy", "a\nquit\r"}, features) ==
          "option Dummy=a quit");
}

TEST_CASE("UCI_Variant's values as `variant` takes them") {
    const auto variant = [](std::string_view value, std::string_view announced) {
        return find_xboard_variant(value, features_of(announced)).value_or("none");
    };
    const std::string_view fairy = "variants=\"chess,3check,fischerandom,normal,KingOfTheHill\"";
    CHECK(variant("chess", fairy) == "normal");
    CHECK(variant("Standard", fairy) == "normal");
    CHECK(variant("3check", fairy) == "3check");
    CHECK(variant("kingofthehill", fairy) == "KingOfTheHill");
    CHECK(variant("chess960", fairy) == "fischerandom");
    CHECK(variant("atomic", fairy) == "none");
    CHECK(variant("chess", "") == "normal");
    CHECK(variant("fischerandom", "") == "none");
    CHECK(variant("chess", "variants=\"chess,atomic\"") == "chess");
    CHECK(variant("chess", "variants=\"shogi\"") == "none");
}

namespace {

// A text of letters, digits and odd characters, one blank at most between words, none at its ends;
// no word of UCI.
std::string odd_text(std::mt19937& random, std::string_view characters) {
    std::string text;
    for (auto length = 1 + random() % 10; length > 0; --length) {
        const char c = characters[random() % characters.size()];
        if (c == ' ' && (text.empty() || text.back() == ' ')) continue;
        text += c;
    }
    text = text::trim(text);
    return text.empty() ? "x" : text;
}
constexpr std::string_view name_characters = "abcXYZ019 _()+.,;:#'%/\\";

std::string number(std::int64_t value) {
    return std::to_string(value);
}

// One option as UCI declares it.
std::string random_uci_option(std::mt19937& random, const std::string& name) {
    const auto small = [&random] { return static_cast<std::int64_t>(random() % 2001) - 1000; };
    switch (random() % 5) {
    case 0: return name + " type button";
    case 1: return name + " type check default " + (random() % 2 == 0 ? "true" : "false");
    case 2: {
        const std::int64_t min = small();
        const std::int64_t max = min + static_cast<std::int64_t>(random() % 100);
        const std::int64_t value = min + static_cast<std::int64_t>(random()) % (max - min + 1);
        return name + " type spin default " + number(value) + " min " + number(min) + " max " +
               number(max);
    }
    case 3: {
        std::string choices;
        const auto count = 2 + random() % 3;
        std::string first;
        for (std::uint_fast32_t i = 0; i < count; ++i) {
            const std::string choice =
                number(static_cast<std::int64_t>(i)) + odd_text(random, "abcXYZ019 _()+.,;:#'%");
            if (i == 0 || random() % 3 == 0) first = choice;
            choices += " var " + choice;
        }
        return name + " type combo default " + first + choices;
    }
    default:
        return name + " type string default " +
               (random() % 3 == 0 ? "<empty>" : odd_text(random, "abcXYZ019 _()+.,;:#'%/\\-=*"));
    }
}

// Returns what an xboard GUI gets of these options of a UCI engine, without ours, read as the
// features of an xboard engine.
XboardFeatures through_xboard(const EngineOptions& engine) {
    const OptionFeatures features = find_option_features(engine);
    std::string line = std::string("memory=") + (features.memory ? '1' : '0') +
                       " smp=" + (features.smp ? '1' : '0') + " egt=\"" + features.egt +
                       "\" variants=\"" + features.variants + '"';
    for (const std::string& option : format_option_features(engine, {}))
        if (!option.starts_with("feature option=\"Polyglot ")) line += option.substr(7);
    return features_of(line);
}

// UCI's words for it, in an order that does not count.
std::vector<std::string> sorted_lines(std::vector<std::string> lines) {
    std::sort(lines.begin(), lines.end());
    return lines;
}

} // namespace

TEST_CASE("options of a UCI engine survive xboard") {
    const auto seed = std::random_device{}();
    CAPTURE(seed);
    std::mt19937 random(seed);
    const std::string_view ours[] = {
        "Hash type spin default 16 min 1 max 1048576",
        "Threads type spin default 1 min 1 max 512",
        "SyzygyPath type string default <empty>",
        "NalimovPath type string default <empty>",
        "GaviotaTbPath type string default <empty>",
        "UCI_Chess960 type check default false",
        "UCI_Variant type combo default chess var chess var atomic var 3check"};
    const EngineOptions::Wanted nothing;
    for (int round = 0; round < 500; ++round) {
        std::vector<std::string> lines{"option name Ponder type check default false"};
        for (const std::string_view line : ours)
            if (random() % 2 == 0) lines.push_back("option name " + std::string(line));
        const auto own = random() % 6;
        for (std::uint_fast32_t i = 0; i < own; ++i) {
            const std::string name =
                odd_text(random, name_characters) + number(static_cast<std::int64_t>(i));
            lines.push_back("option name " + random_uci_option(random, name));
        }
        EngineOptions engine(nothing);
        for (const std::string& line : lines)
            engine.on_declared(line);
        const DeclaredOptions again = XboardOptions(through_xboard(engine)).declare();
        CHECK(again.problems.empty());
        REQUIRE(sorted_lines(again.lines) == sorted_lines(lines));
    }
}

TEST_CASE("options of an xboard engine survive UCI, and so do the values that are set") {
    const auto seed = std::random_device{}();
    CAPTURE(seed);
    std::mt19937 random(seed);
    const EngineOptions::Wanted nothing;
    for (int round = 0; round < 500; ++round) {
        // Made by way of UCI's words, which have all that xboard can say but -slider, -save and the
        // like.
        XboardFeatures features;
        const auto own = 1 + random() % 6;
        EngineOptions source(nothing);
        for (std::uint_fast32_t i = 0; i < own; ++i)
            source.on_declared("option name " +
                               random_uci_option(random, odd_text(random, name_characters) +
                                                             number(static_cast<std::int64_t>(i))));
        features = through_xboard(source);
        REQUIRE(features.options.all().size() == source.all().size());

        EngineOptions engine(nothing);
        for (const std::string& line : XboardOptions(features).declare().lines)
            engine.on_declared(line);
        CHECK(through_xboard(engine).options.all() == features.options.all());

        // A GUI sets what it likes; the engine hears it as it would have without us.
        for (const std::string& text : features.options.all()) {
            const auto option = protocol::parse_xboard_option(text);
            REQUIRE(option);
            const EngineOption* known = engine.find(option->name);
            REQUIRE(known != nullptr);
            const std::string name(option->name);
            std::string command = "option " + name;
            using T = protocol::OptionDeclaration::Type;
            switch (known->declared.type) {
            case T::Check: command += known->value == "true" ? "=0" : "=1"; break;
            case T::Spin:
                command += '=' + number(known->value == number(*known->declared.min)
                                            ? *known->declared.max
                                            : *known->declared.min);
                break;
            case T::Combo:
                command += '=' + known->declared.choices[random() % known->declared.choices.size()];
                break;
            case T::String: command += '=' + odd_text(random, "abcXYZ 019=\"'/\\"); break;
            case T::Button:
            case T::Unknown: break;
            }
            CAPTURE(text);
            CAPTURE(command);
            const OptionChange change =
                resolve_option(std::string_view(command).substr(7), engine, {});
            if (change.kind == OptionChange::Kind::Nothing) continue; // in force already
            REQUIRE(change.kind == OptionChange::Kind::Engine);
            const auto heard =
                XboardOptions(features).format({change.name, change.value}, features);
            REQUIRE(heard);
            CHECK(*heard == command);
        }
    }
}
