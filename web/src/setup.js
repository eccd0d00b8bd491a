// `polyglot setup`, the page: docs/setup.md.
import {ask} from "./api.js"
import {counted, element, wholeNumber} from "./dom.js"
import {fillIcons, icon} from "./icons.js"
import {makeMessages, say} from "./message.js"
import {makeBookBoard} from "./setup_board.js"
import {makeFileBrowser} from "./setup_browser.js"
import {makeOptions} from "./setup_options.js"
import {makeTrial} from "./setup_trial.js"

const find = id => document.getElementById(id)
const lookPause = 150 // ms between two questions how far something is
const longestLook = 3000 // ms that the page waits for folders

let about
let engine // that has answered
let books = []
let asked = 0 // engines; only the last one is shown
let looked = 0 // looks for engines; likewise

fillIcons()
makeMessages()
if (location.search) history.replaceState(null, "", location.pathname) // the token has done its work

export const pause = () => new Promise(done => setTimeout(done, lookPause))

function trouble(id, words) {
    find(id).hidden = !words
    find(id).textContent = words
}

async function guarded(work) {
    try {
        return await work()
    } catch (error) {
        say(error.message)
        return undefined
    }
}

// --- The engine ---

async function startEngine(path) {
    const number = ++asked
    const steps = ["step-options", "step-try"]
    engine = undefined
    find("engine-path").value = path
    find("engine-about").hidden = true
    trouble("engine-trouble", "")
    trial.forget()
    for (const id of steps) find(id).hidden = true
    find("engine-state").textContent = "starting …"
    markFound(path)
    let state
    try {
        state = await ask("engine", {engine: path})
        while (state.state === "asking" && number === asked) {
            await pause()
            state = await ask("engine")
        }
    } catch (error) {
        state = {state: "failed", error: error.message}
    }
    if (number !== asked) return
    if (state.state === "ready") return showEngine(state)
    find("engine-state").textContent = "not started"
    const advice = state.program ? " An engine answers “uci” or “protover”: a GUI or an installer does not. What it says when it is started in a terminal "
        + "often tells why." : " Choose one of the list, browse to its program, or type the whole path."
    trouble("engine-trouble", state.error + "." + advice)
}

function showEngine(state) {
    engine = state
    find("engine-path").value = state.engine
    find("engine-state").textContent = "ready"
    markFound(state.engine)
    const tested = element("div", {id: "tested", role: "status"}, "A short test is running …")
    find("engine-about").replaceChildren(element("p", {}, element("b", {}, state.name), state.author ? ` by ${state.author}` : "",
        `, speaks ${state.protocol === "uci" ? "UCI" : "xboard"}, ${counted(state.options.length, "option")}`), tested)
    find("engine-about").hidden = false
    find("ini").value = state.ini
    find("learn-file").value = state.learn_file
    options.show(state.options)
    for (const id of ["step-options", "step-try"]) find(id).hidden = false
    changed()
    guarded(() => testEngine(tested, asked))
}

async function testEngine(place, number) {
    let report = await ask("test", {start: true, engine: engine.engine})
    while (report.state === "running" && number === asked) {
        await pause()
        report = await ask("test")
    }
    if (number !== asked) return
    if (report.state === "failed") return place.replaceChildren(`The short test could not be made: ${report.error}`)
    const lines = report.faults.slice(0, 5).map(fault => element("li", {}, `${fault.step}: ${fault.text}`))
    place.className = lines.length > 0 ? "warning" : "done"
    place.replaceChildren(lines.length > 0 ? `Short test: ${counted(report.failed, "step")} of ${report.passed + report.failed} failed; polyglot may still play with it.`
        : `Short test: all ${counted(report.passed, "step")} passed.`, ...(lines.length > 0 ? [element("ul", {}, ...lines)] : []))
}

function markFound(path) {
    for (const button of find("found").querySelectorAll(".pick")) button.setAttribute("aria-pressed", String(button.dataset.path === path))
}

function listFound(engines) {
    find("found").replaceChildren(...engines.map(one => element("li", {}, element("button", {type: "button", class: "pick", "data-path": one.path, title: one.path,
        "aria-pressed": "false", on: {click: () => startEngine(one.path)}}, element("b", {}, one.name), element("span", {}, one.path)))))
    if (engine) markFound(engine.engine)
}

