#include "core/book/grow/graph.hpp"
#include "core/book/grow/results.hpp"
#include "core/random.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
using book::GrowAnswer;
using book::GrowGraph;
using book::GrowMove;
using book::GrowRules;
using book::GrowSide;
using chess::Color;

namespace {

constexpr GrowMove move_number(std::size_t i) {
    return static_cast<GrowMove>(i + 1);
}

// The same graph, kept as simply as can be, and its numbers by their definitions.
struct Model {
    struct Node {
        bool black = false, busy = false;
        std::optional<GrowAnswer> answer; // one that counts
        bool needs_search = true;
        bool known = false; // it has been searched
        std::vector<std::pair<GrowMove, std::size_t>> moves;
    };
    std::vector<Node> nodes;
    GrowRules rules;
    std::map<std::pair<std::size_t, GrowMove>, int> results; // also of positions to come

    int shortfall(std::size_t i, GrowMove move, const std::vector<int>& for_white) const {
        const auto found = results.find({i, move});
        if (found == results.end()) return 0;
        std::optional<int> value;
        if (nodes[i].answer && nodes[i].answer->move == move) value = nodes[i].answer->value_cp;
        for (const auto& [m, child] : nodes[i].moves)
            if (m == move && nodes[child].known)
                value = nodes[i].black ? -for_white[child] : for_white[child];
        return value ? std::max(book::promised_score(*value) - found->second, 0) : 0;
    }
    int greatest_shortfall(std::size_t i, const std::vector<int>& for_white) const {
        int most = 0;
        for (const auto& [of, score] : results)
            if (of.first == i) most = std::max(most, shortfall(i, of.second, for_white));
        return most;
    }

    // Can this side force the play to end with an answer that is at least `least` for it?
    std::vector<bool> can_force(Color side, int least) const {
        std::vector<bool> can(nodes.size());
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t i = 0; i < nodes.size(); ++i) {
                if (can[i]) continue;
                const Node& node = nodes[i];
                const bool chooses = node.black == (side == Color::Black);
                std::vector<bool> options;
                if (node.answer)
                    options.push_back((chooses ? node.answer->value_cp : -node.answer->value_cp) >=
                                      least);
                for (const auto& [move, child] : node.moves)
                    if (nodes[child].known) options.push_back(can[child]);
                const bool all = std::count(options.begin(), options.end(), false) == 0;
                const bool one = std::count(options.begin(), options.end(), true) > 0;
                if (chooses ? one : all && one) can[i] = changed = true;
            }
        }
        return can;
    }

    std::vector<int> values_for_white() const {
        std::vector<int> values(nodes.size(), 0);
        std::set<int> sizes;
        for (const Node& node : nodes)
            if (node.answer && node.answer->value_cp != 0)
                sizes.insert(std::abs(node.answer->value_cp));
        for (const int size : sizes) { // ascending: the greatest counts
            const auto white = can_force(Color::White, size);
            const auto black = can_force(Color::Black, size);
            for (std::size_t i = 0; i < nodes.size(); ++i) {
                CHECK_FALSE((white[i] && black[i]));
                if (white[i]) values[i] = size;
                if (black[i]) values[i] = -size;
            }
        }
        return values;
    }

    std::vector<std::uint32_t> ways_out(const std::vector<int>& for_white) const {
        std::vector<std::uint32_t> ways(nodes.size(), GrowGraph::never);
        const auto value = [&](std::size_t i) {
            return nodes[i].black ? -for_white[i] : for_white[i];
        };
        const auto cost = [&](std::size_t i, GrowMove move, int option,
                              std::optional<std::size_t> to) -> std::uint64_t {
            const int loss = value(i) - option;
            CHECK(loss >= 0);
            const bool own = rules.side == (nodes[i].black ? GrowSide::Black : GrowSide::White);
            if (own ? loss > 0 : loss > rules.width_cp) return GrowGraph::never;
            const auto full = GrowGraph::ply + static_cast<std::uint64_t>(loss) *
                                                   static_cast<unsigned>(rules.alpha_millis);
            const int after = to ? greatest_shortfall(*to, for_white) : 0;
            const int worse = 3 * std::max(shortfall(i, move, for_white), after) +
                              greatest_shortfall(i, for_white);
            return full * 400 / (400 + static_cast<unsigned>(worse));
        };
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t i = 0; i < nodes.size(); ++i) {
                std::uint64_t best = ways[i];
                if (!nodes[i].busy && nodes[i].needs_search) best = 0;
                if (!nodes[i].busy && nodes[i].answer && nodes[i].answer->move != 0)
                    best = std::min(best, cost(i, nodes[i].answer->move, nodes[i].answer->value_cp,
                                               std::nullopt));
                for (const auto& [move, child] : nodes[i].moves) {
                    if (ways[child] == GrowGraph::never) continue;
                    const std::uint64_t last = nodes[child].known
                                                   ? cost(i, move, -value(child), child)
                                                   : GrowGraph::ply / 2;
                    best = std::min(best, last + ways[child]);
                }
                if (best >= ways[i]) continue;
                ways[i] = static_cast<std::uint32_t>(best);
                changed = true;
            }
        }
        return ways;
    }
};

