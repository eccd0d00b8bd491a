#include "adapter/session/xboard_gui/options.hpp"
#include "config/schema.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <initializer_list>
#include <random>
#include <set>

#include <doctest/doctest.h>

using namespace polyglot;
using namespace polyglot::session;
using Kind = OptionChange::Kind;

namespace {

const EngineOptions::Wanted nothing_wanted;

EngineOptions engine_with(std::initializer_list<std::string_view> declarations,
                          const EngineOptions::Wanted& wanted = nothing_wanted) {
    EngineOptions engine(wanted);
    for (const std::string_view declaration : declarations)
        engine.on_declared("option name " + std::string(declaration));
    return engine;
}

// The features of the engine's options alone, without `feature option="` and the closing quote.
std::vector<std::string> shown(const EngineOptions& engine, const config::Settings& settings = {}) {
    std::vector<std::string> lines = format_option_features(engine, settings);
    const std::size_t ours = format_option_features(engine_with({}), settings).size();
    REQUIRE(lines.size() >= ours);
    lines.resize(lines.size() - ours);
    for (std::string& line : lines) {
        REQUIRE(line.starts_with("feature option=\""));
        REQUIRE(line.ends_with('"'));
        line = line.substr(16, line.size() - 17);
    }
    return lines;
}

// "Hash=64": sent to the engine; "Clear Hash": pressed; "-": nothing; "own Book=true"; "save"; else
// the refusal.
std::string effect_of(const OptionChange& change) {
    switch (change.kind) {
    case Kind::Nothing: return "-";
    case Kind::Own: return "own " + std::string(change.own->name) + '=' + change.value;
    case Kind::Save: return "save";
    case Kind::ResetLearning: return "reset learning";
    case Kind::Engine:
        return protocol::format_setoption(change.name, change.value)
            .substr(std::string("setoption name ").size());
    case Kind::Refused: return change.problem;
    }
    return {};
}

config::Settings compact() {
    config::Settings settings;
    settings.option_name_style = "Compact";
    return settings;
}

} // namespace

TEST_CASE("an option of each type, as PolyGlot shows it") {
    const std::pair<std::string_view, std::vector<std::string>> table[] = {
        {"OwnBook type check default true", {"OwnBook -check 1"}},
        {"OwnBook type check default false", {"OwnBook -check 0"}},
        {"OwnBook type check", {"OwnBook -check 0"}},
        {"OwnBook type check default 1", {"OwnBook -check 1"}},
        {"Skill Level type spin default 20 min 0 max 20", {"Skill Level -spin 20 0 20"}},
        {"Neg type spin default -5 min -100 max 100", {"Neg -spin -5 -100 100"}},
        {"Nodes type spin default 0 min 0 max 9223372036854775807", {"Nodes -spin 0 0 2147483647"}},
        // PolyGlot: "-spin 5 <empty> <empty>", which is none
        {"Loose type spin default 5", {"Loose -string 5"}},
        {"Low type spin min 1 max 3", {"Low -spin 1 1 3"}},
        {"Style type combo default Normal var Solid var Normal var Very Risky",
         {"Style -combo Solid /// *Normal /// Very Risky"}},
        {"Style type combo default NORMAL var Solid var Normal",
         {"Style -combo Solid /// *Normal"}},
        {"Style type combo default None var Solid var Normal",
         {"Style -combo Solid /// Normal /// *None"}},
        // Cinnamon
        {"Scheme type combo default cp4 var none var cp1 var",
         {"Scheme -combo none /// cp1 /// *cp4"}},
        // Cinnamon
        {"Net Path type string empty", {"Net Path -path <empty>"}},
        {"Net type combo default a var a", {}}, // nothing to choose
        {"Net type combo default a", {}},
        {"Clear Hash type button", {"Clear Hash -button"}},
        {"About type string default Some text www.x.org", {"About -string Some text www.x.org"}},
        {"About type string default <empty>", {"About -string <empty>"}},
        {"About type string default ", {"About -string <empty>"}},
        {"About type string", {"About -string <empty>"}},
        {"Book File type string default my book.bin", {"Book File -file my book.bin"}},
        {"LOGFILE type string default x", {"LOGFILE -file x"}},
        {"Log Path type string default C:\\x", {"Log Path -path C:\\x"}},
        {"Filepath type string default x", {"Filepath -file x"}},
        {"UCI_HashFile type string default x", {"UCI_HashFile -string x"}},
        {"FilePath type spin default 1 min 0 max 9", {"FilePath -spin 1 0 9"}},
        {"Odd type bogus default 3", {}},
        {"UCI_Elo type spin default 1320 min 1320 max 3190", {"UCI_Elo -spin 1320 1320 3190"}},
        {"UCI_LimitStrength type check default false", {"UCI_LimitStrength -check 0"}},
        // What would break the line
        {"\"Q\" type string default my \"own\"\tbook", {"'Q' -string my 'own' book"}},
        {"a -spin b type string default c -check 1", {"a _spin b -string c -check 1"}},
        {"-x type check default true", {"_x -check 1"}},
        {"multi-pv type check default true", {"multi-pv -check 1"}},
    };
    for (const auto& row : table) {
        CAPTURE(row.first);
        CHECK(shown(engine_with({row.first})) == row.second);
    }
}

