// The list of folders: the server gives it, because a browser's own dialog gives no path.
import {ask} from "./api.js"
import {element} from "./dom.js"
import {icon} from "./icons.js"
import {say} from "./message.js"

// chosen(path) when a file was chosen.
export function makeFileBrowser(dialog) {
    let wanted, chosen

    const entry = (name, path, picture, run) => element("li", {}, element("button", {type: "button", class: "pick", title: path, on: {click: run}},
        ...(picture ? [icon(picture)] : []), element("b", {}, name)))

    async function list(folder, words = "") {
        let answer
        try {
            answer = await ask("folder", {folder, wanted})
        } catch (error) {
            if (!dialog.open) return folder && !error.unreachable ? list("", error.message) : say(error.message)
            dialog.querySelector("[role=alert]").textContent = error.message
            return
        }
        const roots = answer.roots.length > 1 ? answer.roots : []
        const items = [...(answer.parent ? [entry("..", answer.parent, "folder", () => list(answer.parent))] : []),
            ...answer.entries.map(one => one.is_folder ? entry(one.name, one.path, "folder", () => list(one.path)) : entry(one.name, one.path, undefined, () => {
                dialog.close()
                chosen(one.path)
            }))]
        const files = answer.entries.some(one => !one.is_folder)
        dialog.replaceChildren(element("h2", {}, wanted === "programs" ? "Choose the engine" : "Choose a book"),
            element("p", {class: "here"}, answer.folder),
            element("p", {class: "warning", role: "alert"}, words),
            element("ul", {class: "choices", "aria-label": "Files"}, ...roots.map(root => entry(root, root, "folder", () => list(root))), ...items),
            element("p", {class: "dim"}, answer.more ? "Only the first 1000 are listed: type the path." : files ? ""
                : wanted === "programs" ? "No program is in this folder." : "No book is in this folder."),
            element("form", {method: "dialog"}, element("button", {}, "Close")))
        if (!dialog.open) dialog.showModal()
        dialog.querySelector(".pick")?.focus()
    }

    return {
        open(what, folder, then) {
            wanted = what
            chosen = then
            return list(folder)
        }
    }
}
