// Lines of xboard engines. What stands with an engine's name was seen from it (Debian 12's
// packages).
#include "adapter/protocol/xboard/engine.hpp"

#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot::protocol;
using R = XboardReply;

namespace {

void check(std::string_view line, R reply, std::string_view arguments) {
    CAPTURE(line);
    const XboardEngineLine parsed = parse_xboard_engine_line(line);
    CHECK(static_cast<int>(parsed.reply) == static_cast<int>(reply));
    CHECK(parsed.arguments == arguments);
}
// The arguments are the whole line.
void check_whole(std::string_view line, R reply) {
    check(line, reply, line);
}

std::string shown(std::string_view arguments) {
    std::string text;
    for (const auto& [name, value] : parse_features(arguments))
        text += '<' + name + '|' + value + '>';
    return text;
}

std::string joined(const std::vector<std::string>& list) {
    std::string text;
    for (const std::string& item : list)
        text += '[' + item + ']';
    return text;
}

} // namespace

TEST_CASE("xboard engine lines: moves") {
    check("move e2e4", R::Move, "e2e4");
    check("move e7e8q", R::Move, "e7e8q");
    check("move O-O-O", R::Move, "O-O-O");
    check("move P@f7", R::Move, "P@f7");
    check("move Nf3", R::Move, "Nf3");
    check("  move   e2e4 \r", R::Move, "e2e4");
    check("move\te2e4", R::Move, "e2e4");
    check("1. ... d7d5", R::Move, "d7d5"); // gnuchess, before "My move is"
    check("12 ... O-O", R::Move, "O-O");
    check("3. ... e8=Q+", R::Move, "e8=Q+");
    check("My move is : f7g7", R::Move, "f7g7"); // gnuchess
    check("My move is: e7e5", R::Move, "e7e5");
    check("my move is:e7e5", R::Move, "e7e5");
    check("White (1) : 1. ... d7d5", R::Move, "d7d5");
    check("Black[3]: move e7e5", R::Move, "e7e5");
    // An echo of a move that the engine was sent, and text that only looks like a move.
    check_whole("1. e2e4", R::Other);
    check_whole("1. e7e5", R::Other); // gnuchess, of Black's move
    check("White (1) : 1. e2e4", R::Other, "1. e2e4");
    check_whole("1. ... e5 2. Nf3", R::Other);
    check_whole("1. ...", R::Other);
    check_whole("1...e7e5", R::Other);
    check_whole("1. .. e7e5", R::Other);
    check_whole("... e7e5", R::Other);
    check_whole(". ... e7e5", R::Other);
    check_whole("x. ... e7e5", R::Other);
    check_whole("move", R::Other);
    check_whole("moves e2e4", R::Other);
    check_whole("Move ordering : 84.432106%", R::Other); // sjeng
    check_whole("Info: move ordering", R::Other);
    check_whole("My move is", R::Other);
    check_whole("My move is :", R::Other);
    check_whole("e2e4", R::Other);
}

TEST_CASE("xboard engine lines: a thinking line is nothing else") {
    for (const std::string line : {
             "5 12 34 567 e2e4",
             "9 156 1084 48000 Nf3 Nc6 Nc3 Nf6",
             "1 +0 0 2 Kf5", // gnuchess
             "1 -0 0 1 e2e4",
             "0 1 0 0 (e4 64%, d4 24%)",                   // crafty in its book
             "41 +9999 100 7740000 Qg7#",                  // gnuchess
             "3  29999     0      420  Qf7-g7",            // phalanx
             "3       0     1      417  Nf6 !",            // sjeng
             "1 10 0 24 1 12000 0\t e7e6",                 // fairy-stockfish
             "3&     14    0       89   d1d2  e8e7  d2d3", // GNU Chess 4
             "10. 66 1 24387 d1e2 f7f5",
             "4    109      14   1435  1. e4 d5 2. Qf3 dxe4", // crafty
             "7. 3 4 5 1. ... e7e5",
             "12 30 5 100 move e2e4",
             "12 30 5 100 offer draw",
             "12 30 5 100 White (1) : move e2e4",
         }) {
        check_whole(line, R::Other);
        check("    " + line + " \r", R::Other, line);
        check("Black (1) : " + line, R::Other, line);
    }
}

