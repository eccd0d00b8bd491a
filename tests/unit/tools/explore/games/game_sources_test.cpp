// Which of the files that the user names have games.
#include "core/text/path_text.hpp"
#include "tests/support/harness/test_folder.hpp"
#include "tools/explore/games/game_sources.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::tools {
namespace {

TEST_CASE("files with games: by their name, or by what they begin with") {
    struct Row {
        std::string name, begins;
        bool has_games = false;
    };
    const test::Folder folder;
    const std::string tagged = "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n";
    for (const Row& row :
         {Row{"a.pgn", tagged, true}, Row{"A.PGN", "", true}, Row{"tagged", tagged, true},
          Row{"games.zst", "\x28\xb5\x2f\xfd", true}, Row{"notes", "Nothing that is a game.\n"},
          Row{"empty", ""}, Row{"a.bin", tagged}, // the name says that it is a book
          Row{"book.pgn", "1. e4 { weight 10 } e5 *\n"}}) {
        CAPTURE(row.name);
        CHECK(has_games(to_text(folder.write(row.name, row.begins))) == row.has_games);
    }
    CHECK_FALSE(has_games(to_text(folder / "none.pgn")));
    CHECK_FALSE(has_games(to_text(folder.path)));
}

TEST_CASE("the games that the user names: files and folders, no standard input") {
    const test::Folder folder;
    const std::string games = to_text(folder.write("a.pgn", "1. e4 e5 1-0\n"));
    const auto error = [](const std::vector<std::string>& words) {
        const auto found = find_games(words);
        return found ? "" : found.error().message;
    };
    CHECK(error({games}).empty());
    CHECK(error({}).empty());
    CHECK(error({games, "-"}) == "standard input: its games could not be opened; name a file");
    CHECK(error({games, to_text(folder / "none.pgn")}).find("none.pgn") != std::string::npos);
    CHECK(find_games({games})->size() == 1);
    CHECK(name_of_games({}).empty());
    CHECK(name_of_games({"a"}) == "a");
    CHECK(name_of_games({"a", "b"}) == "a and 1 more");
    CHECK(name_of_games({"a", "b", "c"}) == "a and 2 more");
}

} // namespace
} // namespace polyglot::tools
