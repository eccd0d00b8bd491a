// `polyglot explore -watch`, the page: docs/explore.md.
import {ask} from "./api.js"
import {counted, element, wholeNumber} from "./dom.js"
import {fillIcons} from "./icons.js"
import {makeMessages, say} from "./message.js"
import {drawBoard} from "./picture.js"

const find = id => document.getElementById(id)
const pause = 1000 // ms between two questions
const patience = 3000 // ms until a program that does not answer is asked again

const cards = new Map() // by the number of the game
let revision = 0
let hasBooks = false
let ended = false
const mostDetailed = 6 // games: more are a wall
let enlarged // the number of a game

fillIcons()
makeMessages()
if (location.search) history.replaceState(null, "", location.pathname) // the token has done its work

// A text of which the page changes only what is another one: nothing that is selected or read out starts again.
function setText(node, text) {
    if (node.textContent !== text) node.textContent = text
}

const states = {thinks: "our turn", waits: "the opponent's turn", idle: "between games", ended: "adapter has ended"}

function lastMove(game) {
    const move = game.moves?.at(-1)
    if (!move) return {text: "", by: ""}
    return {text: `${move.number} ${move.san}`, by: {book: " from the book", engine: " by the engine", gui: " by the opponent"}[move.by]}
}

function bookWords(game) {
    if (!game.moves) return ""
    if (game.left_at) return `left the book at ${game.left_at} (${counted(game.book_moves, "book move")})`
    return game.book_moves > 0 ? `in the book: ${counted(game.book_moves, "move")}` : "no book move"
}

function scoreWords(game) {
    const finished = game.won + game.drawn + game.lost + game.unknown
    if (finished === 0) return "first game"
    const unknown = game.unknown > 0 ? `, ${game.unknown} unknown` : ""
    return `won ${game.won}, drawn ${game.drawn}, lost ${game.lost}${unknown}`
}

function movesOf(game) {
    return (game.moves ?? []).map((move, at) => {
        const numbered = !move.number.endsWith("...") || at === 0
        return element("li", {class: "by-" + move.by}, (numbered ? move.number + " " : "") + move.san)
    })
}

function pictureOf(game) {
    if (!game.fen) return element("p", {class: "dim"}, game.moves ? "No board: a game of other rules" : "No game")
    const [board, turn] = game.fen.split(" ")
    const marked = game.from ? [game.from, game.to] : []
    return drawBoard(game.fen, game.white === false, marked, `Board, ${turn === "w" ? "White" : "Black"} to move: ${board}`)
}

function makeCard(id) {
    const part = (name, kind) => element(name, {class: kind})
    const parts = {engine: part("h2", "engine"), state: part("p", "state"), picture: part("div", "square"), last: part("p", "last"),
        book: part("p", "of-book"), opening: part("p", "opening"), moves: part("ol", "moves"), failure: part("p", "failure"),
        score: part("p", "score"), log: part("p", "log"), open: element("a", {}, "Open in the book")}
    parts.moves.setAttribute("aria-label", "Last moves")
    parts.enlarge = element("button", {type: "button", "aria-pressed": "false", on: {click: () => enlarge(enlarged === id ? undefined : id)}},
        "Enlarge")
    parts.engine.id = "engine-" + id
    const {engine, state, picture, last, book, opening, moves, failure, score, log, open} = parts
    parts.card = element("article", {class: "game", "data-game": id, "aria-labelledby": parts.engine.id}, engine, state, picture, last, opening, book,
        moves, failure, score, log, element("p", {class: "controls"}, parts.enlarge, open))
    return parts
}

function enlarge(id) {
    enlarged = id
    for (const [number, parts] of cards) {
        parts.card.classList.toggle("large", number === id)
        parts.enlarge.setAttribute("aria-pressed", number === id)
        parts.enlarge.setAttribute("aria-label", "Enlarge " + parts.engine.textContent)
    }
    fitWall()
    cards.get(id)?.card.scrollIntoView({block: "nearest"})
}

