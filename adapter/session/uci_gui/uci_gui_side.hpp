// The side of a GUI that speaks UCI. It decides which lines pass, which wait, and which are
// answered here. Transcripts: uci/*.txt, books/*.txt.
#pragma once
#include "adapter/session/shared/gui_side.hpp"
#include "adapter/session/shared/held_answer.hpp"
#include "adapter/session/shared/held_lines.hpp"
#include "adapter/session/uci_gui/game.hpp"
#include "adapter/session/uci_gui/game_tracker.hpp"
#include "adapter/session/uci_gui/info_thinner.hpp"
#include "adapter/session/uci_gui/own_search.hpp"

#include <optional>
#include <string>
#include <vector>

namespace polyglot::session {

// The engine owes at most one bestmove, for one `go` of the GUI. While it owes none, the answer to
// a `go ponder` may wait for `ponderhit` or `stop` (HeldAnswer).
//
// 1. Every `go` of the GUI gets exactly one bestmove, from the book or the engine. A second `go`
//    waits for the first bestmove; a search that does not end by itself is stopped for it. A `quit`
//    after waiting lines waits for them, at most QuitTimeout.
// 2. A bestmove that answers no `go` is not passed on. A bestmove that comes during `go ponder` is
//    kept until `ponderhit` or `stop`.
// 3. The engine is never sent `position`, `ucinewgame` or `go` while it owes a bestmove or settles,
//    nor `ponderhit` while it does not ponder. `isready` always passes at once, and is answered
//    exactly once (OwedReadyoks).
// 4. The engine is sent every `position` line of the GUI, in order, so that its first search after
//    book moves starts from the full game.
// 5. The book answers only for a known position: all moves are legal, in a variant with known
//    rules. Otherwise the engine plays, from the line as the GUI sent it.
// 6. All other lines pass byte for byte; those that need not be understood are parsed only to their
//    first word. Only a `go` with damaged numbers (wtime 2000.0, depth 12x) is corrected.
// 7. `info` lines may be left out with InfoRate, or if the GUI has not caught up for 250 ms; the
//    last of each kind precedes the bestmove. Nothing else is left out.
class UciGuiSide final : public GuiSide {
  public:
    UciGuiSide(SessionContext& context, BookPlayer& book, Learner& learner)
        : context_(context),
          book_(book),
          learner_(learner),
          game_(context, learner),
          own_search_(context) {}

    void on_gui_line(std::string_view line) override;
    void on_gui_closed() override;
    void on_handshake_line(std::string_view line) override;
    void on_engine_ready(std::string_view uciok) override;
    void on_ready(std::string_view readyok) override { pass_on(readyok); }
    void on_settled() override { go_on_after_own_search(); }
    void on_programs_changed() override;
    void on_engine_line(std::string_view line, const protocol::UciEngineLine& parsed) override;
    void on_info(const EngineInfo& info) override;
    bool passes_every_info() const override {
        return gui_spoke_ && shows_every_info() && !game_.heeds_infos() && !own_search_.runs();
    }
    void on_search_answered(const EngineMove& move, const RunningSearch* answered) override;
    void on_xboard_engine_line(std::string_view line) override;
    std::string objection_to(std::string_view bestmove) override;
    bool thinks_on_a_move() const override;
    void give_up_search() override;
    void on_leaving(bool engine_has_failed) override;
    void on_gui_stalled() override { gui_has_stalled_ = true; }
    void on_gui_caught_up() override;
    std::optional<TimePoint> deadline() const override;
    void on_timeout() override;
    bool wants_gui_input() const override { return !held_.is_full(); }
    void tell_user(std::string_view text) override;
    void tell_failure(std::string_view text) override;
    std::vector<std::string> take_pending_notices() override { return std::move(notices_); }
    std::string_view engine_activity() const override;
    void check_invariants() const override;

  private:
    using Answer = HeldAnswer::Answer; // the lines for the GUI after one `go`
    // GUI lines, each with its command.
    using Held = HeldLines<protocol::UciCommand>;

    static constexpr std::size_t max_held_bytes = 1 << 20;
    // The number is limited because each answer (all options) is much longer than the question.
    static constexpr int most_owed_uciok = 100;

    bool must_wait(protocol::UciCommand command, bool after_lines, bool after_go) const;
    void act_on_gui_line(std::string_view line, const protocol::UciGuiLine& parsed);
    void hold(std::string_view line, protocol::UciCommand command);
    void act_on_held(const Held::Iterator& held);
    void drop_held();
    void stop_for_held();
    bool release_for_search();
    void release_held();

