#include "config/load.hpp"
#include "config/schema.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include <doctest/doctest.h>

using namespace polyglot;
using namespace polyglot::config;

namespace {

std::string set(std::string_view name, std::string_view value) {
    Settings settings;
    const Option* option = find_option(name);
    REQUIRE(option != nullptr);
    const Result<void> result = set_option(settings, *option, value);
    return result.has_value() ? format_option(settings, *option)
                              : "error: " + result.error().message;
}

// Without what we have beyond PolyGlot's options: those with BookLearn in front, and a few more.
bool is_ours(std::string_view name) {
    constexpr std::array<std::string_view, 9> ours{"BookTopN",       "BookVariety",  "BookMinElo",
                                                   "BookMinDepth",   "BookCtgMoves", "BookMisses",
                                                   "BookAvoidDraws", "BookPonder",   "InfoRate"};
    return (name.starts_with("BookLearn") && name != "BookLearn") ||
           std::find(ours.begin(), ours.end(), name) != ours.end();
}

std::string names(bool (*wanted)(const Option&)) {
    std::string all;
    for (const Option& option : schema()) {
        if (!wanted(option) || is_ours(option.name)) continue;
        if (!all.empty()) all += ' ';
        all += option.name;
    }
    return all;
}

} // namespace

TEST_CASE("a GUI is shown the options of Debian's PolyGlot 2.0.4 in their order, without those "
          "that no GUI may set") {
    CHECK(names([](const Option& o) { return o.to_uci; }) ==
          "Log UseNice NiceValue Book BookFile BookRandom BookDepth BookTreshold BookLearn");
    CHECK(names([](const Option& o) { return o.to_xboard != XboardExport::Never; }) ==
          "OnlyWbOptions Log UseNice NiceValue Resign ResignMoves QueenNeverResigns ResignScore "
          "HandleDraws ContemptScore MateScore Book BookFile BookRandom BookDepth BookTreshold "
          "BookLearn ShowTbHits "
          "KibitzMove KibitzPV KibitzCommand KibitzDelay KibitzInterval ShowPonder ScoreWhite "
          "STFudge UCIVersion "
          "CanPonder SyncStop Affinity RepeatPV PromoteWorkAround Save");
    CHECK(
        names([](const Option& o) { return o.to_xboard == XboardExport::Always; }) ==
        "Log Resign ResignMoves QueenNeverResigns ResignScore HandleDraws ContemptScore Book "
        "BookFile BookRandom BookDepth BookTreshold BookLearn ShowTbHits ShowPonder STFudge Save");
}

TEST_CASE("a GUI is shown the options of learning only while BookLearn is on; OnlyWbOptions = "
          "false shows xboard all") {
    constexpr std::array of_learning{
        "BookLearnPer",      "BookLearnPolicy",    "BookLearnPrior",     "BookLearnExplore",
        "BookLearnMinGames", "BookLearnHalfLife",  "BookLearnMinPly",    "BookLearnScore",
        "BookLearnMoves",    "BookLearnDrawScore", "BookLearnDrawMoves", "BookLearnReset"};
    Settings off;
    Settings learning;
    learning.book_learn = true;
    Settings all;
    all.only_wb_options = false;
    for (const Option& option : schema()) {
        CAPTURE(option.name);
        const bool is_of_learning =
            std::find(of_learning.begin(), of_learning.end(), option.name) != of_learning.end();
        const bool to_xboard = option.to_xboard == XboardExport::Always;
        CHECK(is_shown_to_uci(option, off) == (option.to_uci && !is_of_learning));
        CHECK(is_shown_to_xboard(option, off) == (to_xboard && !is_of_learning));
        CHECK(is_shown_to_uci(option, learning) == option.to_uci);
        CHECK(is_shown_to_xboard(option, learning) == to_xboard);
        CHECK(is_shown_to_xboard(option, all) == (option.to_xboard != XboardExport::Never));
    }
    CHECK(is_shown_to_uci(*find_option("BookLearn"), off)); // so that it can be switched on
    CHECK(is_shown_to_xboard(*find_option("BookLearn"), off));
}

