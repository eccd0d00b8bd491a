// FEN in and out.
#include "core/chess/fen.hpp"
#include "tests/unit/core/chess/support.hpp"

#include <string>

#include <doctest/doctest.h>

namespace polyglot::chess {
namespace {

// The position comes back as `expected`, in the standard or in the Shredder style.
void check(std::string_view fen, std::string_view expected,
           FenCastling style = FenCastling::Standard) {
    const Result<Position> position = parse_fen(fen);
    INFO(fen);
    REQUIRE_MESSAGE(position.has_value(), position.error().message);
    CHECK(format_fen(*position, style) == expected);
    CHECK(position->key() == position->compute_key());
}

void check_same(std::string_view fen, FenCastling style = FenCastling::Standard) {
    check(fen, fen, style);
}

// The FEN is refused with this message; the offset is that of the first `at` in it (its end if `at`
// is empty).
void check_bad(std::string_view fen, std::string_view message, std::string_view at) {
    const Result<Position> position = parse_fen(fen);
    INFO(fen);
    REQUIRE_FALSE(position.has_value());
    CHECK(position.error().message == message);
    CHECK(position.error().offset == (at.empty() ? fen.size() : fen.find(at)));
}

} // namespace

TEST_CASE("FEN: good ones come back as they were") {
    check_same("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    check_same("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 3 17");
    // No pawn can take: kept
    check_same("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    check_same("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1");
    check_same("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    check_same("4k3/8/8/8/8/8/8/4K3 w - - 149 200");
    check_same("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
               FenCastling::Shredder);
    check("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
          "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9");
}

TEST_CASE("FEN: X-FEN and Shredder castling letters") {
    // K and Q are the outermost rooks; an inner one goes by its file.
    check("4k3/8/8/8/8/8/8/4KRR1 w K - 0 1", "4k3/8/8/8/8/8/8/4KRR1 w G - 0 1",
          FenCastling::Shredder);
    check_same("4k3/8/8/8/8/8/8/4KRR1 w F - 0 1");
    check("4k3/8/8/8/8/8/8/4KRR1 w G - 0 1", "4k3/8/8/8/8/8/8/4KRR1 w K - 0 1");
    check("rr2k3/8/8/8/8/8/8/4K3 b b - 0 1", "rr2k3/8/8/8/8/8/8/4K3 b b - 0 1");
    check("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    // Any order
    check("r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    // Twice the same
    check("r3k2r/8/8/8/8/8/8/R3K2R w KHkh - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w Kk - 0 1");
    const Position inner = test::position_of("4k3/8/8/8/8/8/8/4KRR1 w F - 0 1");
    CHECK(inner.castling_rook(Color::White, CastlingSide::King) == F1);
    CHECK(inner.castling_rook(Color::White, CastlingSide::Queen) == NoSquare);
}

TEST_CASE("FEN: sloppy ones are read as engines read them") {
    check("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
          "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    check("4k3/8/8/8/8/8/8/4K3 b - - 7", "4k3/8/8/8/8/8/8/4K3 b - - 7 1");
    check("4k3/8/8/8/8/8/8/4K3 b - - - -", "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    check("4k3/8/8/8/8/8/8/4K3 b - - 0 0", "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    check("  4k3/8/8/8/8/8/8/4K3 \t w  -  -  0  1\r", "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    check("4k3/44/11111111/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    // Rights without king or rook in place are invalid.
    check("4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    check("r3k2r/8/8/8/8/8/4K3/R6R w KQkq - 0 1", "r3k2r/8/8/8/8/8/4K3/R6R w kq - 0 1");
    check("r3k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1");
    check("4k3/8/8/8/8/8/8/4K2R w HA - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
}

TEST_CASE("FEN: errors of the board, with their place") {
    check_bad("", "the board is missing", "");
    check_bad("   ", "the board is missing", "");
    check_bad("8/8/8/K2pP2rp/8/8/8/4k3 w - - 0 1", "rank 5 has 9 files", "/8/8/8/4k3");
    check_bad("rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 7 has 7 files",
              "/8/8/8/8/PPP");
    check_bad("4k3/8/8/8/8/8/8/4K2 w - - 0 1", "rank 1 has 7 files", " w");
    check_bad("4k3//8/8/8/8/8/4K3 w - - 0 1", "rank 7 has 0 files", "/8/8/8/8/8/4K3");
    check_bad("4k3/1/8/8/8/8/8/4K3 w - - 0 1", "rank 7 has 1 file", "/8/8/8/8/8/4K3");
    check_bad("4k3/8/8/8/8/8/4K3 w - - 0 1", "the board has 7 ranks, not 8", " w");
    check_bad("8 w - - 0 1", "the board has 1 rank, not 8", " w");
    check_bad("4k3/8/8/8/8/8/8/4K3/8 w - - 0 1", "the board has more than 8 ranks", "/8 w");
    check_bad("4k3/8/8/8/8/8/8/4K2X w - - 0 1", "'X' is not a piece", "X");
    check_bad("4k3/8/8/8/8/8/9/4K3 w - - 0 1", "'9' is not a piece", "9");
    check_bad("4k3/8/8/8/8/8/8/4K2\xe9 w - - 0 1", "byte 0xe9 is not a piece", "\xe9");
    check_bad("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "a pawn on a1", "P");
    check_bad("4k2p/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn on h8", "p");
    check_bad("4k3/8/8/8/8/4K3/8/4K3 w - - 0 1", "a second white king", "K3 w");
    check_bad("8/8/8/8/8/8/8/4K3 w - - 0 1", "black has no king", "8/");
    check_bad("4k3/8/8/8/8/8/8/8 w - - 0 1", "white has no king", "4k");
    check_bad("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "white has 9 pawns", "4k");
    check_bad("4k3/8/8/8/QQ6/QQQQQQQQ/8/4K3 b - - 0 1",
              "white has 0 pawns and 9 promoted pieces, more than 8 together", "4k");
    check_bad("4k3/pppppppp/nnn5/8/8/8/8/4K3 w - - 0 1",
              "black has 8 pawns and 1 promoted piece, more than 8 together", "4k");
    check_bad("4k3/8/8/8/8/8/8/4K2r b - - 0 1", "white is in check, but it is black's move", "4k");
    check_bad("8/8/8/8/8/8/4k3/4K3 w - - 0 1", "black is in check, but it is white's move", "8/");
}

TEST_CASE("FEN: errors of the other fields, with their place") {
    check_bad("4k3/8/8/8/8/8/8/4K3", "the side to move is missing", "");
    check_bad("4k3/8/8/8/8/8/8/4K3 W - - 0 1", "the side to move is 'W', not w or b", "W");
    check_bad("4k3/8/8/8/8/8/8/4K3 white - - 0 1", "the side to move is 'white', not w or b",
              "white");
    check_bad("4k3/8/8/8/8/8/8/4K3 w", "the castling field is missing", "");
    check_bad("4k3/8/8/8/8/8/8/4K3 w KX - 0 1", "'X' is not a castling right", "X");
    check_bad("4k3/8/8/8/8/8/8/4KRR1 w GF - 0 1", "castling with two rooks on one side, g1 and f1",
              "F ");
    check_bad("4k3/8/8/8/8/8/8/4K3 w -", "the en-passant field is missing", "");
    check_bad("4k3/8/8/8/8/8/8/4K3 w - e9 0 1",
              "the en-passant field is 'e9', neither a square nor -", "e9");
    check_bad("4k3/8/8/8/8/8/8/4K3 w - 0 1", "the en-passant field is '0', neither a square nor -",
              "0 1");
    check_bad("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1",
              "en-passant square e3 is not on rank 6 although it is white's move", "e3");
    check_bad("4k3/8/8/8/8/8/8/4K3 b - e3 0 1", "en-passant square e3 without a white pawn on e4",
              "e3");
    check_bad("4k3/8/8/8/4p3/8/8/4K3 b - e3 0 1", "en-passant square e3 without a white pawn on e4",
              "e3");
    check_bad("4k3/8/8/8/4P3/8/4N3/4K3 b - e3 0 1",
              "en-passant square e3, but the pawn on e4 cannot have moved two squares", "e3");
    check_bad("4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1",
              "en-passant square e6, but the pawn on e5 cannot have moved two squares", "e6");
    check_bad("4k3/8/8/8/8/8/8/4K3 w - - x 1", "the half-move clock is 'x', not a number", "x");
    check_bad("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "the half-move clock -1 is outside 0 to 9999",
              "-1");
    check_bad("4k3/8/8/8/8/8/8/4K3 w - - 0 10000",
              "the full-move number 10000 is outside 0 to 9999", "10000");
    check_bad("4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999999999999",
              "the full-move number is '99999999999999999999', not a number", "9999");
    check_bad("4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves e1e2", "'moves' after the last field", "moves");
}

TEST_CASE("FEN: with any single byte changed it is read or refused, never a crash, and a read "
          "position is formatted again") {
    const std::string good = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    int read = 0;
    for (std::size_t i = 0; i < good.size(); ++i)
        for (int byte = 0; byte < 256; ++byte) {
            std::string fen = good;
            fen[i] = static_cast<char>(byte);
            const Result<Position> position = parse_fen(fen);
            if (!position) {
                if (position.error().message.empty() || position.error().offset > fen.size())
                    FAIL_CHECK(fen);
                continue;
            }
            ++read;
            if (parse_fen(format_fen(*position)).value() != *position) FAIL_CHECK(fen);
        }
    CHECK(read > 200);
}

TEST_CASE("FEN: a game longer than 9999 moves has positions that can be read") {
    Position position = parse_fen("4k3/8/8/8/8/8/8/4K3 b - - 9998 9999").value();
    for (const Move move : {Move(E8, E7), Move(E1, E2), Move(E7, E8)})
        position.make(move);
    CHECK(position.full_move_number() == 10'001);
    CHECK(format_fen(position) == "4k3/8/8/8/8/8/4K3/8 w - - 9999 9999");
    CHECK(parse_fen(format_fen(position)).has_value());
}

} // namespace polyglot::chess
