#include "adapter/cli/check_config.hpp"
#include "adapter/cli/command_line.hpp"
#include "config/engine_command.hpp"
#include "config/saved_settings.hpp"
#include "config/schema.hpp"
#include "core/text/path_text.hpp"
#include "tests/unit/adapter/cli/scratch.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
using namespace polyglot::cli;
namespace fs = std::filesystem;

TEST_CASE("-check-config shows what is wrong, what is set, and with -all every setting") {
    const Scratch scratch;
    scratch.write("p.ini", "[PolyGlot]\nEngineCommand = sf -x \"a b\"\nBook = true\nLog = "
                           "true\nLogFile = no/x.log\nFoo=1\n"
                           "[Engine]\nPath = \"a;b\"\n");
    Inspectors inspectors;
    inspectors.find_engine = [](const config::Settings&,
                                const std::vector<std::string>& words) -> Result<fs::path> {
        return fs::path("/bin/" + words[0]);
    };
    inspectors.describe_book = [](const fs::path&) -> Result<BookDescription> {
        return BookDescription{"3 entries", {}};
    };
    inspectors.describe_results = [](const config::Settings&) -> Result<std::string> {
        return std::string("/db");
    };
    const auto invocation = scratch.parse({"p.ini", "-check-config", "-uci", "Hash=1"});
    ConfigReport report = check_config(*invocation, inspectors);
    const auto shows = [&](const std::string& text) {
        CHECK_MESSAGE(report.text.find(text) != std::string::npos, text << " in\n" << report.text);
    };
    CHECK(!report.fine);
    shows("\nconfig: " + scratch.file("p.ini") + '\n');
    shows("\nBook = true  # line 3\n");
    CHECK(report.text.find("BookDepth") == std::string::npos);
    // The worst first
    CHECK(report.text.find("error: log") < report.text.find("warning: unknown option"));
    CHECK(report.text.find("warning: unknown option") < report.text.find("[PolyGlot]"));
    shows("\n[Engine]\nPath = \"a;b\"  # line 8\nHash = 1  # command line\n");
    shows("\nengine: " + to_text(to_path("/bin/sf")) + " \"-x\" \"a b\"\n");
    shows("\nbook: " + scratch.file("book.bin") + ": 3 entries\nresults: off\n");
    shows("\nlog: " + scratch.file("no/x.log") + '\n');
    shows("warning: unknown option 'Foo'");
    shows("error: log " + scratch.file("no/x.log") + ": directory " + scratch.file("no") +
          " does not exist\n");

    inspectors.try_log = [](const fs::path& file) -> Result<void> {
        return make_error(to_text(file) + ": tried");
    };
    report = check_config(*scratch.parse({"p.ini", "-check-config", "-all"}), inspectors);
    shows("\nBookDepth = 256  # default\n");
    // Where its directory is missing, that says it all
    CHECK(report.text.find(": tried") == std::string::npos);
    report = check_config(*scratch.parse({"p.ini", "-check-config", "-pg", "LogFile=x.log"}),
                          inspectors);
    shows("error: " + scratch.file("x.log") + ": tried\n");

    // The engine is asked.
    inspectors.ask_engine = [](const config::Settings&) -> Result<EngineDescription> {
        return EngineDescription{
            "Toy 1, UCI, 2 options", "Toy 1",
            [](const config::Settings&) -> std::vector<EngineDescription::Finding> {
                return {{"Path", "[Engine] Path: the engine has no such option",
                         "did you mean Paths?"}};
            }};
    };
    report = check_config(*scratch.parse({"p.ini", "-check-config"}), inspectors);
    shows("\nengine says: Toy 1, UCI, 2 options\n");
    shows(scratch.file("p.ini") +
          ":8: warning: [Engine] Path: the engine has no such option\n    hint: did you mean "
          "Paths?\n");
    report = check_config(*scratch.parse({"p.ini", "-check-config", "-no-start"}), inspectors);
    CHECK(report.text.find("engine says") == std::string::npos);

    // Not if another user has written what is to be started.
    inspectors.is_anothers = [](const fs::path& file) { return file.filename() == "p.ini"; };
    report = check_config(*scratch.parse({"p.ini", "-check-config"}), inspectors);
    CHECK(report.text.find("engine says") == std::string::npos);
    shows("note: the engine was not started, and [Engine] not compared with its options: " +
          scratch.file("p.ini") + " is another user's file\n    hint: -start starts");
    report = check_config(*scratch.parse({"p.ini", "-check-config", "-start"}), inspectors);
    shows("\nengine says: Toy 1, UCI, 2 options\n");
    report = check_config(*scratch.parse({"-noini", "-check-config", "-ec", "sf"}), inspectors);
    shows("\nengine says: Toy 1, UCI, 2 options\n");
    scratch.write("own.ini", "[PolyGlot]\ninclude = p.ini\n");
    report = check_config(*scratch.parse({"own.ini", "-check-config"}), inspectors);
    CHECK(report.text.find("engine says") == std::string::npos);
    inspectors.is_anothers = nullptr;
    inspectors.ask_engine = [](const config::Settings&) -> Result<EngineDescription> {
        return make_error("engine sf is silent");
    };
    report = check_config(*scratch.parse({"-noini", "-ec", "sf"}), inspectors);
    CHECK(!report.fine);
    shows("\nerror: engine sf is silent\n");
    inspectors.ask_engine = nullptr;

    inspectors.find_engine = [](const auto&, const auto&) -> Result<fs::path> {
        return make_error("engine sf not found");
    };
    inspectors.describe_book = [](const fs::path& path) -> Result<BookDescription> {
        return make_error(path.string() + ": is empty");
    };
    report = check_config(*scratch.parse({"-noini", "-ec", "sf", "-book", "b.bin"}), inspectors);
    CHECK(!report.fine);
    shows("\nconfig: none\n");
    shows("\nengine: not found\n");
    shows("\nerror: engine sf not found\n");
    shows("\nerror: book " + scratch.file("b.bin") + ": is empty\n");

    inspectors.find_engine = [](const auto&, const auto&) -> Result<fs::path> {
        return fs::path("/bin/sf");
    };
    report = check_config(*scratch.parse({"-noini", "-ec", "sf"}), inspectors);
    CHECK(report.fine);
    shows("\nbook: off (would be " + scratch.file("book.bin") + ")\n");
    shows("\nNothing is wrong.\n");
    report = check_config(*scratch.parse({"-noini"}), inspectors);
    CHECK(!report.fine);
}

