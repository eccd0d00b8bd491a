#include "config/engine_command.hpp"
#include "config/load.hpp"

#include <random>
#include <string>

#include <doctest/doctest.h>

using namespace polyglot::config;

namespace {

Configuration load(const std::string& text) {
    Configuration configuration;
    load_ini(configuration, text, "/x/p.ini");
    return configuration;
}

std::string messages(const Configuration& configuration) {
    std::string out;
    for (const Diagnostic& diagnostic : configuration.diagnostics)
        out += render(diagnostic) + '\n';
    return out;
}

std::string engine_options(const Configuration& configuration) {
    std::string out;
    for (const auto& [name, value] : configuration.settings.engine_options) {
        out += name + '=' + value;
        out += " (" + describe(configuration.provenance.of_engine_option(name)) + ")\n";
    }
    return out;
}

} // namespace

TEST_CASE("diagnostics in one line for the user of a GUI") {
    CHECK(summarise({}).empty());
    const Diagnostic note{Severity::Note, "a/b.ini", 3, 1, 0, "a note", "", ""};
    const Diagnostic fatal{Severity::Fatal, "a/b.ini", 3, 1, 0, "no engine", "", ""};
    CHECK(summarise({note, fatal}).empty());
    const Diagnostic warning{Severity::Warning, "/a/b.ini",       3, 1, 0, "unknown option 'X'",
                             "X = 1",           "did you mean Y?"};
    CHECK(summarise({note, warning}) == "b.ini:3: unknown option 'X' (did you mean Y?)");
    const Diagnostic error{Severity::Error, "C:\\a\\b.ini", 4, 1, 0, "wrong value", "",
                           "write true"};
    CHECK(summarise({warning, error, warning}) ==
          "b.ini:4: wrong value; 2 more in the log and with -check-config");
    const Diagnostic by_option{Severity::Error, "-log maybe", 0, 0, 0, "wrong value", "", ""};
    CHECK(summarise({by_option}) == "-log maybe: wrong value");
}

TEST_CASE("settings and where they come from") {
    const Configuration c =
        load("[POLYGLOT]\nEngineCommand = ./sf -x\nbook=on\nBookThreshold=7\nQuitTimeout = 0.25\n"
             "[Engine]\nHash = 64\n");
    CHECK(messages(c) == "");
    CHECK(c.settings.engine_command == "./sf -x");
    CHECK(c.settings.book);
    CHECK(c.settings.book_threshold_per_mil == 7);
    CHECK(c.settings.quit_timeout_ms == 250);
    CHECK(describe(c.provenance.of(*find_option("Book"))) == "/x/p.ini:3");
    CHECK(describe(c.provenance.of(*find_option("BookTreshold"))) == "/x/p.ini:4");
    CHECK(describe(c.provenance.of(*find_option("BookFile"))) == "default");
    CHECK(engine_options(c) == "Hash=64 (/x/p.ini:7)\n");
}

TEST_CASE("later lines win, empty values are not given, [Engine] keeps its order") {
    const Configuration c =
        load("[PolyGlot]\nLogFile=a\nLogFile=b\nlogfile=\n"
             "[Engine]\nB=two\nA=one\nB=three\nC=\nb=four\nA=\n[PolyGlot]\nLog=true\n");
    CHECK(messages(c) == "");
    CHECK(c.settings.log_file == "b");
    CHECK(c.settings.log);
    CHECK(engine_options(c) == "b=four (/x/p.ini:10)\nA=one (/x/p.ini:7)\n");
}

TEST_CASE("quotes come off, except where they group words") {
    const Configuration c = load(
        "[PolyGlot]\nEngineCommand=\"/a b/sf\"\nBookFile=\"F:\\x y\\book.bin\"\nEngineName=\"\"\n"
        "[Engine]\nSyzygyPath = \"C:\\a;D:\\b\"\nEmpty=\"\"\n");
    CHECK(c.settings.book_file == "F:\\x y\\book.bin");
    CHECK(c.settings.engine_command == "\"/a b/sf\"");
    CHECK(*engine_words(c.settings) == std::vector<std::string>{"/a b/sf"});
    CHECK(c.settings.engine_options[0].second == "C:\\a;D:\\b");
    CHECK(c.settings.engine_options[1].second.empty());
}

