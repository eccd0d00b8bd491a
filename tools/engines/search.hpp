// One search of one test position: what the engine is asked, when it is stopped, and what its
// answer is worth. No clock and no engine inside: `now` is an argument.
#pragma once
#include "adapter/protocol/uci/info.hpp"
#include "adapter/session/shared/events.hpp"
#include "tools/engines/suite.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace polyglot::tools {

using std::chrono::milliseconds;

// How long to search. Fixed limits are the engine's to keep, and nothing stops it before. Without
// one, PolyGlot's rules.
struct SearchLimits {
    int min_depth = 8;
    int max_depth = 63;
    milliseconds min_time{1'000};
    milliseconds max_time{5'000};
    int depth_delta = 3;
    // fixed
    std::optional<int> depth;
    std::optional<std::int64_t> nodes;
    std::optional<milliseconds> movetime;
    // An engine this long after its time, or this long silent without a time limit, hangs.
    milliseconds hang_time{10'000};

    bool is_fixed() const { return depth || nodes || movetime; }
    std::optional<milliseconds> time() const { return is_fixed() ? movetime : max_time; }
    std::string go() const; // the UCI line
    void set_hang_time(std::optional<milliseconds> given) {
        hang_time = given.value_or(milliseconds(time() ? 10'000 : 60'000));
    }
};

enum class EpdVerdict : std::uint8_t { Solved, Unsolved, Unjudged, Crashed, Hung, NotRun };

struct EpdOutcome {
    EpdVerdict verdict = EpdVerdict::NotRun;
    chess::Move move; // the null move when the engine has given no legal one
    std::string pv;   // SAN
    std::optional<protocol::UciScore> score;
    // Where the engine found the answer that it kept: a right answer (which may change to another
    // right one), else its move. The engine's own time if it has one.
    struct Found {
        int depth = 0;
        milliseconds time{0};
        std::int64_t nodes = 0;
    };
    Found found;
    Found end;           // the same at the end of the search
    int points = 0;      // of EpdTask::points
    std::string note;    // what the engine did wrong
    bool is_off = false; // it has searched, or given as its move, what it was not to search

    // Of an engine that cannot be told to look at some moves alone.
    static EpdOutcome without_search_moves();
};

class EpdSearch {
  public:
    // The engine is sent limits.go() at this moment.
    EpdSearch(const EpdTask& task, const SearchLimits& limits, session::TimePoint now);

    // An `info` line, given the text after that word. True: send `stop` to the engine now (once
    // only).
    bool on_info(std::string_view arguments, session::TimePoint now);
    // The search has ended with this answer. It overrides the last pv, because it is the move that
    // would be played.
    EpdOutcome on_bestmove(std::string_view move, session::TimePoint now);
    // Over, without one.
    EpdOutcome on_failure(EpdVerdict verdict, std::string note) const;

    session::TimePoint deadline() const { return deadline_; } // may move with each call
    // Send `stop`; give up an engine that ignores it
    enum class Late : std::uint8_t { Stop, GiveUp };
    Late on_deadline(session::TimePoint now);

  private:
    void take_move(chess::Move move);
    bool is_right() const;
    void update();
    bool wants_stop() const;

    const EpdTask& task_;
    const SearchLimits limits_;
    session::TimePoint start_;
    session::TimePoint deadline_;
    bool stopped_ = false;
    EpdOutcome seen_;
    std::string pv_;          // as the engine wrote it
    bool is_off_ = false;     // some lines were of moves that were not to be searched
    chess::Move scored_move_; // of the line that the score is of
    bool right_ = false;      // as of the last update
    int move_depth_ = 0;      // since when it has been this move
};

} // namespace polyglot::tools
