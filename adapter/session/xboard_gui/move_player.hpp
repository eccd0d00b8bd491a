// Plays the moves of the engine and of the book: puts them on the board, sends them to the GUI, and
// announces the end of the game. Transcripts: xboard/kibitz*.txt, books/*.txt.
#pragma once
#include "adapter/protocol/uci/uci.hpp"
#include "adapter/session/shared/context.hpp"
#include "adapter/session/xboard_gui/game.hpp"
#include "adapter/session/xboard_gui/thinking_feed.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace polyglot::session {

// The rules:
// 1. A move is played only if it is legal; an illegal one loses the game. In a variant with unknown
//    rules the move passes unchanged.
// 2. The last thinking line and the kibitz of KibitzMove are sent before the move, a result by rule
//    or `resign` after it.
// 3. A book without a move is not asked again in the same epoch of the game, unless an option has
//    changed.
class MovePlayer {
  public:
    MovePlayer(SessionContext& context, BookPlayer& book, XboardGame& game, ThinkingFeed& thinking)
        : context_(context), book_(book), game_(game), thinking_(thinking) {}

    void play_engine_move(const protocol::BestMove& best);
    enum class BookTurn : std::uint8_t {
        Played,
        None, // no book has a move
        Waits // for a book that is a program
    };
    // impatient: the books that are programs answer from what they have said, or not at all.
    BookTurn play_book_move(bool impatient);
    void ask_book_again() { bookless_epoch_.reset(); }
    void show_book_remarks() { shows_remarks_ = true; } // as `# …` lines, which this GUI accepts
  private:
    // Plays a legal move (as in BookGame). reply is the expected answer, or empty.
    enum class Source : std::uint8_t { Engine, Book };
    void play(chess::Move move, std::string_view reply, Source source);
    bool may_ponder(const BookGame& after, Source source) const;
    void play_text(const protocol::BestMove& best);
    void lose_by_illegal_move(std::string_view text);

    SessionContext& context_;
    BookPlayer& book_;
    XboardGame& game_;
    ThinkingFeed& thinking_;
    std::optional<std::uint64_t> bookless_epoch_; // rule 3
    bool shows_remarks_ = false;
};

} // namespace polyglot::session
