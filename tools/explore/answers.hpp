// What the page asks, and the answers: JSON, docs/explore.md.
#pragma once
#include "core/result.hpp"
#include "tools/explore/adapter_choice.hpp"
#include "tools/explore/learning.hpp"
#include "tools/explore/shelf.hpp"

#include <string_view>

#include <boost/json.hpp>

namespace polyglot::tools {

class Answers {
  public:
    // adapter: what it would play is answered too; learning: what a store has of the results. Null: they are not.
    explicit Answers(Shelf& shelf, AdapterChoice* adapter = nullptr, const Learning* learning = nullptr)
        : shelf_(shelf), adapter_(adapter), learning_(learning) {}

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
    // Of the store: results over time and by line, from the position on; "engine" and "opponent" (absent: all), "order"
    // (games, gain, loss, recent) and "min_games" of the lines, "policy" of the choice if there is no adapter.
    Answer learning(const Question& question) const;
    // "text", whatever a user has copied: a FEN, a PGN or moves. "start" and "line" as a question has them.
    static Answer paste(const Question& question);

    // What -edit adds. Each question has the "revision" that its page has seen last: without that there is an error, as
    // the user looks at something else than what would be edited. The answer: "revision", "unsaved" and "undone", the
    // numbers of steps.
    // "edit": an edit's name as edit-book has it, "value" its text, "move" (coordinates; absent: all of the position),
    // "start", "line". copy-from copies from the second book.
    Answer edit(const Question& question);
    // "text": a table or a PGN.
    Answer import(const Question& question);
    Answer undo(const Question& question);
    Answer redo(const Question& question);
    Answer save(const Question& question);
    Answer discard(const Question& question);
    // The first book with its edits: "format" csv, json or pgn; the answer's "text".
    Answer export_book(const Question& question) const;
    bool has_unsaved() const { return shelf_.editing() != nullptr && shelf_.editing()->unsaved() > 0; }

  private:
    Result<Editing*> editing_for(const Question& question) const;
    Answer after(const Result<void>& done);

    Shelf& shelf_;
    AdapterChoice* adapter_;
    const Learning* learning_;
};

} // namespace polyglot::tools
