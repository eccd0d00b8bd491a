// The tree of a book: nested lists that unfold; what is folded is not made.
import {bar, element, perCent} from "./dom.js"

function nodeOf(move, line, go) {
    const here = [...line, move.uci]
    const name = move.uci ? element("button", {type: "button", on: {click: () => go(here)}}, move.san) : element("span", {}, move.san)
    const share = element("span", {class: "empty"}, bar([["bar", move.share ?? 0]]), " " + (move.of_book ? perCent(move.share) : "not in the book"))
    share.firstChild.style.cssText = "width: 4em; height: .6em; margin: 0 .4em"
    const words = []
    if (move.after?.opening) words.push(`${move.after.opening.code} ${move.after.opening.name}`)
    if (move.transposes_to !== undefined) words.push("= " + (move.transposes_to || "the start"))
    if (move.after?.goes_on) words.push("…")
    const names = element("span", {class: "name"}, words.join("  "))
    const item = element("li", {}, name, share, names)
    if (!move.after || move.after.moves.length === 0) {
        item.prepend(element("span", {class: "fold"}))
        return item
    }
    let list
    const fold = element("button", {type: "button", class: "fold", "aria-expanded": "false", "aria-label": "after " + move.san, on: {click: () => {
        const unfolded = fold.getAttribute("aria-expanded") === "false"
        fold.setAttribute("aria-expanded", String(unfolded))
        if (unfolded) item.append(list ??= listOf(move.after, here, go))
        else list.remove()
    }}})
    item.prepend(fold)
    return item
}

function listOf(node, line, go) {
    const items = node.moves.map(move => nodeOf(move, line, go))
    if (node.left_out) items.push(element("li", {class: "empty"}, `${node.left_out.moves} more, ${perCent(node.left_out.share)}`))
    return element("ol", {}, ...items)
}

// go(moves): from the position at the top.
export function showTree(answer, go) {
    if (answer.nothing) return element("p", {class: "empty"}, answer.nothing)
    return listOf(answer.tree, [], go)
}