TEST_CASE("what xboard has commands for or is our business is not shown, in any case of letters") {
    for (const std::string name : {"Hash",
                                   "hash",
                                   "Ponder",
                                   "PONDER",
                                   "UCI_AnalyseMode",
                                   "uci_opponent",
                                   "UCI_Chess960",
                                   "UCI_ShowCurrLine",
                                   "UCI_ShowRefutations",
                                   "UCI_ShredderbasesPath",
                                   "UCI_SetPositionValue",
                                   "UCI_DrawOffers",
                                   "UCI_Variant",
                                   "NalimovPath",
                                   "GaviotaTbPath",
                                   "SyzygyPath",
                                   "Threads",
                                   "Number of Threads",
                                   "Number Threads",
                                   "Core Threads",
                                   "Max CPUs",
                                   "CPUs",
                                   "MaxThreads",
                                   "Polyglot Book",
                                   "polyglot x"}) {
        CAPTURE(name);
        CHECK(shown(engine_with({name + " type string default x"})).empty());
    }
    for (const std::string name :
         {"Hash Size", "NalimovCache", "Cores", "SyzygyProbeDepth", "UCI_ShowWDL", "Polyglots"}) {
        CAPTURE(name);
        CHECK(shown(engine_with({name + " type string default x"})).size() == 1);
    }
    // Only one of two is the one for `cores`.
    CHECK(shown(engine_with({"CPUs type spin default 1 min 1 max 8",
                             "Threads type spin default 1 min 1 max 8"})) ==
          std::vector<std::string>{"CPUs -spin 1 1 8"});
}

