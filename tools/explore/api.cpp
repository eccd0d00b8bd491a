#include "tools/explore/api.hpp"

#include <array>

namespace polyglot::tools {
namespace {

using Question = Answers::Question;

constexpr std::array questions{
    ApiQuestion{"/api/about", [](Answers& answers, const Question&) { return answers.about(); }, "",
                R"(The program and its books:

* `books`: `name`, `format`, `entries` (PolyGlot, YACB), `has_values`, `warnings`, `start` if it is
  not the usual one, `is_store` for a [store of grow-book](grow-book.md#looking-at-the-store)
* with `-stats`, `statistics`: `name`, `games`, `entries`, `description`
* with `-edit`, `editing`: as the answer to `/api/edit`)"},
    ApiQuestion{
        "/api/position",
        [](Answers& answers, const Question& question) { return answers.position(question); },
        "`start`, `line`",
        R"(The position at the end of the line:

* `fen`, `white` (to move), `check`, `end` (`checkmate`, `stalemate` or empty)
* `line`: `uci`, `san`, `number`, `white` of each move; `opening`: the last name along the line
* `legal`: `uci`, `san` and `opening` of each legal move
* `books`: for each book find-book's JSON with `branches` (`san`, `uci`, `of_book`, `share`,
  `value`, `learnt`) and `trouble`; for a store also `search` (as in [show-book](show-book.md)),
  `searched_now`, and in its branches `depth` and `searched_now`
* with `-store`, `learnt`: `moves` (for each `uci` the results `by` `engine` and `opponent`) and
  `others`
* with `-stats`, `statistics`: as in [find-book](find-book.md#statistics), with `trouble`
* with `-config`, `adapter`: `config`, `left` (why no book is asked, or empty), `note` (what makes
  the shares differ from the adapter's, or empty), `books` (`name`, `not_asked`, `answers`, `moves`
  with `uci`, `san`, `share`, `playable`, `draw`)
* with `-edit`, `editing`: as the answer to `/api/edit`)"},
    ApiQuestion{"/api/line",
                [](Answers&, const Question& question) { return Answers::line(question); },
                "`start`, `line`", "`line` and `opening` alone, as in `/api/position`."},
    ApiQuestion{
        "/api/difference",
        [](Answers& answers, const Question& question) { return answers.difference(question); },
        "`start`, `line`",
        R"(Of two books, the `line` to the next position in which they differ; `{}` if none does within 30
half-moves and 50,000 positions.)"},
    ApiQuestion{
        "/api/compare",
        [](Answers& answers, const Question& question) { return answers.compare(question); },
        "`known` (the `number` of the answer that the page has; may be absent)",
        R"(Of two books as a whole: `number` and, unless it is `known`, either `looked_at` (positions so far),
or `summary` (lines of diff-book) and `positions` (the first twenty of `diff-book -json`), or
`error`.)"},
    ApiQuestion{
        "/api/searches", [](Answers& answers, const Question&) { return answers.searches(); }, "",
        R"(Of the stores of grow-book among the books, `stores`: `name`, `positions`, `searches` (how many run
now), `now` (`start` and `line` as in a question, `text`), `revision` (grows with each change).)"},
    ApiQuestion{"/api/tree",
                [](Answers& answers, const Question& question) { return answers.tree(question); },
                "`start`, `line`, `book` (from 0), `depth` (6; at most 40), `min_share` (0.05)",
                "The JSON of show-book; `stopped` is true if the tree ends at 20,000 positions."},
    ApiQuestion{
        "/api/learning",
        [](Answers& answers, const Question& question) { return answers.learning(question); },
        "`start`, `line`, `engine`, `opponent` (absent: all), `order` (`games`, `gain`, `loss`,\n"
        "`recent`), `min_games`, `policy`",
        R"(Of the store of `-store`:

* `engines`, `opponents`, `games`, `results` and how many of them are `undated`
* `days` and `days_here`: `step`, `rows` of the first day since 1970-01-01, won, drawn, lost
* `lines`, `gained`, `lost`: `moves`, `san`, `games`, `half_points`, `won`, `drawn`, `lost`, `gain`,
  `first`, `last`; `line_count`, `elsewhere`
* `choice`: `moves` with the shares `own` and `now`)"},
    ApiQuestion{
        "/api/paste", [](Answers&, const Question& question) { return Answers::paste(question); },
        "`text`",
        R"(`start` and `line` of a FEN, a PGN or moves; `note` if a PGN is not readable to its end, or is
longer than a line may be.)"},
    ApiQuestion{"/api/watch",
                [](Answers& answers, const Question& question) { return answers.watch(question); },
                "`revision` (of the last answer; absent: all), `known` (numbers of the games that "
                "the page\n"
                "has)",
                R"(With `-watch`:

* `revision`, `left` (bytes not yet read), `logs` (`name`, `trouble`, `gaps`)
* `order`: the games shown, by number
* `games`: those that have changed: `id`, `log`, `pid`, `engine`, `state` (`thinks`, `waits`,
  `idle`, `ended`), `running`, `won`, `drawn`, `lost`, `unknown`, `failures`, `last_failure`,
  `time`, and of the present game `fen`, `white` (the engine's colour), `opening`, `book_moves`,
  `left_at`, `moves` (the last 24: `san`, `by`, `number`), `from`, `to`, `result`
* `hidden`, `idle`, `forgotten` (numbers of adapters)
* if there are new ones, `results` and `failures` with `result_count`, `failure_count`)"},
    ApiQuestion{
        "/api/edit",
        [](Answers& answers, const Question& question) { return answers.edit(question); },
        "`revision`, `start`, `line`, `move`, `edit` (`weight`, `share`, `boost`, `priority`,\n"
        "`games`, `forbid`, `add`, `delete`, `delete-subtree`, `copy-from`), `value` (a text)",
        R"(With `-edit`: `revision`, `unsaved`, `done`, `undone`, `remarks`, and `left` (`file`, `edits`,
`damaged`) as long as edits that an earlier explorer has left await a decision. A `revision` that is
not the last one is an error.)"},
    ApiQuestion{"/api/undo",
                [](Answers& answers, const Question& question) { return answers.undo(question); },
                "`revision`", "As to `/api/edit`."},
    ApiQuestion{"/api/redo",
                [](Answers& answers, const Question& question) { return answers.redo(question); },
                "`revision`", "As to `/api/edit`."},
    ApiQuestion{"/api/save",
                [](Answers& answers, const Question& question) { return answers.save(question); },
                "`revision`", "As to `/api/edit`."},
    ApiQuestion{
        "/api/discard",
        [](Answers& answers, const Question& question) { return answers.discard(question); },
        "`revision`", "As to `/api/edit`."},
    ApiQuestion{"/api/import",
                [](Answers& answers, const Question& question) { return answers.import(question); },
                "`revision`, `text`, `variations` (false)",
                "As to `/api/edit`; `imported`: `moves`, `positions`."},
    ApiQuestion{
        "/api/recover",
        [](Answers& answers, const Question& question) { return answers.recover(question); },
        "`revision`, `how` (`take-up`, `keep`, `delete`)",
        "As to `/api/edit`; `note` says what could not be taken up."},
    ApiQuestion{
        "/api/export",
        [](Answers& answers, const Question& question) { return answers.export_book(question); },
        "`format` (`csv`, `json`, `pgn`)", "The first book with its edits, as `text`."},
    ApiQuestion{"/api/quit", nullptr, "`discard` (true: edits may be lost)",
                "The command ends after this answer, `{}`; status 409 if edits are not saved."},
};

} // namespace

std::span<const ApiQuestion> api_questions() {
    return questions;
}

} // namespace polyglot::tools
