#include "tools/grow_book/growing.hpp"

#include "core/book/grow/results.hpp"
#include "core/book/variants/learnt.hpp"
#include "core/text/path_text.hpp"
#include "storage/stores/learn_db.hpp"
#include "tools/growing/graph_walk.hpp"

#include <algorithm>

namespace polyglot::tools {
namespace {

using book::GrowGraph;
using io::GrowLink;
using Job = std::unique_ptr<GrowJob>;

} // namespace

Result<void> GrowingBook::learn(const std::string& file) {
    const auto db = io::LearnDb::open(to_path(file), io::LearnDb::Access::Read);
    if (!db) return db.error();
    io::LearnRow of_move; // the sum of its rows, which are adjacent
    std::uint64_t games = 0, half_points = 0;
    const auto take = [&] {
        if (games == 0) return;
        const int score = book::greatest_score(games, half_points);
        if (variant())
            results_[of_move.key].emplace_back(of_move.move, score);
        else
            changing_graph().set_results(of_move.key, of_move.move, score);
    };
    io::LearnFilter filter;
    filter.variant = variant() ? std::string(variant()->uci) : std::string();
    auto visited = (*db)->visit(filter, [&](const io::LearnRow& row) {
        if (row.key != of_move.key || row.move != of_move.move) {
            take();
            of_move = row;
            games = half_points = 0;
        }
        games += row.games;
        half_points += row.half_points;
        return Result<void>();
    });
    take();
    changing_graph().update();
    return visited;
}

void GrowingBook::match_results() {
    if (results_.empty()) return;
    walk_graph(graph(), roots(),
               [this](Id /*id*/, const GrowPosition& position) { give_results(position); });
    changing_graph().update();
}

bool GrowingBook::give_results(const GrowPosition& position) {
    if (results_.empty() || !given_.insert(position.key()).second) return false;
    const auto found = results_.find(book::learnt_key(*position.of_variant()));
    if (found == results_.end()) return false;
    for (const auto& [move, score] : found->second)
        changing_graph().set_results(position.key(), move, score);
    return true;
}

// A store may have been damaged; positions that cannot be reached are left out.
std::optional<GrowingBook::Place> GrowingBook::find_place() {
    for (;;) {
        const GrowPosition* best = nullptr;
        std::uint32_t least = GrowGraph::never;
        for (const GrowPosition& root : roots()) {
            const std::uint32_t priority = graph().priority(*graph().find(root.key()));
            if (priority >= least) continue;
            least = priority;
            best = &root;
        }
        if (best == nullptr) return std::nullopt;
        const auto target = graph().next(*graph().find(best->key()));
        Place place{*best, 0, target->at};
        bool good = true, has_more_results = give_results(place.position);
        for (const book::GrowMove raw : target->line) {
            const EpdMove move = place.position.decode(raw);
            good = static_cast<bool>(move);
            if (!good) break;
            place.position.make(move);
            ++place.ply;
            has_more_results = give_results(place.position) || has_more_results;
        }
        if (has_more_results) { // of a position of another process: the best place may be elsewhere
            changing_graph().update();
            continue;
        }
        if (good && place.position.key() == graph().key(place.at)) return place;
        leave_out(place.at);
    }
}

Result<Job> GrowingBook::next() {
    while (const auto place = find_place()) {
        auto job = work_at(*place);
        if (!job || *job) return job;
    }
    return Job();
}

// Returns an error, a search, or null if the graph has changed.
Result<Job> GrowingBook::work_at(const Place& place) {
    return graph().is_settled(place.at) ? play_answer(place) : search(place);
}

Result<Job> GrowingBook::play_answer(const Place& place) {
    const book::GrowMove raw = graph().answer(place.at)->move;
    const EpdMove move = place.position.decode(raw);
    if (!move) {
        leave_out(place.at);
        return Job();
    }
    auto job = std::make_unique<GrowJob>();
    job->at = place.at;
    job->ply = place.ply + 1;
    GrowPosition position = place.position;
    position.make(move);
    position.put_into(job->task);
    job->by = GrowLink{place.position.key(), raw, position.key()};
    if (!position.has_key()) {
        leave_out(place.at);
        return Job();
    }
    const auto end = row_of_end(position);
    if (end || graph().find(position.key())) {
        io::GrowStep step{.links = {*job->by}};
        if (end) step.rows.push_back(*end);
        if (auto stored = store(step); !stored) return stored.error();
        return Job();
    }
    give_results(position);
    job->known = known_moves(position);
    if (!job->known.empty())
        for (const EpdMove& reply : position.legal_moves())
            if (std::ranges::none_of(job->known, [&reply](const GrowLink& link) {
                    return link.move == encode_grow_move(reply);
                }))
                job->task.allowed.push_back(reply);
    if (!job->known.empty() && job->task.allowed.empty()) {
        io::GrowStep step{.rows = {searched_row(position, io::GrowRow::State::Exhausted)},
                          .links = job->known};
        step.links.push_back(*job->by);
        if (auto stored = store(step); !stored) return stored.error();
        return Job();
    }
    return claim(std::move(job));
}

std::vector<GrowLink> GrowingBook::known_moves(const GrowPosition& position) const {
    std::vector<GrowLink> links;
    for (const EpdMove& move : position.legal_moves()) {
        const std::uint64_t key = position.key_after(move);
        if (graph().find(key)) links.push_back({position.key(), encode_grow_move(move), key});
    }
    return links;
}

} // namespace polyglot::tools
