// `polyglot explore`, the page: docs/explore.md.
import {ask} from "./api.js"
import {showAdapter} from "./adapter.js"
import {makeBoard} from "./board.js"
import {followChanges} from "./changes.js"
import {makeComparison} from "./compare.js"
import {element} from "./dom.js"
import {makeEditor} from "./edit.js"
import {makeEngine} from "./engine.js"
import {makeFolder} from "./folder.js"
import {makeLearning} from "./learning.js"
import {showMoves, shareOf} from "./moves.js"
import {Place} from "./place.js"
import {makePockets} from "./pocket.js"
import {followSearches} from "./searches.js"
import {showTree} from "./tree.js"

const find = id => document.getElementById(id)
const squares = uci => [uci.slice(0, 2), uci.slice(2, 4)]

let about
let place = new Place()
let blackBelow = new URLSearchParams(location.hash.slice(1)).has("black")
let answer // to the place that is shown
let rows = [] // of the table
let chosen = 0
let asked = 0 // how many questions; only the answer to the last one is shown
let home = "" // the FEN that the first book begins with; empty: the usual start

// The token has done its work: it is in the cookie now, and the address may be passed on.
if (location.search) history.replaceState(null, "", location.pathname + location.hash)

function say(text) {
    find("message").textContent = text
}

async function guarded(work) {
    try {
        await work()
    } catch (error) {
        say(error.message)
    }
}

const legalFrom = square => answer ? answer.legal.filter(move => !move.drop && move.uci.startsWith(square)) : []

// King and rook: both spellings of castling are understood.
function movesBetween(from, to) {
    const exact = legalFrom(from).filter(move => move.uci.slice(2, 4) === to)
    return exact.length > 0 ? exact : legalFrom(from).filter(move => move.san.startsWith("O-O") && castlingSquares(move).includes(to))
}

function castlingSquares(move) {
    const rank = move.uci[1]
    return move.san.startsWith("O-O-O") ? ["c" + rank, "a" + rank] : ["g" + rank, "h" + rank]
}

async function dropped(from, to) {
    const moves = movesBetween(from, to)
    if (moves.length === 0) return
    if (moves.length === 1) return play(moves[0].uci)
    const dialog = find("promotion")
    dialog.replaceChildren(...moves.map(move =>
        element("button", {type: "button", on: {click: () => dialog.close(move.uci)}}, move.san)))
    dialog.returnValue = ""
    dialog.onclose = () => dialog.returnValue ? play(dialog.returnValue) : show() // nothing chosen: the pawn goes back
    dialog.showModal()
}

const board = makeBoard(find("board"), {
    legal: square => legalFrom(square).flatMap(move =>
        move.san.startsWith("O-O") ? [move.uci.slice(2, 4), ...castlingSquares(move)] : [move.uci.slice(2, 4)]),
    move: dropped
})

const pockets = makePockets({context: find("pockets"), board: find("board"), play: move => play(move)})

function go(next) {
    place = next
    history.pushState(null, "", place.address(blackBelow))
    return show()
}

const compare = makeComparison(find("compare"), moves => go(new Place("", moves)))
const learning = makeLearning({place: () => place.question, go: moves => go(new Place(place.start, [...place.played, ...moves])), say})
const editor = makeEditor({place: () => place.question, changed: () => show(), say})

// A button of the table says what its move loses.
function markLosing(moves) {
    for (const button of find("moves").querySelectorAll("[data-move]")) {
        const move = moves.get(button.dataset.move)
        button.classList.toggle("losing", Boolean(move))
        if (move) button.title = `loses ${move.loss} centipawns against the best move (${move.value.text}, depth ${move.depth})`
        else if (button.title.startsWith("loses ")) button.title = ""
    }
}

const engine = makeEngine({place: () => place.question, play: move => play(move), losing: markLosing, say,
    bookMoves: () => rows.filter(row => row.uci && row.books.some(book => book?.branch.of_book)).map(row => row.uci).slice(0, 60)})

async function play(move) {
    if (editor.addsPlayed && !rows.some(row => row.uci === move && row.books[0]?.branch.of_book)) await editor.add(move)
    return go(place.play(move))
}

