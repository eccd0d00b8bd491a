#include "tests/unit/core/book/book_bytes.hpp"

#include <string>

using namespace polyglot;
using test::raw_move;

namespace {

void check(std::string_view fen, std::uint16_t raw, std::string_view expected) {
    CAPTURE(fen);
    CAPTURE(raw);
    const chess::Position position = test::position(fen);
    const chess::Move move = book::decode_move(raw, position);
    CHECK((move ? chess::format_uci_move(move, chess::CastlingStyle::KingTakesRook) : "-") ==
          expected);
    if (move) CHECK(position.is_legal(move));
}

constexpr std::string_view castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
constexpr std::string_view promotion = "3r3k/2P1P3/8/8/8/8/8/4K3 w - - 0 1";

} // namespace

TEST_CASE("castling is read as the king takes its rook, and as the king goes two squares") {
    check(castling, raw_move("e1h1"), "e1h1");
    check(castling, raw_move("e1g1"), "e1h1");
    check(castling, raw_move("e1a1"), "e1a1");
    check(castling, raw_move("e1c1"), "e1a1");
    check("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", raw_move("e8h8"), "e8h8");
    check("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", raw_move("e8c8"), "e8a8");
    check("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", raw_move("e1h1"), "-"); // the right is gone
    check("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", raw_move("e1g1"), "-");
    check("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", raw_move("e1a1"), "-"); // the way is not free
    check("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", raw_move("e1g1"), "-"); // through check
}

TEST_CASE("castling in Chess960 is the king taking its rook, ordinary king moves stay such") {
    constexpr std::string_view fen = "1r1k2r1/1p4p1/8/8/8/8/1P4P1/1R1K2R1 w GBgb - 0 1";
    check(fen, raw_move("d1g1"), "d1g1");
    check(fen, raw_move("d1b1"), "d1b1");
    check(fen, raw_move("d1c1"), "d1c1");
    check("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", raw_move("f1g1"), "f1g1");
}

TEST_CASE("from e1 the corner is castling with the rook of that side, wherever it stands") {
    check("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", raw_move("e1h1"), "e1g1");
    check("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", raw_move("e1h1"), "e1f1");
    check("4k3/8/8/8/8/8/8/2R1K3 w C - 0 1", raw_move("e1a1"), "e1c1");
    // Another piece stands there
    check("4k3/8/8/8/8/8/8/N1R1K3 w C - 0 1", raw_move("e1a1"), "e1c1");
    check("1r2k3/8/8/8/8/8/8/4K3 b b - 0 1", raw_move("e8a8"), "e8b8");
    // A rook there is the one that is meant, and it may not castle.
    check("4k3/8/8/8/8/8/8/4K1RR w G - 0 1", raw_move("e1h1"), "-");
    // Without the right, not on that side, through a piece, from another square, to another rank.
    check("4k3/8/8/8/8/8/8/4K1R1 w - - 0 1", raw_move("e1h1"), "-");
    check("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", raw_move("e1a1"), "-");
    check("4k3/8/8/8/8/8/8/4KBR1 w G - 0 1", raw_move("e1h1"), "-");
    check("4k3/8/8/8/8/8/8/3K2R1 w G - 0 1", raw_move("d1h1"), "-");
    check("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", raw_move("e1h8"), "-");
}

TEST_CASE("a rook on e1 that goes to a1 does not castle") {
    check("1r1qr1k1/1b2bp1n/p2p2pB/1pnPp2p/P1p1P3/R1P2NNP/1PBQ1PP1/4R1K1 w - - 0 1",
          raw_move("e1a1"), "e1a1");
    const auto position = test::position("3k4/8/8/8/8/8/6K1/4R3 w - - 0 1");
    CHECK(book::decode_move(raw_move("e1a1"), position).kind() == chess::Move::Kind::Normal);
}

TEST_CASE("promotions name a piece, other moves do not") {
    check(promotion, raw_move("e7e8q"), "e7e8q");
    check(promotion, raw_move("e7e8n"), "e7e8n");
    check(promotion, raw_move("c7d8r"), "c7d8r");
    check(promotion, raw_move("e7e8"), "-");
    check(promotion, static_cast<std::uint16_t>(raw_move("e7e8") | 5U << 12U), "-");
    check(promotion, static_cast<std::uint16_t>(raw_move("e7e8") | 7U << 12U), "-");
    check(promotion, raw_move("e1e2q"), "-");
    check(chess::format_fen(chess::Position::start()), raw_move("e2e4q"), "-");
    // eguzki's book: bit 15, with and without the queen's own number
    check(promotion, static_cast<std::uint16_t>(raw_move("e7e8") | 0x8000U), "e7e8q");
    check(promotion, static_cast<std::uint16_t>(raw_move("e7e8q") | 0x8000U), "e7e8q");
    check(promotion, static_cast<std::uint16_t>(raw_move("e7e8n") | 0x8000U), "e7e8n");
}

TEST_CASE("en passant, and invalid moves") {
    constexpr std::string_view fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    check(fen, raw_move("e5d6"), "e5d6");
    CHECK(book::decode_move(raw_move("e5d6"), test::position(fen)).kind() ==
          chess::Move::Kind::EnPassant);
    check("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", raw_move("e5d6"), "-");
    check("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", raw_move("e5d6"), "-"); // pinned
    // a1a1, with and without a piece there
    check(fen, 0, "-");
    check(castling, 0, "-");
    check(fen, raw_move("d5d4"), "-"); // the other side's
    check(fen, raw_move("e1e3"), "-");
    check(fen, 0xffff, "-");
}

TEST_CASE("decode(encode(move)) == move for every legal move of random games") {
    constexpr std::uint64_t seed = 20240607;
    CAPTURE(seed);
    Random random(seed);
    constexpr std::array starts{
        std::string_view("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), castling,
        promotion, std::string_view("1r1k2r1/1p4p1/8/8/8/8/1P4P1/1R1K2R1 w GBgb - 0 1")};
    int checked = 0;
    for (int game = 0; game < 40; ++game) {
        chess::Position position =
            test::position(starts[static_cast<std::size_t>(game) % starts.size()]);
        for (int ply = 0; ply < 80; ++ply) {
            const chess::MoveList moves = position.legal_moves();
            if (moves.empty()) break;
            for (const chess::Move move : moves) {
                CHECK(book::decode_move(book::encode_move(move), position) == move);
                ++checked;
            }
            position.make(moves[static_cast<std::size_t>(random.below(moves.size()))]);
        }
    }
    CHECK(checked > 10'000);
}
