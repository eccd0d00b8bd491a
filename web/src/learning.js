// The view of what a store has learnt: -store, or BookLearnFile of -config.
import {ask} from "./api.js"
import {makeChart} from "./chart.js"
import {element, perCent} from "./dom.js"
import {counted, endsCell, nameText, scoreOf} from "./learnt.js"

const find = id => document.getElementById(id)
const signed = (number, text) => (number > 0 ? "+" : number < 0 ? "−" : "") + text
const toneOf = (number, least) => number > least ? "more" : number < -least ? "less" : ""

function tableOf(label, titles, rows) {
    return element("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": label}, element("table", {"aria-label": label},
        element("thead", {}, element("tr", {}, ...titles.map(title => element("th", {scope: "col"}, title)))), element("tbody", {}, ...rows)))
}

// The choice of moves by the weights alone, and as results have changed it.
function choiceOf(choice) {
    const rows = choice.moves.filter(move => move.own > 0.005 || move.now > 0.005 || move.games > 0).map(move => {
        const change = move.now - move.own
        return element("tr", {}, element("td", {}, move.san), element("td", {}, perCent(move.own)), element("td", {}, perCent(move.now)),
            element("td", {class: toneOf(change, 0.0005)}, signed(change, perCent(Math.abs(change)))),
            element("td", {}, move.games > 0 ? `${counted(move.games, "game")}, ${perCent(scoreOf(move))}` : ""))
    })
    return tableOf("The choice here", ["Move", "By weight", "With results", "Change", "Learnt"], rows)
}

function lineRow(line, go, wide) {
    const name = element("button", {type: "button", on: {click: () => go(line.moves)}}, line.san)
    const gain = signed(line.gain, Math.abs(line.gain).toFixed(1))
    const cells = [element("td", {class: "san"}, name), element("td", {}, line.games.toLocaleString("en"))]
    if (wide) cells.push(endsCell(line))
    cells.push(element("td", {}, perCent(scoreOf(line))), element("td", {class: toneOf(line.gain, 0)}, gain))
    if (wide) cells.push(element("td", {}, line.first), element("td", {}, line.last))
    return element("tr", {}, ...cells)
}

function linesOf(label, lines, go, wide) {
    if (lines.length === 0) return element("p", {class: "empty"}, "none")
    const titles = wide ? ["Line", "Games", "Results", "Score", "Gain", "First", "Last"] : ["Line", "Games", "Score", "Gain"]
    return tableOf(label, titles, lines.map(line => lineRow(line, go, wide)))
}

// Of what the store cannot say.
function notesOf(answer) {
    const notes = []
    if (answer.results === 0) notes.push("There are no results of these names.")
    else if (answer.undated === answer.results)
        notes.push("Of no result it is kept when the game was played and how it ended, so there is no chart: such results come from an older "
            + "polyglot, a table or a book's learn fields. The first and the last day of a line are below. Games that are played from now on have both.")
    else if (answer.undated > 0)
        notes.push(`Of ${(100 * answer.undated / answer.results).toFixed(1)} % of the results it is not kept when the game was played and how it ended: `
            + "they come from an older polyglot, a table or a book's learn fields. They are in the lines below, but not in the chart.")
    if (answer.stopped) notes.push("The store has more than 2,000,000 rows: these are the results of the first ones.")
    return notes
}

