// A record of an Arena book: its move, and the mark of deletion.
#include "core/book/arena/record.hpp"
#include "core/chess/fen.hpp"
#include "tests/unit/core/book/arena/abk_samples.hpp"

#include <cstdlib>
#include <string_view>

#include <doctest/doctest.h>

namespace polyglot::book {
namespace {

using test::abk_move;
using test::abk_tree;

constexpr std::uint32_t none = AbkRecord::none;

TEST_CASE("Arena record: its move in the encoding of a .bin book") {
    CHECK(raw_move_of(abk_move("e2e4")) == (12U << 6U | 28U));
    AbkRecord record = abk_move("a7a8");
    record.promotion = -4; // queen
    CHECK(raw_move_of(record) == (4U << 12U | 48U << 6U | 56U));
    record.promotion = 5;
    CHECK_FALSE(raw_move_of(record).has_value());
    record = abk_move("e2e4");
    record.to = 64;
    CHECK_FALSE(raw_move_of(record).has_value());
}

TEST_CASE("Arena record: every legal move there and back") {
    for (const std::string_view fen :
         {"r3k2r/pPppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PP1BBPPP/R3K2R w KQkq - 0 1",
          "r3k2r/8/8/3Pp3/8/8/pp4pp/R3K2R b KQkq - 0 1", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1",
          "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"}) {
        const chess::Position position = *chess::parse_fen(fen);
        for (const chess::Move move : position.legal_moves()) {
            AbkRecord record = abk_record_of(move);
            CHECK(abk_move_of(record, position) == move);
            if (move.kind() == chess::Move::Kind::Castling)
                CHECK((chess::file_of(static_cast<chess::Square>(record.to)) == 6 ||
                       chess::file_of(static_cast<chess::Square>(record.to)) == 2));
            record.promotion = static_cast<std::int8_t>(-record.promotion);
            CHECK(abk_move_of(record, position) == move);
        }
    }
    CHECK_FALSE(abk_move_of(abk_move("e2e5"), chess::Position::start()));
}

TEST_CASE("Arena record: places and pointers") {
    CHECK(AbkRecord::pointer_to(0) == 900);
    CHECK(AbkRecord::place_of(903) == 3);
    CHECK(AbkRecord::pointer_to(AbkRecord::none) == AbkRecord::none);
    CHECK(AbkRecord::place_of(AbkRecord::none) == AbkRecord::none);
}

TEST_CASE("Arena record: 1 as ply count is the mark of deletion, unless the file uses the field "
          "otherwise") {
    AbkTree tree = abk_tree({abk_move("e2e4", none, 901), abk_move("d2d4")});
    AbkMarks fresh(tree);
    CHECK(fresh.is_used());
    CHECK(fresh.count() == 0);
    fresh.mark_as_deleted(tree.records[1]);
    CHECK(fresh.count() == 1);
    CHECK(fresh.is_deleted(tree.records[1]));
    CHECK_FALSE(fresh.is_deleted(tree.records[0]));

    CHECK_FALSE(AbkMarks(tree).is_used()); // the header counts both
    CHECK_FALSE(AbkMarks(tree).is_deleted(tree.records[1]));
    tree.header.moves = 1;
    CHECK(AbkMarks(tree).is_used());
    CHECK(AbkMarks(tree).count() == 1);
    tree.records[0].ply = 2; // the file has ply counts
    CHECK_FALSE(AbkMarks(tree).is_used());
    CHECK(AbkMarks(tree).count() == 0);
}

} // namespace
} // namespace polyglot::book
