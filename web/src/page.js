// `polyglot explore`, the page: docs/explore.md.
import {ask, askLosing} from "./api.js"
import {showAdapter} from "./adapter.js"
import {makeAnalysis} from "./analysis.js"
import {makeBoard} from "./board.js"
import {makeComparison} from "./compare.js"
import {counted, element, wholeNumber} from "./dom.js"
import {makeEditor} from "./edit.js"
import {makeFolder} from "./folder.js"
import {makeGame} from "./game.js"
import {makeGames} from "./games.js"
import {fillIcons} from "./icons.js"
import {makeKeys} from "./keys.js"
import {makeLearning} from "./learning.js"
import {makeMessages, say} from "./message.js"
import {movesOf, shareOf} from "./moves.js"
import {Place} from "./place.js"
import {markPocket, showPockets} from "./pockets.js"
import {makeSearches} from "./searches.js"
import {pieceImage} from "./squares.js"
import {makeTable} from "./table.js"
import {makeTabs} from "./tabs.js"
import {showTree} from "./tree.js"

const find = id => document.getElementById(id)
const squares = uci => [uci.slice(0, 2), uci.slice(2, 4)]

const lookPause = 2000 // ms between two looks for a changed book
const busyPause = 250 // ms until the table is drawn that waits for the user

let about
let place = new Place()
let blackBelow = new URLSearchParams(location.hash.slice(1)).has("black")
let answer // to the place that is shown
let shown = place // that place: the one above may be asked for, and not be answered yet
let rows = [] // of the table
let chosen = 0
let asked = 0 // how many questions; only the answer to the last one is shown
let home = "" // the FEN that the first book begins with; empty: the usual start

fillIcons()
makeMessages()

// The token has done its work: it is in the cookie now, and the address may be passed on.
if (location.search) history.replaceState(null, "", location.pathname + location.hash)

async function guarded(work) {
    try {
        await work()
    } catch (error) {
        say(error.message)
    }
}

const legalFrom = square => answer ? answer.legal.filter(move => move.uci.startsWith(square)) : []

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
    promote(moves, to)
}

// The choice stands where the pawn goes; nothing chosen: the pawn goes back.
function promote(moves, to) {
    const dialog = find("promotion")
    const rank = "qnrbkc"
    const sorted = [...moves].sort((a, b) => rank.indexOf(a.uci[4]) - rank.indexOf(b.uci[4]))
    dialog.replaceChildren(element("div", {}, ...sorted.map(move => element("button", {type: "button", on: {click: () => dialog.close(move.uci)}},
        pieceImage((answer.white ? "w" : "b") + (move.uci[4] ?? "p")), move.san))))
    dialog.returnValue = ""
    dialog.onclose = () => dialog.returnValue ? play(dialog.returnValue) : show()
    dialog.showModal()
    const box = board.boxOf(to)
    dialog.style.left = Math.max(8, Math.min(box.left, innerWidth - dialog.offsetWidth - 8)) + "px"
    dialog.style.top = Math.max(8, Math.min(box.top, innerHeight - dialog.offsetHeight - 8)) + "px"
}

const board = makeBoard(find("board"), {
    legal: square => legalFrom(square.endsWith("@") ? square[0].toUpperCase() + "@" : square).flatMap(move =>
        move.san.startsWith("O-O") ? [move.uci.slice(2, 4), ...castlingSquares(move)] : [move.uci.slice(2, 4)]),
    move: (from, to) => from.endsWith("@") ? play(from[0].toUpperCase() + "@" + to) : dropped(from, to),
    selected: markPocket
})

function go(next) {
    place = next
    history.pushState(null, "", place.address(blackBelow))
    return show()
}

const table = makeTable("Moves", {hover: row => board.preview(row.uci), leave: () => board.preview(), sorted: () => choose(0, false)})
find("moves").append(table.node)
const tabs = makeTabs(find("more"))
const compare = makeComparison(find("compare"), moves => go(new Place("", moves)))
const learning = makeLearning({tabs, place: () => place.question, go: moves => go(new Place(place.start, [...place.played, ...moves])), say})
const editor = makeEditor({place: () => place.question, changed: () => show(), say, unfold: () => table.unfoldAll(), leave: () => find("moves").focus({preventScroll: true})})

