// What scan_games() reports beyond what the Reader keeps: variations, the wanted plies, kinds of
// problems.
#include "core/chess/uci_move.hpp"
#include "core/pgn/scanner.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <doctest/doctest.h>

namespace polyglot::pgn {
namespace {

// Each game as one text: LINE: moves, those in variations as DEPTH.PLY:move, outcome, kind of
// problem.
class Recorder : public GameVisitor {
  public:
    explicit Recorder(std::size_t wanted) : wanted_(wanted) {}
    std::size_t begin_game(const Tags&, const chess::Position&, std::uint64_t line) override {
        games.push_back(std::to_string(line) + ':');
        return wanted_;
    }
    void on_move(const chess::Position& before, chess::Move move, std::size_t ply,
                 std::size_t variation) override {
        CHECK(before.is_legal(move));
        CHECK(ply < wanted_);
        games.back() += ' ';
        if (variation > 0)
            games.back() += std::to_string(variation) + '.' + std::to_string(ply) + ':';
        games.back() += chess::format_uci_move(move);
    }
    void end_game(Outcome outcome, std::size_t plies, const Problem& problem) override {
        constexpr std::string_view outcomes[] = {"*", "1-0", "1/2", "0-1"};
        CHECK(plies <= wanted_);
        games.back() += ' ' + std::string(outcomes[static_cast<std::size_t>(outcome)]);
        if (problem)
            games.back() +=
                " ! " + std::to_string(problem.line) + ' ' + std::string(name_of(problem.kind));
    }
    std::vector<std::string> games;

