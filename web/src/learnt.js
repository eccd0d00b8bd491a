// What was learnt of a move: in all, and unfolded per engine and opponent (-store).
import {bar, element, perCent} from "./dom.js"

export const scoreOf = tally => tally.half_points / 2 / tally.games
export const counted = (number, word) => `${number.toLocaleString("en")} ${word}${number === 1 ? "" : "s"}`

// Won, drawn and lost, as far as the store knows them.
export function endsCell(tally) {
    const known = tally.won + tally.drawn + tally.lost
    if (known === 0) return element("td", {class: "empty share"}, "not kept")
    const words = `won ${tally.won.toLocaleString("en")}, drawn ${tally.drawn.toLocaleString("en")}, lost ${tally.lost.toLocaleString("en")}`
    const note = known < tally.games ? ` of ${known.toLocaleString("en")}` : ""
    return element("td", {class: "share", title: words + (note && " (of the others it is not kept)")},
        bar([["won", tally.won / known], ["drawn", tally.drawn / known], ["lost", tally.lost / known]], words),
        `+${tally.won} =${tally.drawn} −${tally.lost}${note}`)
}

export const nameText = name => name === "" ? "(no name)" : name

function pairRow(engine, opponent, tally) {
    return element("tr", {}, element("td", {class: "name"}, engine), element("td", {class: "name"}, opponent),
        element("td", {}, tally.games.toLocaleString("en")), endsCell(tally), element("td", {}, perCent(scoreOf(tally))),
        element("td", {title: "the first on " + tally.first}, tally.last))
}

function tableOf(learnt, san) {
    const rows = learnt.by.map(pair => pairRow(nameText(pair.engine), nameText(pair.opponent), pair))
    if (learnt.others) rows.push(pairRow(`${learnt.others.pairs.toLocaleString("en")} more`, "", learnt.others))
    const titles = ["Engine", "Opponent", "Games", "Results", "Score", "Last"]
    return element("table", {"aria-label": `Results of ${san} per engine and opponent`},
        element("thead", {}, element("tr", {}, ...titles.map((title, at) => element("th", {scope: "col", class: at < 2 ? "name" : ""}, title)))),
        element("tbody", {}, ...rows))
}

// The cell of the table of moves; learnt: what the answer has of this move's engines, undefined without -store.
export function learntCell(san, total, learnt) {
    if (!total) return element("td")
    const text = `${counted(total.games, "game")}, ${perCent(scoreOf(total))}`
    if (!learnt) return element("td", {}, text)
    let detail
    const fold = element("button", {type: "button", class: "unfold", "aria-expanded": "false",
        "aria-label": `${text}: per engine and opponent`, on: {click: () => {
            const row = fold.closest("tr")
            detail ??= element("tr", {class: "detail"}, element("td", {colspan: row.children.length},
                element("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": `Results of ${san}`}, tableOf(learnt, san))))
            const opens = fold.getAttribute("aria-expanded") === "false"
            fold.setAttribute("aria-expanded", String(opens))
            if (opens) row.after(detail)
            else detail.remove()
        }}}, text)
    return element("td", {}, fold)
}
