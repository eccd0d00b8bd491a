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

// 0 means never.
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
    asked_something_else_ = command == UciCommand::Other;
    switch (command) {
    case UciCommand::Uci: ++owed_uciok_; break;
    case UciCommand::Debug: debug_ = line; break;
    case UciCommand::SetOption: break; // it names no option: otherwise on_setoption()
    case UciCommand::IsReady:
        ++owed_readyok_;
        if (!ready_by_) await_ready(now);
        break;
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
        if (!search_ || search_->stop_sent) break;
        search_->stop_sent = true;
        move_by_.reset();
        stop_by_ = after(now, settings_.stop_timeout_ms);
        break;
    case UciCommand::Go: assert(false); break; // on_go()
    case UciCommand::Quit:
    case UciCommand::Other: break;
    }
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
    if (go.perft) { // no bestmove follows
        counts_ = true;
        return;
    }
    search_ = RunningSearch{
        .go = go, .line = std::string(text::trim(line)), .batch = batch_, .begun = now, .pondering = go.ponder};
    await_move(now);
}

// A button is not pressed again in a new process. Options beyond a limit of number and size are not kept.
void Supervisor::on_setoption(std::string_view line, const protocol::SetOption& set) {
    unasked_bytes_ = 0;
    asked_something_else_ = false;
    const auto is_it = [&set](const auto& option) { return text::equal_ignoring_case(option.first, set.name); };
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
    move_by_.reset();
    if (counts_ || search_->pondering || search_->stop_sent || settings_.move_overrun_ms == 0) return;
    if (const auto time = budget())
        move_by_ = std::max(now, search_->begun + *time) + milliseconds(settings_.move_overrun_ms);
}

void Supervisor::await_ready(TimePoint now) {
    ready_by_.reset();
    if (owed_readyok_ > 0 && !search_ && !counts_) ready_by_ = after(now, settings_.ready_timeout_ms);
}

// The time for the search. Nullopt if it has no end, or if something other than time ends it.
std::optional<milliseconds> Supervisor::budget() const {
    const protocol::Go& go = search_->go;
    if (go.infinite) return std::nullopt;
    if (go.move_time) return go.move_time;
    return white_to_move() ? go.white_time : go.black_time;
}

// From the text of `position` alone, since the rules of the variant may be unknown.
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

// An engine that counts moves (perft) answers nothing else until it has finished. Its next readyok or bestmove shows
// that it has.
void Supervisor::end_count(TimePoint now) {
    if (!std::exchange(counts_, false) || !search_) return;
    search_->begun = now;
    await_move(now);
}

std::optional<RunningSearch> Supervisor::on_said(UciReply reply, TimePoint now) {
    std::optional<RunningSearch> ended;
    if (reply == UciReply::ReadyOk || reply == UciReply::BestMove) end_count(now);
    switch (reply) {
    case UciReply::UciOk: owed_uciok_ = std::max(0, owed_uciok_ - 1); break;
    case UciReply::ReadyOk:
        owed_readyok_ = std::max(0, owed_readyok_ - 1);
        await_ready(now);
        break;
    case UciReply::BestMove:
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

void Supervisor::end_search(TimePoint now) {
    search_.reset();
    stop_by_.reset();
    move_by_.reset();
    await_ready(now);
}

void Supervisor::on_paused(bool paused, TimePoint now) {
    if (paused == paused_since_.has_value()) return;
    if (paused) {
        paused_since_ = now;
        return;
    }
    for (auto* when : {&ready_by_, &stop_by_, &move_by_})
        if (*when) **when += now - *paused_since_;
    paused_since_.reset();
}

std::optional<TimePoint> Supervisor::deadline() const {
    std::optional<TimePoint> due;
    if (paused_since_) return due;
    for (const auto& when : {ready_by_, stop_by_, move_by_})
        if (when) due = due ? std::min(*due, *when) : when;
    return due;
}

std::optional<std::string> Supervisor::overdue(TimePoint now) {
    if (has_passed(ready_by_, now)) {
        ready_by_.reset();
        return "says no readyok within " + text::format_seconds(settings_.ready_timeout_ms);
    }
    if (has_passed(stop_by_, now)) {
        stop_by_.reset();
        return "gives no move within " + text::format_seconds(settings_.stop_timeout_ms) + " of stop";
    }
    if (has_passed(move_by_, now)) {
        move_by_.reset();
        return "gives no move, " + text::format_seconds(settings_.move_overrun_ms) + " beyond its time";
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
    for (int i = 0; i < owed_readyok_; ++i)
        lines.emplace_back("isready");
    if (!position_.empty()) lines.push_back(position_);
    if (search_) lines.push_back(resumed(now));
    if (search_ && search_->stop_sent) lines.emplace_back("stop");
    on_replaced(now);
    return lines;
}

void Supervisor::on_replaced(TimePoint now) {
    counts_ = false;
    stop_by_ = search_ && search_->stop_sent ? after(now, settings_.stop_timeout_ms) : std::nullopt;
    if (search_) await_move(now);
    await_ready(now);
    unasked_bytes_ = 0;
}

// The `go` for a new process that continues the search.
std::string Supervisor::resumed(TimePoint now) const {
    if (search_->pondering) return search_->line;
    return protocol::format_resumed_go(search_->line, search_->go, white_to_move(),
                                       duration_cast<milliseconds>(now - search_->begun));
}

} // namespace polyglot::session
