// EPD: four fields and operations, tidy and untidy.
#include "core/chess/epd.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/uci_move.hpp"

#include <fstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::chess {
namespace {

constexpr std::string_view kings = "4k3/8/8/8/8/8/4P3/4K3 w - -";

std::string with(std::string_view operations) {
    return std::string(kings) + std::string(operations);
}

// Operations as "opcode(operand|operand) …".
std::string shown(const Epd& epd) {
    std::string text;
    for (const EpdOperation& operation : epd.operations) {
        text += (text.empty() ? "" : " ") + operation.opcode + '(';
        for (std::size_t i = 0; i < operation.operands.size(); ++i)
            text += (i == 0 ? "" : "|") + operation.operands[i].text;
        text += ')';
    }
    return text;
}

void check(const std::string& line, std::string_view counters, std::string_view operations) {
    INFO(line);
    const Result<Epd> epd = parse_epd(line);
    REQUIRE_MESSAGE(epd.has_value(), epd.error().message);
    CHECK(format_fen(epd->position) == std::string(kings) + ' ' + std::string(counters));
    CHECK(shown(*epd) == operations);
}

void check_bad(const std::string& line, std::string_view message, std::size_t offset) {
    INFO(line);
    const Result<Epd> epd = parse_epd(line);
    REQUIRE_FALSE(epd.has_value());
    CHECK(epd.error().message == message);
    CHECK(epd.error().offset == offset);
}

// The moves of bm, or the error as "offset: message".
void check_moves(std::string_view fen, const std::string& operations, std::string_view moves) {
    INFO(operations);
    const Result<Epd> epd = parse_epd(std::string(fen) + ' ' + operations);
    REQUIRE_MESSAGE(epd.has_value(), epd.error().message);
    const Result<std::vector<Move>> found = parse_epd_moves(*epd, "bm");
    std::string text;
    if (!found)
        text = std::to_string(found.error().offset - fen.size() - 1) + ": " + found.error().message;
    if (found)
        for (const Move move : *found)
            text += (text.empty() ? "" : " ") + format_uci_move(move);
    CHECK(text == moves);
}

} // namespace

TEST_CASE("EPD: operations") {
    check(with(""), "0 1", "");
    check(with(" bm e4;"), "0 1", "bm(e4)");
    check(with(" bm e4 e3; id \"a; b\";"), "0 1", "bm(e4|e3) id(a; b)");
    check(with(" bm e4"), "0 1", "bm(e4)");
    check(with(" bm e4 ;; ; id\"x\" ;"), "0 1", "bm(e4) id(x)");
    check(with(";bm e4;"), "0 1", "bm(e4)");
    check(with(" noop;"), "0 1", "noop()");
    check(with(" c0 \"\" \"two\" three;"), "0 1", "c0(|two|three)");
    check(with(" id \"caf\xc3\xa9\";"), "0 1", "id(caf\xc3\xa9)");
    check(with("\tbm\te4;\r"), "0 1", "bm(e4)");
    check("  4k3/8/8/8/8/8/4P3/4K3   w  -  -  bm e4;", "0 1", "bm(e4)");
    check(with(" v_1 1; v_1 2;"), "0 1", "v_1(1) v_1(2)");
}

TEST_CASE("EPD: counters, of a FEN and of operations") {
    check(with(" 7 30"), "7 30", "");
    check(with(" 7 30 bm e4;"), "7 30", "bm(e4)");
    check(with(" 7 30;bm e4;"), "7 30", "bm(e4)");
    check(with(" 7 bm e4;"), "7 1", "bm(e4)");
    check(with(" - - bm e4;"), "0 1", "bm(e4)");
    check(with(" hmvc 12; fmvn 40;"), "12 40", "hmvc(12) fmvn(40)");
    check(with(" fmvn 40;"), "0 40", "fmvn(40)");
    check(with(" 7 30 hmvc 9;"), "9 30", "hmvc(9)");
}

TEST_CASE("EPD: an operation whose name is not one is left out, with a warning") {
    for (const std::string operations :
         {" bm e4; v=-380;", " v=-380; bm e4;", " v=-380 \"x;y\" z; bm e4"}) {
        check(with(operations), "0 1", "bm(e4)");
        const Result<Epd> epd = parse_epd(with(operations));
        REQUIRE(epd->warnings.size() == 1);
        CHECK(epd->warnings[0].message == "'v=-380' is not the name of an operation: left out");
        CHECK(epd->warnings[0].offset == with(operations).find("v=-380"));
    }
    CHECK(parse_epd(with(" bm e4; v 3;"))->warnings.empty());
}

