// The engine beside the book: it analyses the position that is shown. Polled, because each question prolongs the search.
import {ask} from "./api.js"
import {element} from "./dom.js"

const pause = 500 // ms between two questions
const tab = Math.random().toString(36).slice(2) // names this page to the program

const states = {off: "off", starting: "starting", searching: "thinking", checking: "looking at the book's moves", finished: "has finished",
    stopped: "stopped", over: "the game has ended", failed: "failed"}

function barOf(value) {
    const white = Math.round(100 * (value?.bar ?? 0.5))
    return element("meter", {min: 0, max: 100, value: white, "aria-label": `Expected score of White: ${white} %`})
}

function statusOf(answer) {
    if (answer.error) return answer.error
    const parts = [answer.name, states[answer.state], answer.depth ? `depth ${answer.depth}` : "",
        answer.nps ? `${answer.nps.toLocaleString("en")} nodes/s` : ""]
    return parts.filter(Boolean).join(", ")
}

// place(): the question's place. bookMoves(): UCI moves of the books here. losing(Set of UCI moves, Map of losses): what to mark.
export function makeEngine({place, bookMoves, play, losing, say}) {
    const find = id => document.getElementById(id)
    let running = false
    let takes = false // the next question takes the engine from another page
    let again = false
    let revision = 0
    let timer
    let last // the answer that is shown

    function mark() {
        const least = Number(find("engine-loss").value)
        const moves = running && last?.moves && last.here ? last.moves : []
        losing(new Map(moves.filter(move => move.loss > least).map(move => [move.uci, move])))
    }

    function show(answer) {
        last = answer
        find("engine-status").textContent = answer.elsewhere ? "another tab has the engine: start takes it" : statusOf(answer)
        const lines = answer.here ? answer.lines ?? [] : []
        find("engine-bar").replaceChildren(...(answer.here && answer.value ? [barOf(answer.value), answer.value.text] : []))
        find("engine-lines").replaceChildren(...lines.map(line => element("li", {},
            element("button", {type: "button", on: {click: () => play(line.uci)}}, line.san), ` ${line.value.text} `,
            element("span", {class: "depth"}, `depth ${line.depth}`), " ", element("span", {class: "pv"}, line.text))))
        mark()
    }

    async function look() {
        clearTimeout(timer)
        if (!running) return
        try {
            const asked = place()
            const answer = await ask("engine", {...asked, run: true, lines: Number(find("engine-count").value), check: bookMoves(), tab, revision,
                take: takes, again})
            takes = again = false
            if (answer.elsewhere) setRunning(false)
            if (answer.state || answer.elsewhere) {
                revision = answer.elsewhere ? 0 : answer.revision
                show({...answer, here: JSON.stringify(asked) === JSON.stringify(place())})
            }
            if (answer.state === "failed") setRunning(false)
        } catch (error) {
            setRunning(false)
            return say(error.message)
        }
        clearTimeout(timer)
        if (running) timer = setTimeout(look, pause)
    }

    function setRunning(now) {
        running = now
        find("engine-run").textContent = now ? "Stop" : "Start"
        find("engine-run").setAttribute("aria-pressed", now)
    }

    async function toggle() {
        setRunning(!running)
        if (running) {
            takes = again = true
            revision = 0
            return look()
        }
        clearTimeout(timer)
        try {
            show({...await ask("engine", {...place(), run: false, tab}), here: true})
        } catch (error) {
            say(error.message)
        }
    }

    find("engine-run").addEventListener("click", toggle)
    find("engine-count").addEventListener("change", () => look())
    find("engine-loss").addEventListener("input", mark)
    return {
        take(about) {
            find("engine").hidden = !about.engine
        },
        toggle() {
            if (!find("engine").hidden) toggle()
        },
        moved() { // another position is shown
            revision = 0
            takes = running
            if (running) look()
            else if (last) show({...last, here: false})
        }
    }
}
