// Editing the first book: -edit. Each change is asked of the program, which has the edits; the page shows what it answers.
import {ask} from "./api.js"
import {counted, element} from "./dom.js"
import {icon} from "./icons.js"

const leastDrag = 3 // pixels: a hand that clicks moves less

const find = id => document.getElementById(id)

const leftText = ({file, edits, damaged}) => `polyglot explore was ended with ${edits === 1 ? "1 edit" : `${edits} edits`} `
    + `of this book that ${edits === 1 ? "was" : "were"} not saved (${file})`
    + (damaged > 0 ? `; ${damaged} damaged ${damaged === 1 ? "line" : "lines"} of it cannot be read` : "")

// What is said after it.
const doneWords = {
    save: state => `Saved: the book has all edits now. ${state.done > 0 ? "Undo (u) and Save take them back, as does" : "They are taken back by"} polyglot edit-book BOOK -undo.`,
    discard: () => "Discarded: the book is shown as it is on disk.",
    import: state => state.imported && `Imported: ${counted(state.imported.moves, "move")} in ${counted(state.imported.positions, "position")}. Save writes them.`
}

// on.place(): the question's start and line; on.changed(): shows the book again; on.say(text, kind); on.unfold(): moves that are
// not played are to be seen; on.leave(): from a field back to the table.
export function makeEditor(on) {
    let state // {revision, unsaved, done, undone, left, remarks}; undefined: not editing
    let two = false
    const isDecided = () => Boolean(state) && !state.left // on the edits that were left
    let asking = Promise.resolve() // one after the other: each needs the revision of the one before

    function show() {
        find("edit").hidden = !state || Boolean(state.left)
        find("left").hidden = !state?.left
        if (!state) return
        if (state.left) find("left").querySelector("p").textContent = leftText(state.left)
        find("remarks").replaceChildren(...state.remarks.map(remark => element("li", {}, remark)))
        const button = name => find("edit").querySelector(`[data-edit=${name}]`)
        button("undo").disabled = state.done === 0
        button("redo").disabled = state.undone === 0
        button("save").disabled = button("discard").disabled = state.unsaved === 0
        button("whole-copy").hidden = !two
        find("unsaved").textContent = state.unsaved === 0 ? "" : state.unsaved === 1 ? "1 edit not saved" : `${state.unsaved} edits not saved`
    }

    function change(what, question = {}) {
        asking = asking.then(async () => {
            let problem = ""
            let done
            try {
                done = state = await ask(what, {...question, revision: state.revision})
            } catch (error) {
                problem = error.message
            }
            await on.changed()
            if (problem) on.say(problem)
            else if (done.note) on.say(done.note, "note")
            else if (doneWords[what]?.(done)) on.say(doneWords[what](done), "done")
        })
        return asking
    }

    const edit = (name, value, move) => change("edit", {...on.place(), edit: name, value, move})

    const actions = {
        undo: () => change("undo"),
        redo: () => change("redo"),
        save: () => change("save"),
        discard: () => confirm("Discard all edits that are not saved?") && change("discard"),
        "whole-delete": () => edit("delete-subtree"),
        "whole-copy": () => edit("copy-from"),
        import: async () => {
            await change("import", {text: find("import-text").value, variations: find("variations").checked})
        }
    }

    find("edit").addEventListener("click", async event => {
        const button = event.target.closest("button")
        const run = actions[button?.dataset.edit]
        if (run) return run()
        const format = button?.dataset.export
        if (!format) return
        try {
            const {text} = await ask("export", {format})
            const link = element("a", {href: URL.createObjectURL(new Blob([text])), download: "book." + format})
            link.click()
            setTimeout(() => URL.revokeObjectURL(link.href), 60000)
        } catch (error) {
            on.say(error.message)
        }
    })
    find("left").addEventListener("click", event => {
        const how = event.target.dataset.how
        if (!how || (how === "delete" && !confirm("Delete these edits?"))) return
        change("recover", {how})
    })
    find("import-file").addEventListener("change", async event => {
        if (event.target.files[0]) find("import-text").value = await event.target.files[0].text()
    })
    addEventListener("beforeunload", event => {
        if (state?.unsaved > 0) event.preventDefault()
    })

    // The bar of a share is dragged to another one.
    function draggable(cell, move) {
        const drawn = cell.querySelector("svg")
        if (!drawn) return
        drawn.classList.add("draggable") // by keyboard a weight does the same
        const shareAt = event => {
            const box = drawn.getBoundingClientRect()
            return Math.max(0, Math.min(0.999, (event.clientX - box.left) / box.width))
        }
        drawn.addEventListener("pointerdown", event => {
            if (event.button !== 0 || !event.isPrimary) return
            event.preventDefault()
            drawn.setPointerCapture(event.pointerId)
            drawn.classList.add("dragging")
            const shown = drawn.querySelector("rect")
            const before = shown.getAttribute("width")
            const end = new AbortController()
            end.signal.addEventListener("abort", () => drawn.classList.remove("dragging"))
            const listen = (kind, run) => drawn.addEventListener(kind, run, {signal: end.signal})
            let dragged = false
            listen("pointermove", moved => {
                dragged ||= Math.abs(moved.clientX - event.clientX) >= leastDrag
                if (dragged) shown.setAttribute("width", 100 * shareAt(moved))
            })
            listen("pointerup", ended => {
                end.abort()
                if (dragged) edit("share", (100 * shareAt(ended)).toFixed(1) + "%", move)
            })
            listen("pointercancel", () => {
                end.abort()
                shown.setAttribute("width", before)
            })
        })
    }

    return {
        get active() {
            return isDecided()
        },
        get addsPlayed() {
            return isDecided() && find("adds").checked
        },
        take(answer, books) {
            state = answer
            two = books > 1
            show()
        },
        add: move => edit("add", "", move),
        run: name => isDecided() && !find("edit").querySelector(`[data-edit=${name}]`).disabled && actions[name](),
        weightCell(row, weight) {
            return element("input", {type: "number", min: 0, max: 65535, value: String(weight ?? 0), class: "weight",
                "aria-label": "Weight of " + row.san, on: {
                    change: event => edit("weight", event.target.value, row.uci),
                    keydown: event => ["Escape", "Enter"].includes(event.key) && on.leave()
                }})
        },
        draggable(cell, move) {
            cell.classList.add("edited")
            draggable(cell, move)
        },
        buttons(row, inFirst, inSecond) {
            const button = (text, name, title, image, kind = "") => element("button", {type: "button", class: "tool " + kind, title, "aria-label": `${text} ${row.san}`,
                on: {click: () => {
                    if (name === "forbid") on.unfold()
                    edit(name, "", row.uci)
                }}}, icon(image))
            return element("div", {},
                inFirst ? button("forbid", "forbid", "Never play, but keep", "forbid") : button("add", "add", "Add with weight 1", "plus"),
                inSecond ? button("copy B", "copy-from", "Copy the second book's move and what follows", "copy") : null,
                inFirst ? button("delete", "delete-subtree", "Delete with all that only it leads to", "trash", "danger") : null)
        }
    }
}
