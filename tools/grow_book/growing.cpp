#include "tools/grow_book/growing.hpp"

#include "core/book/grow/results.hpp"
#include "core/book/polyglot/book.hpp"
#include "core/text/path_text.hpp"
#include "storage/stores/learn_db.hpp"

#include <algorithm>
#include <utility>

namespace polyglot::tools {
namespace {

using book::GrowGraph;
using chess::Position;
using io::GrowLink;
using Job = std::unique_ptr<GrowJob>;

} // namespace

Result<void> GrowingBook::learn(const std::string& file) {
    const auto db = io::LearnDb::open(to_path(file), io::LearnDb::Access::Read);
    if (!db) return db.error();
    io::LearnRow of_move; // the sum of its rows, which are adjacent
    std::uint64_t games = 0, half_points = 0;
    const auto take = [&] {
        if (games > 0)
            changing_graph().set_results(of_move.key, of_move.move,
                                         book::greatest_score(games, half_points));
    };
    auto visited = (*db)->visit({}, [&](const io::LearnRow& row) {
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

// A store may have been damaged; positions that cannot be reached are left out.
std::optional<GrowingBook::Place> GrowingBook::find_place() {
    for (;;) {
        const Position* best = nullptr;
        std::uint32_t least = GrowGraph::never;
        for (const Position& root : roots()) {
            const std::uint32_t priority = graph().priority(*graph().find(root.key()));
            if (priority >= least) continue;
            least = priority;
            best = &root;
        }
        if (best == nullptr) return std::nullopt;
        const auto target = graph().next(*graph().find(best->key()));
        Place place{*best, 0, target->at};
        bool good = true;
        for (const book::GrowMove raw : target->line) {
            const chess::Move move = book::decode_move(raw, place.position);
            good = static_cast<bool>(move);
            if (!good) break;
            place.position.make(move);
            ++place.ply;
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
    const chess::Move move = book::decode_move(raw, place.position);
    if (!move) {
        leave_out(place.at);
        return Job();
    }
    auto job = std::make_unique<GrowJob>();
    job->at = place.at;
    job->ply = place.ply + 1;
    job->task.position = place.position;
    job->task.position.make(move);
    const Position& position = job->task.position;
    job->by = GrowLink{place.position.key(), raw, position.key()};
    if (!position.castles_with_outer_rooks()) {
        leave_out(place.at);
        return Job();
    }
    const auto end = row_of_end(position);
    if (end || graph().find(position.key())) {
        io::GrowStep step{.rows = {}, .links = {*job->by}, .roots = {}};
        if (end) step.rows.push_back(*end);
        if (auto stored = store(step); !stored) return stored.error();
        return Job();
    }
    job->known = known_moves(position);
    if (!job->known.empty())
        for (const chess::Move reply : position.legal_moves())
            if (std::none_of(job->known.begin(), job->known.end(), [reply](const GrowLink& link) {
                    return link.move == book::encode_move(reply);
                }))
                job->task.allowed.push_back(reply);
    if (!job->known.empty() && job->task.allowed.empty()) {
        io::GrowStep step{.rows = {searched_row(position, io::GrowRow::State::Exhausted)},
                          .links = job->known,
                          .roots = {}};
        step.links.push_back(*job->by);
        if (auto stored = store(step); !stored) return stored.error();
        return Job();
    }
    return claim(std::move(job));
}

std::vector<GrowLink> GrowingBook::known_moves(const Position& position) const {
    std::vector<GrowLink> links;
    for (const chess::Move move : position.legal_moves()) {
        const std::uint64_t key = position.key_after(move);
        if (graph().find(key)) links.push_back({position.key(), book::encode_move(move), key});
    }
    return links;
}

} // namespace polyglot::tools
