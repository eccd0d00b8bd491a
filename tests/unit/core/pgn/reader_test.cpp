// Games from PGN text, clean and dirty.
#include "core/chess/fen.hpp"
#include "core/chess/uci_move.hpp"
#include "core/pgn/reader.hpp"

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include <doctest/doctest.h>

namespace polyglot::pgn {
namespace {

std::vector<GameText> read_all(std::istream& in) {
    Reader reader(in);
    std::vector<GameText> games;
    while (auto game = reader.next())
        games.push_back(std::move(*game));
    CHECK_FALSE(reader.next().has_value());
    return games;
}

std::vector<GameText> read(std::string_view text) {
    std::istringstream in{std::string(text)};
    return read_all(in);
}

std::string moves_of(const GameText& game) {
    std::string all;
    for (const chess::Move move : game.game.moves())
        all += (all.empty() ? "" : " ") +
               chess::format_uci_move(move, chess::CastlingStyle::KingTakesRook);
    return all;
}

constexpr std::string_view outcomes[] = {"*", "1-0", "1/2", "0-1"};

// Each game as LINE: MOVES OUTCOME, and its problem with the line of that.
void check(std::string_view text, const std::vector<std::string>& expected) {
    INFO(text);
    std::vector<std::string> seen;
    for (const GameText& game : read(text)) {
        seen.push_back(std::to_string(game.line) + ": " + moves_of(game) +
                       (game.game.moves().empty() ? "" : " ") +
                       std::string(outcomes[static_cast<std::size_t>(game.outcome)]));
        if (!game.problem.empty())
            seen.back() += " ! " + std::to_string(game.problem_line) + ": " + game.problem;
    }
    CHECK(seen == expected);
}

// The moves after a start position, and the problem if there is one.
void check_from(std::string_view tags, std::string_view words, std::string_view moves,
                std::string_view problem = "") {
    INFO(tags, " ", words);
    const auto games = read(std::string(tags) + '\n' + std::string(words));
    REQUIRE(games.size() == 1);
    CHECK(moves_of(games[0]) == moves);
    CHECK(games[0].problem == problem);
}

} // namespace

TEST_CASE("PGN games: a clean one") {
    const auto games =
        read("[Event \"E\"]\n[White \"W, \\\"x\\\"\"]\n[Result \"1-0\"]\n\n"
             "1. e4 {best} e5 2. Nf3 $1 (2. f4 exf4 (2... d5!?) 3. Nf3) 2... Nc6 1-0\n");
    REQUIRE(games.size() == 1);
    CHECK(moves_of(games[0]) == "e2e4 e7e5 g1f3 b8c6");
    CHECK(games[0].outcome == Outcome::WhiteWins);
    CHECK(games[0].line == 1);
    CHECK(games[0].problem.empty());
    CHECK(games[0].tags.size() == 3);
    CHECK(games[0].tag("White") == "W, \"x\"");
    CHECK(games[0].tag("event") == "E");
    CHECK(games[0].tag("Site").empty());
}

TEST_CASE("PGN games: where one ends and the next begins") {
    check("", {});
    check("no games here, only (words) and 12 numbers.\n* 1-0", {});
    check("1. e4 e5 1-0 1. d4 0-1\n1. c4 1/2 *",
          {"1: e2e4 e7e5 1-0", "1: d2d4 0-1", "2: c2c4 1/2"});
    check("[Event \"a\"]\n1. e4\n[Event \"b\"]\n1. d4", {"1: e2e4 *", "3: d2d4 *"});
    // An empty line inside the header
    check("[Event \"a\"]\n\n[Site \"s\"]\n\ne4 *", {"1: e2e4 *"});
    check("[Site \"a\"]\n[Site \"b\"]\ne4 *", {"1: e2e4 *"}); // a tag twice
    check("[Site \"a\"]\n\n[Site \"b\"]\ne4 *", {"1: *", "3: e2e4 *"});
    check("[Event \"a\"]\n[Event \"b\"]\ne4 *", {"1: *", "2: e2e4 *"});
    check("[Event \"a\"]\n{nothing} 1-0\n[Event \"b\"]\n", {"1: 1-0", "3: *"});
    check("From: me\nSubject: games\n\n1. e4 *", {"4: e2e4 *"});
    check("[Event \"a\"]\n1. e4 (1. d4 1-0) e5 0-1", {"1: e2e4 e7e5 0-1"}); // a variation's result
}

TEST_CASE("PGN games: outcomes") {
    check("[Result \"0-1\"]\n1. e4", {"1: e2e4 0-1"});
    check("[Result \"0-1\"]\n1. e4 *", {"1: e2e4 0-1"});
    // The tag is what other programs show and count
    check("[Result \"0-1\"]\n1. e4 1-0", {"1: e2e4 0-1"});
    check("[Result \"*\"]\n1. e4 1-0", {"1: e2e4 1-0"});
    check("[Result \"?\"]\n1. e4 1/2-1/2", {"1: e2e4 1/2"});
    check("[Result \" 1/2 \"]\n1. e4", {"1: e2e4 1/2"});
    check("[Result \"?\"]\n1. e4", {"1: e2e4 *"});
}

TEST_CASE("PGN games: broken ones give their legal beginning") {
    check("[Event \"a\"]\n1. e4 e5\n2. Ke3 Nc6 1-0\n[Event \"b\"]\n1. d4 *",
          {"1: e2e4 e7e5 1-0 ! 3: White's move 2: 'Ke3' is not legal here", "4: d2d4 *"});
    check("1. e4 Yf6 2. e5 0-1",
          {"1: e2e4 0-1 ! 1: Black's move 1: 'Yf6' does not read as a move"});
    check("1. e4 -- 2. d4 *", {"1: e2e4 * ! 1: Black's move 1 is a null move"});
    check("1. e4 Z0 2. d4 *", {"1: e2e4 * ! 1: Black's move 1 is a null move"});
    check("[A \"a\"]\n1. e4 {open\n1-0\n[A \"b\"]\n1. d4 *",
          {"1: e2e4 * ! 2: the comment that begins here is never closed", "4: d2d4 *"});
    check("[A \"a\"]\n1. e4 (1. d4 e5\n1-0\n[A \"b\"]\n1. d4 *",
          {"1: e2e4 * ! 2: the variation that begins here is never closed", "4: d2d4 *"});
    check("1. e4 ) e5 } ] *", {"1: e2e4 e7e5 *"});
    std::string shuffle = "[A \"a\"]\n";
    for (std::size_t ply = 0; ply < max_plies + 4; ply += 4)
        shuffle += "Nf3 Nf6 Ng1 Ng8\n";
    const auto games = read(shuffle);
    REQUIRE(games.size() == 1);
    CHECK(games[0].game.moves().size() == max_plies);
    CHECK(games[0].problem == "more than 65536 plies");
}

TEST_CASE("PGN games: moves as people write them") {
    check_from("", "1.e4 e5 2.Ng1-f3 Nb8c6 3.Bf1b5+ a6!? 4.Ba4 Ngf6 5.0-0 b7-b5",
               "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1h1 b7b5");
    check_from("[FEN \"7k/P6P/8/3pP3/8/8/8/R3K2R w KQ d6 0 1\"]",
               "exd6 e.p. Kg7 a8(Q) Kf7 h8=N+ Kf6 0-0-0", "e5d6 h8g7 a7a8q g7f7 h7h8n f7f6 e1a1");
    check_from("", "e2e4 e7-e5 g1f3 b8c6 f1c4 g8f6 e1g1 Nxe4 c4xf7+ *",
               "e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 e1h1 f6e4 c4f7");
    check_from("", "1. e4 (1. d4 (1. c4 (1. b4) {)} ) ; )\n) 1... e5", "e2e4 e7e5");
    // Variations a million deep.
    std::string deep = "1. e4 ";
    for (int i = 0; i < 1000000; ++i)
        deep += "( d4 ";
    deep.append(1000000, ')');
    check_from("", deep + " e5", "e2e4 e7e5");
}

TEST_CASE("PGN games: start positions and variants") {
    check_from("[SetUp \"1\"]\n[FEN \"4k2r/8/8/8/8/8/8/4K3 b k - 0 5\"]", "5... O-O 6. Kd2",
               "e8h8 e1d2");
    check_from("[FEN \"?\"]", "e4", "e2e4");
    check_from("[FEN \"\"]", "e4", "e2e4");
    check_from("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]", "e4", "",
               "the FEN tag: " + chess::parse_fen("8/8/8/8/8/8/8/8 w - - 0 1").error().message);
    for (const std::string_view variant :
         {"Chess960", "chess 960", "fischerandom", "Fischerrandom", "Fischer-Random", "FRC"})
        check_from("[Variant \"" + std::string(variant) +
                       "\"]\n[FEN \"1rk4r/8/8/8/8/8/8/1RK4R w HBhb - 0 1\"]",
                   "1. O-O O-O-O", "c1h1 c8b8");
    check_from("[Variant \"fischerandom\"]\n[FEN \"1rk4r/8/8/8/8/8/8/1RK4R w KQkq - 0 1\"]",
               "O-O O-O-O", "c1h1 c8b8");
    check_from("[Variant \"From Position\"]", "e4", "e2e4");
    check_from("[Variant \"Standard\"]", "e4", "e2e4");
    check_from("[Variant \"Crazyhouse\"]", "e4", "", "unknown variant 'Crazyhouse'");
}

TEST_CASE("PGN games: limits") {
    std::string text;
    for (std::size_t i = 0; i < max_tags + 10; ++i)
        text += "[Tag" + std::to_string(i) + " \"x\"]\n";
    const auto many = read(text + "e4 *");
    REQUIRE(many.size() == 1);
    CHECK(many[0].tags.size() == max_tags);
    CHECK(moves_of(many[0]) == "e2e4");

    const std::string longest(300000, 'x');
    check("[A \"" + longest + "\"]\n{" + longest + "} 1. e4 ;" + longest + "\n%" + longest +
              "\n e5 " + longest + " *\n" + "[A \"b\"]\n d4 *",
          {"1: e2e4 e7e5 * ! 4: White's move 2: '" + std::string(200, 'x') +
               "…' does not read as a move",
           "5: d2d4 *"});
    CHECK(read("[A \"" + longest + "\"]")[0].tag("A").size() == max_tag_value);
}

// Games and plies of these files as pgn-extract counts them too.
TEST_CASE("PGN games: files of other parsers' tests") {
    const std::filesystem::path folder = std::filesystem::path(POLYGLOT_SHARED_DATA) / "pgn";
    if (!std::filesystem::exists(folder)) {
        MESSAGE("skipped: no ", folder.string());
        return;
    }
    const auto count = [&](const char* name, std::size_t games, std::size_t plies,
                           std::size_t problems) {
        INFO(name);
        std::ifstream in(folder / name, std::ios::binary);
        std::size_t read_plies = 0;
        std::size_t read_problems = 0;
        const auto all = read_all(in);
        for (const GameText& game : all) {
            read_plies += game.game.moves().size();
            if (!game.problem.empty()) ++read_problems;
        }
        CHECK(all.size() == games);
        CHECK(read_plies == plies);
        CHECK(read_problems == problems);
    };
    count("kentdjb_pgn-extract/test__infiles__fischer.pgn", 34, 3160, 0);
    count("kentdjb_pgn-extract/eco.pgn", 2014, 20697, 0);
    count("mliebelt_pgn-parser/test__pgn__twic-01-232games.pgn", 232, 19777, 0);
    count("niklasf_python-chess/data__pgn__cutechess-fischerrandom.pgn", 4, 396, 0);
    count("niklasf_shakmaty/pgn-reader__benches__lichess_db_10k.pgn", 5, 257, 0);
    count("niklasf_shakmaty/pgn-reader__benches__twic1599_10k.pgn", 9, 1049, 0);
    // That one left out by pgn-extract
    count("niklasf_rust-pgn-reader/examples__illegal.pgn", 100, 9060, 1);
}

} // namespace polyglot::pgn
