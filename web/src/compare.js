// What diff-book says of the two books in all. The program works it out while it answers other questions.
import {ask} from "./api.js"
import {element, perCent} from "./dom.js"
import {makeTable} from "./table.js"

const pause = 300 // ms between questions while it is worked out
const mostMoves = 4 // of a position

function itemOf(position, go) {
    const share = side => side ? perCent(side.share) : "–"
    const changed = position.moves.filter(move => share(move.a) !== share(move.b))
    const words = changed.slice(0, mostMoves).map(move => `${move.san} ${share(move.a)} → ${share(move.b)}`)
    if (changed.length > mostMoves) words.push("…")
    return element("li", {}, element("button", {type: "button", class: "plain", on: {click: () => go(position.uci)}}, position.line),
        element("span", {class: "dim"}, words.join(", ")))
}

// diff-book's lines of first moves: "  e4   42.4% ->   42.4%   of these games differ: 6.2%".
const firstMove = /^\s+(\S+)\s+([\d.]+)% ->\s+([\d.]+)%\s+of these games differ: ([\d.]+)%$/

const percentColumn = (id, title, at) => ({id, title, kind: "num", value: row => row[at], cell: row => row[at].toFixed(1) + " %"})
const columns = [{id: "move", title: "First move", value: row => row[0], cell: row => row[0]}, percentColumn("a", "A", 1), percentColumn("b", "B", 2),
    percentColumn("differ", "Differ", 3)]

// go(moves): shows the position after them.
export function makeComparison(box, go) {
    const text = box.querySelector("pre")
    const list = box.querySelector("ol")
    const head = box.querySelector("h3")
    const table = makeTable("First moves of both books")
    text.after(table.node)
    let known // number of the comparison that is shown
    let asking = false

    function show(answer) {
        if (answer.looked_at !== undefined) {
            head.hidden = true
            text.textContent = `comparing: ${answer.looked_at.toLocaleString("en")} positions so far`
            list.replaceChildren()
            table.node.hidden = true
            return
        }
        known = answer.number
        const lines = answer.error ? [answer.error] : answer.summary
        text.textContent = lines.filter(line => !firstMove.test(line)).join("\n")
        const rows = lines.flatMap(line => {
            const found = line.match(firstMove)
            return found ? [[found[1], ...found.slice(2).map(Number)]] : []
        })
        table.node.hidden = rows.length === 0
        table.show({columns, rows, rowOf: row => ({key: row[0], name: row[0]})})
        head.hidden = !answer.positions?.length
        list.hidden = head.hidden
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