// One change at random, of both. Positions alternate between the sides along every move, as in
// chess.
void change(Random& random, Model& model, GrowGraph& graph) {
    const auto below = [&random](std::size_t bound) {
        return static_cast<std::size_t>(random.below(bound));
    };
    const std::size_t i = below(model.nodes.size());
    const auto id = static_cast<GrowGraph::Id>(i);
    Model::Node& node = model.nodes[i];
    const auto outdate = [&node] {
        const bool outdated =
            node.answer && std::any_of(node.moves.begin(), node.moves.end(), [&](const auto& move) {
                return move.first == node.answer->move;
            });
        if (!outdated) return;
        node.answer.reset();
        node.needs_search = true;
    };
    switch (below(9)) {
    case 8: { // results, perhaps of what is not there yet
        const std::size_t where = below(model.nodes.size() + 3);
        const GrowMove move = move_number(below(8));
        const int greatest = static_cast<int>(below(1001));
        model.results[{where, move}] = greatest;
        graph.set_results(where * 77, move, greatest);
        break;
    }
    case 0: { // a new position
        const bool black = below(2) == 1;
        graph.add(model.nodes.size() * 77, black ? Color::Black : Color::White);
        model.nodes.emplace_back().black = black;
        break;
    }
    case 1:
    case 2:
    case 3: { // a move, often one that closes a cycle
        const std::size_t to = below(model.nodes.size());
        if (model.nodes[to].black == node.black) break;
        const GrowMove move = move_number(below(6));
        const bool is_new = std::none_of(node.moves.begin(), node.moves.end(),
                                         [move](const auto& known) { return known.first == move; });
        CHECK(graph.link(id, move, static_cast<GrowGraph::Id>(to)) == is_new);
        if (is_new) node.moves.emplace_back(move, to);
        outdate();
        break;
    }
    case 4:
        node.busy = !node.busy;
        graph.set_busy(id, node.busy);
        break;
    case 5:
        if (below(3) != 0 || node.moves.empty()) break;
        node.answer.reset();
        node.needs_search = false;
        node.known = true;
        graph.set_exhausted(id);
        break;
    default: { // an answer; few different values, so that many are equal
        if (!node.moves.empty() && below(4) == 0) break;
        const bool is_over = node.moves.empty() && below(8) == 0;
        const GrowAnswer answer{static_cast<int>(below(9)) * 20 - 80,
                                is_over ? GrowMove{0} : move_number(below(8)), 0};
        node.answer = answer;
        node.needs_search = false;
        node.known = true;
        graph.set_answer(id, answer);
        outdate();
    }
    }
}