// on.place(): the question's start and line; on.go(moves): from the position shown; on.say(text).
export function makeLearning(on) {
    const box = find("learning-box")
    const names = {engine: undefined, opponent: undefined} // chosen; undefined: all
    const lists = {engine: [], opponent: []}
    let answer
    let asking = false
    let again = false
    const chart = makeChart(find("learning-chart"))

    function fill(which, list) {
        lists[which] = list
        const select = find("learning-" + which)
        const at = list.findIndex(({name}) => name === names[which])
        select.replaceChildren(element("option", {value: ""}, "all"),
            ...list.map(({name, results}, number) => element("option", {value: number}, `${nameText(name)} (${results.toLocaleString("en")})`)))
        if (at < 0 && names[which] !== undefined) select.append(element("option", {value: "chosen"}, nameText(names[which])))
        select.value = names[which] === undefined ? "" : at < 0 ? "chosen" : String(at)
    }

    function drawChart() {
        const here = find("learning-of").value === "here"
        const days = here ? answer.days_here : answer.days
        chart.show(days)
        if (days.rows.length === 0 && answer.undated < answer.results)
            find("learning-chart").replaceChildren(element("p", {class: "empty"}, here ? "No game with a day came to this position." : "No game with a day."))
    }

    function show() {
        fill("engine", answer.engines)
        fill("opponent", answer.opponents)
        find("learning-store").replaceChildren(...[`${answer.store}: ${counted(answer.games.games, "game")} with a day`
            + (answer.games.games > 0 ? `, ${answer.games.first} to ${answer.games.last}, +${answer.games.won} =${answer.games.drawn} −${answer.games.lost}, ${perCent(scoreOf(answer.games))}` : ""),
            ...notesOf(answer)].map((text, at) => element("p", {class: at > 0 ? "warning" : ""}, text)))
        drawChart()
        const {choice} = answer
        find("learning-policy-of").hidden = Boolean(choice.config) || !choice.moves
        find("learning-choice").replaceChildren(
            element("p", {class: "empty"}, !choice.moves ? "No book answers here." : choice.config
                ? `What an adapter with ${choice.config} would play from ${choice.book} without results, and what it plays.`
                : `What the weights of ${choice.book} give alone, and what this policy makes of them with the results of all engines.`),
            choice.note ? element("p", {class: "warning"}, choice.note) : "",
            choice.moves ? choiceOf(choice) : "")
        find("learning-gained").replaceChildren(linesOf("Gained most", answer.gained, on.go, false))
        find("learning-lost").replaceChildren(linesOf("Lost most", answer.lost, on.go, false))
        const more = []
        if (answer.line_count > answer.lines.length) more.push(`the first ${answer.lines.length} of ${answer.line_count.toLocaleString("en")}`)
        if (answer.elsewhere > 0) more.push(`${counted(answer.elsewhere, "move")} of the store not reached from here`)
        find("learning-lines").replaceChildren(linesOf("Lines from here", answer.lines, on.go, true),
            element("p", {class: "empty"}, more.join("; ")))
    }

    // One question at a time: a large store takes a moment, and only the last place and names matter.
    async function refresh() {
        if (box.hidden || !box.open) return
        again = true
        if (asking) return
        asking = true
        find("learning").setAttribute("aria-busy", "true")
        while (again) {
            again = false
            try {
                const question = {...on.place(), order: find("learning-order").value, min_games: Math.max(1, Number(find("learning-least").value) || 1),
                    policy: find("learning-policy").value}
                for (const which of ["engine", "opponent"]) if (names[which] !== undefined) question[which] = names[which]
                const found = await ask("learning", question)
                if (again) continue
                answer = found
                show()
            } catch (error) {
                on.say(error.message)
            }
        }
        asking = false
        find("learning").removeAttribute("aria-busy")
    }

    for (const which of ["engine", "opponent"])
        find("learning-" + which).addEventListener("change", event => {
            if (event.target.value !== "chosen") names[which] = event.target.value === "" ? undefined : lists[which][Number(event.target.value)].name
            refresh()
        })
    for (const id of ["learning-order", "learning-least", "learning-policy"]) find(id).addEventListener("change", refresh)
    find("learning-of").addEventListener("change", () => answer && drawChart())
    box.addEventListener("toggle", refresh)

    return {
        take: about => box.hidden = !about.learning,
        refresh,
        toggle: () => box.hidden ? on.say("there is no store of results: polyglot explore BOOK -store learn.db") : box.open = !box.open
    }
}
