#include "adapter/session/shared/supervisor.hpp"

#include "core/text/text.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace polyglot::session {

using protocol::UciCommand;
using protocol::UciReply;
using std::chrono::duration_cast;
using std::chrono::milliseconds;

namespace {

// Returns nullopt for 0, which means never.
std::optional<TimePoint> after(TimePoint now, int ms) {
    if (ms == 0) return std::nullopt;
    return now + milliseconds(ms);
}

bool has_passed(const std::optional<TimePoint>& when, TimePoint now) {
    return when && now >= *when;
}

} // namespace

void Supervisor::on_asked(std::string_view line, UciCommand command, TimePoint now) {
    unasked_bytes_ = 0;
    // An empty line asks for nothing.
    asked_something_else_ = command == UciCommand::Other && !text::trim(line).empty();
    if (asked_something_else_) runs_something_else_ = true;
    switch (command) {
    case UciCommand::Uci:
        ++owed_uciok_;
        uci_was_sent_in_search_ = search_.has_value() && repeats_;
        break;
    case UciCommand::Debug: debug_ = line; break;
    // Without the name of an option; otherwise on_setoption() is called.
    case UciCommand::SetOption: break;
    case UciCommand::IsReady: on_isready(Asker::GuiSide, now); break;
    case UciCommand::NewGame:
        new_game_ = true;
        position_.clear();
        side_to_move_.reset();
        break;
    case UciCommand::Position:
        position_ = line;
        side_to_move_.reset();
        break;
    case UciCommand::PonderHit:
        if (!search_ || !search_->pondering) break;
        search_->pondering = false;
        search_->begun = now;
        await_move(now);
        break;
    case UciCommand::Stop:
        if (!search_ || sent_stops_ > 0) break;
        on_stop_wanted(now);
        on_stop_sent(now);
        break;
    case UciCommand::Go: assert(false); break; // on_go() is called instead
    case UciCommand::Quit:
    case UciCommand::Other: break;
    }
}

void Supervisor::on_isready(Asker asker, TimePoint now) {
    unasked_bytes_ = 0;
    asked_something_else_ = false;
    readyoks_.on_asked(asker, now);
    if (!ready_by_) await_ready(now);
}

bool Supervisor::on_stop_wanted(milliseconds least_search, TimePoint now) {
    if (!search_ || search_->stop_sent) return false;
    on_stop_wanted(now);
    const bool is_same_write = now == search_->begun;
    const TimePoint earliest =
        search_->begun + std::max(least_search, is_same_write ? apart : milliseconds(0));
    if (repeats_ && now < earliest) {
        send_stop_at_ = earliest;
        return false;
    }
    on_stop_sent(now);
    return true;
}

void Supervisor::on_stop_wanted(TimePoint now) {
    search_->stop_sent = true;
    move_by_.reset();
    stop_by_ = after(now, settings_.stop_timeout_ms);
    stop_pause_ = first_stop_pause;
}

void Supervisor::on_stop_sent(TimePoint now) {
    send_stop_at_.reset();
    if (++sent_stops_ >= most_stops || !repeats_) return;
    send_stop_at_ = now + stop_pause_;
    stop_pause_ *= 2;
}

bool Supervisor::take_due_stop(TimePoint now) {
    if (!has_passed(send_stop_at_, now)) return false;
    on_stop_sent(now);
    return true;
}

bool Supervisor::take_due_isready(TimePoint now) {
    return readyoks_.on_timeout(now, may_ask_again());
}

void Supervisor::on_position(std::string_view line, chess::Color side_to_move) {
    unasked_bytes_ = 0;
    asked_something_else_ = false;
    position_ = line;
    side_to_move_ = side_to_move;
}

void Supervisor::on_go(std::string_view line, const protocol::Go& go, TimePoint now) {
    unasked_bytes_ = 0;
    ready_by_.reset(); // an engine may read nothing while it searches
    asked_something_else_ = go.perft;
    runs_something_else_ = false;
    if (go.perft) { // no bestmove follows
        counts_ = true;
        return;
    }
    search_ = RunningSearch{.go = go,
                            .line = std::string(text::trim(line)),
                            .batch = batch_,
                            .begun = now,
                            .pondering = go.ponder};
    sent_stops_ = 0;
    readyoks_.on_go();
    await_move(now);
}

// A button is not kept, since it must not be pressed again in a new process; nor are options beyond
// a limit of number and size.
void Supervisor::on_setoption(std::string_view line, const protocol::SetOption& set) {
    unasked_bytes_ = 0;
    asked_something_else_ = false;
    const auto is_it = [&set](const auto& option) {
        return text::equal_ignoring_case(option.first, set.name);
    };
    const auto known = std::find_if(options_.begin(), options_.end(), is_it);
    if (known == options_.end() && set.value.empty()) return;
    if (known != options_.end()) {
        option_bytes_ -= known->second.size();
        options_.erase(known);
    }
    if (option_bytes_ + line.size() > most_option_bytes || options_.size() == most_options) return;
    option_bytes_ += line.size();
    options_.emplace_back(set.name, line);
}

void Supervisor::await_move(TimePoint now) {
    if (counts_ || search_->pondering || search_->stop_sent || settings_.move_overrun_ms == 0)
        return;
    if (const auto time = budget())
        move_by_ = std::max(now, search_->begun + *time) + milliseconds(settings_.move_overrun_ms);
}

void Supervisor::await_ready(TimePoint now) {
    ready_by_.reset();
    if (!readyoks_.empty() && !search_ && !counts_)
        ready_by_ = after(now, settings_.ready_timeout_ms);
}