TEST_CASE("our own options come last, in the order of PolyGlot") {
    const EngineOptions engine = engine_with({"OwnBook type check default true"});
    config::Settings settings;
    CHECK(format_option_features(engine, settings) ==
          std::vector<std::string>{
              "feature option=\"OwnBook -check 1\"",
              "feature option=\"Polyglot Log -check 0\"",
              "feature option=\"Polyglot Resign -check 0\"",
              "feature option=\"Polyglot ResignMoves -spin 3 0 10000\"",
              "feature option=\"Polyglot QueenNeverResigns -check 1\"",
              "feature option=\"Polyglot ResignScore -spin 600 0 10000\"",
              "feature option=\"Polyglot HandleDraws -check 0\"",
              "feature option=\"Polyglot ContemptScore -spin 30 0 10000\"",
              "feature option=\"Polyglot Book -check 0\"",
              "feature option=\"Polyglot BookFile -file book.bin\"",
              "feature option=\"Polyglot BookPonder -combo *off /// hard /// always\"",
              "feature option=\"Polyglot BookRandom -check 1\"",
              "feature option=\"Polyglot BookDepth -spin 256 0 256\"",
              "feature option=\"Polyglot BookTreshold -spin 5 0 1000\"",
              "feature option=\"Polyglot BookTopN -spin 0 0 256\"",
              "feature option=\"Polyglot BookVariety -spin 50 0 100\"",
              "feature option=\"Polyglot BookMinElo -spin 0 0 65535\"",
              "feature option=\"Polyglot BookMinDepth -spin 0 0 246\"",
              "feature option=\"Polyglot BookCtgMoves -combo *green /// all\"",
              "feature option=\"Polyglot BookMisses -spin 0 0 1000\"",
              "feature option=\"Polyglot BookAvoidDraws -check 1\"",
              "feature option=\"Polyglot BookLearn -check 0\"",
              "feature option=\"Polyglot ShowTbHits -check 0\"",
              "feature option=\"Polyglot ShowPonder -check 1\"",
              "feature option=\"Polyglot STFudge -spin 20 0 1000\"",
              "feature option=\"Polyglot Save -save\"",
              "feature option=\"Polyglot InfoRate -spin 0 0 1000\"",
          });
    settings.book_learn = true;
    CHECK(format_option_features(engine, settings).size() == 34); // seven of learning
    settings.book_learn = false;
    settings.only_wb_options = false;
    settings.book_depth_moves = 12;
    const auto all = format_option_features(engine, settings);
    const auto has = [&all](std::string_view text) {
        return std::find(all.begin(), all.end(),
                         "feature option=\"Polyglot " + std::string(text) + '"') != all.end();
    };
    CHECK(all.size() == 50);
    CHECK(has("BookDepth -spin 12 0 256"));
    CHECK(has("KibitzCommand -string tellall"));
    CHECK(has("Affinity -string <empty>"));
    CHECK(has("OnlyWbOptions -check 0"));
}

TEST_CASE(
    "compact names hold no blanks, differ from each other, and are understood beside the others") {
    EngineOptions engine =
        engine_with({"Clear Hash type button", "clearhash type button",
                     "Skill level type spin default 1 min 0 max 9",
                     "Polyglotbook type check default false", "ClearHash_2 type button"});
    CHECK(shown(engine, compact()) ==
          std::vector<std::string>{"ClearHash -button", "clearhash_2 -button",
                                   "SkillLevel -spin 1 0 9", "Polyglotbook -check 0",
                                   "ClearHash_2_2 -button"});
    const auto all = format_option_features(engine, compact());
    std::set<std::string> different;
    for (const std::string& line : all) {
        const std::string name = line.substr(16, line.find(" -") - 16);
        CHECK(name.find(' ') == std::string::npos);
        CHECK(different.insert(text::lower(name)).second);
    }
    CHECK(effect_of(resolve_option("SkillLevel=7", engine, compact())) == "Skill level value 7");
    CHECK(effect_of(resolve_option("Skill Level=7", engine, compact())) == "Skill level value 7");
    CHECK(effect_of(resolve_option("skilllevel=7", engine, {})) == "Skill level value 7");
    CHECK(effect_of(resolve_option("clearhash_2", engine, compact())) == "clearhash");
    CHECK(effect_of(resolve_option("ClearHash_2_2", engine, compact())) == "ClearHash_2");
    CHECK(effect_of(resolve_option("Clear Hash", engine, compact())) == "Clear Hash");
    CHECK(effect_of(resolve_option("PolyglotBook=1", engine, compact())) ==
          "Polyglotbook value true");
    CHECK(effect_of(resolve_option("PolyglotBook_2=1", engine, compact())) == "own Book=true");
    CHECK(effect_of(resolve_option("Polyglot Book=1", engine, compact())) == "own Book=true");
    CHECK(effect_of(resolve_option("PolyglotBookDepth=9", engine, {})) == "own BookDepth=9");
}

