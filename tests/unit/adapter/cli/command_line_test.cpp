#include "adapter/cli/check_config.hpp"
#include "adapter/cli/command_line.hpp"
#include "adapter/cli/first_argument.hpp"
#include "adapter/cli/help.hpp"
#include "config/engine_command.hpp"
#include "config/native.hpp"
#include "config/saved_settings.hpp"
#include "config/schema.hpp"
#include "core/text/path_text.hpp"
#include "tests/support/harness/new_folder.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
using namespace polyglot::cli;
namespace fs = std::filesystem;

namespace {

// A directory of its own, gone at the end.
class Scratch {
  public:
    Scratch() { path_ = test::new_folder("polyglot-cli-"); }
    ~Scratch() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    void write(const std::string& name, const std::string& text) const {
        std::ofstream(path_ / name, std::ios::binary) << text;
    }
    Result<Invocation> parse(const std::vector<std::string_view>& args) const {
        return parse_command_line(args, path_);
    }
    const fs::path& path() const { return path_; }
    std::string file(const std::string& name) const { return to_text(path_ / to_path(name)); }

  private:
    fs::path path_;
};

config::Settings settings_of(const Result<Invocation>& invocation) {
    REQUIRE(invocation.has_value());
    return invocation->configuration.settings;
}

std::string messages(const Result<Invocation>& invocation) {
    REQUIRE(invocation.has_value());
    std::string out;
    for (const config::Diagnostic& diagnostic : invocation->configuration.diagnostics)
        out += config::render(diagnostic) + '\n';
    return out;
}

} // namespace

TEST_CASE("all options of PolyGlot, with one dash, two, or '='") {
    const Scratch scratch;
    const config::Settings s = settings_of(scratch.parse({"-noini",
                                                          "-ec",
                                                          "./sf -x",
                                                          "-ed",
                                                          "/e",
                                                          "-en",
                                                          "My Name",
                                                          "-log",
                                                          "true",
                                                          "-lf",
                                                          "l.log",
                                                          "-wb",
                                                          "false",
                                                          "-pg",
                                                          "BookDepth=12",
                                                          "-pg",
                                                          "bookrandom = off ",
                                                          "-uci",
                                                          "Hash=64",
                                                          "-uci",
                                                          "Clear Hash = x = y "}));
    CHECK(s.engine_command == "./sf -x");
    CHECK(s.engine_dir == "/e");
    CHECK(s.engine_name == "My Name");
    CHECK(s.log);
    CHECK(s.log_file == "l.log");
    CHECK(!s.only_wb_options);
    CHECK(s.book_depth_moves == 12);
    CHECK(!s.book_random);
    using Pairs = std::vector<std::pair<std::string, std::string>>;
    CHECK(s.engine_options == Pairs{{"Hash", "64"}, {"Clear Hash", "x = y"}});
    CHECK(settings_of(scratch.parse({"--noini", "--ec", "sf", "--en=X"})).engine_name == "X");
    CHECK(settings_of(scratch.parse({"-noini", "-ec=sf", "-uci", "-x=-5"})).engine_options ==
          Pairs{{"-x", "-5"}});
    CHECK(settings_of(scratch.parse({"-ec", "a", "-pg", "EngineCommand=b", "-ec", "c"}))
              .engine_command == "c");
}

TEST_CASE("-book and an engine after -- need no ini file") {
    const Scratch scratch;
    const auto invocation = scratch.parse({"-book", "x.bin", "--", "my sf", "-ec", "", "a b"});
    const config::Settings s = settings_of(invocation);
    CHECK(s.book);
    CHECK(s.book_file == "x.bin");
    CHECK(*config::engine_words(s) == std::vector<std::string>{"my sf", "-ec", "", "a b"});
    CHECK(!invocation->config_file.has_value());
    CHECK(messages(invocation) == "");
    CHECK(scratch.parse({"--"}).error().message == "no engine after --");
}

