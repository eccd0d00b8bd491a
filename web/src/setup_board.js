// The board of setup: what the chosen books play, or the ten plies.
import {makeBoard} from "./board.js"
import {element, perCent} from "./dom.js"
import {pieceImage} from "./squares.js"

const find = id => document.getElementById(id)

// What BookTopN and BookVariety make of the shares: the best n, then w^((100 - v) / v).
function played(moves, {variety, best}) {
    const left = best > 0 ? moves.slice(0, best) : moves
    const weights = left.map((move, at) => variety <= 0 ? Number(at === 0) : (move.share || 1e-9) ** ((100 - variety) / variety))
    const sum = weights.reduce((all, weight) => all + weight, 0)
    return left.map((move, at) => ({...move, share: weights[at] / sum})).filter(move => move.share > 0)
}

// ask(line): the answer of /api/book for the line, a list of moves. rules(): {variety, best}.
export function makeBookBoard(ask, rules) {
    let line = []
    let answer
    let asked = 0

    const legal = square => answer ? answer.legal.filter(move => move.startsWith(square)) : []
    const board = makeBoard(find("board"), {
        legal: square => legal(square).map(move => move.slice(2, 4)),
        move: (from, to) => {
            const moves = legal(from).filter(move => move.slice(2, 4) === to)
            if (moves.length === 1) go([...line, moves[0]])
            else if (moves.length > 1) promote(moves)
        }
    })

    function promote(moves) {
        const dialog = find("promotion")
        dialog.replaceChildren(element("div", {}, ...moves.map(move => element("button", {type: "button", on: {click: () => dialog.close(move)}},
            pieceImage((answer.white ? "w" : "b") + move[4]), move[4].toUpperCase()))))
        dialog.returnValue = ""
        dialog.onclose = () => dialog.returnValue ? go([...line, dialog.returnValue]) : show()
        dialog.showModal()
    }

    // The share of each move: books are asked in order, so that the first one with a move here answers.
    function movesHere() {
        const book = answer.books.find(one => one.moves.length > 0)
        return book ? played([...book.moves].sort((a, b) => b.share - a.share), rules()) : []
    }

    function show() {
        const moves = movesHere()
        const last = line.at(-1)
        board.show({placement: answer.fen.split(" ")[0], last: last ? [last.slice(0, 2), last.slice(2, 4)] : [],
            arrows: moves.map(move => ({from: move.uci.slice(0, 2), to: move.uci.slice(2, 4), share: move.share}))})
        board.describe(moves.length > 0 ? "Board with the book's moves: " + moves.map(move => move.san).join(", ") : "Board; the book has no move here")
        find("turn").textContent = answer.white ? "White to move" : "Black to move"
        find("turn").classList.toggle("black", !answer.white)
        find("line").replaceChildren(...answer.line.map((move, at) => element("li", {}, at % 2 === 0 ? element("span", {class: "number"}, at / 2 + 1 + ".") : "",
            element("button", {type: "button", "aria-current": at === line.length - 1 && "step", on: {click: () => go(line.slice(0, at + 1))}}, move.san))))
        find("book-moves").replaceChildren(...moves.map(move => element("li", {}, element("button", {type: "button", on: {click: () => go([...line, move.uci])}},
            move.san, element("small", {}, perCent(move.share))))))
        if (moves.length === 0) find("book-moves").replaceChildren(element("li", {class: "dim"}, answer.books.length > 0 ? "The book has no move here." : "No book is chosen."))
    }

    async function go(next) {
        const number = ++asked
        const given = await ask(next)
        if (!given || number !== asked) return
        line = next
        answer = given
        show()
    }

    find("buttons").addEventListener("click", event => {
        const step = event.target.closest("button")?.dataset.step
        if (step === "start") go([])
        if (step === "back") go(line.slice(0, -1))
        if (step === "flip") board.turn(!board.blackBelow)
    })

    return {go, renew: () => go(line), redraw: () => answer && show()}
}