const analysis = makeAnalysis(find("engine"), {question: () => shown.question, moves: () => rows.map(row => row.uci).filter(Boolean).slice(0, 60),
    play: moves => go(new Place(shown.start, [...shown.played, ...moves])), changed: () => renew(), say})
const game = makeGame(find("game"), {board: find("place"), go: (start, moves, at) => go(new Place(start, moves, at)), say})
const games = makeGames({tabs, question: () => shown.question, moves: () => (answer?.games ?? answer?.statistics)?.moves ?? [], changed: () => show(), open: one => game.open(one), say})
const folder = makeFolder(find("shelf"), {opened: next => takeAbout(next), say})
const followSearches = makeSearches(find("searches"), {go: one => go(new Place(one.start ?? "", one.line)), changed: () => update()})

async function play(move) {
    if (editor.addsPlayed && !rows.some(row => row.uci === move && row.books[0]?.branch.of_book)) await editor.add(move)
    return go(place.play(move))
}

function steps(where) {
    const to = {start: 0, back: place.at - 1, forward: place.at + 1, end: place.line.length}[where]
    if (where === "flip") {
        blackBelow = !blackBelow
        history.replaceState(null, "", place.address(blackBelow))
        board.turn(blackBelow)
        find("value-bar").classList.toggle("black", blackBelow)
        return showPockets(answer, board)
    }
    const first = table.lines[0]?.row.uci
    if (where === "forward" && place.at === place.line.length && first) return play(first)
    if (to >= 0 && to <= place.line.length && to !== place.at) return go(place.to(to))
}

function showLine(whole) {
    const items = [element("li", {}, element("button", {type: "button", "aria-current": place.at === 0 ? "step" : undefined,
        on: {click: () => go(place.to(0))}}, place.start ? "given position" : "start"))]
    for (const [at, ply] of whole.entries()) {
        const number = ply.white || at === 0 ? element("span", {class: "number"}, ply.number) : ""
        items.push(element("li", {class: at >= place.at ? "later" : ""}, number, element("button", {type: "button",
            "aria-current": at + 1 === place.at ? "step" : undefined, on: {click: () => go(place.to(at + 1))}}, ply.san)))
    }
    const list = find("line")
    list.replaceChildren(...items)
    const current = list.querySelector("[aria-current]")
    if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2
}

function arrowsOf() {
    const arrows = []
    for (const number of answer.books.keys())
        for (const row of rows)
            if (row.uci && row.uci[1] !== "@" && shareOf(row, number) > 0.01) {
                const [from, to] = squares(row.uci)
                arrows.push({from, to, share: shareOf(row, number), second: number === 1})
            }
    if (answer.books.length === 0)
        for (const {uci, share} of answer.games?.moves ?? [])
            if (share > 0.01) arrows.push({from: uci.slice(0, 2), to: uci.slice(2, 4), share, second: false})
    return arrows
}

function kingOf(placement, white) {
    const rows = placement.split("/").map(rank => rank.replace(/\d/g, count => " ".repeat(count)))
    for (const [row, rank] of rows.entries())
        if (rank.includes(white ? "K" : "k")) return "abcdefgh"[rank.indexOf(white ? "K" : "k")] + (8 - row)
}

function showBoard() {
    const placement = answer.board ?? answer.fen.split(" ")[0]
    const last = answer.line.at(-1)?.uci
    board.show({placement, arrows: arrowsOf(), last: last ? squares(last).filter(square => /^[a-h][1-8]$/.test(square)) : [],
        check: answer.check ? kingOf(placement, answer.white) : undefined, goal: answer.goal ?? [], exploded: answer.exploded ?? []})
    showPockets(answer, board)
    board.describe(`Board, ${answer.white ? "White" : "Black"} to move: ${answer.fen.split(" ")[0]}`)
}

function choose(number, scrolls = true) {
    const lines = table.lines
    chosen = Math.max(0, Math.min(number, lines.length - 1))
    lines.forEach(({line}, at) => line.classList.toggle("chosen", at === chosen))
    if (scrolls) lines[chosen]?.line.scrollIntoView({block: "nearest"})
}

