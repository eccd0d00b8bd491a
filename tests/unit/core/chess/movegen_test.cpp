// Properties of positions and moves, on random games.
#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "tests/unit/core/chess/support.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::chess {
namespace {

using test::random_game;

std::vector<std::string> sorted_text(const std::vector<Move>& moves) {
    std::vector<std::string> text;
    for (const Move move : moves) {
        text.push_back(format_uci_move(move, CastlingStyle::KingTakesRook));
        text.back() += static_cast<char>('0' + static_cast<int>(move.kind()));
    }
    std::sort(text.begin(), text.end());
    return text;
}

std::vector<Move> as_vector(const MoveList& list) {
    return {list.begin(), list.end()};
}

void check_moves(const Position& position) {
    const MoveList moves = position.legal_moves();
    CHECK(sorted_text(as_vector(moves)) == sorted_text(test::reference_moves(position)));
    CHECK(position.legal_move_count() == static_cast<int>(moves.size()));
}

void check_make_and_unmake(const Position& position) {
    for (const Move move : position.legal_moves()) {
        Position copy = position;
        Position::Undo undo;
        copy.make(move, undo);
        const bool key_is_right =
            copy.key() == copy.compute_key() && copy.key() == position.key_after(move);
        const bool undone = (copy.unmake(move, undo), copy == position);
        if (!key_is_right || !undone) FAIL_CHECK("make/unmake of ", format_uci_move(move));
    }
    CHECK(position.key() == position.compute_key());
}

void check_text(const Position& position) {
    CHECK(parse_fen(format_fen(position)).value() == position);
    CHECK(parse_fen(format_fen(position, FenCastling::Shredder)).value() == position);
    for (const Move move : position.legal_moves()) {
        const std::string san = format_san(position, move);
        const Result<Move> again = parse_san(position, san);
        if (!again || *again != move) FAIL_CHECK("SAN ", san);
        for (const CastlingStyle style :
             {CastlingStyle::KingTwoSquares, CastlingStyle::KingTakesRook}) {
            const std::string uci = format_uci_move(move, style);
            if (parse_uci_move(position, uci) != move || !reads_as_uci_move(uci))
                FAIL_CHECK("coordinates ", uci);
        }
    }
}

// is_legal over everything that can be said, and no coordinate text but those of legal moves is a
// move.
void check_is_legal(const Position& position) {
    const std::vector<Move> legal = test::reference_moves(position);
    int found = 0;
    for (int from = 0; from < 64; ++from)
        for (int to = 0; to < 64; ++to)
            for (const Move::Kind kind : {Move::Kind::Normal, Move::Kind::Promotion,
                                          Move::Kind::EnPassant, Move::Kind::Castling})
                for (int type = 1; type <= (kind == Move::Kind::Promotion ? 4 : 1); ++type) {
                    const Move move(static_cast<Square>(from), static_cast<Square>(to), kind,
                                    static_cast<PieceType>(type));
                    const bool expected =
                        std::find(legal.begin(), legal.end(), move) != legal.end();
                    if (position.is_legal(move) != expected) FAIL_CHECK(format_uci_move(move));
                    found += expected;
                }
    CHECK(found == static_cast<int>(legal.size()));
}

} // namespace

TEST_CASE("random standard games: moves, make and unmake, keys, texts") {
    const std::uint64_t seed = test::seed();
    INFO("POLYGLOT_TEST_SEED=", seed);
    Random random(seed);
    for (int game = 0; game < 6; ++game)
        random_game(Position::start(), 160, random, [](const Position& position) {
            INFO(format_fen(position));
            check_moves(position);
            check_make_and_unmake(position);
            check_text(position);
        });
}

TEST_CASE("all 960 start positions: moves, make and unmake, keys, texts") {
    const std::uint64_t seed = test::seed();
    INFO("POLYGLOT_TEST_SEED=", seed);
    Random random(seed);
    std::vector<std::string> seen;
    for (int number = 0; number < 960; ++number) {
        const std::string fen = test::chess960_fen(number);
        const Position start = test::position_of(fen);
        CHECK(format_fen(start, FenCastling::Shredder) == fen);
        CHECK(format_fen(start).find(" w KQkq - ") != std::string::npos);
        seen.push_back(fen);
        // Every 8th ply of a short game: castling comes into reach, and the whole takes a second.
        int ply = 0;
        random_game(start, 40, random, [&](const Position& position) {
            if (ply++ % 8 != number % 8) return;
            INFO(format_fen(position));
            check_moves(position);
            check_make_and_unmake(position);
            check_text(position);
        });
    }
    CHECK(seen[518] == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
    std::sort(seen.begin(), seen.end());
    CHECK(std::unique(seen.begin(), seen.end()) == seen.end());
}

// Castling is rare in random games: here nothing stands between king and rooks, and enemy pieces
// fly about.
TEST_CASE("random Chess960 castling set-ups") {
    const std::uint64_t seed = test::seed();
    INFO("POLYGLOT_TEST_SEED=", seed);
    Random random(seed);
    int castlings = 0;
    for (int n = 0; n < 3000; ++n) {
        std::string rank(8, '1');
        const std::size_t king = 1 + random.below(6);
        const std::size_t left = random.below(king);
        const std::size_t right = king + 1 + random.below(7 - king);
        rank[king] = 'K';
        rank[left] = rank[right] = 'R';
        for (const char piece : {'q', 'r', 'B', 'n'})
            if (const std::size_t file = random.below(8); rank[file] == '1' && random.below(3) == 0)
                rank[file] = piece;
        std::string second(8, '1');
        second[random.below(8)] = 'p';
        second[random.below(8)] = 'b';
        const std::string rights{static_cast<char>('A' + right), static_cast<char>('A' + left)};
        const Result<Position> position =
            parse_fen("4k3/8/8/8/8/8/" + second + '/' + rank + " w " + rights + " - 0 1");
        // A second piece may have landed on the one before, or the king stand in check
        if (!position) continue;
        INFO(format_fen(*position, FenCastling::Shredder));
        check_moves(*position);
        check_make_and_unmake(*position);
        check_text(*position);
        for (const Move move : position->legal_moves())
            castlings += move.kind() == Move::Kind::Castling;
    }
    CHECK(castlings > 300);
}

TEST_CASE("is_legal over every from, to, kind and promotion") {
    for (const char* fen :
         {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
          "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
          "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
          "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", "4k3/8/8/8/8/8/8/rRK4R w HB - 0 1"}) {
        INFO(fen);
        check_is_legal(test::position_of(fen));
    }
}

TEST_CASE("the position with the most moves") {
    CHECK(test::position_of("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1")
              .legal_moves()
              .size() == 218);
}

TEST_CASE("a position is small and plain to copy") {
    CHECK(sizeof(Position) <= 160);
    CHECK(std::is_trivially_copyable_v<Position>);
}

TEST_CASE("accessors of the start position") {
    const Position& p = Position::start();
    CHECK(p.side_to_move() == Color::White);
    CHECK(p.king(Color::White) == E1);
    CHECK(p.king(Color::Black) == E8);
    CHECK(p.piece_at(D8) == Piece{PieceType::Queen, Color::Black});
    CHECK(p.piece_at(E4) == Piece{});
    CHECK_FALSE(p.piece_at(E4));
    CHECK(p.pieces(Color::White, PieceType::Pawn) == 0xff00);
    CHECK(p.castling_rook(Color::Black, CastlingSide::Queen) == A8);
    CHECK(p.en_passant() == NoSquare);
    CHECK_FALSE(p.in_check());
}

} // namespace polyglot::chess
