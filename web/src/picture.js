// A board to look at: light enough for many of them.
import {svg} from "./dom.js"
import {ground, markOf, pieceAt, piecesOf, pointOf, whole} from "./squares.js"

// marked: squares, "e4".
export function drawBoard(fen, blackBelow, marked, label) {
    return svg("svg", {class: "picture", viewBox: `0 0 ${whole} ${whole}`, role: "img", "aria-label": label}, ...ground(),
        ...marked.map(square => markOf(square, "moved", blackBelow)),
        ...piecesOf(fen.split(" ")[0]).map(([square, name]) => {
            const piece = pieceAt(name)
            piece.setAttribute("transform", `translate(${pointOf(square, blackBelow).join(" ")})`)
            return piece
        }))
}
