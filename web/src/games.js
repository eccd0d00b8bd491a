// The games in memory: how far they are read, what is chosen of them, and the list of those that came to the position shown.
import {ask} from "./api.js"
import {counted, element, wholeNumber} from "./dom.js"
import {makeTable} from "./table.js"

const find = id => document.getElementById(id)
const readPause = 200 // ms between two looks while they are read
const typePause = 250 // ms without a key until what is typed is asked
const megabytes = bytes => (bytes < 1e7 ? (bytes / 1e6).toFixed(1) : wholeNumber(Math.round(bytes / 1e6))) + " MB"
const results = {"1-0": "1–0", "0-1": "0–1", "1/2-1/2": "½–½", "*": "*"}
const unknown = new Set(["", "?"])

export const resultText = result => results[result] ?? result
export const playerText = (name, elo) => (unknown.has(name) ? "(no name)" : name) + (elo ? ` (${elo})` : "")
export const dateText = date => date.replace(/\.\?\?/g, "").replaceAll(".", "-")
export const titleOf = game => `${playerText(game.white, game.white_elo)} – ${playerText(game.black, game.black_elo)}`

// The filter as the program reads it; an empty field is no limit.
function filterOf(form) {
    const filter = {}
    for (const field of form.querySelectorAll("[name]")) {
        const text = field.value.trim()
        if (text === "" || (field.name === "side" && text === "either")) continue
        filter[field.name] = field.type === "number" ? Math.max(0, Math.min(99999, Math.floor(Number(text)) || 0)) : text
    }
    if (!filter.player) delete filter.side
    return filter
}

const column = (id, title, of, more = {}) => ({id, title, value: game => of(game) || undefined, cell: game => of(game) ?? "", ...more})

const columns = open => [{id: "game", title: "Game", kind: "wide", value: titleOf, tipOf: titleOf,
    cell: game => element("button", {type: "button", class: "plain", "data-game": game.game, on: {click: () => open(game)}}, element("span", {class: "text"}, titleOf(game)))},
column("result", "Result", game => resultText(game.result)), column("date", "Date", game => dateText(game.date), {keep: 4}),
column("opening", "Opening", game => game.opening?.code, {keep: 3, tipOf: game => game.opening?.name}),
column("moves", "Moves", game => Math.ceil(game.plies / 2), {kind: "num", keep: 2}),
column("event", "Event", game => unknown.has(game.event) ? "" : game.event, {kind: "wide", keep: 1, tipOf: game => game.event})]

// on.question(): start and line; on.moves(): what was played; on.changed(): the filter, or the games are read; on.open(game); on.tabs; on.say(text).
export function makeGames(on) {
    const card = find("collection")
    const form = find("game-filter")
    const state = find("games-state")
    const bar = find("games-progress")
    const list = find("game-list")
    const table = makeTable("Games of this position")
    list.append(table.node)
    let filter = {}
    let facts // of the games, when they are read
    let kept = false // the list has the games that the statistics keep
    let typing
    let asked = 0
    let move = "" // whose games are listed; empty: of all

    const isActive = () => Object.keys(filter).length > 0

    function draw() {
        const said = [`${counted(facts.games, "game")}, ${counted(facts.plies, "half-move")} in ${megabytes(facts.memory)}.`]
        if (facts.empty > 0) said.push(`${counted(facts.empty, "game")} without a move ${facts.empty === 1 ? "is" : "are"} left out.`)
        state.replaceChildren(said.join(" "))
        find("games-problems").hidden = facts.problems.length === 0
        find("games-problems").querySelector("ul").replaceChildren(...facts.problems.map(text => element("li", {}, text)))
        find("filter-clear").disabled = !isActive()
    }

    function drawProgress(answer) {
        bar.hidden = answer.ready
        if (answer.total > 0) bar.value = answer.read / answer.total
        else bar.removeAttribute("value")
        const part = answer.total > 0 ? `${Math.floor(100 * answer.read / answer.total)} %, ` : ""
        state.replaceChildren(`${answer.name} is being read: ${part}${counted(answer.games, "game")} so far`)
    }

    async function follow() {
        try {
            const answer = await ask("games")
            drawProgress(answer)
            if (!answer.ready) return setTimeout(follow, readPause)
            facts = answer
            draw()
            form.hidden = false
            await on.changed()
        } catch (error) {
            if (!error.unreachable) on.say(error.message)
        }
    }

    function changed() {
        clearTimeout(typing)
        const next = filterOf(form)
        if (JSON.stringify(next) === JSON.stringify(filter)) return
        filter = next
        find("filter-clear").disabled = !isActive()
        on.changed()
    }

    function offerMoves() {
        const moves = on.moves()
        if (!moves.some(one => one.uci === move)) move = ""
        const select = find("game-move")
        select.replaceChildren(element("option", {value: ""}, "any move"), ...moves.map(one => element("option", {value: one.uci}, `${one.san} (${wholeNumber(one.games)})`)))
        select.value = move
    }

    async function refresh() {
        if ((!facts && !kept) || on.tabs.shown !== "games-box") return
        const number = ++asked
        offerMoves()
        try {
            const list = () => ask("game-list", {...on.question(), ...question(), order: find("game-order").value, ...(move ? {move} : {})})
            let answer = await list()
            for (; kept && answer.reading && number === asked; answer = await list()) {
                find("game-count").textContent = "The files of the games are being read."
                await new Promise(done => setTimeout(done, readPause))
            }
            if (number !== asked) return
            table.node.hidden = answer.games.length === 0
            table.show({columns: columns(on.open), rows: answer.games, place: JSON.stringify([on.question(), filter, move]), rowOf: game => ({key: game.game, name: titleOf(game)})})
            const rest = answer.count - answer.games.length
            find("game-problems").replaceChildren(...(answer.problems ?? []).map(text => element("p", {class: "warning"}, text + ".")))
            find("game-count").textContent = kept ? `Kept are the ${answer.kept} best rated and newest games of each move.` : answer.count === 0 ? (isActive() ? "None of the chosen games came to this position." : "No game came to this position.")
                : rest > 0 ? `The first ${answer.games.length} of ${counted(answer.count, "game")}.` : ""
        } catch (error) {
            on.say(error.message)
        }
    }

    const question = () => isActive() ? {filter} : {}

    form.addEventListener("submit", event => event.preventDefault())
    form.addEventListener("input", () => {
        clearTimeout(typing)
        typing = setTimeout(changed, typePause)
    })
    form.addEventListener("change", changed)
    find("filter-clear").addEventListener("click", () => {
        form.reset()
        changed()
    })
    find("game-move").addEventListener("change", event => {
        move = event.target.value
        refresh()
    })
    find("game-order").addEventListener("change", refresh)
    on.tabs.on("games-box", refresh)

    return {
        take(about) {
            card.hidden = !about.games
            kept = !about.games && Boolean(about.statistics?.kept)
            on.tabs.offer("games-box", Boolean(about.games) || kept)
            if (about.games && !facts) follow()
        },
        refresh,
        // The games of one move.
        listOf(uci) {
            move = uci
            if (on.tabs.shown === "games-box") refresh()
            on.tabs.show("games-box", true)
        },
        open: () => on.tabs.show("games-box", true),
        filter() {
            find("filter-box").open = true
            form.querySelector("[name]").focus()
        },
        get question() {
            return question()
        },
        get isActive() {
            return isActive()
        },
        get isReading() {
            return !facts
        },
        get total() {
            return facts?.games
        }
    }
}