// The same in every tab of the browser: the book comes first.
function showNames() {
    const names = about.books.map(book => book.name.split(/[\\/]/).at(-1)).join(" and ") || about.statistics?.name || about.games?.name.split(/[\\/]/).at(-1) || about.folder?.name || ""
    const where = answer?.opening?.name ?? ""
    document.title = [names, where, "polyglot"].filter(Boolean).join(" – ")
    find("books").replaceChildren(...about.books.map((book, number) => element("span", {class: "pill", title: `${book.name} (${book.format})`},
        about.books.length > 1 ? element("span", {class: "swatch " + "ab"[number]}) : "", element("b", {}, (about.books.length > 1 ? "AB"[number] + " " : "") + book.name),
        element("small", {}, book.format + (book.entries ? `, ${wholeNumber(book.entries)} entries` : "")))),
    ...(about.games ? [element("span", {class: "pill", title: about.games.name}, element("b", {}, about.games.name), element("small", {}, games.total === undefined ? "being read" : counted(games.total, "game")))] : []))
}

function wordsOfNothing() {
    if (about.books.length > 0) return "No book has a move here."
    if (!about.games) return "No book is open: choose one of the folder."
    if (games.isReading) return "The moves are shown when the games have been read."
    return games.isActive ? "None of the chosen games came to this position." : "No game came to this position."
}

function showMoves() {
    const shown = movesOf(answer, about, {play, editor, analysis, openGames: games.listOf})
    rows = shown.rows
    find("notes").replaceChildren(...shown.notes)
    if (rows.length === 0 && shown.notes.length === 0) find("notes").append(element("p", {class: "dim"}, wordsOfNothing()))
    table.node.hidden = rows.length === 0
    table.show(shown.table)
}

// Another tab may have opened a book of a variant in which the line is not legal: then the answer is what is open now.
async function askPosition() {
    try {
        return await ask("position", {...place.question, ...games.question})
    } catch (error) {
        if (error.unreachable) throw error
        const now = await ask("about")
        if (now.shelf === about.shelf) throw error
        return now
    }
}

async function show() {
    const question = ++asked
    await guarded(async () => {
        const line = place.at < place.line.length ? ask("line", {...place.question, line: place.line}) : null
        line?.catch(() => {}) // it is awaited below, if at all
        const here = await askPosition()
        if (question !== asked) return
        if (here.shelf !== about.shelf) return takeAbout(await ask("about"))
        const end = await line
        if (question !== asked) return
        say("")
        answer = here
        shown = place
        editor.take(here.editing, about.books.length)
        showMoves()
        showAdapter(find("adapter"), answer.adapter)
        choose(0, false)
        showLine((end ?? here).line)
        find("opening").textContent = answer.opening ? `${answer.opening.code} ${answer.opening.name}` : place.played.length === 0 && !place.start ? "Start position" : ""
        find("opening").title = find("opening").textContent
        find("turn").textContent = `${answer.white ? "White" : "Black"} to move`
        find("turn").classList.toggle("black", !answer.white)
        find("fen-text").value = answer.fen
        showNames()
        find("buttons").querySelector("[data-step=start]").disabled = place.at === 0
        find("buttons").querySelector("[data-step=back]").disabled = place.at === 0
        find("buttons").querySelector("[data-step=end]").disabled = place.at === place.line.length
        showBoard()
        if (about.books.length > 1) compare()
        if (tabs.shown === "tree-box") await grow()
        learning.refresh()
        games.refresh()
        game.moved(place)
        analysis.moved()
    })
}

// The same position, of which more may be known: what the user has chosen stays.
async function update() {
    const question = asked
    const here = await askPosition()
    if (question !== asked) return
    if (here.shelf !== about.shelf) return takeAbout(await ask("about")) // another tab has opened another book
    if (JSON.stringify(here) === JSON.stringify(answer)) return
    // What another tab has edited is refused and shown at the next edit here; what is typed here is not lost.
    if (here.editing?.revision !== answer.editing?.revision || isTableInUse()) return
    answer = here
    shown = place
    editor.take(here.editing, about.books.length)
    renew()
    showBoard()
}

