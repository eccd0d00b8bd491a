// What engines search now for a store of grow-book, followed while the page is seen.
import {ask} from "./api.js"
import {element} from "./dom.js"

const pause = 1000 // milliseconds

function storeOf(store, go) {
    const lines = store.now.map(one => element("li", {}, element("button", {type: "button", class: "plain now", on: {click: () => go(one)}},
        one.text || (one.start ? "where the book begins" : "the start position"))))
    const others = store.searches - store.now.length
    if (others > 0) lines.push(element("li", {class: "dim"}, `${others} elsewhere`))
    return [element("p", {}, `${store.name}: ${store.positions.toLocaleString("en")} positions, `,
        lines.length > 0 ? "searched now:" : "nothing is searched now"), element("ul", {}, ...lines)]
}

// go(question): to a position. changed(): a store has something new. The answer, follow(is), begins and ends it.
export function makeSearches(place, {go, changed}) {
    let last = ""
    let revisions
    let timer
    let round = 0 // grows with each beginning and end: what an earlier one has asked is not shown

    async function show(answer) {
        const text = JSON.stringify(answer)
        if (text !== last) place.replaceChildren(element("div", {class: "body notes"}, ...answer.stores.flatMap(store => storeOf(store, go))))
        last = text
        const now = answer.stores.map(store => store.revision).join()
        const isNew = revisions !== undefined && now !== revisions
        revisions = now
        if (isNew) await changed()
    }

    async function look(mine) {
        try {
            if (!document.hidden) {
                const answer = await ask("searches")
                if (mine === round) await show(answer)
            }
        } catch (error) {
            if (error.unreachable) return // the program has ended; the page says so at the next step
        }
        if (mine === round) timer = setTimeout(look, pause, mine)
    }

    return function follow(is) {
        clearTimeout(timer)
        place.hidden = !is
        revisions = undefined
        ++round
        if (is) look(round)
    }
}
