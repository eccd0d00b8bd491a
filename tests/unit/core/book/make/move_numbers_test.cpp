// Every legal move has a number of its own, and the numbers are in the order of the moves.
#include "core/book/make/move_numbers.hpp"
#include "core/book/polyglot/book.hpp"
#include "core/chess/fen.hpp"
#include "core/random.hpp"

#include <doctest/doctest.h>

using namespace polyglot;

TEST_CASE("move numbers: in the order of the moves, there and back") {
    const std::size_t count = book::move_numbers.count;
    // Of queens and knights; promotions, straight on and to both sides
    CHECK(count == 1792 + 4 * 44);
    for (std::size_t number = 0; number < count; ++number) {
        CHECK(book::number_of_move(book::move_of_number(number)) == number);
        if (number > 0) CHECK(book::move_of_number(number - 1) < book::move_of_number(number));
    }
}

TEST_CASE("move numbers: all moves of random games have one") {
    Random random(1);
    for (const char* const start : {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                                    "1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1",
                                    "8/PPPPPPPP/8/k7/7K/8/pppppppp/8 w - - 0 1"})
        for (int game = 0; game < 30; ++game) {
            chess::Position position = chess::parse_fen(start).value();
            for (int ply = 0; ply < 200; ++ply) {
                const chess::MoveList moves = position.legal_moves();
                if (moves.size() == 0) break;
                for (const chess::Move move : moves) {
                    const std::uint16_t raw = book::encode_move(move);
                    REQUIRE(book::move_of_number(book::number_of_move(raw)) == raw);
                }
                position.make(moves[random.below(moves.size())]);
            }
        }
}
