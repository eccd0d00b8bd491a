#include "tools/explore/api.hpp"

#include "tools/pages/page_site.hpp"

#include <array>

namespace polyglot::tools {
namespace {

constexpr std::array questions{
    ApiQuestion{"/api/about", ask_member<&Answers::about>, "",
                R"(The program and its books:

* `books`: `name`, `format`, `entries` (PolyGlot, YACB), `has_values`, `warnings`, `start` if it is
  not the usual one, `is_store` for a [store of
  grow-book](../../docs/grow-book.md#looking-at-the-store)
* with `-stats`, `statistics`: `name`, `games`, `entries`, `description`; `kept` (games of each move,
  make-book's `-games`)
* `shelf`, which grows when other books are opened; with a folder, `folder`: `name`
* for books of a variant, `variant`: `name`, `title`
* with games, `games`: `name`
* with `-ec`, `engine`: `command`
* with `-edit`, `editing`: as the answer to `/api/edit`)"},
    ApiQuestion{"/api/position", ask_member<&Answers::position>,
                "`start`, `line`, `filter` (of games)",
                R"(The position at the end of the line:

* `fen`, `board` (its first field, without pockets), `white` (to move), `check`, `shelf`
* `end` (`checkmate`, `stalemate`, `variant`, `material` or empty), with `end_text` and `winner`
  (`white`, `black`, `draw`)
* `line`: `uci`, `san`, `number`, `white` of each move; `opening`: the last name along the line
* `legal`: `uci`, `san` and `opening` of each legal move; `drop` (`p`) and `to` of a drop
* of a variant: `variant`, `pockets` (by colour and piece), `checks_left` (by colour, to be given),
  `goal` (squares), `exploded` (squares that the last move has emptied)
* `books`: for each book find-book's JSON with `branches` (`san`, `uci`, `of_book`, `share`,
  `value`, `learnt`) and `trouble`; for a store also `search` (as in
  [show-book](../../docs/show-book.md)),
  `searched_now`, and in its branches `depth` and `searched_now`
* with `-store`, `learnt`: `moves` (for each `uci` the results `by` `engine` and `opponent`) and
  `others`
* with `-stats`, `statistics`: as in [find-book](../../docs/find-book.md#statistics), with `trouble`
* with games, `games`: how many came here and were chosen by the filter, `ended` here, and `moves`:
  `uci`, `san`, `games`, `share`, `wins`, `draws`, `losses` (for the side to move), `score` (of the
  games with a result), `elo` (mean, of the mover), `last_year`; `reading` if they are not read yet
* with `-config`, `adapter`: `config`, `left` (why no book is asked, or empty), `note` (what makes
  the shares differ from the adapter's, or empty), `books` (`name`, `not_asked`, `answers`, `moves`
  with `uci`, `san`, `share`, `playable`, `draw`)
* with `-edit`, `editing`: as the answer to `/api/edit`)"},
    ApiQuestion{"/api/line", ask_member<&Answers::line>, "`start`, `line`",
                "`line` and `opening` alone, as in `/api/position`."},
    ApiQuestion{
        "/api/difference", ask_member<&Answers::difference>, "`start`, `line`",
        R"(Of two books, the `line` to the next position in which they differ; `{}` if none does within 30
half-moves and 50,000 positions.)"},
    ApiQuestion{
        "/api/compare", ask_member<&Answers::compare>,
        "`known` (the `number` of the answer that the page has; may be absent)",
        R"(Of two books as a whole: `number` and, unless it is `known`, either `looked_at` (positions so far),
or `summary` (lines of diff-book) and `positions` (the first twenty of `diff-book -json`), or
`error`.)"},
    ApiQuestion{
        "/api/searches", ask_member<&Answers::searches>, "",
        R"(Of the stores of grow-book among the books, `stores`: `name`, `positions`, `searches` (how many run
now), `now` (`start` and `line` as in a question, `text`), `revision` (grows with each change).)"},
    ApiQuestion{"/api/tree", ask_member<&Answers::tree>,
                "`start`, `line`, `book` (from 0), `depth` (6; at most 40), `min_share` (0.05)",
                "The JSON of show-book; `stopped` is true if the tree ends at 20,000 positions."},
    ApiQuestion{
        "/api/learning", ask_member<&Answers::learning>,
        "`start`, `line`, `engine`, `opponent` (absent: all), `order` (`games`, `gain`, `loss`,\n"
        "`recent`), `min_games`, `policy`",
        R"(Of the store of `-store`:

* `engines`, `opponents`, `games`, `results` and how many of them are `undated`
* `days` and `days_here`: `step`, `rows` of the first day since 1970-01-01, won, drawn, lost
* `lines`, `gained`, `lost`: `moves`, `san`, `games`, `half_points`, `won`, `drawn`, `lost`, `gain`,
  `first`, `last`; `line_count`, `elsewhere`
* `choice`: `moves` with the shares `own` and `now`)"},
    ApiQuestion{
        "/api/paste", ask_member<&Answers::paste>, "`text`",
        R"(`start` and `line` of a FEN, a PGN or moves; `note` if a PGN is not readable to its end, or is
longer than a line may be.)"},
    ApiQuestion{"/api/watch", ask_member<&Answers::watch>,
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
        "/api/changes", ask_member<&Answers::changes>, "",
        R"(`revision`, which grows when a book has changed, was deleted or is there again; `shelf`; `books`:
`name`, `trouble` (why its file is not shown as it is now).)"},
    ApiQuestion{
        "/api/folder", ask_member<&Answers::folder>, "",
        R"(Of a folder that was named instead of a book: `folder`, `shelf`, `files` (`name`, `format`, `size`,
`variant` if it names one, `editable`, `open`: 0 or 1, the first or second book), `skipped` (links
that lead out of it), `more` (true: only the first 1000 are listed).)"},
    ApiQuestion{
        "/api/open", ask_member<&Answers::open>,
        "`books` (one or two names of `/api/folder`), `edit` (true: the first may be edited),\n"
        "`discard` (true: unsaved edits may be lost)",
        "As to `/api/about`, of these books."},
    ApiQuestion{
        "/api/games", ask_member<&Answers::games>, "",
        R"(Of the games in memory: `name`, `ready`, `games`, `read` and `total` (bytes; 0: unknown); at the end
also `plies`, `memory` (bytes), `files`, `text_bytes`, `empty` (games without a move), `problems`
(sentences).)"},
    ApiQuestion{
        "/api/game-list", ask_member<&Answers::game_list>,
        "`start`, `line`, `filter`, `move` (played there; absent: any), `order` (`best`, `newest`)",
        R"(`count` of the games that came to the position, and the first 50 of them, `games`: `game` (names it
to `/api/game`), `white`, `black`, `white_elo`, `black_elo`, `event`, `date`, `result`, `opening`,
`plies`, `ply` (after which it came here); `reading` if they are not read yet.

Without games in memory, those that the statistics keep, without `filter`: also `kept`, and
`problems` (sentences: why some cannot be read); only `reading` if it takes longer: ask again.

A `filter` has any of `player` (part of a name) and `side` (`white`, `black`, `either`),
`min_rating`, `max_rating` (of both players), `first_year`, `last_year`, `result`, `event` and
`opening` (parts of names).)"},
    ApiQuestion{
        "/api/game", ask_member<&Answers::game>, "`game`",
        R"(The game, read from its file: as in `/api/game-list`, with `tags` (name and value), `start` if it is
not the usual one, `problem` (why it ends early) and `moves`: `uci`, `san`, `number`, `white`,
`value` (for White), `left_ms`, `used_ms`, `comment`. Only `reading` if it takes longer: ask again.)"},
    ApiQuestion{
        "/api/engine", ask_member<&Answers::engine>,
        "`start`, `line`, `run` (true: analyse this position; false: stop; absent: only "
        "look),\n"
        "`lines` (3; at most 10), `check` (at most 60 moves whose value is wanted), "
        "`revision` (of the\n"
        "last answer), `tab` (a name of the page), `take` (true: from another page), "
        "`again` (true: after a\n"
        "failure)",
        R"(With `-ec`; the page asks twice a second, because the search ends ten seconds after the last
question with `run`:

* `revision`, and no more if it is the one of the question; `elsewhere` if another page has the
  engine
* `state` (`off`, `starting`, `searching`, `checking`: one move of `check`, `finished`, `stopped`,
  `over`: there is no move, `failed`), `error`, `name`
* `multipv`: it has several lines; `checks`: it can search single moves
* `fen` (of the values), `depth`, `seldepth`, `nodes`, `nps`, `time_ms`
* `value`, for White: `text`, `cp` or `mate`, `bar` (expected score of White), `bound` (`lower`,
  `upper`)
* `lines`: `uci`, `san`, `depth`, `value`, `pv` (moves as in `line` of `/api/position`), `text`
* `moves`, of the lines and of `check`: `uci`, `san`, `depth`, `value`, `loss` (centipawns less than
  the best move; a mate counts as 10000 less its moves))"},
    ApiQuestion{
        "/api/edit", ask_member<&Answers::edit>,
        "`revision`, `start`, `line`, `move`, `edit` (`weight`, `share`, `boost`, `priority`,\n"
        "`games`, `forbid`, `add`, `delete`, `delete-subtree`, `copy-from`), `value` (a text)",
        R"(With `-edit`: `revision`, `unsaved`, `done`, `undone`, `remarks`, and `left` (`file`, `edits`,
`damaged`) as long as edits that an earlier explorer has left await a decision. A `revision` that is
not the last one is an error.)"},
    ApiQuestion{"/api/undo", ask_member<&Answers::undo>, "`revision`", "As to `/api/edit`."},
    ApiQuestion{"/api/redo", ask_member<&Answers::redo>, "`revision`", "As to `/api/edit`."},
    ApiQuestion{"/api/save", ask_member<&Answers::save>, "`revision`", "As to `/api/edit`."},
    ApiQuestion{"/api/discard", ask_member<&Answers::discard>, "`revision`", "As to `/api/edit`."},
    ApiQuestion{"/api/import", ask_member<&Answers::import>,
                "`revision`, `text`, `variations` (false)",
                "As to `/api/edit`; `imported`: `moves`, `positions`."},
    ApiQuestion{"/api/recover", ask_member<&Answers::recover>,
                "`revision`, `how` (`take-up`, `keep`, `delete`)",
                "As to `/api/edit`; `note` says what could not be taken up."},
    ApiQuestion{"/api/export", ask_member<&Answers::export_book>, "`format` (`csv`, `json`, `pgn`)",
                "The first book with its edits, as `text`."},
    ApiQuestion{"/api/quit", nullptr, "`discard` (true: edits may be lost)",
                "The command ends after this answer, `{}`; status 409 if edits are not saved."},
};

} // namespace

std::span<const ApiQuestion> api_questions() {
    return questions;
}

} // namespace polyglot::tools
