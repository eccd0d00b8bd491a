// The tree of a book: nested lists that unfold; what is folded is not made.
import {shareBar} from "./bars.js"
import {element, perCent, perCentParts} from "./dom.js"
import {icon} from "./icons.js"

function wordsOf(move) {
    const words = []
    if (!move.of_book) words.push("not in the book")
    if (move.after?.opening) words.push(`${move.after.opening.code} ${move.after.opening.name}`)
    if (move.transposes_to !== undefined) words.push("= " + (move.transposes_to || "the start"))
    if (move.after?.goes_on) words.push("goes on")
    return words.join(" · ")
}

function nodeOf(move, line, go) {
    const here = [...line, move.uci]
    const name = move.uci ? element("button", {type: "button", class: "plain", on: {click: () => go(here)}}, move.san) : element("span", {}, move.san)
    const words = wordsOf(move)
    const node = element("div", {class: "node"}, name, shareBar(move.share ?? 0, "bar"), element("span", {class: "num"}, ...(move.of_book ? perCentParts(move.share) : [])),
        element("span", {class: "names", title: words}, words))
    const item = element("li", {}, node)
    if (!move.after || move.after.moves.length === 0) {
        node.prepend(element("span"))
        return item
    }
    let list
    const fold = element("button", {type: "button", class: "tool fold", "aria-expanded": "false", "aria-label": "after " + move.san, on: {click: () => {
        const unfolded = fold.getAttribute("aria-expanded") === "false"
        fold.setAttribute("aria-expanded", String(unfolded))
        if (unfolded) item.append(list ??= listOf(move.after, here, go))
        else list.remove()
    }}}, icon("down"))
    node.prepend(fold)
    return item
}

function listOf(node, line, go) {
    const items = node.moves.map(move => nodeOf(move, line, go))
    if (node.left_out) items.push(element("li", {class: "dim small"}, `${node.left_out.moves} more with ${perCent(node.left_out.share)} in all`))
    return element("ol", {}, ...items)
}

// go(moves): from the position at the top.
export function showTree(answer, go) {
    if (answer.nothing) return element("p", {class: "dim"}, answer.nothing)
    return listOf(answer.tree, [], go)
}
