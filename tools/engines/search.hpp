// Controls one search of one test position: the command to the engine, the moment of `stop`, and
// the judgement of the answer. It has neither clock nor engine; `now` is an argument.
// tests/unit/tools/engines/search_test.cpp shows it.
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

// Holds the limits of a search. The engine itself keeps fixed limits, and nothing stops it earlier.
// Without a fixed limit, PolyGlot's rules apply.
struct SearchLimits {
    int min_depth = 8;
    int max_depth = 63;
    milliseconds min_time{1'000};
    milliseconds max_time{5'000};
    int depth_delta = 3;
    // The limits from here to movetime are fixed.
    std::optional<int> depth;
    std::optional<std::int64_t> nodes;
    std::optional<milliseconds> movetime;
    // An engine hangs if it answers this much later than its time, or if it is silent for this long
    // without a time limit.
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
    EpdMove move;   // null if the engine has not sent a legal one
    std::string pv; // SAN
    std::optional<protocol::UciScore> score;
    // This is the point where the engine found the answer that it kept: a right answer (which may
    // change to another right one), otherwise its move. The time is the engine's own if it reports
    // one.
    struct Found {
        int depth = 0;
        milliseconds time{0};
        std::int64_t nodes = 0;
    };
    Found found;
    Found end;           // the end of the search
    int points = 0;      // those of EpdTask::points
    std::string note;    // what the engine did wrong
    bool is_off = false; // it has searched or played a move outside EpdTask::allowed

    // Returns the outcome for an engine that cannot restrict its search to some moves.
    static EpdOutcome without_search_moves();
};

class EpdSearch {
  public:
    // The engine receives limits.go() at the time `now`.
    EpdSearch(const EpdTask& task, const SearchLimits& limits, session::TimePoint now);

    // Takes the text of an `info` line after that word. Returns true if `stop` must be sent to the
    // engine now, which happens only once.
    bool on_info(std::string_view arguments, session::TimePoint now);
    // Ends the search with this answer. It overrides the last pv, because it is the move that would
    // be played.
    EpdOutcome on_bestmove(std::string_view move, session::TimePoint now);
    // Ends the search without an answer.
    EpdOutcome on_failure(EpdVerdict verdict, std::string note) const;

    session::TimePoint deadline() const { return deadline_; } // each call may change it
    // Stop: `stop` must be sent. GiveUp: the engine has ignored it and must be ended.
    enum class Late : std::uint8_t { Stop, GiveUp };
    Late on_deadline(session::TimePoint now);

  private:
    void take_move(const EpdMove& move);
    bool is_right() const;
    void update();
    bool wants_stop() const;
    bool ignores_limits() const;

    const EpdTask& task_;
    const SearchLimits limits_;
    session::TimePoint start_;
    session::TimePoint deadline_;
    bool stopped_ = false;
    EpdOutcome seen_;
    std::string pv_;      // as the engine sent it
    bool is_off_ = false; // some lines were about moves that it must not search
    EpdMove scored_move_; // the first move of the line with the score
    bool right_ = false;  // at the last update
    int move_depth_ = 0;  // the depth since which the move has not changed
};

} // namespace polyglot::tools
