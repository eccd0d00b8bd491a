// The pockets of crazyhouse beside the board: a piece is dropped by a click on it and on a square, or by dragging it.
import {element} from "./dom.js"

const names = {p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen"}
const figures = {p: "♟", n: "♞", b: "♝", r: "♜", q: "♛"}

// board: the element with the squares. play(uci): a legal move.
export function makePockets({context, board, play}) {
    let answer
    let chosen // the letter of a piece that waits for a square

    const dropsOf = letter => (answer?.legal ?? []).filter(move => move.drop === letter)
    function choose(letter) {
        chosen = chosen === letter ? undefined : letter
        for (const button of context.querySelectorAll("button"))
            button.setAttribute("aria-pressed", button.dataset.piece === chosen && !button.disabled)
        board.classList.toggle("dropping", chosen !== undefined)
    }
    function dropOn(target) {
        const square = target.closest?.("[data-square]")?.dataset.square
        const move = dropsOf(chosen).find(one => one.to === square)
        choose(undefined)
        if (move) play(move.uci)
        return Boolean(move)
    }

    function pocketOf(side) {
        const own = (side === "white") === answer.white
        const pieces = Object.entries(answer.pockets[side]).filter(([, count]) => count > 0)
        return element("p", {class: `pocket ${side}`, "aria-label": `Pocket of ${side === "white" ? "White" : "Black"}`, role: "group"},
            side === "white" ? "White: " : "Black: ", ...pieces.length === 0 ? ["empty"] : [], ...pieces.map(([letter, count]) => {
                const can = own && dropsOf(letter).length > 0
                return element("button", {type: "button", "data-piece": letter, disabled: !can, draggable: can ? "true" : undefined, "aria-pressed": "false",
                    "aria-label": `${count} ${names[letter]}${count === 1 ? "" : "s"}`, on: {click: () => choose(letter),
                        dragstart: event => {
                            event.dataTransfer.setData("text/plain", letter)
                            if (chosen !== letter) choose(letter)
                        }}}, figures[letter], count > 1 ? ` ${count}` : "")
            }))
    }

    // Before the board sees it, because a press would pick up a piece.
    board.addEventListener("pointerdown", event => {
        if (chosen === undefined) return
        event.stopPropagation()
        event.preventDefault()
        dropOn(event.target)
    }, true)
    board.addEventListener("dragover", event => chosen !== undefined && event.preventDefault())
    board.addEventListener("drop", event => {
        event.preventDefault()
        if (chosen !== undefined) dropOn(event.target)
    })

    return {
        show(here) {
            answer = here
            choose(undefined)
            const facts = []
            if (here.checks_left) facts.push(`Checks to give: White ${here.checks_left.white}, Black ${here.checks_left.black}`)
            if (here.goal) facts.push(`Goal: ${here.goal.join(" ")}`)
            if (here.exploded) facts.push(`Exploded: ${here.exploded.join(" ")}`)
            context.hidden = !here.pockets && facts.length === 0
            context.replaceChildren(...here.pockets ? [pocketOf("black"), pocketOf("white")] : [], ...facts.map(fact => element("p", {}, fact)))
        }
    }
}
