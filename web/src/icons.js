// Heroicons (MIT), of which only these are bundled.
import back from "heroicons/20/solid/chevron-left.svg"
import check from "heroicons/20/solid/check-circle.svg"
import chip from "heroicons/20/solid/cpu-chip.svg"
import close from "heroicons/20/solid/x-mark.svg"
import copy from "heroicons/20/solid/document-duplicate.svg"
import down from "heroicons/20/solid/chevron-down.svg"
import download from "heroicons/20/solid/arrow-down-tray.svg"
import end from "heroicons/20/solid/chevron-double-right.svg"
import error from "heroicons/20/solid/exclamation-triangle.svg"
import flip from "heroicons/20/solid/arrows-up-down.svg"
import folder from "heroicons/20/solid/folder-open.svg"
import forbid from "heroicons/20/solid/no-symbol.svg"
import forward from "heroicons/20/solid/chevron-right.svg"
import help from "heroicons/20/solid/question-mark-circle.svg"
import note from "heroicons/20/solid/information-circle.svg"
import pause from "heroicons/20/solid/pause.svg"
import play from "heroicons/20/solid/play.svg"
import plus from "heroicons/20/solid/plus.svg"
import power from "heroicons/20/solid/power.svg"
import redo from "heroicons/20/solid/arrow-uturn-right.svg"
import search from "heroicons/20/solid/magnifying-glass.svg"
import start from "heroicons/20/solid/chevron-double-left.svg"
import trash from "heroicons/20/solid/trash.svg"
import tv from "heroicons/20/solid/tv.svg"
import undo from "heroicons/20/solid/arrow-uturn-left.svg"

const texts = {back, check, chip, close, copy, done: check, down, download, end, error, flip, folder, forbid, forward, help, note, pause, play, plus, power,
    redo, search, start, trash, tv, undo}
const parsed = new Map()

export function icon(name) {
    if (!parsed.has(name)) {
        const made = new DOMParser().parseFromString(texts[name], "image/svg+xml").documentElement
        made.setAttribute("class", "icon")
        parsed.set(name, made)
    }
    return document.importNode(parsed.get(name), true)
}

// The icons of the markup: <i data-icon="help"></i>
export function fillIcons() {
    for (const place of document.querySelectorAll("i[data-icon]")) place.replaceWith(icon(place.dataset.icon))
}
