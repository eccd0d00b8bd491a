// Brings the engine to what the game asks for.
#pragma once
#include "adapter/session/shared/context.hpp"
#include "adapter/session/xboard_gui/game.hpp"
#include "adapter/session/xboard_gui/idle_queue.hpp"
#include "adapter/session/xboard_gui/move_player.hpp"
#include "adapter/session/xboard_gui/pings.hpp"
#include "adapter/session/xboard_gui/thinking_feed.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace polyglot::session {

// After every event but info lines, settle() compares what is wanted (to think, to ponder on a move, to analyse, or
// nothing) with the one search that may run, and takes the next step. So no pair of commands needs a rule of its own.
//
// The rules:
// 1. The engine owes at most one bestmove. A search that is no longer wanted is stopped and abandoned: its bestmove is
//    dropped, and before that the engine gets only stop, isready and quit.
// 2. The book is asked before the engine, also on a ponder hit: no ponderhit ever follows a book move, after which the
//    engine would be one move behind (cutechess#133).
// 3. ponderhit goes to a search for the move that was made, or not at all. A bestmove that comes before the opponent's
//    move is kept, played when that is the expected move, and dropped otherwise.
// 4. Options wait until the engine is idle; after them and after ucinewgame a search waits for readyok.
// 5. No search starts and no move is sent while a pong is owed: XBoard takes such a move for one of the game before.
class SearchController {
  public:
    SearchController(SessionContext& context, XboardGame& game);

    void settle();

    // GUI commands; settle() follows each
    void on_new_game();
    void on_gui_move(std::string_view sent); // before the game takes it
    void on_move_now() { move_now_ = true; } // settle() finds out whether there is a move to hurry
    void on_analyze() { analysed_epoch_.reset(); }
    void on_result(std::string_view line);
    void on_ping(std::string_view ping) { pings_.add(ping); }
    void set_pondering(bool on) { pondering_ = on; }
    void set_post(bool post) { thinking_.set_post(post); }
    void set_option(std::string_view setoption); // when the engine is idle
    void greet(std::string_view line);           // an engine that speaks xboard, when it is idle
    void ask_book_again() { bookless_epoch_.reset(); }
    void show_book_remarks() { shows_remarks_ = true; }

    // The engine; settle() follows each but on_info()
    bool on_info(std::string_view arguments); // returns whether the engine has resigned: settle() follows
    void on_bestmove(std::string_view arguments);
    void on_readyok();

    void on_congested(bool congested);
    void on_timeout();
    std::optional<TimePoint> deadline() const;
    void give_up(); // the engine owes no bestmove any more
    void on_leaving();

    bool is_leaving() const { return leaving_; }
    bool is_thinking() const { return is_searching() && search_->kind == Kind::Think; }
    bool is_analysing() const { return is_searching() && search_->kind == Kind::Analyse; }
    bool owes_pong() const { return pings_.owes_pong(); }
    bool accepts_input() const { return pings_.size() + queue_.size() < most_waiting && !queue_.is_full(); }
    OwnScore score() const; // of the search that runs, else of our last one
    const ThinkingOutput& thinking() const { return thinking_.output(); }
    std::string objection_to(std::string_view bestmove) const;
    std::string_view activity() const;
    void check_invariants() const;

  private:
    enum class Kind : std::uint8_t { Think, Ponder, Analyse };
    struct Wanted {
        std::optional<Kind> kind;
        std::string expected; // Ponder: the opponent's move
    };
    // One `go`: the engine owes one bestmove for it.
    struct Search {
        enum class State : std::uint8_t {
            Running,
            Hit,       // Ponder: the opponent has made the expected move; epoch is that after it
            Hurried,   // Think: stop is sent, and the bestmove will be our move
            Abandoned, // stop is sent, and the bestmove will be dropped
        };
        Kind kind = Kind::Think;
        State state = State::Running;
        std::uint64_t epoch = 0;     // of the position it is for
        std::string expected = {};   // Ponder: the opponent's move
        Clock::Control control = {}; // … and under which it began: ponderhit cannot change it
    };
    struct EarlyAnswer { // rule 3
        Search search;
        std::string bestmove; // what followed "bestmove"
    };
    static constexpr std::size_t most_waiting = 1000; // pings and options, for an engine that does not answer

    Wanted wanted() const;
    bool fits(const Search& search, const Wanted& want) const;
    bool is_searching() const { return search_ && search_->state != Search::State::Abandoned; }
    bool is_stop_sent() const { return search_->state >= Search::State::Hurried; }
    bool has_book_move() const;
    bool answer_from_book();
    bool answer_early();
    void stop_search();
    void send_ponderhit();
    void hurry_search(const Wanted& want);
    void send_to_idle_engine(bool before_search);
    void send_game_options();
    void set_if_different(std::string_view option, std::string_view value);
    void start_search(const Wanted& want);
    ThinkingSearch describe(const Wanted& want) const;
    void release_pings();
    void play_engine_move(std::string_view bestmove);

    SessionContext& context_;
    XboardGame& game_;
    ThinkingFeed thinking_;
    MovePlayer player_;
    std::optional<Search> search_;
    std::optional<EarlyAnswer> early_;
    Pings pings_;
    IdleQueue queue_;
    std::optional<std::uint64_t> analysed_epoch_; // whose analysis has come to its own end
    std::optional<std::uint64_t> bookless_epoch_; // for which the book has no move
    std::optional<std::uint64_t> result_epoch_;   // whose result an xboard engine has got
    bool pondering_ = false;                      // `hard`
    bool move_now_ = false;                       // `?` before the search it means has begun
    bool shows_remarks_ = false;                  // the GUI takes `# …` lines
    bool leaving_ = false;                        // the engine has got quit
};

} // namespace polyglot::session