function steps(where) {
    const to = {start: 0, back: place.at - 1, forward: place.at + 1, end: place.line.length}[where]
    if (where === "flip") {
        blackBelow = !blackBelow
        history.replaceState(null, "", place.address(blackBelow))
        return board.turn(blackBelow)
    }
    if (where === "forward" && place.at === place.line.length && rows[0]?.uci) return play(rows[0].uci)
    if (to >= 0 && to <= place.line.length && to !== place.at) return go(place.to(to))
}

function showLine(whole) {
    const items = [element("li", {}, element("button", {type: "button", "aria-current": place.at === 0 ? "step" : undefined,
        on: {click: () => go(place.to(0))}}, place.start ? "given position" : "start"))]
    for (const [at, ply] of whole.entries()) {
        const number = ply.white || at === 0 ? ply.number + " " : ""
        items.push(element("li", {class: at >= place.at ? "later" : ""}, number, element("button", {type: "button",
            "aria-current": at + 1 === place.at ? "step" : undefined, on: {click: () => go(place.to(at + 1))}}, ply.san)))
    }
    find("line").replaceChildren(...items)
    find("line").querySelector("[aria-current]")?.scrollIntoView({block: "nearest"})
}

function arrowsOf() {
    const arrows = []
    for (const number of answer.books.keys())
        for (const row of rows)
            if (row.uci && !row.uci.includes("@") && shareOf(row, number) > 0.01) {
                const [from, to] = squares(row.uci)
                arrows.push({from, to, share: shareOf(row, number), second: number === 1})
            }
    return arrows.sort((a, b) => a.share - b.share)
}

function choose(number, scrolls = true) {
    const lines = find("moves").querySelectorAll(":scope > .scroll > table > tbody > tr:not(.detail)")
    chosen = Math.max(0, Math.min(number, lines.length - 1))
    lines.forEach((line, at) => line.classList.toggle("chosen", at === chosen))
    if (scrolls) lines[chosen]?.scrollIntoView({block: "nearest"})
}

async function show() {
    const question = ++asked
    await guarded(async () => {
        const [here, end] = await Promise.all([ask("position", place.question),
            place.at < place.line.length ? ask("line", {...place.question, line: place.line}) : null])
        if (question !== asked) return
        say("")
        answer = here
        editor.take(here.editing, about.books.length)
        const shown = showMoves(answer, about, play, editor)
        rows = shown.rows
        find("moves").replaceChildren(...shown.parts)
        showAdapter(find("adapter"), answer.adapter)
        choose(0)
        showLine((end ?? here).line)
        find("opening").textContent = answer.opening ? `${answer.opening.code} ${answer.opening.name}` : ""
        find("fen-text").value = answer.fen
        document.title = (answer.opening ? answer.opening.name + " – " : "") + "polyglot explore"
        pockets.show(answer)
        board.describe(`Board, ${answer.white ? "White" : "Black"} to move: ${answer.fen.split(" ")[0]}`)
        find("buttons").querySelector("[data-step=start]").disabled = place.at === 0
        find("buttons").querySelector("[data-step=back]").disabled = place.at === 0
        find("buttons").querySelector("[data-step=end]").disabled = place.at === place.line.length
        const drawn = board.show(answer.board, arrowsOf())
        if (about.books.length > 1) compare()
        if (find("tree-box").open) await grow()
        learning.refresh()
        engine.moved()
        await drawn
    })
}

// The same position, of which more may be known: what the user has chosen stays.
async function update() {
    const question = asked
    const here = await ask("position", place.question)
    if (question !== asked || JSON.stringify(here) === JSON.stringify(answer)) return
    answer = here
    const uci = rows[chosen]?.uci
    const focused = document.activeElement?.closest("#moves") ? document.activeElement.dataset.move : undefined
    const shown = showMoves(answer, about, play, editor)
    rows = shown.rows
    find("moves").replaceChildren(...shown.parts)
    choose(Math.max(0, rows.findIndex(row => row.uci === uci)), false)
    if (focused) find("moves").querySelector(`[data-move="${focused}"]`)?.focus({preventScroll: true})
    await board.show(answer.board, arrowsOf())
}

