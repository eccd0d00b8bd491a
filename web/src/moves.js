// The table of moves: one book, or two side by side.
import {bar, element, perCent} from "./dom.js"
import {learntCell} from "./learnt.js"

// The rows: every move that a book has, in the order of the first book's shares, then those that only the statistics have.
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
    return [...rows.values()]
}

export const shareOf = (row, number) => {
    const one = row.books[number]
    return one?.branch.of_book ? one.branch.share : 0
}

const isPlayable = (row, number) => row.books[number]?.entries.some(entry => entry.playable) ?? false

function shareCell(row, number) {
    const one = row.books[number]
    if (!one) return element("td", {class: "share empty"}, "–")
    if (!one.branch.of_book) return element("td", {class: "share empty"}, "not in the book")
    const share = one.branch.share
    return element("td", {class: "share"}, bar([[isPlayable(row, number) ? "bar" : "bar off", share]]), perCent(share))
}

function differenceCell(row) {
    const difference = shareOf(row, 1) - shareOf(row, 0)
    const text = (difference > 0 ? "+" : difference < 0 ? "−" : "") + perCent(Math.abs(difference))
    return element("td", {class: difference > 0.0005 ? "more" : difference < -0.0005 ? "less" : ""}, text)
}

// Won, drawn and lost by the side that moves.
function resultsBar(won, lost, score) {
    const drawn = Math.max(0, 1 - won - lost)
    const words = `won ${perCent(won)}, drawn ${perCent(drawn)}, lost ${perCent(lost)}`
    const cell = element("td", {class: "share", title: words}, bar([["won", won], ["drawn", drawn], ["lost", lost]], words))
    if (score !== undefined) cell.append(perCent(score))
    return cell
}

function resultsCell(games, white) {
    if (!games || games.games === 0) return element("td", {class: "empty"}, "")
    const [wins, losses] = white ? [games.white_wins, games.white_losses] : [games.white_losses, games.white_wins]
    return resultsBar(wins / games.games, losses / games.games, games.score)
}

function playedCell(move) {
    if (!move) return element("td", {class: "empty"}, "")
    const words = [perCent(move.share) + " of the games here", move.elo ? "mean Elo " + Math.round(move.elo) : "",
        move.last_year ? "last in " + move.last_year : ""]
    return element("td", {title: words.filter(Boolean).join(", ")}, move.games.toLocaleString("en"))
}

function wordsOf(row, number, alone) {
    const entries = row.books[number]?.entries ?? []
    const words = row.books[number]?.branch.searched_now ? ["searched now"] : []
    for (const entry of entries) {
        words.push(entry.why_not ? "not played: " + entry.why_not : "")
        if (entry.priority !== undefined) words.push("priority " + entry.priority)
        if (entry.learn_fields) words.push("learn fields " + entry.learn_fields.join(", "))
        if (entry.reply && alone) words.push("reply " + (entry.reply.san || entry.reply.uci))
    }
    return words.filter(Boolean).join("; ")
}

const weightOf = (row, number) => row.books[number]?.entries.reduce((sum, entry) => sum + entry.weight, 0)

// A YACB book's move has no weight and no share of its own.
function editedShare(row, number, editor) {
    const cell = shareCell(row, number)
    if (editor?.active && number === 0 && row.uci && row.books[0]?.branch.of_book) editor.draggable(cell, row.uci)
    return cell
}