void compare(const Model& model, const GrowGraph& graph) {
    const auto values = model.values_for_white();
    const auto ways = model.ways_out(values);
    for (std::size_t i = 0; i < model.nodes.size(); ++i) {
        const auto id = static_cast<GrowGraph::Id>(i);
        CAPTURE(i);
        REQUIRE(graph.value_for_white(id) == values[i]);
        REQUIRE(graph.priority(id) == ways[i]);
        REQUIRE(graph.is_settled(id) == !model.nodes[i].needs_search);
        for (std::size_t move = 0; move < 8; ++move) {
            REQUIRE(graph.shortfall(id, move_number(move)).of_move ==
                    model.shortfall(i, move_number(move), values));
            REQUIRE(graph.shortfall(id, move_number(move)).greatest ==
                    model.greatest_shortfall(i, values));
        }
        // The target is as cheap to reach as was promised.
        const auto target = graph.next(id);
        REQUIRE(target.has_value() == (ways[i] != GrowGraph::never));
        if (!target) continue;
        // With results as bad as can be
        REQUIRE(target->line.size() * GrowGraph::ply * 100 / 1100 <= ways[i]);
        std::size_t at = i;
        for (const GrowMove move : target->line) {
            const auto& moves = model.nodes[at].moves;
            at = std::find_if(moves.begin(), moves.end(), [move](const auto& m) {
                     return m.first == move;
                 })->second;
        }
        REQUIRE(at == target->at);
        REQUIRE_FALSE(model.nodes[at].busy);
    }
}

constexpr GrowAnswer says(int cp, std::size_t move) {
    return {cp, move_number(move), 12};
}

} // namespace

TEST_CASE("values and priorities of random graphs with cycles are those of their definitions after "
          "every change") {
    int with_wins = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        Model model;
        model.rules = {.side = static_cast<GrowSide>(seed % 3),
                       .width_cp = static_cast<int>(seed % 4) * 40,
                       .alpha_millis = static_cast<int>(seed % 5) * 50};
        GrowGraph graph(model.rules);
        graph.add(0, Color::White);
        model.nodes.emplace_back();
        for (int step = 0; step < 120; ++step) {
            for (std::uint64_t changes = random.below(3); changes != ~std::uint64_t{0}; --changes)
                change(random, model, graph);
            graph.update();
            compare(model, graph);
        }
        const auto values = model.values_for_white();
        with_wins +=
            std::any_of(values.begin(), values.end(), [](int value) { return value != 0; }) ? 1 : 0;
    }
    CHECK(with_wins > 40);
}

TEST_CASE("the same graph has the same numbers whether it came in one step or in many") {
    for (std::uint64_t seed = 100; seed < 120; ++seed) {
        Random random(seed), again(seed);
        Model model, other;
        GrowGraph step_by_step, at_once;
        for (Model* m : {&model, &other})
            m->nodes.emplace_back();
        step_by_step.add(0, Color::White);
        at_once.add(0, Color::White);
        for (int step = 0; step < 400; ++step) {
            change(random, model, step_by_step);
            step_by_step.update();
            change(again, other, at_once);
        }
        at_once.update();
        REQUIRE(at_once.size() == step_by_step.size());
        for (GrowGraph::Id id = 0; id < at_once.size(); ++id) {
            CHECK(at_once.value_for_white(id) == step_by_step.value_for_white(id));
            CHECK(at_once.priority(id) == step_by_step.priority(id));
        }
    }
}

TEST_CASE(
    "to play on forever is a draw: who can do better leaves the cycle, who cannot goes round") {
    GrowGraph graph;
    const auto white = graph.add(1, Color::White);
    const auto black = graph.add(2, Color::Black);
    graph.link(white, move_number(0), black);
    graph.link(black, move_number(0), white);
    // The values for White with White and with Black to move, if leaving is worth this for the side
    // that leaves.
    const auto values = [&](int of_white, int of_black) {
        graph.set_answer(white, says(of_white, 1));
        graph.set_answer(black, says(of_black, 1));
        graph.update();
        return std::pair(graph.value_for_white(white), graph.value_for_white(black));
    };
    CHECK(values(-30, -40) == std::pair(0, 0)); // both would lose by leaving
    CHECK(values(30, -40) == std::pair(30, 30));
    CHECK(values(-30, 40) == std::pair(-30, -40)); // White cannot
    CHECK(values(30, -20) == std::pair(30, 20));   // Black cannot hold the draw, and leaves at once
    CHECK(values(10, 5) == std::pair(10, -5));
    CHECK(values(0, 0) == std::pair(0, 0));
}

