// The start positions of Chess960, and which positions need its rules.
#include "core/chess/chess960.hpp"
#include "core/chess/fen.hpp"

#include <set>
#include <string>

#include <doctest/doctest.h>

namespace polyglot::chess {
namespace {

TEST_CASE("the start positions of Chess960") {
    const auto& starts = chess960_starts();
    REQUIRE(starts.size() == 960);
    std::set<std::uint64_t> keys;
    for (const Position& start : starts)
        keys.insert(start.key());
    CHECK(keys.size() == 960);
    const auto back_rank = [&](std::size_t number) {
        return format_fen(starts[number]).substr(0, 8);
    };
    CHECK(back_rank(0) == "bbqnnrkr"); // R. Scharnagl's table
    CHECK(back_rank(518) == "rnbqkbnr");
    CHECK(back_rank(959) == "rkrnnqbb");
    CHECK(chess960_number(starts[344]) == 344);
    CHECK(!chess960_number(
        parse_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1").value()));
}

TEST_CASE("positions that only Chess960 has") {
    const auto check = [](std::string_view fen, bool expected) {
        CHECK(is_of_chess960(parse_fen(fen).value()) == expected);
    };
    check("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false);
    check("rkbqnbnr/pppppppp/8/8/8/8/PPPPPPPP/RKBQNBNR w - - 0 1", false); // without the right
    check("rkbqnbnr/pppppppp/8/8/8/8/PPPPPPPP/RKBQNBNR w HAha - 0 1", true);
    // Only Black, on one side
    check("nrbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b b - 0 1", true);
    // Castles as usual, but is one of the 960
    check("rqnnkbbr/pppppppp/8/8/8/8/PPPPPPPP/RQNNKBBR w KQkq - 0 1", true);
    check("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", false);
    check("1r2k3/8/8/8/8/8/8/1R2K3 w - - 0 1", false);
    check("1r2k3/8/8/8/8/8/8/1R2K3 w B - 0 1", true);
    check("5kr1/8/8/8/8/8/8/5K1R b K - 0 1", true);
}

} // namespace
} // namespace polyglot::chess
