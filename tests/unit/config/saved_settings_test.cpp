#include "config/engine_command.hpp"
#include "config/ini.hpp"
#include "config/ini_line.hpp"
#include "config/saved_settings.hpp"
#include "config/schema.hpp"
#include "core/text/shell_words.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <random>

#include <doctest/doctest.h>

using namespace polyglot::config;

namespace {

using EngineLines = std::vector<std::pair<std::string, std::string>>;

Configuration load(const std::string& text) {
    Configuration configuration;
    if (native_dialect().variables)
        configuration.environment = [](const std::string&) -> std::optional<std::string> {
            return std::nullopt;
        };
    load_ini(configuration, text, "/x.ini");
    return configuration;
}

void check_same(const Settings& settings, const Settings& loaded) {
    for (const Option& option : schema()) {
        if (option.type == OptionType::Button || option.name == "SettingsFile") continue;
        CAPTURE(option.name);
        REQUIRE(format_option(settings, option) == format_option(loaded, option));
    }
}

} // namespace

TEST_CASE("only settings that differ from their default are saved") {
    Settings settings;
    settings.engine_command = "./sf";
    settings.book = true;
    settings.book_depth_moves = 9;
    settings.quit_timeout_ms = 1500;
    settings.settings_file = "elsewhere.ini";
    settings.book_file = "a ;b#c\\=d[e]";
    const std::string text =
        format_saved_settings(settings, {{"Hash", "64"}, {"Log Path", "a;b"}, {"Style", ""}});
    CHECK(text == "; Saved by polyglot: the Save button of the GUI rewrites this file.\n"
                  "\n"
                  "[PolyGlot]\n"
                  "EngineCommand = ./sf\n"
                  "Book = true\n"
                  "BookFile = \"a ;b#c\\=d[e]\"\n"
                  "BookDepth = 9\n"
                  "QuitTimeout = 1.5\n"
                  "\n"
                  "[Engine]\n"
                  "Hash = 64\n"
                  "Log Path = \"a;b\"\n"
                  "Style = \"\"\n");
    CHECK(was_saved(text));
    CHECK(was_saved("; Created: Sat Nov 21 05:39:52 2026\n\n[PolyGlot]\n")); // PolyGlot 2.0.4
    CHECK(!was_saved("# mine\n"));
    CHECK(!was_saved(""));
}

TEST_CASE("the engine's command keeps its words") {
    std::vector<std::vector<std::string>> commands{{"./sf"},
                                                   {"./my engine"},
                                                   {"./my engine", "--book", "a b"},
                                                   {"sh", "-c", "x; y # z"},
                                                   {"ab", "c\\d", "", "[=]"}};
    // Windows has no spelling for a quote in a word
    if (native_dialect().quoting == polyglot::text::Quoting::Posix) {
        commands.push_back({"a\"b", "c\\d", "", "[=]"});
        commands.push_back({"\"q\""});
    }
    for (const std::vector<std::string>& words : commands) {
        Settings settings;
        settings.engine_argv = words;
        const Configuration loaded = load(format_saved_settings(settings, {}));
        CHECK(loaded.diagnostics.empty());
        const auto again = engine_words(loaded.settings);
        REQUIRE(again.has_value());
        CHECK(*again == words);
    }
    for (const std::string command :
         {"\"./my engine\"", "\"./my engine\" -x", "'a;b' \"c#d\"", "a \\\"b", "x;y"}) {
        Settings settings;
        settings.engine_command = command;
        CHECK(load(format_saved_settings(settings, {})).settings.engine_command == command);
    }
}

