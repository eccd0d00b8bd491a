#include "adapter/session/xboard_engine/connection.hpp"

#include "adapter/protocol/xboard/thinking.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <utility>

namespace polyglot::session {

using protocol::XboardEngineLine;
using protocol::XboardReply;
using std::chrono::milliseconds;

namespace {

constexpr milliseconds pong_grace{10'000};
constexpr milliseconds first_question{1'000}; // the time that a UCI engine gets for its readyok
constexpr std::chrono::seconds confirm_grace{10};
constexpr milliseconds first_nudge{100};
// A stopped engine without ping may still write for this long.
constexpr milliseconds settle_time{300};

bool ends_work(XboardReply reply) {
    return reply == XboardReply::Move || reply == XboardReply::Result ||
           reply == XboardReply::Resign;
}

// Returns true for lines that end a search or answer a line of ours: the engine has read its input
// up to there, and may have begun to think since.
bool shows_reading(XboardReply reply) {
    return ends_work(reply) || reply == XboardReply::Pong || reply == XboardReply::IllegalMove ||
           reply == XboardReply::Error;
}

// Returns true for an objection to the word.
bool objects_to(const XboardEngineLine& parsed, std::string_view word) {
    return (parsed.reply == XboardReply::IllegalMove || parsed.reply == XboardReply::Error) &&
           parsed.arguments.find(word) != std::string_view::npos;
}

} // namespace

void Connection::interrupt(Answer answer) {
    if (!interrupts_.awaits_answer()) ping_before_command_ = last_ping_;
    if (!has_started()) {
        noted_interrupt_ = answer;
    } else if (interrupts_.on_command(announced_sigint(), answer, now())) {
        noted_interrupt_.reset();
        process_.interrupt();
    }
}

// Returns true if the engine cannot have sent the line before it read the interrupted command.
bool Connection::answers_command(const XboardEngineLine& parsed) const {
    if (parsed.reply == XboardReply::Pong)
        return text::parse_int<int>(parsed.arguments).value_or(0) > ping_before_command_;
    return objects_to(parsed, "?") && parsed.arguments.ends_with('?');
}

void Connection::on_reaction(const XboardEngineLine& parsed, std::string_view line) {
    hears_us_ = true;
    if (parsed.reply == XboardReply::Feature) return; // a further line may announce sigint=0
    const bool reads = shows_reading(parsed.reply);
    // An engine that answers a line after `protover`, or thinks, will announce no features.
    if ((reads && !objects_to(parsed, "uci")) ||
        (!has_known_features_ && protocol::parse_xboard_thinking(line)))
        has_known_features_ = true;
    if (objects_to(parsed, "analyze")) { // it was idle when it read what followed
        interrupts_.forget_command();
        noted_interrupt_.reset();
    } else if (answers_command(parsed)) {
        interrupts_.on_answer();
        noted_interrupt_.reset();
    } else if (ends_work(parsed.reply)) {
        interrupts_.on_work_ended(now());
        if (parsed.reply == XboardReply::Move) noted_interrupt_.reset();
    }
    if (!noted_interrupt_ || !has_started()) return;
    if (!reads)
        interrupt(*std::exchange(noted_interrupt_, std::nullopt));
    else if (!send_noted_at_)
        send_noted_at_ = now() + Interrupts::prompt;
}

std::optional<EngineReply> Connection::take_reply() {
    if (replies_.empty()) return std::nullopt;
    EngineReply reply = std::move(replies_.front());
    replies_.pop_front();
    return reply;
}

int Connection::ping() {
    send("ping " + std::to_string(++last_ping_));
    return last_ping_;
}

void Connection::promise_readyok() {
    owed_readyoks_.push_back(ping());
    readyok_by_ = now() + pong_grace;
    ask_again_after_ = first_question;
    ask_again_at_ = now() + first_question;
}

bool Connection::on_pong(int number) {
    while (!owed_readyoks_.empty() && owed_readyoks_.front() <= number) {
        owed_readyoks_.pop_front();
        say_readyok();
    }
    if (!wait_ || !wait_->pong || *wait_->pong > number) return false;
    wait_.reset();
    return true;
}

void Connection::wait_until_quiet(milliseconds grace) {
    if (features_.ping)
        wait_ = Wait{For::Quiet, ping(), now() + grace, first_nudge, now() + first_nudge};
    else
        wait_ = Wait{For::Quiet, {}, now() + settle_time};
}

bool Connection::wait_for_position() {
    if (!features_.ping) return false;
    wait_ =
        Wait{For::Position, ping(), now() + confirm_grace, first_question, now() + first_question};
    return true;
}

// Pings the engine again, because a pong may be lost (ask_again_if_due()), and because Phalanx
// polls for input with select() and reads with a buffer: of several lines that come together while
// it searches, it sees the first, and each further one only when more input comes. A second `exit`
// would end Phalanx.
void Connection::nudge() {
    ping();
    wait_->nudge_after *= 2;
    wait_->nudge_at += wait_->nudge_after;
}

std::optional<TimePoint> Connection::deadline(bool may_ask) const {
    std::optional<TimePoint> due;
    if (wait_) due = std::min(wait_->until, wait_->nudge_at);
    if (!owed_readyoks_.empty()) {
        const TimePoint next = may_ask ? std::min(readyok_by_, ask_again_at_) : readyok_by_;
        due = due ? std::min(*due, next) : next;
    }
    for (const auto signal : {interrupts_.deadline(), noted_due()})
        if (signal) due = due ? std::min(*due, *signal) : signal;
    return due;
}

std::optional<TimePoint> Connection::noted_due() const {
    if (!noted_interrupt_) return std::nullopt;
    return send_noted_at_ ? send_noted_at_ : starts_until_;
}

Connection::Due Connection::on_timeout() {
    if (const auto due = noted_due(); due && now() >= *due)
        interrupt(*std::exchange(noted_interrupt_, std::nullopt));
    if (interrupts_.take_due(now())) {
        note("the engine does not react to the last command: it is interrupted");
        process_.interrupt();
    }
    if (wait_ && now() >= wait_->until) {
        if (wait_->pong) return Due::NoPong;
        wait_.reset();
        return Due::WaitOver;
    }
    if (wait_ && now() >= wait_->nudge_at) nudge();
    return Due::Nothing;
}

// A pong can be lost: two threads of the engine print into one line (WyldChess), or the ping came
// at the end of a search. The answer to a later ping answers the earlier ones.
void Connection::ask_again_if_due() {
    if (owed_readyoks_.empty() || now() < ask_again_at_) return;
    ping();
    ask_again_after_ *= 2;
    ask_again_at_ = now() + ask_again_after_;
}

void Connection::say_overdue_readyoks() {
    for (; !owed_readyoks_.empty() && now() >= readyok_by_; owed_readyoks_.pop_front())
        say_readyok(); // a pong was lost
}

void Connection::forget_process() {
    wait_.reset();
    noted_interrupt_.reset();
    interrupts_.forget_command();
    for (; !owed_readyoks_.empty(); owed_readyoks_.pop_front())
        say_readyok();
}

void Connection::on_new_process() {
    last_features_ = std::exchange(features_, {});
    has_known_features_ = hears_us_ = false;
    may_start_until_.reset();
    starts_until_.reset();
    noted_interrupt_.reset();
    send_noted_at_.reset();
    interrupts_.on_new_process();
}

} // namespace polyglot::session
