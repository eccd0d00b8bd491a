// Editing the first book: -edit. Each change is asked of the program, which has the edits; the page shows what it answers.
import {ask} from "./api.js"
import {element} from "./dom.js"

const find = id => document.getElementById(id)

// on.place(): the question's start and line; on.changed(): shows the book anew; on.say(text).
export function makeEditor(on) {
    let state // {revision, unsaved, undone}; undefined: not editing
    let two = false
    let asking = Promise.resolve() // one after the other: each needs the revision of the one before

    function show() {
        find("edit").hidden = !state
        if (!state) return
        const button = name => find("edit").querySelector(`[data-edit=${name}]`)
        button("undo").disabled = state.unsaved === 0
        button("redo").disabled = state.undone === 0
        button("save").disabled = button("discard").disabled = state.unsaved === 0
        button("whole-copy").hidden = !two
        find("unsaved").textContent = state.unsaved === 0 ? "" : state.unsaved === 1 ? "1 edit not saved" : `${state.unsaved} edits not saved`
    }

    function change(what, question = {}) {
        asking = asking.then(async () => {
            let problem = ""
            try {
                state = await ask(what, {...question, revision: state.revision})
            } catch (error) {
                problem = error.message
            }
            await on.changed()
            if (problem) on.say(problem)
            else if (what === "save") on.say("saved; polyglot edit-book -undo takes it back")
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
            await change("import", {text: find("import-text").value})
        }
    }

    find("edit").addEventListener("click", async event => {
        const run = actions[event.target.dataset.edit]
        if (run) return run()
        const format = event.target.dataset.export
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
        drawn.classList.add("draggable")
        const shareAt = event => {
            const box = drawn.getBoundingClientRect()
            return Math.max(0, Math.min(0.999, (event.clientX - box.left) / box.width))
        }
        drawn.addEventListener("pointerdown", event => {
            drawn.setPointerCapture(event.pointerId)
            const drag = moved => drawn.querySelector("rect").setAttribute("width", 100 * shareAt(moved))
            drawn.addEventListener("pointermove", drag)
            drawn.addEventListener("pointerup", ended => {
                drawn.removeEventListener("pointermove", drag)
                edit("share", (100 * shareAt(ended)).toFixed(1) + "%", move)
            }, {once: true})
            event.preventDefault()
        })
    }

    return {
        get active() {
            return Boolean(state)
        },
        get unsaved() {
            return state?.unsaved ?? 0
        },
        get addsPlayed() {
            return Boolean(state) && find("adds").checked
        },
        take(answer, books) {
            state = answer
            two = books > 1
            show()
        },
        add: move => edit("add", "", move),
        run: name => state && !find("edit").querySelector(`[data-edit=${name}]`).disabled && actions[name](),
        weightCell(row, weight) {
            const input = element("input", {type: "number", min: 0, max: 65535, value: String(weight ?? 0), class: "weight",
                "aria-label": "Weight of " + row.san, on: {change: event => edit("weight", event.target.value, row.uci)}})
            return element("td", {}, input)
        },
        draggable,
        buttonsCell(row, inFirst, inSecond) {
            const button = (text, name, title) => element("button", {type: "button", title, "aria-label": `${text} ${row.san}`,
                on: {click: () => edit(name, "", row.uci)}}, text)
            return element("td", {class: "words edits"},
                inFirst ? button("forbid", "forbid", "Never play, but keep") : button("add", "add", "Add with weight 1"),
                inFirst ? button("delete", "delete-subtree", "Delete with all that only it leads to") : null,
                inSecond ? button("copy B", "copy-from", "Copy the second book's move and what follows") : null)
        }
    }
}
