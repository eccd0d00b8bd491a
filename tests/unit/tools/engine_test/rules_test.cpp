// The pure parts of engine-test: what is wrong with a line, and that its positions say what they
// claim.
#include "core/chess/fen.hpp"
#include "core/chess/game.hpp"
#include "core/text/text.hpp"
#include "tools/common/commands.hpp"
#include "tools/engine_test/positions.hpp"
#include "tools/engine_test/uci_rules.hpp"
#include "tools/engine_test/xboard.hpp"

#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::tools {
namespace {

using namespace engine_test;
using chess::CastlingStyle;

void check(const std::string& fault, std::string_view expected) {
    if (expected.empty())
        CHECK(fault.empty());
    else
        CHECK(fault.find(expected) != std::string::npos);
}

chess::Position after(const Probe& probe) {
    chess::Position position =
        probe.fen.empty() ? chess::Position::start() : chess::parse_fen(probe.fen).value();
    std::string_view moves = probe.moves;
    for (std::string_view word = text::next_word(moves); !word.empty();
         word = text::next_word(moves)) {
        const auto move = chess::parse_uci_move(position, word);
        REQUIRE(move);
        position.make(*move);
    }
    return position;
}

} // namespace

TEST_CASE("engine-test: each probe has exactly one correct move") {
    for (const Probe& probe : probes()) {
        CAPTURE(probe.fen);
        const chess::Position position = after(probe);
        if (probe.only_move.empty()) continue;
        const auto move = chess::parse_uci_move(position, probe.only_move);
        REQUIRE(move);
        if (!probe.kind.ends_with("mate")) {
            CHECK(position.legal_move_count() == 1);
            continue;
        }
        int mates = 0;
        for (const chess::Move candidate : position.legal_moves()) {
            chess::Position next = position;
            next.make(candidate);
            if (!next.in_check() || next.legal_move_count() > 0) continue;
            ++mates;
            CHECK(candidate == *move);
        }
        CHECK(mates == 1);
        CHECK(move->kind() == chess::Move::Kind::Castling);
    }
    for (const auto& [what, fen] : finished_games)
        CHECK(chess::parse_fen(fen).value().legal_move_count() == 0);
}

TEST_CASE("engine-test: the engine's only move mates") {
    chess::Position position = chess::parse_fen(forced_mate.fen).value();
    CHECK(position.side_to_move() == chess::Color::White);
    CHECK(position.legal_move_count() == 1);
    position.make(chess::parse_uci_move(position, forced_mate.only_move).value());
    CHECK(position.in_check());
    CHECK(position.legal_move_count() == 0);
}

TEST_CASE("engine-test: the engine has one move before the user's ends the game") {
    for (const ForcedEnd& end : forced_ends) {
        CAPTURE(end.fen);
        chess::Position position = chess::parse_fen(end.fen).value();
        CHECK(position.side_to_move() == chess::Color::White); // `edit` cannot say Black
        CHECK(position.legal_move_count() == 1);
        for (const std::string_view word : {end.only_move, end.reply}) {
            const auto move = chess::parse_uci_move(position, word);
            REQUIRE(move);
            position.make(*move);
        }
        CHECK(position.legal_move_count() == 0);
        CHECK(end.result == (position.in_check() ? "0-1" : "1/2-1/2"));
    }
}

TEST_CASE("engine-test: the long game is 600 legal plies without a draw to claim") {
    chess::Game game;
    std::string_view moves = long_game();
    for (std::string_view word = text::next_word(moves); !word.empty();
         word = text::next_word(moves)) {
        const auto move = chess::parse_uci_move(game.position(), word);
        REQUIRE(move);
        game.push(*move);
        REQUIRE(game.end() == chess::GameEnd::None);
    }
    CHECK(game.moves().size() == 600);
}

TEST_CASE("engine-test: option lines") {
    check(fault_of_option("name Hash type spin default 16 min 1 max 64"), "");
    check(fault_of_option("name Hash type string default 16"), "another type than spin");
    check(fault_of_option("name hash type check default true"), "another type than spin");
    check(fault_of_option("name X type spin default 16"), "without min and max");
    check(fault_of_option("name X type spin default 1 min 5 max 2"), "above max");
    check(fault_of_option("name X type spin default 0 min 1 max 2"), "the default '0'");
    check(fault_of_option("name X type spin default x min 1 max 2"), "the default 'x'");
    check(fault_of_option("name X type check default True"), "neither true nor false");
    check(fault_of_option("name X type check"), "neither true nor false");
    check(fault_of_option("name X type combo default A var A var B"), "");
    check(fault_of_option("name X type combo default C var A var B"), "not one of the choices");
    check(fault_of_option("name X type combo default A"), "without var");
    check(fault_of_option("name X type slider default 1"), "not one of check");
    check(fault_of_option("name X default 1"), "not one of check");
    check(fault_of_option("type check default true"), "no name");
    check(fault_of_option("name X type button"), "");
    check(fault_of_option("name UCI_Opponent type string default <empty>"), "");
}

