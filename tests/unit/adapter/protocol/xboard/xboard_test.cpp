// xboard lines: tables of what is read out of them, and what is written.
#include "adapter/protocol/engine_move.hpp"
#include "adapter/protocol/xboard/xboard.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/uci_move.hpp"
#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/notation.hpp"
#include "core/chess/variants/variant.hpp"

#include <limits>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

using namespace polyglot;
using namespace polyglot::protocol;
using std::chrono::milliseconds;
using C = XboardCommand;

TEST_CASE("xboard lines: every command by its word") {
    const auto check = [](std::string_view line, XboardCommand command,
                          std::string_view arguments = "") {
        CAPTURE(line);
        const XboardGuiLine parsed = parse_xboard_gui_line(line);
        CHECK(parsed.command == command);
        CHECK(parsed.arguments == arguments);
    };
    check("xboard", C::Xboard);
    check("protover 2", C::Protover, "2");
    check("gui xboard 4.2", C::Gui, "xboard 4.2");
    check("accepted setboard", C::Accepted, "setboard");
    check("rejected san", C::Rejected, "san");
    check("ping 17", C::Ping, "17");
    check("quit", C::Quit);
    check("new", C::New);
    check("variant fischerandom", C::Variant, "fischerandom");
    check("force", C::Force);
    check("go", C::Go);
    check("playother", C::PlayOther);
    check("white", C::White);
    check("black", C::Black);
    check("setboard 8/8/8/8/8/8/8/8 w - - 0 1", C::SetBoard, "8/8/8/8/8/8/8/8 w - - 0 1");
    check("edit", C::Edit);
    check("undo", C::Undo);
    check("remove", C::Remove);
    check("result 1-0 {White mates}", C::Result, "1-0 {White mates}");
    check("draw", C::Draw);
    check("pause", C::Pause);
    check("resume", C::Resume);
    check("?", C::MoveNow);
    check("level 40 5 0", C::Level, "40 5 0");
    check("st 2", C::MoveTime, "2");
    check("sd 5", C::Depth, "5");
    check("nps 1000", C::Nps, "1000");
    check("time 30000", C::Time, "30000");
    check("otim -20", C::OpponentTime, "-20");
    check("hard", C::Hard);
    check("easy", C::Easy);
    check("post", C::Post);
    check("nopost", C::NoPost);
    check("analyze", C::Analyze);
    check("exit", C::Exit);
    check("hint", C::Hint);
    check("bk", C::Book);
    check("include all", C::Include, "all");
    check("exclude e2e4", C::Exclude, "e2e4");
    check("setscore 0.5 12", C::SetScore, "0.5 12");
    check(".", C::Stat);
    check("option Clear Hash", C::Option, "Clear Hash");
    check("memory 36", C::Memory, "36");
    check("cores 1", C::Cores, "1");
    check("egtpath syzygy /a b/c", C::EgtPath, "syzygy /a b/c");
    check("random", C::Random);
    check("computer", C::Computer);
    check("name GNU Chess 6.2.9", C::Name, "GNU Chess 6.2.9");
    check("rating 2600 1500", C::Rating, "2600 1500");
    check("ics -", C::Ics, "-");
    check("fritz", C::Fritz);
    check("reset", C::Reset);
    check("ponder", C::Ponder);
    check("lift e2", C::Lift, "e2");
    check("put e4", C::Put, "e4");
    check("hover e4", C::Hover, "e4");
    check("partner mann", C::Partner, "mann");
    check("ptell hello", C::PartnerTell, "hello");
    check("holding [PPP] []", C::Holding, "[PPP] []");
}

TEST_CASE("xboard lines: blanks and carriage returns around, words that are not commands") {
    const auto check = [](std::string_view line, XboardCommand command,
                          std::string_view arguments = "") {
        CAPTURE(line);
        const XboardGuiLine parsed = parse_xboard_gui_line(line);
        CHECK(parsed.command == command);
        CHECK(parsed.arguments == arguments);
    };
    check("", C::Blank);
    check(" \t\r", C::Blank);
    check("new\r", C::New);
    check("  ping \t 3 \r", C::Ping, "3");
    check("usermove  e2e4 \r", C::UserMove, "e2e4");
    check("usermove", C::UserMove);
    check("usermove @@@@", C::UserMove, "@@@@"); // said to be a move, whatever it looks like
    check("usermove exd6 e.p.", C::UserMove, "exd6 e.p.");
    check(" e2e4\r", C::UserMove, "e2e4");
    check("new1", C::Unknown, "new1");
    check("New", C::Unknown, "New");
    check("??", C::Unknown, "??");
    check("..", C::Unknown, "..");
    check("  frob  a  b \r", C::Unknown, "frob  a  b");
    check("e2e4 e7e5", C::Unknown, "e2e4 e7e5");
    check("uci", C::Unknown, "uci");
}

