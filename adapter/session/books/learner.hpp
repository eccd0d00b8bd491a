// Keeps the results of our games, and supplies them to the choice of book moves. learner.cpp is
// about the store, learner_flow.cpp about what becomes of a game that has ended.
//
// A result goes this way (docs/adr/0004):
// 1. learn(): the game has ended. It is only noted, so that no line waits for a book or a store.
// 2. write_results(), after the lines of that event: its moves that are in a book are found,
//    `= learn` is logged, and the result is added to the queue (ResultQueue) for the store in force.
//    Settings that change books or store find the moves first.
// 3. The queue is written, a few games per event, without waiting for other programs; what a busy
//    store does not take is tried again after pauses (WriteSchedule), and kept in a file beside the
//    store after a second.
// 4. write_results_at_last() empties the queue before the adapter ends.
// Transcripts: learning/{used_and_reset,store_busy,waits_in_file,kept_at_quit}.txt.
#pragma once
#include "adapter/session/books/result_queue.hpp"
#include "adapter/session/books/write_schedule.hpp"
#include "config/settings.hpp"
#include "core/book/learn_store.hpp"
#include "core/chess/game.hpp"

#include <chrono>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::session {

// By BookFile, BookLearnFile ({opponent} is filled in) and BookLearnForce. Returns a warning with the reason if no
// store can be opened.
using LearnStoreOpener = std::function<book::OpenedLearnStore(const config::Settings&)>;

struct EndedGame {
    chess::Game game;
    chess::Color ours;
    int half_points; // ours: 2 win, 1 draw, 0 loss
    std::string opponent;
    std::string why; // the source of the result, for the log
};

// What the learner asks of the session during an event.
class LearnerContext {
  public:
    virtual ~LearnerContext() = default;
    virtual ResultQueue::TimePoint now() const = 0;
    // The moves of this colour whose results can be kept, by the books in force.
    virtual std::vector<book::LearntMove> held_moves(const chess::Game& game, chess::Color color) const = 0;
    virtual void note(std::string_view text) = 0;    // for the log
    virtual void warn(std::string text) = 0;         // for the GUI's user as well
    virtual void outcome(std::string_view text) = 0; // for the log, as something that went out

  protected:
    LearnerContext() = default;
    LearnerContext(const LearnerContext&) = default;
    LearnerContext& operator=(const LearnerContext&) = default;
};

class Learner {
  public:
    using TimePoint = ResultQueue::TimePoint;

    explicit Learner(LearnStoreOpener open) : open_(std::move(open)) {}

    // The flow of results, as above. learns() must hold when a game is learnt.
    void learn(EndedGame ended, TimePoint now);
    static void not_learnt(std::string_view why, LearnerContext& context);
    std::optional<TimePoint> results_due() const { return schedule_.due(); } // when write_results() is to be called
    void write_results(LearnerContext& context); // a few, without waiting for other programs; the rest when due again
    // Before the adapter ends: waits for other programs, in bounded time. No result waits afterwards.
    void write_results_at_last(LearnerContext& context);
    void reset_results(LearnerContext& context); // BookLearnReset: the first step; write_results() takes the others
    // Before books and store are changed, and then afterwards, to what the settings ask for.
    void before_settings(const config::Settings& settings, LearnerContext& context);
    void on_settings(const config::Settings& settings, LearnerContext& context);
    void on_first_book_replaced(const config::Settings& settings, LearnerContext& context);
    void on_new_game(const config::Settings& settings, LearnerContext& context); // waiting results are tried again

    // Opens, changes or closes the store so that it is what the settings ask for. Texts for the log and for the GUI's
    // user; both empty when nothing changed.
    struct Change {
        std::string note;
        std::string warning;
    };
    Change apply(const config::Settings& settings);
    bool needs_change(const config::Settings& settings) const { return key_of(settings) != asked_; }
    bool learns() const { return store_ != nullptr; }
    // False also after an error of the store in force: then games are only kept in the file beside it.
    bool writes() const { return store_ != nullptr && !has_failed_; }
    // Results go into the learn fields of the first book, so that they are of no other.
    bool is_for_first_book() const { return store_ != nullptr && !is_separate_file_; }
    bool writes_into_book() const { return writes() && !is_separate_file_; }
    // The first book is another file now.
    Change reopen(const config::Settings& settings);
    // Reopens the store that has failed, perhaps for a full disk that has room again. Returns true on success.
    bool recover(const config::Settings& settings);

