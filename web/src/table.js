// The one table of both pages: sorts by every column, folds rows away, unfolds what a row has more, and leaves out the columns
// for which there is no room; the unfolded row has them.
import {element} from "./dom.js"
import {icon} from "./icons.js"

const directions = {ascending: 1, descending: -1}

function compare(a, b) {
    if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1 // what is not known comes last
    return typeof a === "string" ? a.localeCompare(String(b)) : a - b
}

// columns: [{id, title, tip, cell(row), value(row), kind ("num", "wide", "acts"), group, keep}]; the least `keep` is left out
// first, undefined never. groups: [{title, short, kind}]. rowOf(row): {attributes, header, details()}. fold: {rows, words, reasons}.
// on.hover(row), on.leave(): of rows. What is unfolded stays so in the next table of the same `place`.
export function makeTable(label, on = {}) {
    const scroller = element("div", {class: "table", role: "region", tabindex: "0", "aria-label": label})
    let what // is shown
    let sorted // {id, direction}
    let unfolded = false
    const open = new Map() // key of a row: its detail
    let drawn = []
    let isOver = false // the pointer, over a row
    let width // for which it was fitted
    const watcher = new ResizeObserver(() => scroller.clientWidth !== width && fit())
    watcher.observe(scroller)

    function order(rows) {
        const column = sorted && what.columns.find(one => one.id === sorted.id)
        if (!column) return rows
        const sign = directions[sorted.direction]
        const known = rows.filter(row => column.value(row) !== undefined)
        return [...known.sort((a, b) => sign * compare(column.value(a), column.value(b))), ...rows.filter(row => column.value(row) === undefined)]
    }

    // Numbers: the highest first, then the lowest, then as given.
    function sortBy(column) {
        const first = ["num", "bars"].includes(column.kind) ? "descending" : "ascending"
        const second = first === "descending" ? "ascending" : "descending"
        if (sorted?.id !== column.id) sorted = {id: column.id, direction: first}
        else sorted = sorted.direction === first ? {id: column.id, direction: second} : undefined
        draw()
        scroller.querySelector(`thead [data-column="${column.id}"] button`)?.focus({preventScroll: true})
        on.sorted?.()
    }

    function headOf(column) {
        const attributes = {scope: "col", class: column.kind ?? "", "data-column": column.id, title: column.tip,
            "aria-sort": sorted?.id === column.id ? sorted.direction : undefined}
        if (!column.value) return element(column.title ? "th" : "td", attributes, column.title || element("span"))
        return element("th", attributes, element("button", {type: "button", on: {click: () => sortBy(column)}}, column.title, icon("down")))
    }

    function groupsOf() {
        const cells = []
        for (const column of what.columns) {
            if (cells.length === 0 || cells.at(-1).group !== column.group) cells.push({group: column.group, ids: []})
            cells.at(-1).ids.push(column.id)
        }
        const row = element("tr", {class: "groups"}, ...cells.map(({group, ids}, at) => {
            const title = group === undefined ? undefined : what.groups[group]
            const cell = element(title ? "th" : "td", {class: title ? "from" : "", title: title?.title},
                ...(title ? [element("span", {class: "swatch " + title.kind}), title.short ? title.short + " " : "", element("span", {class: "book"}, title.title)] : []))
            cell.ids = ids
            if (title) cell.setAttribute("scope", "colgroup")
            return cell
        }))
        return row
    }

    function cellOf(column, row, header) {
        const content = column.cell(row)
        const kind = [column.kind, column.tone?.(row) ?? ""].filter(Boolean).join(" ")
        return element(header ? "th" : "td", {class: kind, scope: header ? "row" : undefined, "data-column": column.id, title: column.tipOf?.(row)},
            ...(column.kind === "wide" && typeof content === "string" ? [element("span", {class: "text"}, content)] : Array.isArray(content) ? content : [content ?? ""]))
    }

    function detailOf(row, columns) {
        const items = [...columns.map(column => [column.title || "Edit", column.cell(row)]), ...what.rowOf(row).details?.() ?? []]
        const whole = items.filter(([title]) => title === undefined).map(([, node]) => node)
        const list = items.filter(([title, content]) => title !== undefined && content !== undefined && content !== "")
        return element("tr", {class: "detail"}, element("td", {colspan: "100"},
            list.length > 0 ? element("dl", {}, ...list.map(([title, content]) => element("div", {}, element("dt", {}, title),
                element("dd", {}, ...(Array.isArray(content) ? content : [content]))))) : "", ...whole))
    }

    function toggle(row, line) {
        const key = what.rowOf(row).key
        const detail = open.get(key)
        if (detail) {
            detail.remove()
            open.delete(key)
        } else {
            open.set(key, detailOf(row, hiddenColumns()))
            line.after(open.get(key))
        }
        for (const button of line.querySelectorAll(".unfold")) button.setAttribute("aria-expanded", String(!detail))
    }

    const hiddenColumns = () => what.columns.filter(column => column.hidden)

    function lineOf(row) {
        const {attributes, name} = what.rowOf(row)
        const line = element("tr", {...attributes, class: ["row", attributes?.class].filter(Boolean).join(" ")},
            ...what.columns.map((column, at) => cellOf(column, row, at === 0)))
        const unfold = element("button", {type: "button", class: "tool unfold", "aria-expanded": "false", "aria-label": "More of " + name, title: "More"}, icon("down"))
        line.append(element("td", {class: "unfold-cell"}, unfold))
        for (const button of line.querySelectorAll(".unfold")) button.addEventListener("click", () => toggle(row, line))
        if (on.hover) {
            line.addEventListener("pointerenter", () => {
                isOver = true
                on.hover(row)
            })
            line.addEventListener("pointerleave", left)
        }
        drawn.push({row, line})
        return line
    }

    function left() {
        isOver = false
        on.leave()
    }

    function foldOf({rows, words, reasons}) {
        const body = element("tbody", {hidden: !unfolded}, ...order(rows).map(lineOf))
        const button = element("button", {type: "button", class: "plain", "aria-expanded": String(unfolded), on: {click: () => {
            unfolded = !unfolded
            body.hidden = !unfolded
            button.setAttribute("aria-expanded", String(unfolded))
            fit()
        }}}, icon("down"), element("span", {}, words + ": ", element("span", {class: "small"}, reasons)))
        button.classList.add("unfold")
        return [element("tbody", {}, element("tr", {class: "fold"}, element("td", {colspan: "100"}, button))), body]
    }

    function draw() {
        const unfoldedKeys = new Set(open.keys())
        drawn = []
        open.clear()
        if (isOver) left() // the row that is replaced hears no more of the pointer
        const head = element("thead", {}, ...(what.groups ? [groupsOf()] : []), element("tr", {}, ...what.columns.map(headOf),
            element("td", {class: "unfold-cell"})))
        const bodies = [element("tbody", {}, ...order(what.rows).map(lineOf)), ...(what.fold?.rows.length > 0 ? foldOf(what.fold) : [])]
        scroller.replaceChildren(element("table", {"aria-label": label}, head, ...bodies))
        fit()
        for (const {row, line} of drawn) {
            const {key, hasDetails} = what.rowOf(row)
            if (unfoldedKeys.has(key) && (hasDetails || hiddenColumns().length > 0)) toggle(row, line)
        }
    }

    const cellsOf = column => scroller.querySelectorAll(`:scope > table > * > tr > [data-column="${column.id}"]`)

    function setHidden(column, hidden) {
        column.hidden = hidden
        for (const cell of cellsOf(column)) cell.hidden = hidden
    }

    function showUnfold(is) {
        for (const cell of scroller.querySelectorAll(":scope > table > * > tr > .unfold-cell")) cell.hidden = !is
    }

    function fit() {
        if (!what || scroller.clientWidth === 0) return
        width = scroller.clientWidth
        what.columns.forEach(column => setHidden(column, false))
        const optional = what.columns.filter(column => column.keep !== undefined).sort((a, b) => a.keep - b.keep)
        showUnfold(drawn.some(({row}) => what.rowOf(row).hasDetails))
        for (const column of optional) {
            if (scroller.scrollWidth <= scroller.clientWidth) break
            setHidden(column, true)
            showUnfold(true)
        }
        if (what.groups) for (const column of what.columns) {
            const isFirst = column.group !== undefined && what.columns.find(one => one.group === column.group && !one.hidden) === column
            for (const cell of cellsOf(column)) cell.classList.toggle("from", isFirst)
        }
        for (const cell of scroller.querySelectorAll(".groups > *")) {
            const visible = cell.ids.filter(id => !what.columns.find(column => column.id === id).hidden).length
            cell.hidden = visible === 0
            cell.colSpan = Math.max(1, visible)
        }
        for (const {row, line} of drawn) {
            const detail = open.get(what.rowOf(row).key)
            if (!detail) continue
            const fresh = detailOf(row, hiddenColumns())
            detail.replaceWith(fresh)
            open.set(what.rowOf(row).key, fresh)
            if (!fresh.isConnected) line.after(fresh)
        }
    }

    return {
        node: scroller,
        show(next) {
            if (what?.place !== next.place) open.clear()
            what = next
            draw()
        },
        fit,
        unfoldAll() {
            unfolded = true
        },
        // The rows in the order in which they are seen.
        get lines() {
            return drawn.filter(({line}) => !line.parentElement.hidden)
        }
    }
}
