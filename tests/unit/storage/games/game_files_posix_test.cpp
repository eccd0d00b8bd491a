// Games from links, named pipes and devices, and how they are found in folders with such.
#include "storage/games/game_files.hpp"
#include "tests/support/harness/test_folder.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::io {
namespace {

namespace fs = std::filesystem;
using Members = std::vector<std::pair<std::string, std::string>>; // names and contents
using test::Folder;

struct Contents {
    Members texts;
    std::string problem;
};

Contents contents_of(const fs::path& file) {
    std::istringstream nothing;
    auto opened = GameFile::open(file, nothing);
    if (!opened) return {{}, opened.error().message};
    Contents contents;
    while (std::istream* const stream = (*opened)->next())
        contents.texts.emplace_back((*opened)->name(),
                                    std::string{std::istreambuf_iterator<char>(*stream), {}});
    contents.problem = (*opened)->problem();
    return contents;
}

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

TEST_CASE("game files: a file that is cut while it is read is damaged") {
    const Folder folder;
    std::string games;
    while (games.size() < 1'000'000)
        games += "[Event \"x\"]\n\n1. e4 e5 1-0\n\n";
    std::istringstream nothing;
    const auto read_all = [&](const fs::path& file, std::uintmax_t size, std::size_t first) {
        folder.write("games.pgn", games);
        auto opened = GameFile::open(file, nothing);
        REQUIRE(opened.has_value());
        std::istream* const stream = (*opened)->next();
        REQUIRE(stream != nullptr);
        std::string text(first, '\0');
        stream->read(text.data(), static_cast<std::streamsize>(first));
        fs::resize_file(file, size);
        const std::string rest{std::istreambuf_iterator<char>(*stream), {}};
        CHECK((*opened)->next() == nullptr);
        return (*opened)->problem();
    };
    const fs::path file = folder.path / "games.pgn";
    CHECK(read_all(file, games.size(), 100).empty());
    CHECK(read_all(file, games.size() + 10, 100).empty()); // what is added is read, too
    for (const std::uintmax_t size :
         {std::uintmax_t{0}, std::uintmax_t{500'000}, std::uintmax_t{games.size() - 1}}) {
        const std::string problem = read_all(file, size, 100);
        CAPTURE(problem);
        CHECK(contains(problem, "games.pgn: has been cut while it was read, from " +
                                    std::to_string(games.size())));
    }
}

TEST_CASE("game files: which of a folder") {
    const Folder folder;
    const std::vector<std::string> games{"a.pgn",    "b/c.PGN", "b/d/e.pgn.zst", "b/f.zip",
                                         "g.tar.gz", "h.tgz",   "x.pgn/i.pgn"};
    for (const std::string& name : games)
        folder.write(name, "");
    for (const char* other : {"readme.txt", "book.bin", "log.gz", "._a.pgn", ".pgn", "b/pgn"})
        folder.write(other, "");
    fs::create_directory_symlink("..", folder.path / "b" / "round");
    fs::create_symlink("nowhere", folder.path / "dangling.pgn");
    fs::create_symlink("a.pgn", folder.path / "link.pgn");
    REQUIRE(::mkfifo((folder.path / "pipe.pgn").c_str(), 0600) == 0);

    const auto found =
        find_game_files({folder.path.string(), "-", (folder.path / "readme.txt").string()});
    REQUIRE(found.has_value());
    std::vector<std::string> names;
    for (const fs::path& file : *found)
        names.push_back(
            file == "-" ? "-" : fs::relative(file.parent_path(), folder.path) / file.filename());
    CHECK(names == std::vector<std::string>{"./a.pgn", "b/c.PGN", "b/d/e.pgn.zst", "b/f.zip",
                                            "./dangling.pgn", "./g.tar.gz", "./h.tgz", "./link.pgn",
                                            "x.pgn/i.pgn", "-", "./readme.txt"});
    CHECK(contains(contents_of(folder.path / "dangling.pgn").problem, "No such file"));
    CHECK(contains(contents_of(folder.path / "x.pgn").problem, "is a folder"));

    const auto check = [](const fs::path& word, std::string_view problem) {
        const auto none = find_game_files({word.string()});
        REQUIRE_FALSE(none.has_value());
        CHECK(contains(none.error().message, word.string() + ": "));
        CHECK(contains(none.error().message, problem));
    };
    check(folder.path / "nothing.pgn", "No such file");
    fs::create_directory(folder.path / "empty");
    check(folder.path / "empty", "no PGN files in this folder");
    fs::create_symlink("circle", folder.path / "circle");
    check(folder.path / "circle", "");
}

TEST_CASE("game files: files that are not regular; a named pipe") {
    const Folder folder;
    CHECK(contains(contents_of("/dev/zero").problem, "is not a regular file"));
    CHECK(contents_of("/dev/null").texts == Members{{"/dev/null", ""}});
    const fs::path pipe = folder.path / "pipe";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    const std::string games = std::string(100'000, 'x');
    std::thread writer([&] { std::ofstream(pipe, std::ios::binary) << games; });
    CHECK(contents_of(pipe).texts == Members{{pipe.string(), games}});
    writer.join();
}

} // namespace
} // namespace polyglot::io