    void on_uci(std::string_view line);
    void answer_uciok(std::string_view uciok);
    void on_setoption(std::string_view line, std::string_view arguments);
    bool is_for_us(std::string_view option) const;
    bool refuses_line(std::string_view line);
    bool refuses_option(std::string_view line);
    void set_own_option(std::string_view name, std::string_view value);
    void on_position(std::string_view line, std::string_view arguments);
    void on_go(std::string_view line, std::string_view arguments);
    void search_mended(std::string_view line, protocol::Go go);
    void search(std::string_view line, const protocol::Go& go);
    void play_or_search(std::string_view line, const protocol::Go& go);
    void answer_waiting_go();
    void search_by_engine(std::string_view line, const protocol::Go& go);
    void go_on_after_own_search();
    bool awaits_programs(const protocol::Go& go);
    BookQuestion book_question(const BookGame& game, const protocol::Go& go);
    void on_quit();
    // Returns true if the line is a result of the game, which is not sent to the engine.
    bool takes_result(std::string_view line);
    void on_stop(std::string_view line);
    bool engine_is_busy() const {
        return context_.running_search() != nullptr || context_.engine_is_settling();
    }
    bool is_busy() const { return engine_is_busy() || waiting_go_; }
    void on_ponderhit(std::string_view line);
    std::optional<BookAnswer> ask_book(const protocol::Go& go);
    std::optional<BookGame> known_game() { return known_game(context_.engine_options().rules()); }
    std::optional<BookGame> known_game(const GameRules& rules);
    std::string why_not_known() const;
    std::string why_book_is_off();
    void note_time_control(const BookGame& game, const protocol::Go& go);
    void note_variant();
    bool refuses_variant(const protocol::SetOption& option);
    Answer format_answer(const BookAnswer& answer) const;
    void answer(const Answer& answer);
    void learn_about_search(const protocol::Go& go);
    void pass_on(std::string_view line);
    void say_kept_infos();
    bool shows_every_info() const {
        return !gui_has_stalled_ && context_.settings().info_rate == 0 && infos_.is_empty();
    }
    void note_left_out();
    void keep(std::string_view line);

    SessionContext& context_;
    BookPlayer& book_;
    Learner& learner_;
    GameTracker tracker_;
    // Those of the last search, by which its answer is judged: the host may set another variant
    // before it comes.
    GameRules search_rules_;
    UciGame game_;
    HeldAnswer held_answer_{HeldAnswer::AtMiss::Send};

    // The time control of the game, from its first `go` with clocks, since later ones have only the
    // remaining time.
    std::optional<config::TimeControl> time_control_;
    struct TimedGame {
        std::uint64_t start_key = 0;
        std::size_t plies = 0;
        int move_number = 0; // of the position that it has reached
        chess::Move first_move;
    };
    std::optional<TimedGame> timed_game_; // as of the last question to the books

    Held held_{max_held_bytes};  // lines that wait until the engine is ready and owes nothing
    std::size_t held_goes_ = 0;  // how many of them are `go`
    std::size_t held_stops_ = 0; // how many of them are `stop`
    // The `go` that waits for a book that is a program, or for the end of our own search
    // (is_for_engine); later lines wait for it. `stop` ends the former wait.
    struct WaitingGo {
        std::string line;
        protocol::Go go;
        TimePoint since;
        bool is_for_engine = false;
    };
    std::optional<WaitingGo> waiting_go_;
    OwnSearch own_search_;
    // The latest time to leave, if the GUI has sent quit after lines that are still to be answered
    // (`polyglot < commands`).
    std::optional<TimePoint> quit_by_;

    InfoThinner infos_;
    bool gui_has_stalled_ = false; // infos are thinned until it has caught up

    bool gui_spoke_ = false;  // its first line has come, so lines may be sent to it
    bool introduced_ = false; // the GUI has sent uci once
    // The number of uci lines of the GUI that are not answered yet.
    int owed_uciok_ = 0;
    HeldLines<> handshake_{max_held_bytes}; // engine lines up to uciok, until the GUI asks for them
    std::string uciok_;                     // the engine's uciok line; empty before it
    std::vector<std::string> notices_;      // info strings that wait for the handshake with the GUI
};

} // namespace polyglot::session