TEST_CASE("no line is longer than xboard reads") {
    const std::string mega(3000, 'x');
    std::string many = "Many type combo default v250";
    for (int i = 0; i < 300; ++i)
        many += " var v" + std::to_string(i);
    std::string umlauts = "Text type string default a";
    for (int i = 0; i < 300; ++i)
        umlauts += "\xc3\xa4";
    const EngineOptions engine = engine_with(
        {"LongFile type string default " + mega, mega + " type check default true", many, umlauts});
    const auto lines = shown(engine);
    REQUIRE(lines.size() == 3);
    for (const std::string& line : lines)
        CHECK(line.size() <= 511);
    CHECK(lines[0].size() == 511);
    CHECK(lines[1].find("*v250") != std::string::npos);
    CHECK(lines[1].size() > 480);
    CHECK(lines[2].size() == 510); // no half of a letter
    CHECK(effect_of(resolve_option("LongFile=" + mega, engine, {})) == "-");
}

TEST_CASE("properties of what is shown, for any option line") {
    const unsigned seed = std::random_device{}();
    CAPTURE(seed);
    std::mt19937 random(seed);
    constexpr std::string_view words[] = {
        "option", "name", "type",    "check", "spin",  "combo", "string", "button", "default",
        "min",    "max",  "var",     "\"",    "-spin", "-",     "=",      "\t",     "5",
        "-7",     "true", "<empty>", "Path",  "x\"y",  "///",   "*",      "\xc3"};
    for (int i = 0; i < 300; ++i) {
        std::string line = "option name ";
        for (auto n = random() % 24; n > 0; --n)
            line += std::string(words[random() % std::size(words)]) + ' ';
        CAPTURE(line);
        EngineOptions engine(nothing_wanted);
        engine.on_declared(line);
        const config::Settings settings = random() % 2 == 0 ? compact() : config::Settings{};
        for (const std::string& shown_line : format_option_features(engine, settings)) {
            REQUIRE(std::count(shown_line.begin(), shown_line.end(), '"') == 2);
            REQUIRE(shown_line.find_first_of("\t\n\r") == std::string::npos);
            // The name comes back as it was shown, and is known.
            const std::string name = shown_line.substr(16, shown_line.find(" -") - 16);
            REQUIRE(resolve_option(name + "=1", engine, settings).problem.find("unknown option") ==
                    std::string::npos);
        }
    }
}

TEST_CASE("which features the engine's options give") {
    const auto features = [](std::initializer_list<std::string_view> declarations) {
        const OptionFeatures found = find_option_features(engine_with(declarations));
        return std::string(found.memory ? "memory " : "") + (found.smp ? "smp " : "") + '[' +
               found.egt + "] " + found.variants;
    };
    CHECK(features({}) == "[] normal");
    CHECK(features({"Hash type spin default 1 min 1 max 9",
                    "Max CPUs type spin default 1 min 1 max 9"}) == "memory smp [] normal");
    CHECK(features({"SyzygyPath type string", "NalimovPath type string"}) ==
          "[nalimov,syzygy] normal");
    CHECK(features({"GaviotaTbPath type string", "UCI_Chess960 type check default false"}) ==
          "[gaviota] normal,fischerandom");
    CHECK(features({"UCI_Variant type combo default chess var chess var Atomic var 3check var "
                    "UCI_Chess960 var odd, name"}) == "[] normal,atomic,3check,fischerandom");
    CHECK(features({"UCI_Variant type combo default chess var atomic var chess var atomic",
                    "UCI_Chess960 type check"}) == "[] normal,fischerandom,atomic");
    CHECK(features({"UCI_Variant type combo default shogi var shogi var minishogi"}) ==
          "[] shogi,minishogi");
}