// Returns the time for the search; nullopt if it has no end, or if something other than time ends
// it.
std::optional<milliseconds> Supervisor::budget() const {
    const protocol::Go& go = search_->go;
    if (go.infinite) return std::nullopt;
    if (go.move_time) return go.move_time;
    return white_to_move() ? go.white_time : go.black_time;
}

// Uses only the text of `position`, since the rules of the variant may be unknown.
bool Supervisor::white_to_move() const {
    if (side_to_move_) return *side_to_move_ == chess::Color::White;
    std::string_view rest = position_;
    text::next_word(rest); // "position"
    bool white = true;
    if (text::next_word(rest) == "fen") {
        text::next_word(rest);
        white = text::next_word(rest) != "b";
    }
    const std::size_t moves = rest.find("moves");
    if (moves == std::string_view::npos) return white;
    rest.remove_prefix(moves + std::string_view("moves").size());
    bool in_word = false;
    for (const char c : rest) {
        const bool starts = !text::is_blank(c) && !in_word;
        in_word = !text::is_blank(c);
        if (starts) white = !white;
    }
    return white;
}

// An engine that counts moves (perft) answers nothing else until it has finished. Its next readyok
// or bestmove shows that it has.
void Supervisor::end_count(TimePoint now) {
    if (!std::exchange(counts_, false) || !search_) return;
    search_->begun = now;
    await_move(now);
}

std::optional<RunningSearch> Supervisor::on_said(UciReply reply, TimePoint now) {
    std::optional<RunningSearch> ended;
    if (reply == UciReply::BestMove) end_count(now);
    switch (reply) {
    case UciReply::UciOk: owed_uciok_ = std::max(0, owed_uciok_ - 1); break;
    case UciReply::ReadyOk: assert(false); break; // on_readyok() is called instead
    case UciReply::BestMove:
        if (!search_) break;
        ended = std::move(search_);
        end_search(now);
        break;
    case UciReply::Id:
    case UciReply::Option:
    case UciReply::Info:
    case UciReply::Other: break;
    }
    return ended;
}

bool Supervisor::on_readyok(TimePoint now) {
    end_count(now);
    runs_something_else_ = false;
    const bool is_expected = readyoks_.on_readyok(now);
    await_ready(now);
    return is_expected;
}

std::optional<OwedReadyoks::Answer> Supervisor::take_answered_readyok() {
    if (readyoks_.empty()) ready_by_.reset();
    return readyoks_.take_answered();
}

void Supervisor::end_search(TimePoint now) {
    search_.reset();
    stop_by_.reset();
    move_by_.reset();
    send_stop_at_.reset();
    needs_fence_ = std::exchange(sent_stops_, 0) > 1;
    uci_is_missed_ = std::exchange(uci_was_sent_in_search_, false) && owed_uciok_ > 0;
    readyoks_.on_bestmove(now);
}

void Supervisor::on_paused(bool paused, TimePoint now) {
    if (paused == paused_since_.has_value()) return;
    if (paused) {
        paused_since_ = now;
        return;
    }
    for (auto* when : {&ready_by_, &stop_by_, &move_by_, &send_stop_at_})
        if (*when) **when += now - *paused_since_;
    paused_since_.reset();
}

std::optional<TimePoint> Supervisor::deadline() const {
    std::optional<TimePoint> due;
    if (sent_stops_ == 0) due = send_stop_at_; // otherwise the engine may have answered already
    if (paused_since_) return due;
    for (const auto& when :
         {ready_by_, stop_by_, move_by_, send_stop_at_, readyoks_.deadline(may_ask_again())})
        if (when) due = due ? std::min(*due, *when) : when;
    return due;
}

std::optional<std::string> Supervisor::overdue(TimePoint now) {
    if (has_passed(ready_by_, now)) {
        ready_by_.reset();
        readyoks_.on_overdue();
        return "says no readyok within " + text::format_seconds(settings_.ready_timeout_ms);
    }
    if (has_passed(stop_by_, now)) {
        stop_by_.reset();
        return "gives no move within " + text::format_seconds(settings_.stop_timeout_ms) +
               " of stop";
    }
    if (has_passed(move_by_, now)) {
        move_by_.reset();
        return "gives no move, " + text::format_seconds(settings_.move_overrun_ms) +
               " beyond its time";
    }
    return std::nullopt;
}

std::vector<std::string> Supervisor::briefing(TimePoint now) {
    std::vector<std::string> lines;
    if (!debug_.empty()) lines.push_back(debug_);
    for (const auto& [name, line] : options_)
        lines.push_back(line);
    for (int i = 0; i < owed_uciok_; ++i)
        lines.emplace_back("uci");
    if (new_game_) lines.emplace_back("ucinewgame");
    lines.insert(lines.end(), readyoks_.size(), "isready");
    if (!position_.empty()) lines.push_back(position_);
    if (search_) lines.push_back(resumed(now));
    if (search_ && search_->stop_sent) lines.emplace_back("stop");
    on_replaced(now);
    return lines;
}

void Supervisor::on_replaced(TimePoint now) {
    counts_ = asked_something_else_ = runs_something_else_ = false;
    readyoks_.on_replaced(now);
    sent_stops_ = 0;
    stop_by_.reset();
    if (search_ && search_->stop_sent) {
        on_stop_wanted(now);
        on_stop_sent(now);
    }
    if (search_) await_move(now);
    await_ready(now);
    unasked_bytes_ = 0;
}

// Returns the `go` with which a new process continues the search.
std::string Supervisor::resumed(TimePoint now) const {
    if (search_->pondering) return search_->line;
    return protocol::format_resumed_go(search_->line, search_->go, white_to_move(),
                                       duration_cast<milliseconds>(now - search_->begun));
}

} // namespace polyglot::session
