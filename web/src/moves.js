// The table of moves: one book, or two side by side.
import {resultsBar, resultWords, shareBar} from "./bars.js"
import {counted, element, perCent, perCentParts, signed, wholeNumber} from "./dom.js"
import {valueText} from "./analysis.js"
import {learntDetail, learntParts, scoreOf} from "./learnt.js"

// The rows: every move that a book has, in the order of the first book's shares, then those that only the statistics or the games have.
export function rowsOf(answer) {
    const rows = new Map()
    for (const [number, book] of answer.books.entries()) {
        for (const branch of book.branches) {
            const key = branch.uci ?? branch.san
            if (!rows.has(key)) rows.set(key, {uci: branch.uci, san: branch.san, books: []})
            const found = book.moves.filter(move => move.uci === branch.uci || (!branch.uci && move.uci === branch.san))
            rows.get(key).books[number] = {branch, entries: found}
        }
    }
    for (const move of answer.statistics?.moves ?? []) {
        if (!rows.has(move.uci)) rows.set(move.uci, {uci: move.san ? move.uci : undefined, san: move.san || move.uci, books: []})
        rows.get(move.uci).statistics = move
    }
    for (const move of answer.games?.moves ?? []) {
        if (!rows.has(move.uci)) rows.set(move.uci, {uci: move.uci, san: move.san, books: []})
        rows.get(move.uci).games = move
    }
    return [...rows.values()]
}

export const shareOf = (row, number) => {
    const one = row.books[number]
    return one?.branch.of_book ? one.branch.share : 0
}

const isOfBook = (row, number) => Boolean(row.books[number]?.branch.of_book)
const isPlayable = (row, number) => row.books[number]?.entries.some(entry => entry.playable) ?? false
const weightOf = (row, number) => row.books[number]?.entries.reduce((sum, entry) => sum + entry.weight, 0)
const gamesOf = (row, number) => row.books[number]?.entries.find(entry => entry.games?.games > 0)?.games
const entryWith = (row, field) => row.books.flatMap(book => book?.entries ?? []).find(entry => entry[field] !== undefined)

// Played in so few of the games in memory that it is folded away, unless there are few moves.
const rare = 0.005
const fewRows = 10

// The author's marks of a ChessBase book: what is played is shown by the share.
const marks = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 8: "□", 22: "⊙"}
const markWords = {8: "the only move", 22: "zugzwang"}

function marksOf(row) {
    const ctg = entryWith(row, "ctg")?.ctg
    if (!ctg) return []
    const found = []
    const mark = marks[ctg.mark] ?? (ctg.mark > 0 ? "$" + ctg.mark : "")
    if (mark) found.push(element("span", {class: [2, 4, 6].includes(ctg.mark) ? "mark bad" : "mark", title: markWords[ctg.mark]}, mark))
    const tint = ctg.after?.green ? "green" : ctg.after?.red ? "red" : ""
    const words = tint === "green" ? "Green: the author recommends it" : "Red: the author advises against it"
    if (tint) found.push(element("span", {class: "tint " + tint, role: "img", "aria-label": words, title: words}))
    return found
}

function shareCell(row, number, scale, editor) {
    if (!row.books[number]) return element("span", {class: "dim"}, "–")
    if (!isOfBook(row, number)) return element("span", {class: "dim"}, "not in the book")
    const share = shareOf(row, number)
    const kind = ["bar", number === 1 ? "second" : "", isPlayable(row, number) ? "" : "off"].filter(Boolean).join(" ")
    const cell = element("div", {class: "share"}, shareBar(share / scale, kind), element("span", {class: "num"}, ...perCentParts(share)))
    if (editor && number === 0 && row.uci) editor.draggable(cell, row.uci)
    return cell
}

const number = (id, title, of, more = {}) => ({id, title, kind: "num", value: of, cell: row => {
    const found = of(row)
    return found === undefined ? "" : wholeNumber(found)
}, ...more})

const score = (id, title, of, more = {}) => ({id, title, kind: "num", value: of, cell: row => {
    const found = of(row)
    return found === undefined ? "" : perCentParts(found)
}, ...more})

// Won, drawn and lost by the side that moves.
function results(id, of, more = {}) {
    return {id, title: "Won · drawn · lost", value: row => of(row)?.[0], cell: row => {
        const found = of(row)
        if (!found) return ""
        const [won, lost] = found
        const drawn = Math.max(0, 1 - won - lost)
        return resultsBar(won, drawn, lost, resultWords(won, drawn, lost))
    }, ...more}
}

function resultsOf(games, white) {
    if (!games) return undefined
    const [wins, losses] = white ? [games.white_wins, games.white_losses] : [games.white_losses, games.white_wins]
    return [wins / games.games, losses / games.games]
}