async function grow() {
    const root = place
    const tree = await ask("tree", {...root.question, book: Number(find("tree-book").value),
        depth: Number(find("tree-depth").value), min_share: Number(find("tree-share").value) / 100})
    if (root !== place) return
    const list = showTree(tree, moves => go(new Place(root.start, [...root.played, ...moves])))
    find("tree").replaceChildren(list)
    if (tree.stopped) find("tree").append(element("p", {class: "warning"}, "The tree is larger than this: fewer half-moves, or a larger least share."))
}

async function differ() {
    if (about.books.length < 2) return say("two books are needed: polyglot explore A.bin B.bin")
    const next = await ask("difference", place.question)
    if (!next.line) return say("no other position in which the books differ by a twentieth or more")
    await go(new Place(place.start, next.line))
}

async function paste(event) {
    event.preventDefault()
    await guarded(async () => {
        const found = await ask("paste", {text: find("text").value})
        await go(new Place(found.start ?? "", found.line))
        if (found.note) say("the game is shown as far as it can be: " + found.note)
        find("text").value = ""
        find("moves").focus()
    })
}

async function end() {
    await guarded(async () => {
        if (editor.unsaved > 0 && !confirm("End, and lose the edits that are not saved?")) return
        await ask("quit", {discard: true})
        editor.take(undefined, 0)
        document.body.classList.add("ended")
        say("polyglot explore has ended")
    })
}

const keys = {
    ArrowLeft: () => steps("back"),
    ArrowRight: () => steps("forward"),
    Home: () => steps("start"),
    End: () => steps("end"),
    ArrowDown: () => choose(chosen + 1),
    ArrowUp: () => choose(chosen - 1),
    Enter: () => rows[chosen]?.uci && play(rows[chosen].uci),
    f: () => steps("flip"),
    u: () => editor.run("undo"),
    r: () => editor.run("redo"),
    s: () => editor.run("save"),
    d: () => guarded(differ),
    e: () => engine.toggle(),
    l: () => learning.toggle(),
    t: () => find("tree-box").open = !find("tree-box").open,
    "/": () => find("text").focus(),
    "?": () => find("keys").showModal()
}

document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return
    const within = event.target.closest("input, textarea, select, button, summary, #tree")
    if (event.target.id === "text") {
        if (event.key === "Enter" && !event.shiftKey) paste(event)
        if (event.key === "Escape") find("moves").focus()
        return
    }
    if (within && (event.key === "Enter" || within.matches("input, select, textarea"))) return
    const run = keys[event.key]
    if (!run) return
    event.preventDefault()
    run()
})

find("go").addEventListener("submit", paste)
find("help").addEventListener("click", () => find("keys").showModal())
find("quit").addEventListener("click", end)
find("buttons").addEventListener("click", event => steps(event.target.dataset.step))
find("fen-text").addEventListener("focus", event => event.target.select())
find("tree-box").addEventListener("toggle", () => find("tree-box").open && guarded(grow))
for (const id of ["tree-book", "tree-depth", "tree-share"])
    find(id).addEventListener("change", () => guarded(grow))
const placeOfAddress = () => location.hash || !home ? Place.fromAddress(location.hash) : new Place(home)
addEventListener("popstate", () => {
    place = placeOfAddress()
    show()
})

const folder = makeFolder({unsaved: () => editor.unsaved, say, async opened(now) {
    takeBooks(now)
    history.pushState(null, "", location.pathname)
    place = new Place(home)
    await show()
}})

// What is open, at the beginning and later.
function takeBooks(now) {
    about = now
    editor.take(about.editing, about.books.length)
    find("tree-book").replaceChildren(...about.books.map((book, number) => element("option", {value: number}, book.name)))
    learning.take(about)
    engine.take(about)
    folder.take(about)
    find("compare").hidden = about.books.length < 2
    find("watch").hidden = !about.watch
    home = about.books[0]?.start ?? ""
}

async function begin() {
    await guarded(async () => {
        takeBooks(await ask("about"))
        place = placeOfAddress()
        if (blackBelow) await board.turn(true)
        await show()
        if (about.books.some(book => book.is_store))
            followSearches(find("searches"), {go: one => go(new Place(one.start ?? "", one.line)), changed: update})
        followChanges({shelf: () => about.shelf, changed: update, async replaced() {
            takeBooks(await ask("about"))
            place = new Place(home)
            await show()
        }})
    })
}

begin()
