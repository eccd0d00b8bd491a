// What a book has in one position, for `polyglot find-book`: docs/find-book.md.
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
    std::string uci; // also of a move that is not legal, if the book has it
    std::string san; // empty when it is not legal
};

struct FoundMove {
    NamedMove name;
    book::Entry entry;
    book::Candidate candidate;           // its share, and whether it may be played
    std::string why_not;                 // why it is not played; empty when it may be
    std::optional<std::uint64_t> number; // of the entry in a .bin file, from 0
    // Of the move, where the format has more than the position's
    std::optional<book::Evaluation> value{};
    std::optional<NamedMove> reply;     // the book's reply to the move
    std::optional<book::CtgMove> ctg{}; // what a ChessBase book has of it
};

struct FoundPosition {
    std::string fen;
    std::uint64_t key = 0;             // by which the book knows it; Arena's knows none: PolyGlot's
    std::optional<int> chess960_start; // its number, if it is one of those
    std::optional<openings::Opening> opening;
    std::string not_here; // why there is nothing; empty when the book knows the position
    std::optional<book::Evaluation> evaluation;
    std::optional<book::CtgStatistics> ctg{}; // of the position, in a ChessBase book
    std::string unplayable;                   // what else there is: a best move that is not legal
    std::vector<FoundMove> moves;             // in the order of the file
};

class BookFinder {
  public:
    // threshold_per_mil: as BookTreshold. The book must outlive this. file: the book in PolyGlot's
    // format whose learn fields these are, where the book itself is not the file; null: it is.
    BookFinder(const book::Book& book, int threshold_per_mil,
               const book::PolyglotBook* file = nullptr);
    FoundPosition find(const chess::Position& position,
                       const CastlingSpelling& spelling = {}) const;
    // Learn fields of this book are games and half-points.
    bool has_results() const { return book::is_polyglot(dialect_); }

  private:
    std::string why_not(const FoundMove& move) const;
    std::optional<NamedMove> reply_to(const chess::Position& position, chess::Move move,
                                      chess::CastlingStyle style) const;
    void name_raw_moves(const chess::Position& position, FoundPosition& found) const;
    void look_at_ctg(const chess::Position& position, FoundPosition& found) const;
    void look_at_value(const chess::Position& position, FoundPosition& found) const;

    const book::Book& book_;
    book::Policy policy_;
    book::LearnDialect dialect_ = book::LearnDialect::Empty;
};

// What is said of the position itself, whatever the file.
FoundPosition describe_position(const chess::Position& position, const CastlingSpelling& spelling);
boost::json::object json_of_heading(const FoundPosition& found);
void print_heading(const FoundPosition& found, std::ostream& out); // with not_here

boost::json::object json_of(const FoundPosition& found, bool has_results);
void print_text(const FoundPosition& found, bool has_results, std::ostream& out);
// One object, one line
void print_json(const FoundPosition& found, bool has_results, std::ostream& out);

} // namespace polyglot::tools