TEST_CASE("engine-test: info lines") {
    check(fault_of_info("depth 1 seldepth 2 multipv 1 score cp -3 nodes 4 nps 5 time 6 pv e2e4"),
          "");
    check(fault_of_info(
              "score mate -3 lowerbound hashfull 1000 tbhits 0 currmove e2e4 currmovenumber 1"),
          "");
    check(fault_of_info("string depth x score y"), "");
    check(fault_of_info("wdl 1 2 3 something new"), "");
    check(fault_of_info("depth x"), "not a whole number");
    check(fault_of_info("depth"), "not a whole number");
    check(fault_of_info("depth -1"), "out of range");
    check(fault_of_info("multipv 0"), "out of range");
    check(fault_of_info("hashfull 1001"), "out of range");
    check(fault_of_info("score 12"), "not by cp or mate");
    check(fault_of_info("score cp 0.12"), "not a whole number");
}

TEST_CASE("engine-test: moves as UCI writes them") {
    const auto castling = chess::parse_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").value();
    check(fault_of_move(castling, "e1g1", CastlingStyle::KingTwoSquares), "");
    check(fault_of_move(castling, "e1h1", CastlingStyle::KingTwoSquares), "should be written e1g1");
    check(fault_of_move(castling, "e1h1", CastlingStyle::KingTakesRook), "");
    check(fault_of_move(castling, "e1g1", CastlingStyle::KingTakesRook), "should be written e1h1");
    check(fault_of_move(castling, "e1e3", CastlingStyle::KingTwoSquares), "not legal");
    check(fault_of_move(castling, "0000", CastlingStyle::KingTwoSquares), "not legal");
    const auto start = chess::Position::start();
    check(fault_of_line(start, "e2e4 e7e5 g1f3", CastlingStyle::KingTwoSquares), "");
    check(fault_of_line(start, "e2e4 e2e4", CastlingStyle::KingTwoSquares), "move 2 of the line");
}

TEST_CASE("engine-test: features and thinking lines of xboard engines") {
    check(fault_of_feature("ping", "1"), "");
    check(fault_of_feature("ping", "yes"), "cannot have this value");
    check(fault_of_feature("unheard-of", "yes"), "");
    check(fault_of_feature("option", "Hash -spin 16 1 64"), "");
    check(fault_of_feature("option", "Hash -spin 16"), "three numbers");
    check(fault_of_feature("option", "Hash -spin 16 64 1"), "min is above");
    check(fault_of_feature("option", "Hash -spin 0 1 64"), "outside its limits");
    check(fault_of_feature("option", "Book -check true"), "neither 0 nor 1");
    check(fault_of_feature("option", "Style -combo"), "without choices");
    check(fault_of_feature("option", "Style"), "no name, or none");
    const auto start = chess::Position::start();
    check(fault_of_thinking(start, "e2e4 e7e5 Nf3 1. ... Nc6"), "");
    check(fault_of_thinking(start, "1.e4 e5 2. Nf3 Nc6 {book} Nxe9"), "");
    check(fault_of_thinking(start, "1. e4 e4"), "e4 is not legal");
    check(fault_of_thinking(start, "e2-e4 e7-e5 Ng1-f3 !"), "");
    check(fault_of_thinking(start, "e2e5"), "e2e5 is not legal");
    check(fault_of_thinking(start, "(e4) something <HT>"), "");
}

TEST_CASE("engine-test: the command that an error refuses") {
    const auto check_refused = [](std::string_view line, std::optional<std::string_view> command) {
        CAPTURE(line);
        CHECK(find_refused_command(line) == command);
    };
    check_refused("Error (unknown command): level 0 1 0", "level");
    check_refused("Error (unknown command):level", "level");
    check_refused("Error: protover", "protover");
    check_refused("White (1) : Error (unkown command): sd 3", "sd");
    check_refused("Illegal move: sd 3", "sd");
    check_refused("Invalid move: protover", "protover");
    check_refused("Unknown command: 'protover 2'. Type help.", "protover");
    check_refused("unknown command", "");
    check_refused("Illegal move", "");
    check_refused("Error (unknown command)", "");
    check_refused("feature ping=1", std::nullopt);
    check_refused("4 25 1 100 e2e4", std::nullopt);
    check_refused("", std::nullopt);
}

TEST_CASE("engine-test: usage") {
    const auto run = [](const std::vector<std::string_view>& args, int status,
                        std::string_view in_out, std::string_view in_err) {
        std::istringstream in;
        std::ostringstream out;
        std::ostringstream err;
        CHECK(run_engine_test(args, in, out, err) == status);
        CHECK(out.str().find(in_out) != std::string::npos);
        CHECK(err.str().find(in_err) != std::string::npos);
    };
    run({"-help"}, 0, "usage: polyglot engine-test", "");
    run({"-list"}, 0, "uci clocks/movetime: ", "");
    run({"-list"}, 0, "xboard search/analyze: ", "");
    run({"-noini"}, 2, "", "ngine");
    run({"-ec", "x", "-noini", "-only", "nothing"}, 2, "", "no step nothing");
    run({"-ec", "x", "-protocol", "telnet"}, 2, "", "uci, xboard or auto");
    run({"-ec", "x", "-timeout", "0"}, 2, "", "-timeout 0 is outside 0.1 to 3600");
    run({"-ec", "x", "-timeout"}, 2, "", "needs a value");
    run({"-ec", "/nowhere/engine", "-noini"}, 3, "", "/nowhere/engine");
}

} // namespace polyglot::tools