TEST_CASE("the exact words of a diagnostic") {
    CHECK(messages(load("[PolyGlot]\n  BookFiel = x\n")) ==
          "/x/p.ini:2:3: warning: unknown option 'BookFiel' of [PolyGlot] is ignored\n"
          "      BookFiel = x\n"
          "      ^~~~~~~~\n"
          "    hint: did you mean BookFile?\n");
    CHECK(messages(load("[PolyGlot]\nBook true\n")) == "/x/p.ini:2:1: error: '=' is missing\n"
                                                       "    Book true\n"
                                                       "    ^~~~~~~~~\n"
                                                       "    hint: a line is: name = value\n");
    CHECK(messages(load("[PolyGlot]\nUseNice =\tmaybe # ?\n")) ==
          "/x/p.ini:2:11: error: UseNice cannot be 'maybe': it is true or false; using false\n"
          "    UseNice = maybe # ?\n"
          "              ^~~~~\n");
    CHECK(messages(load("[PolyGlot]\nBookDepth=5000\n")) ==
          "/x/p.ini:2:11: warning: BookDepth cannot be '5000': it is a number from 0 to 256 (full "
          "moves); using 256\n"
          "    BookDepth=5000\n"
          "              ^~~~\n");
    CHECK(messages(load("[Fishnet]\nA=1\nB=2\n[Other\n")) ==
          "/x/p.ini:1:1: note: section [Fishnet] is not ours and is ignored\n"
          "    [Fishnet]\n"
          "    ^~~~~~~~~\n"
          "/x/p.ini:4:1: error: the section is not closed by ']'\n"
          "    [Other\n"
          "    ^~~~~~\n");
    const auto hint_for = [](const std::string& section) {
        const std::string text = messages(load("[" + section + "]\nA=1\n"));
        const std::size_t at = text.find("hint: ");
        // Else a warning
        CHECK((at == std::string::npos) == (text.find(": note: ") != std::string::npos));
        return at == std::string::npos ? "" : text.substr(at + 6, text.size() - at - 7);
    };
    CHECK(hint_for("Bok b") == "did you mean [Book b]?");
    CHECK(hint_for("boook White; only") == "did you mean [Book White; only]?");
    CHECK(hint_for("Bok") == "did you mean [Book NAME]?");
    CHECK(hint_for("Polyglt") == "did you mean [PolyGlot]?");
    CHECK(hint_for("Engines") == "did you mean [Engine]?");
    for (const char* other : {"Engines a", "Fishnet", "Bookkeeping", "lichess-bot", "B"})
        CHECK(hint_for(other).empty());
    const std::string fishnet = "[Fishnet]\nEngineCommand=x\n";
    CHECK(messages(load(fishnet)) ==
          "/x/p.ini:1:1: warning: section [Fishnet] is not ours and is ignored\n"
          "    [Fishnet]\n"
          "    ^~~~~~~~~\n"
          "    hint: EngineCommand is read in the section [PolyGlot]\n");
    CHECK(messages(load(fishnet + "[polyglot]\nenginecommand=y\n")).find("hint") ==
          std::string::npos);
    CHECK(messages(load("Book=true\n")) ==
          "/x/p.ini:1:1: warning: lines before the first section are ignored\n"
          "    Book=true\n"
          "    ^~~~\n"
          "    hint: start with a line [PolyGlot]\n");
    CHECK(messages(load("[Engine]\nCaf\xc3\xa9 = a \"b;c\n")) ==
          "/x/p.ini:2:13: warning: a comment begins between quotes: the value is only 'a \"b'\n"
          "    Caf\xc3\xa9 = a \"b;c\n"
          "               ^~\n"
          "    hint: write \\;, or put the whole value between quotes\n");
    CHECK(messages(load("[PolyGlot]\nSave=1\n")) ==
          "/x/p.ini:2:6: error: Save is a button of the GUI and has no value\n    Save=1\n         "
          "^\n");
    CHECK(messages(load("\xff\xfe[\n")) ==
          "/x/p.ini:1:1: error: this is UTF-16 text\n    hint: save the file as UTF-8\n");
}

TEST_CASE("long lines and control characters are shown in a window") {
    const std::string text =
        render({Severity::Error, "f", 1, 1001, 3, "m",
                std::string(1000, 'a') + "\x1b]B\n" + std::string(1000, 'c'), ""});
    CHECK(text == "f:1:1001: error: m\n    ..." + std::string(50, 'a') + "?]B?" +
                      std::string(46, 'c') + "...\n       " + std::string(50, ' ') + "^~~");
    CHECK(render({Severity::Fatal, "f", 2, 4, 1, "m", "abc", ""}) ==
          "f:2:4: error: m\n    abc\n       ^");
    CHECK(render({Severity::Error, "", 0, 0, 0, "m", "", "h"}) == "error: m\n    hint: h");
}