TEST_CASE("EPD: errors with their place") {
    const std::size_t end = kings.size();
    check_bad("", "the board is missing", 0);
    check_bad("4k3/8/8/8/8/8/8/4K3", "the side to move is missing", 19);
    check_bad("4k3/8/8/8/8/8/8/4K3 w; bm e4;", "the castling field is missing", 21);
    check_bad("4k3/8/8/8/8/8/8/4K3 x - - bm e4;", "the side to move is 'x', not w or b", 20);
    check_bad(with(" 1 2 3 bm e4;"), "'3' where the name of an operation is expected", end + 5);
    check_bad(with(" bm e4; \"x\";"), "'\"' where the name of an operation is expected", end + 8);
    check_bad(with(" -380 e4;"), "the half-move clock -380 is outside 0 to 9999", end + 1);
    check_bad(with(" v=-380 \"x;"), "a quote that is never closed", end + 8);
    check_bad(with(" bm e4; id \"x;"), "a quote that is never closed", end + 11);
    check_bad(with(" hmvc x;"), "hmvc takes one number", end + 1);
    check_bad(with(" bm e4; fmvn;"), "fmvn takes one number", end + 8);
    check_bad(with(" hmvc 1 2;"), "hmvc takes one number", end + 1);
    check_bad(with(" hmvc 99999;"), "the half-move clock 99999 is outside 0 to 9999", end + 1);
    check_bad(with(" 99999 1 bm e4;"), "the half-move clock 99999 is outside 0 to 9999", end + 1);
}

TEST_CASE("EPD: moves in SAN and coordinates") {
    constexpr std::string_view castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -";
    check_moves(kings, "bm e4;", "e2e4");
    check_moves(kings, "bm e2e4 e3!? Kd1+;", "e2e4 e2e3 e1d1");
    check_moves(kings, "bm e4, e3;", "e2e4 e2e3");
    check_moves(kings, "bm Kd1 + ;", "e1d1");
    check_moves(kings, "bm e4 !, e3 =, Kd1 + !?;", "e2e4 e2e3 e1d1");
    check_moves(kings, "bm e4= Kd1+-;", "e2e4 e1d1");
    check_moves(kings, "bm + e4;", "3: bm: '+' does not read as a move"); // of no move
    check_moves(kings, "bm e4,e3,;", "e2e4 e2e3");
    check_moves(kings, "bm \"e4, e3\";", "e2e4 e2e3");
    check_moves(kings, "bm e4 e2e4;", "e2e4");
    check_moves(kings, "bm e4; id \"x\"; bm e3;", "e2e4 e2e3");
    check_moves(kings, "am e4;", "");
    check_moves(castling, "bm O-O 0-0-0;", "e1g1 e1c1");
    check_moves(castling, "bm e1g1 e1a1;", "e1g1 e1c1");
    check_moves("4k3/8/8/2p5/1P6/8/8/B3K3 w - -", "bm b4c5;", "b4c5");
    check_moves(kings, "bm e4 Qxf7;", "6: bm: 'Qxf7' is not legal here");
    check_moves(kings, "bm e4, e5;", "7: bm: 'e5' is not legal here");
}

TEST_CASE("EPD: look-up") {
    const Epd epd = parse_epd(with(" id \"one\"; id \"two\"; noop;")).value();
    CHECK(epd.find("id")->operands.front().text == "one");
    CHECK(epd.find("ID") == epd.find("id"));
    CHECK(epd.first_operand("id") == "one");
    CHECK(epd.first_operand("noop").empty());
    CHECK(epd.first_operand("bm").empty());
}

TEST_CASE("EPD: published test suites") {
    const std::string folder = std::string(POLYGLOT_SHARED_DATA) + "/epd/";
    int lines = 0;
    for (const char* name :
         {"elcabesa_vajolet__STS1-STS15_LAN_v3.epd", "jdart1_arasan-chess__arasan20.epd",
          "mwyngaarden_Cadie__wac.epd", "niklasf_python-chess__bratko-kopec.epd"}) {
        std::ifstream file(folder + name);
        for (std::string line; std::getline(file, line); ++lines) {
            INFO(name, ": ", line);
            const Result<Epd> epd = parse_epd(line);
            REQUIRE_MESSAGE(epd.has_value(), epd.error().message);
            CHECK_FALSE(epd->first_operand("id").empty());
            const Result<std::vector<Move>> best = parse_epd_moves(*epd, "bm");
            REQUIRE_MESSAGE(best.has_value(), best.error().message);
            const Result<std::vector<Move>> avoid = parse_epd_moves(*epd, "am");
            REQUIRE_MESSAGE(avoid.has_value(), avoid.error().message);
            CHECK(best->size() + avoid->size() > 0);
        }
    }
    if (lines == 0) MESSAGE("skipped: there is no " << folder);
}

} // namespace polyglot::chess