const valueNumber = value => value === undefined ? undefined : value.startsWith("#-") ? -1000 - Number(value.slice(2)) * -1
    : value.startsWith("#") ? 1000 - Number(value.slice(1)) : Number.parseFloat(value.replace("−", "-")) || 0

// What a value says besides its number: "+0.30, plays worse than its value".
const valueParts = branch => branch?.value?.text.split(/, (.*)/) ?? []

function valueColumns(number, group) {
    const of = row => row.books[number]?.branch
    return [{id: "value" + number, title: "Value", kind: "num", group, keep: 8, tip: "Of the position after the move, for White", value: row => valueNumber(valueParts(of(row))[0]),
        cell: row => valueParts(of(row))[0] ?? "", tipOf: row => of(row)?.value?.about}]
}

function columnsOfBook(answer, rows, about, number_, editor, scale) {
    const group = number_
    const columns = []
    const edits = editor?.active && number_ === 0
    const any = test => rows.some(row => test(row) !== undefined)
    const id = name => name + number_
    columns.push({id: id("share"), title: "Share", group, value: row => shareOf(row, number_), kind: "bars", tip: edits ? "Drag the bar to another share" : undefined,
        cell: row => shareCell(row, number_, scale, edits && !about.books[0].has_values ? editor : undefined)})
    if (number_ === 1) columns.push({...score("difference", "B − A", row => shareOf(row, 1) - shareOf(row, 0), {group, keep: 8}),
        cell: row => {
            const difference = shareOf(row, 1) - shareOf(row, 0)
            return signed(difference, perCent(Math.abs(difference)))
        }, tone: row => {
            const difference = shareOf(row, 1) - shareOf(row, 0)
            return difference > 0.0005 ? "more" : difference < -0.0005 ? "less" : ""
        }})
    const games = row => gamesOf(row, number_)
    if (any(games)) {
        columns.push(number(id("games"), "Games", row => games(row)?.games, {group, keep: 5}),
            results(id("results"), row => resultsOf(games(row), answer.white), {group, keep: 7}),
            score(id("score"), "Score", row => games(row)?.score, {group, keep: 6}))
    }
    const learnt = row => row.books[number_]?.branch.learnt
    if (any(learnt)) columns.push({...number(id("learnt"), "Learnt", row => learnt(row)?.games, {group, keep: 5, tip: "Games that were learnt"}),
        cell: row => learntParts(learnt(row), answer.learnt?.moves?.[row.uci])},
    score(id("learntScore"), "Score", row => learnt(row) && scoreOf(learnt(row)), {group, keep: 5}))
    if (any(row => row.books[number_]?.branch.value)) columns.push(...valueColumns(number_, group))
    if (about.books[number_].is_store) columns.push(number(id("depth"), "Depth", row => row.books[number_]?.branch.depth, {group, keep: 3}))
    const priority = row => row.books[number_]?.entries.find(entry => entry.priority !== undefined)?.priority
    if (any(priority)) columns.push(number(id("priority"), "Priority", priority, {group, keep: 2}))
    if (!about.books[number_].has_values) columns.push(edits
        ? {...number(id("weight"), "Weight", row => weightOf(row, 0), {group, keep: 9}),
            cell: row => row.uci && isOfBook(row, 0) ? editor.weightCell(row, weightOf(row, 0)) : ""}
        : number(id("weight"), "Weight", row => weightOf(row, number_), {group, keep: 1}))
    return columns
}

// A button that lists the games with the move.
const listButton = (row, games, openGames) => element("button", {type: "button", class: "plain count", "data-games": row.uci,
    title: `List the games with ${row.san}`, on: {click: () => openGames(row.uci)}}, wholeNumber(games))

// isShown: the statistics are also shown as a book, with their results.
function columnsOfStatistics(group, isShown, openGames) {
    const of = row => row.statistics
    const played = {...number("played", "Played", row => of(row)?.games, {group, keep: openGames ? 9 : 5}), tipOf: row => of(row) && [perCent(of(row).share) + " of the games here",
        of(row).elo ? "mean Elo " + Math.round(of(row).elo) : "", of(row).last_year ? "last in " + of(row).last_year : ""].filter(Boolean).join(", ")}
    if (openGames) played.cell = row => of(row) ? listButton(row, of(row).games, openGames) : ""
    if (openGames && isShown) return [played]
    return [played, results("played-results", row => of(row) && [of(row).wins / of(row).games, of(row).losses / of(row).games], {group, keep: 7}),
        score("played-score", "Score", row => of(row)?.score, {group, keep: 6})]
}

