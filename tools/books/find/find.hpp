// Describes a book's content in one position for `polyglot find-book`. See docs/find-book.md.
#pragma once
#include "core/book/book.hpp"
#include "core/book/chessbase/ctg.hpp"
#include "core/book/learning.hpp"
#include "core/book/polyglot/book.hpp"
#include "core/book/selection.hpp"
#include "core/chess/position.hpp"
#include "core/openings/names.hpp"
#include "tools/books/roots.hpp"

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include <boost/json/fwd.hpp>

namespace polyglot::tools {

struct NamedMove {
    std::string uci; // also set for a move of the book that is not legal
    std::string san; // empty if the move is not legal
};

struct FoundMove {
    NamedMove name;
    book::Entry entry;
    book::Candidate candidate;             // its share, and whether it may be played
    std::string why_not{};                 // the reason why it is not played; empty if it may be
    std::optional<std::uint64_t> number{}; // of the entry in a .bin file, from 0
    // This is the value of the move, if the format stores one for each move.
    std::optional<book::Evaluation> value{};
    std::optional<NamedMove> reply{};   // the book's reply to the move
    std::optional<book::CtgMove> ctg{}; // the fields of a ChessBase book
};

struct FoundPosition {
    std::string fen;
    std::uint64_t key = 0; // the book's key; PolyGlot's key for Arena books, which have no keys
    std::optional<int> chess960_start; // the number of this Chess960 start position
    std::optional<openings::Opening> opening;
    std::string not_here{}; // the reason why nothing was found; empty if the book has the position
    std::optional<book::Evaluation> evaluation{};
    std::optional<book::CtgStatistics> ctg{}; // of the position, in a ChessBase book
    std::string unplayable{};       // other content, such as a best move that is not legal
    std::vector<FoundMove> moves{}; // in the order of the file
};

class BookFinder {
  public:
    // threshold_per_mil is the value of BookTreshold. The book must outlive this object. `file` is
    // the book in PolyGlot's format that holds the learn fields if that is not `book` itself;
    // otherwise it is null.
    BookFinder(const book::Book& book, int threshold_per_mil,
               const book::PolyglotBook* file = nullptr);
    FoundPosition find(const chess::Position& position,
                       const CastlingSpelling& spelling = {}) const;
    // Returns whether the learn fields of this book are games and half-points.
    bool has_results() const { return book::is_polyglot(dialect_); }

  private:
    std::optional<NamedMove> reply_to(const chess::Position& position, chess::Move move,
                                      chess::CastlingStyle style) const;
    void name_raw_moves(const chess::Position& position, FoundPosition& found) const;
    void look_at_ctg(const chess::Position& position, FoundPosition& found) const;
    void look_at_value(const chess::Position& position, FoundPosition& found) const;

    const book::Book& book_;
    book::Policy policy_;
    book::LearnDialect dialect_ = book::LearnDialect::Empty;
};

// Returns what the learn fields of the file mean, judged by a sample.
book::LearnDialect dialect_of(const book::PolyglotBook& file);
// Returns why the move is not played, or an empty text if it may be played.
std::string why_not(const FoundMove& move, const book::Policy& policy);
// Describes the position itself, without a book.
FoundPosition describe_position(const chess::Position& position, const CastlingSpelling& spelling);
boost::json::object json_of_heading(const FoundPosition& found);
void print_heading(const FoundPosition& found, std::ostream& out); // includes not_here

boost::json::object json_of(const FoundPosition& found, bool has_results);
void print_text(const FoundPosition& found, bool has_results, std::ostream& out);
// Prints one object on one line.
void print_json(const FoundPosition& found, bool has_results, std::ostream& out);

} // namespace polyglot::tools