TEST_CASE("option: the GUI's line and the engine's setoption") {
    EngineOptions engine = engine_with(
        {"OwnBook type check default true", "UCI_Elo type spin default 1320 min 1320 max 3190",
         "Clear Hash type button",
         "Style type combo default Normal var Solid var Normal var Very Risky",
         "Book File type string default my \"own\" book", "Plain type string default <empty>",
         "Hash type spin default 16 min 1 max 99", "Contempt = x type string default a=b",
         "Contempt type string default c", "NoDefault type check", "-x type button"});
    const std::pair<std::string_view, std::string_view> table[] = {
        {"OwnBook=0", "OwnBook value false"},
        {"ownbook = off", "OwnBook value false"},
        {"OwnBook=1", "-"},
        {"OwnBook=true", "-"},
        {"OwnBook=junk", "Error (bad value): OwnBook=junk"},
        {"OwnBook=7", "Error (bad value): OwnBook=7"},
        {"OwnBook", "Error (no value): OwnBook"},
        {"UCI_Elo=1500", "UCI_Elo value 1500"},
        {"UCI_Elo= +1500 ", "UCI_Elo value 1500"},
        {"UCI_Elo=1320", "-"},
        {"UCI_Elo=5", "-"}, // brought into range
        {"UCI_Elo=99999", "UCI_Elo value 3190"},
        {"UCI_Elo=abc", "Error (bad value): UCI_Elo=abc"},
        {"UCI_Elo=", "Error (bad value): UCI_Elo="},
        {"Clear Hash", "Clear Hash"},
        {"clear hash=", "Clear Hash"},
        {"Style=Very Risky", "Style value Very Risky"},
        {"Style=very risky", "Style value Very Risky"},
        {"Style=Normal", "-"},
        {"Style=None", "Error (bad value): Style=None"},
        {"Book File=a b c", "Book File value a b c"},
        {"Book File=my \"own\" book", "-"},
        {"Book File=my 'own' book", "-"}, // as it was shown
        {"Book File=", "Book File value <empty>"},
        {"Book File=<empty>", "Book File value <empty>"},
        {"Plain=<empty>", "-"},
        {"Plain=", "-"},
        {"Plain=C:\\a;b#c=d", "Plain value C:\\a;b#c=d"},
        {"Hash=64", "Hash value 64"}, // not shown, but the engine has it
        {"Contempt = x=z", "Contempt = x value z"},
        {"Contempt = y", "Contempt value y"},
        {"NoDefault=0", "NoDefault value false"}, // it is unknown what is in force
        {"_x", "-x"},
        {"-x", "-x"},
        {"NoSuch=1", "Error (unknown option): NoSuch"},
        {"Own=1", "Error (unknown option): Own"},
        {"OwnBooks=1", "Error (unknown option): OwnBooks"},
        {"", "Error (unknown option): "},
        {"=1", "Error (unknown option): "},
        // ours
        {"Polyglot Book=1", "own Book=true"},
        {"POLYGLOT book=1", "own Book=true"},
        {"Polyglot Book=0", "-"},
        {"Polyglot BookDepth=7", "own BookDepth=7"},
        {"Polyglot BookDepth=999", "-"},
        {"Polyglot BookDepth=-3", "own BookDepth=0"},
        {"Polyglot BookDepth=x", "Error (BookDepth cannot be 'x': it is a number from 0 to 256 "
                                 "(full moves)): Polyglot BookDepth=x"},
        {"Polyglot BookFile=a ;b#c", "own BookFile=a ;b#c"},
        {"Polyglot BookThreshold=9", "own BookTreshold=9"},
        // Not shown unless OnlyWbOptions=false
        {"Polyglot ScoreWhite=1", "own ScoreWhite=true"},
        // Not shown unless BookLearn is on
        {"Polyglot BookLearnPolicy=ucb", "own BookLearnPolicy=ucb"},
        {"Polyglot BookLearnReset", "reset learning"},
        {"Polyglot Handledraws=1", "own HandleDraws=true"}, // PolyGlot's spelling on the wire
        {"Polyglot Affinity=<empty>", "-"},
        {"Polyglot Save", "save"},
        {"Polyglot Save=1", "save"},
        {"Polyglot EngineCommand=/bin/rm",
         "Error (only for the config file and the command line): Polyglot EngineCommand=/bin/rm"},
        {"Polyglot LogFile=/x",
         "Error (only for the config file and the command line): Polyglot LogFile=/x"},
        {"polyglot logfile = /x",
         "Error (only for the config file and the command line): polyglot logfile = /x"},
        {"PolyglotLogFile=/x",
         "Error (only for the config file and the command line): PolyglotLogFile=/x"},
        {"Polyglot LogFile",
         "Error (only for the config file and the command line): Polyglot LogFile"},
        {"Polyglot LogFile=polyglot.log", "-"}, // as an older version has shown it
        {"Polyglot BookLearnFile=<empty>", "-"},
        {"Polyglot NoSuch=1", "Error (unknown option): Polyglot NoSuch"},
    };
    for (const auto& row : table) {
        CAPTURE(row.first);
        CHECK(effect_of(resolve_option(row.first, engine, {})) == row.second);
    }
    CHECK(effect_of(resolve_option("Book File=x", engine, {})) == "Book File value x");
    engine.on_set("Book File", "x");
    CHECK(effect_of(resolve_option("Book File=x", engine, {})) == "-");
    // Pressed as often as it is
    CHECK(effect_of(resolve_option("Clear Hash", engine, {})) == "Clear Hash");
}

