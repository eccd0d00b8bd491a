// Elements without markup: whatever a book or a log has in its names stays text.
export function element(name, properties = {}, ...children) {
    const made = document.createElement(name)
    for (const [key, value] of Object.entries(properties)) {
        if (value === undefined || value === false) continue
        if (key === "class") made.className = value
        else if (key === "on") for (const [event, run] of Object.entries(value)) made.addEventListener(event, run)
        else made.setAttribute(key, value === true ? "" : value)
    }
    made.append(...children.filter(child => child !== null && child !== undefined))
    return made
}

export function svg(name, attributes = {}, ...children) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name)
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
    made.append(...children)
    return made
}

// Parts of a whole as one bar: [[class, 0..1], …].
export function bar(parts, label) {
    let from = 0
    const rects = parts.map(([name, part]) => {
        const rect = svg("rect", {class: name, x: 100 * from, width: Math.max(0, 100 * part), height: 10, y: 0})
        from += part
        return rect
    })
    const attributes = {viewBox: "0 0 100 10", preserveAspectRatio: "none"}
    return svg("svg", label ? {...attributes, role: "img", "aria-label": label} : {...attributes, "aria-hidden": "true"}, ...rects)
}

export const perCent = share => (100 * share).toFixed(share > 0 && share < 0.01 ? 2 : 1) + " %"