TEST_CASE("-check-config shows the settings saved for the engine that answers, and compares them "
          "with its options") {
    const Scratch scratch;
    Inspectors inspectors;
    inspectors.find_engine = [](const auto&, const auto&) -> Result<fs::path> {
        return fs::path("/bin/sf");
    };
    inspectors.describe_book = [](const auto&) -> Result<BookDescription> {
        return BookDescription();
    };
    inspectors.ask_engine = [](const config::Settings&) -> Result<EngineDescription> {
        return EngineDescription{
            "Toy 1, UCI, 2 options", "Toy 1", [](const config::Settings& settings) {
                std::vector<EngineDescription::Finding> findings;
                for (const auto& [name, value] : settings.engine_options)
                    findings.push_back({name, name + " = " + value + ": bad", ""});
                return findings;
            }};
    };
    inspectors.recall = [](config::Configuration configuration,
                           const std::optional<std::string>& engine_name) {
        if (engine_name)
            config::load_saved_settings(configuration,
                                        "[PolyGlot]\nBookDepth = 5\n[Engine]\nHash = 7\n",
                                        *engine_name + ".ini");
        else
            configuration.diagnostics.push_back(
                {config::Severity::Note, "", 0, 0, 0, "what is saved is not shown", "", ""});
        return configuration;
    };
    const auto report_of = [&](const std::vector<std::string_view>& args) {
        return check_config(*scratch.parse(args), inspectors).text;
    };
    const std::string note = "\nnote: what is saved is not shown\n";
    const std::string asked = report_of({"-noini", "-check-config", "-ec", "sf"});
    CAPTURE(asked);
    for (const char* line : {"\nBookDepth = 5  # Toy 1.ini:2\n", "\nHash = 7  # Toy 1.ini:4\n",
                             "\nToy 1.ini:4: warning: Hash = 7: bad\n"})
        CHECK_MESSAGE(asked.find(line) != std::string::npos, line);
    CHECK(asked.find(note) == std::string::npos);
    CHECK(report_of({"-noini", "-check-config", "-no-start", "-ec", "sf"}).find(note) !=
          std::string::npos);
    inspectors.ask_engine = [](const config::Settings&) -> Result<EngineDescription> {
        return make_error("silent");
    };
    CHECK(report_of({"-noini", "-check-config", "-ec", "sf"}).find(note) != std::string::npos);
}