TEST_CASE("words that are bare moves, and words that are not") {
    for (const std::string_view text :
         {"e2e4",   "e7e8q",  "e7e8=q", "e7e8=Q",  "E7E8Q",  "E2E4",   "e2-e4",    "e4",
          "exd5",   "ed5",    "e8=Q",   "e8Q",     "e8(Q)",  "e8=q+",  "Nf3",      "Nbd7+",
          "N1d2",   "Nb1d2",  "Nb1xd2", "Bxf7#",   "Qa1xb2", "Ng1-f3", "O-O",      "O-O-O",
          "0-0",    "0-0-0#", "o-o",    "O-O+",    "P@f7",   "A@a1",   "Z@h8",     "Pe4",
          "Kxe1!?", "b8b1",   "bxa8=B", "exd8=N+", "a1h8",   "B2d4",   "exd8(Q)#", "a7xb8=(Q)"}) {
        CAPTURE(text);
        CHECK(reads_as_xboard_move(text));
        CHECK(parse_xboard_gui_line(text).command == C::UserMove);
    }
    for (const std::string_view text :
         {"",      "e",        "bk",    "e9",      "i4",         "e2e9",   "O-0",       "O-O-",
          "OO",    "O-O-O-O",  "--",    "e2e",     "e2 e4",      "Xf3",    "e2e4e5",    "e8=K",
          "e8=",   "a",        "abc",   "b",       "go1",        "result", "p@f7",      "@@f7",
          "[@f7",  "P@i1",     "h2h4x", "Nb1xxd2", "Na7xb8=(Q)", "+",      "e2e4 e7e5", "Bk",
          "e7e8k", "exchange", "1-0",   "hard"}) {
        CAPTURE(text);
        CHECK_FALSE(reads_as_xboard_move(text));
        CHECK(parse_xboard_gui_line(text).command != C::UserMove);
    }
}

TEST_CASE("a GUI's move on the board") {
    const auto check = [](std::string_view fen, std::string_view text, std::string_view move) {
        CAPTURE(fen);
        CAPTURE(text);
        const auto position = chess::parse_fen(fen);
        REQUIRE(position.has_value());
        const auto parsed = parse_xboard_move(*position, text);
        CHECK((parsed ? chess::format_uci_move(*parsed) : "none") == move);
    };
    constexpr std::string_view start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    check(start, "e2e4", "e2e4");
    check(start, " E2E4\r", "e2e4");
    check(start, "e2-e4", "e2e4");
    check(start, "Nf3", "g1f3");
    check(start, "e2e5", "none");
    check(start, "Nd2", "none");
    check(start, "", "none");
    constexpr std::string_view promotion = "1r5k/P7/8/8/8/8/8/7K w - - 0 1";
    check(promotion, "a7a8q", "a7a8q");
    check(promotion, "a7a8=N", "a7a8n");
    check(promotion, "A7B8R", "a7b8r");
    check(promotion, "axb8=B+", "a7b8b");
    check(promotion, "a7a8", "none"); // to what?
    constexpr std::string_view castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    check(castling, "e1g1", "e1g1");
    check(castling, "O-O-O", "e1c1");
    check(castling, "0-0", "e1g1");
    check(castling, "e1-g1", "e1g1");
    check(castling, "Ke1c1", "e1c1");
    check(castling, "KE1-G1", "e1g1");
    check(castling, "e1-h1", "e1g1");
    // The bishops of the second rank against the pawn on b2: the case of the letter decides.
    constexpr std::string_view bishops = "7k/8/8/8/8/2n5/1P3B2/7K w - - 0 1";
    check(bishops, "B2d4", "f2d4");
    check(bishops, "b2c3", "b2c3");
    check(bishops, "B2C3", "b2c3");
    check(bishops, "bxc3", "b2c3");
}

TEST_CASE("an engine may leave out that it promotes to a queen") {
    const auto check = [](std::string_view text, std::string_view move) {
        CAPTURE(text);
        const auto position = chess::parse_fen("1r5k/P7/8/8/8/8/8/7K w - - 0 1");
        REQUIRE(position.has_value());
        const auto parsed = parse_engine_move(*position, text);
        CHECK((parsed ? chess::format_uci_move(*parsed) : "none") == move);
    };
    for (const std::string_view text : {"a7a8", "a8", "a7-a8", "Pa7-a8", "A7A8"})
        check(text, "a7a8q");
    check("axb8", "a7b8q");
    check("a7a8n", "a7a8n");
    check("a8=N", "a7a8n");
    check("h1h2", "h1h2");
    check("h1h3", "none");
    check("", "none");
}

