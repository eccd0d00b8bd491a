#include "adapter/session/shared/context.hpp"

#include "core/text/figures.hpp"
#include "core/text/text.hpp"

#include <utility>

namespace polyglot::session {

namespace {

// With a store that other programs keep busy: nothing waits for them, and writing is tried again.
constexpr std::chrono::milliseconds patience_in_play{0};
constexpr std::size_t most_games_per_event = 4; // each is a write to the disk

} // namespace

SessionContext::SessionContext(SessionParts& parts, Environment environment, SessionControl& session)
    : settings(parts.settings),
      log(environment.log),
      blocked_commands(settings.block_commands),
      parts_(parts),
      recaller_(std::move(environment.recall_settings)),
      session_(session) {
    remember_own_book();
}

void SessionContext::to_engine(std::string_view line, protocol::UciCommand command) {
    parts_.supervisor.on_asked(line, command, now_);
    send(line);
}

void SessionContext::send(std::string_view line) {
    if (translator_ != nullptr)
        translator_->on_uci_line(line);
    else if (!session_.engine_is_being_replaced())
        to_wire(line);
}

void SessionContext::ask_ready(Supervisor::Asker asker) {
    parts_.supervisor.on_isready(asker, now_);
    send("isready");
}

void SessionContext::stop_search(std::chrono::milliseconds least_search) {
    if (parts_.supervisor.on_stop_wanted(least_search, now_)) send("stop");
}

void SessionContext::go(std::string_view line, const protocol::Go& go) {
    const auto lag = go.bounded_by_time() ? parts_.lag.lag() : std::chrono::milliseconds(0);
    if (lag.count() == 0) {
        send_go(line, go);
        return;
    }
    const bool white = parts_.supervisor.white_to_move();
    note("EngineLag: " + text::format_seconds(static_cast<int>(lag.count())) + " less on the engine's clock");
    send_go(protocol::format_shortened_go(line, go, white, lag), protocol::with_less_time(go, white, lag));
}

void SessionContext::send_go(std::string_view line, const protocol::Go& go) {
    parts_.supervisor.on_go(line, go, now_);
    if (translator_ != nullptr)
        translator_->on_go(line, go);
    else if (!session_.engine_is_being_replaced())
        to_wire(line);
}

void SessionContext::position(const protocol::UciPosition& position) {
    const std::string line = protocol::format_position(position);
    parts_.supervisor.on_position(line, protocol::side_to_move(position.start, position.moves.size()));
    if (translator_ != nullptr)
        translator_->on_position(line, position);
    else if (!session_.engine_is_being_replaced())
        to_wire(line);
}

void SessionContext::set_option(std::string_view line, const protocol::SetOption& set) {
    parts_.supervisor.on_setoption(line, set);
    if (translator_ != nullptr)
        translator_->on_setoption(line, set);
    else if (!session_.engine_is_being_replaced())
        to_wire(line);
}

void SessionContext::set_option(const protocol::SetOption& set) {
    set_option(protocol::format_setoption(set.name, set.value),
               {.name = text::trim(set.name), .value = text::trim(set.value)});
}

bool SessionContext::to_xboard_engine(std::string_view line) {
    return translator_ != nullptr && translator_->on_xboard_line(line);
}

Result<void> SessionContext::set_by_gui(const config::Option& option, std::string_view value) {
    if (auto set = config::set_option(parts_.settings, option, value); !set) return set;
    // A book that a GUI names is only read. Results are written only to the book of the ini file or command line.
    if (option.name == "BookFile")
        parts_.settings.book_read_only = settings.book_file != own_book_.file || own_book_.read_only;
    note("set " + std::string(option.name) + " = " + config::format_option(settings, option));
    out().add(Actions::ApplySettings{});
    apply_book_settings();
    return {};
}

void SessionContext::warn_once(const std::string& text) {
    constexpr std::size_t most_warnings = 100;
    if (warned_.size() < most_warnings && warned_.insert(text).second) warn(text);
}

// The store may be one for this opponent.
void SessionContext::set_opponent(std::string name) {
    parts_.learner.set_opponent(std::move(name));
    if (parts_.learner.needs_change(settings)) apply_book_settings();
}

void SessionContext::recall_settings() {
    if (!recaller_) return;
    RecalledSettings recalled = recaller_(parts_.engine_options.engine_name());
    for (const std::string& text : recalled.notes)
        note(text);
    parts_.settings = std::move(recalled.settings);
    remember_own_book();
    out().add(Actions::ApplySettings{});
    apply_book_settings();
}

void SessionContext::apply_book_settings() {
    if (parts_.learner.needs_change(settings)) find_learnt_moves(); // by the book and for the store in force until now
    tell(parts_.book.apply(settings));
    tell(parts_.learner.apply(settings));
    if (has_results()) writing_.at_once(now_);
}

void SessionContext::on_new_game() {
    parts_.supervisor.on_new_game();
    BookNews news = parts_.book.on_new_game();
    if (news.first_replaced) tell(parts_.learner.reopen(settings));
    tell(std::move(news));
    if (parts_.learner.recover(settings)) note("results can be written again");
    if (has_results()) writing_.at_once(now_);
}

void SessionContext::tell(BookNews news) {
    for (const std::string& text : news.notes)
        note(text);
    for (std::string& text : news.warnings)
        warn(std::move(text));
}

void SessionContext::tell(Learner::Change change) {
    if (!change.note.empty()) note(change.note);
    if (!change.warning.empty()) warn(std::move(change.warning));
}

void SessionContext::learn(const chess::Game& game, chess::Color ours, int half_points, std::string opponent,
                           std::string why) {
    ended_games_.push_back({game, ours, half_points, std::move(opponent), std::move(why)});
    writing_.at_once(now_);
}

void SessionContext::find_learnt_moves() {
    parts_.learner.at(now_);
    for (EndedGame& ended : std::exchange(ended_games_, {})) {
        std::vector<book::LearntMove> moves = parts_.book.held_moves(ended.game, ended.ours);
        if (moves.empty()) {
            not_learnt("no move of ours is in the book (" + ended.why + ")");
            continue;
        }
        std::string outcome = "learn " + std::to_string(ended.half_points) + ":";
        for (const book::LearntMove& played : moves)
            (outcome += ' ') += chess::format_uci_move(played.move);
        log.write(Channel::Outcome, outcome);
        parts_.learner.add(std::move(moves), ended.half_points, std::move(ended.opponent), std::move(ended.why));
    }
}

void SessionContext::write_results() {
    writing_.begin_attempt();
    const bool reset_is_busy = parts_.learner.is_resetting() && !go_on_resetting();
    const std::size_t written = write_results(most_games_per_event);
    const bool has_taken = parts_.learner.takes_in() && written < most_games_per_event &&
                           !parts_.learner.is_resetting() && take_in(most_games_per_event - written);
    if (written > 0 || has_taken) writing_.on_progress();
    const bool goes_on = written >= most_games_per_event || (has_taken && parts_.learner.takes_in()) ||
                         (parts_.learner.is_resetting() && !reset_is_busy);
    if (!has_results()) {
        noted_busy_.clear();
    } else if (goes_on) {
        writing_.at_once(now_);
    } else {
        writing_.after_pause(now_);
        note_busy();
    }
}

void SessionContext::note_busy() {
    std::string text;
    if (const std::size_t games = parts_.learner.waiting(); games > 0)
        text = "not learnt yet: the store is busy, and " + text::counted(games, "game waits", "games wait");
    else if (parts_.learner.takes_in())
        text = "games wait in the file beside the store, which is busy";
    if (text != noted_busy_ && !text.empty()) note(text);
    noted_busy_ = std::move(text);
}

std::size_t SessionContext::write_results(std::size_t most_games) {
    find_learnt_moves();
    const ResultQueue::Attempt attempt = parts_.learner.write(patience_in_play, most_games);
    report(attempt);
    return attempt.written.size();
}

void SessionContext::write_results_at_last() {
    writing_.begin_attempt();
    find_learnt_moves();
    if (parts_.learner.is_resetting()) note("the engine leaves before all results were forgotten");
    if (parts_.learner.takes_in()) report(parts_.learner.taken_in());
    parts_.learner.stop_resetting();
    report(parts_.learner.write_at_last());
}

void SessionContext::report(const ResultQueue::Attempt& attempt) {
    for (const ResultQueue::Written& game : attempt.written)
        note("learnt: " + std::to_string(game.half_points) + " half-points for " + text::counted(game.moves, "move") +
             " (" + game.why + ")");
    for (const ResultQueue::Unwritten& games : attempt.postponed)
        note("not learnt yet: " + games.by.why + "; " + text::counted(games.games, "game waits", "games wait") +
             " in " + games.file);
    if (attempt.taken_in > 0)
        note("learnt: " + text::counted(attempt.taken_in, "game") + " that had waited in the file beside the store");
    for (const ResultQueue::Unwritten& games : attempt.unwritten)
        report(games);
}

void SessionContext::report(const ResultQueue::Unwritten& games) {
    const std::string count = text::counted(games.games, "game");
    if (games.file.empty())
        warn("the results of " + count + " are lost: " + games.by.why + "; and they cannot be kept: " + games.why_lost);
    else
        warn("the results of " + count + " are kept in " + games.file + " and will be learnt later: " + games.by.why);
}

bool SessionContext::take_in(std::size_t most_games) {
    const Learner::TakingIn taking = parts_.learner.take_in(most_games);
    if (taking.is_busy) return false;
    if (taking.error || !taking.so_far.has_more) report(taking.so_far);
    if (!taking.error) return true;
    const std::string text = "games that wait in the file beside the store are not learnt: " + taking.error->message;
    if (taking.is_news)
        warn(text);
    else
        note(text);
    return false;
}

void SessionContext::report(const book::TakenIn& taken) {
    if (taken.games > 0)
        note("learnt: " + text::counted(taken.games, "game") + " that had waited in the file beside the store, " +
             text::counted(taken.moves, "move") +
             (taken.left_out == 0 ? "" : "; " + text::counted(taken.left_out, "other") + " not in the book"));
    if (!taken.problem.empty()) warn(taken.problem);
}

void SessionContext::reset_learning() {
    if (!parts_.learner.writes()) {
        warn("there is nothing to reset: BookLearn is off, or there is no place for results");
        return;
    }
    if (parts_.learner.is_resetting()) return; // the button was pressed twice
    if (parts_.learner.takes_in()) {
        warn("the results were not reset: games that wait in the file beside the store must be learnt first");
        return;
    }
    go_on_resetting();
}

bool SessionContext::go_on_resetting() {
    const Learner::Reset reset = parts_.learner.reset();
    if (reset.is_busy) return false;
    const std::string forgotten = "results of " + std::to_string(reset.done.moves) + " moves forgotten";
    if (reset.error && reset.done.moves == 0)
        warn("the results were not reset: " + reset.error->message);
    else if (reset.error)
        warn(forgotten + ", the others not: " + reset.error->message);
    else if (parts_.learner.is_resetting())
        writing_.at_once(now_);
    else if (reset.done.locked > 0)
        warn(forgotten + "; those of " + std::to_string(reset.done.locked) +
             " stay, for another program keeps them locked");
    else
        warn(forgotten);
    return true;
}

} // namespace polyglot::session
