// What both boards draw with: squares of 40 units, as the pieces are drawn.
import pieces from "cm-chessboard/assets/pieces/standard.svg"
import {svg} from "./dom.js"
import {addSprite} from "./sprite.js"

export const size = 40
export const whole = 8 * size
const darkPath = Array.from({length: 32}, (_, number) => {
    const row = number >> 2
    return `M${(2 * (number % 4) + (row + 1) % 2) * size} ${row * size}h${size}v${size}h-${size}z`
}).join("")

export const allSquares = Array.from({length: 64}, (_, number) => "abcdefgh"[number % 8] + (8 - (number >> 3)))

export const ground = () => [svg("rect", {class: "light", width: whole, height: whole}), svg("path", {class: "dark", d: darkPath})]

export function pointOf(square, blackBelow) {
    const [column, row] = [square.charCodeAt(0) - 97, 8 - Number(square[1])]
    return blackBelow ? [(7 - column) * size, (7 - row) * size] : [column * size, row * size]
}

// [[square, "wk"], …] of the first field of a FEN; pockets and marks of promoted pieces are passed over.
export function piecesOf(placement) {
    const found = []
    placement.replace(/\[.*/, "").replaceAll("~", "").split("/").slice(0, 8).forEach((rank, row) => {
        let column = 0
        for (const sign of rank)
            if (/\d/.test(sign)) column += Number(sign)
            else found.push(["abcdefgh"[column++] + (8 - row), (sign < "a" ? "w" : "b") + sign.toLowerCase()])
    })
    return found
}

export function pieceImage(name) {
    addSprite("pieces", pieces)
    return svg("svg", {viewBox: `0 0 ${size} ${size}`, "aria-hidden": "true"}, svg("use", {href: "#" + name}))
}

export function pieceAt(name) {
    addSprite("pieces", pieces)
    return svg("use", {href: "#" + name})
}

export const markOf = (square, kind, blackBelow) => {
    const [x, y] = pointOf(square, blackBelow)
    return svg("rect", {class: kind, x, y, width: size, height: size})
}