// A folder of a network may never answer: what the others have is shown, and which one does not answer.
async function showFound(again = false) {
    const number = ++looked
    const end = Date.now() + longestLook
    let answer = await ask("engines", {again})
    let shown = -1
    while (number === looked) {
        if (answer.engines.length !== shown) listFound(answer.engines)
        shown = answer.engines.length
        if (answer.waiting.length === 0 || Date.now() > end) break
        await pause()
        answer = await ask("engines")
    }
    if (number !== looked) return
    if (shown === 0) find("found").replaceChildren(element("li", {class: "dim"}, "No engine is in the usual places. Browse to one, or type its path. "
        + (about.windows ? "Stockfish, for example, is at stockfishchess.org." : "On Debian, for example: apt install stockfish.")))
    trouble("found-trouble", answer.waiting.length > 0 ? `No answer yet from ${answer.waiting.join(", ")}.` : "")
}

// --- The books ---

function showBooks(answer) {
    find("books").replaceChildren(...answer.books.map((book, at) => element("li", {}, element("div", {class: "about"},
        element("b", {}, book.file === about.starter ? "Starter book" : book.file), " ",
        book.error ? element("p", {class: "trouble"}, book.error + ". Remove it, or choose another one.")
            : element("small", {}, `${book.format}, ${wholeNumber(book.entries)} entries${book.warnings.length > 0 ? "; " + book.warnings.join("; ") : ""}`)),
    at > 0 ? element("button", {type: "button", class: "tool up", "aria-label": `Ask ${book.file} earlier`, title: "Earlier", on: {click: () => setBooks(
        [...books.slice(0, at - 1), books[at], books[at - 1], ...books.slice(at + 1)])}}, icon("down")) : "",
    element("button", {type: "button", class: "tool danger", "aria-label": `Remove ${book.file}`, title: "Remove",
        on: {click: () => setBooks(books.filter((_, other) => other !== at))}}, icon("trash")))))
    if (books.length === 0) find("books").replaceChildren(element("li", {class: "dim"}, "No book: the engine plays alone."))
    find("book-order").hidden = books.length < 2
    find("book-starter").hidden = books.includes(about.starter)
}

function setBooks(next) {
    books = next
    options.mark()
    trouble("book-trouble", "")
    changed()
    return board.renew()
}

function addBook(path) {
    if (!path.trim()) return trouble("book-trouble", "No file is named: type its path, or browse.")
    if (books.includes(path)) return trouble("book-trouble", "This book is chosen already.")
    find("book-path").value = ""
    // Before the starter book, which otherwise would answer whatever both know.
    const own = books.filter(book => book !== about.starter)
    return setBooks([...own, path, ...books.filter(book => book === about.starter)])
}

// --- The choices ---

function numberOf(id) {
    const field = find(id)
    return field.value.trim() === "" ? null : Number(field.value)
}

function choices() {
    return {engine: engine.engine, books, variety: numberOf("variety"), best_moves: numberOf("best"), learn: find("learn").checked,
        learn_file: find("learn-file").value, options: options.values, ini: find("ini").value, script: find("script").checked}
}

function changed() {
    for (const node of document.querySelectorAll(".of-learn")) node.hidden = !find("learn").checked
    board.redraw()
    if (engine) trial.changed()
}

const options = makeOptions(changed, () => books.length > 0)
const browser = makeFileBrowser(find("browser"))
const board = makeBookBoard(line => guarded(async () => {
    const answer = await ask("book", {books, line: line.join(" ")})
    showBooks(answer)
    return answer
}), () => ({variety: numberOf("variety") ?? 50, best: numberOf("best") ?? 0}))
const trial = makeTrial({choices, pause, trouble, board})

find("engine-form").addEventListener("submit", event => {
    event.preventDefault()
    startEngine(find("engine-path").value)
})
find("look-again").addEventListener("click", () => guarded(() => showFound(true)))
find("engine-browse").addEventListener("click", () => browser.open("programs", find("engine-path").value, startEngine))
find("book-form").addEventListener("submit", event => {
    event.preventDefault()
    addBook(find("book-path").value)
})
find("book-browse").addEventListener("click", () => browser.open("books", find("book-path").value, addBook))
find("book-starter").addEventListener("click", () => setBooks([...books, about.starter]))
for (const id of ["variety", "best", "learn", "learn-file", "ini", "script"]) find(id).addEventListener("input", changed)
find("quit").addEventListener("click", () => guarded(async () => {
    await ask("quit")
    document.body.classList.add("ended")
    say("polyglot setup has ended. This page may be closed.", "done")
}))

guarded(async () => {
    for (const id of ["step-options", "step-try"]) find(id).hidden = true
    about = await ask("about")
    books = [about.starter]
    await board.go([])
    changed()
    const state = await ask("engine")
    if (state.state === "ready") showEngine(state)
    await showFound()
})
