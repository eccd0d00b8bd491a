// What stands beside the board in some variants: pieces to drop (crazyhouse), checks that are left (three-check).
import {counted, element} from "./dom.js"
import {pieceImage} from "./squares.js"

const order = "qrbnp"
const names = {q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn"}

function pocketOf(answer, white, board) {
    const side = white ? "white" : "black"
    const isTurn = answer.white === white
    const parts = []
    for (const letter of order) {
        const count = answer.pockets?.[side]?.[letter] ?? 0
        if (count === 0) continue
        const piece = (white ? "w" : "b") + letter
        const button = element("button", {type: "button", disabled: !isTurn, "data-drop": letter + "@", "aria-pressed": "false",
            "aria-label": `${counted(count, names[letter])} of ${white ? "White" : "Black"} to drop`, on: {
                pointerdown: event => isTurn && board.take(event, piece),
                click: event => event.detail === 0 && board.choose(letter + "@") // by keyboard
            }}, pieceImage(piece), count > 1 ? "×" + count : "")
        parts.push(button)
    }
    if (answer.pockets && parts.length === 0) parts.push(element("span", {class: "dim small"}, `${white ? "White" : "Black"} has no piece to drop`))
    const left = answer.checks_left?.[side]
    if (left !== undefined) parts.push(element("span", {class: "checks"}, `${white ? "White" : "Black"}: ${counted(left, "check")} to give`))
    return parts
}

export function showPockets(answer, board) {
    for (const [id, isBelow] of [["pocket-top", false], ["pocket-bottom", true]]) {
        const parts = pocketOf(answer, isBelow !== board.blackBelow, board)
        const place = document.getElementById(id)
        place.hidden = parts.length === 0
        place.replaceChildren(...parts)
    }
}

export function markPocket(selected) {
    for (const button of document.querySelectorAll(".pocket button")) button.setAttribute("aria-pressed", String(!button.disabled && button.dataset.drop === selected))
}
