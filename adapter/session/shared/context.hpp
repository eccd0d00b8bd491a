// What the session and its front work with together: both wires, the log, the book, and what is known of the engine.
#pragma once
#include "adapter/session/books/book_player.hpp"
#include "adapter/session/books/learner.hpp"
#include "adapter/session/books/opening.hpp"
#include "adapter/session/books/write_schedule.hpp"
#include "adapter/session/shared/engine_options.hpp"
#include "adapter/session/shared/engine_translator.hpp"
#include "adapter/session/shared/events.hpp"
#include "adapter/session/shared/session_control.hpp"
#include "adapter/session/shared/supervisor.hpp"
#include "config/blocked_commands.hpp"
#include "config/schema.hpp"
#include "config/settings.hpp"
#include "core/random.hpp"
#include "core/result.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::session {

// What reaches the session from outside, beside the events.
struct Environment {
    BookOpener open_book;
    Random& random;
    Log& log;
    SettingsRecaller recall_settings = nullptr;  // asked once, when the engine has said its name; may be empty
    LearnStoreOpener open_learn_store = nullptr; // empty: nothing is learnt
    BookStamper stamp_book = nullptr;            // empty: books stay as they were opened
};

// Every line goes out through here, with its log line. now() and out() are those of the event in hand.
class SessionContext {
    config::Settings settings_;

  public:
    SessionContext(config::Settings initial, Environment environment, SessionControl& session);
    SessionContext(const SessionContext&) = delete;
    SessionContext& operator=(const SessionContext&) = delete;

    const config::Settings& settings; // in force
    Log& log;
    Learner learner;
    BookPlayer book;
    EngineOptions engine_options;
    const config::BlockedCommands blocked_commands;
    Supervisor supervisor;

    bool engine_is_ready() const { return session_.engine_is_ready(); }
    bool is_leaving() const { return session_.is_leaving(); }
    // An engine that speaks xboard has a translator between the session's UCI and its wire; null: it speaks UCI.
    void set_translator(EngineTranslator* translator) { translator_ = translator; }
    bool engine_speaks_xboard() const { return translator_ != nullptr; }
    bool engine_takes_draw_offers() const { return translator_ != nullptr && translator_->takes_draw_offers(); }

    void request_quit() { session_.request_quit(); }
    void warn(std::string text) { session_.warn(std::move(text)); }
    bool quit_is_requested() const { return session_.quit_is_requested(); }

    void begin_event(TimePoint now, Actions& out) {
        now_ = now;
        out_ = &out;
        log.at(now);
    }
    TimePoint now() const { return now_; }
    Actions& out() { return *out_; }

    void to_gui(std::string_view line) { append(out_->to_gui, Channel::ToGui, line); }
    void lines_to_gui(std::string_view lines) { // each with its line end
        out_->to_gui += lines;
        while (log.enabled() && !lines.empty()) {
            const std::size_t end = lines.find('\n');
            log.write(Channel::ToGui, lines.substr(0, end));
            lines.remove_prefix(end + 1);
        }
    }
    void to_engine(std::string_view line);                  // UCI, whatever the engine speaks; any line but `go`
    void go(std::string_view line, const protocol::Go& go); // line is sent as it is; go: what it says
    // What an xboard GUI says that UCI has no word for. False: the engine speaks UCI, or has no use for it now.
    bool to_xboard_engine(std::string_view line);
    void to_wire(std::string_view line) { append(out_->to_engine, Channel::ToEngine, line); } // as it is
    // The engine is told quit (one that is gone is not) and let go, and another one is started:
    // Session::on_engine_started() comes again.
    void restart_engine(bool is_gone = false) {
        if (!is_gone) to_wire("quit");
        log.write(Channel::Outcome, "restart engine");
        out_->add(Actions::RestartEngine{});
    }
    void interrupt_engine() {
        log.write(Channel::Outcome, "interrupt engine");
        out_->add_signal(Actions::Signal::Interrupt);
    }
    void note(std::string_view text) { log.write(Channel::Note, text); }

    // An option of ours, as the GUI wants it.
    Result<void> set_by_gui(const config::Option& option, std::string_view value);
    // Those saved for this engine, once its name is known.
    void recall_settings();
    // Opens, changes or closes the books and the store of results as the settings ask.
    void apply_book_settings();
    // Books that have changed on disk are opened again, and what waits for a store is tried again.
    void on_new_game();
    // The game is over, with so many half-points for us (2 win, 1 draw, 0 loss); why we think so, for the log. It is
    // written behind this event, so that no move waits for it.
    void learn(const chess::Game& game, chess::Color ours, int half_points, std::string opponent, std::string why);
    void not_learnt(std::string_view why) { note("not learnt: " + std::string(why)); }
    std::optional<TimePoint> results_due() const { return writing_.due(); } // then write_results() is to be called
    void write_results();         // a few, without waiting for others; the rest when they are due again
    void write_results_at_last(); // before we leave: waits for others, in bounded time
    void reset_learning();        // BookLearnReset: a step, and the others with write_results()

  private:
    void remember_own_book() { own_book_ = {settings.book_file, settings.book_read_only}; } // what no GUI has set
    void tell(BookNews news);
    void tell(Learner::Change change);
    std::size_t write_results(std::chrono::milliseconds patience, std::size_t most_games); // how many were written
    void find_learnt_moves();
    bool go_on_resetting(); // false: the store is busy
    void append(std::string& wire, Channel channel, std::string_view line) {
        log.write(channel, line);
        wire += line;
        wire += '\n';
    }

    struct EndedGame {
        chess::Game game;
        chess::Color ours;
        int half_points;
        std::string opponent;
        std::string why;
    };
    struct OwnBook {
        std::string file;
        bool read_only = false;
    };
    const SettingsRecaller recaller_;
    SessionControl& session_;
    EngineTranslator* translator_ = nullptr;
    OwnBook own_book_;
    std::vector<EndedGame> ended_games_;
    WriteSchedule writing_;
    std::size_t noted_waiting_ = 0; // games, as last noted in the log
    TimePoint now_{};
    Actions* out_ = nullptr;
};

} // namespace polyglot::session