// A table that is replaced now would commit half a weight, or end the drag of a share.
const isTableInUse = () => Boolean(document.activeElement?.matches("#moves input") || find("moves").querySelector(".dragging"))

// The table again, of the same position.
let renewal
function renew() {
    clearTimeout(renewal)
    if (answer?.shelf !== about.shelf) return // other books: the answer to come is drawn
    if (isTableInUse()) {
        renewal = setTimeout(renew, busyPause)
        return
    }
    const uci = table.lines[chosen]?.row.uci
    const focused = document.activeElement?.closest("#moves") ? document.activeElement.dataset.move : undefined
    showMoves()
    choose(Math.max(0, table.lines.findIndex(({row}) => row.uci === uci)), false)
    if (focused) find("moves").querySelector(`[data-move="${focused}"]`)?.focus({preventScroll: true})
}

// A book that is changed, replaced or deleted by others is noticed while the page is seen.
async function watchBooks() {
    try {
        if (!document.hidden && answer) await update()
    } catch (error) {
        if (error.unreachable) return // the program has ended: the next step says so
    }
    if (asked !== Infinity) setTimeout(watchBooks, lookPause)
}

async function grow() {
    if (about.books.length === 0) return find("tree").replaceChildren(element("p", {class: "dim"}, "No book is open."))
    const root = place
    const tree = await ask("tree", {...root.question, book: Number(find("tree-book").value),
        depth: Number(find("tree-depth").value), min_share: Number(find("tree-share").value) / 100})
    if (root !== place) return
    const list = showTree(tree, moves => go(new Place(root.start, [...root.played, ...moves])))
    find("tree").replaceChildren(list)
    if (tree.stopped) find("tree").append(element("p", {class: "warning"}, "The tree has more than 20,000 positions and ends here: ask for fewer half-moves or a larger least share."))
}

async function differ() {
    const next = await ask("difference", place.question)
    if (!next.line) return say("There is no other position in which the books differ by a twentieth or more.", "note")
    await go(new Place(place.start, next.line))
}

async function paste(event) {
    event.preventDefault()
    await guarded(async () => {
        const found = await ask("paste", {text: find("text").value})
        await go(new Place(found.start ?? "", found.line))
        if (found.note) say("The game is shown as far as it can be: " + found.note, "note")
        find("text").value = ""
        find("moves").focus()
    })
}

async function end() {
    await guarded(async () => {
        if (!await askLosing("quit", {}, "End, and lose the edits that are not saved, in this tab or another?")) return
        editor.take(undefined, 0)
        document.body.classList.add("ended")
        say("polyglot explore has ended: this page can be closed.", "done")
        asked = Infinity
    })
}

function weightOfChosen() {
    const field = table.lines[chosen]?.line.querySelector("input.weight")
    field?.focus()
    field?.select()
}

