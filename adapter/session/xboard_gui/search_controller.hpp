// Decides what the engine searches: it starts, stops and answers the searches that the game
// requires.
#pragma once
#include "adapter/session/shared/context.hpp"
#include "adapter/session/shared/held_answer.hpp"
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

// After every event but info lines, settle() compares what is wanted (to think, to ponder on a
// move, to analyse, or nothing) with the one search that may run, and takes the next step. So no
// pair of commands needs a special rule.
//
// The supervisor knows whether a search runs, its kind, and whether stop was sent (RunningSearch).
// The controller keeps only what the search is for (Purpose).
//
// The rules:
// 1. The engine owes at most one bestmove. A search that is no longer wanted is stopped and
//    abandoned: its bestmove is dropped, and until then the engine is sent only stop and quit.
// 2. The book is asked before the engine, also on a ponder hit: no ponderhit ever follows a book
//    move, because the engine would then be one move late (cutechess#133).
// 3. ponderhit is sent to a search for the move that was made, or not at all. A bestmove that comes
//    before the opponent's move is held until that move (HeldAnswer).
// 4. Options wait until the engine is idle; after options and after ucinewgame a search waits for
//    readyok.
// 5. No search starts and no move is sent, not even a book move, while a pong is owed, because
//    XBoard takes such a move for one of the previous game. So a move may wait for a stopped search
//    (7) and, after options, for readyok (4).
// 6. A book that is a program is waited for, unless `?` comes; meanwhile no search starts, and no
//    ponderhit is sent.
// 7. A pong waits for the bestmove of a stopped search, at most pong_patience.
//
// What becomes of the search, and what goes out. A book move changes what is wanted as any move
// does.
//
// search \ event | go              | no wish (1)     | expected move    | any move
// none           | Think: go (2)   | -               | never            | -
// Think          | -               | Abandoned: stop | never            | Abandoned: stop
// Hurried        | -               | Abandoned       | never            | Abandoned
// Ponder         | Abandoned: stop | Abandoned: stop | Think: ponderhit | Abandoned: stop
// Held           | Think: go       | none            | none: move (3)   | Think: go
// Analyse        | Abandoned: stop | Abandoned: stop | never            | Abandoned: stop
// Abandoned      | -               | -               | never            | -
//
// search \ event | bestmove   | ?             | option                   | ping
// none           | -          | - (4)         | none: setoption, isready | none: isready
// Think          | none: move | Hurried: stop | Abandoned: stop          | Think: pong
// Hurried        | none: move | -             | -                        | -
// Ponder         | Held       | -             | Abandoned: stop          | Ponder: pong
// Held           | never      | -             | none: setoption, isready | Held: isready
// Analyse        | none (5)   | -             | Abandoned: stop          | Analyse: pong
// Abandoned      | none       | - (4)         | -                        | - (6)
//
// (1) `force` or `exit`, after which nothing is to be searched. A new game or a new board changes
//     what is wanted in the same way.
// (2) When the engine is idle and settled, and no pong or fence is owed; otherwise later.
// (3) When no pong is owed, and no book has a move.
// (4) It is kept for the next search if a move is wanted.
// (5) There is no second analysis of this position, until an option is set or `analyze` comes
//     again.
// (6) The pong waits for the bestmove (rule 7).
// search_controller_test.cpp drives the class through these tables.
// Transcripts: xboard/{ponder*,move_now*,ping_*,pong_before_*,*_in_every_state}.txt.
class SearchController {
  public:
    SearchController(SessionContext& context, BookPlayer& book, Learner& learner, XboardGame& game);

    void settle();

    // GUI commands; settle() follows each one.
    void on_new_game();
    void on_gui_move(std::string_view sent); // to be called before the game takes the move
    void on_move_now() { move_now_ = true; } // settle() decides whether a search is to be hurried
    void on_analyze() { analysed_epoch_.reset(); }
    void on_result(std::string_view line); // to be called for the first one in an epoch
    void on_ping(std::string_view ping) { pings_.add(ping); }
    void set_pondering(bool on) { pondering_ = on; }
    void set_post(bool post) { thinking_.set_post(post); }
    void set_option(protocol::OptionSetting setting); // sent when the engine is idle
    // Sent when the engine is idle, if it speaks xboard.
    void greet(std::string_view line);
    void ask_book_again() { player_.ask_book_again(); }
    void show_book_remarks() { player_.show_book_remarks(); }

