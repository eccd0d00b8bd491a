// resolve_san against an oracle that goes through all legal moves.
#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "tests/unit/core/chess/san_oracle.hpp"
#include "tests/unit/core/chess/support.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::chess {
namespace {

// How often the rare cases came up: a test that never met them has shown nothing.
struct Seen {
    int legal = 0, ambiguous = 0, exposing = 0, castling = 0, en_passant = 0,
        exposing_en_passant = 0, promotion = 0;
};

void check(const Position& position, const std::string& text, const std::vector<Move>& expected) {
    const SanResult result = resolve_san(position, text);
    const SanStatus status = expected.empty()       ? SanStatus::Illegal
                             : expected.size() == 1 ? SanStatus::Legal
                                                    : SanStatus::Ambiguous;
    const Move move = status == SanStatus::Legal ? expected.front() : Move();
    const bool same = result.status == status && result.move == move;
    if (!same) FAIL_CHECK('\'', text, "' on ", format_fen(position, FenCastling::Shredder));
}

// Every spelling of every move, with or without wrong marks; then of those that only expose the
// king.
void check_all_spellings(const Position& position, Random& random, Seen& seen) {
    std::map<std::string, std::vector<Move>> meanings;
    for (const Move move : test::reference_moves(position)) {
        for (const std::string& text : test::spellings(position, move))
            meanings[text].push_back(move);
        seen.castling += move.kind() == Move::Kind::Castling;
        seen.en_passant += move.kind() == Move::Kind::EnPassant;
        seen.promotion += move.kind() == Move::Kind::Promotion;
    }
    constexpr std::array<const char*, 11> marks{"",   "",   "",  "+",  "#",           "!?",
                                                "+!", " ?", "=", "+-", "\xe2\x80\xbc"};
    for (const auto& [text, moves] : meanings) {
        check(position, text + marks[random.below(marks.size())], moves);
        ++(moves.size() == 1 ? seen.legal : seen.ambiguous);
    }
    for (const Move move : test::reference_exposing_moves(position)) {
        for (const std::string& text : test::spellings(position, move))
            if (meanings.count(text) == 0) check(position, text, {});
        ++seen.exposing;
        seen.exposing_en_passant += move.kind() == Move::Kind::EnPassant;
    }
    for (const char* text : {"O-O", "O-O-O"})
        if (meanings.count(text) == 0) check(position, text, {});
}

// A few men on any squares: full of pins, checks and double checks. Often with an en-passant
// square, or a pawn about to promote.
Position sparse_position(Random& random) {
    for (;;) {
        std::string board(64, '1');
        const bool white = random.below(2) == 0;
        const std::size_t rank = white ? 3 : 4; // as the FEN counts, from the top
        std::string en_passant = "-";
        if (const std::size_t file = random.below(8); random.below(2) == 0) {
            board[8 * rank + file] = white ? 'p' : 'P';
            board[8 * rank + (file == 0 ? 1 : file - 1)] = white ? 'P' : 'p';
            en_passant = {static_cast<char>('a' + file), white ? '6' : '3'};
        }
        if (random.below(4) == 0)
            board[white ? 8 + random.below(8) : 48 + random.below(8)] = white ? 'P' : 'p';
        for (const char man : std::string("KkQqrRbBnNPpPp").substr(0, 5 + random.below(10)))
            if (char& square = board[random.below(64)]; square == '1') square = man;
        for (std::size_t i = 56; i > 0; i -= 8)
            board.insert(i, "/");
        const Result<Position> position =
            parse_fen(board + (white ? " w - " : " b - ") + en_passant + " 0 1");
        if (position) return *position;
    }
}

// Back ranks with rooks and king somewhere, as in Chess960, rights for both sides, and few others
// about.
Position castling_position(Random& random) {
    for (;;) {
        std::string rank(8, '1');
        const std::size_t king = 1 + random.below(6);
        rank[king] = 'K';
        const std::size_t left = random.below(king);
        const std::size_t right = king + 1 + random.below(7 - king);
        rank[left] = rank[right] = 'R';
        for (const char man : {'q', 'b', 'N', 'r'})
            if (const std::size_t file = random.below(8); rank[file] == '1' && random.below(4) == 0)
                rank[file] = man;
        std::string second(8, '1');
        second[random.below(8)] = "pbnr"[random.below(4)];
        const std::string rights{static_cast<char>('A' + right), static_cast<char>('A' + left)};
        const Result<Position> position =
            parse_fen("4k3/8/8/8/8/8/" + second + '/' + rank + " w " + rights + " - 0 1");
        if (position) return *position;
    }
}

// A text that is nearly a move, or still one: characters put in, left out and changed.
std::string garbled(std::string text, Random& random) {
    constexpr std::string_view alphabet = "abcdefgh12345678KQRBNPOo0x-=+#!?().:/ enpqrbkX";
    for (std::size_t changes = random.below(4); changes > 0; --changes) {
        const char c = alphabet[random.below(alphabet.size())];
        const std::size_t at = random.below(text.size() + 1);
        switch (random.below(3)) {
        case 0: text.insert(at, 1, c); break;
        case 1: text.erase(at, 1); break;
        default: text.replace(at, 1, 1, c);
        }
    }
    return text;
}

} // namespace

