// The view of what a store has learnt: -store, or BookLearnFile of -config.
import {ask} from "./api.js"
import {makeChart} from "./chart.js"
import {counted, element, perCent, perCentParts, signed, wholeNumber} from "./dom.js"
import {endsColumn, gamesColumn, nameText, scoreColumn, scoreOf} from "./learnt.js"
import {makeTable} from "./table.js"

const find = id => document.getElementById(id)
const toneOf = (number, least) => number > least ? "more" : number < -least ? "less" : ""

// The tables of this view, each made once: they keep how they are sorted.
const tables = new Map()
function tableIn(place, label, what) {
    if (!tables.has(label)) tables.set(label, makeTable(label))
    const table = tables.get(label)
    table.show(what)
    if (table.node.parentElement !== place || place.children.length > 1) place.replaceChildren(table.node)
    table.fit()
}

const signedColumn = (id, title, of, text, least, more = {}) => ({id, title, kind: "num", value: of, cell: row => signed(of(row), text(Math.abs(of(row)))),
    tone: row => toneOf(of(row), least), ...more})
const shareColumn = (id, title, of, more = {}) => ({id, title, kind: "num", value: of, cell: row => perCentParts(of(row)), ...more})

// The choice of moves by the weights alone, and as results have changed it.
const choiceColumns = () => [{id: "move", title: "Move", value: row => row.san, cell: row => row.san},
    shareColumn("own", "By weight", row => row.own, {keep: 3}), shareColumn("now", "With results", row => row.now),
    signedColumn("change", "Change", row => row.now - row.own, perCent, 0.0005),
    {...gamesColumn({title: "Learnt", keep: 1}), cell: row => row.games > 0 ? wholeNumber(row.games) : ""},
    {...scoreColumn({keep: 2}), value: row => row.games > 0 ? scoreOf(row) : undefined, cell: row => row.games > 0 ? perCentParts(scoreOf(row)) : ""}]

function choiceOf(place, choice) {
    const rows = choice.moves.filter(move => move.own > 0.005 || move.now > 0.005 || move.games > 0)
    tableIn(place, "The choice here", {columns: choiceColumns(), rows, rowOf: row => ({key: row.san, name: row.san})})
}

const lineColumns = (go, wide) => [{id: "line", title: "Line", kind: "wide", value: line => line.san, tipOf: line => line.san,
    cell: line => element("button", {type: "button", class: "plain", on: {click: () => go(line.moves)}}, element("span", {class: "text"}, line.san))},
gamesColumn(), ...(wide ? [endsColumn({keep: 4})] : []), scoreColumn({keep: 6}),
signedColumn("gain", "Gain", line => line.gain, gain => gain.toFixed(1), 0, {tip: "Points above one half of the games"}),
...(wide ? [{id: "first", title: "First", kind: "num", keep: 1, value: line => line.first, cell: line => line.first},
    {id: "last", title: "Last", kind: "num", keep: 2, value: line => line.last, cell: line => line.last}] : [])]

function linesOf(place, label, lines, go, wide) {
    if (lines.length === 0) return place.replaceChildren(element("p", {class: "dim"}, "None yet: games that are learnt with this book fill it."))
    tableIn(place, label, {columns: lineColumns(go, wide), rows: lines, rowOf: line => ({key: line.san, name: line.san})})
}

const figure = (number, words) => element("div", {}, element("b", {}, number), element("span", {}, words))

// The store in figures. They are of the games that have a day, as is the chart.
function storeOf(answer) {
    const {games} = answer
    const parts = [element("p", {class: "dim"}, `${answer.store}: ${counted(games.games, "game")} with a day`
        + (games.games > 0 ? `, ${games.first} to ${games.last}` : ""))]
    if (games.games > 0)
        parts.unshift(element("div", {class: "figures"}, figure(wholeNumber(games.games), games.games === 1 ? "game" : "games"), figure(perCent(scoreOf(games)), "score"),
            figure(wholeNumber(games.won), "won"), figure(wholeNumber(games.drawn), "drawn"), figure(wholeNumber(games.lost), "lost")))
    return [...parts, ...notesOf(answer).map(text => element("p", {class: "warning"}, text))]
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

// on.tabs: the tabs of which this is one; on.place(): the question's start and line; on.go(moves): from the position shown; on.say(text).
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
            find("learning-chart").replaceChildren(element("p", {class: "dim"}, here ? "No game with a day came to this position: choose all games, or go back." : "No game of these names has a day: choose others."))
    }

    function show() {
        fill("engine", answer.engines)
        fill("opponent", answer.opponents)
        find("learning-store").replaceChildren(...storeOf(answer))
        drawChart()
        const {choice} = answer
        find("learning-policy-of").hidden = Boolean(choice.config) || !choice.moves
        showChoice(choice)
        linesOf(find("learning-gained"), "Gained most", answer.gained, on.go, false)
        linesOf(find("learning-lost"), "Lost most", answer.lost, on.go, false)
        showLines()
    }

    function showChoice(choice) {
        const place = element("div")
        if (choice.moves) choiceOf(place, choice)
        const words = !choice.moves ? "No book answers here: go back to a position of the book." : choice.config
            ? `What an adapter with ${choice.config} would play from ${choice.book} without results, and what it plays.`
            : `What the weights of ${choice.book} give alone, and what this policy makes of them with the results of all engines.`
        find("learning-choice").replaceChildren(element("p", {class: "dim small"}, words), choice.note ? element("p", {class: "warning"}, choice.note) : "", place)
        tables.get("The choice here")?.fit()
    }

    function showLines() {
        const more = []
        if (answer.line_count > answer.lines.length) more.push(`the first ${answer.lines.length} of ${wholeNumber(answer.line_count)}`)
        if (answer.elsewhere > 0) more.push(`${counted(answer.elsewhere, "move")} of the store not reached from here`)
        const place = element("div")
        linesOf(place, "Lines from here", answer.lines, on.go, true)
        find("learning-lines").replaceChildren(place, element("p", {class: "dim small"}, more.join("; ")))
        tables.get("Lines from here")?.fit()
    }

    // One question at a time: a large store takes a moment, and only the last place and names matter.
    async function refresh() {
        if (box.hidden) return
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

    return {
        take: about => on.tabs.offer("learning-box", Boolean(about.learning)),
        refresh,
        open: () => on.tabs.show("learning-box", true)
    }
}
