#include "core/book/grow/graph.hpp"

#include "core/book/grow/results.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace polyglot::book {
namespace {

using chess::Color;

// The cost of a value that can be forced has the value in the upper bits, inverted, and the plies
// until it is reached in the lower ones. Each ply increases the cost, so no position can owe its
// value to itself along a cycle.
constexpr unsigned distance_bits = 17;
constexpr std::uint32_t most_distance = (1U << distance_bits) - 1;

std::uint32_t cost_of(int value) { // value: for the side that forces it
    if (value <= 0) return GrowGraph::never;
    return static_cast<std::uint32_t>(GrowGraph::most_cp - value) << distance_bits;
}
int value_of(std::uint32_t cost) {
    return cost == GrowGraph::never ? 0
                                    : GrowGraph::most_cp - static_cast<int>(cost >> distance_bits);
}
// Adds a ply to a cost. A line of more than 131,000 plies does not count.
std::uint32_t one_ply_more(std::uint32_t cost) {
    return cost == GrowGraph::never || (cost & most_distance) == most_distance ? GrowGraph::never
                                                                               : cost + 1;
}

// Mixes a key, because the keys of a hostile file may not be evenly spread.
std::uint64_t hash_of(std::uint64_t key) {
    return (key ^ (key >> 32U)) * 0x9e37'79b9'7f4a'7c15U;
}

} // namespace

GrowGraph::GrowGraph(const GrowRules& rules)
    : rules_(rules), index_(std::size_t{1} << shard_bits) {}

std::size_t GrowGraph::shard_of(std::uint64_t key) {
    return static_cast<std::size_t>(hash_of(key) >> (64 - shard_bits));
}

// Returns the slot of this key, or the free slot where it belongs.
std::size_t GrowGraph::slot_of(const Shard& shard, std::uint64_t key) const {
    const std::size_t mask = shard.slots.size() - 1;
    auto slot = static_cast<std::size_t>(hash_of(key) >> 8U) & mask;
    while (shard.slots[slot] != never && keys_[shard.slots[slot]] != key)
        slot = (slot + 1) & mask;
    return slot;
}

void GrowGraph::make_room(Shard& shard) const {
    if (std::size_t{shard.used} * 4 < shard.slots.size() * 3) return;
    const std::vector<Id> old = std::exchange(
        shard.slots, std::vector<Id>(std::max<std::size_t>(shard.slots.size() * 2, 4), never));
    for (const Id id : old)
        if (id != never) shard.slots[slot_of(shard, keys_[id])] = id;
}

std::optional<GrowGraph::Id> GrowGraph::find(std::uint64_t key) const {
    const Shard& shard = index_[shard_of(key)];
    if (shard.slots.empty()) return std::nullopt;
    const Id id = shard.slots[slot_of(shard, key)];
    return id == never ? std::nullopt : std::optional(id);
}

GrowGraph::Id GrowGraph::add(std::uint64_t key, Color to_move) {
    Shard& shard = index_[shard_of(key)];
    make_room(shard);
    Id& slot = shard.slots[slot_of(shard, key)];
    if (slot != never) return slot;
    slot = static_cast<Id>(nodes_.size());
    ++shard.used;
    keys_.push_back(key);
    nodes_.emplace_back().black = to_move == Color::Black;
    nodes_.back().has_results = !results_.empty() && results_.contains(key);
    touch(slot);
    return slot;
}

void GrowGraph::touch(Id id) {
    touched_.push_back(id);
}

template <class Visit>
void GrowGraph::each_parent(Id id, Visit visit) const {
    for (EdgeId e = nodes_[id].first_in; e != no_edge; e = edges_[e].next_in)
        visit(edges_[e].from);
}

// Touches the position and, if it was unknown, those before it, which count it from now on.
void GrowGraph::leave_unknown(Id id) {
    if (nodes_[id].state == State::Unknown) each_parent(id, [this](Id parent) { touch(parent); });
    touch(id);
}