TEST_CASE("a move of a variant, of the GUI or the engine") {
    const auto check = [](std::string_view fen, std::string_view text, std::string_view move) {
        CAPTURE(text);
        const auto position = chess::parse_variant_fen(chess::crazyhouse, fen);
        REQUIRE(position.has_value());
        const auto parsed = parse_engine_move(*position, text);
        CHECK((parsed ? chess::format_variant_uci(*parsed) : "none") == move);
    };
    constexpr std::string_view drops = "4k3/P7/8/8/8/8/8/4K2R[Nn] w K - 0 1";
    check(drops, "N@f3", "N@f3");
    check(drops, "n@F3", "N@f3");
    check(drops, " N@f3+ ", "N@f3");
    check(drops, "P@f3", "none");
    check(drops, "O-O", "e1g1");
    check(drops, "Ke2", "e1e2");
    check(drops, "E1-E2", "e1e2");
    check(drops, "a8=N", "a7a8n");
    check(drops, "a7a8", "a7a8q");
    check(drops, "e1e3", "none");
}

TEST_CASE("level") {
    const auto check = [](std::string_view text, int moves, int base_ms, int increment_ms) {
        CAPTURE(text);
        const auto level = parse_level(text);
        REQUIRE(level.has_value());
        CHECK(level->moves_per_session == moves);
        CHECK(level->base.count() == base_ms);
        CHECK(level->increment.count() == increment_ms);
    };
    check("40 5 0", 40, 300'000, 0);
    check("0 0:05 0.5", 0, 5'000, 500);
    check("40 0:30 0.5", 40, 30'000, 500);
    check("0 1:32 0", 0, 92'000, 0);
    check("0 2 12", 0, 120'000, 12'000);
    check("0 0 10", 0, 0, 10'000);
    check("  40\t5  0 \r", 40, 300'000, 0);
    check("0 0:00.1 0.01", 0, 100, 10);
    check("0 1.5 0", 0, 90'000, 0);
    check("0 0:05 0.29999999999999998", 0, 5'000, 300); // a double, printed in full
    check("0 0:05 .5", 0, 5'000, 500);
    check("0 0:05 1.", 0, 5'000, 1'000);
    check("40 5", 40, 300'000, 0);
    check("0 90:90 0", 0, 5'490'000, 0);
    // No overflow
    check("0 99999999999999999999 99999999999999999999", 0, 2'000'000'000, 2'000'000'000);
    check("0 99999999:99999999 0", 0, 2'000'000'000, 0);
    for (const std::string_view text :
         {"", "40", "x 5 0", "40 x 0", "40 5 x", "-1 5 0", "40 -5 0", "40 5 -1", "40 5:-3 0",
          "40 1:2:3 0", "40 : 0", "40 . 0", "40 5 0 0", "1.5 5 0", "99999999999 5 0", "40 5 1e3",
          "40 0:05 0,5", "40 1..2 0"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_level(text).has_value());
    }
}

TEST_CASE("st: seconds") {
    const auto check = [](std::string_view text, int ms) {
        CAPTURE(text);
        CHECK(parse_seconds(text) == milliseconds{ms});
    };
    check("2", 2'000);
    check(" 0.5\r", 500);
    check("0.1234", 123);
    check("0.0005", 1);
    check("0", 0);
    check("1:30", 90'000);
    check("9999999999999", 2'000'000'000);
    for (const std::string_view text : {"", "x", "-1", "1 2", "1s", "+1"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_seconds(text).has_value());
    }
}

TEST_CASE("time and otim: hundredths of a second") {
    const auto check = [](std::string_view text, int ms) {
        CAPTURE(text);
        CHECK(parse_centiseconds(text) == milliseconds{ms});
    };
    check("30000", 300'000);
    check(" 1 \r", 10);
    check("0", 0);
    check("-25", -250);
    check("12.5", 125);
    check("99999999999999999999", 2'000'000'000);
    check("-99999999999999999999", -2'000'000'000);
    for (const std::string_view text : {"", "-", "--1", "x", "1 2", "5:00"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_centiseconds(text).has_value());
    }
}

TEST_CASE("feature") {
    CHECK(format_feature("ping", 1) == "feature ping=1");
    CHECK(format_feature("done", 0) == "feature done=0");
    CHECK(format_feature("nps", std::numeric_limits<int>::min()) == "feature nps=-2147483648");
    CHECK(format_feature("myname", "Stockfish 15.1") == "feature myname=\"Stockfish 15.1\"");
    CHECK(format_feature("egt", "") == "feature egt=\"\"");
    CHECK(format_feature("option", "Say \"hi\" -string a\r\nquit\t\x7f\x01") ==
          "feature option=\"Say 'hi' -string a  quit   \"");
    CHECK(format_feature("myname", "Schach\xC3\xA4 100% \\n") ==
          "feature myname=\"Schach\xC3\xA4 100% \\n\"");
}
