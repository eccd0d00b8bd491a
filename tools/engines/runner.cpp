#include "tools/engines/runner.hpp"

#include "adapter/protocol/uci/uci.hpp"
#include "adapter/session/shared/engine_options.hpp"
#include "adapter/session/xboard_gui/options.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/text.hpp"
#include "tools/engines/engine_client.hpp"
#include "tools/engines/variant_choice.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

namespace polyglot::tools {

namespace asio = boost::asio;

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds most_delay{1}; // of a timer on a busy machine

} // namespace

// Runs one engine on its current position.
class EpdRunner::Worker {
  public:
    Worker(asio::io_context& context, EpdRunner& run)
        : run_(run),
          timer_(context),
          client_(context, run.engines_.settings,
                  {.on_line = [this](std::string_view line) { on_line(line); },
                   .on_end = [this](session::ExitCode,
                                    const std::string& message) { on_end(message); }}) {}

    void start() {
        if (take_task()) start_engine();
    }
    void wake() {
        if (state_ == State::Gone) return start();
        if (state_ != State::Idle) return;
        if (take_task())
            prepare();
        else if (!run_.tasks_.may_have_more())
            leave();
    }
    bool is_gone() const { return state_ == State::Gone; }
    void leave() {
        if (is_gone()) return;
        search_.reset();
        deadline_.reset();
        again_ = false;
        stop_engine();
    }

  private:
    // Names the state of the engine. Preparing: `readyok` for the current position is pending.
    // Idle: the engine waits for a position.
    enum class State { Gone, Starting, Preparing, Searching, Idle, Leaving };

    bool take_task() {
        task_ = run_.cancelled_ ? nullptr : run_.tasks_.next();
        return task_ != nullptr;
    }
    const EpdTask& task() const { return *task_; }

    void on_line(std::string_view line) {
        const protocol::UciEngineLine read = protocol::parse_uci_engine_line(line);
        if (read.reply == protocol::UciReply::Id) {
            std::string_view rest = read.arguments;
            if (text::next_word(rest) == "name" && !std::exchange(run_.named_, true))
                run_.events_.on_engine(std::string(text::trim(rest)));
        } else if (read.reply == protocol::UciReply::Option) {
            options_->on_declared(line);
        } else if (read.reply == protocol::UciReply::UciOk && state_ == State::Starting) {
            set_up();
            if (state_ == State::Starting) prepare();
        } else if (read.reply == protocol::UciReply::ReadyOk && state_ == State::Preparing) {
            go();
        } else if (read.reply == protocol::UciReply::Info && state_ == State::Searching) {
            if (search_->on_info(read.arguments, Clock::now())) client_.send("stop");
            wait_until(search_->deadline());
        } else if (read.reply == protocol::UciReply::BestMove && state_ == State::Searching) {
            finish(
                search_->on_bestmove(protocol::parse_bestmove(read.arguments).move, Clock::now()));
            go_on();
        }
    }

    void go_on() {
        if (take_task())
            prepare();
        else if (run_.tasks_.may_have_more() && !run_.cancelled_)
            state_ = State::Idle;
        else
            leave();
    }

    void set_up() {
        const EpdEngines& wanted = run_.engines_;
        if (wanted.variant && !set_variant(*wanted.variant)) return;
        if (wanted.hash_mb)
            set("Hash", *wanted.hash_mb,
                session::resolve_option("Hash=" + std::to_string(*wanted.hash_mb), *options_,
                                        wanted.settings));
        if (wanted.threads)
            set("Threads", *wanted.threads,
                session::resolve_cores(std::to_string(*wanted.threads), *options_));
    }
    // Returns false if the engine does not announce the variant, which ends the run.
    bool set_variant(const chess::Variant& variant) {
        const auto choice = choose_variant(*options_, &variant);
        if (choice)
            client_.send(protocol::format_setoption("UCI_Variant", *choice));
        else
            run_.fail_variant("the engine does not announce the variant " +
                              std::string(variant.uci));
        return choice.has_value();
    }
    void set(const std::string& what, int value, const session::OptionChange& change) {
        using Kind = session::OptionChange::Kind;
        if (change.kind == Kind::Refused) return run_.warn("the engine has no option " + what);
        if (change.kind != Kind::Engine) return; // the engine has the value already
        if (change.value != std::to_string(value))
            run_.warn("the engine's " + change.name + " is " + change.value);
        client_.send(protocol::format_setoption(change.name, change.value));
    }

    // ucinewgame makes an engine's result independent of its previous positions.
    void prepare() {
        state_ = State::Preparing;
        const bool chess960 = options_->has("UCI_Chess960") &&
                              (run_.engines_.settings.chess960 || task().castles_as_in_chess960());
        if (std::exchange(chess960_, chess960) != chess960)
            client_.send(protocol::format_setoption("UCI_Chess960", chess960 ? "true" : "false"));
        client_.send("ucinewgame");
        client_.send("isready");
        wait_until(Clock::now() + run_.limits_.hang_time);
    }

    void go() {
        failed_starts_ = 0;
        // The engine would search all moves.
        if (!task().allowed.empty() && !client_.takes_search_moves()) {
            finish(EpdOutcome::without_search_moves());
            return go_on();
        }
        state_ = State::Searching;
        const auto castling =
            chess960_ ? chess::FenCastling::Shredder : chess::FenCastling::Standard;
        client_.send("position fen " + task().fen(castling));
        client_.send(run_.limits_.go() + allowed_moves());
        search_.emplace(task(), run_.limits_, Clock::now());
        wait_until(search_->deadline());
    }