void GrowGraph::set_answer(Id id, const GrowAnswer& answer) {
    leave_unknown(id);
    Node& node = nodes_[id];
    node.answer_cp = static_cast<std::int16_t>(std::clamp(answer.value_cp, -most_cp, most_cp));
    node.answer_move = answer.move;
    node.depth = static_cast<std::uint8_t>(std::clamp(answer.depth, 0, 255));
    node.state = answer.move != 0 ? State::Answered : State::Over;
    for (EdgeId e = node.first_out; e != no_edge; e = edges_[e].next_out)
        if (edges_[e].move == answer.move) node.state = State::Outdated;
}

void GrowGraph::set_exhausted(Id id) {
    leave_unknown(id);
    nodes_[id].state = State::Exhausted;
}

bool GrowGraph::link(Id from, GrowMove move, Id to) {
    assert(move != 0);
    Node& node = nodes_[from];
    for (EdgeId e = node.first_out; e != no_edge; e = edges_[e].next_out)
        if (edges_[e].move == move) return false;
    const auto edge = static_cast<EdgeId>(edges_.size());
    edges_.push_back({from, to, no_edge, nodes_[to].first_in, move});
    (node.last_out == no_edge ? node.first_out : edges_[node.last_out].next_out) = edge;
    node.last_out = edge;
    nodes_[to].first_in = edge;
    if (node.state == State::Answered && node.answer_move == move) node.state = State::Outdated;
    touch(from);
    return true;
}

void GrowGraph::set_busy(Id id, bool busy) {
    nodes_[id].busy = busy;
    touch(id);
}

void GrowGraph::set_results(std::uint64_t key, GrowMove move, int greatest_score) {
    auto& of_position = results_[key];
    const auto known = std::ranges::find_if(
        of_position, [move](const auto& result) { return result.first == move; });
    if (known == of_position.end())
        of_position.emplace_back(move, greatest_score);
    else
        known->second = greatest_score;
    const auto id = find(key);
    if (!id) return;
    nodes_[*id].has_results = true;
    touch(*id);
}

// Calls visit with each move that has a value and results, and with their shortfall.
template <class Visit>
void GrowGraph::each_result(Id id, Visit visit) const {
    const Node& node = nodes_[id];
    if (!node.has_results) return;
    for (const auto& [move, greatest] : results_.at(keys_[id])) {
        const auto compare = [&, move = move, greatest = greatest](int value_cp) {
            visit(move, std::max(promised_score(value_cp) - greatest, 0));
        };
        if (node.state == State::Answered && node.answer_move == move) compare(node.answer_cp);
        for (EdgeId e = node.first_out; e != no_edge; e = edges_[e].next_out)
            if (edges_[e].move == move && is_known(edges_[e].to)) compare(-value(edges_[e].to));
    }
}

GrowGraph::Shortfall GrowGraph::shortfall(Id id, GrowMove move) const {
    Shortfall result;
    each_result(id, [&](GrowMove of, int shortfall) {
        if (of == move) result.of_move = shortfall;
        result.greatest = std::max(result.greatest, shortfall);
    });
    return result;
}

GrowGraph::ResultCounts GrowGraph::count_results() const {
    ResultCounts counts;
    for (const auto& [key, results] : results_) {
        const auto id = find(key);
        if (!id) continue;
        each_result(*id, [&counts](GrowMove /*move*/, int shortfall) {
            ++counts.moves;
            if (shortfall > 0) ++counts.worse;
        });
    }
    return counts;
}

std::optional<GrowAnswer> GrowGraph::answer(Id id) const {
    const Node& node = nodes_[id];
    if (node.state != State::Answered && node.state != State::Over) return std::nullopt;
    return GrowAnswer{node.answer_cp, node.answer_move, node.depth};
}

int GrowGraph::value_for_white(Id id) const {
    const Node& node = nodes_[id];
    return node.for_white != never ? value_of(node.for_white) : -value_of(node.for_black);
}

