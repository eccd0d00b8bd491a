// An engine that speaks the xboard protocol (CECP v1 and v2), made a UCI engine: takes the UCI lines that a front sends
// and gives UCI lines back. docs/protocols/xboard-engines.md says how each is translated, docs/ARCHITECTURE.md has the
// invariants.
//
// UCI says where the game is with every search; an xboard engine keeps the game itself. So the driver keeps a copy of
// what the engine has on its board (EngineBoard) and does the least that brings it to what is wanted. Lines wait in
// queue_ while the engine may not be sent them: while it searches, is asked whether it has taken a position, or starts.
#pragma once
#include "adapter/protocol/xboard/engine.hpp"
#include "adapter/session/shared/context.hpp"
#include "adapter/session/shared/held_lines.hpp"
#include "adapter/session/xboard_engine/info.hpp"
#include "adapter/session/xboard_engine/time.hpp"
#include "core/chess/game.hpp"
#include "core/chess/uci_move.hpp"

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::session {

class XboardDriver final : public EngineTranslator {
  public:
    // How sure it is that the engine speaks xboard.
    enum class Belief : std::uint8_t {
        Told,     // by EngineProtocol
        Answered, // it answered `uci` as xboard engines answer a word they don't know
        Silent,   // it did not answer `uci` at all
    };
    enum class Finding : std::uint8_t { None, SpeaksUci };

    // What an engine says: UCI, or a line of xboard that only an xboard GUI has a use for (`resign`, `tellall …`).
    struct Reply {
        bool is_uci;
        std::string line;
    };

    XboardDriver(Desk& desk, Belief belief, std::string program);

    void start(); // `xboard`, `protover 2`; uciok comes when the engine is known
    // The engine is of no use any more, and there will be a new one. The search that runs is asked again of that,
    // unless it is given up.
    void on_lost(bool gives_up_search);
    // The engine process is a new one (Actions::restart_engine).
    void on_restarted();
    Finding on_engine_line(std::string_view line);
    void on_uci_line(std::string_view line) override;
    void on_go(std::string_view line, const protocol::Go& go) override;
    bool on_xboard_line(std::string_view line) override;
    std::optional<Reply> take_reply();

    std::optional<TimePoint> deadline() const;
    void on_timeout();

    bool ready() const { return stage_ == Stage::Ready; }
    // False: so much waits for the engine that the GUI had better wait, too.
    bool has_room() const { return !queue_.is_full() && owed_readyoks_.size() < most_owed_readyoks; }
    bool asked_for_time() const { return !ready() && features_.done == false; } // feature done=0: up to an hour
    bool takes_draw_offers() const override { return features_.draw; }
    void check_invariants() const;

  private:
    // Behind a claim of a result, or the last line of thinking after it: no move comes any more.
    static constexpr std::chrono::milliseconds claim_grace{500};
    static constexpr std::chrono::seconds quiet_grace{4};

    static constexpr std::size_t most_queued_bytes = 1 << 20;
    static constexpr std::size_t most_owed_readyoks = 1000;
    static constexpr std::size_t most_option_bytes = 1 << 20; // of features of one engine
    static constexpr int most_set_ups = 8;                    // for one search or result

    enum class Stage : std::uint8_t { Greeted, Features, Asked, Ready };
    // What the engine does by itself when nothing is asked of it.
    enum class Mode : std::uint8_t { Force, Playing, Analysing };
    enum class Kind : std::uint8_t {
        Think,   // go; its move is the bestmove
        Analyse, // analyze
        Ponder,  // nothing asked: after its move a `hard` engine ponders its own guess
    };
    // One `go`: the front is owed one bestmove.
    struct Search {
        Kind kind = Kind::Think;
        protocol::Go limits = {};
        TimePoint asked_at = {};                // when the front gave the limits
        TimePoint begun_at = {};                // when the engine was told
        bool begun = false;                     // false: the engine's board is still being brought to the position
        bool stop_wanted = false;               // by the front
        std::optional<TimePoint> begin_by = {}; // … before it has begun: it is answered without the engine then
        bool hurried = false;                   // `?` has been sent
        TimePoint ask_again = {};               // … once more
        bool retried = false;                   // set up anew after an answer that was none
        bool retried_alone = false;             // … without the game that led here
        bool told_line = false;                 // an info line with a pv has been passed on
        Watch watch = {};
        std::optional<TimePoint> move_by = {}; // the engine's move is to come by then
        std::string held = {};                 // the move of a search that only stop may end
    };
    // Where a front's `position` line wants the game to be.
    struct Target {
        std::string start = "startpos"; // or a FEN
        std::vector<std::string> moves = {};
    };
    // What the engine has on its board.
    struct EngineBoard {
        bool known = false;
        std::string start = {};
        std::vector<std::string> moves = {};
        std::optional<chess::Game> game = {}; // nothing where we don't know the rules
        Mode mode = Mode::Force;
        chess::Color plays = chess::Color::Black; // Playing: answers when this colour is to move
    };
    // A position that the engine has got without the game that led to it, because it would not go on with that.
    struct Cut {
        Target game;
        std::string fen;
    };
    enum class Doubt : std::uint8_t { None, Undo, SetUp }; // what the engine may not have understood
    // Nothing is sent before the engine has answered.
    enum class For : std::uint8_t {
        Features, // the handshake
        Quiet,    // what it says before is about a search that is over
        Position, // has it taken it?
    };
    struct Wait {
        For reason;
        std::optional<int> pong; // else just that time
        TimePoint until;
        std::chrono::milliseconds nudge_after = {}; // Quiet: the ping is repeated, ever more slowly
        TimePoint nudge_at = TimePoint::max();
    };
    struct Asked {
        std::optional<protocol::UciCommand> command; // nullopt: of an xboard GUI, and UCI has no word for it
        TimePoint at;
        std::shared_ptr<const protocol::Go> go; // of a `go`
    };
    using Queue = HeldLines<Asked>;

    // the connection (xboard_driver.cpp)
    void wire(std::string_view line) { desk_.to_wire(line); }
    void say(std::string line) { replies_.push_back({true, std::move(line)}); }
    void pass_to_xboard_gui(std::string_view line) { replies_.push_back({false, std::string(line)}); }
    void wake_up();
    void wait_for_features();
    void on_features(std::string_view arguments);
    void become_ready();
    void announce();
    Finding on_line_before_ready(std::string_view line, const protocol::XboardEngineLine& parsed);
    void on_line(std::string_view line, const protocol::XboardEngineLine& parsed);
    void on_wait_over();
    void on_quit();
    void enqueue(std::string_view line, std::optional<protocol::UciCommand> command,
                 std::shared_ptr<const protocol::Go> go = nullptr);
    void run_queue();
    bool act(const Queue::Line& queued);
    bool act_on_raw(std::string_view line);
    void on_setoption(std::string_view arguments);
    void on_isready();
    int ping();
    void on_pong(std::string_view number);
    bool fits_board(std::string_view hint) const;
    void on_result_claim(std::string_view line);
    bool is_untrue_draw(std::string_view claim) const;
    void on_objection(const protocol::XboardEngineLine& parsed, std::string_view line);
    void restart(std::string_view why);
    void forget_process();
    void interrupt_if_busy();
    bool is_quiet() const { return !wait_ || wait_->reason != For::Quiet; }
    void wait_until_quiet(std::chrono::milliseconds grace = quiet_grace);
    void nudge();
    void on_no_pong();

    // the engine's board (xboard_driver_board.cpp)
    void on_position(std::string_view arguments);
    Target without_cut_game(Target target) const;
    bool cut_game();
    bool passes_draw() const;
    bool ends_at_draws() const { return features_.myname.starts_with("HoiChess"); } // 0.22 exits on a further move
    bool begin_game();
    bool sync();
    bool takes_back() const;
    bool set_up();
    void set_up_by_editing();
    void place(std::string start);
    bool force();
    void send_moves();
    bool send_move(const std::string& text);
    std::optional<std::string> spell(const std::string& uci_text) const;
    void push_move(const std::string& text);
    bool is_next_move_of_opponent() const;
    bool confirm(Doubt doubt);
    std::string variant_of_game() const;
    bool rules_known() const;
    chess::CastlingStyle castling() const;
    chess::Color side_to_move() const;
    std::optional<chess::Position> target_position() const;

    // searches (xboard_driver_search.cpp)
    void start_search(const protocol::Go& limits, TimePoint asked_at);
    void begin_search_if_free();
    void begin_search();
    void hold_no_move(const chess::Position& position);
    bool has_ended_game() const;
    void tell_go();
    void tell_search_moves();
    void tell_analyze();
    void on_ponderhit();
    void on_stop();
    void limit_wait_for_begin();
    void answer_before_it_begins();
    void end_search();
    bool is_deaf() const { return features_.myname.starts_with("Fairy-Max"); } // 5.0, while it thinks
    void hurry();
    bool is_second_announcement(const protocol::XboardEngineLine& parsed);
    // The engine thinks about a move and has not made it.
    bool awaits_move() const {
        return search_ && search_->kind == Kind::Think && search_->begun && search_->held.empty();
    }
    void on_engine_move(std::string_view text, protocol::MoveForm form);
    void on_thinking(std::string_view line);
    void on_stat(std::string_view arguments);
    void check_watch();
    void answer(std::string_view move);
    void tell_substitute(std::string_view why, std::string_view move);
    void answer_for_it(std::string_view why, bool is_deaf = false);
    void on_no_move(std::string_view why, bool is_board_in_doubt);
    bool try_without_game();
    std::string best_move_so_far() const;
    bool is_allowed(std::string_view move) const;

    Desk& desk_;
    Belief belief_;
    const std::string program_;
    Stage stage_ = Stage::Greeted;
    int version_ = 1;
    protocol::XboardFeatures features_;
    std::vector<std::string> announced_; // option lines the front has been told, as they are now
    bool introduced_ = false;            // a restarted engine is introduced once
    std::deque<Reply> replies_;
    Queue queue_{most_queued_bytes};
    std::optional<Wait> wait_;
    TimePoint features_due_{}; // for `feature done=1`
    bool is_gnuchess_;         // by its file's name or its greeting
    int floods_ = 0;           // to wake it up
    bool has_spoken_ = false;  // since it was started
    bool hears_us_ = false;    // it has answered, by features, an objection or after the handshake
    bool uci_asked_ = false;
    int restarts_ = 0;                                          // because it was deaf
    std::vector<std::pair<std::string, std::string>> settings_; // option name, command: for a restarted engine
    std::vector<std::string> greetings_;                        // computer, name, rating …: of this game

    EngineBoard board_;
    Target target_;
    std::optional<Cut> cut_;
    std::vector<std::string> sent_moves_; // since the last search, as they were spelt
    std::string last_move_;               // of the engine, as it spelt it
    protocol::MoveForm last_form_ = protocol::MoveForm::Plain;
    std::optional<int> second_until_; // the pong before which last_move_ may come in another form
    std::string variant_ = "normal";  // the engine's
    std::string wanted_variant_;      // UCI_Variant
    bool chess960_ = false;           // UCI_Chess960
    bool pondering_ = false;          // `hard` is wanted
    bool stat_asked_ = false;         // `.` of an xboard GUI
    bool draw_offered_ = false;       // by the user, in this game
    bool used_ = false;               // it has had a game: without reuse it gets no other
    bool fresh_ = false;              // it has been sent new, and nothing since
    bool refused_before_ = false;     // a set-up, since the engine last moved
    bool game_over_ = false;          // it has said so, or has been told
    bool claimed_ = false;            // … while it was brought to the position of the next search
    int set_ups_ = 0;                 // for this search or result, by any process
    int strays_ = 0;                  // moves that nobody waited for, since the engine last moved
    bool undo_works_ = true;
    Doubt doubt_ = Doubt::None;
    bool objected_ = false; // to what is in doubt
    bool refuses_ = false;  // the position that it was set up with

    std::optional<Search> search_;
    XboardTime time_;
    XboardInfo info_;
    int last_ping_ = 0;
    std::deque<int> owed_readyoks_; // pings that stand for an isready
    TimePoint readyok_by_{};
};

} // namespace polyglot::session
