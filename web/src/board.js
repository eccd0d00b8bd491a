// The board: cm-chessboard, with arrows for the moves of the books, as thick as their shares.
import {BORDER_TYPE, Chessboard, COLOR, INPUT_EVENT_TYPE} from "cm-chessboard/src/Chessboard.js"
import {EXTENSION_POINT, Extension} from "cm-chessboard/src/model/Extension.js"
import {MARKER_TYPE, Markers} from "cm-chessboard/src/extensions/markers/Markers.js"
import pieces from "cm-chessboard/assets/pieces/standard.svg"
import markers from "cm-chessboard/assets/extensions/markers/markers.svg"
import {svg} from "./dom.js"
import {addSprite} from "./sprite.js"

// Our content security policy refuses style attributes in markup; set by script they are fine, and cm-chessboard means
// nothing else by it.
const setAttribute = Element.prototype.setAttribute
Element.prototype.setAttribute = function (name, value) {
    if (name === "style") this.style.cssText = value
    else setAttribute.call(this, name, value)
}

class BookArrows extends Extension {
    constructor(chessboard, props) {
        super(chessboard)
        this.group = svg("g")
        chessboard.view.markersTopLayer.append(this.group)
        this.arrows = []
        this.registerExtensionPoint(EXTENSION_POINT.afterRedrawBoard, () => this.draw())
        props.onMade(this)
    }

    // [{from, to, share, second}], the heaviest last, above the others.
    show(arrows) {
        this.arrows = arrows
        this.draw()
    }

    draw() {
        this.group.replaceChildren(...this.arrows.map(arrow => this.arrow(arrow)))
    }

    arrow({from, to, share, second}) {
        const view = this.chessboard.view
        const size = view.squareWidth
        const middle = square => {
            const point = view.squareToPoint(square)
            return [point.x + size / 2, point.y + size / 2]
        }
        const [x1, y1] = middle(from)
        const [x2, y2] = middle(to)
        const length = Math.hypot(x2 - x1, y2 - y1) || 1
        const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length]
        const width = size * (0.04 + 0.2 * share)
        const head = Math.max(width * 1.9, size * 0.16)
        const side = second ? width * 0.8 : 0 // two books' arrows for one move lie side by side
        const at = (along, across) =>
            `${x1 + ux * along - uy * (across + side)},${y1 + uy * along + ux * (across + side)}`
        const neck = length - head
        const points = [at(size * 0.12, width / 2), at(neck, width / 2), at(neck, head * 0.75), at(length, 0),
            at(neck, -head * 0.75), at(neck, -width / 2), at(size * 0.12, -width / 2)]
        return svg("polygon", {class: second ? "book-arrow second" : "book-arrow", points: points.join(" ")})
    }
}

// on.legal(square): squares that the piece may go to; on.move(from, to).
export function makeBoard(context, on) {
    addSprite("cm-chessboard-sprite", pieces)
    addSprite("cm-chessboard-markers", markers)
    let arrows
    const moving = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 150
    const board = new Chessboard(context, {
        style: {borderType: BORDER_TYPE.none, animationDuration: moving},
        extensions: [{class: Markers, props: {autoMarkers: MARKER_TYPE.frame}},
            {class: BookArrows, props: {onMade: made => arrows = made}}]
    })
    board.enableMoveInput(event => {
        switch (event.type) {
        case INPUT_EVENT_TYPE.moveInputStarted:
            return on.legal(event.squareFrom).length > 0
        case INPUT_EVENT_TYPE.validateMoveInput:
            if (!on.legal(event.squareFrom).includes(event.squareTo)) return false
            queueMicrotask(() => on.move(event.squareFrom, event.squareTo))
            return true
        }
    })
    return {
        async show(fen, moves) {
            arrows.show([])
            await board.setPosition(fen, true)
            arrows.show(moves)
        },
        turn(black) {
            return board.setOrientation(black ? COLOR.black : COLOR.white)
        },
        describe(text) {
            context.querySelector("svg.cm-chessboard")?.setAttribute("aria-label", text)
        }
    }
}