TEST_CASE("a position that two lines lead to is one position, with one value for both") {
    GrowGraph graph;
    const auto root = graph.add(1, Color::White);
    const auto left = graph.add(2, Color::Black), right = graph.add(3, Color::Black);
    const auto meet = graph.add(4, Color::White);
    CHECK(graph.add(4, Color::White) == meet);
    CHECK(graph.size() == 4);
    CHECK(graph.link(root, move_number(0), left));
    CHECK(graph.link(root, move_number(1), right));
    CHECK(graph.link(left, move_number(2), meet));
    CHECK(graph.link(right, move_number(3), meet));
    CHECK_FALSE(graph.link(right, move_number(3), meet));
    CHECK(graph.moves_to(root).empty());
    CHECK(graph.moves_to(meet) == std::vector<std::pair<GrowGraph::Id, GrowMove>>{
                                      {right, move_number(3)}, {left, move_number(2)}});
    graph.set_answer(root, says(-100, 5));
    graph.set_answer(left, says(-200, 5));
    graph.set_answer(right, says(-40, 5));
    for (const int value : {25, 60, 25}) {
        graph.set_answer(meet, says(value, 5));
        graph.update();
        CHECK(graph.value(left) == -value);
        CHECK(graph.value(right) == std::max(-value, -40));
        CHECK(graph.value(root) == value);
    }
    const auto options = graph.options(root);
    REQUIRE(options.size() == 3);
    CHECK(options[0].move == move_number(0));
    CHECK(options[1].child == right);
    CHECK(options[2].value == -100);
    CHECK_FALSE(options[2].child.has_value());
}

TEST_CASE("drop-out expansion: the cheapest line by plies and losses comes first, and not what is "
          "searched already") {
    GrowGraph graph({.side = GrowSide::Both, .width_cp = 50, .alpha_millis = 100});
    const auto root = graph.add(1, Color::White);
    CHECK(graph.find(1) == root);
    CHECK_FALSE(graph.find(2).has_value());
    graph.update();
    CHECK(graph.priority(root) == 0); // to be searched itself
    graph.set_answer(root, says(20, 0));
    graph.update();
    CHECK(graph.priority(root) == GrowGraph::ply);
    const auto child = graph.add(2, Color::Black);
    graph.set_answer(child, says(-20, 1));
    graph.link(root, move_number(0), child);
    graph.update();
    CHECK_FALSE(graph.is_settled(root)); // its other moves are to be searched
    CHECK(graph.next(root)->at == root);
    graph.set_answer(root, says(15, 2)); // half a ply worse
    graph.update();
    CHECK(graph.next(root)->at == root);
    CHECK(graph.priority(root) == 1500);
    graph.set_busy(root, true);
    graph.update();
    CHECK(graph.next(root)->at == child);
    CHECK(graph.next(root)->line == std::vector{move_number(0)});
    CHECK(graph.priority(root) == 2000);
    graph.set_busy(child, true);
    graph.update();
    CHECK_FALSE(graph.next(root).has_value());
    graph.set_busy(root, false);
    graph.set_answer(root, says(-31, 2)); // more than the width
    graph.update();
    CHECK_FALSE(graph.next(root).has_value());
}

TEST_CASE("a repertoire goes on with the best moves of its side only") {
    for (const auto side : {GrowSide::White, GrowSide::Black}) {
        GrowGraph graph({.side = side, .width_cp = 50, .alpha_millis = 100});
        const auto root = graph.add(1, Color::White), child = graph.add(2, Color::Black);
        graph.link(root, move_number(0), child);
        graph.set_answer(child, says(-20, 1));
        graph.set_answer(root, says(15, 2));
        graph.update();
        CHECK(graph.next(root)->at == (side == GrowSide::White ? child : root));
    }
}