TEST_CASE("saved and loaded is the same, whatever the texts") {
    const unsigned seed = std::random_device{}();
    CAPTURE(seed);
    std::mt19937 random(seed);
    const std::string_view pieces[] = {"a",  "B c", ";",    "#",        "[",    "]",  "=",   "\\",
                                       "\"", " ",   "\t",   "\xc3\xa4", "\xe4", "%",  "%3B", ":",
                                       "'",  "7",   "true", "\x01",     "\\\"", "\\;"};
    const auto any_text = [&](std::size_t most) {
        std::string text;
        for (auto n = random() % most; n > 0; --n)
            text += pieces[random() % std::size(pieces)];
        return std::string(polyglot::text::trim(text));
    };
    for (int i = 0; i < 4000; ++i) {
        Settings settings;
        for (const Option& option : schema()) {
            if (option.type == OptionType::Button || random() % 3 != 0) continue;
            if (option.type == OptionType::Check)
                settings.*std::get<bool Settings::*>(option.member) = random() % 2 == 0;
            else if (option.type == OptionType::Spin)
                settings.*std::get<int Settings::*>(option.member) =
                    option.min +
                    static_cast<int>(random() % static_cast<unsigned>(option.max - option.min + 1));
            else if (option.type == OptionType::Combo)
                settings.*std::get<std::string Settings::*>(option.member) =
                    option.choices[random() % option.choices.size()];
            else if (option.accepts == nullptr)
                settings.*std::get<std::string Settings::*>(option.member) = any_text(8);
        }
        EngineLines lines;
        for (auto n = random() % 6; n > 0; --n) {
            const std::string name = any_text(5) + std::to_string(lines.size()); // no two alike
            lines.emplace_back(name, any_text(random() % 8 == 0 ? 400 : 8));
        }
        const std::string text = format_saved_settings(settings, lines);
        CAPTURE(text);
        const Configuration loaded = load(text);
        REQUIRE(loaded.diagnostics.empty());
        check_same(settings, loaded.settings);
        REQUIRE(loaded.settings.engine_options == lines);
    }
}

TEST_CASE("a name that cannot be spelt in the file is left out and does no harm") {
    Settings settings;
    settings.log_file = "a\nEngineCommand = evil";
    const Configuration loaded = load(format_saved_settings(
        settings, {{"x\n[PolyGlot]", "1"}, {"", "2"}, {"y", "3\r4"}, {"z", " a\" "}, {"ok", "5"}}));
    CHECK(loaded.settings.log_file == "polyglot.log");
    CHECK(loaded.settings.engine_command.empty());
    CHECK(loaded.settings.engine_options == EngineLines{{"ok", "5"}});
}

TEST_CASE("any names and values of an engine and a GUI are read back unchanged") {
    const unsigned seed = std::random_device{}();
    CAPTURE(seed);
    std::mt19937 random(seed);
    const std::string_view pieces[] = {"\n",
                                       "\r",
                                       "\r\n",
                                       "[",
                                       "]",
                                       "[PolyGlot]",
                                       "[Engine]",
                                       "[Book x]",
                                       "=",
                                       ";",
                                       "#",
                                       "\\",
                                       "\"",
                                       " ",
                                       "\t",
                                       "EngineCommand = evil",
                                       "LogFile=x",
                                       "%0A",
                                       "\xef\xbb\xbf",
                                       "\v",
                                       "\f",
                                       "File = x",
                                       "a",
                                       "\x7f",
                                       "BookFile"};
    const auto any_text = [&] {
        std::string text;
        for (auto n = random() % 7; n > 0; --n)
            text += random() % 30 == 0 ? std::string(1, '\0')
                                       : std::string(pieces[random() % std::size(pieces)]);
        return text;
    };
    for (int i = 0; i < 4000; ++i) {
        Settings settings; // a GUI sets these as it likes
        settings.kibitz_command = polyglot::text::trim(any_text());
        settings.book_file = polyglot::text::trim(any_text());
        EngineLines lines;
        for (auto n = 1 + random() % 4; n > 0; --n)
            lines.emplace_back(any_text(), any_text());
        const std::string text = format_saved_settings(settings, lines);
        CAPTURE(text);
        Settings loaded = load(keep_books("", text)).settings;
        for (const auto& found : loaded.engine_options) {
            const auto meant = std::find_if(lines.begin(), lines.end(), [&](const auto& line) {
                return polyglot::text::equal_ignoring_case(polyglot::text::trim(line.first),
                                                           found.first) &&
                       line.second == found.second;
            });
            CHECK(meant != lines.end());
        }
        const Settings defaults;
        CHECK((loaded.kibitz_command == settings.kibitz_command ||
               loaded.kibitz_command == defaults.kibitz_command));
        CHECK((loaded.book_file == settings.book_file || loaded.book_file == defaults.book_file));
        loaded.kibitz_command = settings.kibitz_command;
        loaded.book_file = settings.book_file;
        loaded.books = settings.books;
        check_same(settings, loaded);
        CHECK(load(text).settings.books.empty());
    }
}

