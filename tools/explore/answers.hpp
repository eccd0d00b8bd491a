// What the page asks, and the answers: JSON, docs/explore.md.
#pragma once
#include "core/result.hpp"
#include "tools/explore/adapter_choice.hpp"
#include "tools/explore/comparison.hpp"
#include "tools/explore/learning.hpp"
#include "tools/explore/shelf.hpp"
#include "tools/explore/watch/watch.hpp"

#include <array>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

namespace polyglot::tools {

class Answers {
  public:
    // adapter: what it would play is answered too; learning: what a store has of the results;
    // watch: the adapters that are followed. Null: they are not.
    explicit Answers(Shelf& shelf, AdapterChoice* adapter = nullptr,
                     const Learning* learning = nullptr, Watch* watch = nullptr)
        : shelf_(shelf), adapter_(adapter), learning_(learning), watch_(watch) {}

    // A question is an object; "start" is a FEN (absent: the start position), "line" a list of
    // moves from there, as coordinates. An error's message is for the user.
    using Question = boost::json::object;
    using Answer = Result<boost::json::object>;

    // The program and its books.
    Answer about() const;
    // The position after the line: its legal moves, the names along the line, what each book has,
    // and what the adapter would play.
    Answer position(const Question& question) const;
    // The line alone: its moves with numbers, and the last name along it.
    static Answer line(const Question& question);
    // Of the stores of grow-book among the books: what is searched now, docs/explore.md.
    Answer searches() const;
    // Of two books: the "line" to the next position in which they differ; without one if there is
    // none.
    Answer difference(const Question& question) const;
    // Of two books: what diff-book says of their files, docs/explore.md. The first question begins
    // the comparison, which runs while others are answered, and begins anew when a file is another
    // one.
    Answer compare(const Question& question);
    // What "book" (a number from 0) holds from there, "depth" half-moves deep, moves that less than
    // "min_share" of the lines play left out: the tree of `show-book -json`.
    Answer tree(const Question& question) const;
    // Of the store: results over time and by line, from the position on; "engine" and "opponent"
    // (absent: all), "order" (games, gain, loss, recent) and "min_games" of the lines, "policy" of
    // the choice if there is no adapter.
    Answer learning(const Question& question) const;
    // "text", whatever a user has copied: a FEN, a PGN or moves. "start" and "line" as a question
    // has them.
    static Answer paste(const Question& question);

    // What the logs of -watch have got since the answer with the "revision", which had the games
    // "known" (numbers); both may be absent. The answer: Watch::answer().
    Answer watch(const Question& question);
    bool has_watch_only() const { return watch_ != nullptr && shelf_.books().empty(); }

    // What -edit adds. Each question has the "revision" that its page has seen last: without that
    // there is an error, as the user looks at something else than what would be edited. The answer:
    // "revision"; "unsaved", "done" and "undone", the numbers of steps; "left", what a killed
    // explorer has left to be decided on; "remarks". A step's question: read_step(); copy-from
    // copies from the second book.
    Answer edit(const Question& question);
    Answer import(const Question& question);
    Answer undo(const Question& question);
    Answer redo(const Question& question);
    Answer save(const Question& question);
    Answer discard(const Question& question);
    // "how": take-up, delete or keep, of what is left. The answer's "note" says what could not be
    // taken up.
    Answer recover(const Question& question);
    // The first book with its edits: "format" csv, json or pgn; the answer's "text".
    Answer export_book(const Question& question) const;
    // Before the end: edits that are not saved are not wanted any more.
    void forget_unsaved();
    bool has_unsaved() const {
        return shelf_.editing() != nullptr && shelf_.editing()->unsaved() > 0;
    }

  private:
    // decided: also while there is something left to be decided on.
    Result<Editing*> editing_for(const Question& question, bool decided = true) const;
    Answer after(const Result<void>& done);

    Shelf& shelf_;
    AdapterChoice* adapter_;
    std::unique_ptr<Comparison> comparison_;
    std::array<std::optional<book::BookStamp>, 2> compared_{}; // the files
    std::uint64_t comparisons_ = 0;
    std::vector<std::unique_ptr<Comparison>> cancelled_; // and not ended yet
    const Learning* learning_;
    Watch* watch_;
};

} // namespace polyglot::tools
