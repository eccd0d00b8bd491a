// The games that statistics keep, listed and read from their files again.
#include "core/text/path_text.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "storage/games/game_files_libarchive.hpp"
#include "tests/unit/tools/explore/explore_support.hpp"
#include "tools/explore/answers.hpp"

#include <array>
#include <cstdio>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::tools {
namespace {

namespace json = boost::json;
namespace fs = std::filesystem;

std::string game(std::string_view event, int elo, std::string_view date, std::string_view moves) {
    return "[Event \"" + std::string(event) + "\"]\n[White \"W\"]\n[WhiteElo \"" +
           std::to_string(elo) + "\"]\n[BlackElo \"" + std::to_string(elo) + "\"]\n[Date \"" +
           std::string(date) + "\"]\n[Result \"1-0\"]\n\n" + std::string(moves) + " 1-0\n\n";
}

const std::string a = game("a1", 2500, "2001.01.01", "1. e4 e5 2. Nf3 {[%clk 0:01:02] why not}") +
                      game("a2", 2600, "2000.01.01", "1. e4 c5");
const std::string b = game("b1", 2400, "2002.01.01", "1. d4 d5") +
                      game("b2", 2300, "2003.01.01", "1. Nf3 Nf6 2. Ng1 Ng8 3. e4") +
                      game("b3", 2700, "1999.01.01", "1. e4 e5");

using Texts = std::vector<std::pair<std::string, std::string>>; // names and contents

// An archive, of which the checksum of a header is the sum of its bytes.
std::string tar(const Texts& members) {
    std::string bytes;
    for (const auto& [name, text] : members) {
        std::string header(512, '\0');
        const auto put = [&header](std::size_t at, const std::string& field) {
            header.replace(at, field.size(), field);
        };
        std::array<char, 12> size{};
        std::snprintf(size.data(), size.size(), "%011o", static_cast<unsigned>(text.size()));
        put(0, name);
        put(100, "0000644");
        put(124, size.data());
        put(148, std::string(8, ' '));
        put(156, "0");
        put(257, "ustar");
        put(263, "00");
        unsigned sum = 0;
        for (const char one : header)
            sum += static_cast<unsigned char>(one);
        std::array<char, 8> octal{};
        std::snprintf(octal.data(), octal.size(), "%06o", sum);
        put(148, std::string(octal.data(), 7));
        bytes += header + text + std::string((512 - text.size() % 512) % 512, '\0');
    }
    return bytes + std::string(1024, '\0');
}

// Statistics of these games, and an explorer that shows them.
struct Kept {
    BookFolder folder;
    std::string stats = folder / "s.pgstats";
    Shelf shelf{5, nullptr};
    Answers answers{shelf};

    explicit Kept(int most = 2, const Texts& files = {{"a.pgn", a}, {"b.pgn", b}}) {
        std::vector<std::string> words{"-stats", stats, "-games", std::to_string(most), "-pgn"};
        for (const auto& [name, text] : files) {
            write(name, text);
            words.push_back(folder / name);
        }
        io::end_command();
        const Ran ran = run(run_make_book, words);
        io::end_command();
        REQUIRE_MESSAGE(ran.status == 0, ran.err);
        REQUIRE(shelf.add(stats).has_value());
        shelf.show_kept_games({});
        REQUIRE(shelf.statistics() != nullptr);
    }
    void write(std::string_view name, std::string_view text) const {
        folder.write(name, test::to_bytes(text));
    }
    json::object list(const json::object& question) {
        Answers::Answer answer = answers.game_list(question);
        while (answer && answer->contains("reading"))
            answer = answers.game_list(question);
        REQUIRE_MESSAGE(answer.has_value(), (answer ? "" : answer.error().message));
        return *answer;
    }
    std::string events(const json::object& question) {
        std::string text;
        const json::object listed = list(question);
        for (const json::value& one : listed.at("games").as_array())
            text += std::string(one.at("event").as_string()) + ' ';
        return text;
    }
    std::string events_and_problems() {
        std::string text = events({}) + "| ";
        const json::object listed = list({});
        for (const json::value& problem : listed.at("problems").as_array())
            text += std::string(problem.as_string()) + "; ";
        return text;
    }
    Answers::Answer game(const json::value& name) {
        Answers::Answer answer = answers.game({{"game", name}});
        while (answer && answer->contains("reading"))
            answer = answers.game({{"game", name}});
        return answer;
    }
    std::string error(const json::object& question) {
        const auto answer = answers.game_list(question);
        return answer ? "" : answer.error().message;
    }
};

} // namespace