int GrowGraph::value(Id id) const {
    return nodes_[id].black ? -value_for_white(id) : value_for_white(id);
}

std::vector<GrowGraph::Option> GrowGraph::options(Id id) const {
    std::vector<Option> all;
    for (EdgeId e = nodes_[id].first_out; e != no_edge; e = edges_[e].next_out)
        all.push_back({edges_[e].move, -value(edges_[e].to), edges_[e].to});
    if (nodes_[id].state == State::Answered)
        all.push_back({nodes_[id].answer_move, nodes_[id].answer_cp});
    std::ranges::sort(all, {}, [](const Option& one) { return std::pair(-one.value, one.move); });
    return all;
}

std::vector<std::pair<GrowGraph::Id, GrowMove>> GrowGraph::moves_to(Id id) const {
    std::vector<std::pair<Id, GrowMove>> all;
    for (EdgeId e = nodes_[id].first_in; e != no_edge; e = edges_[e].next_in)
        all.emplace_back(edges_[e].from, edges_[e].move);
    return all;
}

std::uint32_t& GrowGraph::cost(Task task, Id id) {
    Node& node = nodes_[id];
    return task == Task::ForWhite   ? node.for_white
           : task == Task::ForBlack ? node.for_black
                                    : node.way_out;
}

std::uint32_t GrowGraph::right_cost(Task task, Id id) const {
    return task == Task::WayOut ? right_way_out(id) : forced_cost(task, id);
}

// The side that wants the value needs one option that gives it at its own turn, and all options at
// the other side's turn.
std::uint32_t GrowGraph::forced_cost(Task task, Id id) const {
    const Node& node = nodes_[id];
    const bool for_white = task == Task::ForWhite;
    const bool is_chooser = for_white != node.black;
    const auto better = [is_chooser](std::uint32_t a, std::uint32_t b) {
        return is_chooser ? std::min(a, b) : std::max(a, b);
    };
    std::optional<std::uint32_t> result;
    if (node.state == State::Answered || node.state == State::Over)
        result = cost_of(is_chooser ? node.answer_cp : -node.answer_cp);
    for (EdgeId e = node.first_out; e != no_edge; e = edges_[e].next_out) {
        const Node& child = nodes_[edges_[e].to];
        if (child.state == State::Unknown) continue;
        const std::uint32_t cost = one_ply_more(for_white ? child.for_white : child.for_black);
        result = result ? better(*result, cost) : cost;
    }
    return result.value_or(never);
}

// Returns the cost of a move. shortfall_after: the greatest shortfall in the position after the
// move.
std::uint32_t GrowGraph::move_cost(Id id, GrowMove move, int value_of_move,
                                   int shortfall_after) const {
    const int loss = value(id) - value_of_move;
    const bool own_turn =
        rules_.side != GrowSide::Both && (rules_.side == GrowSide::Black) == nodes_[id].black;
    if (loss > (own_turn ? 0 : rules_.width_cp)) return never;
    const auto lost = static_cast<std::uint64_t>(std::max(loss, 0)) *
                      static_cast<std::uint64_t>(rules_.alpha_millis);
    const Shortfall worse = shortfall(id, move);
    const std::uint64_t cost =
        cost_with_results(ply + lost, std::max(worse.of_move, shortfall_after), worse.greatest);
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(cost, never - 1));
}

// A position that has not been searched is searched whatever its value, and before new positions of
// an equally good line.
std::uint32_t GrowGraph::edge_cost(const Edge& edge) const {
    if (!is_known(edge.to)) return ply / 2;
    return move_cost(edge.from, edge.move, -value(edge.to), shortfall(edge.to, 0).greatest);
}

std::uint32_t GrowGraph::own_way_out(Id id) const {
    const Node& node = nodes_[id];
    if (node.busy) return never;
    switch (node.state) {
    case State::Unknown:
    case State::Outdated: return 0;
    case State::Answered: return move_cost(id, node.answer_move, node.answer_cp, 0);
    case State::Over:
    case State::Exhausted: break;
    }
    return never;
}