TEST_CASE("only errors that PolyGlot refuses are fatal") {
    CHECK(has_fatal(load("[PolyGlot]\nx\n").diagnostics));
    CHECK(has_fatal(load("[PolyGlot\n").diagnostics));
    CHECK(has_fatal(load("[PolyGlot]\n=1\n").diagnostics));
    const Configuration c = load("[PolyGlot]\nBookDepth=abc\nNiceValue=-3\nUseNice=tru\nWhat="
                                 "ever\nBook=1\n[Engine] A=b\n[Own]\nC=d\n");
    CHECK(!has_fatal(c.diagnostics));
    CHECK(c.diagnostics.size() == 6);
    CHECK(c.settings.book_depth_moves == 256);
    CHECK(c.settings.nice_value == 0);
    CHECK(!c.settings.use_nice);
    CHECK(c.settings.book);
    CHECK(describe(c.provenance.of(*find_option("NiceValue"))) == "/x/p.ini:3");
    CHECK(describe(c.provenance.of(*find_option("BookDepth"))) == "default");
}

TEST_CASE("single options from elsewhere") {
    Configuration c = load("[PolyGlot]\nBookDepth=9\n[Engine]\nHash=1\n");
    const Origin origin{Origin::Kind::CommandLine, {}, 0};
    apply_option(c, "bookdepth", "12", origin, "-pg");
    CHECK(c.settings.book_depth_moves == 12);
    CHECK(describe(c.provenance.of(*find_option("BookDepth"))) == "command line");
    apply_option(c, "BookDepth", " ", origin, "-pg");
    apply_option(c, "BookDepth", "x", origin, "-pg BookDepth=x");
    apply_option(c, "Bok", "x", origin, "-pg Bok=x");
    apply_option(c, "BookDepth", "999", origin, "-pg BookDepth=999");
    CHECK(
        messages(c) ==
        "-pg BookDepth=x: error: BookDepth cannot be 'x': it is a number from 0 to 256 (full "
        "moves); "
        "using 12\n"
        "-pg Bok=x: warning: unknown option 'Bok' is ignored\n    hint: did you mean Book?\n"
        "-pg BookDepth=999: warning: BookDepth cannot be '999': it is a number from 0 to 256 (full "
        "moves); using 256\n");
    apply_engine_option(c, " HASH ", "2", origin);
    CHECK(engine_options(c) == "HASH=2 (command line)\n");
}

TEST_CASE("the engine's command") {
    Settings settings;
    CHECK(engine_words(settings).error().message == "EngineCommand is not set");
    settings.engine_command = "nice -n 5 \"./my sf\" \"\"";
    CHECK(*engine_words(settings) == std::vector<std::string>{"nice", "-n", "5", "./my sf", ""});
    settings.engine_command = "sf \"x y";
    CHECK(engine_words(settings).error().message == "EngineCommand: a quote is not closed: \"x y");
    settings.engine_command = "\"\" x";
    CHECK(engine_words(settings).error().message == "EngineCommand: the engine's name is empty");
    settings.engine_argv = {"a b", "c"};
    CHECK(*engine_words(settings) == settings.engine_argv);
    settings.engine_argv = {""};
    CHECK(engine_words(settings).has_error());
}

TEST_CASE("any bytes load, and the settings stay within their ranges") {
    const unsigned seed = std::random_device{}();
    CAPTURE(seed);
    std::mt19937 random(seed);
    const char* pieces[] = {"[PolyGlot]",  "[Engine]", "\n",           "=",  "Book", "BookDepth",
                            "QuitTimeout", "Save",     "\"",           ";",  "\\",   "999999999999",
                            "-1",          "0.5",      "\r",           "\t", "\xc3", "true",
                            "x",           "Affinity", "EngineCommand"};
    for (int i = 0; i < 5'000; ++i) {
        std::string text;
        for (auto n = random() % 60; n > 0; --n)
            text += pieces[random() % std::size(pieces)];
        const Configuration c = load(text);
        for (const Option& option : schema()) {
            if (option.type == OptionType::Button) continue;
            Settings again;
            REQUIRE(set_option(again, option, format_option(c.settings, option)).has_value());
        }
        for (const Diagnostic& diagnostic : c.diagnostics)
            REQUIRE(!render(diagnostic).empty());
    }
}

TEST_CASE("no file makes us compare a hundred thousand lines with each other") {
    std::string text = "[Engine]\n";
    for (int i = 0; i < 1500; ++i)
        text += "o" + std::to_string(i) + " = 1\n";
    for (int i = 0; i < 1500; ++i)
        text += "[Book b" + std::to_string(i) + "]\nFile = x\n";
    Configuration configuration;
    load_ini(configuration, text, "/x.ini");
    CHECK(configuration.settings.engine_options.size() == 1000);
    CHECK(configuration.settings.books.size() == 1000);
    REQUIRE(configuration.diagnostics.size() == 2);
    CHECK(configuration.diagnostics[0].message ==
          "more than 1000 lines of [Engine]: the rest is ignored");
    CHECK(configuration.diagnostics[1].message == "more than 1000 books: the rest is ignored");
    CHECK(!has_fatal(configuration.diagnostics));
}