TEST_CASE("a value's own quotes") {
    CHECK(format_ini_value("\"q\"") == "\\\"q\"");
    CHECK(parse_ini("[E]\nx = \\\"q;\" # c").entries.at(0).value == "\"q;\"");
    // As PolyGlot reads it
    CHECK(parse_ini("[E]\nx = \\\"q\" r").entries.at(0).value == "\\\"q\" r");
    CHECK(parse_ini("[E]\nx = \\\\\"q\"").entries.at(0).value == "\\\"q\"");
}

TEST_CASE("whose file it is") {
    CHECK(saves_per_engine(std::nullopt));
    CHECK(saves_per_engine("/a/polyglot_1st.ini"));
    CHECK(saves_per_engine("/a/Polyglot_2nd.INI"));
    CHECK(!saves_per_engine("/a/polyglot.ini"));
    CHECK(!saves_per_engine("/polyglot_1st.ini/my.ini"));
}

TEST_CASE("an engine's name as a file name") {
    const std::pair<std::string, std::string> table[] = {
        {"Stockfish 16", "Stockfish_16.ini"},
        {"Fake Engine 1.0", "Fake_Engine_1.0.ini"},
        {" a ", "a.ini"},
        {"../../x/y", ".._.._x_y.ini"},
        {"..", "...ini"},
        {"/etc/passwd", "_etc_passwd.ini"},
        {"C:\\x", "C__x.ini"},
        {"a<>|*?\"b", "a______b.ini"},
        {std::string("a\0b\nc\x7f", 6), "a_b_c_.ini"},
        {"", "_.ini"},
        {"NUL", "_NUL.ini"},
        {"com1.5", "_com1.5.ini"},
        {"Comet", "Comet.ini"},
        {"Tab\t\xc3\xa9", "Tab_\xc3\xa9.ini"},
        {std::string(300, 'x'), std::string(200, 'x') + ".ini"},
        {std::string(199, 'x') + "\xc3\xa9", std::string(199, 'x') + ".ini"},
    };
    for (const auto& row : table) {
        CAPTURE(row.first);
        CHECK(saved_settings_name(row.first) == row.second);
    }
}

TEST_CASE("a saved file overrides the config file, the command line overrides both") {
    Configuration configuration;
    load_ini(
        configuration,
        "[PolyGlot]\nEngineCommand=sf\nBook=true\nBookDepth=3\n[Engine]\nHash=1\nStyle=Solid\n",
        "/my.ini");
    const Origin line{Origin::Kind::CommandLine, {}, 0};
    apply_option(configuration, "ShowTbHits", "true", line, "-pg");
    apply_engine_option(configuration, "NalimovCache", "4", line);
    apply_engine_option(configuration, "style", "Normal", line);
    const std::string saved =
        "[PolyGlot]\nEngineCommand=evil\nEngineDir=/usr\nSettingsDir=/"
        "tmp\nSettingsFile=x\nUCI=true\n"
        "EngineName=Saved\nShowTbHits=false\nScoreWhite=true\nBookDepth=5\nBookDepth=x\n"
        "[Engine]\nHASH=77\nNalimovCache=9\nStyle=Very Risky\nMultiPV=3\nno equals\n";
    load_saved_settings(configuration, saved, "/s.ini");
    const Settings& settings = configuration.settings;
    CHECK(settings.engine_command == "sf");
    CHECK(settings.engine_dir == ".");
    CHECK(settings.settings_dir.empty());
    CHECK(settings.settings_file == "polyglot.ini");
    CHECK(!settings.uci);
    CHECK(settings.engine_name == "Saved");
    CHECK(settings.show_tb_hits);
    CHECK(settings.score_white);
    CHECK(settings.book);
    CHECK(settings.book_depth_moves == 5);
    CHECK(
        settings.engine_options ==
        EngineLines{{"HASH", "77"}, {"style", "Normal"}, {"NalimovCache", "4"}, {"MultiPV", "3"}});
    CHECK(configuration.diagnostics.size() == 2);
    CHECK(!has_fatal(configuration.diagnostics));
    CHECK(describe(configuration.provenance.of(*find_option("ScoreWhite"))) == "/s.ini:9");
    CHECK(describe(configuration.provenance.of(*find_option("ShowTbHits"))) == "command line");
    CHECK(describe(configuration.provenance.of(*find_option("EngineCommand"))) == "/my.ini:2");
    CHECK(describe(configuration.provenance.of_engine_option("Style")) == "command line");
}