TEST_CASE("the config file, and the command line above it") {
    const Scratch scratch;
    scratch.write("polyglot.ini",
                  "[PolyGlot]\nEngineCommand=sf\nBookDepth=3\nLog=on\n[Engine]\nHash=1\nA=b\n");
    scratch.write("other.ini", "[PolyGlot]\nEngineCommand=other\n");
    auto invocation = scratch.parse({"-pg", "BookDepth=4", "-uci", "hash=2"});
    config::Settings s = settings_of(invocation);
    CHECK(invocation->config_file == scratch.file("polyglot.ini"));
    CHECK(s.engine_command == "sf");
    CHECK(s.log);
    CHECK(s.book_depth_moves == 4);
    CHECK(s.engine_options[0] == std::pair<std::string, std::string>{"hash", "2"});
    const config::Provenance& from = invocation->configuration.provenance;
    CHECK(config::describe(from.of(*config::find_option("Log"))) ==
          scratch.file("polyglot.ini") + ":4");
    CHECK(config::describe(from.of(*config::find_option("BookDepth"))) == "command line");
    CHECK(settings_of(scratch.parse({"-log", "false", "other.ini"})).engine_command == "other");
    CHECK(settings_of(scratch.parse({"other.ini", "-log", "false"})).settings_file == "other.ini");
    CHECK(settings_of(scratch.parse({scratch.file("other.ini")})).engine_command == "other");
    scratch.write("names.ini", "[PolyGlot]\nEngineCommand=other\nSettingsFile = saved.ini\n");
    CHECK(settings_of(scratch.parse({"names.ini"})).settings_file == "saved.ini");
    CHECK(settings_of(scratch.parse({"names.ini", "-pg", "SettingsFile=x.ini"})).settings_file ==
          "x.ini");
    // The file is read although the engine is given
    CHECK(settings_of(scratch.parse({"-ec", "mine"})).log);
    CHECK(!settings_of(scratch.parse({"-noini", "-ec", "mine"})).log);
    CHECK(!settings_of(scratch.parse({"other.ini", "-noini", "-ec", "mine"})).log);
}

TEST_CASE("a missing file or engine is reported with an absolute path") {
    const Scratch scratch;
    CHECK(messages(scratch.parse({})) ==
          scratch.file("polyglot.ini") +
              ": error: config file cannot be opened: No such file or directory\n"
              "    hint: name another, or the engine: polyglot -- ENGINE\n");
    CHECK(messages(scratch.parse({"no.ini", "-ec", "sf"})) ==
          scratch.file("no.ini") +
              ": error: config file cannot be opened: No such file or directory\n");
    CHECK(messages(scratch.parse({"."})).find("error: config file is a directory\n") !=
          std::string::npos);
    CHECK(messages(scratch.parse({"-noini"})) ==
          "error: EngineCommand is not set\n"
          "    hint: set EngineCommand in [PolyGlot], or give the engine: polyglot -- ENGINE\n");
    scratch.write("e.ini", "[PolyGlot]\nEngineCommand=\n");
    const auto invocation = scratch.parse({"e.ini"});
    CHECK(messages(invocation)
              .starts_with(scratch.file("e.ini") + ": error: EngineCommand is not set\n"));
    CHECK(config::has_fatal(invocation->configuration.diagnostics));
}

TEST_CASE("empty arguments, as GUIs pass them, mean nothing") {
    const Scratch scratch;
    CHECK(settings_of(scratch.parse({"", "-noini", "", "-ec", "sf", ""})).engine_command == "sf");
    const config::Settings s = settings_of(scratch.parse({"-noini", "-ed", "", "-ec", "sf"}));
    CHECK(s.engine_dir == ".");
    CHECK(s.engine_command == "sf");
}

TEST_CASE("wrong use") {
    const Scratch scratch;
    const auto error = [&](const std::vector<std::string_view>& args) {
        const auto invocation = scratch.parse(args);
        return invocation.has_error() ? invocation.error().message : std::string("accepted");
    };
    CHECK(error({"-noini", "-foo"}) == "unknown option -foo");
    // As to PolyGlot
    CHECK(error({"-noini", "-NOINI"}) == "unknown option -NOINI: did you mean -noini?");
    // No guessing
    CHECK(error({"-e", "sf"}) == "unknown option -e");
    CHECK(error({"-noini", "-ec"}) == "option -ec needs a value");
    CHECK(error({"a.ini", "b.ini"}) == "more than one config file is given");
    CHECK(error({"-noini=3"}) != "accepted");
}

