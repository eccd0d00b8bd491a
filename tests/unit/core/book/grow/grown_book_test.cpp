// A graph as a book: which moves it has, with what weights and values.
#include "core/book/grow/grown_book.hpp"
#include "core/book/polyglot/book.hpp"
#include "core/chess/position.hpp"
#include "core/chess/uci_move.hpp"

#include <optional>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

using namespace polyglot;
using book::GrowGraph;
using book::GrownBook;
using book::GrownRules;
using chess::Position;

namespace {

book::GrowMove move_of(std::string_view text) {
    return book::encode_move(*chess::parse_uci_move(Position::start(), text));
}

// The engine answers a2a3 with +10. The graph has e2e4 (+30), d2d4 (+10, or another value), g1f3
// (-40), which have been searched to depth 7, and c2c4, which has not.
GrowGraph small_graph(int d2d4 = 10) {
    GrowGraph graph;
    const Position start = Position::start();
    const auto root = graph.add(start.key(), chess::Color::White);
    graph.set_answer(root, {.value_cp = 10, .move = move_of("a2a3"), .depth = 12});
    const auto link = [&](std::string_view text, std::optional<int> value) {
        Position next = start;
        next.make(*chess::parse_uci_move(start, text));
        const auto child = graph.add(next.key(), chess::Color::Black);
        graph.link(root, move_of(text), child);
        if (value) graph.set_answer(child, {.value_cp = -*value, .move = 1, .depth = 7});
    };
    link("e2e4", 30);
    link("d2d4", d2d4);
    link("g1f3", -40);
    link("c2c4", std::nullopt);
    graph.update();
    return graph;
}

// "e2e4 1000 +30/8 …": move, weight, value for White and depth.
std::string entries_of(const GrownRules& rules, GrownBook::Values values, int d2d4 = 10) {
    const GrowGraph graph = small_graph(d2d4);
    std::string text;
    for (const book::Entry& entry : GrownBook(graph, rules, values).find(Position::start()))
        text += chess::format_uci_move(entry.move) + ' ' + std::to_string(entry.weight) + ' ' +
                std::to_string(entry.evaluation->value) + '/' +
                std::to_string(entry.evaluation->depth.value_or(0)) + ' ';
    return text;
}

} // namespace

TEST_CASE("a grown book has the moves that are good enough, the best one first") {
    using Values = GrownBook::Values;
    // 20 below: 1000 / e; 70 below is more than the width. The answer's depth is the position's.
    CHECK(entries_of({}, Values::OfMoves) == "e2e4 1000 30/8 a2a3 368 10/12 d2d4 368 10/8 ");
    CHECK(entries_of({}, Values::OfPositions) == "e2e4 1000 30/12 a2a3 368 30/12 d2d4 368 30/12 ");
    CHECK(entries_of({.width_cp = 70}, Values::OfMoves) ==
          "e2e4 1000 30/8 a2a3 368 10/12 d2d4 368 10/8 g1f3 30 -40/8 ");
    CHECK(entries_of({.width_cp = 19}, Values::OfMoves) == "e2e4 1000 30/8 ");
    CHECK(entries_of({.width_cp = 20, .temperature = 100}, Values::OfMoves) ==
          "e2e4 1000 30/8 a2a3 819 10/12 d2d4 819 10/8 ");
}

TEST_CASE("at the turns of a repertoire's side only the best moves are played") {
    using Values = GrownBook::Values;
    CHECK(entries_of({.side = book::GrowSide::White}, Values::OfMoves) == "e2e4 1000 30/8 ");
    CHECK(entries_of({.side = book::GrowSide::White}, Values::OfMoves, 29) == "e2e4 1000 30/8 ");
    CHECK(entries_of({.side = book::GrowSide::White}, Values::OfMoves, 30) ==
          "d2d4 1000 30/8 e2e4 1000 30/8 ");
    CHECK(entries_of({.side = book::GrowSide::Black}, Values::OfMoves) ==
          "e2e4 1000 30/8 a2a3 368 10/12 d2d4 368 10/8 ");
    CHECK(entries_of({.side = book::GrowSide::White, .all_moves = true}, Values::OfMoves) ==
          "e2e4 1000 30/8 a2a3 0 10/12 d2d4 0 10/8 g1f3 0 -40/8 ");
}

TEST_CASE("a grown book knows the positions of its graph") {
    const GrowGraph graph = small_graph();
    const GrownBook book(graph, {}, GrownBook::Values::OfMoves);
    CHECK(book.count_positions() == 5);
    CHECK(book.might_contain(Position::start()));
    Position other = Position::start();
    other.make(*chess::parse_uci_move(other, "h2h4"));
    CHECK_FALSE(book.might_contain(other));
    CHECK(book.find(other).empty());
}
