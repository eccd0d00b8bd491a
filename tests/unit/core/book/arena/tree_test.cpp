// The tree of an Arena book: which records belong to it, and what is damage.
#include "core/book/arena/tree.hpp"
#include "tests/unit/core/book/arena/abk_samples.hpp"

#include <string>

#include <doctest/doctest.h>

namespace polyglot::book {
namespace {

using test::abk_move;
using test::abk_tree;

constexpr std::uint32_t none = AbkRecord::none;

// "0 1 / Pointer 1": the records played, then the reported damage: AbkDamage and the record.
std::string follow(AbkTree tree) {
    std::string moves, damage;
    follow_abk(tree, {.on_move = [&](std::size_t record, const chess::Position&,
                                     chess::Move) { moves += std::to_string(record) + ' '; },
                      .on_damage =
                          [&](const AbkFinding& found, const chess::Position&) {
                              damage += ' ' + std::to_string(static_cast<int>(found.what)) + ':' +
                                        std::to_string(found.record);
                              if (found.what == AbkDamage::Continuation)
                                  damage += "<" + std::to_string(static_cast<int>(found.cause));
                          }});
    return moves + '/' + damage;
}
std::string damage(AbkDamage what, int record) {
    return ' ' + std::to_string(static_cast<int>(what)) + ':' + std::to_string(record);
}

TEST_CASE("Arena tree: replies before siblings, each record once") {
    CHECK(follow({}) == "/");
    CHECK(follow(abk_tree({abk_move("e2e4", 902, 901), abk_move("d2d4"),
                           abk_move("e7e5", none, 903), abk_move("c7c5")})) == "0 2 3 1 /");
}

TEST_CASE("Arena tree: damaged pointers are reported and cut") {
    CHECK(follow(abk_tree({abk_move("e2e4", 7), abk_move("d2d4")})) ==
          "0 /" + damage(AbkDamage::Pointer, 0) + damage(AbkDamage::Lost, 1));
    CHECK(follow(abk_tree({abk_move("e2e4", 901), abk_move("e7e5", 900)})) ==
          "0 1 /" + damage(AbkDamage::SharedPointer, 1));
}

TEST_CASE("Arena tree: continuations of an illegal move are left out with it") {
    const std::string cause = "<" + std::to_string(static_cast<int>(AbkDamage::Illegal));
    CHECK(follow(abk_tree({abk_move("e2e5", 901), abk_move("e7e5", 902), abk_move("g1f3")})) ==
          "/" + damage(AbkDamage::Illegal, 0) + damage(AbkDamage::Continuation, 1) + cause +
              damage(AbkDamage::Continuation, 2) + cause);
}

TEST_CASE(
    "Arena tree: 1 as ply count is the mark of deletion, unless the header counts the record") {
    AbkTree tree = abk_tree({abk_move("e2e4", none, 901), abk_move("d2d4")});
    tree.records[0].ply = 1;
    CHECK(follow(tree) == "0 1 /");
    tree.header.moves = 1;
    CHECK(follow(tree) == "1 /" + damage(AbkDamage::Deleted, 0));
    tree.records[1].ply = 2; // the file has ply counts
    CHECK(follow(tree) == "0 1 /" + damage(AbkDamage::HeaderMoves, 0));
}

TEST_CASE("Arena tree: figures that cannot be") {
    AbkTree tree = abk_tree({abk_move("e2e4")});
    tree.header.importance_of_priority = tree.header.importance_of_score = 15;
    tree.header.min_white_per_cent = 100;
    tree.header.min_games = 99'999;
    CHECK(follow(tree) == "0 /");
    tree.header.importance_of_games = 16;
    tree.header.min_black_per_cent = 101;
    tree.header.min_wins = 100'000;
    tree.records[0].white_wins = 2;
    CHECK(follow(tree) == "0 /" + damage(AbkDamage::HeaderImportance, 0) +
                              damage(AbkDamage::HeaderPerCent, 0) +
                              damage(AbkDamage::HeaderGames, 0) + damage(AbkDamage::Games, 0));
}

} // namespace
} // namespace polyglot::book
