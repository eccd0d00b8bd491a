// A GUI that speaks the xboard protocol (CECP v1 and v2) in front of a UCI engine.
//
// Commands change what is wanted (the game, whose move, analysis, pondering); after every event settle() compares that
// with what the engine is doing and brings the one to the other: it stops a search that nobody wants, absorbs its
// bestmove, sends what has to be set, and starts the search that is wanted. So no pair of commands needs a rule of its
// own, and the engine never owes more than one bestmove. docs/ARCHITECTURE.md has the invariants.
#pragma once
#include "adapter/protocol/xboard/xboard.hpp"
#include "adapter/session/shared/adjudicator.hpp"
#include "adapter/session/shared/gui_side.hpp"
#include "adapter/session/xboard_gui/board_editor.hpp"
#include "adapter/session/xboard_gui/clock.hpp"
#include "adapter/session/xboard_gui/game_record.hpp"
#include "adapter/session/xboard_gui/options.hpp"
#include "adapter/session/xboard_gui/thinking_output.hpp"

#include <array>
#include <deque>

namespace polyglot::session {

class XboardFront final : public Front {
  public:
    // untold: what the user should know since before the GUI spoke.
    XboardFront(Desk& desk, std::vector<std::string> untold);

    void on_gui_line(std::string_view line) override;
    void on_gui_closed() override { on_quit(); }
    void on_handshake_line(std::string_view) override {} // the options come with our features, the rest is in the log
    void on_engine_ready(std::string_view uciok) override;
    void on_engine_line(std::string_view line, const protocol::UciEngineLine& parsed) override;
    void on_xboard_engine_line(std::string_view line) override;
    bool interrupts_to_end() const override { return false; }
    void on_gui_congested(bool congested) override;
    std::string objection_to(std::string_view bestmove) override;
    bool thinks_on_a_move() const override { return is_thinking(); }
    void give_up_search() override;
    void on_leaving() override;
    bool thins_output() const override { return thinking_.is_behind(); }
    std::optional<TimePoint> deadline() const override;
    void on_timeout() override;
    bool wants_gui_input() const override;
    void tell_user(std::string_view text) override;
    void tell_failure(std::string_view text) override;
    std::string_view engine_activity() const override;
    void check_invariants() const override;

  private:
    enum class Kind : std::uint8_t { Think, Ponder, Analyse };
    // One `go`: the engine owes one bestmove for it.
    struct Search {
        Kind kind = Kind::Think;
        std::uint64_t epoch = 0;     // of the position it is for
        std::string expected = {};   // Ponder: the opponent's move
        Clock::Control control = {}; // … and under which it began: ponderhit cannot change it
        enum class State : std::uint8_t {
            Running,
            Hit,       // Ponder: the opponent has made the expected move; epoch is that after it
            Hurried,   // Think: stop is sent, and the bestmove will be our move
            Abandoned, // stop is sent, and the bestmove will be dropped
        };
        State state = State::Running;
    };
    // A ponder search that has ended before the opponent has moved.
    struct EarlyAnswer {
        Search search;
        std::string bestmove; // what followed "bestmove"
    };
    // An isready of ours: a fence that the next search waits for, or for a ping of the GUI.
    struct Ready {
        bool is_fence = false;
        std::optional<std::string> ping = {}; // still to be answered
    };
    struct Wanted {
        std::optional<Kind> kind;
        std::string expected; // Ponder
    };
    // What may follow our last move, if the engine is to ponder on it.
    struct Expected {
        std::uint64_t epoch;
        std::string move; // as the engine is sent it
    };

    static constexpr std::size_t max_held_bytes = 1 << 20;
    static constexpr std::size_t line_cost = 64;     // bytes, of a line that is kept, beside its text
    static constexpr std::size_t max_waiting = 1000; // pings and options, for an engine that does not answer
    static constexpr std::size_t max_untold = 100;
    static constexpr std::size_t longest_ping = 100;
    static constexpr std::size_t longest_game = 20'000; // plies: half as many again as the rules allow

