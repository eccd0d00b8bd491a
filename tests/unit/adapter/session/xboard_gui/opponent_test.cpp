#include "adapter/session/xboard_gui/opponent.hpp"

#include <doctest/doctest.h>

using polyglot::session::Opponent;

TEST_CASE("opponent: the value of UCI_Opponent") {
    CHECK(Opponent{}.uci_opponent() == "none none human <empty>");
    CHECK(Opponent{.name = "Bob Fisher", .rating = "2100", .is_computer = false}.uci_opponent() ==
          "none 2100 human Bob Fisher");
    CHECK(Opponent{.name = "Deep", .rating = "0", .is_computer = true}.uci_opponent() ==
          "none none computer Deep");
    CHECK(Opponent{.name = "Deep", .rating = "-5x", .is_computer = true}.uci_opponent() ==
          "none none computer Deep");
}