    // Names as they are known now. Engine and GUI may say what they like, but not fill the store with a name.
    void set_engine(std::string name) { scope_.engine = short_name(std::move(name)); }
    // {opponent} in BookLearnFile is the last name that was not empty: between two games it is not known.
    void set_opponent(std::string name) {
        scope_.opponent = short_name(std::move(name));
        if (!scope_.opponent.empty()) named_opponent_ = scope_.opponent;
    }
    const std::string& opponent() const { return scope_.opponent; }

    // Fills in the results of the entries of this position. Clears them while no results are learnt: the learn fields
    // may hold other data then, as they may in any book other than the one that results are written into.
    void recall(const chess::Position& position, bool of_first_book, std::vector<book::Entry>& entries) const;

    // The steps of the flow.
    //
    // One result for each of our moves; learns() must hold. why: the source of the result, for the log. write() writes
    // the result.
    void add(std::vector<book::LearntMove> moves, int half_points, std::string opponent, std::string why);
    std::size_t waiting() const { return queue_.size(); }
    // As ResultQueue does. After an error of the store in force games are only kept, until recover() mends it.
    ResultQueue::Attempt write(std::chrono::milliseconds patience,
                               std::size_t most_games = std::numeric_limits<std::size_t>::max());
    ResultQueue::Attempt write_at_last() { return queue_.write_at_last(); }

    // In the file beside the store in force are games that could not be written when they ended.
    bool takes_in() const { return takes_in_; }
    // Writes a few of them into the store, waiting for no other program; only while takes_in().
    struct TakingIn {
        book::TakenIn so_far; // by this call and those before it
        std::optional<Error> error{};
        bool is_busy = false; // others keep the store busy; after any other error the games stay in the file
        bool is_news = false; // an error that no call before has had
    };
    TakingIn take_in(std::size_t most_games);
    // Forgets results, one step per call, without waiting for others: what all steps since the first one have done. It
    // is over with next == 0 or after an error, and the next call begins anew. Until then no game is written into the
    // store in force. is_busy: others keep the store busy; the same step is to be tried again. When that happens in the
    // first step it is an error: the user is to know that nothing was forgotten.
    struct Reset {
        book::Forgotten done;
        bool is_busy = false;
        std::optional<Error> error;
    };
    Reset reset();
    bool is_resetting() const { return resetting_.has_value(); }

  private:
    static std::string short_name(std::string name) {
        constexpr std::size_t longest = 1000; // bytes
        if (name.size() > longest) name.resize(longest);
        return name;
    }
    std::string key_of(const config::Settings& settings) const;
    std::string file_of(const config::Settings& settings) const;
    book::OpenedLearnStore open_store(config::Settings settings) const;
    Change open(const config::Settings& settings);
    void set_store(ResultQueue::Store store);
    void fail(const std::string& why); // of the store in force

    void find_moves(LearnerContext& context);
    bool has_results() const { return waiting() > 0 || takes_in() || is_resetting(); }
    bool continue_reset(LearnerContext& context);                               // false: the store is busy
    std::size_t write_waiting(std::size_t most_games, LearnerContext& context); // returns the number of games written
    // From the file beside the store. Returns false if the store is busy, or cannot be written.
    bool take_in(std::size_t most_games, LearnerContext& context);
    void note_busy(LearnerContext& context);

    LearnStoreOpener open_;
    ResultQueue::Store store_;
    book::LearnScope scope_;
    std::string named_opponent_;
    std::string asked_;             // the settings that store_ was opened for
    bool is_separate_file_ = false; // in a separate file, not in a book
    bool has_failed_ = false;       // the store in force
    std::string failure_;           // … for this reason
    bool takes_in_ = false;
    std::string taking_in_failed_; // the last reason that was reported
    book::TakenIn taken_in_;       // of the games that takes_in() is about
    struct Resetting {
        book::LearnScope scope;
        book::Forgotten done;
    };
    std::optional<Resetting> resetting_;
    std::vector<EndedGame> ended_; // since the last write_results(): without moves and store
    ResultQueue queue_;
    WriteSchedule schedule_;
    std::string noted_busy_; // the last note of note_busy()
};

} // namespace polyglot::session