    // GUI commands (xboard_front.cpp, xboard_book.cpp)
    void handle_line(std::string_view line);
    void act(const protocol::XboardGuiLine& line);
    void on_quit();
    void on_protover(std::string_view version);
    void send_features();
    void on_new();
    void on_variant(const protocol::XboardGuiLine& line);
    void on_user_move(const protocol::XboardGuiLine& line);
    void on_set_board(std::string_view fen);
    bool on_edit_line(std::string_view line, protocol::XboardCommand command);
    void on_take_back(int plies);
    void on_go(chess::Color engine);
    void on_result(const protocol::XboardGuiLine& line);
    void learn(std::string_view result);
    void on_draw_offer();
    void on_hint();
    void on_book();
    BookQuestion about(const chess::Game& game) const;
    void on_include(std::string_view move, bool include);
    void on_set_score(const protocol::XboardGuiLine& line);
    void on_force();
    void on_color(chess::Color to_move);
    void on_edit();
    void on_analyze();
    void on_stat();
    void on_level(const protocol::XboardGuiLine& line);
    void on_move_time(const protocol::XboardGuiLine& line);
    void on_depth(const protocol::XboardGuiLine& line);
    void on_nps(const protocol::XboardGuiLine& line);
    void on_time(const protocol::XboardGuiLine& line);
    void on_opponent_time(const protocol::XboardGuiLine& line);
    void on_engine_setting(const protocol::XboardGuiLine& line);
    void on_greeting(const protocol::XboardGuiLine& line);
    void apply_change(const OptionChange& change, std::string_view arguments);
    void greet(std::string_view line);
    bool refuses_blocked(std::string_view line);
    void refuse(std::string_view reason, std::string_view line);
    void on_position_changed();
    bool rules_known() const;
    chess::CastlingStyle castling() const;

    // The engine (xboard_search.cpp)
    void settle();
    Wanted wanted() const;
    bool fits(const Search& search, const Wanted& want) const;
    bool in_book() const;
    bool fenced() const;
    void stop_search();
    void send_to_idle_engine(bool before_search);
    std::string describe_opponent() const;
    void start_search(const Wanted& want);
    std::optional<std::vector<std::string>> allowed_moves() const;
    void release_pings();
    void answer_pings_before_move();
    bool owes_pong() const;
    bool answer_from_book();
    bool answer_early();
    void on_info(std::string_view arguments);
    void flush_lines();
    void on_ready_ok();
    void on_bestmove(std::string_view arguments);
    void play(std::string_view arguments);
    void play_move(chess::Move move, std::string_view reply);
    void play_text(const protocol::BestMove& best);
    void lose_by_illegal_move(std::string_view text);
    bool announce_end();
    std::optional<chess::Move> read_engine_move(const chess::Position& position, std::string_view text) const;
    void run_clock();
    bool is_searching() const { return search_ && search_->state != Search::State::Abandoned; }
    bool is_stop_sent() const { return search_->state >= Search::State::Hurried; }
    bool is_thinking() const { return is_searching() && search_->kind == Kind::Think; }
    bool is_engines_turn() const { return record_.side_to_move() == engine_color_; }

    Desk& desk_;

    // what the GUI wants
    GameRecord record_;
    std::string variant_;
    chess::Color engine_color_ = chess::Color::Black;
    bool force_ = false;
    bool analyzing_ = false;
    bool paused_ = false;
    bool pondering_on_ = false;                // hard
    bool game_over_ = false;                   // by `result`, resignation, or because nobody can move
    std::array<bool, 2> all_ours_{true, true}; // by colour: no move of it came from the GUI since `new`
    bool learnt_ = false;                      // the game's result
    std::optional<std::uint64_t> told_result_; // an xboard engine, of the game as it was in this epoch
    bool move_now_ = false;                    // `?` before the search it means has begun
    Clock clock_;
    std::uint64_t epoch_ = 0;           // counts changes of the position and of the moves allowed in it
    std::vector<chess::Move> excluded_; // here
    std::optional<BoardEditor> editor_; // between `edit` and `.`
    std::optional<Expected> expected_;
    ResignJudge resign_judge_;
    OwnScore own_score_; // of our last search
    bool opponent_is_computer_ = false;
    std::string opponent_name_;
    std::string opponent_rating_;

    // what the engine does
    std::optional<Search> search_;
    std::optional<EarlyAnswer> early_;
    std::optional<std::uint64_t> analysed_; // analysis of this epoch has come to its own end
    std::deque<Ready> readies_;             // without readyok
    std::vector<std::string> greetings_;    // lines that an xboard engine is to have when it is idle
    std::vector<std::string> todo_;         // setoption lines for when it is idle
    bool new_game_due_ = false;             // ucinewgame, as soon as it is idle
    ThinkingOutput thinking_;
    std::string lines_;                        // of thinking_, on their way to the GUI
    std::optional<std::uint64_t> out_of_book_; // the book has no move for this epoch

    // the connection
    bool takes_features_ = false; // has sent `protover 2` or higher; they are due while the engine is not ready
    bool debug_accepted_ = false; // `# …` lines are welcome
    bool leaving_ = false;
    std::deque<std::string> pings_; // of the GUI, until what came before them has taken effect
    std::deque<std::string> held_;  // GUI lines that came before the engine's uciok
    std::size_t held_bytes_ = 0;
    std::optional<TimePoint> quit_by_; // the GUI has said quit before that: then or now
    std::vector<std::string> untold_;
};

} // namespace polyglot::session
