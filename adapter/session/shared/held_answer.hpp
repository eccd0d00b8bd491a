// The answer to a search to ponder that is known before the GUI may see it: a book move, or the
// bestmove of an engine that was too early. While it is held the engine owes nothing.
//
// UciGuiSide::on_ponderhit() sends it, and SearchController::settle(), which plays no move while a
// pong is owed (its rules 5 and 7; xboard/pong_before_book_move*.txt). With a book that is a
// program, `ponderhit` itself waits (UciGuiSide::must_wait(); books/program_late.txt), under xboard
// the move (rule 6; books/xboard_program.txt).
//
// No search to ponder begins on a position that a book is known to answer, except by BookPonder.
// When the book is asked:
// - UCI: at `go ponder`, as at any `go`. The answer is chosen then, and held
//   (books/ponder_held_book_move.txt). Books that are opened later do not matter.
// - xboard: when the opponent has moved, which may be another move than the expected one. The
//   search to ponder, which the adapter would begin, is left out (MovePlayer::play()), and nothing
//   is held. So a book that was opened meanwhile precedes a held answer
//   (xboard/ponder_hit_into_book.txt, xboard/ping_before_book_move_on_ponder_hit.txt).
//
// state \ event | known early | hit           | miss
// nothing       | held        | -             | -
// held, UCI     | never       | nothing: sent | nothing: sent
// held, xboard  | never       | nothing: sent | nothing
//
// An answer is known early by a book at `go ponder` (UCI), or by a bestmove before the hit. A hit
// is `ponderhit` (UCI) or the expected move (xboard). A miss is `stop` or the next `go` (UCI), or
// any other move or wish (xboard). HeldAnswer's unit test drives the class through this table.
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
        // Only a UCI GUI is sent lines:
        std::string bestmove = {}; // the whole line
        std::vector<std::string> infos = {};
    };
    // A UCI GUI is owed a bestmove for every `go` (Send); an xboard GUI is not (Drop).
    enum class AtMiss : std::uint8_t { Send, Drop };

    explicit HeldAnswer(AtMiss at_miss) : at_miss_(at_miss) {}

    bool is_held() const { return answer_.has_value(); }
    void hold(Answer answer) {
        assert(!answer_);
        answer_ = std::move(answer);
    }
    // Both return what is to be sent to the GUI; nothing is held afterwards.
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
