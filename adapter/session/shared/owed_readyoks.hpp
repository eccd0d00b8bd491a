// Keeps the isready lines that the engine has been sent and has not answered, and decides when an
// answer counts as lost.
//
// An engine answers in order, but an answer can be lost: some engines drop every command that comes
// during a search (Rodent IV, Laser), some act only on the first line of what they read (BBC,
// VICE), and some print from two threads, so that a line is torn (WyldChess). Therefore:
// 1. Each isready is answered to the part that has asked exactly once, in order: by a readyok, or
//    by rule 2 or 3.
// 2. A bestmove shows that the engine reads its input again: it answers every isready that precedes
//    it, unless a readyok follows within `patience_after_move`.
// 3. If an isready has had no answer for `patience` during a search, the next line of the engine
//    answers it: the engine is alive, and drops isready while it searches. After on_overdue() this
//    holds for an idle engine as well.
// 4. An idle engine is asked again after `first_pause`, then after pauses that double, at most
//    `most_repetitions` times. One readyok answers the question and all its repetitions.
// 5. Late answers may still come: those of questions that rule 2 or 3 has answered, and those of
//    repetitions. They precede the answers to later questions, so a readyok counts as a late answer
//    while one is expected. If no other readyok follows within `patience_after_move`, the late
//    answers were lost, and it has answered the oldest question.
// 6. The bestmove of a search that began after a question was answered by rule 2 or 3 shows that
//    its late answer is lost.
// Transcripts: uci/readyok_*.txt, xboard/readyok_*.txt.
#pragma once
#include "adapter/session/shared/events.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

namespace polyglot::session {

class OwedReadyoks {
  public:
    enum class Asker : std::uint8_t {
        GuiSide,
        LagProbe, // asked by EngineLag
        // After a repeated `stop`: what the engine says before its answer belongs to the old search
        Fence,
    };
    struct Answer {
        Asker asker = Asker::GuiSide;
        bool is_certain = true; // by the readyok of the only isready that was sent for it
    };

    static constexpr std::chrono::milliseconds patience{500};
    static constexpr std::chrono::milliseconds first_pause{1000};
    static constexpr int most_repetitions = 8;
    static constexpr std::chrono::milliseconds patience_after_move{200};

    void on_asked(Asker asker, TimePoint now);
    // Returns false if the readyok answers no isready of the adapter, not even a late one.
    bool on_readyok(TimePoint now);
    // Call this for any other line of the engine.
    void on_line(TimePoint now, bool searches) {
        if (!open_.empty()) settle_by_line(now, searches);
    }
    void on_go();
    void on_bestmove(TimePoint now);
    void on_overdue() { is_overdue_ = true; } // the engine has been silent for as long as it may be
    // Another process runs, which the caller asks once for each open question.
    void on_replaced(TimePoint now);

    // may_ask: the engine is idle and may be asked again. on_timeout() returns true if the caller
    // is to send isready now.
    std::optional<TimePoint> deadline(bool may_ask) const;
    bool on_timeout(TimePoint now, bool may_ask);

    // The oldest question that has been answered; nullopt if there is none. The vector keeps its
    // memory for the next one.
    std::optional<Answer> take_answered() {
        if (answered_.empty()) return std::nullopt;
        const Answer first = answered_.front();
        answered_.erase(answered_.begin());
        return first;
    }
    bool has_answered() const { return !answered_.empty(); }
    bool empty() const { return open_.empty(); }
    std::size_t size() const { return open_.size(); }
    bool has(Asker asker) const;

  private:
    struct Question {
        Asker asker = Asker::GuiSide;
        TimePoint asked;
        int repetitions = 0;
    };

    void answer_front(bool is_certain);
    void answer_all_without_readyok();
    void settle_by_line(TimePoint now, bool searches);
    bool may_repeat() const {
        return !open_.empty() && open_.back().repetitions < most_repetitions && !is_overdue_;
    }

    std::deque<Question> open_;
    std::vector<Answer> answered_;
    int late_ = 0; // late answers that may still come
    // Those of questions before the last `go` (rule 6).
    int late_before_search_ = 0;
    // Open questions that a bestmove has overtaken (rule 2).
    std::size_t overtaken_ = 0;
    // Readyoks that counted as late while a question was open (rule 5).
    int unclear_ = 0;
    TimePoint answer_at_{};                         // when rule 2 or 5 answers
    std::chrono::milliseconds pause_ = first_pause; // until the next repetition
    TimePoint last_asked_{};
    bool is_overdue_ = false;
};

} // namespace polyglot::session
