// Keeps the results of the engine's games, and supplies them to the choice of book moves.
// learner.cpp implements the store, learner_flow.cpp what happens with a game that has ended.
//
// A result goes this way (docs/adr/0004):
// 1. learn(): the game has ended. It is only noted, so that no line waits for a book or a store.
// 2. write_results() is called after the lines of that event. The moves of the game that are in a
//    book are found, `= learn` is logged, and the result is added to the queue (ResultQueue) for
//    the store in force. Settings that change books or store find the moves first; so does a new
//    game if a book is a program.
// 3. The queue is written, a few games per event, without waiting for other programs; what a busy
//    store does not take is tried again after pauses (WriteSchedule), and kept in a file beside the
//    store after a second.
// 4. write_results_at_last() empties the queue before the adapter ends.
// Transcripts: learning/{used_and_reset,store_busy,waits_in_file,kept_at_quit}.txt.
#pragma once
#include "adapter/session/books/played_game.hpp"
#include "adapter/session/books/result_queue.hpp"
#include "adapter/session/books/write_schedule.hpp"
#include "config/settings.hpp"
#include "core/book/learn_store.hpp"

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

// Opens the store by BookFile, BookLearnFile ({opponent} is filled in) and BookLearnForce. Returns
// a warning with the reason if that fails.
using LearnStoreOpener = std::function<book::OpenedLearnStore(const config::Settings&)>;

struct EndedGame {
    PlayedGame game;
    chess::Color ours;
    int half_points; // of the engine: 2 for a win, 1 for a draw, 0 for a loss
    std::string opponent;
    std::string why; // the source of the result, for the log
};

// What the learner needs of the session during an event.
class LearnerContext {
  public:
    virtual ~LearnerContext() = default;
    virtual ResultQueue::TimePoint now() const = 0;
    // Returns the moves of this colour whose results can be kept, by the books in force.
    virtual std::vector<book::LearntMove> held_moves(const BookGame& game,
                                                     chess::Color color) const = 0;
    virtual void note(std::string_view text) = 0;    // for the log
    virtual void warn(std::string text) = 0;         // for the GUI's user as well
    virtual void outcome(std::string_view text) = 0; // for the log, as an output

  protected:
    LearnerContext() = default;
    LearnerContext(const LearnerContext&) = default;
    LearnerContext& operator=(const LearnerContext&) = default;
};

class Learner {
  public:
    using TimePoint = ResultQueue::TimePoint;

    explicit Learner(LearnStoreOpener open) : open_(std::move(open)) {}

    // The flow of results, as described above. learns() must hold when a game is learnt.
    void learn(EndedGame ended, TimePoint now);
    static void not_learnt(std::string_view why, LearnerContext& context);
    // Returns when write_results() is to be called.
    std::optional<TimePoint> results_due() const { return schedule_.due(); }
    void write_results(LearnerContext& context); // writes a few, without waiting for other programs
    // Call this before the adapter ends. Waits for other programs, in bounded time. No result
    // waits afterwards.
    void write_results_at_last(LearnerContext& context);
    // Takes the first step of BookLearnReset; write_results() takes the others.
    void reset_results(LearnerContext& context);
    // Call this before books and store are changed as the settings require, and afterwards.
    void before_settings(const config::Settings& settings, LearnerContext& context);
    void on_settings(const config::Settings& settings, LearnerContext& context);
    void on_first_book_replaced(const config::Settings& settings, LearnerContext& context);
    // Call this before books that are programs forget what they have answered in the game.
    void before_new_game(LearnerContext& context) { find_moves(context); }
    // Tries again to write waiting results.
    void on_new_game(const config::Settings& settings, LearnerContext& context);

    // Opens, changes or closes the store as the settings require. A Change has texts for the log
    // and for the GUI's user, which are empty if nothing has changed.
    struct Change {
        std::string note;
        std::string warning;
    };
    Change apply(const config::Settings& settings);
    bool needs_change(const config::Settings& settings) const { return key_of(settings) != asked_; }
    bool learns() const { return store_ != nullptr; }
    // Returns false also after an error of the store in force, when games are only
    // kept in the file beside it.
    bool writes() const { return store_ != nullptr && !has_failed_; }
    // Returns true if results are written into the learn fields of the first book, and so belong to
    // no other book.
    bool is_for_first_book() const { return store_ != nullptr && !is_separate_file_; }
    bool writes_into_book() const { return writes() && !is_separate_file_; }
    // Call this when the first book is another file.
    Change reopen(const config::Settings& settings);
    // Reopens the store that has failed, perhaps because of a full disk that has room again.
    // Returns true on success.
    bool recover(const config::Settings& settings);

