// The board: pieces that glide, are dragged or clicked; marks and arrows below and above them. Our own, because pieces from a
// pocket are dropped on it and a move of the table is shown on it; the pieces are cm-chessboard's.
import {element, svg} from "./dom.js"
import {drawArrows} from "./arrows.js"
import {allSquares, ground, markOf, pieceAt, pieceImage, piecesOf, pointOf, size, whole} from "./squares.js"

const leastDrag = 4 // pixels: a hand that clicks moves less

// on.legal(from): squares that the piece there may go to, or "p@" for a piece of the pocket; on.move(from, to).
export function makeBoard(place, on) {
    const layers = Object.fromEntries(["marks", "pieces", "arrows", "hints", "hits"].map(name => [name, svg("g", {class: name})]))
    const drawing = svg("svg", {class: "board", viewBox: `0 0 ${whole} ${whole}`, role: "img", "aria-label": "Board"}, ...ground(),
        layers.marks, layers.pieces, layers.arrows, layers.hints, layers.hits)
    const files = element("div", {class: "files", "aria-hidden": "true"})
    const ranks = element("div", {class: "ranks", "aria-hidden": "true"})
    place.append(drawing)
    place.after(files)
    place.before(ranks)
    const hits = new Map(allSquares.map(square => [square, svg("rect", {class: "hit", "data-square": square, width: size, height: size})]))
    layers.hits.append(...hits.values())

    let blackBelow = false
    let pieces = new Map() // by square: {name, node}
    let shown = {arrows: [], last: [], check: undefined, goal: [], exploded: []}
    let selected // a square, or "p@"
    let carried // the picture of a piece from a pocket

    const move = (node, square) => {
        const [x, y] = pointOf(square, blackBelow)
        node.style.transform = `translate(${x}px, ${y}px)`
    }

    function marks(more = []) {
        const all = [...shown.last.map(square => [square, "moved"]), ...shown.goal.map(square => [square, "goal"]),
            ...shown.exploded.map(square => [square, "exploded"]), ...more]
        if (shown.check) all.push([shown.check, "check"])
        if (selected && hits.has(selected)) all.push([selected, "selected"])
        layers.marks.replaceChildren(...all.map(([square, kind]) => markOf(square, kind, blackBelow)))
    }

    function hints() {
        const to = selected ? [...new Set(on.legal(selected))] : []
        layers.hints.replaceChildren(...to.map(square => {
            const [x, y] = pointOf(square, blackBelow).map(at => at + size / 2)
            return svg("circle", pieces.has(square) ? {class: "legal takes", cx: x, cy: y, r: size / 2 - 3} : {class: "legal", cx: x, cy: y, r: 6})
        }))
        for (const [square, hit] of hits) {
            hit.classList.toggle("goal-of-move", to.includes(square))
            hit.classList.toggle("mine", on.legal(square).length > 0)
        }
    }

    function select(what) {
        selected = what
        marks()
        hints()
        on.selected?.(what)
    }

    function lay() {
        for (const [square, hit] of hits) {
            const [x, y] = pointOf(square, blackBelow)
            hit.setAttribute("x", x)
            hit.setAttribute("y", y)
        }
        for (const [square, {node}] of pieces) move(node, square)
        const turned = text => blackBelow ? [...text].reverse() : [...text]
        files.replaceChildren(...turned("abcdefgh").map(name => element("span", {}, name)))
        ranks.replaceChildren(...turned("87654321").map(name => element("span", {}, name)))
        layers.arrows.replaceChildren(...drawArrows(shown.arrows, blackBelow))
        select(undefined)
    }

    // Pieces that stay keep their drawing; one that has gone and one of its kind that has come are the same, and glide.
    function setPieces(placement) {
        const next = new Map()
        const come = []
        for (const [square, name] of piecesOf(placement)) {
            const old = pieces.get(square)
            if (old?.name === name) {
                next.set(square, old)
                pieces.delete(square)
            } else {
                come.push([square, name])
            }
        }
        for (const [square, name] of come) {
            const from = [...pieces].find(([, old]) => old.name === name)
            const piece = from ? from[1] : {name, node: pieceAt(name)}
            if (from) pieces.delete(from[0])
            else layers.pieces.append(piece.node)
            next.set(square, piece)
        }
        for (const {node} of pieces.values()) node.remove()
        pieces = next
    }

    function squareAt(event) {
        const box = drawing.getBoundingClientRect()
        const column = Math.floor(8 * (event.clientX - box.left) / box.width)
        const row = Math.floor(8 * (event.clientY - box.top) / box.height)
        if (column < 0 || column > 7 || row < 0 || row > 7) return undefined
        return blackBelow ? "abcdefgh"[7 - column] + (row + 1) : "abcdefgh"[column] + (8 - row)
    }

    // The piece follows the pointer until it is let go; held(event, begun) draws it there.
    function drag(event, from, held, done) {
        const target = event.target
        const end = new AbortController()
        const listen = (kind, run) => target.addEventListener(kind, run, {signal: end.signal})
        let begun = false
        target.setPointerCapture(event.pointerId)
        listen("pointermove", moved => {
            begun ||= Math.hypot(moved.clientX - event.clientX, moved.clientY - event.clientY) >= leastDrag
            if (begun) held(moved)
        })
        const finish = to => {
            end.abort()
            done(begun, to)
            if (begun && to && to !== from && on.legal(from).includes(to)) {
                select(undefined)
                on.move(from, to)
            } else if (begun) {
                select(undefined)
            }
        }
        listen("pointerup", ended => finish(squareAt(ended)))
        listen("pointercancel", () => finish(undefined))
    }

    function press(event) {
        if (event.button !== 0 || !event.isPrimary) return
        const square = event.target.dataset.square
        if (selected && on.legal(selected).includes(square)) {
            const from = selected
            select(undefined)
            return on.move(from, square)
        }
        if (on.legal(square).length === 0) return select(undefined)
        const again = selected === square
        select(square)
        const node = pieces.get(square)?.node
        const held = moved => {
            const box = drawing.getBoundingClientRect()
            const scale = whole / box.width
            node.classList.add("held")
            layers.pieces.append(node)
            node.style.transform = `translate(${(moved.clientX - box.left) * scale - size / 2}px, ${(moved.clientY - box.top) * scale - size / 2}px)`
        }
        drag(event, square, moved => node && held(moved), (begun, to) => {
            node?.classList.remove("held")
            if (node && pieces.get(square)?.node === node) move(node, begun && to && on.legal(square).includes(to) ? to : square)
            if (!begun && again) select(undefined)
        })
    }

    drawing.addEventListener("pointerdown", press)
    lay()

    return {
        // {placement, arrows, last, check: square, goal, exploded}
        show(what) {
            shown = {arrows: [], last: [], goal: [], exploded: [], ...what}
            setPieces(shown.placement)
            lay()
        },
        turn(black) {
            blackBelow = black
            lay()
        },
        get blackBelow() {
            return blackBelow
        },
        // Shows what a move would do, without making it; undefined ends this.
        preview(uci) {
            layers.arrows.classList.toggle("previewing", Boolean(uci))
            for (const arrow of layers.arrows.children) arrow.classList.toggle("previewed", uci?.startsWith(arrow.dataset.arrow))
            marks(uci ? [uci.slice(0, 2), uci.slice(2, 4)].filter(square => hits.has(square)).map(square => [square, "preview"]) : [])
        },
        // A piece of a pocket: piece is "wp".
        take(event, piece) {
            if (event.button !== 0 || !event.isPrimary) return
            event.preventDefault()
            const from = piece[1] + "@"
            select(selected === from ? undefined : from)
            drag(event, from, moved => {
                if (!carried) document.body.append(carried = element("div", {class: "carried"}, pieceImage(piece)))
                carried.style.left = moved.clientX + "px"
                carried.style.top = moved.clientY + "px"
            }, () => {
                carried?.remove()
                carried = undefined
            })
        },
        choose: select,
        boxOf(square) {
            return hits.get(square).getBoundingClientRect()
        },
        describe(text) {
            drawing.setAttribute("aria-label", text)
        }
    }
}