TEST_CASE("xboard engine lines: ends of games") {
    for (const std::string_view line :
         {"1-0 {White mates}", "0-1", "1/2-1/2 {Draw by repetition}", "1-0 {White Mates}",
          "0-1 {White resigns}", "1-0", "1/2-1/2", "1/2-1/2{Stalemate}", "White mates",
          "Black mates", "White", "Black", "Draw", "Draw by repetition",
          "game is a draw by the 50 move rule", "computer mates", "opponent mates", "checkmate"})
        check_whole(line, R::Result);
    check("Black (7) : 1-0 {White mates}", R::Result, "1-0 {White mates}");
    for (const std::string_view line :
         {"1-00", "1-0-0", "0-10 1", "1/2", "1/2-1/20", "* {aborted}", "White castles",
          "Draw score: 0", "draw", "Whitespace", "Blackburne"})
        check_whole(line, R::Other);
    check("resign", R::Resign, "");
    check("tellics resign", R::Resign, "tellics resign");
    check("White resigns", R::Resign, "White resigns");
    check("Black resigns!", R::Resign, "Black resigns!");
    check("computer resigns", R::Resign, "computer resigns");
    check_whole("resignation", R::Other);
    check("offer draw", R::OfferDraw, "offer draw");
    check_whole("I offer a draw", R::OfferDraw);
    check_whole("tellics draw", R::OfferDraw);
    check_whole("tellics offer draw", R::OfferDraw);
    check_whole("draw offer declined", R::Other);
    check_whole("opponent offers a draw", R::Other);
}

TEST_CASE("xboard engine lines: refusals") {
    check("Illegal move: e2e5", R::IllegalMove, "e2e5"); // phalanx, sjeng, hoichess
    check("Illegal move:e2e5", R::IllegalMove, "e2e5");  // fairymax
    check("Illegal move (in check): Nf3", R::IllegalMove, "Nf3");
    check("Illegal move (moving (again) into check): e1g1", R::IllegalMove, "e1g1");
    check("Illegal move (no matching move)e2e4", R::IllegalMove, "e2e4"); // GNU Chess 4
    check("illegal move", R::IllegalMove, "");                            // Crafty
    check("Illegal move:", R::IllegalMove, "");
    check("Illegal move (unclosed: e2e4", R::IllegalMove, "");
    check("Invalid move: uci", R::IllegalMove, "uci"); // gnuchess
    check("White (1) : Invalid move: uci", R::IllegalMove, "uci");
    check("Illegal move: foo bar", R::IllegalMove, "foo bar"); // phalanx
    check("Illegal move in PV", R::IllegalMove, "in PV");
    check_whole("Illegal moves: 3", R::Other);
    check("Error (unknown command): e2e5", R::Error, "(unknown command): e2e5"); // hoichess
    check("Error (unkown command): foo", R::Error, "(unkown command): foo");     // fairy-stockfish
    check("Error (command not implemented): hint", R::Error, "(command not implemented): hint");
    check("Error: sd", R::Error, ": sd");
    check("error(unknown command): sd", R::Error, "(unknown command): sd");
    check_whole("Errors: 3", R::Other);
}