TEST_CASE(
    "-check-config shows the SettingsFile that the config file names, and that it is not read") {
    const Scratch scratch;
    scratch.write("a.ini", "[PolyGlot]\nEngineCommand = sf\nSettingsFile = other.ini\n");
    Inspectors inspectors;
    inspectors.find_engine = [](const auto&, const auto&) -> Result<fs::path> {
        return fs::path("/bin/sf");
    };
    inspectors.describe_book = [](const auto&) -> Result<BookDescription> {
        return BookDescription();
    };
    const ConfigReport report = check_config(*scratch.parse({"a.ini"}), inspectors);
    CAPTURE(report.text);
    CHECK(report.fine);
    CHECK(report.text.find("\nSettingsFile = other.ini  # line 3\n") != std::string::npos);
    CHECK(report.text.find(scratch.file("a.ini") + ":3: note: Save writes " +
                           scratch.file("other.ini") + ", which is not read at the next start") !=
          std::string::npos);
}

TEST_CASE(
    "-check-config warns about a comment inside a word, and shows what is left of the value") {
    const Scratch scratch;
    scratch.write(
        "e.ini",
        "[PolyGlot]\nEngineCommand = sf\nLogFile = log#1.log\n[Engine]\n"
        "SyzygyPath = C:\\tb\\3-4-5;D:\\tb\\6\nVariantPath = /home/me/#dev/variants.ini\n");
    Inspectors inspectors;
    inspectors.find_engine = [](const auto&, const auto&) -> Result<fs::path> {
        return fs::path("/bin/sf");
    };
    inspectors.describe_book = [](const auto&) -> Result<BookDescription> {
        return BookDescription();
    };
    const auto invocation = scratch.parse({"e.ini"});
    const std::string text = check_config(*invocation, inspectors).text;
    CAPTURE(text);
    for (const char* left : {"'log'", "'C:\\tb\\3-4-5'", "'/home/me/'"})
        CHECK(text.find(std::string("inside a word: the value is only ") + left) !=
              std::string::npos);
    CHECK(text.find("Nothing is wrong.") == std::string::npos);
    CHECK(config::summarise(invocation->configuration.diagnostics).find("'log'") !=
          std::string::npos);
}

TEST_CASE("-check-config shows where results are kept, or why not, and warnings about a book") {
    const Scratch scratch;
    Inspectors inspectors;
    inspectors.find_engine = [](const auto&, const auto&) -> Result<fs::path> {
        return fs::path("/bin/sf");
    };
    inspectors.describe_book = [](const fs::path&) -> Result<BookDescription> {
        return BookDescription{"0 entries", {"the book holds no moves"}};
    };
    inspectors.describe_results = [](const config::Settings& settings) -> Result<std::string> {
        if (settings.book_learn_file == "bad.db")
            return make_error("/x/bad.db: there is no directory /x");
        return settings.book_learn_file;
    };
    const auto report_of = [&](const std::string& learn) {
        scratch.write("p.ini", "[PolyGlot]\nEngineCommand=sf\nBook=true\n" + learn);
        return check_config(*scratch.parse({"p.ini", "-check-config"}), inspectors);
    };
    const auto shows = [](const ConfigReport& report, const std::string& text) {
        CHECK_MESSAGE(report.text.find(text) != std::string::npos, text << " in\n" << report.text);
    };
    ConfigReport report = report_of("BookLearn=true\nBookLearnFile=good.db\n");
    CHECK(report.fine);
    shows(report, ": 0 entries\nresults: good.db\nlog: ");
    shows(report, "\nwarning: book " + scratch.file("book.bin") + ": the book holds no moves\n");
    CHECK(report.text.find("Nothing is wrong") == std::string::npos);

    report = report_of("BookLearn=true\nBookLearnFile=bad.db\n");
    CHECK(!report.fine);
    shows(report, "\nresults: none\n");
    shows(report, "\nerror: BookLearn: no results are kept: /x/bad.db: there is no directory /x\n");
    shows(report_of("BookLearn=true\n"), "\nresults: none\n");
    report = report_of("BookLearnFile=bad.db\n");
    CHECK(report.fine);
    shows(report, "\nresults: off (would be " + scratch.file("bad.db") + ")\n");
}

