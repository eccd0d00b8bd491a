// The books of the folder that was opened: which to show, to compare, to edit.
import {ask} from "./api.js"
import {element} from "./dom.js"

function sizeOf(bytes) {
    const units = ["bytes", "KiB", "MiB", "GiB"]
    let unit = 0
    let size = bytes
    for (; size >= 1024 && unit < units.length - 1; ++unit) size /= 1024
    return `${unit === 0 ? size : size.toFixed(1)} ${units[unit]}`
}

// opened(about): other books are open. unsaved(): the number of edits that would be lost.
export function makeFolder({opened, unsaved, say}) {
    const box = document.getElementById("folder")
    const list = box.querySelector("tbody")

    async function open(books, edit) {
        if (unsaved() > 0 && !confirm("Open another book, and lose the edits that are not saved?")) return
        try {
            await opened(await ask("open", {books, edit, discard: true}))
            box.open = false
        } catch (error) {
            say(error.message)
        }
    }

    const checked = () => [...list.querySelectorAll("input:checked")].map(box => box.value)
    function mark() {
        box.querySelector("[data-folder=compare]").disabled = checked().length !== 2
    }

    async function show() {
        try {
            const folder = await ask("folder")
            list.replaceChildren(...folder.files.map(file => element("tr", {},
                element("td", {}, element("input", {type: "checkbox", value: file.name, "aria-label": `Compare ${file.name}`, on: {change: mark}})),
                element("td", {}, element("button", {type: "button", "data-open": file.name, on: {click: () => open([file.name], false)}}, file.name)),
                element("td", {}, file.format), element("td", {}, sizeOf(file.size)),
                element("td", {}, file.editable ? element("button", {type: "button", "aria-label": `Edit ${file.name}`,
                    on: {click: () => open([file.name], true)}}, "Edit") : ""))))
            const notes = [folder.files.length === 0 ? "No book is in this folder." : "", folder.more ? "Only the first 1000 books are listed." : "",
                folder.skipped > 0 ? `${folder.skipped} links that lead out of the folder are left out.` : ""]
            box.querySelector("p.notes").textContent = notes.filter(Boolean).join(" ")
            mark()
        } catch (error) {
            say(error.message)
        }
    }

    box.addEventListener("toggle", () => box.open && show())
    box.querySelector("[data-folder=compare]").addEventListener("click", () => open(checked(), false))
    return {
        take(about) {
            box.hidden = !about.folder
            if (about.folder) box.querySelector("summary").textContent = `Books of ${about.folder.name}`
            if (about.folder && about.books.length === 0) box.open = true
        }
    }
}
