// Keys of the page, and the dialog that lists those that do something now.
import {element} from "./dom.js"

const names = {ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓"}

// known: [{keys, words, run, when, otherwise}]; otherwise: what is said if it does nothing now. on.text: the field in which Enter pastes and Escape leaves.
export function makeKeys(dialog, known, on) {
    const isOf = one => one.when === undefined || one.when()

    document.getElementById("help").addEventListener("click", () => {
        dialog.querySelector("dl").replaceChildren(...known.filter(isOf).flatMap(({keys, words}) =>
            [element("dt", {}, ...keys.map(key => element("kbd", {}, names[key] ?? key))), element("dd", {}, words)]))
        dialog.showModal()
    })

    document.addEventListener("keydown", event => {
        if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return
        if (event.target === on.text) {
            if (event.key === "Enter" && !event.shiftKey) on.paste(event)
            if (event.key === "Escape") on.leave()
            return
        }
        const within = event.target.closest("input, textarea, select, button, summary, a, #tree, [role=tab]")
        if (within && (event.key === "Enter" || within.matches("input:not([type=checkbox]), select, textarea"))) return
        if (event.target.closest("[role=tab]") && event.key.startsWith("Arrow")) return
        const found = known.find(one => one.keys.includes(event.key))
        if (!found || (!isOf(found) && !found.otherwise)) return
        event.preventDefault()
        if (isOf(found)) found.run()
        else on.say(found.otherwise, "note")
    })
}