TEST_CASE("-check-config shows every book, its rules and its errors") {
    const Scratch scratch;
    const std::string books =
        "[Book White; only]\nFile=w.abk\nColor=white\nStop=true\n[Book Rest]\nFile=r.bin\n";
    Inspectors inspectors;
    inspectors.find_engine = [](const auto&, const auto&) -> Result<fs::path> {
        return fs::path("/bin/sf");
    };
    inspectors.describe_book = [](const fs::path& path) -> Result<BookDescription> {
        if (path.filename() == "w.abk") return BookDescription{"Arena book, 12 moves", {}};
        return make_error(path.string() + ": No such file or directory");
    };
    const auto report_of = [&](const std::string& ini, const std::vector<std::string_view>& more) {
        scratch.write("p.ini", ini);
        std::vector<std::string_view> args{"p.ini", "-check-config"};
        args.insert(args.end(), more.begin(), more.end());
        return check_config(*scratch.parse(args), inspectors);
    };
    const auto shows = [](const ConfigReport& report, const std::string& text) {
        CHECK_MESSAGE(report.text.find(text) != std::string::npos, text << " in\n" << report.text);
    };
    const std::string ini = "[PolyGlot]\nEngineCommand=sf\n" + books;
    const std::string white = "\nbook White; only: " + scratch.file("w.abk") +
                              ": Arena book, 12 moves (Color = white, Stop = true)\n";
    ConfigReport report = report_of(ini, {});
    CHECK(!report.fine);
    shows(
        report,
        "\nBook = true  # default with a [Book NAME]\nBookFile =   # default with a [Book NAME]\n");
    shows(report, "\n[Book White\\; only]\nFile = w.abk  # line 4\n");
    shows(report, white + "book Rest: " + scratch.file("r.bin") + '\n');
    shows(report, "\nerror: book Rest " + scratch.file("r.bin") + ": No such file or directory\n");
    CHECK(report.text.find("\nbook: ") == std::string::npos);

    // The command line has been read when this is settled
    report = report_of(ini, {"-book", "first/w.abk"});
    shows(report, "\nbook: " + scratch.file("first/w.abk") + ": Arena book, 12 moves" + white);

    report = report_of(ini, {"-pg", "Book=false"});
    CHECK(report.fine);
    shows(report, "\nbook White; only: off (would be " + scratch.file("w.abk") + ")\n");

    report = report_of("[PolyGlot]\nEngineCommand=sf\nBook=true\nBookFile=\"\"\n", {});
    CHECK(report.fine);
    shows(report, "\nbook: none\n");
}

TEST_CASE("-check-config shows what keeps a book from being asked") {
    const Scratch scratch;
    Inspectors inspectors;
    inspectors.find_engine = [](const auto&, const auto&) -> Result<fs::path> {
        return fs::path("/bin/sf");
    };
    inspectors.describe_book = [](const fs::path&) -> Result<BookDescription> {
        return BookDescription{"a book", {}};
    };
    const auto check = [&](const std::string& ini, const std::string& expected) {
        scratch.write("p.ini", "[PolyGlot]\nEngineCommand=sf\n" + ini);
        const ConfigReport report =
            check_config(*scratch.parse({"p.ini", "-check-config"}), inspectors);
        CHECK(report.fine);
        CHECK_MESSAGE(report.text.find(expected) != std::string::npos, expected << " in\n"
                                                                                << report.text);
    };
    check("BookFile=a.bin\n",
          "note: BookFile is set, but Book is not: no book is asked\n    hint: Book = true\n");
    check("BookFile=a.bin\nBook=false\n", "\nNothing is wrong.\n");
    check("Book=true\nBookDepth=0\n", "warning: BookDepth = 0: the book is never asked\n");
    check("Book=true\n[Engine]\nUCI_AnalyseMode=true\n",
          "p.ini:5: warning: [Engine] UCI_AnalyseMode = true: no book is asked\n");
    check("Book=true\n[Engine]\nUCI_Variant=atomic\n",
          "warning: [Engine] UCI_Variant = atomic: no book is asked, since the rules of the "
          "variant are not known\n");
    check("Book=true\n[Engine]\nMultiPV=3\nUCI_AnalyseMode=false\nUCI_Variant=chess\n",
          "\nNothing is wrong.\n");
    check("[Book A]\nFile=a.bin\nTimeControl=bullet, unknown\n", "\nNothing is wrong.\n");
    check("[Book A]\nFile=a.bin\nTimeControl=bullet\n",
          "note: book A: TimeControl = bullet: it is not asked before the host has sent the time, "
          "so not for the first "
          "move of lichess-bot and BotLi\n    hint: add unknown to the list\n");
    check(
        "[Book A]\nFile=a.bin\nOpponent=Rival\n",
        "note: book A: Opponent = Rival: it is not asked if the host does not name the opponent\n");
    check("[Book A]\nFile=a.bin\nMinPly=9\nMaxPly=8\nDepth=0\n",
          "warning: book A: Depth = 0: it is never asked\nwarning: book A: MinPly is greater than "
          "MaxPly: it is never "
          "asked\n");
}

