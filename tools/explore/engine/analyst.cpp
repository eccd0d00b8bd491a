#include "tools/explore/engine/analyst.hpp"

#include "adapter/protocol/uci/uci.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/uci_move.hpp"
#include "core/chess/variants/notation.hpp"
#include "core/text/text.hpp"
#include "tools/common/json.hpp"
#include "tools/engines/variant_choice.hpp"

#include <algorithm>
#include <utility>

namespace polyglot::tools {
namespace {

namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;

} // namespace

Analyst::Analyst(asio::io_context& context, config::Settings settings, AnalystTimes times)
    : context_(context),
      settings_(std::move(settings)),
      times_(times),
      lease_timer_(context),
      patience_timer_(context),
      check_timer_(context) {}

Analyst::~Analyst() = default;

// --- What the page says ---

bool Analyst::analyse(AnalysisWish wish) {
    if (is_ending_) return false;
    if (has_lease() && wish.tab != owner_ && !wish.takes_over) return false;
    owner_ = wish.tab;
    renew_lease();
    const bool is_other = !wish_ || !(wish_->position == wish.position);
    if (wish.again || (is_other && was_started_)) {
        if (!error_.empty()) changed();
        error_.clear();
        failures_ = 0;
    }
    if (is_other) changed();
    wish_ = std::move(wish);
    if (!error_.empty()) return true;
    switch (state_) {
    case State::Off: start(); break;
    case State::Idle: go_on(); break;
    case State::Searching:
        if (!is_searched(*wish_) || next_check()) halt();
        break;
    case State::Checking:
        if (!is_searched(*wish_)) halt();
        break;
    case State::Starting:
    case State::Preparing:
    case State::Stopping:
    case State::Leaving: break; // the next step reads the wish
    }
    return true;
}

void Analyst::stop(std::string_view tab) {
    if (has_lease() && tab != owner_) return;
    lease_end_.reset();
    on_lease_end();
}

bool Analyst::is_searched(const AnalysisWish& wish) const {
    return analysis_ && analysis_->position() == wish.position && searched_lines_ == wish.lines;
}

std::string Analyst::name() const {
    return settings_.engine_argv.empty() ? settings_.engine_command : settings_.engine_argv.front();
}

bool Analyst::has_lease() const {
    return lease_end_ && Clock::now() < *lease_end_;
}

// The timer is not moved with each question: when it expires, it is set again for what remains.
void Analyst::renew_lease() {
    const bool is_armed = lease_end_.has_value();
    lease_end_ = Clock::now() + times_.lease;
    if (!is_armed) arm(lease_timer_, times_.lease, [this] { on_lease_end(); });
}

void Analyst::on_lease_end() {
    if (has_lease()) {
        const auto left = std::chrono::duration_cast<Duration>(*lease_end_ - Clock::now());
        return arm(lease_timer_, left + Duration(1), [this] { on_lease_end(); });
    }
    lease_end_.reset();
    if (wish_) changed();
    wish_.reset();
    if (state_ == State::Searching || state_ == State::Checking) halt();
    if (state_ == State::Off || is_ending_) return;
    arm(lease_timer_, times_.keep, [this] {
        if (!wish_) leave();
    });
}

// --- What the engine says ---

void Analyst::on_line(std::string_view line) {
    using protocol::UciReply;
    const protocol::UciEngineLine read = protocol::parse_uci_engine_line(line);
    switch (read.reply) {
    case UciReply::Id: {
        std::string_view rest = read.arguments;
        if (text::next_word(rest) == "name") engine_name_ = text::trim(rest);
        break;
    }
    case UciReply::Option: options_->on_declared(line); break;
    case UciReply::UciOk:
        if (state_ == State::Starting) on_started();
        break;
    case UciReply::ReadyOk:
        if (state_ == State::Preparing) search();
        break;
    case UciReply::Info:
        if (state_ == State::Searching) analysis_->on_info(read.arguments);
        if (state_ == State::Checking) analysis_->on_info_of(*checked_, read.arguments);
        if (state_ == State::Searching || state_ == State::Checking) changed();
        if (state_ == State::Searching && next_check()) halt();
        break;
    case UciReply::BestMove: on_best_move(); break;
    default: break;
    }
}

void Analyst::on_started() {
    was_started_ = true;
    state_ = State::Idle;
    changed();
    go_on();
}

void Analyst::on_best_move() {
    if (state_ != State::Searching && state_ != State::Checking && state_ != State::Stopping)
        return;
    // A mate was found, or the engine knows no greater depth.
    if (state_ == State::Searching) has_finished_ = true;
    disarm(patience_timer_);
    disarm(check_timer_);
    if (checked_ && !analysis_->without_value({*checked_}).empty()) without_.push_back(*checked_);
    checked_.reset();
    state_ = State::Idle;
    changed();
    go_on();
}

void Analyst::on_end(session::ExitCode /*status*/, const std::string& message) {
    const State before = std::exchange(state_, State::Off);
    disarm(patience_timer_);
    disarm(check_timer_);
    if (is_ending_) return;
    if (before != State::Leaving)
        return restart_or_fail(message.empty() ? "the engine has ended by itself" : message);
    if (wish_ && error_.empty()) start();
}

void Analyst::on_overdue() {
    client_.reset();
    state_ = State::Off;
    disarm(check_timer_);
    restart_or_fail("the engine has not answered and was ended");
}

// --- What is done with it ---

void Analyst::restart_or_fail(const std::string& message) {
    changed();
    analysis_.reset();
    if (!was_started_ || ++failures_ > 1) return fail(message);
    if (wish_) start();
}

void Analyst::fail(const std::string& message) {
    error_ = message;
    changed();
}

void Analyst::start() {
    options_.emplace(no_lines_);
    chess960_ = false;
    variant_ = nullptr;
    state_ = State::Starting;
    analysis_.reset();
    if (!client_)
        client_ = std::make_unique<EngineClient>(
            context_, settings_,
            EngineClient::Events{
                .on_line = [this](std::string_view line) { on_line(line); },
                .on_end = [this](session::ExitCode status,
                                 const std::string& message) { on_end(status, message); }});
    changed();
    client_->start();
}

void Analyst::leave() {
    if (state_ == State::Off || state_ == State::Leaving) return;
    state_ = State::Leaving;
    disarm(patience_timer_);
    disarm(check_timer_);
    changed();
    client_->quit();
}

void Analyst::end() {
    is_ending_ = true;
    wish_.reset();
    lease_timer_.cancel();
    leave();
}

// Is called when the engine waits.
void Analyst::go_on() {
    if (!wish_ || !error_.empty() || !wish_->position.has_moves()) return;
    if (!is_searched(*wish_)) return prepare();
    if (const auto move = next_check()) return check(*move);
    if (has_finished_) return;
    analysis_->on_search_again();
    search();
}

// A depth must be known, because the move is searched as deep as the best line.
std::optional<EpdMove> Analyst::next_check() const {
    if (!wish_ || !analysis_ || !(may_check_ || has_finished_) || analysis_->depth() == 0)
        return std::nullopt;
    if (!client_->takes_search_moves()) return std::nullopt;
    for (const EpdMove& move : analysis_->without_value(wish_->check))
        if (std::ranges::find(without_, move) == without_.end()) return move;
    return std::nullopt;
}

void Analyst::prepare() {
    if (!set_variant()) return;
    analysis_.emplace(wish_->position);
    searched_lines_ = wish_->lines;
    may_check_ = has_finished_ = false;
    without_.clear();
    const bool chess960 = options_->has("UCI_Chess960") &&
                          (settings_.chess960 || wish_->position.task.castles_as_in_chess960());
    if (std::exchange(chess960_, chess960) != chess960)
        client_->send(protocol::format_setoption("UCI_Chess960", chess960 ? "true" : "false"));
    if (options_->has("MultiPV"))
        client_->send(protocol::format_setoption("MultiPV", std::to_string(searched_lines_)));
    client_->send("isready");
    state_ = State::Preparing;
    changed();
    arm(patience_timer_, times_.patience, [this] { on_overdue(); });
}

bool Analyst::set_variant() {
    const chess::Variant* const variant =
        wish_->position.task.of_variant ? &wish_->position.task.of_variant->variant() : nullptr;
    if (variant == variant_) return true;
    const auto name = choose_variant(*options_, variant);
    if (!name) {
        fail("the engine does not announce the variant " +
             std::string(variant == nullptr ? "chess" : variant->uci));
        return false;
    }
    client_->send(protocol::format_setoption("UCI_Variant", *name));
    variant_ = variant;
    return true;
}

void Analyst::send_position() {
    const auto castling = chess960_ ? chess::FenCastling::Shredder : chess::FenCastling::Standard;
    client_->send("position fen " + analysis_->position().task.fen(castling));
}

// The wish may have changed while the engine prepared itself.
void Analyst::search() {
    disarm(patience_timer_);
    state_ = State::Idle;
    if (!wish_) return changed();
    if (!is_searched(*wish_)) return prepare();
    send_position();
    client_->send("go infinite");
    state_ = State::Searching;
    changed();
    if (may_check_) return;
    arm(check_timer_, times_.before_checks, [this] {
        may_check_ = true;
        if (next_check()) halt();
    });
}

void Analyst::check(const EpdMove& move) {
    const auto castling =
        chess960_ ? chess::CastlingStyle::KingTakesRook : chess::CastlingStyle::KingTwoSquares;
    checked_ = move;
    send_position();
    client_->send("go depth " + std::to_string(std::max(analysis_->depth(), 1)) + " movetime " +
                  std::to_string(times_.check.count()) + " searchmoves " +
                  (move.of_variant ? chess::format_variant_uci(*move.of_variant, castling)
                                   : chess::format_uci_move(move.of_chess, castling)));
    state_ = State::Checking;
    changed();
    arm(patience_timer_, times_.check + times_.patience, [this] { on_overdue(); });
}

void Analyst::halt() {
    if (state_ != State::Searching && state_ != State::Checking) return;
    client_->send("stop");
    state_ = State::Stopping;
    arm(patience_timer_, times_.patience, [this] { on_overdue(); });
}

void Analyst::arm(asio::steady_timer& timer, Duration time, std::function<void()> then) {
    timer.expires_after(time);
    // The handler may be queued already when the timer is disarmed or armed again.
    timer.async_wait(
        [&timer, when = timer.expiry(), then = std::move(then)](boost::system::error_code error) {
            if (!error && timer.expiry() == when) then();
        });
}

void Analyst::disarm(asio::steady_timer& timer) {
    timer.expires_at(asio::steady_timer::time_point::max());
}

// --- What the page sees ---

const char* Analyst::state_name() const {
    if (!error_.empty()) return "failed";
    if (wish_ && !wish_->position.has_moves()) return "over";
    switch (state_) {
    case State::Off:
    case State::Leaving: return "off";
    case State::Starting: return "starting";
    case State::Idle: return has_finished_ && wish_ ? "finished" : "stopped";
    case State::Checking: return "checking";
    case State::Preparing:
    case State::Searching: return "searching";
    case State::Stopping: return wish_ ? "searching" : "stopped";
    }
    return "off";
}

boost::json::object Analyst::answer(std::uint64_t known) const {
    boost::json::object answer{{"revision", revision_}};
    if (known == revision_) return answer;
    answer["state"] = state_name();
    answer["name"] = json_of(engine_name_);
    if (!error_.empty()) answer["error"] = json_of(error_);
    if (options_ && was_started_) {
        answer["multipv"] = options_->has("MultiPV");
        answer["checks"] = client_ && client_->takes_search_moves();
    }
    const bool is_wished = !wish_ || (analysis_ && analysis_->position() == wish_->position);
    if (analysis_ && is_wished) analysis_->describe(answer);
    return answer;
}

} // namespace polyglot::tools
