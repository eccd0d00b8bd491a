#include "adapter/session/xboard_gui/game.hpp"
#include "core/chess/variants/variant.hpp"

#include <doctest/doctest.h>

using namespace polyglot;
using session::TimePoint;
using session::XboardGame;
using Task = session::GameMode::Task;
using namespace std::chrono_literals;

namespace {

constexpr TimePoint t0{};

void play(XboardGame& game, std::initializer_list<std::string_view> moves) {
    for (const std::string_view text : moves) {
        CAPTURE(text);
        const auto move = game.read_move(text);
        REQUIRE(move);
        game.push_gui_move(*move, t0);
    }
}

} // namespace

TEST_CASE("xboard game: what was found out for one epoch ends with it") {
    XboardGame game(false);
    const std::uint64_t first = game.epoch();
    CHECK(game.exclude("a2a3", true));
    CHECK(game.epoch() == first + 1);
    CHECK(game.allowed_moves()->size() == 19);
    CHECK(game.exclude("a3", true));
    CHECK_FALSE(game.exclude("a2a5", true));
    CHECK(game.epoch() == first + 1);
    game.expect("e7e5");
    play(game, {"e4"});
    CHECK(game.epoch() == first + 2);
    CHECK(game.excluded().empty());
    CHECK_FALSE(game.allowed_moves());
    CHECK(game.expected().empty());
    CHECK(game.take_back(2));
    CHECK(game.epoch() == first + 3);
    CHECK_FALSE(game.take_back(1));
    CHECK(game.epoch() == first + 3);
    CHECK_FALSE(game.set_board("no position").has_value());
    CHECK(game.epoch() == first + 3);
}

TEST_CASE("xboard game: a result ends the game, and counts once for a position") {
    XboardGame game(false);
    CHECK(game.on_result());
    CHECK(game.mode().is_over());
    CHECK_FALSE(game.on_result());
    play(game, {"e4"});
    CHECK_FALSE(game.mode().is_over());
    CHECK(game.on_result());
}

TEST_CASE("xboard game: moves are excluded and included one by one or all at once") {
    XboardGame game(false);
    CHECK(game.exclude("all", true));
    CHECK(game.excluded().size() == 20);
    CHECK_FALSE(game.allowed_moves()); // an engine that has to move moves
    CHECK(game.exclude("e4", false));
    CHECK(game.exclude("d4", false));
    CHECK(game.allowed_moves() == std::vector<std::string>{"d2d4", "e2e4"});
    CHECK(game.exclude("all", false));
    CHECK(game.excluded().empty());
}

TEST_CASE("xboard game: moves are legal, or texts where the rules are not known") {
    XboardGame game(false);
    CHECK_FALSE(game.read_move("e2e5"));
    CHECK(game.read_move("e4")->sent == "e2e4");
    game.set_variant("Crazyhouse");
    CHECK(game.variant() == "crazyhouse");
    CHECK(game.legal_game() == nullptr);
    CHECK_FALSE(game.read_move(""));
    CHECK_FALSE(game.read_move("e2 e4"));
    play(game, {"P@e5"});
    CHECK(protocol::format_position(game.record().position()) == "position startpos moves P@e5");
    game.start(false);
    CHECK(game.legal_game() != nullptr);
}

TEST_CASE("xboard game: a new game is one of chess, whatever the last one was") {
    XboardGame game(false);
    game.set_variant("atomic", &chess::atomic);
    REQUIRE(game.any_game()->variant_game() != nullptr);
    game.start(false);
    CHECK(game.variant() == "normal");
    CHECK(game.rules() == nullptr);
    CHECK(game.legal_game() != nullptr);
}

TEST_CASE("xboard game: castling is the king's way in chess and the way to the rook in Chess960") {
    constexpr std::string_view castles = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    XboardGame game(false);
    REQUIRE(game.set_board(castles).has_value());
    CHECK(game.read_move("O-O")->sent == "e1g1");
    game.start(true);
    REQUIRE(game.set_board(castles).has_value());
    CHECK(game.read_move("O-O")->sent == "e1h1");
}

TEST_CASE("xboard game: the clock of the side whose turn it is runs") {
    XboardGame game(false);
    game.clock().set_level({0, 1min, 0s}, t0);
    game.run_clock(t0);
    CHECK(game.clock().opponent_time(t0 + 1s) == 59s);
    CHECK(game.clock().own_time(t0 + 1s) == 1min);
    game.mode().on_go(chess::Color::White);
    game.run_clock(t0 + 1s);
    CHECK(game.clock().own_time(t0 + 3s) == 58s);
    game.mode().on_analyze();
    game.run_clock(t0 + 3s);
    CHECK(game.clock().own_time(t0 + 9s) == 58s);
    CHECK(game.clock().opponent_time(t0 + 9s) == 59s);
}

TEST_CASE("xboard game: each side's move adds the increment to its clock") {
    for (const bool knows_rules : {true, false}) {
        XboardGame game(false);
        if (!knows_rules) game.set_variant("gothic", nullptr);
        game.clock().set_level({0, 1min, 10s}, t0);
        game.mode().on_go(chess::Color::White);
        game.run_clock(t0);
        if (knows_rules)
            game.push_own_move(game.any_game()->parse_uci("e2e4"), t0 + 5s);
        else
            game.push_own_text("e2e4", t0 + 5s);
        CHECK(game.clock().own_time(t0 + 9s) == 65s);
        CHECK(game.clock().opponent_time(t0 + 9s) == 56s);
        play(game, {"e7e5"});
        CHECK(game.clock().opponent_time(t0 + 9s) == 70s);
    }
}

TEST_CASE("xboard game: mate is announced and ends every task, a draw only in a game that the "
          "engine plays") {
    XboardGame game(false);
    play(game, {"f2f3", "e7e5", "g2g4", "d8h4"});
    REQUIRE(game.end_to_announce());
    CHECK(game.end_to_announce()->announcement == "0-1 {Black mates}");
    CHECK(game.task() == Task::Nothing);
    game.mode().on_analyze();
    CHECK_FALSE(game.end_to_announce());
    CHECK(game.task() == Task::Nothing);
    game.mode().on_exit();
    CHECK(game.end_to_announce()); // in force mode

    REQUIRE(game.set_board("4k3/8/8/8/8/8/8/4K3 b - - 0 1").has_value());
    CHECK_FALSE(game.end_to_announce());
    game.mode().on_go(chess::Color::Black);
    CHECK(game.end_to_announce()->announcement == "1/2-1/2 {Draw by insufficient material}");
    CHECK(game.task() == Task::Think);
}

TEST_CASE("xboard game: a position set up or a move taken back forgets the score of our search") {
    XboardGame game(false);
    play(game, {"e4", "e5"});
    game.on_own_search(-30);
    CHECK(game.own_score() == -30);
    game.take_back(1);
    CHECK_FALSE(game.own_score());
    game.on_own_search(-30);
    REQUIRE(game.set_board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").has_value());
    CHECK_FALSE(game.own_score());
    game.on_own_search(-30);
    game.start(false);
    CHECK_FALSE(game.own_score());
}
