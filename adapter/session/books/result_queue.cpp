#include "adapter/session/books/result_queue.hpp"

#include <algorithm>
#include <limits>

namespace polyglot::session {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t most_waiting = 1000; // games that are kept in memory
constexpr std::chrono::seconds longest_in_memory{1};

// Before the adapter ends it waits this long, because other adapters hold their locks only for a
// moment.
constexpr milliseconds patience_with_others{50};
constexpr milliseconds patience_with_file{2000};
constexpr milliseconds patience_at_last{1000};

// Returns why games are still in the file. The engine hears `quit` afterwards, so that the patience
// is for all steps together.
std::optional<std::string> take_in_rest(book::LearnStore& store, milliseconds patience) {
    constexpr std::size_t games_a_step = 25; // others wait for the file meanwhile
    using Clock = std::chrono::steady_clock;
    const Clock::time_point until = Clock::now() + patience;
    store.set_patience(patience);
    do {
        const auto step = store.take_in(games_a_step);
        if (!step) return step.error().message;
        if (!step->has_more) return std::nullopt;
        store.set_patience(patience_with_others);
    } while (Clock::now() < until);
    return std::string(no_time_for_rest);
}

} // namespace

void ResultQueue::add(book::LearntGame game, std::string why, Store store, std::string failure,
                      bool keeps_first) {
    waiting_.push_back({.game = std::move(game),
                        .why = std::move(why),
                        .store = std::move(store),
                        .ended = now_,
                        .failure = std::move(failure),
                        .keeps_first = keeps_first});
}

ResultQueue::Attempt ResultQueue::write(milliseconds patience, std::size_t most_games,
                                        const Store& closed) {
    Attempt attempt;
    for (const Refusal& busy : write_waiting(patience, most_games, closed, attempt))
        if (has_waited_long(busy.store)) postpone_in_play(busy, attempt);
    keep_failed(milliseconds(0), false, attempt);
    return attempt;
}

// First the games are written to files, in case the host kills the adapter now. Only then a busy
// store is waited for.
ResultQueue::Attempt ResultQueue::write_at_last() {
    Attempt attempt;
    constexpr auto all = std::numeric_limits<std::size_t>::max();
    for (const Refusal& busy : write_waiting(patience_with_others, all, nullptr, attempt))
        if (Unwritten games = postpone(busy, patience_with_file); games.file.empty())
            attempt.unwritten.push_back(std::move(games));
    keep_failed(patience_with_file, true, attempt);
    waiting_.clear();
    auto patience = patience_at_last;
    for (Unwritten& games : std::exchange(postponed_, {})) {
        if (auto why = take_in_rest(*games.by.store, patience)) {
            games.by.why = *std::move(why);
            attempt.unwritten.push_back(std::move(games));
            patience = patience_with_others; // only the first store is waited for
        } else {
            attempt.taken_in += games.games;
        }
    }
    return attempt;
}

// Returns the stores that are busy.
std::vector<ResultQueue::Refusal> ResultQueue::write_waiting(milliseconds patience,
                                                             std::size_t most, const Store& closed,
                                                             Attempt& attempt) {
    std::vector<Refusal> busy; // stores that get no more games in this call
    const auto is_closed = [&](const Store& store) {
        const auto is_it = [&store](const Refusal& other) { return other.store == store; };
        return store == closed || std::any_of(busy.begin(), busy.end(), is_it);
    };
    for (auto next = waiting_.begin(); next != waiting_.end() && attempt.written.size() < most;) {
        const Store store = next->store;
        if (!next->failure.empty() || is_closed(store)) {
            ++next;
            continue;
        }
        store->set_patience(patience);
        next->game.age = age_of(*next);
        const auto moves = store->record(next->game);
        if (moves) {
            attempt.written.push_back({next->game.half_points, *moves, std::move(next->why)});
            next = waiting_.erase(next);
        } else if (store->may_try_again() && waiting_.size() < most_waiting) {
            busy.push_back({store, moves.error().message});
            patience = milliseconds(0);
        } else {
            // Moves that are written must not be written again.
            std::vector<book::LearntMove>& rest = next->game.moves;
            rest.erase(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(
                                                        std::min(store->written(), rest.size())));
            attempt.failed.push_back({store, moves.error().message});
            fail(attempt.failed.back());
        }
    }
    return busy;
}