TEST_CASE("every spelling of every move, and of moves that expose the king") {
    const std::uint64_t seed = test::seed();
    INFO("POLYGLOT_TEST_SEED=", seed);
    Random random(seed);
    Seen seen;
    for (int n = 0; n < 120; ++n) {
        check_all_spellings(sparse_position(random), random, seen);
        check_all_spellings(castling_position(random), random, seen);
    }
    for (int game = 0; game < 12; ++game) {
        const Position start =
            game % 4 == 0
                ? Position::start()
                : test::position_of(test::chess960_fen(static_cast<int>(random.below(960))));
        test::random_game(start, 100, random, [&](const Position& position) {
            if (random.below(20) == 0) check_all_spellings(position, random, seen);
        });
    }
    CHECK(seen.legal > 10'000);
    CHECK(seen.ambiguous > 100);
    CHECK(seen.exposing > 500);
    CHECK(seen.castling > 20);
    CHECK(seen.en_passant > 5);
    CHECK(seen.exposing_en_passant > 3);
    CHECK(seen.promotion > 10);
}

TEST_CASE("texts that are nearly moves, and the words for them") {
    const std::uint64_t seed = test::seed();
    INFO("POLYGLOT_TEST_SEED=", seed);
    Random random(seed);
    std::array<int, 4> seen{}; // by status
    for (int n = 0; n < 150; ++n) {
        const Position position =
            n % 3 == 0   ? sparse_position(random)
            : n % 3 == 1 ? castling_position(random)
                         : test::position_of("7k/8/1N3N2/8/1N3N2/8/3R4/3RK3 w - - 0 1");
        const MoveList moves = position.legal_moves();
        for (int k = 0; k < 20 && !moves.empty(); ++k) {
            const Move move = moves[random.below(moves.size())];
            const std::vector<std::string> all = test::spellings(position, move);
            const std::string text = garbled(all[random.below(all.size())], random);
            const auto expected = test::reference_san(position, text);
            const SanResult result = resolve_san(position, text);
            ++seen[static_cast<std::size_t>(result.status)];
            if (expected)
                check(position, text, *expected);
            else if (result.status != SanStatus::Unreadable)
                FAIL_CHECK('\'', text, "' reads as a move");

            const Result<Move> worded = parse_san(position, text);
            CHECK(worded.has_value() == static_cast<bool>(result));
            if (worded) continue;
            const std::string_view words =
                result.status == SanStatus::Unreadable ? "' does not read as a move"
                : result.status == SanStatus::Illegal  ? "' is not legal here"
                                                       : "' is ambiguous: ";
            CHECK(worded.error().message.find(words) != std::string::npos);
        }
    }
    CHECK(*std::min_element(seen.begin(), seen.end()) > 5);
}

TEST_CASE("en passant that uncovers the king, along the rank and along the diagonal") {
    for (const auto& [fen, text] : {std::pair{"8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "exd6"},
                                    std::pair{"8/8/1k6/8/2pP4/8/5B2/6K1 b - d3 0 1", "cxd3"},
                                    std::pair{"4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6"}})
        check(test::position_of(fen), text, {});
    // Here the pawn that goes is the one that gives check.
    check(test::position_of("8/8/8/3pP3/4K3/8/8/4k3 w - d6 0 1"), "exd6",
          {Move(E5, D6, Move::Kind::EnPassant)});
}

} // namespace polyglot::chess