// What was played in the games in memory. Without a book their shares have the bars.
function columnsOfGames(answer, group, openGames) {
    const of = row => row.games
    const known = row => of(row).wins + of(row).draws + of(row).losses
    const most = Math.max(0.01, ...answer.games.moves.map(move => move.share))
    const share = {id: "share0", title: "Share", kind: "bars", group, value: row => of(row)?.share,
        cell: row => of(row) ? element("div", {class: "share"}, shareBar(of(row).share / most, "bar"), element("span", {class: "num"}, ...perCentParts(of(row).share))) : ""}
    return [...(answer.books.length === 0 ? [share] : []),
        {...number("game-count", "Games", row => of(row)?.games, {group, keep: 9}), cell: row => of(row) ? listButton(row, of(row).games, openGames) : ""},
        results("game-results", row => of(row) && known(row) > 0 ? [of(row).wins / known(row), of(row).losses / known(row)] : undefined, {group, keep: 7}),
        score("game-score", "Score", row => of(row)?.score, {group, keep: 6}),
        number("game-rating", "Rating", row => of(row)?.elo && Math.round(of(row).elo), {group, keep: 4, tip: "Mean of the players who made the move",
            cell: row => of(row)?.elo ? String(Math.round(of(row).elo)) : ""}),
        number("game-year", "Last", row => of(row)?.last_year, {group, keep: 2, tip: "The last year in which it was played", cell: row => of(row)?.last_year ? String(of(row).last_year) : ""})]
}

function nameColumn(answer, play) {
    const openings = new Map(answer.legal.filter(move => move.opening).map(move => [move.uci, move.opening]))
    return {id: "move", title: "Move", value: row => row.san, tipOf: row => openings.get(row.uci)?.name, cell: row => {
        const opening = openings.get(row.uci)
        const searched = row.books.some(book => book?.branch.searched_now)
        const name = row.uci
            ? element("button", {type: "button", class: "plain", "data-move": row.uci, title: opening ? `${opening.code} ${opening.name}` : undefined,
                on: {click: () => play(row.uci)}}, row.san)
            : element("span", {}, row.san + " (not legal)")
        return [name, ...marksOf(row), searched ? element("span", {class: "now small"}, " searched now") : ""]
    }}
}

function detailsOf(row, answer, about) {
    const parts = []
    for (const [number, book] of row.books.entries())
        for (const entry of book?.entries ?? []) {
            const title = word => answer.books.length > 1 ? `${"AB"[number]}: ${word}` : word
            if (entry.why_not) parts.push([title("Not played"), entry.why_not])
            if (entry.learn_fields) parts.push([title("Learn fields"), entry.learn_fields.join(", ")])
            if (entry.reply) parts.push([title("Reply"), entry.reply.san || entry.reply.uci])
            if (entry.ctg?.after?.elo) parts.push([title("Mean Elo"), String(entry.ctg.after.opponent_elo)])
            const said = valueParts(book.branch)[1]
            if (said) parts.push([title("Value"), `${said} (${book.branch.value.about})`])
        }
    const pairs = answer.learnt?.moves?.[row.uci]
    if (pairs) parts.push([undefined, learntDetail(pairs, row.san)])
    return parts
}

// What the engine says of each move; one that loses much against its best is marked.
const engineColumn = analysis => ({id: "engine", title: "Engine", kind: "num", keep: 8, tip: "For White; marked: it loses much against the engine's best move",
    value: row => analysis.of(row.uci)?.value && valueNumber(analysis.of(row.uci).value.text), cell: row => {
        const found = analysis.of(row.uci)
        if (!found) return ""
        return found.isBad ? element("span", {class: "bad-move", title: `It loses ${(found.loss / 100).toFixed(2)} pawns against the engine's best move`}, "▾ " + valueText(found.value)) : valueText(found.value)
    }})

// The reasons why moves are not played, each once: "12: not green; 2: weight 0".
function reasonsOf(rows) {
    const counts = new Map()
    for (const row of rows) {
        const said = [...new Set(row.books.flatMap(book => book?.entries ?? []).map(entry => entry.why_not).filter(Boolean))].join(", ")
            || (row.books.length === 0 && row.games ? `played in less than ${perCent(rare)} of the games` : "not in the book")
        counts.set(said, (counts.get(said) ?? 0) + 1)
    }
    const reasons = [...counts].sort((a, b) => b[1] - a[1])
    const words = text => text.replace("share not above the threshold of ", "share of at most ").replace(/(\d)%/, "$1 %")
    if (reasons.length === 1) return words(reasons[0][0])
    return reasons.map(([reason, count]) => `${count} ${words(reason)}`).join("; ")
}

