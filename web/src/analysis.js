// The engine beside the book: -ec. Its lines, the value bar, and what it says of the book's moves.
import {ask} from "./api.js"
import {element} from "./dom.js"
import {icon} from "./icons.js"

const pause = 500 // ms between two looks
const tab = Math.random().toString(36).slice(2) // names this page to the program: one page at a time has the engine
const patience = 3000 // ms after an error
const mostMoves = 14 // shown of a line

const states = {off: "not started", starting: "starts", searching: "", checking: "values the book's moves", finished: "has finished", over: "the game has ended", stopped: "stopped",
    failed: "failed"}

const find = id => document.getElementById(id)
const short = number => number >= 1e6 ? (number / 1e6).toFixed(1) + " M" : number >= 1e3 ? Math.round(number / 1e3) + " k" : String(number)

// The text of a value, as the page writes numbers.
export const valueText = value => (value.bound === "lower" ? "≥ " : value.bound === "upper" ? "≤ " : "") + value.text.replace(/^-/, "−").replace("#-", "#−")

// on.question(), on.moves(): the place shown and the book's moves there; on.play(moves); on.changed(): the values of moves; on.say(text).
export function makeAnalysis(panel, on) {
    const head = element("span", {class: "dim small", "aria-live": "off"})
    const name = element("h2", {}, "Engine")
    const start = element("button", {type: "button", class: "main", "aria-pressed": "false", on: {click: () => toggle()}})
    const count = element("select", {"aria-label": "Lines", on: {change: () => look(true)}}, ...[1, 2, 3, 4, 5].map(number => element("option", {value: number}, `${number} ${number === 1 ? "line" : "lines"}`)))
    const least = element("input", {type: "number", min: 1, max: 9999, value: 50, "aria-label": "Centipawns that a marked move loses at least", on: {change: () => on.changed()}})
    const lines = element("ol", {class: "lines"})
    const trouble = element("p", {class: "notes less"})
    count.value = "3"
    panel.append(element("header", {}, start, name, head, element("label", {class: "dim small"}, "marks from ", least, " cp"), count), trouble, lines)
    let running = false
    let answer = {}
    let timer
    let known // JSON of the values that the table shows
    let asked = 0

    function draw() {
        start.replaceChildren(icon(running ? "pause" : "play"), running ? "Stop" : "Start")
        start.setAttribute("aria-pressed", String(running))
        name.textContent = answer.name || "Engine"
        const words = running ? [states[answer.state] ?? "", answer.depth ? `depth ${answer.depth}` : "", answer.nps ? `${short(answer.nps)} nodes/s` : ""] : [states.stopped]
        head.textContent = words.filter(Boolean).join(" · ")
        trouble.textContent = answer.error ?? ""
        trouble.hidden = !answer.error
        lines.replaceChildren(...(answer.lines ?? []).map(lineOf))
        drawBar()
    }

    function lineOf(line) {
        const moves = (line.pv ?? []).slice(0, mostMoves)
        const words = moves.map((move, at) => (move.white || at === 0 ? `${move.number} ` : "") + move.san)
        return element("li", {}, element("b", {class: "value", title: `depth ${line.depth}`}, valueText(line.value)), element("span", {}, ...moves.map((move, at) =>
            element("button", {type: "button", class: "plain", on: {click: () => on.play(moves.slice(0, at + 1).map(one => one.uci))}}, words[at]))))
    }

    function drawBar() {
        const bar = find("value-bar")
        bar.hidden = !running || !answer.value
        if (bar.hidden) return
        bar.firstElementChild.style.height = 100 * answer.value.bar + "%"
        bar.setAttribute("aria-label", `Value for White ${valueText(answer.value)}`)
        bar.title = valueText(answer.value)
    }

    async function look(now = false, again = false) {
        clearTimeout(timer)
        const number = ++asked
        let next = pause
        if (running && !document.hidden) {
            try {
                const question = {...on.question(), run: true, lines: Number(count.value), check: on.moves(), tab, take: now, ...(again ? {again: true} : {})}
                if (!now && answer.revision !== undefined) question.revision = answer.revision
                const found = await ask("engine", question)
                if (number !== asked) return
                if (found.elsewhere) {
                    running = false
                    answer = {name: answer.name, error: "Another tab has the engine: Start takes it."}
                    draw()
                } else if (found.state !== undefined) take(found)
            } catch (error) {
                if (number !== asked) return
                answer = {...answer, error: error.message}
                draw()
                next = patience
            }
        }
        if (running) timer = setTimeout(look, next)
    }

    function take(found) {
        answer = found
        if (answer.state === "failed") running = false
        draw()
        const values = JSON.stringify(answer.moves ?? [])
        if (values === known) return
        known = values
        on.changed()
    }

    async function toggle() {
        const failed = answer.state === "failed"
        running = !running
        draw()
        if (running) return look(true, failed)
        clearTimeout(timer)
        ++asked
        try {
            await ask("engine", {...on.question(), run: false, tab})
        } catch (error) {
            on.say(error.message)
        }
    }

    draw()
    return {
        toggle,
        take: about => panel.hidden = !about.engine,
        // Another position: what is known of the last one is not of it.
        moved() {
            answer = {name: answer.name, state: answer.state}
            known = undefined
            if (!panel.hidden) draw()
            if (running) look(true)
        },
        // What the engine says of a move: {value, loss}; isBad: it loses so much that it is marked.
        of(uci) {
            const move = running ? answer.moves?.find(one => one.uci === uci) : undefined
            return move && {...move, isBad: move.loss >= Math.max(1, Number(least.value) || 50)}
        },
        get knows() {
            return running && (answer.moves?.length ?? 0) > 0
        }
    }
}
