// The books of a folder: polyglot explore FOLDER. One is opened, another one beside it.
import {ask, askLosing} from "./api.js"
import {counted, element} from "./dom.js"
import {makeTable} from "./table.js"

const size = bytes => bytes >= 1e6 ? (bytes / 1e6).toFixed(1) + " MB" : (bytes / 1e3).toFixed(1) + " kB"

// on.opened(about); on.say(text).
export function makeFolder(dialog, on) {
    const table = makeTable("Books of the folder")
    const filter = element("input", {type: "search", "aria-label": "Part of a name or format", placeholder: "Name or format", on: {input: () => draw()}})
    const edits = element("input", {type: "checkbox"})
    const rest = element("p", {class: "dim small"})
    const title = element("h2", {})
    dialog.append(element("div", {class: "section-head"}, title, filter, element("label", {}, edits, " edit the first book")), table.node, rest,
        element("form", {method: "dialog"}, element("button", {}, "Close")))
    let answer = {files: []}

    async function open(names) {
        try {
            const about = await askLosing("open", {books: names, edit: edits.checked},
                "Open another book, and lose the edits of this one that are not saved, in this tab or another?")
            if (!about) return
            dialog.close()
            await on.opened(about)
        } catch (error) {
            dialog.close()
            on.say(error.message)
        }
    }

    function actions(file) {
        const first = answer.files.find(one => one.open === 0)?.name
        const button = (text, names, label) => element("button", {type: "button", "aria-label": label, on: {click: () => open(names)}}, text)
        return element("div", {}, button("Open", [file.name], `Open ${file.name}`),
            first && first !== file.name ? button("Compare", [first, file.name], `Compare ${first} with ${file.name}`) : null)
    }

    const columns = [{id: "name", title: "Book", kind: "wide", value: file => file.name, cell: file => file.name, tipOf: file => file.name},
        {id: "format", title: "Format", keep: 2, value: file => file.format, cell: file => file.variant ? `${file.format}, ${file.variant}` : file.format},
        {id: "size", title: "Size", kind: "num", keep: 1, value: file => file.size, cell: file => size(file.size)},
        {id: "open", title: "", kind: "acts", cell: actions}]

    function draw() {
        const wanted = filter.value.toLowerCase()
        const files = answer.files.filter(file => (file.name + " " + file.format).toLowerCase().includes(wanted))
        table.show({columns, rows: files, rowOf: file => ({key: file.name, name: file.name})})
        const words = []
        if (answer.files.length === 0) words.push("The folder has no book that polyglot can read. Its games are counted by polyglot explore -pgn FOLDER.")
        else if (files.length < answer.files.length) words.push(`${files.length} of ${counted(answer.files.length, "book")}.`)
        if (answer.more) words.push("The folder has more than these: name a smaller one.")
        if (answer.skipped > 0) words.push(`${counted(answer.skipped, "link")} out of the folder ${answer.skipped === 1 ? "is" : "are"} left out.`)
        rest.textContent = words.join(" ")
    }

    return {
        async show() {
            try {
                answer = await ask("folder")
            } catch (error) {
                return on.say(error.message)
            }
            title.textContent = `Books in ${answer.folder}`
            if (!dialog.open) dialog.showModal()
            draw()
        }
    }
}
