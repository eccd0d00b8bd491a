// What an adapter with the ini file of -config would play, book after book.
import {element, perCent} from "./dom.js"

const words = move => `${move.san} ${perCent(move.share)}`

function bookOf(book) {
    const parts = []
    if (book.not_asked) parts.push("not asked: " + book.not_asked)
    const played = book.moves.filter(move => move.playable)
    const drawing = book.moves.filter(move => move.draw)
    const left = book.moves.filter(move => !move.playable && !move.draw)
    if (played.length > 0) parts.push((book.answers ? "plays " : "would play ") + played.map(words).join(", "))
    else if (!book.not_asked) parts.push(book.moves.length > 0 ? "plays none of its moves" : "has no move")
    if (drawing.length > 0) parts.push("avoids a draw: " + drawing.map(move => `${move.san} (${move.draw})`).join(", "))
    if (left.length > 0) parts.push("leaves out " + left.map(words).join(", "))
    return element("li", {class: book.answers ? "answers" : ""}, element("strong", {}, book.name), ": " + parts.join("; "))
}

export function showAdapter(place, adapter) {
    place.hidden = !adapter
    if (!adapter) return
    place.replaceChildren(element("header", {}, element("h2", {}, `An adapter with ${adapter.config}`)), element("div", {class: "notes"},
        adapter.note ? element("p", {class: "warning"}, adapter.note) : "",
        adapter.left ? element("p", {}, `asks no book: ${adapter.left}`) : element("ul", {}, ...adapter.books.map(bookOf))))
}
