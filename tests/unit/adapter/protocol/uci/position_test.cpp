#include "adapter/protocol/uci/position.hpp"

#include <doctest/doctest.h>

using namespace polyglot::protocol;
using polyglot::chess::Color;
using Moves = std::vector<std::string>;

namespace {

const std::string rooks = "4k3/8/8/8/8/8/8/R3K3 w - - 7 40";

} // namespace

TEST_CASE("parse_position reads startpos, a FEN, and the moves") {
    CHECK(parse_position("startpos").start == "startpos");
    CHECK(parse_position("startpos").moves.empty());
    CHECK(parse_position("startpos moves e2e4 e7e5").moves == Moves{"e2e4", "e7e5"});
    const UciPosition line = parse_position("fen  " + rooks + "  moves a1a8");
    CHECK(line.start == rooks);
    CHECK(line.moves == Moves{"a1a8"});
    CHECK(parse_position("fen " + rooks).start == rooks);
    CHECK(parse_position("fen " + rooks).moves.empty());
}

TEST_CASE("format_position writes what parse_position reads") {
    for (const std::string& arguments :
         {std::string("startpos"), std::string("startpos moves e2e4 e7e5"), "fen " + rooks,
          "fen " + rooks + " moves a1a8"})
        CHECK(format_position(parse_position(arguments)) == "position " + arguments);
}

TEST_CASE("side_to_move follows the FEN and the number of moves") {
    CHECK(side_to_move("startpos", 0) == Color::White);
    CHECK(side_to_move("startpos", 1) == Color::Black);
    CHECK(side_to_move(rooks, 2) == Color::White);
    CHECK(side_to_move("4k3/8/8/8/8/8/8/R3K3 b - - 7 40", 0) == Color::Black);
    CHECK(side_to_move("4k3/8/8/8/8/8/8/R3K3 b - - 7 40", 1) == Color::White);
}
