#include "tools/grow_book/growing.hpp"

#include "core/book/grow/results.hpp"
#include "core/book/polyglot/book.hpp"
#include "core/chess/chess960.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/game.hpp"
#include "core/text/path_text.hpp"
#include "storage/stores/grow_graph.hpp"
#include "storage/stores/learn_db.hpp"

#include <algorithm>
#include <utility>

namespace polyglot::tools {
namespace {

using book::GrowGraph;
using chess::Color;
using chess::Position;
using io::GrowLink;
using io::GrowRow;
using State = GrowRow::State;
using Job = std::unique_ptr<GrowJob>;

constexpr int most_centipawns = 30'000; // greater values are mates

GrowRow row_of(const Position& position, State state = State::Unsearched) {
    GrowRow row;
    row.key = position.key();
    row.black = position.side_to_move() == Color::Black;
    row.state = state;
    row.day = io::today_by_system_clock();
    return row;
}

// Returns nullopt if the game continues.
std::optional<GrowRow> row_of_end(const Position& position) {
    const bool stuck = position.legal_move_count() == 0;
    if (!stuck && !chess::is_insufficient_material(position)) return std::nullopt;
    GrowRow row = row_of(position, State::Over);
    row.value_cp = stuck && position.in_check() ? -GrowGraph::most_cp : 0;
    return row;
}

} // namespace

int grow_value(const protocol::UciScore& score) {
    if (!score.is_mate) return std::clamp(score.value, -most_centipawns, most_centipawns);
    const int moves = std::clamp(score.value, -500, 500);
    return moves > 0 ? GrowGraph::most_cp - (2 * moves - 1) : -GrowGraph::most_cp - 2 * moves;
}

GrowingBook::GrowingBook(io::GrowDb& store, const book::GrowRules& rules, std::int64_t owner,
                         Now now)
    : store_(store), graph_(rules), owner_(owner), now_(std::move(now)) {}

void GrowingBook::take_root(const std::string& fen) {
    if (!root_fens_.insert(fen).second) return;
    const auto position = chess::parse_fen(fen);
    // add_roots() does not store such positions.
    if (!position || !position->castles_with_outer_rooks()) return;
    roots_.push_back(*position);
    graph_.add(position->key(), position->side_to_move());
}

void GrowingBook::block(Id id) {
    graph_.set_busy(id, true);
    graph_.update();
    blocked_.push_back(id);
}

void GrowingBook::unblock() {
    for (const Id id : std::exchange(blocked_, {}))
        if (!active_.contains(graph_.key(id)) && !failed_.contains(id)) graph_.set_busy(id, false);
}

Result<void> GrowingBook::refresh() {
    const auto fens = store_.roots();
    if (!fens) return fens.error();
    for (const std::string& fen : *fens)
        take_root(fen);
    const auto seen =
        store_.visit(seen_, [this](const GrowRow& row, const std::vector<GrowLink>& moves) {
            io::add_to_graph(graph_, row, moves);
            return Result<void>();
        });
    if (!seen) return seen.error();
    seen_ = *seen;
    unblock();
    const auto claimed = store_.claimed_by_others(owner_, now_());
    if (!claimed) return claimed.error();
    others_ = !claimed->empty();
    graph_.update();
    for (const std::uint64_t key : *claimed)
        if (const auto id = graph_.find(key)) block(*id);
    return {};
}

Result<void> GrowingBook::store(const io::GrowStep& step) {
    if (auto recorded = store_.record(step); !recorded) return recorded;
    return refresh();
}

Result<void> GrowingBook::add_roots(const std::vector<Position>& roots) {
    io::GrowStep step;
    for (const Position& root : roots) {
        if (!root.castles_with_outer_rooks())
            return make_error(
                chess::format_fen(root, chess::FenCastling::Shredder) +
                ": a rook other than the outermost one may castle, which the keys cannot tell");
        const bool chess960 = chess::is_of_chess960(root);
        step.roots.push_back(chess::format_fen(root, chess960 ? chess::FenCastling::Shredder
                                                              : chess::FenCastling::Standard));
        const auto end = row_of_end(root);
        step.rows.push_back(end ? *end : row_of(root));
    }
    return store(step);
}

Result<void> GrowingBook::learn(const std::string& file) {
    const auto db = io::LearnDb::open(to_path(file), io::LearnDb::Access::Read);
    if (!db) return db.error();
    io::LearnRow of_move; // the sum of its rows, which are adjacent
    std::uint64_t games = 0, half_points = 0;
    const auto take = [&] {
        if (games > 0)
            graph_.set_results(of_move.key, of_move.move, book::greatest_score(games, half_points));
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
    graph_.update();
    return visited;
}

// A store may have been damaged; positions that cannot be reached are left out.
std::optional<GrowingBook::Place> GrowingBook::find_place() {
    for (;;) {
        const Position* best = nullptr;
        std::uint32_t least = GrowGraph::never;
        for (const Position& root : roots_) {
            const std::uint32_t priority = graph_.priority(*graph_.find(root.key()));
            if (priority >= least) continue;
            least = priority;
            best = &root;
        }
        if (best == nullptr) return std::nullopt;
        const auto target = graph_.next(*graph_.find(best->key()));
        Place place{*best, 0, target->at};
        bool good = true;
        for (const book::GrowMove raw : target->line) {
            const chess::Move move = book::decode_move(raw, place.position);
            good = static_cast<bool>(move);
            if (!good) break;
            place.position.make(move);
            ++place.ply;
        }
        if (good && place.position.key() == graph_.key(place.at)) return place;
        failed_.insert(place.at);
        graph_.set_busy(place.at, true);
        graph_.update();
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
    return graph_.is_settled(place.at) ? play_answer(place) : search_again(place);
}

Result<Job> GrowingBook::search_again(const Place& place) {
    auto job = std::make_unique<GrowJob>();
    job->at = place.at;
    job->ply = place.ply;
    job->task.position = place.position;
    std::unordered_set<book::GrowMove> linked;
    for (const GrowGraph::Option& option : graph_.options(place.at))
        if (option.child) linked.insert(option.move);
    if (!linked.empty())
        for (const chess::Move move : place.position.legal_moves())
            if (!linked.contains(book::encode_move(move))) job->task.allowed.push_back(move);
    if (const auto end = row_of_end(place.position)) { // only a seeded position can be an end
        if (auto stored = store({.rows = {*end}, .links = {}, .roots = {}}); !stored)
            return stored.error();
        return Job();
    }
    if (!linked.empty() && job->task.allowed.empty()) {
        auto stored =
            store({.rows = {row_of(place.position, State::Exhausted)}, .links = {}, .roots = {}});
        if (!stored) return stored.error();
        return Job();
    }
    return claim(std::move(job));
}

Result<Job> GrowingBook::play_answer(const Place& place) {
    const book::GrowMove raw = graph_.answer(place.at)->move;
    const chess::Move move = book::decode_move(raw, place.position);
    if (!move) {
        failed_.insert(place.at);
        block(place.at);
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
        failed_.insert(place.at);
        block(place.at);
        return Job();
    }
    const auto end = row_of_end(position);
    if (end || graph_.find(position.key())) {
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
        io::GrowStep step{
            .rows = {row_of(position, State::Exhausted)}, .links = job->known, .roots = {}};
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
        if (graph_.find(key)) links.push_back({position.key(), book::encode_move(move), key});
    }
    return links;
}

// Claims the position of the search; the position before it is only protected from a second search
// by this process. Since the last refresh another process may have finished this search, or one
// that changes what is needed next.
Result<Job> GrowingBook::claim(Job job) {
    const std::uint64_t key = job->task.position.key();
    if (active_.contains(key)) {
        block(job->at);
        return Job();
    }
    const auto claimed = store_.claim(key, owner_, now_(), now_() + lease_seconds);
    if (!claimed) return claimed.error();
    if (!*claimed) {
        others_ = true;
        block(job->at);
        return Job();
    }
    const std::int64_t known = seen_;
    if (auto refreshed = refresh(); !refreshed) return refreshed.error();
    if (seen_ != known) {
        if (auto released = store_.release(key, owner_); !released) return released.error();
        return Job();
    }
    active_.insert(key);
    active_.insert(graph_.key(job->at));
    graph_.set_busy(job->at, true);
    graph_.update();
    return job;
}

Result<void> GrowingBook::finish(const GrowJob& job, const EpdOutcome& outcome,
                                 const std::string& engine) {
    const std::uint64_t key = job.task.position.key();
    active_.erase(key);
    active_.erase(graph_.key(job.at));
    if (!has_value(outcome)) {
        failed_.insert(job.at); // it is not tried again, which might take as long
        if (auto released = store_.release(key, owner_); !released) return released;
        return refresh();
    }
    GrowRow row = row_of(job.task.position, State::Answered);
    row.value_cp = grow_value(*outcome.score);
    row.move = book::encode_move(outcome.move);
    row.depth = outcome.end.depth;
    row.nodes = outcome.end.nodes;
    row.line = outcome.pv;
    row.engine = engine;
    io::GrowStep step{.rows = {row}, .links = job.known, .roots = {}};
    if (job.by) step.links.push_back(*job.by);
    graph_.set_busy(job.at, false);
    if (auto stored = store(step); !stored) return stored;
    return store_.release(key, owner_);
}

} // namespace polyglot::tools
