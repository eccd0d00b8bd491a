// What a UCI option means to xboard.
#include "adapter/session/shared/shared_options.hpp"

#include <doctest/doctest.h>

namespace polyglot::session {
namespace {

TEST_CASE("shared options: what follows the game, and what xboard has commands for") {
    CHECK(follows_the_game("ponder"));
    CHECK(follows_the_game("UCI_Chess960"));
    CHECK(has_xboard_command("UCI_AnalyseMode"));
    for (const auto* name : {"Hash", "hash", "SyzygyPath", "NalimovPath", "UCI_DrawOffers"}) {
        CAPTURE(name);
        CHECK(has_xboard_command(name));
        CHECK_FALSE(follows_the_game(name));
    }
    CHECK_FALSE(has_xboard_command("Contempt"));
    CHECK_FALSE(has_xboard_command(""));
    CHECK_FALSE(follows_the_game("Threads"));
}

} // namespace
} // namespace polyglot::session
