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

export const wholeNumber = number => number.toLocaleString("en")
export const counted = (number, word) => `${wholeNumber(number)} ${word}${number === 1 ? "" : "s"}`

// A text with a sign, unless it says nothing but zero.
export function signed(number, text) {
    if (text.startsWith("<0.1")) return "0.0 %"
    return (/[1-9]/.test(text) ? number > 0 ? "+" : "−" : "") + text
}

// One decimal everywhere: in a column the points are below each other.
export const perCent = share => share > 0 && share < 0.0005 ? "<0.1 %" : (100 * share).toFixed(1) + " %"

// A share for a cell: its unit may be left out where there is no room.
export function perCentParts(share) {
    return [perCent(share).replace(" %", ""), element("small", {class: "unit"}, " %")]
}