TEST_CASE("xboard engine lines: all else") {
    check("", R::Blank, "");
    check(" \t\r", R::Blank, "");
    check("White (1) : ", R::Blank, ""); // gnuchess
    check("White (1) : White (1) : ", R::Blank, "");
    check("feature ping=1 done=1", R::Feature, "ping=1 done=1");
    check("feature", R::Feature, "");
    // Gnuchess without --xboard
    check("White (1) : feature done=0", R::Feature, "done=0");
    // Sjeng without xboard
    check("Sjeng: feature ping=1 setboard=1", R::Feature, "ping=1 setboard=1");
    check("White(1)[pondering]: feature done=1", R::Feature, "done=1");
    check("tscp> pong 4", R::Pong, "4");
    check("pong 3", R::Pong, "3");
    check("pong", R::Pong, "");
    check("Hint: g8f6", R::Hint, "g8f6"); // fairymax
    check("hint:g8f6", R::Hint, "g8f6");
    check_whole("Hint:", R::Other);
    // fairymax
    check("# times @ 4249860399: real=227 cpu=30", R::Comment,
          "times @ 4249860399: real=227 cpu=30");
    check("#", R::Comment, "");
    check("# offer draw", R::Comment, "offer draw");
    check("#move e2e4", R::Comment, "move e2e4");
    check("stat01: 100 5000 7 20 30 Nf3", R::Stat, "100 5000 7 20 30 Nf3");
    check("stat01:", R::Stat, "");
    for (const std::string_view line :
         {"tellall hello", "tellothers d5 +0.10", "tellopponent I offer a draw", "telluser resign",
          "tellusererror Illegal position", "tellics set f5 1=1", "tellics say     Fairy-Max 5.0b",
          "tellics whisper depth=3; eval=+299.99; nodes=420; nps=42000", "tellicsnoalias kibitz x",
          "askuser tag Which book?",
          "setup (PNBRQK................pnbrqk) 8x8+0_fairy 8/8/8/8/8/8/8/8 w - - 0 1",
          "piece P& fmWfceFifmnD", "highlight 8/8/8/8/4y3/8/8/8", "choice QRBN", "click e4",
          "kibitz hi", "whisper hi"})
        check_whole(line, R::Tell);
    for (const std::string_view line : {"Chess",
                                        "Phalanx XXV",
                                        "[ white, 1 ]",
                                        "xboard mode on",
                                        "initial position set, machine plays black",
                                        "Sjeng:",
                                        "8 | *R | *N | *B | *Q | *K | *B | *N | *R |",
                                        "Thinking...",
                                        "Unknown command: foo bar",
                                        "uciok",
                                        "id name Fairy-Stockfish 11.1 LB 64",
                                        "info depth 1 score cp 10 pv e7e6",
                                        "Opening phase.",
                                        "White : e4",
                                        "White (x) : e4",
                                        "White (1) e4",
                                        "White (1 : e4",
                                        "Sjeng: hello",
                                        "featured",
                                        "Info: move e2e4"})
        check_whole(line, R::Other);
}

TEST_CASE("features: pairs as they stand on the line") {
    const std::pair<std::string_view, std::string_view> table[] = {
        {"", ""},
        {"  \t ", ""},
        {"ping=1", "<ping|1>"},
        {" ping=1  setboard=1\tdone=1 ", "<ping|1><setboard|1><done|1>"},
        {"myname=\"Crafty 25\" san=1", "<myname|Crafty 25><san|1>"},
        {"myname=Fairy-Stockfish variants=\"chess,3check\"", // fairy-stockfish
         "<myname|Fairy-Stockfish><variants|chess,3check>"},
        {"draw=0 option=\"Randomizer (0-50) -slider 0 0 50\" ping=1 ", // phalanx
         "<draw|0><option|Randomizer (0-50) -slider 0 0 50><ping|1>"},
        // fairy-stockfish
        {"option=\"Debug Log File -string \"", "<option|Debug Log File -string >"},
        {"myname=\"\" ping=1", "<myname|><ping|1>"},
        {"myname=\"no end ping=1", "<myname|no end ping=1>"},
        {"myname=\"", "<myname|>"},
        {"myname=\"a\\\"b\" ping=1", "<myname|a\\><b\"|><ping|1>"}, // no escapes
        {"myname=\"a\"ping=1", "<myname|a><ping|1>"},
        {"myname='it''s' ping=1", "<myname|'it''s'><ping|1>"}, // none but double quotes
        {"ping =1 myname = \"a b\"", "<ping|1><myname|a b>"},
        {"ping= done=1", "<ping|><done|1>"},
        {"ping", "<ping|>"},
        {"ping done=1", "<ping|><done|1>"},
        {"=1 done=1", "<done|1>"},
        {"=", ""},
        {"a==b", "<a|=b>"},
        {"option=\"A=b -check 1\"", "<option|A=b -check 1>"},
    };
    for (const auto& row : table) {
        CAPTURE(row.first);
        CHECK(shown(row.first) == row.second);
    }
}