std::chrono::seconds ResultQueue::age_of(const Waiting& waiting) const {
    return std::chrono::floor<std::chrono::seconds>(now_ - waiting.ended);
}

bool ResultQueue::has_waited_long(const Store& store) const {
    return std::any_of(waiting_.begin(), waiting_.end(), [&](const Waiting& waiting) {
        return waiting.store == store &&
               (waiting.keeps_first || age_of(waiting) >= longest_in_memory);
    });
}

// Moves all games that wait for this reason (empty for a busy store) into the file beside the
// store. If that fails they stay, and the result has the reason instead of a file.
ResultQueue::Unwritten ResultQueue::keep(const Store& store, const std::string& failure,
                                         milliseconds patience) {
    const auto is_one = [&](const Waiting& waiting) {
        return waiting.store == store && waiting.failure == failure;
    };
    std::vector<book::LearntGame> games;
    for (Waiting& waiting : waiting_) {
        if (!is_one(waiting)) continue;
        waiting.game.age = age_of(waiting);
        games.push_back(waiting.game);
    }
    store->set_patience(patience);
    auto kept = store->keep(games);
    Unwritten result{.by = {store, failure}, .games = games.size(), .file = {}, .why_lost = {}};
    if (kept) {
        result.file = *std::move(kept);
        std::erase_if(waiting_, is_one);
    } else {
        result.why_lost = kept.error().message;
    }
    return result;
}

void ResultQueue::postpone_in_play(const Refusal& busy, Attempt& attempt) {
    Unwritten games = postpone(busy, milliseconds(0));
    if (!games.file.empty()) {
        unkept_for_.clear();
        attempt.postponed.push_back(std::move(games));
    } else if (!busy.store->may_try_again() && unkept_for_ != games.why_lost) {
        unkept_for_ = games.why_lost;
        attempt.unkept.push_back(std::move(games));
    }
}

ResultQueue::Unwritten ResultQueue::postpone(const Refusal& busy, milliseconds patience) {
    Unwritten games = keep(busy.store, {}, patience);
    games.by.why = busy.why;
    if (games.file.empty()) return games;
    const auto known =
        std::find_if(postponed_.begin(), postponed_.end(),
                     [&busy](const Unwritten& other) { return other.by.store == busy.store; });
    if (known == postponed_.end())
        postponed_.push_back(games);
    else
        known->games += games.games;
    return games;
}

// Games whose file is in use by another process are kept later, unless this is the last time.
void ResultQueue::keep_failed(milliseconds patience, bool is_last, Attempt& attempt) {
    std::vector<std::pair<Store, std::string>> groups;
    for (const Waiting& waiting : waiting_) {
        std::pair<Store, std::string> group{waiting.store, waiting.failure};
        if (!waiting.failure.empty() &&
            std::find(groups.begin(), groups.end(), group) == groups.end())
            groups.push_back(std::move(group));
    }
    for (const auto& group : groups) {
        const Store& store = group.first;
        Unwritten games = keep(store, group.second, patience);
        if (games.file.empty() && !is_last && store->may_try_again() &&
            waiting_.size() < 2 * most_waiting)
            continue;
        std::erase_if(waiting_, [&group](const Waiting& waiting) {
            return waiting.store == group.first && waiting.failure == group.second;
        });
        attempt.unwritten.push_back(std::move(games));
    }
}

void ResultQueue::fail(const Refusal& refusal) {
    // Empty if the store has not failed.
    const std::string why = refusal.why.empty() ? "it fails" : refusal.why;
    for (Waiting& waiting : waiting_)
        if (waiting.store == refusal.store && waiting.failure.empty()) waiting.failure = why;
}

void ResultQueue::forget(const Store& store) {
    std::erase_if(waiting_, [&store](const Waiting& waiting) { return waiting.store == store; });
}

void ResultQueue::move(const Store& from, const Store& to) {
    for (Waiting& waiting : waiting_) {
        if (waiting.store != from) continue;
        waiting.store = to;
        waiting.failure.clear();
    }
}

bool ResultQueue::has_postponed(const Store& store) const {
    return std::any_of(postponed_.begin(), postponed_.end(),
                       [&store](const Unwritten& games) { return games.by.store == store; });
}

void ResultQueue::on_taken_in(const Store& store) {
    std::erase_if(postponed_, [&store](const Unwritten& games) { return games.by.store == store; });
}

} // namespace polyglot::session