TEST_CASE("memory: Hash gets what the larger tablebase cache leaves") {
    const std::string_view hash = "Hash type spin default 16 min 4 max 1024";
    const std::string_view nalimov = "NalimovPath type string default <empty>",
                           nalimov_cache = "NalimovCache type spin default 30 min 1 max 32";
    const std::string_view gaviota = "GaviotaTbPath type string default /g",
                           gaviota_cache = "GaviotaTbCache type spin default 20 min 1 max 64";
    const auto memory = [](std::string_view arguments,
                           std::initializer_list<std::string_view> declarations) {
        return effect_of(resolve_memory(arguments, engine_with(declarations)));
    };
    CHECK(memory("100", {hash}) == "Hash value 100");
    CHECK(memory("16", {hash}) == "-");
    CHECK(memory("5000", {hash}) == "Hash value 1024");
    CHECK(memory("2", {hash}) == "Hash value 4");
    CHECK(memory("100 MB", {hash}) == "Hash value 100");
    CHECK(memory("100.5", {hash}) == "Hash value 100");
    CHECK(memory("99999999999999999999", {hash}) ==
          "Error (unknown command): memory 99999999999999999999");
    CHECK(memory("100", {hash, nalimov, nalimov_cache}) == "Hash value 70");
    CHECK(memory("100", {hash, nalimov_cache}) == "Hash value 100"); // no tablebases: no cache
    CHECK(memory("100", {hash, gaviota, gaviota_cache}) == "Hash value 80");
    CHECK(memory("100", {hash, gaviota, gaviota_cache, nalimov, nalimov_cache}) == "Hash value 70");
    CHECK(memory("46", {hash, nalimov, nalimov_cache}) == "-");
    CHECK(memory("10", {hash, nalimov, nalimov_cache}) == "Hash value 4");
    CHECK(memory("100", {hash, "SyzygyPath type string",
                         "SyzygyCache type spin default 9 min 1 max 9"}) == "Hash value 100");
    for (const std::string bad : {"0", "-5", "abc", ""})
        CHECK(memory(bad, {hash}) == "Error (unknown command): memory " + bad);
    CHECK(memory("50", {}) == "Error (unknown command): memory 50");

    EngineOptions engine = engine_with({hash, nalimov, nalimov_cache});
    engine.on_set("NalimovCache", "10");
    CHECK(effect_of(resolve_memory("100", engine)) == "Hash value 90");
}