    // Set the current names. A name is shortened, because engine and GUI may send a text of any
    // length.
    void set_engine(std::string name) { scope_.engine = short_name(std::move(name)); }
    // {opponent} in BookLearnFile is the last name that was not empty, because between two games
    // the name is not known.
    void set_opponent(std::string name) {
        scope_.opponent = short_name(std::move(name));
        if (!scope_.opponent.empty()) named_opponent_ = scope_.opponent;
    }
    const std::string& opponent() const { return scope_.opponent; }

    // Fills in the results of the entries of this position. While no results are learnt they are
    // cleared, because the learn fields may hold other data then; so they may in any book that
    // results are not written into.
    void recall(const chess::Position& position, bool of_first_book,
                std::vector<book::Entry>& entries) const;
    void recall(const chess::VariantPosition& position, bool of_first_book,
                std::vector<book::Entry>& entries) const;

    bool is_in_server() const { return writes() && keeps_first_; }
    // Returns true if the store has been asked for results since begin_recall(), and they are on
    // their way.
    bool is_asking() const { return has_recalled_ && store_->is_asking(); }
    void begin_recall() { has_recalled_ = false; }

    // The steps of the flow follow.
    //
    // Adds one result for each of the moves, which write() writes. learns() must hold. why is the
    // source of the result, for the log.
    void add(std::vector<book::LearntMove> moves, int half_points, std::string opponent,
             std::string why);
    std::size_t waiting() const { return queue_.size(); }
    // Writes as ResultQueue::write(). After an error of the store in force games are only kept,
    // until recover() succeeds.
    ResultQueue::Attempt write(std::chrono::milliseconds patience,
                               std::size_t most_games = std::numeric_limits<std::size_t>::max());
    ResultQueue::Attempt write_at_last() { return queue_.write_at_last(); }

    // Returns true if the file beside the store in force has games that could not be written when
    // they ended.
    bool takes_in() const { return takes_in_; }
    // Writes a few of these games into the store, without waiting for other programs. takes_in()
    // must hold.
    struct TakingIn {
        book::TakenIn so_far; // by this call and the ones before it
        std::optional<Error> error{};
        // Other programs keep the store busy; after any other error the games stay in the file.
        bool is_busy = false;
        bool is_news = false; // an error that no earlier call has had
    };
    TakingIn take_in(std::size_t most_games);
    // Forgets results, one step per call, without waiting for other programs. Returns what all
    // steps since the first one have done. It is over with next == 0 or after an error, and the
    // next call begins again; until then no game is written into the store in force. is_busy means
    // that other programs keep the store busy, and the same step is to be tried again. In the first
    // step that is an error, because the user has to know that nothing was forgotten.
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
    bool recalls(bool of_first_book) const {
        return writes() && (of_first_book || is_separate_file_);
    }
    void fail(const std::string& why); // marks the store in force as failed

    void find_moves(LearnerContext& context);
    bool has_results() const { return waiting() > 0 || takes_in() || is_resetting(); }
    // Returns false if the store is busy.
    bool continue_reset(LearnerContext& context);
    // Returns the number of games written.
    std::size_t write_waiting(std::size_t most_games, LearnerContext& context);
    // Takes games from the file beside the store. Returns false if the store is busy, or cannot be
    // written.
    bool take_in(std::size_t most_games, LearnerContext& context);
    void note_busy(LearnerContext& context);

    LearnStoreOpener open_;
    ResultQueue::Store store_;
    book::LearnScope scope_;
    std::string named_opponent_;
    mutable bool has_recalled_ = false;
    std::string asked_;             // the settings for which store_ was opened
    bool is_separate_file_ = false; // results are in a separate file, not in a book
    bool keeps_first_ = false;      // results are in a server, to which they go through a file
    bool has_failed_ = false;       // of the store in force
    std::string failure_;           // why the store in force has failed
    bool takes_in_ = false;
    std::string taking_in_failed_; // the last reason that was reported
    book::TakenIn taken_in_;       // about the games of takes_in()
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
