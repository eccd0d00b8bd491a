// A board to look at: light enough for many of them.
import pieces from "cm-chessboard/assets/pieces/standard.svg"
import {svg} from "./dom.js"
import {addSprite} from "./sprite.js"

const size = 40 // of a square, as the pieces are drawn
const dark = Array.from({length: 32}, (_, number) => {
    const row = number >> 2
    return `M${(2 * (number % 4) + (row + 1) % 2) * size} ${row * size}h${size}v${size}h-${size}z`
}).join("")

function piecesOf(fen) {
    const found = []
    fen.split(" ")[0].split("/").forEach((rank, row) => {
        let column = 0
        for (const sign of rank)
            if (/\d/.test(sign)) column += Number(sign)
            else found.push({name: (sign < "a" ? "w" : "b") + sign.toLowerCase(), row, column: column++})
    })
    return found
}

const placeOf = square => ({column: square.charCodeAt(0) - 97, row: 8 - Number(square[1])})

// marked: squares, "e4".
export function drawBoard(fen, blackBelow, marked, label) {
    addSprite("cm-chessboard-sprite", pieces)
    const at = ({column, row}) => blackBelow ? {x: (7 - column) * size, y: (7 - row) * size} : {x: column * size, y: row * size}
    return svg("svg", {class: "picture", viewBox: `0 0 ${8 * size} ${8 * size}`, role: "img", "aria-label": label},
        svg("rect", {class: "light", width: 8 * size, height: 8 * size}),
        svg("path", {class: "dark", d: dark}),
        ...marked.map(square => svg("rect", {class: "moved", width: size, height: size, ...at(placeOf(square))})),
        ...piecesOf(fen).map(piece => {
            const {x, y} = at(piece)
            return svg("use", {href: "#" + piece.name, transform: `translate(${x} ${y})`})
        }))
}