TEST_CASE("invalid -pg and -uci are reported and skipped") {
    const Scratch scratch;
    CHECK(messages(scratch.parse({"-noini", "-ec", "sf", "-pg", "Book", "-pg", "ShowTbHit=true",
                                  "-uci", "=3", "-uci", "A=", "-log", "maybe"})) ==
          "-pg Book: error: this is ignored\n    hint: write -pg Name=Value\n"
          "-pg ShowTbHit=true: warning: unknown option 'ShowTbHit' is ignored\n"
          "    hint: did you mean ShowTbHits?\n"
          "-uci =3: error: this is ignored\n    hint: write -uci Name=Value\n"
          "-log maybe: error: Log cannot be 'maybe': it is true or false; using false\n");
}

TEST_CASE("a mistyped option is answered with the one that was meant") {
    const Scratch scratch;
    const auto error = [&scratch](const char* option) {
        return scratch.parse({option, "x"}).error().message;
    };
    CHECK(error("-bok") == "unknown option -bok: did you mean -book?");
    CHECK(error("--lff") == "unknown option --lff: did you mean -lf?");
    CHECK(error("-BookDepth") == "unknown option -BookDepth: did you mean -pg BookDepth=...?");
    CHECK(error("-Book") == "unknown option -Book: did you mean -pg Book=...?");
    CHECK(error("-xyzzy") == "unknown option -xyzzy");
}

TEST_CASE("what is no config file is answered with the command that was meant") {
    const Scratch scratch;
    const auto explained = [](const std::filesystem::path& file, const std::string& name = "F") {
        const auto sentence = explain_first_argument(file, name);
        return sentence ? *sentence : std::string();
    };
    const auto written = [&scratch](const char* name, std::string_view bytes) {
        const std::filesystem::path path = scratch.path() / name;
        std::ofstream(path, std::ios::binary) << bytes;
        return path;
    };
    CHECK(explained(scratch.path()).starts_with("F is a directory"));
    CHECK(explained(written("a.PGN", "1. e4 *")) ==
          "F is a file of games: polyglot make-book F -bin book.bin makes a book "
          "of it, polyglot pgn-stat F counts them");
    CHECK(explained(written("a.pgn.gz", "x")).starts_with("F is a file of games"));
    CHECK(explained(written("a.bin", "x")).starts_with("F is a book: polyglot info-book F"));
    const std::string word =
        config::native_dialect().quoting == text::Quoting::Posix ? "'my book'" : "\"my book\"";
    CHECK(explained(written("a.bin", "x"), "my book")
              .starts_with("my book is a book: polyglot info-book " + word));
    CHECK(explained(written("a.epd", "x")).starts_with("F is a file of test positions"));
    CHECK(explained(written("engine", "\x7f"
                                      "ELF..."))
              .starts_with("F is a program"));
    CHECK(explained(written("engine.sh", "#!/bin/sh\n")).starts_with("F is a program"));
    const std::string q = config::native_dialect().quoting == text::Quoting::Posix ? "'" : "\"";
    CHECK(explain_engine("my sf") ==
          "my sf is a program, and a config file is wanted: polyglot -book " + q + "<starter>" + q +
              " -- " + q + "my sf" + q + " runs it with the starter book, polyglot make-config " +
              q + "my sf" + q + " writes a config file");
    CHECK(explain_engine("sf").find(" -- sf runs it") != std::string::npos);
    CHECK(explained(written("a.ini", "[PolyGlot]\n")).empty());
    CHECK(explained(written("settings", "")).empty());
    CHECK(explained(scratch.path() / "none.bin").empty());

    const std::vector<std::string_view> commands{"make-book", "find-book", "key"};
    CHECK(explain_command("makebook", commands) ==
          "there is no command 'makebook': did you mean make-book?");
    CHECK(explain_command("fnid-book", commands) ==
          "there is no command 'fnid-book': did you mean find-book?");
    CHECK(explain_command("mkbook", commands) ==
          "there is no command 'mkbook': did you mean make-book?");
    CHECK(explain_command("find", commands) ==
          "there is no command 'find': did you mean find-book?");
    CHECK_FALSE(explain_command("stockfish", commands));
    CHECK_FALSE(explain_command("kxyz", commands));
}