// More than a few boards: as large as all of them can be in the window, for a look from afar.
function fitWall() {
    const games = find("games")
    const isWall = cards.size > mostDetailed
    games.classList.toggle("wall", isWall)
    if (!isWall) return
    const [gap, around, least] = [8, 12, 96] // pixels: between cards, of a card around its board, of a board
    const room = Math.max(300, innerHeight - games.getBoundingClientRect().top - scrollY - gap)
    const sideOf = columns => (games.clientWidth - (columns - 1) * gap) / columns - around
    const heightOf = side => side + 1.2 * Math.max(16, side / 7) + 1.45 * Math.max(12.8, side / 9) + 11
    let columns = 1
    while (sideOf(columns + 1) >= least && Math.ceil(cards.size / columns) * (heightOf(sideOf(columns)) + gap) > room) ++columns
    games.style.setProperty("--columns", columns)
    games.style.setProperty("--side", sideOf(columns) + "px")
}

function showGame(game) {
    if (!cards.has(game.id)) cards.set(game.id, makeCard(game.id))
    const parts = cards.get(game.id)
    const colour = game.white === undefined ? "" : game.white ? " (White)" : " (Black)"
    if (parts.engine.textContent !== game.engine + colour) parts.engine.replaceChildren(game.engine, ...(colour ? [element("span", {class: "side"}, colour)] : []))
    setText(parts.state, game.result ? `${game.result === "*" ? "result not known" : game.result}, ${states[game.state]}` : states[game.state])
    parts.card.dataset.state = game.state
    const drawn = [game.fen, game.white, game.from, game.to].join()
    if (parts.drawn !== drawn) parts.picture.replaceChildren(pictureOf(game))
    parts.drawn = drawn
    const last = lastMove(game)
    if (parts.last.textContent !== last.text + last.by) parts.last.replaceChildren(last.text, ...(last.by ? [element("span", {class: "by"}, last.by)] : []))
    parts.card.classList.toggle("failed", game.failures > 0)
    parts.card.title = [game.engine, game.opening, bookWords(game), scoreWords(game)].filter(Boolean).join(" · ")
    setText(parts.book, bookWords(game))
    setText(parts.opening, game.opening ?? "")
    const moves = JSON.stringify(game.moves)
    if (parts.shownMoves !== moves) parts.moves.replaceChildren(...movesOf(game))
    parts.shownMoves = moves
    setText(parts.failure, game.failures > 0 ? `${counted(game.failures, "failure")}, the last: ${game.last_failure}` : "")
    setText(parts.score, scoreWords(game))
    setText(parts.log, `${game.log} [${game.pid}], last line ${game.time}`)
    parts.enlarge.setAttribute("aria-label", "Enlarge " + parts.engine.textContent)
    parts.open.hidden = !hasBooks || !game.fen
    if (game.fen) parts.open.href = "/#start=" + encodeURIComponent(game.fen)
}

// In the order of the answer; those that stay where they are keep the focus.
function arrange(order) {
    for (const [id, parts] of cards)
        if (!order.includes(id)) {
            parts.card.remove()
            cards.delete(id)
        }
    order.forEach((id, at) => {
        const {card} = cards.get(id)
        if (find("games").children[at] !== card) {
            const focused = card.contains(document.activeElement) ? document.activeElement : null
            find("games").insertBefore(card, find("games").children[at] ?? null)
            focused?.focus()
        }
    })
}

const outcomes = {won: "won", drawn: "drawn", lost: "lost", unknown: "not known"}

const clock = time => time.split(" ").at(-1).split(".")[0]

function resultItem(result) {
    const left = result.left_at ? `, left the book at ${result.left_at}` : ""
    return element("li", {class: result.outcome, title: result.time}, element("span", {class: "when"}, clock(result.time)),
        element("span", {}, element("strong", {}, result.result), ` ${result.engine} (${result.white ? "White" : "Black"}): ${outcomes[result.outcome]}`),
        element("span", {class: "faint"}, [`${counted(result.moves, "move")}${left}`, result.opening].filter(Boolean).join(" · ")))
}

function failureItem(failure) {
    return element("li", {title: failure.time}, element("span", {class: "when"}, clock(failure.time)),
        element("span", {}, element("strong", {}, failure.engine), ` ${failure.what}`), element("span", {class: "faint"}, failure.place))
}

// The newest first, of whatever log they are.
const byTime = news => [...news].sort((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0))

let finished = 0
let failed = 0

