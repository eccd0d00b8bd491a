// Asks the opening books for the session, one after the other, each by its own conditions and
// rules. Tests: book_player*_test.cpp, transcripts books/*.txt.
#pragma once
#include "adapter/session/books/book_game.hpp"
#include "adapter/session/books/book_misses.hpp"
#include "adapter/session/books/book_question.hpp"
#include "adapter/session/books/learner.hpp"
#include "adapter/session/books/open_books.hpp"
#include "config/settings.hpp"
#include "core/book/selection.hpp"
#include "core/chess/game.hpp"
#include "core/chess/uci_move.hpp"
#include "core/random.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::session {

struct BookAnswer {
    std::string move; // coordinates, castling spelt for the peer
    // The same book's best answer to the move; may be empty.
    std::string reply;
    std::string shares;                      // "e2e4 42.1% d2d4 38.0% (book.bin)", for display
    std::vector<book::Candidate> candidates; // the moves that the shares are about
    std::string file;                        // "book.bin"
};

struct BookReply {
    std::optional<BookAnswer> answer;
    // For the log: "book gambits: e2e4 100.0% (gambits.abk)", or the reason why there is no answer.
    std::string remark;
    // Texts for the user, one for each book that is not asked because its condition is about
    // something unknown.
    std::vector<std::string> warnings;
};

// The moves of candidates and drawing moves are those of the question's BookGame.

// A book move that is left out because it would end the game in a draw.
struct DrawingMove {
    chess::Move move;
    std::string_view reason; // "repetition" or "fifty-move rule"
};

// Holds what one book has for a position.
struct BookView {
    std::string name; // "gambits (gambits.abk)"; only the file for the first book
    // The condition that does not hold, "Color = white"; empty if the book is asked.
    std::string not_asked;
    // The condition is about an unknown opponent or time control.
    bool is_about_unknown = false;
    std::vector<book::Candidate> candidates; // in the order of the file; an illegal move is null
    std::vector<DrawingMove> drawing;        // the moves that are left out as draws
    bool knows = false;                      // the book has an entry for this position
    bool answers = false;                    // set by look_up(): the move would come from this book
    bool is_of_other_variant = false;        // this is why it is not asked
    bool is_unanswered = false;              // a program that has not answered about the position
    // Entries of the position, and those that are not legal.
    std::uint32_t met = 0;
    std::uint32_t illegal = 0;
};

class BookPlayer {
  public:
    BookPlayer(BookOpener open, BookStamper stamp, const Learner& learner, Random& random)
        : open_books_(std::move(open), std::move(stamp)), learner_(learner), random_(random) {}

    // Opens, changes or closes books as the settings require.
    BookNews apply(const config::Settings& settings);
    // Resets the misses and reopens books that have changed on disk.
    BookNews on_new_game();
    void on_take_back() { misses_.reset(); } // so that the books are asked again
    // To be called before questions about games of another variant; null for chess.
    void set_variant(const chess::Variant* variant);

    // Returns the answer of the first book whose conditions hold and that has a move to play.
    // Counts as a turn of the game.
    BookReply answer(const BookQuestion& question);
    // Returns the move with the highest share in the book that would answer.
    std::optional<chess::Move> best_move(const BookQuestion& question) const;
    // Returns every book in the order of asking, including those after the one that answers.
    std::vector<BookView> look_up(const BookQuestion& question) const;
    // Returns the programs that have not answered and come before the first book with a move.
    std::vector<const ProgramBook*> programs_to_ask(const BookQuestion& question) const;
    // Returns why no book is asked any more in this game; empty if books are asked.
    std::string left_because(const BookGame& game) const;

    // Returns the moves of this colour whose results can be kept: those in the book that they are
    // written into, or, with a separate store, those in any book for this colour. Depth and other
    // conditions do not matter, because a result counts against every opponent, and for moves of
    // the book and of the engine.
    std::vector<book::LearntMove> held_moves(const BookGame& game, chess::Color color) const;

  private:
    struct Met { // moves of a book
        std::uint32_t all = 0;
        std::uint32_t illegal = 0;
        bool is_too_bad() const { return all >= least_met && illegal * most_illegal_in > all; }
    };
    // A book is off for the rest of a game when more than a quarter of its moves that were met are
    // illegal, and at least eight were met: it is of another variant.
    static constexpr std::uint32_t least_met = 8;
    static constexpr std::uint32_t most_illegal_in = 4;
    struct Pick { // the book that answers, with its moves
        const OpenBook* book = nullptr;
        BookView view;
        bool was_asked = false;            // at least one book was asked
        std::string remark;                // why no book answers
        std::vector<std::string> warnings; // as in BookReply
        // Of the books that were asked.
        std::vector<std::pair<const OpenBook*, Met>> met;
    };
    Pick pick(const BookQuestion& question) const;
    BookView look_into(const OpenBook& open_book, const BookQuestion& question) const;
    std::vector<book::Entry> find(const OpenBook& open_book, const BookGame& game) const;
    std::vector<book::Entry> find(const OpenBook& open_book, const chess::Position& position) const;
    std::vector<book::Entry> find(const OpenBook& open_book,
                                  const chess::VariantPosition& position) const;
    bool learns_in(const OpenBook& open_book, const BookGame& game, chess::Color color) const;
    std::string reply_to(chess::Move move, const OpenBook& open_book,
                         const BookQuestion& question) const;
    std::string why_off(const OpenBook& open_book) const;
    void count_illegal(const Pick& found, const BookQuestion& question, BookReply& reply);
    book::Policy policy_of(const config::BookSettings& rules) const;
    std::optional<chess::Move> best_of(const std::vector<book::Candidate>& choices) const;

    OpenBooks open_books_;
    const Learner& learner_;
    Random& random_;
    BookMisses misses_;
    std::map<std::string, Met, std::less<>> met_; // in this game, by the book's name
    std::optional<std::size_t> counted_plies_;    // of the last position that counts in met_
    // Values of the settings.
    book::Learning learning_;
    int most_misses_ = 0;
    bool avoids_draws_ = true;
};

} // namespace polyglot::session