TEST_CASE("features: any list that is written down is read back") {
    const auto seed = std::random_device{}();
    CAPTURE(seed);
    std::mt19937 random(seed);
    const auto pick = [&random](std::string_view from) { return from[random() % from.size()]; };
    for (int round = 0; round < 2000; ++round) {
        std::vector<std::pair<std::string, std::string>> pairs(random() % 6);
        std::string line = "feature";
        for (auto& [name, value] : pairs) {
            name = pick("abcxyz");
            for (auto length = random() % 8; length > 0; --length)
                name += pick("abcxyz019_-");
            const bool quoted = random() % 2 == 0;
            for (auto length = random() % 12; length > 0; --length)
                value += quoted ? pick("ab 01=-/*'\\\t,#") : pick("ab01=-/*'\\,#");
            line.append(1 + random() % 3, ' ');
            line += name + '=' + (quoted ? '"' + value + '"' : value);
        }
        CAPTURE(line);
        const XboardEngineLine parsed = parse_xboard_engine_line(line);
        REQUIRE(static_cast<int>(parsed.reply) == static_cast<int>(R::Feature));
        // A bare value at the end is followed by nothing that trim could take.
        REQUIRE(parse_features(parsed.arguments) == pairs);
    }
}

TEST_CASE("features: every flag of the protocol, and its default") {
    const XboardFeatures defaults;
    struct Flag {
        std::string_view name;
        bool XboardFeatures::*value;
        bool by_default;
    };
    const Flag flags[] = {
        {"ping", &XboardFeatures::ping, false},
        {"setboard", &XboardFeatures::setboard, false},
        {"playother", &XboardFeatures::playother, false},
        {"san", &XboardFeatures::san, false},
        {"usermove", &XboardFeatures::usermove, false},
        {"time", &XboardFeatures::time, true},
        {"draw", &XboardFeatures::draw, true},
        {"sigint", &XboardFeatures::sigint, true},
        {"sigterm", &XboardFeatures::sigterm, true},
        {"reuse", &XboardFeatures::reuse, true},
        {"analyze", &XboardFeatures::analyze, true},
        {"colors", &XboardFeatures::colors, true},
        {"ics", &XboardFeatures::ics, false},
        {"name", &XboardFeatures::name, false},
        {"pause", &XboardFeatures::pause, false},
        {"nps", &XboardFeatures::nps, true},
        {"memory", &XboardFeatures::memory, false},
        {"smp", &XboardFeatures::smp, false},
        {"exclude", &XboardFeatures::exclude, false},
        {"setscore", &XboardFeatures::setscore, false},
        {"debug", &XboardFeatures::debug, false},
    };
    for (const Flag& flag : flags) {
        CAPTURE(flag.name);
        CHECK(defaults.*flag.value == flag.by_default);
        XboardFeatures features;
        CHECK(take_feature(features, flag.name, flag.by_default ? "0" : "1"));
        CHECK(features.*flag.value != flag.by_default);
        CHECK(features.nps_known == (flag.name == "nps"));
        CHECK(features.sigint_known == (flag.name == "sigint"));
        for (const std::string_view bad : {"yes", "", "2", "-1", "1x", "true", "99999999999"}) {
            CAPTURE(bad);
            CHECK(!take_feature(features, flag.name, bad));
            CHECK(features.*flag.value != flag.by_default);
        }
        for (const Flag& other : flags) // only this one has changed
            if (other.name != flag.name) CHECK(features.*other.value == other.by_default);
    }
    XboardFeatures features;
    for (const std::string_view unknown : {"xedit", "highlight", "PING", "", "nonsense", "pin"}) {
        CAPTURE(unknown);
        CHECK(!take_feature(features, unknown, "1"));
    }
}

