#include "adapter/cli/command_line.hpp"
#include "adapter/cli/first_argument.hpp"
#include "adapter/cli/help.hpp"
#include "config/engine_command.hpp"
#include "config/native.hpp"
#include "config/schema.hpp"
#include "tests/unit/adapter/cli/scratch.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
using namespace polyglot::cli;

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

TEST_CASE("polyglot.ini beside the program counts if there is none in the working directory") {
    const Scratch scratch;
    const std::filesystem::path beside = scratch.path() / "program";
    std::filesystem::create_directory(beside);
    std::ofstream(beside / "polyglot.ini") << "[PolyGlot]\nEngineCommand = beside\n";
    const auto parse = [&](std::vector<std::string_view> args) {
        return *parse_command_line(args, scratch.path(), {}, [&] { return beside; });
    };
    Invocation found = parse({});
    CHECK(found.configuration.settings.engine_command == "beside");
    CHECK(found.config_file == beside / "polyglot.ini");
    CHECK(found.start_directory == beside); // its relative paths start there
    CHECK(parse({"-ec", "sf"}).config_file == std::nullopt);
    CHECK(parse({"other.ini"}).config_file == scratch.path() / "other.ini");

    std::ofstream(scratch.path() / "polyglot.ini") << "[PolyGlot]\nEngineCommand = here\n";
    found = parse({});
    CHECK(found.configuration.settings.engine_command == "here");
    CHECK(found.start_directory == scratch.path());
}

TEST_CASE("a missing file or engine is reported with an absolute path") {
    const Scratch scratch;
    CHECK(messages(scratch.parse({})) ==
          scratch.file("polyglot.ini") +
              ": error: config file cannot be opened: No such file or directory\n"
              "    hint: name another, or the engine: polyglot -- ENGINE; or make one in the "
              "browser: "
              "polyglot setup\n");
    CHECK(messages(scratch.parse({"no.ini", "-ec", "sf"})) ==
          scratch.file("no.ini") +
              ": error: config file cannot be opened: No such file or directory\n"
              "    hint: polyglot setup makes one in the browser\n");
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
