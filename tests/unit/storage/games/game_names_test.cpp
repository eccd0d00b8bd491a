// Names of files of games in statistics, and what they may open.
#include "core/text/path_text.hpp"
#include "storage/games/game_names.hpp"
#include "tests/support/harness/test_folder.hpp"

#include <filesystem>
#include <string>

#include <doctest/doctest.h>

using namespace polyglot;

TEST_CASE("game names: below the folder of the statistics they are relative") {
    const std::filesystem::path root = std::filesystem::current_path();
    CHECK(io::recorded_name(root / "x" / "a.pgn", root / "x" / "s.pgstats") == "a.pgn");
    CHECK(io::recorded_name(root / "x" / "in" / ".." / "in" / "a.pgn", root / "x" / "s.pgstats") ==
          "in/a.pgn");
    CHECK(io::recorded_name(u8"a.pgn", u8"s.pgstats") == "a.pgn");
    const std::string outside = io::recorded_name(root / "a.pgn", root / "x" / "s.pgstats");
    CHECK(io::recorded_file(outside, root / "x" / "s.pgstats") == root / "a.pgn");
    CHECK(io::recorded_file("in/a.pgn", root / "x" / "s.pgstats") == root / "x" / "in" / "a.pgn");
}

TEST_CASE("game names: a file is opened only in a folder that the user has named") {
    const test::Folder folder;
    const std::filesystem::path stats = folder.path / "s" / "x.pgstats";
    for (const char* const name : {"s/a.pgn", "s/in/b.pgn", "other/c.pgn", "secret.pgn"})
        folder.write(name, "x");
    const auto found = [&](const std::string& name, bool with_other = false) {
        const auto file = io::find_recorded(name, stats,
                                            with_other ? std::vector{folder.path / "other"}
                                                       : std::vector<std::filesystem::path>());
        return file ? to_text(file->filename()) : std::string();
    };
    CHECK(found("a.pgn") == "a.pgn");
    CHECK(found("in/b.pgn") == "b.pgn");
    CHECK(found("gone/a.pgn") == "a.pgn"); // by its last part
    CHECK(found("c.pgn").empty());
    CHECK(found("c.pgn", true) == "c.pgn");
    const std::string whole = to_text(folder.path / "other" / "c.pgn");
    CHECK(found(whole).empty());
    CHECK(found(whole, true) == "c.pgn");
    for (const char* const name :
         {"../secret.pgn", "in/../../secret.pgn", "", ".", "..", "in", "/"})
        CHECK(found(name).empty());
    CHECK(found(to_text(folder.path / "secret.pgn"), true).empty());
    CHECK(io::find_recorded("\x1b[2Jz", stats, {}).error().message.find('\x1b') ==
          std::string::npos);
}
