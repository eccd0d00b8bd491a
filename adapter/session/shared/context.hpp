// What the session and its sides share: both wires, the log, and the settings.
#pragma once
#include "adapter/session/books/learner.hpp"
#include "adapter/session/books/program_books.hpp"
#include "adapter/session/books/results_wait.hpp"
#include "adapter/session/shared/engine_translator.hpp"
#include "adapter/session/shared/events.hpp"
#include "adapter/session/shared/session_control.hpp"
#include "adapter/session/shared/session_parts.hpp"
#include "config/blocked_commands.hpp"
#include "config/schema.hpp"
#include "core/result.hpp"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::session {

// Every line to the GUI or the engine passes through here and is logged. now() and out() belong to
// the current event. A class that changes the book, the engine's options or the supervision is
// given that part in its constructor.
class SessionContext final : public LearnerContext, public ProgramContext {
  public:
    SessionContext(SessionParts& parts, Environment environment, SessionControl& session);
    SessionContext(const SessionContext&) = delete;
    SessionContext& operator=(const SessionContext&) = delete;

    const config::Settings& settings() const { return parts_.settings; } // in force
    const config::BlockedCommands& blocked_commands() const { return blocked_commands_; }
    Log& log() { return log_; }

    bool engine_is_ready() const { return session_.engine_is_ready(); }
    bool is_leaving() const { return session_.is_leaving(); }
    const EngineOptions& engine_options() const { return parts_.engine_options; }
    void on_engine_option(std::string_view name, std::string_view value) {
        parts_.engine_options.on_set(name, value);
    }
    void on_variant_refused(std::string_view value) {
        parts_.engine_options.on_variant_refused(value);
    }
    // Returns the search for which the engine owes a bestmove; null if there is none.
    const RunningSearch* running_search() const { return parts_.supervisor.search(); }
    // Returns true if no search may begin yet, because the engine may still say something about the
    // last one.
    bool engine_is_settling() const { return parts_.supervisor.is_settling(); }
    bool engine_may_run_something_else() const {
        return parts_.supervisor.may_run_something_else();
    }
    void set_opponent(std::string name);
    // translator stands between the session's UCI and the wire of an engine that speaks xboard;
    // null for UCI.
    void set_translator(EngineTranslator* translator) {
        translator_ = translator;
        parts_.supervisor.set_repeats(translator == nullptr);
    }
    bool engine_speaks_xboard() const { return translator_ != nullptr; }
    std::string engine_option_kind(std::string_view name) const {
        return translator_ == nullptr ? std::string() : translator_->option_kind(name);
    }
    bool engine_takes_draw_offers() const {
        return translator_ != nullptr && translator_->takes_draw_offers();
    }
    bool engine_can_be_warmed() const {
        return translator_ == nullptr || translator_->can_be_warmed();
    }

    void request_quit() { session_.request_quit(); }
    void warn(std::string text) override { session_.warn(std::move(text)); }
    void warn_once(const std::string& text); // once in the session
    bool quit_is_requested() const { return session_.quit_is_requested(); }

    void begin_event(TimePoint now, Actions& out) {
        now_ = now;
        out_ = &out;
        log_.at(now);
    }
    TimePoint now() const override { return now_; }
    Actions& out() { return *out_; }