TEST_CASE("features: done, texts and lists") {
    XboardFeatures features;
    CHECK(!features.done);
    CHECK(!take_feature(features, "done", "maybe"));
    CHECK(!features.done);
    CHECK(take_feature(features, "done", "0"));
    CHECK(features.done == false);
    CHECK(take_feature(features, "done", "1"));
    CHECK(features.done == true);
    CHECK(take_feature(features, "myname", "Crafty 25"));
    CHECK(features.myname == "Crafty 25");
    CHECK(take_feature(features, "variants", "normal,fischerandom,8x8+0_fairy"));
    CHECK(joined(features.variants) == "[normal][fischerandom][8x8+0_fairy]");
    CHECK(take_feature(features, "variants", " normal , ,atomic,"));
    CHECK(joined(features.variants) == "[normal][atomic]");
    CHECK(take_feature(features, "egt", "syzygy,nalimov"));
    CHECK(joined(features.egt) == "[syzygy][nalimov]");
    CHECK(take_feature(features, "egt", ""));
    CHECK(features.egt.empty());
}

TEST_CASE("features: options are gathered, a name again replaces") {
    XboardFeatures features;
    CHECK(take_feature(features, "option", "Style -combo a /// *b"));
    CHECK(take_feature(features, "option", "Clear -button"));
    CHECK(take_feature(features, "option", "Style -check 1"));
    CHECK(take_feature(features, "option", "style -check 0")); // another one
    CHECK(!take_feature(features, "option", "nonsense"));
    CHECK(!take_feature(features, "option", "-check 1"));
    CHECK(!take_feature(features, "option", "x -knob 1"));
    CHECK(!take_feature(features, "option", ""));
    CHECK(joined(features.options.all()) == "[Style -check 1][Clear -button][style -check 0]");
    CHECK(features.options.bytes() == std::string_view("Style -check 1Clear -button").size() +
                                          std::string_view("style -check 0").size());
    CHECK(features.options.has("Style -check 1"));
    CHECK_FALSE(features.options.has("Style -combo a /// *b"));
    CHECK_FALSE(features.options.has("Other -button"));
    CHECK_FALSE(features.options.has("nonsense"));
}

TEST_CASE("options: name, type and value") {
    using T = XboardOption::Type;
    const auto check_option = [](std::string_view text, std::string_view name, T type,
                                 std::string_view value) {
        CAPTURE(text);
        const auto option = parse_xboard_option(text);
        REQUIRE(option);
        CHECK(option->name == name);
        CHECK(static_cast<int>(option->type) == static_cast<int>(type));
        CHECK(option->value == value);
    };
    check_option("Info -button", "Info", T::Button, "");
    check_option("Save -save", "Save", T::Button, "");
    check_option("All -reset", "All", T::Button, "");
    check_option("Resign -check 0", "Resign", T::Check, "0");
    check_option("Resign Threshold -spin 800 200 1200", "Resign Threshold", T::Spin,
                 "800 200 1200");
    check_option("Randomizer (0-50) -slider 0 0 50", "Randomizer (0-50)", T::Spin, "0 0 50");
    check_option("Multi-PV Margin -spin 0 0 1000", "Multi-PV Margin", T::Spin, "0 0 1000");
    check_option("Makruk rules -combo makruk /// Cambodian /// Ai-wok", "Makruk rules", T::Combo,
                 "makruk /// Cambodian /// Ai-wok");
    check_option("Dummy -string happy -check birthday!", "Dummy", T::String,
                 "happy -check birthday!");
    check_option("Ini File -file /usr/share/fmax.ini", "Ini File", T::String,
                 "/usr/share/fmax.ini");
    check_option("Dir -path .", "Dir", T::String, ".");
    check_option("Debug Log File -string ", "Debug Log File", T::String, "");
    check_option("a -x b -spin 1 2 3", "a -x b", T::Spin, "1 2 3");
    check_option("\tA\t-check\t1\t", "A", T::Check, "1");
    for (const std::string_view bad :
         {"", " ", "-spin 1 2 3", "name", "name -", "name -CHECK 1", "name-check 1"}) {
        CAPTURE(bad);
        CHECK(!parse_xboard_option(bad));
    }
}