    std::string allowed_moves() const {
        std::string words = task().allowed.empty() ? "" : " searchmoves";
        const auto castling =
            chess960_ ? chess::CastlingStyle::KingTakesRook : chess::CastlingStyle::KingTwoSquares;
        for (const EpdMove& move : task().allowed)
            words += ' ' + task().uci(move, castling);
        return words;
    }

    void finish(EpdOutcome outcome) {
        search_.reset();
        deadline_.reset();
        if (!run_.cancelled_) run_.events_.on_outcome(*task_, std::move(outcome));
    }

    void on_end(const std::string& message) {
        deadline_.reset();
        switch (std::exchange(state_, State::Gone)) {
        case State::Gone: break;
        case State::Leaving:
            if (again_ || take_task()) start_engine();
            break;
        case State::Idle: break; // the next position starts it again
        case State::Searching:
            finish(search_->on_failure(EpdVerdict::Crashed, message));
            if (take_task()) start_engine();
            break;
        case State::Starting:
        case State::Preparing: // the engine had no task yet: the position waits for the next start
            if (++failed_starts_ == run_.engines_.tries)
                run_.fail(message);
            else
                start_engine();
            break;
        }
        if (is_gone()) run_.on_gone();
    }

    void start_engine() {
        again_ = false;
        options_.emplace(no_lines_);
        chess960_ = false;
        state_ = State::Starting;
        client_.start();
    }

    // A deadline that moves with every line does not move the timer; when the timer expires, it is
    // set again for the remaining time.
    void wait_until(session::TimePoint deadline) {
        deadline_ = deadline;
        if (armed_ && *armed_ <= deadline) return;
        armed_ = deadline;
        timer_.expires_at(deadline);
        timer_.async_wait([this](boost::system::error_code error) {
            if (error) return;
            armed_.reset();
            if (!deadline_) return;
            const auto now = Clock::now();
            if (now < *deadline_)
                wait_until(*deadline_);
            else if (now - *deadline_ >
                     most_delay) // we were late, and so was our reading of the engine's answer
                wait_until(now + most_delay);
            else
                on_deadline();
        });
    }

    void on_deadline() {
        deadline_.reset();
        if (state_ == State::Preparing) {
            again_ = ++failed_starts_ < run_.engines_.tries;
            stop_engine();
            if (!again_) run_.fail("the engine does not say readyok");
        } else if (search_->on_deadline(Clock::now()) == EpdSearch::Late::Stop) {
            client_.send("stop");
            wait_until(search_->deadline());
        } else {
            finish(search_->on_failure(EpdVerdict::Hung, "no bestmove after stop"));
            again_ = take_task();
            stop_engine();
        }
    }

    void stop_engine() {
        if (std::exchange(state_, State::Leaving) != State::Leaving) client_.quit();
    }

    EpdRunner& run_;
    asio::steady_timer timer_;
    std::optional<session::TimePoint> deadline_;    // while preparing and searching
    std::optional<session::TimePoint> armed_;       // when the timer is due
    const session::EngineOptions::Wanted no_lines_; // the session handles those of [Engine]
    std::optional<session::EngineOptions> options_; // since this start
    bool chess960_ = false;                         // the mode that was set
    State state_ = State::Gone;
    const EpdTask* task_ = nullptr;
    bool again_ = false; // while leaving: another start follows
    int failed_starts_ = 0;
    std::optional<EpdSearch> search_;
    EngineClient client_; // last, so that it is destroyed first, together with all callbacks
};

EpdRunner::EpdRunner(asio::io_context& context, const EpdEngines& engines, EpdTasks& tasks,
                     const SearchLimits& limits, Events events)
    : engines_(engines),
      tasks_(tasks),
      limits_(limits),
      events_(std::move(events)),
      context_(context) {
    for (int i = 0; i < engines.count; ++i)
        workers_.push_back(std::make_unique<Worker>(context, *this));
}

EpdRunner::~EpdRunner() = default;

void EpdRunner::start() {
    for (const auto& worker : workers_)
        worker->start();
    end_soon(); // there was no position
}

void EpdRunner::wake() {
    for (const auto& worker : workers_)
        worker->wake();
    end_soon(); // unless an engine runs
}

void EpdRunner::cancel() {
    cancelled_ = true;
    for (const auto& worker : workers_)
        worker->leave();
    end_soon();
}

void EpdRunner::on_gone() {
    if (has_ended()) end();
}

bool EpdRunner::has_ended() const {
    return (cancelled_ || !tasks_.may_have_more()) &&
           std::ranges::all_of(workers_, [](const auto& worker) { return worker->is_gone(); });
}

void EpdRunner::end() {
    if (!std::exchange(ended_, true)) events_.on_end();
}

// Is called if no engine runs whose end would be awaited.
void EpdRunner::end_soon() {
    if (has_ended()) asio::post(context_, [this] { end(); });
}

void EpdRunner::warn(const std::string& message) {
    if (std::ranges::find(warnings_, message) != warnings_.end()) return;
    warnings_.push_back(message);
    events_.on_warning(message);
}

void EpdRunner::fail_variant(const std::string& message) {
    lacks_variant_ = !cancelled_;
    fail(message);
}

void EpdRunner::fail(const std::string& message) {
    if (cancelled_) return; // another worker has reported it
    failure_ = message;
    cancel();
}

} // namespace polyglot::tools
