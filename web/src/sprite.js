// Drawings of cm-chessboard within the page: it finds them here and asks for no file.
import {element} from "./dom.js"

export function addSprite(id, text) {
    if (document.getElementById(id)) return
    const sprite = new DOMParser().parseFromString(text, "image/svg+xml").documentElement
    const holder = element("div", {id, "aria-hidden": "true"}, document.importNode(sprite, true))
    holder.style.cssText = "position: absolute; width: 0; height: 0; overflow: hidden"
    document.body.append(holder)
}
