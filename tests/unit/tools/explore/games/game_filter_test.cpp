// What a page's filter of games asks for.
#include "tools/explore/games/game_filter.hpp"

#include <boost/json/parse.hpp>
#include <doctest/doctest.h>

namespace polyglot::tools {
namespace {

TEST_CASE("a filter of games: every member, texts without the blanks around them") {
    const auto filter = read_game_filter(
        boost::json::parse(
            R"({"filter": {"player": " Kasparov ", "event": " Cup", "opening": "B90 ",
                               "side": "white", "result": "1-0", "min_rating": 2000,
                               "max_rating": 2700, "first_year": 1985, "last_year": 2005}})")
            .as_object());
    REQUIRE(filter.has_value());
    CHECK(filter->player == "Kasparov");
    CHECK(filter->event == "Cup");
    CHECK(filter->opening == "B90");
    CHECK(filter->side == PlayedSide::White);
    CHECK(filter->outcome.has_value());
    CHECK(filter->min_rating == 2000);
    CHECK(filter->max_rating == 2700);
    CHECK(filter->first_year == 1985);
    CHECK(filter->last_year == 2005);
    CHECK(*read_game_filter({}) == GameFilter());
}

} // namespace
} // namespace polyglot::tools
