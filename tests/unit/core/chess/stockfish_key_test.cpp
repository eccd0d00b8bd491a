// Stockfish's key. The fixed ones were printed by Stockfish 15.1;
// tests/differential/stockfish_key.py has many more.
#include "core/chess/fen.hpp"
#include "core/chess/stockfish_key.hpp"
#include "tests/unit/core/chess/support.hpp"

#include <array>
#include <set>
#include <utility>

#include <doctest/doctest.h>

namespace polyglot::chess {
namespace {

void check(std::string_view fen, std::uint64_t key) {
    CHECK_MESSAGE(stockfish_key(test::position_of(fen)) == key, fen);
}

} // namespace

TEST_CASE("Stockfish's key: standard chess") {
    check("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x8f8f01d4562f59fb);
    check("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0xb46022469e3dd31b);
    check("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x3baf5ded100195cd);
    check("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", 0xe5a22c30184538cf);
    check("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3d9ac87e5f6cf414);
    check("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0x279216b9424835aa);
    check("4k3/8/8/8/8/8/8/4K3 b - - 0 1", 0x8767361d8bb26e66);
    check("r3k2r/8/8/8/8/8/8/R3K2R w K - 0 1", 0xf56b9a32eb87a7d5);
    check("r3k2r/8/8/8/8/8/8/R3K2R w Q - 0 1", 0x9b7f838abcc3029f);
    check("r3k2r/8/8/8/8/8/8/R3K2R w k - 0 1", 0x3dced8bcc86b058e);
    check("r3k2r/8/8/8/8/8/8/R3K2R w q - 0 1", 0xfa56a8f449c456bf);
    check("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", 0xb5c28fb52aad1e21);
    check("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", 0x6d4426526c8b891f);
    check("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", 0x5af1ba3483fddf21);
    check("3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1", 0x42fde0fa0681fcb9);
    check("8/8/8/k7/Pp6/8/8/4K3 b - a3 0 1", 0x0daa77819731dd4e);
    check("8/8/8/4k3/Pp5P/8/8/4K3 b - h3 0 1", 0x5f7e2d26e6b048c4);
    check("1Q6/P7/4k3/8/8/4K3/p7/1n6 w - - 3 50", 0xf631d64ab5269804);
    check("r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 6 9",
          0x6b08bb091e5326d1);
    check("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 0xc5f0c6634a313c2c);
}

TEST_CASE("Stockfish's key: Chess960") {
    check("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 0x07ea21d9a952a6b4);
    check("qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9", 0xdfe98d46c41e39c1);
    check("rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 0 1", 0x68cdbeb1544ce871);
    check("rr2k3/8/8/8/8/8/8/RR2K3 w Bb - 0 1", 0x320f31404e3c2217);
    check("1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf - 0 9",
          0xf10e2b3a730a2890);
}

TEST_CASE("Stockfish's key: a position is the same played or read, whatever its clock") {
    const std::uint64_t seed = test::seed();
    INFO("seed " << seed);
    Random random(seed);
    for (int game = 0; game < 60; ++game) {
        const Position start = test::position_of(
            test::chess960_fen(game % 2 == 0 ? 518 : static_cast<int>(random.below(960))));
        test::random_game(start, 80, random, [](const Position& position) {
            const std::string fen = format_fen(position, FenCastling::Shredder);
            const std::size_t clocks = fen.rfind(' ', fen.rfind(' ') - 1);
            CHECK_MESSAGE(stockfish_key(test::position_of(fen.substr(0, clocks))) ==
                              stockfish_key(position),
                          fen);
        });
    }
}

TEST_CASE("Stockfish's key: other positions have other keys") {
    std::set<std::uint64_t> keys;
    std::set<std::uint64_t> polyglot_keys;
    Random random(3);
    for (int game = 0; game < 50; ++game)
        test::random_game(Position::start(), 60, random, [&](const Position& position) {
            keys.insert(stockfish_key(position));
            polyglot_keys.insert(position.key());
        });
    CHECK(keys.size() > 1000);
    // Both see the same: en passant counts for both or for none
    CHECK(keys.size() == polyglot_keys.size());
}

TEST_CASE("Stockfish's key: the part of the half-move clock") {
    constexpr std::uint64_t plain = 0x279216b9424835aa; // of 4k3/8/8/8/8/8/8/4K3 w - - 0 1
    constexpr std::array<std::pair<int, std::uint64_t>, 7> printed{{{0, plain},
                                                                    {13, plain},
                                                                    {14, 0x33976dc7b52fb4e5},
                                                                    {21, 0x33976dc7b52fb4e5},
                                                                    {22, 0x4bc5791501b535d6},
                                                                    {30, 0xe33b7560d2da4a03},
                                                                    {99, 0xa0ab13fab7764cbb}}};
    for (const auto& of_clock : printed)
        CHECK_MESSAGE((plain ^ stockfish_clock_part(of_clock.first)) == of_clock.second,
                      of_clock.first);
}

} // namespace polyglot::chess