TEST_CASE("the settings printed by -check-config are an ini file with the same settings") {
    const Scratch scratch;
    scratch.write(
        "p.ini",
        "[PolyGlot]\nEngineCommand = \"a b\" --x 'c;d'\nLogFile=\"x;y "
        "#\"\nEngineName=\\\\;\nQuitTimeout=1.5\n"
        "[Book A; b]\nFile = \"a;b.bin\"\nRandom=false\nOpponent=a*, #b\n[book B]\nFile=b\n"
        "[Engine]\nP = C:\\\\\\;\nQ=\"\\\"\n");
    Inspectors inspectors;
    inspectors.find_engine = [](const auto&, const auto&) -> Result<fs::path> {
        return fs::path("/bin/sf");
    };
    inspectors.describe_book = [](const auto&) -> Result<BookDescription> {
        return BookDescription();
    };
    const auto first = scratch.parse({"p.ini"});
    const std::string text = check_config(*first, inspectors).text;
    const std::size_t begin = text.find("[PolyGlot]");
    scratch.write("q.ini", text.substr(begin, text.find("\n\n", text.find("[Engine]")) - begin));
    const auto second = scratch.parse({"q.ini"});
    for (const config::Option& option : config::schema())
        if (option.type != config::OptionType::Button && option.name != "SettingsFile")
            CHECK(config::format_option(settings_of(second), option) ==
                  config::format_option(settings_of(first), option));
    CHECK(settings_of(second).engine_options == settings_of(first).engine_options);
    CHECK(settings_of(first).books.size() == 2);
    CHECK(settings_of(second).books == settings_of(first).books);
}

TEST_CASE("an included file is found beside the config file, and named with each of its settings") {
    const Scratch scratch;
    scratch.write("common.ini", "[PolyGlot]\nBookDepth = 9\nBookTopN = 1\n");
    scratch.write("main.ini",
                  "[PolyGlot]\nEngineCommand = e\nBookDepth = 5\ninclude = common.ini\n");
    const auto invocation = scratch.parse({"main.ini", "-pg", "BookTopN=7"});
    CHECK(messages(invocation).empty());
    CHECK(settings_of(invocation).book_depth_moves == 5);
    CHECK(settings_of(invocation).book_top_n == 7); // the command line wins
    const Inspectors none{
        .find_engine = [](const auto&, const auto&) -> Result<fs::path> { return fs::path(); },
        .describe_book = [](const fs::path&) { return BookDescription{}; },
        .describe_results = [](const auto&) { return std::string(); }};
    const std::string report = check_config(*scratch.parse({"main.ini"}), none).text;
    CHECK(report.find("includes: " + scratch.file("common.ini") + '\n') != std::string::npos);
    CHECK(report.find("BookTopN = 1  # " + scratch.file("common.ini") + ":3\n") !=
          std::string::npos);

    scratch.write("lost.ini", "[PolyGlot]\nEngineCommand = e\ninclude = nowhere.ini\n");
    CHECK(messages(scratch.parse({"lost.ini"}))
              .find("lost.ini:3:11: error: included file " + scratch.file("nowhere.ini") +
                    " cannot be opened: No such file") != std::string::npos);
}
