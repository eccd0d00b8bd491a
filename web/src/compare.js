// What diff-book says of the two books in all. The program works it out while it answers other questions.
import {ask} from "./api.js"
import {element, perCent} from "./dom.js"

const pause = 300 // ms between questions while it is worked out
const mostMoves = 4 // of a position

function itemOf(position, go) {
    const share = side => side ? perCent(side.share) : "–"
    const changed = position.moves.filter(move => share(move.a) !== share(move.b))
    const words = changed.slice(0, mostMoves).map(move => `${move.san} ${share(move.a)} → ${share(move.b)}`)
    if (changed.length > mostMoves) words.push("…")
    return element("li", {}, element("button", {type: "button", on: {click: () => go(position.uci)}}, position.line),
        element("span", {class: "empty"}, " " + words.join(", ")))
}

// go(moves): shows the position after them.
export function makeComparison(box, go) {
    const text = box.querySelector("pre")
    const list = box.querySelector("ol")
    let known // number of the comparison that is shown
    let asking = false

    function show(answer) {
        box.hidden = false
        if (answer.looked_at !== undefined) {
            text.textContent = `comparing: ${answer.looked_at.toLocaleString("en")} positions so far`
            list.replaceChildren()
            return
        }
        known = answer.number
        text.textContent = answer.error ?? answer.summary.join("\n")
        list.replaceChildren(...(answer.positions ?? []).map(position => itemOf(position, go)))
    }

    return async function check() {
        if (asking) return
        asking = true
        try {
            for (;;) {
                const answer = await ask("compare", known === undefined ? {} : {known})
                if (answer.number === known) break
                show(answer)
                if (known === answer.number) break
                await new Promise(done => setTimeout(done, pause))
            }
        } catch {
            // the program has ended: others say so
        } finally {
            asking = false
        }
    }
}