TEST_CASE("cores and egtpath") {
    EngineOptions engine = engine_with(
        {"CPUs type spin default 1 min 1 max 8", "SyzygyPath type string default <empty>"});
    CHECK(effect_of(resolve_cores("4", engine)) == "CPUs value 4");
    CHECK(effect_of(resolve_cores("1", engine)) == "-");
    CHECK(effect_of(resolve_cores(
              "2", engine_with({"Threads type spin default 1 min 1 max 8",
                                "Number of Threads type spin default 1 min 1 max 8"}))) ==
          "Number of Threads value 2");
    CHECK(effect_of(resolve_cores("100", engine)) == "CPUs value 8");
    CHECK(effect_of(resolve_cores("0", engine)) == "Error (unknown command): cores 0");
    CHECK(effect_of(resolve_cores("4", engine_with({}))) == "Error (unknown command): cores 4");
    CHECK(effect_of(resolve_egtpath("syzygy /a b;/c", engine)) == "SyzygyPath value /a b;/c");
    CHECK(effect_of(resolve_egtpath("Syzygy  /a ", engine)) == "SyzygyPath value /a");
    CHECK(effect_of(resolve_egtpath("nalimov /a", engine)) ==
          "Error (unsupported table base format): egtpath nalimov");
    CHECK(effect_of(resolve_egtpath("scorpio /a", engine)) ==
          "Error (unsupported table base format): egtpath scorpio");
    CHECK(effect_of(resolve_egtpath("syzygy", engine)) ==
          "Error (unknown command): egtpath syzygy");
    engine.on_set("SyzygyPath", "/a");
    CHECK(effect_of(resolve_egtpath("syzygy /a", engine)) == "-");
}

TEST_CASE("variant: only what is not in force is set") {
    const auto changes = [](std::string_view name, const EngineOptions& engine) {
        const auto found = resolve_variant(name, engine);
        if (!found) return std::string("not offered");
        std::string text;
        for (const OptionChange& change : *found)
            text += '[' + effect_of(change) + ']';
        return text;
    };
    EngineOptions engine =
        engine_with({"UCI_Chess960 type check default false",
                     "UCI_Variant type combo default chess var chess var Atomic"});
    CHECK(changes("normal", engine).empty());
    CHECK(changes("fischerandom", engine) == "[UCI_Chess960 value true]");
    CHECK(changes("atomic", engine) == "[UCI_Variant value Atomic]");
    CHECK(changes("suicide", engine) == "not offered");
    engine.on_set("UCI_Chess960", "true");
    engine.on_set("UCI_Variant", "Atomic");
    CHECK(changes("fischerandom", engine) == "[UCI_Variant value chess]");
    CHECK(changes("normal", engine) == "[UCI_Variant value chess][UCI_Chess960 value false]");
    CHECK(changes("atomic", engine) == "[UCI_Chess960 value false]");
    CHECK(changes("normal", engine_with({})).empty());
    CHECK(changes("fischerandom", engine_with({})) == "not offered");
    CHECK(changes("fischerandom",
                  engine_with({"UCI_Variant type combo default chess var chess var chess960"})) ==
          "[UCI_Variant value chess960]");
}

TEST_CASE("an option that the engine declares again gets a new feature line") {
    EngineOptions engine = engine_with(
        {"Net type combo default a var a var b", "Hash type spin default 1 min 1 max 9"});
    engine.on_declared("option name Net type combo default c var a var c");
    CHECK(format_option_feature("net", engine, {}) == "feature option=\"Net -combo a /// *c\"");
    CHECK(!format_option_feature("Hash", engine, {}));
    CHECK(!format_option_feature("Other", engine, {}));
}

TEST_CASE("a long value of our options is cut to XBoard's limit") {
    config::Settings settings;
    settings.book_file = std::string(600, 'x');
    const std::vector<std::string> lines = format_option_features(engine_with({}), settings);
    const auto line = std::find_if(lines.begin(), lines.end(), [](const std::string& text) {
        return text.find("BookFile -file x") != std::string::npos;
    });
    REQUIRE(line != lines.end());
    CHECK(line->size() == std::string_view("feature option=\"\"").size() + 511);
}