TEST_CASE("the games kept of a move and of a position, the best rated or the newest first") {
    Kept kept;
    CHECK(kept.events({}) == "b3 a2 b1 b2 "); // two of each move
    CHECK(kept.events({{"move", "e2e4"}}) == "b3 a2 ");
    CHECK(kept.events({{"move", "e2e4"}, {"order", "best"}}) == "b3 a2 ");
    CHECK(kept.events({{"move", "e2e4"}, {"order", "newest"}}) == "b2 a1 ");
    CHECK(kept.events({{"order", "newest"}}) == "b2 b1 a1 "); // each game once
    CHECK(kept.events({{"line", line({"e2e4"})}}) == "b3 a2 a1 ");
    CHECK(kept.events({{"line", line({"a2a3"})}}).empty());
    CHECK(kept.events({{"move", "a2a3"}}).empty());
    const json::object listed = kept.list({{"line", line({"e2e4"})}, {"move", "e7e5"}});
    CHECK(listed.at("kept") == 2);
    CHECK(listed.at("count") == 2);
    CHECK(listed.at("problems").as_array().empty());
    const json::object first = listed.at("games").at(1).as_object();
    CHECK(first.at("event") == "a1");
    CHECK(first.at("white") == "W");
    CHECK(first.at("date") == "2001.01.01");
    CHECK(first.at("white_elo") == 2500);
    CHECK(first.at("black_elo") == 2500);
    CHECK(first.at("result") == "1-0");
    CHECK(first.at("plies") == 3);
    CHECK(first.at("ply") == 1);
    CHECK(first.at("opening").at("code") == "C40");
    CHECK(kept.error({{"order", "worst"}}) == "order is best or newest");
    CHECK(kept.error({{"move", "e2e5"}}) == "move: it is not legal here");
    CHECK(kept.error({{"line", line({"e2e5"})}}) == "line: move 1 is not legal");
    CHECK(kept.error(
              {{"start", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"}}) ==
          "");
    CHECK(kept.error({{"start", "1rkr3r/8/8/8/8/8/8/1RKR3R w DBdb - 0 1"}}) ==
          "the position has no key: castling with an inner rook");
    CHECK(kept.shelf.statistics()->about().at("kept") == 2);
}

TEST_CASE("a kept game is read from its file, by the name that the list has given it") {
    Kept kept;
    const json::object listed = kept.list({{"line", line({"e2e4"})}, {"move", "e7e5"}});
    const json::value name = listed.at("games").at(1).at("game");
    const auto opened = kept.game(name);
    REQUIRE(opened.has_value());
    CHECK(opened->at("event") == "a1");
    CHECK(opened->at("game") == name);
    CHECK(opened->at("ply") == 1);
    CHECK(opened->at("tags").at(0) == json::value(json::array{"Event", "a1"}));
    CHECK_FALSE(opened->contains("start"));
    CHECK_FALSE(opened->contains("problem"));
    REQUIRE(opened->at("moves").as_array().size() == 3);
    CHECK(opened->at("moves").at(1).at("number") == "1...");
    CHECK(opened->at("moves").at(1).at("white") == false);
    CHECK(opened->at("moves").at(2).at("left_ms") == 62'000);
    CHECK(opened->at("moves").at(2).at("comment") == "why not");
    CHECK_FALSE(opened->at("moves").at(2).as_object().contains("used_ms"));
    CHECK_FALSE(opened->at("moves").at(2).as_object().contains("value"));

    const std::string text(name.as_string());
    const std::size_t last = text.rfind('.');
    for (const std::string& wrong :
         {std::string(), std::string("x"), text + ".1", text + "x", text.substr(0, last),
          std::string("fffffffffffffffff.1.1.1.1"), '.' + text})
        CHECK_MESSAGE(
            kept.game(json::value(wrong)).error().message == "game: there is no such game", wrong);
    CHECK(kept.game(json::value(text.substr(0, last) + ".1")).error().message ==
          "game: the statistics do not keep it any more");
    CHECK(kept.answers.game({}).error().message == "game: there is no such game");
}

TEST_CASE("a file that is not there, or has changed, is never taken for another one's game") {
    Kept kept(5);
    const json::value name = kept.list({{"move", "d2d4"}}).at("games").at(0).at("game");
    const std::string place =
        (kept.folder / "b.pgn") + " has changed since make-book read it: at byte ";
    // Another game stands there, with the same moves.
    kept.write("b.pgn",
               game("x1", 2400, "2002.01.01", "1. d4 d5") + b.substr(b.find("[Event \"b2")));
    CHECK(kept.game(name).error().message == place + "0 there is another game now");
    CHECK(kept.events_and_problems() == "b3 a2 a1 b2 | " + place + "0 there is another game now; ");
    // The same game, but less of it.
    kept.write("b.pgn", b.substr(0, b.find("[Event \"b2")));
    const std::string second = std::to_string(b.find("[Event \"b2")),
                      third = std::to_string(b.find("[Event \"b3"));
    CHECK(kept.events_and_problems() == "a2 a1 b1 | " + place + second + " there is no game now; " +
                                            place + third + " there is no game now; ");
    fs::remove(kept.folder / "b.pgn");
    const std::string missing = kept.events_and_problems();
    CHECK(missing.starts_with("a2 a1 | "));
    CHECK(missing.find("b.pgn") != std::string::npos);
    CHECK(missing.ends_with(": -games-in FOLDER names the folder where it is (3 games); "));
    CHECK(kept.list({}).at("count") == 2);
    // There it is found by its name.
    fs::create_directory(kept.folder / "elsewhere");
    kept.write("elsewhere/b.pgn", b);
    kept.shelf.show_kept_games({kept.folder / "elsewhere"});
    CHECK(kept.events_and_problems() == "b3 a2 a1 b1 b2 | ");
}

TEST_CASE("kept games of an archive are read from their texts, and its damage is told") {
    if (const auto& libarchive = io::Libarchive::get(); !libarchive) { // Wine has none
        MESSAGE("skipped: " << libarchive.error().message);
        return;
    }
    const std::string first = game("t1", 2500, "2001.01.01", "1. e4 e5");
    const std::string second = game("t2", 2400, "2001.01.01", "1. e4 e5 2. Nf3");
    const std::string third = game("t3", 2300, "2001.01.01", "1. d4 d5") +
                              game("t4", 2200, "2001.01.01", "1. e4 c5") +
                              game("t5", 2100, "2001.01.01", "1. c4 c5");
    const Texts members{{"1.pgn", first}, {"2.pgn", second}, {"3.pgn", third}};
    Kept kept(5, {{"t.tar", tar(members)}, {"b.pgn", b}});
    CHECK(kept.events({{"move", "e2e4"}}) == "b3 t1 t2 b2 t4 ");
    CHECK(kept.events({{"line", line({"e2e4"})}, {"move", "c7c5"}}) == "t4 ");
    CHECK(kept.events({{"move", "c2c4"}}) == "t5 ");
    const json::object all = kept.list({{"move", "e2e4"}});
    for (const std::size_t number : {1U, 2U, 4U}) {
        const json::object& one = all.at("games").at(number).as_object();
        const auto opened = kept.game(one.at("game"));
        REQUIRE_MESSAGE(opened.has_value(), opened.error().message);
        CHECK(opened->at("event") == one.at("event"));
    }
    const std::string there_is = (kept.folder / "t.tar") +
                                 " has changed since make-book read it: at byte ",
                      no_game = " there is no game now; ";
    // Without its last text, and with another text before all others.
    kept.write("t.tar", tar({members[0], members[1]}));
    const auto places = [&](std::initializer_list<std::string_view> events) {
        std::string text;
        for (const std::string_view event : events)
            text +=
                there_is + std::to_string(third.find("[Event \"" + std::string(event))) + no_game;
        return text;
    };
    CHECK(kept.events_and_problems() == "b3 t1 b1 t2 b2 | " + places({"t3", "t4", "t5"}));
    kept.write("t.tar", tar({{"0.pgn", b}, members[0], members[1]}));
    CHECK(kept.events({}) == "b3 b1 b2 ");
    // It ends within a text.
    const std::string whole = tar(members);
    kept.write("t.tar", whole.substr(0, whole.find("[Event \"t4") + 9));
    const std::string damaged = kept.events_and_problems();
    CHECK_MESSAGE(damaged.starts_with("b3 t1 b1 t2 b2 t3 | " + (kept.folder / "t.tar/3.pgn: ")),
                  damaged);
    CHECK_MESSAGE(damaged.ends_with(" (2 games); "), damaged);
    // It ends within a text behind those of the games that are asked for.
    CHECK(kept.events({{"line", line({"e2e4"})}, {"move", "e7e5"}}) == "b3 t1 t2 ");
}

TEST_CASE("statistics that are damaged are named, in a list and in a game") {
    Kept kept;
    const json::value name = kept.list({{"move", "d2d4"}}).at("games").at(0).at("game");
    std::string bytes = kept.folder.read("s.pgstats");
    for (std::size_t at = 64; at + 256 < bytes.size(); ++at)
        bytes[at] = static_cast<char>(~bytes[at]);
    kept.write("s.pgstats", bytes);
    const auto listed = kept.answers.game_list({{"move", "d2d4"}});
    REQUIRE(listed.has_error());
    CHECK(listed.error().message.starts_with(kept.stats + ": "));
    const auto opened = kept.answers.game({{"game", name}});
    REQUIRE(opened.has_error());
    CHECK(opened.error().message == listed.error().message);
}

TEST_CASE(
    "the statistics that are shown: the first book that keeps games, also after another one") {
    Kept kept;
    const std::string book = write_book(kept.folder, "book.bin", sample);
    REQUIRE(kept.shelf.replace({book}, false).has_value());
    CHECK(kept.shelf.statistics() == nullptr);
    CHECK(kept.answers.game_list({}).error().message.starts_with("no games were opened"));
    REQUIRE(kept.shelf.replace({book, kept.stats}, false).has_value());
    REQUIRE(kept.shelf.statistics() != nullptr);
    CHECK(kept.shelf.statistics()->about().at("name") == json::value(kept.stats));
    CHECK(kept.events({{"move", "d2d4"}}) == "b1 ");
}

} // namespace polyglot::tools