TEST_CASE("a config file that does not exist is answered with the one beside it") {
    const Scratch scratch;
    scratch.write("engine.ini", "");
    const auto explained = [&scratch](const std::string& name) {
        const auto sentence = explain_missing_file(scratch.path() / name, name);
        return sentence ? *sentence : std::string();
    };
    CHECK(explained("engine.iin") == "there is no file engine.iin: did you mean engine.ini?");
    CHECK(explained("engine") == "there is no file engine: did you mean engine.ini?");
    CHECK(explained("stockfish").empty());
    CHECK(explained("none/engine.iin").empty());
}

TEST_CASE("a path with blanks and without quotes is recognised") {
    const Scratch scratch;
    std::filesystem::create_directory(scratch.path() / "my chess engines");
    scratch.write("my chess engines/sf.ini", "");
    const std::string expected =
        "'my chess engines/sf.ini' is one path with a blank in it: put it in quotes";
    const auto explained = [&scratch](const std::vector<std::string_view>& args) {
        const auto file = find_config_file(args);
        REQUIRE(file);
        const auto sentence = explain_blanks(scratch.path(), args, *file);
        return sentence ? *sentence : std::string();
    };
    CHECK(explained({"my", "chess", "engines/sf.ini"}) == expected);
    CHECK(explained({"-noini", "-ec", "my", "chess", "engines/sf.ini"}) == expected);
    CHECK(explained({"-book", "my", "other.ini"}).empty());
}

TEST_CASE("the config file is the first word that is no option and no value of one") {
    const auto at = [](const std::vector<std::string_view>& args) {
        return find_config_file(args);
    };
    CHECK(at({"a.ini", "-log", "true"}) == 0);
    CHECK(at({"-book", "b.bin", "stockfish"}) == 2);
    CHECK(at({"-noini", "x"}) == 1);
    CHECK(at({"", "--book=b.bin", "x"}) == 2);
    CHECK(!at({"-book", "b.bin", "--", "x"}));
    CHECK(!at({"-check-config"}));
}

TEST_CASE("the help has at most 40 lines of 80 columns") {
    std::vector<CommandSummary> commands(23, {"intersect-book", "what two books have in common"});
    const std::string help = help_text(commands);
    CHECK(std::count(help.begin(), help.end(), '\n') <= 40);
    for (std::size_t begin = 0; begin < help.size(); begin = help.find('\n', begin) + 1)
        CHECK(help.find('\n', begin) - begin <= 80);
    // But for what stands before the meaning of each option
    const std::string narrow = options_help(40);
    CHECK(narrow.find("\n      Name shown to the GUI instead of\n") != std::string::npos);
}

TEST_CASE("actions") {
    const Scratch scratch;
    CHECK(scratch.parse({"-help"})->action == Action::Help);
    CHECK(scratch.parse({"--version"})->action == Action::Version);
    CHECK(scratch.parse({"--print-example-config"})->action == Action::PrintExample);
    CHECK(scratch.parse({"-noini", "--check-config", "-ec", "x"})->action == Action::CheckConfig);
    CHECK(scratch.parse({"-noini", "-ec", "x"})->action == Action::Run);
    CHECK(scratch.parse({"-h"})->action == Action::Help);
    CHECK(scratch.parse({"--help", "options"})->action == Action::HelpOptions);
    CHECK(scratch.parse({"-v"})->action == Action::Version);
    const std::string help = options_help(80);
    for (const char* option :
         {"\n   -ec ", "\n   -noini ", "\n   -pg ", "\n   -check-config ", "   BookTreshold = 5 "})
        CHECK_MESSAGE(help.find(option) != std::string::npos, option);
    for (const config::Option& option : config::schema())
        if (option.type != config::OptionType::Button)
            CHECK_MESSAGE(help.find("\n   " + std::string(option.name) + " = ") !=
                              std::string::npos,
                          option.name);
    CHECK(version_text().starts_with("polyglot "));
}

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
          "note: book A: TimeControl = bullet: it is not asked before the host has told the time, "
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
