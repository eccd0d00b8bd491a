// The ten plies, the writing, and what to enter in each GUI.
import {ask} from "./api.js"
import {element} from "./dom.js"
import {icon} from "./icons.js"
import {say} from "./message.js"

const find = id => document.getElementById(id)
const typingPause = 250 // ms without a change, after which a preview is asked for

// on: choices(), pause(), trouble(id, words), board.
export function makeTrial(on) {
    let passed // the text of the ini file that was tried
    let shown // the text of the ini file of the choices
    let run = 0 // which trial is shown
    let changes = 0 // a preview of earlier choices is not shown
    let waiting // the timer for the next preview
    let asking = false // one at a time
    let again = false // the choices have changed meanwhile

    function forget() {
        run += 1
        changes += 1
        clearTimeout(waiting)
        again = false
        find("cancel-try").hidden = true
        passed = undefined
        shown = undefined
        find("plies").replaceChildren()
        find("written").hidden = true
        find("step-gui").hidden = true
        find("try-state").textContent = "play the ten plies first; then the file can be written"
        on.trouble("try-trouble", "")
        find("write").disabled = true
    }

    function changed() {
        changes += 1
        clearTimeout(waiting)
        waiting = setTimeout(askPreview, typingPause)
    }

    async function askPreview() {
        again = asking
        if (asking) return
        asking = true
        const number = changes
        let preview, failure
        try {
            preview = await ask("preview", on.choices())
        } catch (error) {
            failure = error
        }
        asking = false
        if (again) return askPreview()
        if (number === changes) showPreview(preview, failure)
    }

    function showPreview(preview, failure) {
        if (failure) {
            shown = undefined
            find("write").disabled = true
            on.trouble("try-trouble", failure.message + ".")
            return
        }
        shown = preview.text
        find("preview").textContent = preview.text
        const there = [preview.exists && preview.ini, preview.script_exists && preview.script].filter(Boolean)
        find("exists").hidden = there.length === 0
        find("exists").textContent = there.map(file => `${file} exists.`).join(" ") + " What is replaced is kept beside it, as “….replaced”."
        on.trouble("try-trouble", "")
        mark()
    }

    function mark() {
        const may = passed !== undefined && passed === shown
        find("write").disabled = !may
        find("write").classList.toggle("main", may)
        find("try").classList.toggle("main", !may)
        if (passed !== undefined && !may) find("try-state").textContent = "changed since it was tried"
    }

    function showPlies(answer) {
        find("plies").replaceChildren(...answer.moves.map((move, at) => element("li", {class: move.by, title: move.about || "the engine's own move"},
            `${at % 2 === 0 ? at / 2 + 1 + ". " : ""}${move.san}`, element("small", {}, move.by))))
    }

    async function play() {
        const number = ++run
        passed = undefined
        mark()
        find("try-state").textContent = "playing …"
        on.trouble("try-trouble", "")
        find("written").hidden = true
        find("cancel-try").hidden = false
        let answer
        try {
            answer = await ask("trial", {...on.choices(), start: true})
            while (answer.state === "running" && number === run) {
                showPlies(answer)
                await on.pause()
                answer = await ask("trial")
            }
        } catch (error) {
            answer = {state: "failed", error: error.message, moves: [], notes: []}
        }
        if (number !== run) return
        find("cancel-try").hidden = true
        showPlies(answer)
        const notes = answer.notes.map(note => ` polyglot says: ${note}.`).join("")
        if (answer.state === "passed") {
            passed = answer.text
            const of_book = answer.moves.filter(move => move.by === "book").length
            find("try-state").textContent = `it works: ${of_book} plies from the book, ` + (answer.own_move
                ? `and the engine plays by itself (${answer.own_move} in an endgame)` : `${answer.moves.length - of_book} by the engine`)
            on.trouble("try-trouble", notes.trim())
            mark()
            on.board.go(answer.moves.map(move => move.uci))
            find("write").focus()
        } else {
            find("try-state").textContent = "it does not work yet"
            on.trouble("try-trouble", answer.error + "." + (answer.moves.length > 0 ? " Other options of the engine, or another engine, may help." : "") + notes)
        }
    }

    async function write() {
        let answer
        try {
            answer = await ask("write", on.choices())
        } catch (error) {
            return on.trouble("try-trouble", error.message + ". Choose another folder or name for the ini file, or play the ten plies again.")
        }
        const lines = [answer.unchanged ? `${answer.ini} had this content already.` : `${answer.ini} is written.`]
        if (answer.kept) lines.push(`What it replaced is in ${answer.kept}.`)
        if (answer.script) lines.push(`${answer.script} starts it without arguments.`)
        if (answer.script_kept) lines.push(`The script that it replaced is in ${answer.script_kept}.`)
        lines.push("End, at the top of this page, ends polyglot setup: its terminal is free then.")
        find("written").textContent = lines.join("\n")
        find("written").hidden = false
        find("exists").hidden = true
        on.trouble("try-trouble", answer.script_error ? `The script could not be written: ${answer.script_error}.` : "")
        showHosts(answer.hosts)
    }

    function showHosts(hosts) {
        const chosen = find("gui").value
        find("gui").replaceChildren(...hosts.map(host => element("option", {selected: host.name === chosen}, host.name)))
        const show = () => {
            const host = hosts.find(one => one.name === find("gui").value) ?? hosts[0]
            find("gui-steps").textContent = host.steps
            find("gui-fields").replaceChildren(...host.fields.flatMap((field, at) => {
                const id = "field-" + at
                const many = field.text.includes("\n")
                const text = element(many ? "textarea" : "input", {id, readonly: true, type: many ? undefined : "text", rows: many ? field.text.split("\n").length : undefined})
                text.value = field.text
                return [element("label", {for: id}, field.label), element("div", {}, text, element("button", {type: "button", "aria-label": `Copy ${field.label}`,
                    on: {click: () => copy(text, field.label)}}, icon("copy"), "Copy"))]
            }))
        }
        find("gui").onchange = show
        show()
        find("step-gui").hidden = false
        find("head-gui").focus({preventScroll: true})
        find("step-gui").scrollIntoView({block: "nearest"})
    }

    async function copy(field, label) {
        field.select()
        try {
            await navigator.clipboard.writeText(field.value)
            say(`${label} is copied.`, "done")
        } catch {
            say(`${label} is selected: copy it with Ctrl-C.`, "note")
        }
    }

    find("try").addEventListener("click", play)
    find("cancel-try").addEventListener("click", () => ask("trial", {cancel: true}).catch(error => say(error.message)))
    find("write").addEventListener("click", write)
    return {changed, forget}
}