  private:
    std::size_t wanted_;
};

using Games = std::vector<std::string>;

Games scan(std::string_view text, std::size_t wanted = all_plies, const ScanOptions& options = {}) {
    Recorder recorder(wanted);
    const ScanCounts counts = scan_games(text, options, recorder);
    CHECK(counts.games == recorder.games.size());
    return std::move(recorder.games);
}

constexpr ScanOptions with_variations{true, false, false};

void check(std::string_view text, const Games& expected) {
    INFO(text);
    CHECK(scan(text) == expected);
}
void check_variations(std::string_view text, const std::string& expected,
                      std::size_t wanted = all_plies) {
    INFO(text);
    CHECK(scan(text, wanted, with_variations) == Games{"1: " + expected});
}

TEST_CASE(
    "words between games are nothing, even where they would have been moves of the last one") {
    check("[Event \"a\"]\n\n1. e4 1-0\ngarbage e5 Nc6 c5\n[Event \"b\"]\n\n1. d4 d5 0-1\n",
          {"1: e2e4 1-0", "5: d2d4 d7d5 0-1"});
}

// Games with 2 plies wanted, that must begin and end where they do with all.
void check_two_plies(std::string_view text, const Games& expected) {
    INFO(text);
    CHECK(scan(text, 2) == expected);
    const auto begin_of = [](const std::string& game) { return game.substr(0, game.find(':')); };
    const auto begins = [&](const Games& games) {
        Games all;
        std::transform(games.begin(), games.end(), std::back_inserter(all), begin_of);
        return all;
    };
    CHECK(begins(scan(text)) == begins(expected));
    CHECK(begins(scan(text, 0)) == begins(expected));
}

} // namespace

TEST_CASE("PGN scan: kinds of problems") {
    check("e4 Sf6", {"1: e2e4 * ! 1 unreadable move"});
    check("e4 e5\nKe3", {"1: e2e4 e7e5 * ! 2 illegal move"});
    check("Nf3 e5 Nc3 Ke7 Nb1 Ke8 d3 Ke7 Nd2",
          {"1: g1f3 e7e5 b1c3 e8e7 c3b1 e7e8 d2d3 e8e7 * ! 1 ambiguous move"});
    check("e4 --", {"1: e2e4 * ! 1 null move"});
    check("[FEN \"x\"]\ne4", {"1: * ! 1 bad FEN"});
    check("[Variant \"Atomic\"]\ne4", {"1: * ! 1 unknown variant"});
    check("e4\n{", {"1: e2e4 * ! 2 unclosed comment"});
    check("e4\n(", {"1: e2e4 * ! 2 unclosed variation"});
    CHECK(scan("e4 e5", all_plies, {false, false, true}) ==
          Games{"1: e2e4 e7e5 * ! 1 too large game"});
    CHECK(scan("e4 {a", all_plies, {false, false, true}) == Games{"1: e2e4 * ! 1 too large game"});
    CHECK(scan("e4 e5 1-0", all_plies, {false, false, true}) == Games{"1: e2e4 e7e5 1-0"});
}

TEST_CASE("PGN scan: evaluations and results glued to a move") {
    check("1.e4\xe2\x80\xbc e5\xe2\x81\x89 2.Nf3\xb1 Nc6\xe2\xa9\xb2 3.Bb5+- a6= 4.Ba4+/- Nf6-/+ "
          "5.O-O~ Be7\xe2\x88\x9e*",
          {"1: e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 *"});
    check("1.e4 e5 2.Qh5 Ke7 3.Qxe51-0\n\n1.f3 e5 2.g4 Qh40-1\n\n1.d4 d51/2-1/2\n\n1.c4 "
          "c5+-1/2\n\n1.b3 *",
          {"1: e2e4 e7e5 d1h5 e8e7 h5e5 1-0", "3: f2f3 e7e5 g2g4 d8h4 0-1", "5: d2d4 d7d5 1/2",
           "7: c2c4 c7c5 1/2", "9: b2b3 *"});
    // In a variation a result ends nothing, glued or not.
    check_variations("e4 (d4 d51-0) e5\xe2\x81\x87 0-1", "e2e4 1.0:d2d4 1.1:d7d5 e7e5 0-1");
    // Behind the plies that are wanted, whether or not the header has the result.
    check_two_plies("[Event \"a\"]\n\ne4 e5 Nf31-0\n\n[Event \"b\"]\n\nd4 d50-1",
                    {"1: e2e4 e7e5 1-0", "5: d2d4 d7d5 0-1"});
    check_two_plies("[Result \"1-0\"]\n\ne4 e5 Nf31-0\n\nd4 d50-1\n",
                    {"1: e2e4 e7e5 1-0", "5: d2d4 d7d5 0-1"});
}

TEST_CASE("PGN scan: moves in the digits of correspondence chess") {
    check("[Event \"a\"]\n\n1. 5254 5755 2. 7163 2836 3. 6125 1716 4. 5171 1-0",
          {"1: e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1 1-0"});
    check("1. 5254 4745 2. 5445 7866\n\n", {"1: e2e4 d7d5 e4d5 g8f6 *"});
    check("[FEN \"8/4P1k1/8/8/8/8/8/4K3 w - - 0 1\"]\n57584", {"1: e7e8n *"});
    check("5254 5755 5255 1-0", {"1: e2e4 e7e5 1-0 ! 1 illegal move"}); // reported, not passed over
    check("[Event \"a\"]\n\n5255", {"1: * ! 3 illegal move"});
    check("1. e4 e5 1812 2. Nf3", {"1: e2e4 e7e5 g1f3 *"}); // a number between other moves
    check_variations("5254 (4244 4745) 5755", "e2e4 1.0:d2d4 1.1:d7d5 e7e5 *");
}

TEST_CASE("PGN scan: numbers glued to moves, blanks beyond ASCII, results of other kinds") {
    check("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. d3 O-O6. c3 d6 1-0",
          {"1: e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6 d2d3 e8g8 c2c3 d7d6 1-0"});
    check("1. e4 e52. Nf3 Nc6 3. Bb5 a6 1-0", {"1: e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 1-0"});
    for (const std::string blank :
         {"\u00a0", "\u200b", "\u3000", "\ufeff", "\xa0", "\u2028", "\u00ad"})
        check("[Event \"a\"]\n\n1." + blank + "e4" + blank + "e5" + blank + "2." + blank +
                  "Nf3 Nc6 1-0\n",
              {"1: e2e4 e7e5 g1f3 b8c6 1-0"});
    check("[Result \"1:0\"]\n\ne4 *\n\n[Result \"0:1\"]\n\ne4 *\n\n[Result \"0.5-0.5\"]\n\ne4 *\n\n"
          "[Result \"\u00bd-\u00bd\"]\n\ne4 *\n",
          {"1: e2e4 1-0", "5: e2e4 0-1", "9: e2e4 1/2", "13: e2e4 1/2"});
    check("e4 1:0\n\nd4 0:1\n\nc4 0.5-0.5\n\nNf3 \u00bd:\u00bd\n\nb3 1/2:1/2\n",
          {"1: e2e4 1-0", "3: d2d4 0-1", "5: c2c4 1/2", "7: g1f3 1/2", "9: b2b3 1/2"});
    check_two_plies("[Result \"0.5-0.5\"]\n\ne4 e5 Nf3 0.5-0.5\n\nd4 d5 c4 1:0\n",
                    {"1: e2e4 e7e5 1/2", "5: d2d4 d7d5 1-0"});
}

TEST_CASE("PGN scan: FEN and SetUp") {
    const std::string fen = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    check(fen + "\"]\n\ne3", {"1: e2e3 *"});
    check(fen + ";\"]\n\ne3 Kd7", {"1: e2e3 e8d7 *"}); // as in an official book of matches
    check(fen + " ; \"]\n\ne3 Kd7", {"1: e2e3 e8d7 *"});
    check(fen + ";;\"]\n\ne3 Kd7", {"1: * ! 1 bad FEN"});
    check("[FEN \"rkqbnnbr/pppppppp/8/8/8/8/PPPPPPPP/RKQBNNBR w HAha - 0 1;\"]\n\ne4 e5",
          {"1: e2e4 e7e5 *"});
    check("[SetUp \"1\"]\n" + fen + "\"]\n\ne3 Kd7", {"1: e2e3 e8d7 *"});
    check("[SetUp \"0\"]\n" + fen + "\"]\n\ne3 e5", {"1: e2e3 e7e5 *"}); // from the array
    check(fen + "\"]\n[SetUp \" 0 \"]\n\ne3 e5", {"1: e2e3 e7e5 *"});
}

TEST_CASE("PGN scan: without FEN and variant") {
    CHECK(scan("[FEN \"x\"]\n[Variant \"Atomic\"]\ne4", all_plies, {false, true, false}) ==
          Games{"1: e2e4 *"});
}

TEST_CASE("PGN scan: tags are found by their whole name, in any case") {
    class Asking : public GameVisitor {
      public:
        std::size_t begin_game(const Tags& tags, const chess::Position&, std::uint64_t) override {
            for (const std::string_view name :
                 {"WhiteElo", "WHITEELO", "WhiteEloX", "WhiteEl", "A", "a", "", "Z"})
                found.push_back(std::string(tags.find(name)));
            return 0;
        }
        void on_move(const chess::Position&, chess::Move, std::size_t, std::size_t) override {}
        void end_game(Outcome, std::size_t, const Problem&) override {}
        std::vector<std::string> found;
    } asking;
    scan_games("[WhiteEloX \"1\"]\n[whiteElo \"2\"]\n[WhiteElo \"3\"]\n[a \"4\"]\n[A \"5\"]\n\n*\n",
               {}, asking);
    CHECK(asking.found == Games{"2", "2", "1", "", "4", "4", "", ""});
}

TEST_CASE("PGN scan: line ends are counted") {
    Recorder recorder(all_plies);
    std::string text = "\n\r\n\r\r\n";
    CHECK(scan_games(text, {}, recorder).lines == 4);
    for (int i = 0; i < 100; ++i)
        text += i % 3 == 0 ? "x\r\n" : i % 3 == 1 ? "xy\r" : "xyz\n";
    CHECK(scan_games(text, {}, recorder).lines == 104);
}

TEST_CASE("PGN scan: variations") {
    check_variations("e4 (d4 d5) e5 (c5 Nf3 (Nc3) d6) Nf3 1-0",
                     "e2e4 1.0:d2d4 1.1:d7d5 e7e5 1.1:c7c5 1.2:g1f3 2.2:b1c3 1.3:d7d6 g1f3 1-0");
    check_variations("e4 (d4) (c4) e5", "e2e4 1.0:d2d4 1.0:c2c4 e7e5 *");
    // Broken ones harm nothing else
    check_variations("e4 (Ke3 d5) (d4 Ke3 d5 (Nf6)) e5", "e2e4 1.0:d2d4 e7e5 *");
    check_variations("(d4) e4 ((c4) Nf3) e5", "e2e4 1.0:g1f3 e7e5 *"); // of no move
    check_variations("e4 (d4 N e5 1-0) e5 0-1", "e2e4 1.0:d2d4 1.1:e7e5 e7e5 0-1");
    check_variations("e4 (-- e5) Ke3 (d5) e5", "e2e4 * ! 1 illegal move");
    check_variations("e4 (d4", "e2e4 1.0:d2d4 * ! 1 unclosed variation");
    // What is wanted of them: those that replace the last wanted move too.
    check_variations("e4 e5 N (c5 Nf3) Nf3 (d4) Nc6", "e2e4 e7e5 1.1:c7c5 *", 2);
    check_variations("e4 (d4 d5 c4 (Nf3) (Nc3)) e5", "e2e4 1.0:d2d4 1.1:d7d5 e7e5 *", 2);
    check_variations("e4 (d4) e5 *", "*", 0);
    // Deeper than is kept: left out, and the rest is read.
    std::string deep = "e4 ";
    std::string expected = "e2e4";
    for (std::size_t depth = 1; depth <= max_variation_depth + 5; ++depth) {
        deep += depth % 2 == 0 ? "(e4 " : "(d4 ";
        if (depth > max_variation_depth) continue;
        expected += ' ' + std::to_string(depth) + (depth % 2 == 0 ? ".0:e2e4" : ".0:d2d4");
    }
    check_variations(deep + std::string(max_variation_depth + 5, ')') + " e5",
                     expected + " e7e5 *");
}

TEST_CASE("PGN scan: after the wanted plies") {
    const std::string header = "[Event \"a\"]\n[Result \"1-0\"]\n\n";
    check_two_plies(header + "e4 e5 Nf3 Ke3 {no problem} 0-1\n\n" + header + "d4 *",
                    {"1: e2e4 e7e5 1-0", "6: d2d4 1-0"});
    check_two_plies(header + "e4 e5 Nf3", {"1: e2e4 e7e5 1-0"});
    // The header does not say how it ends
    check_two_plies("[Event \"a\"]\ne4 e5 Nf3 0-1", {"1: e2e4 e7e5 0-1"});
    // What looks like the end and is not, or is not alone.
    check_two_plies(header + "e4 e5 {1-0} Nf3 1-0\n" + header, {"1: e2e4 e7e5 1-0", "5: 1-0"});
    check_two_plies(header + "e4 e5 0-0 1/2-1/2\n\n" + header, {"1: e2e4 e7e5 1-0", "6: 1-0"});
    check_two_plies(header + "e4 e5 1-0\n\nd4 d5 0-1\n\n" + header,
                    {"1: e2e4 e7e5 1-0", "6: d2d4 d7d5 0-1", "8: 1-0"});
    check_two_plies(header + "e4 e5 Nf3 * [Event \"b\"] c4", {"1: e2e4 e7e5 1-0", "4: c2c4 *"});
    check_two_plies(header + "e4 e5 ; [Event \"b\"] 1-0\n c5\n[Event \"c\"]",
                    {"1: e2e4 e7e5 1-0", "6: *"});
    check_two_plies(header + "e4 e5 {\n\xef\xbb\xbf[Event \"b\"]\n} Nf3 1-0 d4",
                    {"1: e2e4 e7e5 1-0", "6: d2d4 *"});
    check_two_plies(header + "e4 e5 Nf3\n\xef\xbb\xbf[Event \"b\"]\nd4",
                    {"1: e2e4 e7e5 1-0", "5: d2d4 *"});
    check_two_plies(header + "e4 e5 {open\n[Event \"b\"]\nd4", {"1: e2e4 e7e5 1-0", "5: d2d4 *"});
}

// In every file there is: the same games, however many plies are wanted, and variations or not.
TEST_CASE("PGN scan: files of other parsers' tests") {
    const std::filesystem::path folder = std::filesystem::path(POLYGLOT_SHARED_DATA) / "pgn";
    if (!std::filesystem::exists(folder)) {
        MESSAGE("skipped: no ", folder.string());
        return;
    }
    const auto part = [](const std::string& game, bool end) {
        return end ? game.substr(game.find_last_of(' ')) : game.substr(0, game.find(':'));
    };
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.path().extension() != ".pgn") continue;
        INFO(entry.path().string());
        ++files;
        std::ifstream in(entry.path(), std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(in), {}};
        const Games all = scan(text);
        for (const std::size_t wanted : {std::size_t{0}, std::size_t{12}}) {
            const Games begun = scan(text, wanted);
            REQUIRE(begun.size() == all.size());
            for (std::size_t i = 0; i < all.size(); ++i) {
                CHECK(part(begun[i], false) == part(all[i], false));
                if (all[i].find('!') == std::string::npos &&
                    begun[i].find('!') == std::string::npos)
                    CHECK(part(begun[i], true) == part(all[i], true));
            }
        }
        CHECK(scan(text, all_plies, with_variations).size() == all.size());
    }
    CHECK(files > 50);
}

} // namespace polyglot::pgn
