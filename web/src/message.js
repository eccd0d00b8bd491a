// What the page says of the last thing that was done: at the bottom, so that nothing moves.
import {element} from "./dom.js"
import {icon} from "./icons.js"

const find = id => document.getElementById(id)
const visible = 8000 // ms that a message stays which is no error

let ending

// kind: error, note or done. An error stays until it is closed, or something else is said or done.
export function say(text, kind = "error") {
    clearTimeout(ending)
    const toast = find("toast")
    toast.hidden = !text
    if (find("message").textContent !== text) find("message").textContent = text
    if (!text) return
    toast.dataset.kind = kind
    toast.querySelector(".icon")?.remove()
    toast.prepend(icon(kind))
    if (kind !== "error") ending = setTimeout(() => say(""), visible)
}

export function makeMessages() {
    const close = element("button", {type: "button", class: "tool", "aria-label": "Close the message", on: {click: () => say("")}}, icon("close"))
    find("toast").append(close)
}
