#include "tools/growing/searched_book.hpp"

#include "storage/stores/grow_graph.hpp"
#include "storage/stores/learn_db.hpp"

#include <algorithm>
#include <utility>

namespace polyglot::tools {
namespace {

using book::GrowGraph;
using chess::Color;
using io::GrowLink;
using io::GrowRow;
using Job = std::unique_ptr<GrowJob>;

constexpr int most_centipawns = 30'000; // greater values are mates

} // namespace

GrowRow searched_row(const GrowPosition& position, GrowRow::State state) {
    GrowRow row;
    row.key = position.key();
    row.black = position.side_to_move() == Color::Black;
    row.state = state;
    row.day = io::today_by_system_clock();
    return row;
}

GrowRow unsearched_row(std::uint64_t key, Color side) {
    GrowRow row;
    row.key = key;
    row.black = side == Color::Black;
    return row;
}

std::optional<GrowRow> row_of_end(const GrowPosition& position) {
    const auto value = position.value_of_end();
    if (!value) return std::nullopt;
    GrowRow row = searched_row(position, GrowRow::State::Over);
    row.value_cp = *value;
    return row;
}

int grow_value(const protocol::UciScore& score) {
    if (!score.is_mate) return std::clamp(score.value, -most_centipawns, most_centipawns);
    const int moves = std::clamp(score.value, -500, 500);
    return moves > 0 ? GrowGraph::most_cp - (2 * moves - 1) : -GrowGraph::most_cp - 2 * moves;
}

SearchedBook::SearchedBook(io::GrowDb& store, const book::GrowRules& rules, std::int64_t owner,
                           Now now)
    : store_(store),
      variant_(chess::find_variant(store.variant())),
      graph_(rules),
      owner_(owner),
      now_(std::move(now)) {}

void SearchedBook::take_root(const std::string& fen) {
    if (!root_fens_.insert(fen).second) return;
    const auto position = GrowPosition::parse(fen, variant_);
    // add_roots() does not store such positions.
    if (!position || !position->has_key()) return;
    roots_.push_back(*position);
    graph_.add(position->key(), position->side_to_move());
}

void SearchedBook::block(Id id) {
    graph_.set_busy(id, true);
    graph_.update();
    blocked_.push_back(id);
}

void SearchedBook::leave_out(Id id) {
    failed_.insert(id);
    graph_.set_busy(id, true);
    graph_.update();
}

void SearchedBook::unblock() {
    for (const Id id : std::exchange(blocked_, {}))
        if (!active_.contains(graph_.key(id)) && !failed_.contains(id)) graph_.set_busy(id, false);
}

Result<void> SearchedBook::refresh() {
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

Result<void> SearchedBook::store(const io::GrowStep& step) {
    if (auto recorded = store_.record(step); !recorded) return recorded;
    return refresh();
}

Result<void> SearchedBook::add_roots(const std::vector<GrowPosition>& roots) {
    io::GrowStep step;
    for (const GrowPosition& root : roots) {
        if (!root.has_key())
            return make_error(
                root.root_fen() +
                ": a rook other than the outermost one may castle, which the keys cannot tell");
        step.roots.push_back(root.root_fen());
        const auto end = row_of_end(root);
        step.rows.push_back(end ? *end : searched_row(root, GrowRow::State::Unsearched));
    }
    return store(step);
}

Result<Job> SearchedBook::search(const Place& place, std::vector<GrowLink> links) {
    auto job = std::make_unique<GrowJob>();
    job->at = place.at;
    job->ply = place.ply;
    place.position.put_into(job->task);
    std::unordered_set<book::GrowMove> linked;
    for (const GrowGraph::Option& option : graph_.options(place.at))
        if (option.child) linked.insert(option.move);
    if (!linked.empty())
        for (const EpdMove& move : place.position.legal_moves())
            if (!linked.contains(encode_grow_move(move))) job->task.allowed.push_back(move);
    job->known = std::move(links);
    if (const auto end = row_of_end(place.position)) { // only a seeded position can be an end
        if (auto stored = store({.rows = {*end}, .links = job->known}); !stored)
            return stored.error();
        return Job();
    }
    if (!linked.empty() && job->task.allowed.empty()) {
        auto stored = store({.rows = {searched_row(place.position, GrowRow::State::Exhausted)},
                             .links = job->known});
        if (!stored) return stored.error();
        return Job();
    }
    return claim(std::move(job));
}

// Claims the position of the search; the position before it is only protected from a second search
// by this process. Since the last refresh another process may have finished this search, or one
// that changes what is needed next.
Result<Job> SearchedBook::claim(Job job) {
    const std::uint64_t key = GrowPosition::of(job->task).key();
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

Result<void> SearchedBook::finish(const GrowJob& job, const EpdOutcome& outcome,
                                  const std::string& engine) {
    const GrowPosition position = GrowPosition::of(job.task);
    const std::uint64_t key = position.key();
    active_.erase(key);
    active_.erase(graph_.key(job.at));
    if (!has_value(outcome)) {
        failed_.insert(job.at); // it is not tried again, which might take as long
        if (auto released = store_.release(key, owner_); !released) return released;
        return refresh();
    }
    GrowRow row = searched_row(position, GrowRow::State::Answered);
    row.value_cp = grow_value(*outcome.score);
    row.move = encode_grow_move(outcome.move);
    row.depth = outcome.end.depth;
    row.nodes = outcome.end.nodes;
    row.line = outcome.pv;
    row.engine = engine;
    io::GrowStep step{.rows = {row}, .links = job.known};
    if (job.by) step.links.push_back(*job.by);
    graph_.set_busy(job.at, false);
    if (auto stored = store(step); !stored) return stored;
    return store_.release(key, owner_);
}

} // namespace polyglot::tools