const isTwo = () => about?.books.length > 1
const isEdited = () => editor.active
makeKeys(find("keys"), [
    {keys: ["ArrowLeft"], words: "one move back", run: () => steps("back")},
    {keys: ["ArrowRight"], words: "one move forward; at the end of the line the first move of the table", run: () => steps("forward")},
    {keys: ["Home"], words: "to the start of the line", run: () => steps("start")},
    {keys: ["End"], words: "to its end", run: () => steps("end")},
    {keys: ["ArrowUp"], words: "choose the move above", run: () => choose(chosen - 1)},
    {keys: ["ArrowDown"], words: "choose the move below", run: () => choose(chosen + 1)},
    {keys: ["Enter"], words: "play the chosen move", run: () => table.lines[chosen]?.row.uci && play(table.lines[chosen].row.uci)},
    {keys: ["a"], words: "start and stop the engine", run: () => analysis.toggle(), when: () => Boolean(about?.engine),
        otherwise: "There is no engine: polyglot explore BOOK -ec ENGINE shows one beside the book."},
    {keys: ["o"], words: "open another book of the folder", run: () => folder.show(), when: () => Boolean(about?.folder),
        otherwise: "One book is open: polyglot explore FOLDER lists those of a folder."},
    {keys: ["f"], words: "turn the board", run: () => steps("flip")},
    {keys: ["d"], words: "the next position in which the books differ", run: () => guarded(differ), when: isTwo,
        otherwise: "Two books are needed to find where they differ: polyglot explore A.bin B.bin"},
    {keys: ["t"], words: "the tree", run: () => tabs.show("tree-box", true)},
    {keys: ["g"], words: "the games of this position", run: () => games.open(), when: () => Boolean(about?.games || about?.statistics?.kept),
        otherwise: "There are no games: polyglot explore games.pgn shows what was played in them."},
    {keys: ["p"], words: "choose a player, an opening or years", run: () => games.filter(), when: () => Boolean(about?.games)},
    {keys: ["l"], words: "what was learnt", run: () => learning.open(), when: () => Boolean(about?.learning),
        otherwise: "There is no store of results: polyglot explore BOOK -store learn.db shows what was learnt."},
    {keys: ["w"], words: "type the weight of the chosen move", run: weightOfChosen, when: isEdited},
    {keys: ["u"], words: "undo an edit", run: () => editor.run("undo"), when: isEdited},
    {keys: ["r"], words: "redo it", run: () => editor.run("redo"), when: isEdited},
    {keys: ["s"], words: "save the edits", run: () => editor.run("save"), when: isEdited},
    {keys: ["/"], words: "go to moves, a FEN or a PGN", run: () => find("text").focus()},
    {keys: ["?"], words: "these keys", run: () => find("help").click()}
], {say, text: find("text"), paste, leave: () => find("moves").focus()})

find("go").addEventListener("submit", paste)
find("shelf-open").addEventListener("click", () => folder.show())
find("quit").addEventListener("click", end)
find("buttons").addEventListener("click", event => steps(event.target.closest("button")?.dataset.step))
find("fen-text").addEventListener("focus", event => event.target.select())
tabs.on("tree-box", () => answer && guarded(grow))
tabs.on("learning-box", () => learning.refresh())
for (const id of ["tree-book", "tree-depth", "tree-share"])
    find(id).addEventListener("change", () => guarded(grow))
const placeOfAddress = () => location.hash || !home ? Place.fromAddress(location.hash) : new Place(home)
// What is typed belongs to the place and the book that were shown.
const leaveField = () => document.activeElement?.matches("#moves input") && document.activeElement.blur()
addEventListener("popstate", () => {
    leaveField()
    place = placeOfAddress()
    show()
})

// Why there is no such place, if the address has one: its moves may not be legal in the variant that is open now.
async function refusalOf(one) {
    if (!one.start && one.line.length === 0) return ""
    try {
        await ask("position", one.question)
        return ""
    } catch (error) {
        if (error.unreachable) throw error
        return error.message
    }
}

// What is open has changed, or is known for the first time.
async function takeAbout(next) {
    await guarded(async () => {
        leaveField()
        const isOther = about && about.variant?.name !== next.variant?.name
        about = next
        home = about.books[0]?.start ?? ""
        find("tree-book").replaceChildren(...about.books.map((book, number) => element("option", {value: number}, book.name)))
        find("tree-book").closest("label").hidden = about.books.length < 2
        find("watch").hidden = !about.watch
        find("shelf-open").hidden = !about.folder
        analysis.take(about)
        games.take(about)
        if (!about.games && !about.statistics?.kept) game.close()
        followSearches(about.books.some(book => book.is_store))
        place = placeOfAddress()
        const refusal = isOther ? "" : await refusalOf(place)
        if (isOther || refusal) {
            place = new Place(home)
            history.replaceState(null, "", place.address(blackBelow))
        }
        learning.take(about)
        tabs.offer("compare", about.books.length > 1)
        tabs.offer("tree-box", about.books.length > 0 || Boolean(about.folder))
        await show()
        if (refusal) say(refusal)
        tabs.showFirst()
        if (about.folder && about.books.length === 0) await folder.show()
    })
}

async function begin() {
    await guarded(async () => {
        if (blackBelow) board.turn(true)
        find("value-bar").classList.toggle("black", blackBelow)
        await takeAbout(await ask("about"))
        setTimeout(watchBooks, lookPause)
    })
}

begin()
