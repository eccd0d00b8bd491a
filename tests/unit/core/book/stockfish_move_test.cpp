// Stockfish's 16 bits of a move.
#include "core/book/stockfish_move.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/uci_move.hpp"
#include "core/random.hpp"
#include "tests/unit/core/book/book_bytes.hpp"

#include <map>

#include <doctest/doctest.h>

using namespace polyglot;
using book::decode_stockfish_move;
using book::encode_stockfish_move;
using chess::Move;

namespace {

void check(std::string_view fen, std::string_view move, unsigned raw) {
    const chess::Position position = test::position(fen);
    const auto legal = chess::parse_uci_move(position, move);
    REQUIRE_MESSAGE(legal.has_value(), fen << " " << move);
    CHECK_MESSAGE(encode_stockfish_move(*legal, position) == raw, fen << " " << move);
    CHECK_MESSAGE(decode_stockfish_move(static_cast<std::uint16_t>(raw), position) == *legal,
                  fen << " " << move);
}

void check_none(std::string_view fen, unsigned raw) {
    CHECK_MESSAGE(!decode_stockfish_move(static_cast<std::uint16_t>(raw), test::position(fen)),
                  fen << " " << raw);
}

constexpr std::string_view start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr std::string_view castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
constexpr std::string_view promotion = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
constexpr std::string_view en_passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";

// Every 16 bits that are a legal move of this position, by trying all of them.
void check_all(const chess::Position& position) {
    const std::string fen = chess::format_fen(position, chess::FenCastling::Shredder);
    std::map<std::uint16_t, Move> expected;
    for (const Move move : position.legal_moves()) {
        const std::uint16_t raw = encode_stockfish_move(move, position);
        CHECK_MESSAGE(expected.emplace(raw, move).second, fen);
        CHECK_MESSAGE(decode_stockfish_move(raw, position) == move, fen);
    }
    std::size_t found = 0;
    for (unsigned raw = 0; raw <= 0xffff; ++raw) {
        const Move move = decode_stockfish_move(static_cast<std::uint16_t>(raw), position);
        if (!move) continue;
        ++found;
        if (!expected.contains(static_cast<std::uint16_t>(raw))) FAIL_CHECK(fen << " " << raw);
    }
    CHECK_MESSAGE(found == expected.size(), fen);
}

} // namespace

TEST_CASE("Stockfish's moves: squares, promotion, en passant, castling") {
    check(start, "e2e4", 12U << 6U | 28U);
    check(start, "g1f3", 6U << 6U | 21U);
    check(castling, "e1g1", 3U << 14U | 4U << 6U | 7U);
    check(castling, "e1c1", 3U << 14U | 4U << 6U | 0U);
    check(castling, "a1a8", 0U << 6U | 56U);
    check(promotion, "a7a8n", 1U << 14U | 48U << 6U | 56U);
    check(promotion, "a7a8b", 1U << 14U | 1U << 12U | 48U << 6U | 56U);
    check(promotion, "a7a8r", 1U << 14U | 2U << 12U | 48U << 6U | 56U);
    check(promotion, "a7b8q", 1U << 14U | 3U << 12U | 48U << 6U | 57U);
    check(en_passant, "e5d6", 2U << 14U | 36U << 6U | 43U);
    // Chess960: the king stays where it is, or goes to where the rook was.
    check("rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 0 1", "b1a1", 3U << 14U | 1U << 6U | 0U);
    check("rk2r3/8/8/8/8/8/8/1K6 b ea - 0 1", "b8e8", 3U << 14U | 57U << 6U | 60U);
    check("6kr/8/8/8/8/8/8/6KR w Hh - 0 1", "g1h1", 3U << 14U | 6U << 6U | 7U);
}

TEST_CASE("Stockfish's moves: illegal ones are no moves") {
    check_none(start, 0);
    check_none(start, 1U << 6U | 1U);                // its null move
    check_none(start, 12U << 6U | 36U);              // e2e5
    check_none(start, 52U << 6U | 36U);              // Black's
    check_none(start, 2U << 12U | 12U << 6U | 28U);  // a piece named without promotion
    check_none(start, 2U << 14U | 12U << 6U | 28U);  // en passant
    check_none(castling, 4U << 6U | 6U);             // castling as king to g1
    check_none(castling, 3U << 14U | 4U << 6U | 6U); // the same named castling
    // King takes rook, not named castling
    check_none(castling, 4U << 6U | 7U);
    check_none(castling, 3U << 14U | 3U << 12U | 4U << 6U | 7U); // castling with a piece
    check_none(promotion, 48U << 6U | 56U);                      // no promotion named
    check_none(promotion, 1U << 14U | 4U << 6U | 5U);            // a king promotes
    check_none(en_passant, 36U << 6U | 43U);                     // not named en passant
    CHECK(encode_stockfish_move({}, test::position(start)) == 0);
}

TEST_CASE("Stockfish's moves: exactly the legal ones are read, each in one spelling") {
    constexpr std::uint64_t seed = 11;
    CAPTURE(seed);
    Random random(seed);
    for (const std::string_view fen : {start, castling, promotion, en_passant}) {
        chess::Position position = test::position(fen);
        for (int ply = 0; ply < 24; ++ply) {
            if (ply % 8 == 0) check_all(position);
            const chess::MoveList moves = position.legal_moves();
            if (moves.empty()) break;
            position.make(moves[static_cast<std::size_t>(random.below(moves.size()))]);
        }
    }
    check_all(test::position("rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 0 1"));
    check_all(test::position("5rkr/pppppppp/8/8/8/8/PPPPPPPP/5RKR b HFhf - 0 1"));
    check_all(
        test::position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"));
}

TEST_CASE("Stockfish's moves: every legal move of random games comes back") {
    constexpr std::uint64_t seed = 12;
    CAPTURE(seed);
    Random random(seed);
    for (int game = 0; game < 20; ++game) {
        chess::Position position =
            game % 2 == 0
                ? chess::Position::start()
                : test::position("bqnb1rkr/pppppppp/2n5/8/8/2N5/PPPPPPPP/BQ1B1RKR w HFhf - 0 1");
        for (int ply = 0; ply < 80; ++ply) {
            const chess::MoveList moves = position.legal_moves();
            if (moves.empty()) break;
            for (const Move move : moves)
                if (decode_stockfish_move(encode_stockfish_move(move, position), position) != move)
                    FAIL_CHECK(chess::format_fen(position) << " " << chess::format_uci_move(move));
            position.make(moves[static_cast<std::size_t>(random.below(moves.size()))]);
        }
    }
}