    // Lines of the engine; settle() follows each one except on_info().
    // Returns true if the engine has resigned; settle() follows then.
    bool on_info(const protocol::UciInfo& info);
    // Null if no search ran.
    void on_bestmove(const protocol::BestMove& best, const RunningSearch* answered);
    void on_readyok(); // answers the oldest isready

    void on_gui_stalled() { thinking_.set_gui_has_stalled(true); }
    void on_gui_caught_up();
    void on_timeout();
    std::optional<TimePoint> deadline() const;
    void on_leaving();

    bool is_thinking() const { return is_searching() && pending_kind() == Kind::Think; }
    bool is_analysing() const { return is_searching() && pending_kind() == Kind::Analyse; }
    bool owes_pong() const { return pings_.owes_pong(); }
    bool accepts_input() const {
        return pings_.size() + queue_.size() < most_waiting && !queue_.is_full();
    }
    OwnScore score() const; // of the search that runs, otherwise of the last one
    const ThinkingOutput& thinking() const { return thinking_.output(); }
    std::string objection_to(std::string_view bestmove) const;
    std::string_view activity() const;
    std::string_view state_name() const; // the row of the table above, for its test
    void check_invariants() const;

  private:
    enum class Kind : std::uint8_t { Think, Ponder, Analyse };
    struct Wanted {
        std::optional<Kind> kind;
        std::string expected; // Ponder: the opponent's move
    };
    // The purpose of the last `go`. It matters while that search runs and while its answer is held
    // (rule 3).
    struct Purpose {
        enum class Fate : std::uint8_t {
            Awaited,   // the bestmove is wanted; once stop is sent, as our move
            Hit,       // the opponent has made the expected move; epoch is the one after it
            Abandoned, // stop is sent, and the bestmove will be dropped
        };
        Fate fate = Fate::Awaited;
        std::uint64_t epoch = 0;     // of the position that is searched
        std::string expected = {};   // Ponder: the opponent's move
        Clock::Control control = {}; // in force at the `go`, since ponderhit cannot change it
    };
    // Pings and options, while the engine does not answer.
    static constexpr std::size_t most_waiting = 1000;
    // Some engines answer a `stop` that follows `go` immediately with an invalid move (Xiphos,
    // Laser).
    static constexpr std::chrono::milliseconds least_thinking{50};
    // A pong waits this long for the bestmove of a search that was stopped.
    static constexpr std::chrono::seconds pong_patience{2};

    Wanted wanted() const;
    std::string objection_in(chess::VariantPosition position, std::string_view bestmove) const;
    void refuse_game();
    const RunningSearch* running() const { return context_.running_search(); }
    static Kind kind_of(const RunningSearch& search);
    std::optional<Kind> pending_kind() const; // of the search that runs or whose answer is held
    bool fits(const Wanted& want) const;
    bool is_searching() const {
        return running() != nullptr && purpose_.fate != Purpose::Fate::Abandoned;
    }
    bool is_hurried() const { return is_searching() && running()->stop_sent; }
    bool play_held_answer();
    void stop_search();
    void send_ponderhit();
    void hurry_search(const Wanted& want);
    void send_to_idle_engine(bool before_search);
    void send_game_options();
    void set_if_different(std::string_view option, std::string_view value);
    void start_search(const Wanted& want);
    ThinkingSearch describe(const Wanted& want) const;
    void release_pings();
    void answer_pings();
    void pong(const std::string& ping);

    SessionContext& context_;
    Learner& learner_;
    XboardGame& game_;
    ThinkingFeed thinking_;
    MovePlayer player_;
    Purpose purpose_;
    TimePoint stopped_at_{};                           // when the running search was stopped
    HeldAnswer held_answer_{HeldAnswer::AtMiss::Drop}; // rule 3
    Pings pings_;
    IdleQueue queue_;
    std::optional<std::uint64_t> analysed_epoch_; // the engine has ended its analysis itself
    bool pondering_ = false;                      // `hard`
    // `?` has come, and the search for that move has not begun.
    bool move_now_ = false;
};

} // namespace polyglot::session
