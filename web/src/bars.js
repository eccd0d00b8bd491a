// Bars: of a share, and of won, drawn and lost as one.
import {element, perCent, svg} from "./dom.js"

export function shareBar(share, kind) {
    return svg("svg", {viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true"},
        svg("rect", {class: kind, x: 0, y: 0, width: Math.max(0, Math.min(100, 100 * share)), height: 10}))
}

const legible = 0.2 // of the bar: less has no room for its number

// The parts are of 1; the words are also for what cannot see the bar.
export function resultsBar(won, drawn, lost, words) {
    const parts = [["won", won], ["drawn", drawn], ["lost", lost]].map(([name, part]) => {
        const made = element("b", {class: name}, part >= legible ? String(Math.round(100 * part)) : "")
        made.style.flex = `${Math.max(0, part)} 1 0`
        return made
    })
    return element("div", {class: "wdl", role: "img", "aria-label": words, title: words}, ...parts)
}

export const resultWords = (won, drawn, lost) => `won ${perCent(won)}, drawn ${perCent(drawn)}, lost ${perCent(lost)}`
