// What a UCI option means to xboard.
#include "adapter/session/shared/shared_options.hpp"

#include <doctest/doctest.h>

namespace polyglot::session {
namespace {

TEST_CASE("shared options: what follows the game, and what xboard has commands for") {
    for (const auto* name : {"ponder", "Ponder", "UCI_AnalyseMode", "UCI_Opponent", "UCI_Chess960",
                             "UCI_Variant", "UCI_SetPositionValue"}) {
        CAPTURE(name);
        CHECK(has_xboard_command(name));
        CHECK(follows_the_game(name));
    }
    for (const auto* name :
         {"Hash", "hash", "SyzygyPath", "NalimovPath", "GaviotaTbPath", "UCI_DrawOffers",
          "UCI_ShowCurrLine", "UCI_ShowRefutations", "UCI_ShredderbasesPath"}) {
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
