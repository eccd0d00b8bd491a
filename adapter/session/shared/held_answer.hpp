// The answer to a search to ponder that is known before the GUI may see it: a book move, or the
// bestmove of an engine that was too early. While it is held the engine owes nothing.
//
// When the book is asked: the engine never ponders on a position that a book answers.
// - UCI: at `go ponder`, which is a `go` like any other: the answer is chosen, and held
//   (books/ponder_held_book_move.txt). Books that are opened later do not matter.
// - xboard: the search to ponder is ours, so it is not begun (MovePlayer::play()), and nothing is
//   held. The book is asked when the opponent has moved, by the rule for any move, which may be
//   another one than the expected. So a book that was opened meanwhile precedes a held answer
//   (xboard/ponder_hit_into_book.txt, xboard/pong_before_book_move_on_ponder_hit.txt).
//
// state \ event | go ponder, in book | early bestmove | hit           | miss
// nothing       | held (UCI)         | held           | -             | -
// held          | cannot be          | cannot be      | sent: nothing | sent (UCI), dropped: nothing
//
// hit: `ponderhit` (UCI), the expected move (xboard). miss: `stop` or the next `go` (UCI), any
// other move or wish (xboard).
// Transcripts: uci/early_bestmove_in_ponder.txt, xboard/ponder_early_*.txt.
#pragma once
#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace polyglot::session {

class HeldAnswer {
  public:
    struct Answer {
        std::string move;
        std::string ponder = {};
        // Only a UCI GUI gets lines:
        std::string bestmove = {}; // the whole line
        std::vector<std::string> infos = {};
    };
    // UCI: every `go` of the GUI gets its bestmove. xboard: the GUI has not asked for any.
    enum class AtMiss : std::uint8_t { Send, Drop };

    explicit HeldAnswer(AtMiss at_miss) : at_miss_(at_miss) {}

    bool is_held() const { return answer_.has_value(); }
    void hold(Answer answer) {
        assert(!answer_);
        answer_ = std::move(answer);
    }
    // Nothing is held afterwards. Returns what is to be sent to the GUI.
    std::optional<Answer> on_hit() { return std::exchange(answer_, std::nullopt); }
    std::optional<Answer> on_miss() {
        auto held = std::exchange(answer_, std::nullopt);
        return at_miss_ == AtMiss::Send ? std::move(held) : std::nullopt;
    }

  private:
    AtMiss at_miss_;
    std::optional<Answer> answer_;
};

} // namespace polyglot::session
