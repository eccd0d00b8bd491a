// What a graph of a grown book costs: grows one with made-up values by the rules of grow-book, one
// search after the other, and reports memory and the time of a step.
//
//     grow_bench [POSITIONS]     default: 10,000,000; then the whole graph once more from scratch,
//     as at a start
#include "core/book/grow/graph.hpp"
#include "core/random.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <sys/resource.h>
#include <vector>

using namespace polyglot;
using book::GrowGraph;
using chess::Color;

namespace {

// Of processor time: other programs may be running.
double milliseconds_since(std::clock_t from) {
    return 1000.0 * static_cast<double>(std::clock() - from) / CLOCKS_PER_SEC;
}

double megabytes_used() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;
}

book::GrowMove move_number(std::size_t i) {
    return static_cast<book::GrowMove>(i + 1);
}

// Values of moves fall slowly, as those of engines do, and a new position is a little off its
// parent's value.
struct Engine {
    Random random{1};
    int noise(int size) {
        return static_cast<int>(random.below(2 * static_cast<std::uint64_t>(size) + 1)) - size;
    }
};

// A target's answer is played, the new position and the target are searched: two searches, one
// update each.
void grow(GrowGraph& graph, std::size_t positions) {
    Engine engine;
    const auto root = graph.add(1, Color::White);
    graph.set_answer(root, {20, move_number(0), 20});
    graph.update();
    double longest = 0;
    double sum = 0;
    std::size_t steps = 0;
    std::size_t reported = positions / 10;
    const auto step = [&](const auto& change) {
        const auto began = std::clock();
        change();
        graph.update();
        const double ms = milliseconds_since(began);
        longest = std::max(longest, ms);
        sum += ms;
        ++steps;
    };
    while (graph.size() < positions) {
        const auto target = graph.next(root);
        if (!target) break;
        const auto at = target->at;
        const auto answer = graph.answer(at);
        const auto moves = graph.options(at).size();
        if (answer)
            step([&] {
                // One move in eight leads to a known position, one in four of these to an earlier
                // one of the same line.
                const auto side = ~graph.side_to_move(at);
                const std::uint64_t key = engine.random.below(8) == 0
                                              ? engine.random.below(graph.size()) + 1
                                              : graph.size() + 1;
                auto to = graph.find(key);
                if (!to || graph.side_to_move(*to) != side) {
                    to = graph.add(graph.size() + 1, side);
                    graph.set_answer(*to,
                                     {-answer->value_cp + engine.noise(15), move_number(0), 20});
                }
                graph.link(at, answer->move, *to);
            });
        step([&] {
            const int worse = static_cast<int>(engine.random.below(25));
            if (moves >= 30)
                graph.set_exhausted(at);
            else
                graph.set_answer(at, {graph.value(at) - worse, move_number(moves), 20});
        });
        if (graph.size() >= reported) {
            std::printf(
                "%9zu positions %9zu moves: %7.1f MB, a step %.4f ms on average, at most %.2f ms\n",
                graph.size(), graph.move_count(), megabytes_used(),
                sum / static_cast<double>(steps), longest);
            std::fflush(stdout);
            reported += positions / 10;
            longest = sum = 0;
            steps = 0;
        }
    }
}

// All at once, as when a store is loaded. The numbers are the same.
bool load_again(const GrowGraph& graph) {
    const auto began = std::clock();
    GrowGraph again;
    for (GrowGraph::Id id = 0; id < graph.size(); ++id) {
        again.add(graph.key(id), graph.side_to_move(id));
        if (const auto answer = graph.answer(id)) again.set_answer(id, *answer);
        if (graph.is_settled(id) && !graph.answer(id)) again.set_exhausted(id);
    }
    for (GrowGraph::Id id = 0; id < graph.size(); ++id)
        for (const auto& option : graph.options(id))
            if (option.child) again.link(id, option.move, *option.child);
    again.update();
    std::printf("from scratch: %.1f s\n", milliseconds_since(began) / 1000);
    for (GrowGraph::Id id = 0; id < graph.size(); ++id)
        if (again.value_for_white(id) != graph.value_for_white(id) ||
            again.priority(id) != graph.priority(id))
            return false;
    return true;
}

} // namespace

int main(int argc, char** argv) {
    GrowGraph graph;
    grow(graph, argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 10'000'000);
    if (load_again(graph)) return EXIT_SUCCESS;
    std::puts("the numbers differ from those of the growing graph");
    return EXIT_FAILURE;
}