function showNews(answer) {
    if (!answer.results) return
    finished = answer.result_count
    failed = answer.failure_count
    const head = (name, all, shown) => `${name} (${wholeNumber(all)}${all > shown ? `, the last ${shown}` : ""})`
    find("results-head").textContent = head("Results", finished, answer.results.length)
    find("failures-head").textContent = head("Failures", failed, answer.failures.length)
    find("results").replaceChildren(...byTime(answer.results).map(resultItem))
    find("failures").replaceChildren(...byTime(answer.failures).map(failureItem))
    find("no-results").hidden = answer.results.length > 0
    find("no-failures").hidden = answer.failures.length > 0
}

// All of it is of the same logs, from their beginning.
function showSummary(answer) {
    const playing = [...cards.values()].filter(parts => ["thinks", "waits"].includes(parts.card.dataset.state)).length
    const parts = [[playing, playing === 1 ? "game is played" : "games are played"], [finished, finished === 1 ? "result" : "results"],
        [failed, failed === 1 ? "failure" : "failures"], [answer.logs.length, answer.logs.length === 1 ? "log" : "logs"]]
    const words = parts.map(([number, noun]) => `${wholeNumber(number)} ${noun}`).join(", ") + (answer.left > 0 ? `, reading: ${(answer.left / 1e6).toFixed(1)} MB left` : "")
    if (find("summary").textContent !== words)
        find("summary").replaceChildren(...words.split(/(?<=,) /).map(text => {
            const [, number, noun] = text.match(/^(\S+) (.*)$/)
            return element("span", {class: "dim"}, element("b", {}, number), " " + noun)
        }))
    document.title = `${counted(playing, "game")} – polyglot watch`
}

function troubleOf(log) {
    const parts = []
    if (log.trouble) parts.push(log.trouble)
    if (log.gaps > 0) parts.push(`${counted(log.gaps, "gap")}: emptied, or renamed twice at once`)
    return parts.length > 0 ? `${log.name}: ${parts.join("; ")}` : ""
}

function show(answer) {
    revision = answer.revision
    answer.games.forEach(showGame)
    arrange(answer.order)
    showNews(answer)
    const troubles = answer.logs.map(troubleOf).filter(text => text)
    if (find("logs").textContent !== troubles.join("")) find("logs").replaceChildren(...troubles.map(text => element("li", {}, text)))
    showSummary(answer)
    fitWall()
    find("none").hidden = answer.order.length > 0
    const more = []
    if (answer.hidden > 0) more.push(`${counted(answer.hidden, "further board")} not shown: the ${answer.order.length} most recently active are`)
    if (answer.idle > 0) more.push(`${counted(answer.idle, "adapter")} without a game`)
    if (answer.forgotten > 0) more.push(`${counted(answer.forgotten, "adapter")} no longer kept`)
    setText(find("hidden"), more.join("; "))
}

let waiting
let lost = false // the last question had no answer
function askIn(time) {
    clearTimeout(waiting)
    waiting = ended ? undefined : setTimeout(tick, time)
}

async function tick() {
    if (document.hidden) return // visibilitychange goes on
    try {
        const answer = await ask("watch", {revision, known: [...cards.keys()]})
        if (ended) return
        if (lost) say("")
        lost = false
        show(answer)
        askIn(answer.left > 0 ? 0 : pause)
    } catch (error) {
        lost = true
        if (!ended) say(error.message)
        askIn(patience)
    }
}

async function end() {
    try {
        await ask("quit", {})
    } catch (error) {
        return say(error.message)
    }
    ended = true
    document.body.classList.add("ended")
    say("polyglot explore has ended: this page can be closed.", "done")
}

// ← → between the boards; Escape makes the large one small.
document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest(".news")) return
    if (event.key === "Escape") enlarge(undefined)
    const step = {ArrowLeft: -1, ArrowRight: 1}[event.key]
    const buttons = [...cards.values()].map(parts => parts.enlarge)
    if (!step || buttons.length === 0) return
    event.preventDefault()
    buttons.sort((a, b) => a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1)
    const at = buttons.indexOf(document.activeElement)
    buttons.at(at < 0 ? 0 : Math.max(0, Math.min(at + step, buttons.length - 1))).focus()
})
document.addEventListener("visibilitychange", () => askIn(0))
addEventListener("resize", fitWall)
find("quit").addEventListener("click", end)

async function begin() {
    try {
        hasBooks = (await ask("about")).books.length > 0
        find("books").hidden = !hasBooks
    } catch (error) {
        say(error.message)
    }
    tick()
}

begin()
