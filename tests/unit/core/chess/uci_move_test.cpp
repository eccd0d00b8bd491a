// Coordinate notation.
#include "core/chess/uci_move.hpp"
#include "tests/unit/core/chess/support.hpp"

#include <doctest/doctest.h>

namespace polyglot::chess {
namespace {

constexpr auto standard = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

// text is read as the move that king-takes-rook style writes as `expected`.
void check_in(std::string_view fen, std::string_view text, std::string_view expected) {
    INFO(fen, " ", text);
    const auto move = parse_uci_move(test::position_of(fen), text);
    REQUIRE(move.has_value());
    CHECK(format_uci_move(*move, CastlingStyle::KingTakesRook) == expected);
}

void check_castling(std::string_view fen, std::string_view text, bool expected) {
    INFO(fen, " ", text);
    const auto move = parse_uci_move(test::position_of(fen), text);
    REQUIRE(move.has_value());
    CHECK((move->kind() == Move::Kind::Castling) == expected);
}

void check_none(std::string_view fen, std::string_view text) {
    INFO(fen, " ", text);
    CHECK_FALSE(parse_uci_move(test::position_of(fen), text).has_value());
}

} // namespace

TEST_CASE("coordinates: standard castling in both spellings") {
    check_in(standard, "e1g1", "e1h1");
    check_in(standard, "e1h1", "e1h1");
    check_in(standard, "e1c1", "e1a1");
    check_in(standard, "e1a1", "e1a1");
    check_none(standard, "e1b1");
    check_castling(standard, "e1f1", false);
    check_castling(standard, "a1b1", false);
    const Position position = test::position_of(standard);
    const Move move = parse_uci_move(position, "e1g1").value();
    CHECK(format_uci_move(move) == "e1g1");
    CHECK(format_uci_move(move, CastlingStyle::KingTakesRook) == "e1h1");
    CHECK(format_uci_move(parse_uci_move(position, "e1a1").value()) == "e1c1");
}

TEST_CASE("coordinates: a rook move that looks like castling") {
    // From a book that played on: the rook went to e1 with the king castled.
    constexpr auto fen = "1r1qr1k1/1b2bp1n/p2p2pB/1pnPp2p/P1p1P3/R1P2NNP/1PBQ1PP1/4R1K1 w - - 0 1";
    check_castling(fen, "e1a1", false);
    check_in(fen, "e1a1", "e1a1");
    check_none(fen, "e1g1"); // the king stands there
    check_castling("1k6/8/8/8/8/8/8/R3Q1K1 w - - 0 1", "e1c1", false);
}

TEST_CASE("coordinates: Chess960") {
    constexpr auto king_f1 = "4k3/8/8/8/8/8/8/R4K1R w HA - 0 1";
    check_castling(king_f1, "f1g1", false); // one square is a plain king move
    check_castling(king_f1, "f1h1", true);
    check_castling(king_f1, "f1a1", true);
    check_castling(king_f1, "f1c1", true); // three squares can only be castling
    check_castling(king_f1, "f1e1", false);
    constexpr auto king_b1 = "4k3/8/8/8/8/8/8/RK5R w HA - 0 1";
    check_castling(king_b1, "b1c1", false);
    check_castling(king_b1, "b1a1", true);
    check_castling(king_b1, "b1g1", true);
    check_castling(king_b1, "b1h1", true);
    // King takes the rook on its own castled square.
    check_castling("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", true);
    check_castling("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", true);
    check_none("4k3/8/8/8/8/8/8/6KR w - - 0 1", "g1h1");
    const Position position = test::position_of(king_f1);
    // No two-square spelling here
    CHECK(format_uci_move(parse_uci_move(position, "f1h1").value()) == "f1h1");
    CHECK(format_uci_move(parse_uci_move(position, "f1a1").value()) == "f1a1");
}

TEST_CASE("coordinates: promotion") {
    constexpr auto fen = "1r5k/P7/8/8/8/8/8/K7 w - - 0 1";
    for (const char* text : {"a7a8q", "a7a8Q", "a7a8=q", "a7a8=Q"})
        check_in(fen, text, "a7a8q");
    check_in(fen, "a7b8n", "a7b8n");
    check_in(fen, "a7b8R", "a7b8r");
    for (const char* text : {"a7a8", "a7a8k", "a7a8p", "a7a8=", "a7a8qq", "a7a8=qq", "a1a2q"})
        check_none(fen, text);
}

TEST_CASE("coordinates: not a move, or not a legal one") {
    for (const char* text : {"", "0000", "e2", "e2e5", "e7e5", "i2i4", "e2e9", "e2 e4", "E2E4",
                             "e2-e4", "e2e4 ", "e4"})
        check_none("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", text);
    check_none("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "e5d6"); // pinned
    CHECK(format_uci_move(Move()) == "0000");
    CHECK(format_uci_move(Move(E2, E4)) == "e2e4");
    CHECK(format_square(H8) == "h8");
}

TEST_CASE("coordinates: the shape alone") {
    for (const char* text : {"e2e4", "a1a1", "h8a1", "e7e8q", "e7e8N", "e7e8=q", "0000", "e2e4b"})
        CHECK_MESSAGE(reads_as_uci_move(text), text);
    for (const char* text : {"", "e4", "e2e", "i2i4", "e2e9", "e0e4", "e7e8k", "e7e8p",
                             "e7e8=", "e2e4qq", "000", "00000", "(none)", "NULL", "Nf3", "e2e4\n"})
        CHECK_FALSE_MESSAGE(reads_as_uci_move(text), text);
}

} // namespace polyglot::chess