TEST_CASE("results that fall short of a value make its line cheaper, few games a little, until the "
          "value says as much") {
    GrowGraph graph({.side = GrowSide::Both, .width_cp = 50, .alpha_millis = 100});
    const auto root = graph.add(1, Color::White), left = graph.add(2, Color::Black),
               right = graph.add(3, Color::Black);
    graph.link(root, move_number(0), left);
    graph.link(root, move_number(1), right);
    graph.set_answer(root, says(-100, 2)); // too bad
    graph.set_answer(left, says(-20, 4));
    graph.set_answer(right, says(0, 5)); // two plies worse at the root
    graph.update();
    CHECK(graph.next(root)->at == left);
    CHECK(graph.priority(root) == 2000);
    CHECK(graph.priority(right) == 1000);
    CHECK(graph.shortfall(root, move_number(1)).greatest == 0);
    const auto play = [&](std::uint64_t games, std::uint64_t half_points) {
        // Promises 500
        graph.set_results(1, move_number(1), book::greatest_score(games, half_points));
        graph.update();
    };
    play(20, 20);
    CHECK(graph.shortfall(root, move_number(1)).of_move == 0);
    CHECK(graph.next(root)->at == left);
    play(2, 0);
    CHECK(graph.shortfall(root, move_number(1)).of_move == 167);
    CHECK(graph.shortfall(root, move_number(0)).of_move == 0);
    CHECK(graph.shortfall(root, move_number(0)).greatest == 167);
    CHECK(graph.next(root)->at == left);
    CHECK(graph.priority(root) == 1000 + 1000 * 400 / 567); // beside a move that disappoints
    play(20, 4);
    CHECK(graph.shortfall(root, move_number(1)).of_move == 313);
    CHECK(graph.priority(root) == 1000 + 1000 * 400 / 713);
    graph.set_busy(left, true); // its moves would be a ply further
    graph.update();
    CHECK(graph.priority(root) == 1000 + 3000 * 100 / 413);
    graph.set_busy(left, false);
    CHECK(graph.count_results().moves == 1);
    CHECK(graph.count_results().worse == 1);
    // The next search sees why: nothing is left to be explained.
    graph.set_answer(right, says(300, 5));
    graph.update();
    CHECK(graph.shortfall(root, move_number(1)).greatest < 100);
    CHECK(graph.next(root)->at == left);
    graph.set_answer(right, says(800, 5));
    graph.update();
    CHECK(graph.shortfall(root, move_number(1)).greatest == 0);
    CHECK(graph.count_results().worse == 0);
    CHECK(graph.priority(root) == 2000);
}

TEST_CASE("the scores that values promise, and that results leave possible") {
    CHECK(book::promised_score(0) == 500);
    CHECK(book::promised_score(100) == 640);
    CHECK(book::promised_score(-100) == 360);
    CHECK(book::promised_score(32'000) == 1000);
    CHECK(book::promised_score(-32'000) == 0);
    CHECK(book::greatest_score(1, 0) == 500);
    CHECK(book::greatest_score(1, 2) == 1000);
    CHECK(book::greatest_score(4, 0) == 200);
    CHECK(book::greatest_score(10, 4) == 351);
    CHECK(book::greatest_score(100, 100) == 550);
    CHECK(book::greatest_score(1'000'000, 900'000) == 450);
    for (std::uint64_t games = 1; games < 40; ++games)
        for (std::uint64_t half_points = 0; half_points < 2 * games; ++half_points) {
            CHECK(book::greatest_score(games, half_points) <=
                  book::greatest_score(games, half_points + 1));
            CHECK(2 * static_cast<std::uint64_t>(book::greatest_score(games, half_points)) *
                      games >=
                  1000 * half_points);
        }
}