TEST_CASE("PolyGlot's WbWorkArounds are known, and shown to no GUI") {
    for (const char* name : {"WbWorkArounds", "WbWorkArounds2", "WbWorkArounds3"}) {
        CAPTURE(name);
        REQUIRE(find_option(name) != nullptr);
        CHECK(!find_option(name)->to_uci);
        CHECK(find_option(name)->to_xboard == XboardExport::Never);
        Settings settings;
        CHECK(set_option(settings, *find_option(name), "true").has_value());
    }
}

TEST_CASE("KibitzCommand begins with a word that can be a command") {
    Settings settings;
    const Option& option = *find_option("KibitzCommand");
    for (const char* good : {"tellall", "tellothers", "tellics kibitz"})
        CHECK(set_option(settings, option, good).has_value());
    for (const char* bad : {"!!", "7", "#"})
        CHECK(set_option(settings, option, bad).error().message ==
              "KibitzCommand cannot be '" + std::string(bad) +
                  "': it is a command of xboard, such as tellall");
    CHECK(settings.kibitz_command == "tellics kibitz");
}

TEST_CASE("names are found in any case, by alias, and nearly") {
    REQUIRE(find_option("bookfile") != nullptr);
    CHECK(find_option("BOOKFILE")->name == "BookFile");
    CHECK(find_option("Bookthreshold")->name == "BookTreshold");
    CHECK(find_option("BookFiles") == nullptr);
    CHECK(find_option("") == nullptr);
    CHECK(nearest_option("BookFiel") == "BookFile");
    CHECK(nearest_option("EngineComand") == "EngineCommand");
    CHECK(nearest_option("EngineDirectory") == "EngineDir");
    CHECK(nearest_option("log file") == "LogFile");
    CHECK(nearest_option("Hash").empty());
    CHECK(nearest_option("XBoard").empty());
    CHECK(nearest_option("").empty());
    CHECK(nearest_option(std::string(100'000, 'x')).empty());
}

TEST_CASE("values are read, kept in range, and written as they are read") {
    CHECK(set("Book", "on") == "true");
    CHECK(set("Book", " YES ") == "true");
    CHECK(set("BookRandom", "0") == "false");
    CHECK(set("Book", "maybe") == "error: Book cannot be 'maybe': it is true or false");
    CHECK(set("BookDepth", "0") == "0");
    CHECK(set("BookDepth", "+256") == "256");
    CHECK(set("BookDepth", "257") ==
          "error: BookDepth cannot be '257': it is a number from 0 to 256 (full moves)");
    CHECK(set("BookDepth", "-1").starts_with("error"));
    CHECK(set("BookDepth", "1.0").starts_with("error")); // only options in seconds have decimals
    CHECK(set("BookDepth", "99999999999999999999999").starts_with("error"));
    CHECK(set("BookDepth", "12abc").starts_with("error"));
    CHECK(set("BookDepth", "").starts_with("error"));
    CHECK(set("UCIVersion", "0").starts_with("error"));
    CHECK(set("QuitTimeout", "0.7") == "0.7");
    CHECK(set("QuitTimeout", "1") == "1");
    CHECK(set("QuitTimeout", "1.250") == "1.25");
    CHECK(set("QuitTimeout", "0.005") == "0.005");
    CHECK(set("QuitTimeout", "0.0005").starts_with("error")); // would be lost
    CHECK(set("QuitTimeout", "1.").starts_with("error"));
    CHECK(set("QuitTimeout", ".5").starts_with("error"));
    CHECK(set("QuitTimeout", "-0.1").starts_with("error"));
    CHECK(set("StartTimeout", "0") ==
          "error: StartTimeout cannot be '0': it is a number from 0.1 to 3600 (s)");
    CHECK(set("BookFile", "  C:\\a b.bin ") == "C:\\a b.bin");
    CHECK(set("BookSeed", "18446744073709551615") == "18446744073709551615");
    CHECK(set("BookSeed", "18446744073709551616").starts_with("error"));
    CHECK(set("BookSeed", "") == "");
    CHECK(set("Affinity", "0xFf") == "0xFf");
    CHECK(set("Affinity", "-1") == "-1");
    CHECK(set("Affinity", "0x").starts_with("error"));
    CHECK(set("Affinity", "0xg").starts_with("error"));
    CHECK(set("Save", "x") == "error: Save is a button of the GUI and has no value");
}

TEST_CASE("seconds are stored as milliseconds") {
    Settings settings;
    REQUIRE(set_option(settings, *find_option("QuitTimeout"), "0.25").has_value());
    REQUIRE(set_option(settings, *find_option("StartTimeout"), "2").has_value());
    CHECK(settings.quit_timeout_ms == 250);
    CHECK(settings.start_timeout_ms == 2000);
}

TEST_CASE("an error leaves the setting alone") {
    Settings settings;
    settings.book_depth_moves = 7;
    CHECK(set_option(settings, *find_option("BookDepth"), "x").has_error());
    CHECK(settings.book_depth_moves == 7);
}

TEST_CASE("the tables are sound") {
    const auto check = [](const auto& options, auto settings) {
        std::set<std::string> seen;
        for (const auto& option : options) {
            CAPTURE(option.name);
            CHECK(seen.insert(text::lower(option.name)).second);
            if (!option.alias.empty()) CHECK(seen.insert(text::lower(option.alias)).second);
            CHECK(!option.help.empty());
            CHECK(option.help.back() != '.');
            CHECK((option.type == OptionType::Button) ==
                  std::holds_alternative<std::monostate>(option.member));
            if (option.type == OptionType::Button) continue;
            // the default must be allowed, and come out as it went in
            CHECK(set_option(settings, option, default_value(option)).has_value());
            CHECK(format_option(settings, option) == default_value(option));
        }
    };
    check(schema(), Settings{});
    check(book_schema(), BookSettings{});
    for (const Option& option : schema())
        CHECK_MESSAGE(!option.group.empty(), option.name);
}

TEST_CASE("options common to [PolyGlot] and [Book NAME] have one default and one range") {
    for (const std::string_view name :
         {"Depth", "Random", "Treshold", "TopN", "Variety", "MinElo", "MinDepth", "CtgMoves"}) {
        CAPTURE(name);
        const Option* first = find_option("Book" + std::string(name));
        const BookOption* further = find_book_option(name);
        REQUIRE(first != nullptr);
        REQUIRE(further != nullptr);
        CHECK(default_value(*first) == default_value(*further));
        CHECK(allowed_values(*first) == allowed_values(*further));
    }
    CHECK(find_book_option("threshold") == find_book_option("TRESHOLD"));
    CHECK(find_book_option("BookDepth") == nullptr);
    CHECK(nearest_book_option("BookDepth") == "Depth");
    CHECK(nearest_book_option("Colour") == "Color");
    CHECK(nearest_book_option("Hash").empty());
    CHECK(nearest_book_option("").empty());
}

TEST_CASE("polyglot.ini.example agrees with the schema") {
    std::ifstream file(std::string(POLYGLOT_SOURCE_DIR) + "/polyglot.ini.example",
                       std::ios::binary);
    const std::string checked_in{std::istreambuf_iterator<char>(file),
                                 std::istreambuf_iterator<char>()};
    CHECK_MESSAGE(
        checked_in == generate_example(),
        "after a change of the schema: polyglot --print-example-config > polyglot.ini.example");
}

TEST_CASE("the example loads, as it is and with every line taken in, and gives the defaults") {
    std::string example = generate_example();
    for (const bool uncommented : {false, true}) {
        CAPTURE(uncommented);
        if (uncommented)
            for (std::size_t at = 0; (at = example.find("\n;", at)) != std::string::npos;)
                example.erase(at + 1, 1);
        Configuration configuration;
        configuration.read_included = [](const std::string&) {
            return Result<std::string>(std::string());
        };
        load_ini(configuration, example, "example");
        CHECK(configuration.included ==
              std::vector<std::string>(uncommented ? 1 : 0, "common.ini"));
        for (const Diagnostic& diagnostic : configuration.diagnostics)
            FAIL_CHECK(render(diagnostic));
        for (const Option& option : schema())
            CHECK(format_option(configuration.settings, option) == default_value(option));
        CHECK(configuration.settings.engine_options.size() == (uncommented ? 3U : 0U));
        std::vector<BookSettings> books(uncommented ? 1 : 0);
        for (BookSettings& book : books) {
            book.name = "NAME";
            book.file = "more.abk";
        }
        CHECK(configuration.settings.books == books);
        if (uncommented)
            CHECK(configuration.settings.engine_options[2].second ==
                  "/home/me/syzygy/3-4-5;/home/me/syzygy/6");
    }
}
