// What was learnt of a move: in all, and unfolded per engine and opponent (-store).
import {resultsBar} from "./bars.js"
import {counted, element, perCent, perCentParts, wholeNumber} from "./dom.js"
import {icon} from "./icons.js"
import {makeTable} from "./table.js"

export const scoreOf = tally => tally.half_points / 2 / tally.games
export const nameText = name => name === "" ? "(no name)" : name

// Won, drawn and lost, as far as the store knows them.
export const endsColumn = (more = {}) => ({id: "ends", title: "Won · drawn · lost", value: tally => tally.won, cell: tally => {
    const known = tally.won + tally.drawn + tally.lost
    if (known === 0) return element("span", {class: "dim"}, "not kept")
    const words = `won ${wholeNumber(tally.won)}, drawn ${wholeNumber(tally.drawn)}, lost ${wholeNumber(tally.lost)}`
        + (known < tally.games ? ` of ${counted(known, "game")}; of the others it is not kept` : "")
    return resultsBar(tally.won / known, tally.drawn / known, tally.lost / known, words)
}, ...more})

export const scoreColumn = (more = {}) => ({id: "score", title: "Score", kind: "num", value: scoreOf, cell: tally => perCentParts(scoreOf(tally)), ...more})
export const gamesColumn = (more = {}) => ({id: "games", title: "Games", kind: "num", value: tally => tally.games, cell: tally => wholeNumber(tally.games), ...more})

const columns = () => [{id: "engine", title: "Engine", kind: "wide", value: pair => pair.engine, cell: pair => pair.engine, tipOf: pair => pair.engine},
    {id: "opponent", title: "Opponent", kind: "wide", value: pair => pair.opponent, cell: pair => pair.opponent, tipOf: pair => pair.opponent}, gamesColumn(),
    endsColumn({keep: 2}), scoreColumn({keep: 3}), {id: "last", title: "Last", kind: "num", keep: 1, value: pair => pair.last, cell: pair => pair.last, tipOf: pair => "the first on " + pair.first}]

export function learntDetail(learnt, san) {
    const pairs = learnt.by.map(pair => ({...pair, engine: nameText(pair.engine), opponent: nameText(pair.opponent)}))
    if (learnt.others) pairs.push({...learnt.others, engine: `${wholeNumber(learnt.others.pairs)} more`, opponent: ""})
    const table = makeTable(`Results of ${san} per engine and opponent`)
    table.show({columns: columns(), rows: pairs, rowOf: pair => ({key: pair.engine + "\n" + pair.opponent, name: pair.engine})})
    return table.node
}

// The cell of the table of moves; learnt: what the answer has of this move's engines, undefined without -store.
export function learntParts(total, learnt) {
    if (!total) return ""
    if (!learnt) return wholeNumber(total.games)
    return element("button", {type: "button", class: "plain unfold", "aria-expanded": "false",
        "aria-label": `${counted(total.games, "game")}, ${perCent(scoreOf(total))}: per engine and opponent`}, wholeNumber(total.games), icon("down"))
}