// What is to be said of the books here, above the table.
function notesOf(answer, about) {
    const notes = answer.learnt?.trouble ? [[answer.learnt.trouble, "warning"]] : []
    for (const [number, book] of answer.books.entries()) {
        const name = answer.books.length > 1 ? `${"AB"[number]}, ${about.books[number].name}: ` : ""
        for (const warning of about.books[number].warnings ?? []) notes.push([name + warning, "warning"])
        if (book.trouble) notes.push([name + book.trouble, "warning"])
        if (!book.known && book.reason) notes.push([name + book.reason, "dim"])
        if (book.unplayable) notes.push([name + book.unplayable, "warning"])
        if (book.evaluation) notes.push([`${name}value for White ${book.evaluation.text}`, ""])
        if (book.search?.text) notes.push([`${name}last search: ${book.search.text}${book.search.line ? ": " + book.search.line : ""}`, ""])
        if (book.searched_now) notes.push([`${name}this position is searched now`, "now"])
    }
    if (answer.statistics?.trouble) notes.push([`${about.statistics.name}: ${answer.statistics.trouble}`, "warning"])
    if (answer.statistics?.reason) notes.push([`${about.statistics.name}: ${answer.statistics.reason}`, "dim"])
    if (answer.games?.ended > 0) notes.push([`${counted(answer.games.ended, "game")} ended here`, "dim"])
    const ends = {checkmate: "Checkmate.", stalemate: "Stalemate."}
    if (answer.end) notes.push([answer.end_text || ends[answer.end] || answer.end, "dim"])
    return notes.map(([text, kind]) => element("p", {class: kind}, text))
}

function groupsOf(about) {
    if (about.books.length + (about.statistics ? 1 : 0) + (about.games ? 1 : 0) < 2 && !about.statistics) return undefined
    const groups = about.books.map((book, number) => ({title: book.name, short: about.books.length > 1 ? "AB"[number] : "", kind: number === 1 ? "b" : "a"}))
    if (about.statistics) groups.statistics = {title: `${about.statistics.name} (${wholeNumber(about.statistics.games)} games)`, kind: "drawn"}
    if (about.games) groups.games = {title: about.games.name, kind: "won"}
    return groups
}

// What the table shows, the rows of all moves, and what is said above it.
export function movesOf(answer, about, {play, editor, analysis, openGames}) {
    const rows = rowsOf(answer)
    // A book of values may know the position after a move without having the move: its value is what there is to be seen.
    const hasValueAlone = row => row.books.some(book => book?.branch.value && book.entries.length === 0)
    const isShown = row => hasValueAlone(row) || answer.books.some((_, number) => isPlayable(row, number) || row.books[number]?.branch.searched_now) || row.statistics
        || (row.games && (row.games.share >= rare || rows.length <= fewRows))
    const played = rows.filter(isShown)
    const rest = played.length > 0 ? rows.filter(row => !isShown(row)) : []
    const numbers = answer.books.map((_, number) => number)
    const most = Math.max(0.01, ...rows.flatMap(row => numbers.map(number => shareOf(row, number))))
    const columns = [nameColumn(answer, play),
        ...numbers.flatMap(number => columnsOfBook(answer, rows, about, number, editor, editor?.active ? 1 : most))]
    if (answer.statistics) columns.push(...columnsOfStatistics("statistics", about.books.some(book => book.name === about.statistics?.name),
        about.statistics?.kept && !about.games ? openGames : undefined))
    if (answer.games && !answer.games.reading) columns.push(...columnsOfGames(answer, about.books.length + (about.statistics ? 1 : 0) > 0 ? "games" : undefined, openGames))
    if (analysis?.knows) columns.push(engineColumn(analysis))
    if (editor?.active) columns.push({id: "edit", title: "", kind: "acts",
        cell: row => row.uci ? editor.buttons(row, isOfBook(row, 0), isOfBook(row, 1)) : ""})
    const rowOf = row => {
        const off = answer.books.length > 0 && !answer.books.some((_, number) => isPlayable(row, number))
        return {key: row.uci ?? row.san, name: row.san, attributes: {class: off ? "off" : "", "data-san": row.san},
            hasDetails: detailsOf(row, answer, about).length > 0, details: () => detailsOf(row, answer, about)}
    }
    const words = answer.books.length === 0 ? `${rest.length} more` : `${rest.length} more that ${rest.length === 1 ? "is" : "are"} not played`
    return {rows, notes: notesOf(answer, about), table: {place: answer.fen, groups: groupsOf(about), columns, rows: played.length > 0 ? played : rows, rowOf, fold: {rows: rest, words, reasons: reasonsOf(rest)}}}
}