function columnsOf(answer, rows, about, editor) {
    const columns = []
    const books = answer.books.map((_, number) => number)
    const any = test => rows.some(row => books.some(number => test(row, number)))
    const gamesOf = (row, number) => row.books[number]?.entries.find(entry => entry.games)?.games
    const title = (word, number) => books.length > 1 ? `${word} ${"AB"[number]}` : word
    for (const number of books) columns.push([title("Share", number), row => editedShare(row, number, about.books[number].has_values ? null : editor)])
    if (books.length > 1) columns.push(["B − A", differenceCell])
    for (const number of books) {
        if (!about.books[number].has_values)
            columns.push([title("Weight", number), row => editor?.active && number === 0 && row.uci && row.books[0]?.branch.of_book
                ? editor.weightCell(row, weightOf(row, 0)) : element("td", {}, String(weightOf(row, number) ?? ""))])
        if (any((row, at) => at === number && gamesOf(row, at))) {
            columns.push([title("Games", number), row => element("td", {}, String(gamesOf(row, number)?.games ?? ""))])
            columns.push([title("Results", number), row => resultsCell(gamesOf(row, number), answer.white)])
        }
        if (any((row, at) => at === number && row.books[at]?.branch.learnt))
            columns.push([title("Learnt", number), row => learntCell(row.san, row.books[number]?.branch.learnt, answer.learnt?.moves?.[row.uci])])
        if (any((row, at) => at === number && row.books[at]?.branch.value))
            columns.push([title("Value", number), row => element("td", {title: row.books[number]?.branch.value?.about}, row.books[number]?.branch.value?.text ?? "")])
        if (about.books[number].is_store)
            columns.push([title("Depth", number), row => element("td", {}, String(row.books[number]?.branch.depth ?? ""))])
    }
    if (answer.statistics) {
        columns.push(["Played", row => playedCell(row.statistics)])
        columns.push(["Won, drawn, lost", ({statistics: move}) => move
            ? resultsBar(move.wins / move.games, move.losses / move.games, move.score) : element("td", {class: "empty"}, "")])
    }
    const notesOf = row => books.map(number => wordsOf(row, number, books.length === 1)).filter(Boolean)
    if (rows.some(row => notesOf(row).length > 0)) columns.push(["", row => element("td", {class: "words"}, notesOf(row).join(" | "))])
    if (editor?.active) columns.push(["Edit", row => row.uci
        ? editor.buttonsCell(row, Boolean(row.books[0]?.branch.of_book), Boolean(row.books[1]?.branch.of_book)) : element("td")])
    return columns
}

// What is to be said of the books here, above the table.
function notesOf(answer, about) {
    const notes = answer.learnt?.trouble ? [[answer.learnt.trouble, "warning"]] : []
    for (const [number, book] of answer.books.entries()) {
        const name = answer.books.length > 1 ? `${"AB"[number]}, ${about.books[number].name}: ` : ""
        if (book.trouble) notes.push([name + book.trouble, "warning"])
        if (!book.known && book.reason) notes.push([name + book.reason, "empty"])
        if (book.unplayable) notes.push([name + book.unplayable, "warning"])
        if (book.evaluation) notes.push([`${name}value for White ${book.evaluation.text}`, ""])
        if (book.search?.text) notes.push([`${name}last search: ${book.search.text}${book.search.line ? ": " + book.search.line : ""}`, ""])
        if (book.searched_now) notes.push([`${name}this position is searched now`, "now"])
    }
    if (answer.statistics?.trouble) notes.push([`${about.statistics.name}: ${answer.statistics.trouble}`, "warning"])
    if (answer.statistics?.reason) notes.push([`${about.statistics.name}: ${answer.statistics.reason}`, "empty"])
    return notes.map(([text, kind]) => element("p", {class: kind}, text))
}

export function showMoves(answer, about, play, editor) {
    const rows = rowsOf(answer)
    const names = about.books.map((book, number) => (about.books.length > 1 ? "AB"[number] + ": " : "") + `${book.name} (${book.format})`)
    if (about.statistics) names.push(`${about.statistics.name} (${about.statistics.games.toLocaleString("en")} games)`)
    const parts = notesOf(answer, about)
    const openings = new Map(answer.legal.filter(move => move.opening).map(move => [move.uci, move.opening]))
    const columns = columnsOf(answer, rows, about, editor)
    const body = rows.map(row => {
        const opening = openings.get(row.uci)
        const name = row.uci
            ? element("button", {type: "button", "data-move": row.uci, title: opening ? `${opening.code} ${opening.name}` : undefined,
                on: {click: () => play(row.uci)}}, row.san)
            : element("span", {}, row.san + " (not legal)")
        const off = !answer.books.some((_, number) => isPlayable(row, number))
        return element("tr", {class: off ? "off" : ""}, element("td", {}, name), ...columns.map(([, cell]) => cell(row)))
    })
    const head = element("tr", {}, element("th", {scope: "col"}, "Move"),
        ...columns.map(([title]) => element("th", {scope: "col", class: title ? "" : "words"}, title || "Notes")))
    const table = element("table", {}, element("caption", {}, names.join("  ·  ")), element("thead", {}, head), element("tbody", {}, ...body))
    parts.push(element("div", {class: "scroll"}, table))
    if (answer.end) parts.push(element("p", {class: "empty"}, answer.end_text))
    return {rows, parts}
}
