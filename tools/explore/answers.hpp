// Answers the questions of the page in JSON. tools/explore/API.md describes them.
#pragma once
#include "core/result.hpp"
#include "tools/explore/adapter_choice.hpp"
#include "tools/explore/comparison.hpp"
#include "tools/explore/engine/analyst.hpp"
#include "tools/explore/folder/book_directory.hpp"
#include "tools/explore/games/collection.hpp"
#include "tools/explore/games/game_openings.hpp"
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
    // With `adapter`, answers include what it would play; with `learning`, a store's results; with
    // `watch`, the adapters that are followed; with `analyst`, an engine's analysis; with `folder`,
    // other books can be opened; with `games`, what was played in them. Each may be null.
    explicit Answers(Shelf& shelf, AdapterChoice* adapter = nullptr,
                     const Learning* learning = nullptr, Watch* watch = nullptr,
                     Analyst* analyst = nullptr, const BookDirectory* folder = nullptr,
                     Collection* games = nullptr)
        : shelf_(shelf),
          adapter_(adapter),
          learning_(learning),
          watch_(watch),
          analyst_(analyst),
          folder_(folder),
          games_(games) {}

    // A question is an object; "start" is a FEN (default: the start position), "line" a list of
    // moves from there in coordinates. An error's message is for the user.
    using Question = boost::json::object;
    using Answer = Result<boost::json::object>;

    // Describes the program and its books.
    Answer about() const;
    // Describes the position after the line: its legal moves, the names along the line, the content
    // of each book, and what the adapter would play.
    Answer position(const Question& question) const;
    // Describes only the line: its moves with numbers, and the last name along it.
    Answer line(const Question& question) const;
    // Returns what is searched now in the stores of grow-book among the books: API.md.
    Answer searches() const;
    // Compares two books: returns the "line" to the next position in which they differ, or an
    // object without it if there is none.
    Answer difference(const Question& question) const;
    // Compares two books: returns what diff-book says of their files (API.md). The first
    // question starts the comparison, which runs while others are answered, and starts it again if
    // a file has changed.
    Answer compare(const Question& question);
    // Returns the tree of `show-book -json`: the content of "book" (a number from 0) from there,
    // "depth" half-moves deep, without moves that fewer than "min_share" of the lines play.
    Answer tree(const Question& question) const;
    // Returns results of the store over time and by line, from the position on. The question has
    // "engine" and "opponent" (default: all), "order" (games, gain, loss, recent) and "min_games"
    // of the lines, and the "policy" of the choice if there is no adapter.
    Answer learning(const Question& question) const;
    // Parses "text" that a user has copied: a FEN, a PGN or moves. Returns "start" and "line" in
    // the form of a question.
    Answer paste(const Question& question) const;

    // Returns Watch::answer(): what the logs of -watch contain since the answer with the
    // "revision", which had the games "known" (numbers). Both may be absent.
    Answer watch(const Question& question);
    bool has_watch_only() const {
        return watch_ != nullptr && shelf_.books().empty() && folder_ == nullptr &&
               games_ == nullptr;
    }

    // Returns what reopen_changed() has noticed: "revision", "shelf" and "books" with "trouble".
    Answer changes() const;
    // Lists the books of the folder.
    Answer folder() const;
    // Opens one or two "books" of the folder instead of those that are open; the first one for
    // editing if "edit". With unsaved edits this is an error unless "discard".
    Answer open(const Question& question);

    // Returns how far the games are read, and what was wrong with them.
    Answer games() const;
    // Lists games of the position, and opens one from its file: tools/explore/API.md.
    Answer game_list(const Question& question);
    Answer game(const Question& question);

    // Has the engine of -ec analyse the position, or stops it: tools/explore/API.md.
    Answer engine(const Question& question);

    // The functions from here on belong to -edit. Each question has the last "revision" that its
    // page has seen; if it is not the current one, the answer is an error, because the user does
    // not see what would be edited. The answer has "revision"; "unsaved", "done" and "undone", the
    // numbers of steps; "left", the edits of a killed explorer that wait for a decision; and
    // "remarks". read_step() describes a step's question; copy-from copies from the second book.
    Answer edit(const Question& question);
    Answer import(const Question& question);
    Answer undo(const Question& question);
    Answer redo(const Question& question);
    Answer save(const Question& question);
    Answer discard(const Question& question);
    // Decides on the edits that were left: "how" is take-up, delete or keep. The answer's "note"
    // says what could not be taken up.
    Answer recover(const Question& question);
    // Returns the first book with its edits as "text"; "format" is csv, json or pgn.
    Answer export_book(const Question& question) const;
    // Discards edits that are not saved, before the end.
    void forget_unsaved();
    bool has_unsaved() const {
        return shelf_.editing() != nullptr && shelf_.editing()->unsaved() > 0;
    }

  private:
    // decided is false for the decision about edits that were left; every other question must wait
    // for it.
    Result<Editing*> editing_for(const Question& question, bool decided = true) const;
    Answer after(const Result<void>& done);
    Answer position_of_variant(const chess::Variant& variant, const Question& question) const;
    // Returns an error that says what is not done for books of a variant.
    Result<void> check_is_chess(std::string_view what) const;
    Result<void> check_has_games() const;
    const Statistics* kept_games() const;

    Shelf& shelf_;
    AdapterChoice* adapter_;
    std::unique_ptr<Comparison> comparison_;
    std::array<std::optional<book::BookStamp>, 2> compared_{}; // of the files
    std::uint64_t comparisons_ = 0;
    std::vector<std::unique_ptr<Comparison>> cancelled_; // those that have not ended yet
    const Learning* learning_;
    Watch* watch_;
    Analyst* analyst_;
    const BookDirectory* folder_;
    Collection* games_;
    GameOpenings openings_; // which read what games_ has
};

} // namespace polyglot::tools