std::uint32_t GrowGraph::right_way_out(Id id) const {
    std::uint32_t result = own_way_out(id);
    for (EdgeId e = nodes_[id].first_out; e != no_edge; e = edges_[e].next_out) {
        const std::uint32_t rest = nodes_[edges_[e].to].way_out;
        if (rest == never) continue;
        const std::uint64_t all = std::uint64_t{rest} + edge_cost(edges_[e]);
        if (all < result) result = static_cast<std::uint32_t>(all);
    }
    return result;
}

void GrowGraph::check(Task task, Id id, Heap& heap) {
    const std::uint32_t right = right_cost(task, id);
    const std::uint32_t is = cost(task, id);
    if (right != is) heap.emplace(std::min(right, is), id);
}

void GrowGraph::note_change(Task task, Id id) {
    if (task != Task::WayOut) revalued_.push_back(id);
}

// G. Ramalingam, T. Reps, "An incremental algorithm for a generalization of the shortest-path
// problem" (1996): wrong costs are corrected in ascending order; a cost that is too low becomes
// `never` first.
void GrowGraph::repair(Task task, Heap& heap) {
    while (!heap.empty()) {
        const auto [key, id] = heap.top();
        heap.pop();
        const std::uint32_t right = right_cost(task, id);
        const std::uint32_t is = cost(task, id);
        if (right == is) continue;
        if (std::min(right, is) != key) { // changed since: it is handled later, or was handled
            heap.emplace(std::min(right, is), id);
            continue;
        }
        cost(task, id) = right < is ? right : never;
        note_change(task, id);
        if (right > is) check(task, id, heap);
        each_parent(id, [&](Id parent) { check(task, parent, heap); });
    }
}

void GrowGraph::update() {
    std::ranges::sort(touched_);
    touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
    Heap heap;
    for (const Task task : {Task::ForWhite, Task::ForBlack}) {
        for (const Id id : touched_)
            check(task, id, heap);
        repair(task, heap);
    }
    // A move's loss depends on the values at both of its ends.
    const std::size_t revalued = revalued_.size();
    for (std::size_t i = 0; i < revalued; ++i)
        each_parent(revalued_[i], [this](Id parent) { revalued_.push_back(parent); });
    revalued_.insert(revalued_.end(), touched_.begin(), touched_.end());
    // It also depends on the shortfalls after the move, and these on the values of two plies later.
    if (!results_.empty()) {
        const std::size_t affected = revalued_.size();
        for (std::size_t i = 0; i < affected; ++i)
            if (nodes_[revalued_[i]].has_results)
                each_parent(revalued_[i], [this](Id parent) { revalued_.push_back(parent); });
    }
    std::ranges::sort(revalued_);
    revalued_.erase(std::unique(revalued_.begin(), revalued_.end()), revalued_.end());
    for (const Id id : revalued_)
        check(Task::WayOut, id, heap);
    repair(Task::WayOut, heap);
    touched_.clear();
    revalued_.clear();
}

std::optional<GrowGraph::Target> GrowGraph::next(Id root) const {
    if (nodes_[root].way_out == never) return std::nullopt;
    Target target{{}, root};
    while (nodes_[target.at].way_out != own_way_out(target.at)) {
        const Id at = target.at;
        for (EdgeId e = nodes_[at].first_out; e != no_edge && target.at == at;
             e = edges_[e].next_out) {
            const Node& child = nodes_[edges_[e].to];
            if (child.way_out == never) continue;
            const std::uint64_t all = std::uint64_t{child.way_out} + edge_cost(edges_[e]);
            if (all != nodes_[at].way_out) continue;
            target.line.push_back(edges_[e].move);
            target.at = edges_[e].to;
        }
        assert(target.at != at); // the cost falls with every move, so the loop ends
    }
    return target;
}

} // namespace polyglot::book
