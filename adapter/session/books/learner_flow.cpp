#include "adapter/session/books/learner.hpp"
#include "core/book/variants/learnt.hpp"
#include "core/text/figures.hpp"

#include <utility>

namespace polyglot::session {
namespace {

// Nothing waits for a store that other programs keep busy; writing is tried again.
constexpr std::chrono::milliseconds patience_in_play{0};
constexpr std::size_t most_games_per_event = 4; // each one is written to the disk

void tell(Learner::Change change, LearnerContext& context) {
    if (!change.note.empty()) context.note(change.note);
    if (!change.warning.empty()) context.warn(std::move(change.warning));
}

void report(const ResultQueue::Unwritten& games, LearnerContext& context) {
    const std::string count = text::counted(games.games, "game");
    if (games.file.empty())
        context.warn("the results of " + count + " are lost: " + games.by.why +
                     "; and they cannot be kept: " + games.why_lost);
    else
        context.warn("the results of " + count + " are kept in " + games.file +
                     " and will be learnt later: " + games.by.why);
}

void report(const ResultQueue::Attempt& attempt, LearnerContext& context) {
    for (const ResultQueue::Written& game : attempt.written)
        context.note("learnt: " + std::to_string(game.half_points) + " half-points for " +
                     text::counted(game.moves, "move") + " (" + game.why + ")");
    for (const ResultQueue::Unwritten& games : attempt.postponed)
        context.note("not learnt yet: " + games.by.why + "; " +
                     text::counted(games.games, "game waits", "games wait") + " in " + games.file);
    for (const ResultQueue::Unwritten& games : attempt.unkept)
        context.warn("the results of " + text::counted(games.games, "game") +
                     " are only in memory, and are lost if polyglot is killed: " + games.why_lost);
    if (attempt.taken_in > 0)
        context.note("learnt: " + text::counted(attempt.taken_in, "game") + " of the waiting file");
    for (const ResultQueue::Unwritten& games : attempt.unwritten)
        report(games, context);
}

void report(const book::TakenIn& taken, LearnerContext& context) {
    if (taken.games > 0)
        context.note("learnt: " + text::counted(taken.games, "game") + " of the waiting file, " +
                     text::counted(taken.moves, "move") +
                     (taken.left_out == 0
                          ? ""
                          : "; " + text::counted(taken.left_out, "other") + " not in the book"));
    if (!taken.problem.empty()) context.warn(taken.problem);
}

} // namespace

void Learner::before_settings(const config::Settings& settings, LearnerContext& context) {
    // In the book and for the store that were in force until now.
    if (needs_change(settings)) find_moves(context);
}

void Learner::on_settings(const config::Settings& settings, LearnerContext& context) {
    tell(apply(settings), context);
    if (has_results()) schedule_.at_once(context.now());
}

void Learner::on_first_book_replaced(const config::Settings& settings, LearnerContext& context) {
    tell(reopen(settings), context);
}

void Learner::on_new_game(const config::Settings& settings, LearnerContext& context) {
    if (recover(settings)) context.note("results can be written again");
    if (store_) store_->forget_answers();
    if (has_results()) schedule_.at_once(context.now());
}

void Learner::learn(EndedGame ended, TimePoint now) {
    ended_.push_back(std::move(ended));
    schedule_.at_once(now);
}

void Learner::not_learnt(std::string_view why, LearnerContext& context) {
    context.note("not learnt: " + std::string(why));
}

void Learner::find_moves(LearnerContext& context) {
    queue_.at(context.now());
    for (EndedGame& ended : std::exchange(ended_, {})) {
        std::vector<book::LearntMove> moves = context.held_moves(ended.game.view(), ended.ours);
        if (moves.empty()) {
            not_learnt("no move of ours is in the book (" + ended.why + ")", context);
            continue;
        }
        const std::string_view variant = book::variant_of(moves.front());
        std::string outcome = "learn " + std::to_string(ended.half_points) +
                              (variant.empty() ? "" : " in " + std::string(variant)) + ":";
        for (const book::LearntMove& played : moves)
            (outcome += ' ') += book::format_learnt(played);
        context.outcome(outcome);
        add(std::move(moves), ended.half_points, std::move(ended.opponent), std::move(ended.why));
    }
}

void Learner::write_results(LearnerContext& context) {
    schedule_.begin_attempt();
    const bool reset_is_busy = is_resetting() && !continue_reset(context);
    const std::size_t written = write_waiting(most_games_per_event, context);
    const bool has_taken = takes_in() && written < most_games_per_event && !is_resetting() &&
                           take_in(most_games_per_event - written, context);
    if (written > 0 || has_taken) schedule_.on_progress();
    const bool goes_on = written >= most_games_per_event || (has_taken && takes_in()) ||
                         (is_resetting() && !reset_is_busy);
    if (!has_results()) {
        noted_busy_.clear();
    } else if (goes_on) {
        schedule_.at_once(context.now());
    } else {
        schedule_.after_pause(context.now());
        note_busy(context);
    }
}

void Learner::note_busy(LearnerContext& context) {
    std::string text;
    if (waiting() > 0)
        text = "not learnt yet: the store is busy, and " +
               text::counted(waiting(), "game waits", "games wait");
    else if (takes_in())
        text = "games wait in the waiting file for the store, which is busy";
    if (text != noted_busy_ && !text.empty()) context.note(text);
    noted_busy_ = std::move(text);
}

std::size_t Learner::write_waiting(std::size_t most_games, LearnerContext& context) {
    find_moves(context);
    const ResultQueue::Attempt attempt = write(patience_in_play, most_games);
    report(attempt, context);
    return attempt.written.size();
}

void Learner::write_results_at_last(LearnerContext& context) {
    schedule_.begin_attempt();
    find_moves(context);
    if (is_resetting()) context.note("the engine leaves before all results were forgotten");
    if (takes_in()) report(taken_in_, context);
    resetting_.reset(); // results that are already forgotten stay forgotten
    report(write_at_last(), context);
}

bool Learner::take_in(std::size_t most_games, LearnerContext& context) {
    const TakingIn taking = take_in(most_games);
    if (taking.is_busy) return false;
    if (taking.error || !taking.so_far.has_more) report(taking.so_far, context);
    if (!taking.error) return true;
    const std::string text =
        "the games of the waiting file are not learnt: " + taking.error->message;
    if (taking.is_news)
        context.warn(text);
    else
        context.note(text);
    return false;
}

void Learner::reset_results(LearnerContext& context) {
    if (is_resetting()) return; // the button was pressed twice
    if (!writes())
        context.warn(
            "there is nothing to reset: BookLearn is off, or there is no place for results");
    else if (takes_in())
        context.warn("the results were not reset: the games of the waiting file "
                     "must be learnt first");
    else {
        // Of games that have just ended, since their results are forgotten, too.
        find_moves(context);
        continue_reset(context);
    }
}

bool Learner::continue_reset(LearnerContext& context) {
    const Reset step = reset();
    if (step.is_busy) return false;
    const std::string forgotten =
        "results of " + std::to_string(step.done.moves) + " moves forgotten";
    if (step.error && step.done.moves == 0)
        context.warn("the results were not reset: " + step.error->message);
    else if (step.error)
        context.warn(forgotten + ", the others not: " + step.error->message);
    else if (is_resetting())
        schedule_.at_once(context.now());
    else if (step.done.locked > 0)
        context.warn(forgotten + "; those of " + std::to_string(step.done.locked) +
                     " stay, for another program keeps them locked");
    else
        context.warn(forgotten);
    return true;
}

} // namespace polyglot::session
