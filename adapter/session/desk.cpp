#include "adapter/session/desk.hpp"

#include "adapter/session/xboard_driver.hpp"

namespace polyglot::session {

Desk::Desk(config::Settings initial, Environment environment)
    : settings(std::move(initial)),
      log(environment.log),
      recall_settings(std::move(environment.recall_settings)),
      learner(std::move(environment.open_learn_store)),
      book(std::move(environment.open_book), learner, environment.random),
      engine_options(settings.engine_options) {}

Desk::~Desk() = default;

void Desk::to_engine(std::string_view line) {
    if (driver)
        driver->on_uci_line(line);
    else
        to_wire(line);
}

bool Desk::to_xboard_engine(std::string_view line) {
    return driver && driver->on_xboard_line(line);
}

void Desk::apply_book_settings() {
    if (const auto changed = book.apply(settings)) {
        if (*changed)
            note(**changed);
        else
            warnings.push_back("no book: " + changed->error().message);
    }
    Learner::Change learning = learner.apply(settings);
    if (!learning.note.empty()) note(learning.note);
    if (!learning.warning.empty()) warnings.push_back(std::move(learning.warning));
}

void Desk::learn(const chess::Game& game, chess::Color ours, int half_points, std::string_view why) {
    if (!learner.learns()) return;
    std::vector<LearntMove> moves = book.held_moves(game, ours);
    if (moves.empty()) {
        not_learnt("no move of ours is in the book (" + std::string(why) + ")");
        return;
    }
    std::string outcome = "learn " + std::to_string(half_points) + ":";
    for (const LearntMove& played : moves)
        (outcome += ' ') += chess::format_uci_move(played.move);
    log.write(Channel::Outcome, outcome);
    const auto written = learner.record(std::move(moves), half_points);
    if (!written) {
        warnings.push_back("nothing is learnt any more: " + written.error().message);
    } else if (learner.waiting() > 0) {
        note("not learnt yet: the store is busy, " + std::to_string(learner.waiting()) + " games wait");
    } else {
        note("learnt: " + std::to_string(half_points) + " half-points for " + std::to_string(*written) +
             (*written == 1 ? " move (" : " moves (") + std::string(why) + ")");
    }
}

void Desk::retry_learning() {
    const std::size_t games = learner.waiting();
    if (games == 0) return;
    if (const auto written = learner.try_again(); !written)
        not_learnt(written.error().message);
    else if (learner.waiting() > 0)
        not_learnt("the store is busy, and " + std::to_string(learner.waiting()) + " games are lost to it");
    else
        note("learnt: the " + std::to_string(games) + " games that waited");
}

void Desk::reset_learning() {
    if (!learner.learns()) {
        warnings.emplace_back("there is nothing to reset: BookLearn is off, or there is no place for results");
        return;
    }
    if (const auto forgotten = learner.reset(); !forgotten)
        warnings.push_back("the results were not reset: " + forgotten.error().message);
    else
        warnings.push_back("results of " + std::to_string(*forgotten) + " moves forgotten");
}

} // namespace polyglot::session
