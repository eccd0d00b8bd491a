// What the page asks, and the answers: JSON, docs/explore.md.
#pragma once
#include "core/result.hpp"
#include "tools/explore/adapter_choice.hpp"
#include "tools/explore/shelf.hpp"

#include <string_view>

#include <boost/json.hpp>

namespace polyglot::tools {

class Answers {
  public:
    // adapter: what it would play is answered too; null: it is not.
    explicit Answers(Shelf& shelf, AdapterChoice* adapter = nullptr) : shelf_(shelf), adapter_(adapter) {}

    // A question is an object; "start" is a FEN (absent: the start position), "line" a list of moves from there, as
    // coordinates. An error's message is for the user.
    using Question = boost::json::object;
    using Answer = Result<boost::json::object>;

    // The program and its books.
    Answer about() const;
    // The position after the line: its legal moves, the names along the line, what each book has, and what the
    // adapter would play.
    Answer position(const Question& question) const;
    // The line alone: its moves with numbers, and the last name along it.
    static Answer line(const Question& question);
    // Of two books: the "line" to the next position in which they differ; without one if there is none.
    Answer difference(const Question& question) const;
    // What "book" (a number from 0) holds from there, "depth" half-moves deep, moves that less than "min_share" of the
    // lines play left out: the tree of `show-book -json`.
    Answer tree(const Question& question) const;
    // "text", whatever a user has copied: a FEN, a PGN or moves. "start" and "line" as a question has them.
    static Answer paste(const Question& question);

  private:
    Shelf& shelf_;
    AdapterChoice* adapter_;
};

} // namespace polyglot::tools