    void to_gui(std::string_view line) { append(out_->to_gui, Channel::ToGui, line); }
    void lines_to_gui(std::string_view lines) { // each ends in '\n'
        out_->to_gui += lines;
        while (log_.enabled() && !lines.empty()) {
            const std::size_t end = lines.find('\n');
            log_.write(Channel::ToGui, lines.substr(0, end));
            lines.remove_prefix(end + 1);
        }
    }
    // These send UCI, also to an xboard engine, which gets a translation. The line itself is sent
    // unchanged; its parsed content goes along with it.
    void to_engine(std::string_view line, protocol::UciCommand command); // any command but `go`
    void to_engine(std::string_view line) {
        to_engine(line, protocol::parse_uci_gui_line(line).command);
    }
    // Sends isready; GuiSide::on_ready() or the session takes the answer.
    void ask_ready(Supervisor::Asker asker);
    // Stops the search that runs, at the earliest when it has lasted this long (rule 2 of
    // Supervisor).
    void stop_search(std::chrono::milliseconds least_search = std::chrono::milliseconds(0));
    void abandon_search() { parts_.supervisor.abandon_search(); }
    void go(std::string_view line, const protocol::Go& go);
    // Sends ponderhit for the running search. Its limits now are for an xboard engine, since UCI
    // has them only in `go ponder`.
    void ponderhit(const protocol::Go& limits);
    void position(const protocol::UciPosition& position); // ours
    void set_option(std::string_view line, const protocol::SetOption& set);
    void set_option(const protocol::SetOption& set); // ours
    // Sends an xboard command that has no equivalent in UCI. Returns false if the engine speaks
    // UCI, or has no use for the command now.
    bool to_xboard_engine(std::string_view line);
    // Sends the line unchanged.
    void to_wire(std::string_view line) { append(out_->to_engine, Channel::ToEngine, line); }
    // Sends the engine quit unless it is gone, and starts another process;
    // Session::on_engine_started() follows.
    void restart_engine(bool is_gone = false) {
        if (!is_gone) to_wire("quit");
        outcome("restart engine");
        out_->add(Actions::RestartEngine{});
    }
    void interrupt_engine() {
        interrupted_at_ = now_;
        outcome("interrupt engine");
        out_->add_signal(Actions::Signal::Interrupt);
    }
    // Returns when the process was last interrupted; nullopt if it was not. To be called when it
    // has ended.
    std::optional<TimePoint> take_interrupt_time() {
        return std::exchange(interrupted_at_, std::nullopt);
    }
    // log-stat counts these notes.
    void note_failure(std::string_view text) { note("engine failure: " + std::string(text)); }
    void note(std::string_view text) override { log_.write(Channel::Note, text); }
    void outcome(std::string_view text) override { log_.write(Channel::Outcome, text); }

    // Sets an option of the adapter; set_option() sets one of the engine.
    Result<void> set_by_gui(const config::Option& option, std::string_view value);
    // Loads the settings saved for this engine, once its name is known.
    void recall_settings();
    // Opens, changes or closes the books and the store of results according to the settings.
    void apply_book_settings();
    // Asks the books that are programs, if they come before the first book with a move, and the
    // server for its results. Returns true if the move is to wait: GuiSide::on_programs_changed()
    // follows.
    bool awaits_programs(const BookQuestion& question);
    // Returns when results that are waited for are to be looked for again.
    std::optional<TimePoint> results_deadline() const { return results_wait_.due(); }
    void on_results_deadline() { results_wait_.on_due(); }
    void start_program(int number, const std::string& command) override;
    void to_program(int number, std::string_view line) override;
    void stop_program(int number) override;
    // Reopens books that have changed on disk, and tries again to write waiting results.
    void on_new_game();
    std::vector<book::LearntMove> held_moves(const BookGame& game,
                                             chess::Color color) const override {
        return parts_.book.held_moves(game, color);
    }

  private:
    void send(std::string_view line);
    std::chrono::milliseconds lag_of(const protocol::Go& go) const; // EngineLag
    void send_go(std::string_view line, const protocol::Go& go);
    // Call this before a GUI can name a book.
    void remember_own_book() { own_book_ = {settings().book_file, settings().book_read_only}; }
    void tell(BookNews news);
    void append(std::string& wire, Channel channel, std::string_view line) {
        log_.write(channel, line);
        wire += line;
        wire += '\n';
    }

    bool awaits_results(const BookQuestion& question);

    struct OwnBook {
        std::string file;
        bool read_only = false;
    };
    // The move that waits for programs. One that is started again meanwhile has what is left of the
    // time.
    struct ProgramWait {
        std::string place;
        TimePoint since;
    };
    SessionParts& parts_;
    Log& log_;
    const config::BlockedCommands blocked_commands_;
    const SettingsRecaller recaller_;
    SessionControl& session_;
    EngineTranslator* translator_ = nullptr;
    OwnBook own_book_;
    std::optional<ProgramWait> program_wait_;
    ResultsWait results_wait_;
    TimePoint now_{};
    std::optional<TimePoint> interrupted_at_;
    std::set<std::string> warned_; // warn_once()
    Actions* out_ = nullptr;
};

} // namespace polyglot::session
