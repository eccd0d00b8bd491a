// What `position` lines want, and games that were cut.
#include "adapter/session/xboard_engine/wanted_game.hpp"
#include "core/chess/fen.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
using session::GameLine;
using session::WantedGame;
using Moves = std::vector<std::string>;

namespace {

const std::string rooks = "4k3/8/8/8/8/8/8/R3K3 w - - 7 40";

chess::Position position(const std::string& fen) {
    return *chess::parse_fen(fen);
}

} // namespace

TEST_CASE("common_moves and begins_with") {
    CHECK(session::common_moves({"a", "b"}, {"a", "c"}) == 1);
    CHECK(session::common_moves({}, {"a"}) == 0);
    CHECK(session::begins_with({"a", "b"}, {"a"}));
    CHECK(session::begins_with({"a"}, {"a"}));
    CHECK(!session::begins_with({"a"}, {"a", "b"}));
    CHECK(!session::begins_with({"b", "a"}, {"a"}));
}

TEST_CASE("passes_draw: only if a move follows the draw") {
    const std::string to_fifty = "4k3/8/8/8/8/8/8/R3K3 w - - 99 80";
    CHECK(!session::passes_draw({to_fifty, {}}));
    CHECK(!session::passes_draw({to_fifty, {"a1a2"}}));
    CHECK(session::passes_draw({to_fifty, {"a1a2", "e8e7"}}));
    CHECK(!session::passes_draw({to_fifty, {"a1a2", "e8e2"}})); // illegal
    CHECK(!session::passes_draw({"no FEN", {"a1a2", "e8e7"}}));
}

TEST_CASE("the line of a cut game is what follows the cut") {
    WantedGame wanted;
    wanted.on_position(protocol::parse_position("startpos moves e2e4"));
    CHECK(wanted.cut_at(position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 5 1")));
    // Its clock starts again
    const std::string cut = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    CHECK(wanted.line().start == cut);
    CHECK(wanted.line().moves.empty());

    wanted.on_position(protocol::parse_position("startpos moves e2e4 e7e5 g1f3"));
    CHECK(wanted.line().start == cut);
    CHECK(wanted.line().moves == Moves{"e7e5", "g1f3"});

    SUBCASE("another game is not cut") {
        wanted.on_position(protocol::parse_position("startpos moves d2d4"));
        CHECK(wanted.line().start == "startpos");
        CHECK(wanted.line().moves == Moves{"d2d4"});
    }
    SUBCASE("nor is one after ucinewgame") {
        wanted.on_new_game();
        wanted.on_position(protocol::parse_position("startpos moves e2e4 e7e5"));
        CHECK(wanted.line().moves == Moves{"e2e4", "e7e5"});
    }
    SUBCASE("a second cut counts from the start of the game") {
        CHECK(wanted.cut_at(
            position("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2")));
        wanted.on_position(protocol::parse_position("startpos moves e2e4 e7e5 g1f3 b8c6"));
        CHECK(wanted.line().start ==
              "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 2");
        CHECK(wanted.line().moves == Moves{"b8c6"});
    }
}

TEST_CASE("a game is not cut where the engine has the bare position already") {
    WantedGame wanted;
    wanted.on_position(protocol::parse_position("fen " + rooks));
    CHECK(wanted.cut_at(position(rooks)));
    CHECK(!wanted.cut_at(position(rooks)));
}

TEST_CASE("the variant is what UCI_Chess960 and UCI_Variant ask for, as the engine names it") {
    protocol::XboardFeatures features;
    features.variants = {"normal", "fischerandom", "crazyhouse"};
    WantedGame wanted;
    CHECK(wanted.variant(features) == "normal");
    wanted.set_variant("crazyhouse");
    CHECK(wanted.variant(features) == "crazyhouse");
    wanted.set_variant("atomic");
    CHECK(!wanted.variant(features)); // not announced
    wanted.set_variant("chess");
    CHECK(wanted.variant(features) == "normal");
    wanted.set_chess960(true);
    CHECK(wanted.variant(features) == "fischerandom");
}

TEST_CASE("an engine that announces variants without normal chess plays no normal chess") {
    protocol::XboardFeatures features;
    features.variants = {"crazyhouse", "bughouse"};
    WantedGame wanted;
    CHECK(!wanted.variant(features));
    CHECK(wanted.variant_name() == "chess");
    wanted.set_variant("crazyhouse");
    CHECK(wanted.variant(features) == "crazyhouse");
    CHECK(wanted.variant_name() == "crazyhouse");
}

TEST_CASE("a cut is of one start and its moves") {
    WantedGame wanted;
    wanted.on_position(protocol::parse_position("startpos moves e2e4"));
    CHECK(wanted.cut_at(position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")));
    wanted.on_position(protocol::parse_position("fen " + rooks + " moves a1a2"));
    CHECK(wanted.line().start == rooks);
    CHECK(wanted.line().moves == Moves{"a1a2"});
    // A cut of this game is not one of the first.
    CHECK(wanted.cut_at(position("4k3/8/8/8/8/8/R7/4K3 b - - 8 40")));
    wanted.on_position(protocol::parse_position("fen " + rooks + " moves a1a2 e8e7"));
    CHECK(wanted.line().moves == Moves{"e8e7"});
    wanted.on_position(protocol::parse_position("fen 4k3/8/8/8/8/8/8/R3K3 w - - 0 40"));
    CHECK(wanted.cut_at(position(rooks)) == false); // the bare position, by its own FEN
}
