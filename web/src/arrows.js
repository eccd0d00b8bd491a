// Arrows of the books' moves. Those that leave a square in one direction (e2e3 and e2e4, or one move of two books) lie side by
// side in lanes; none begins at the middle of its square or ends at the middle of another, so that those that fan out or meet
// stay apart.
import {svg} from "./dom.js"
import {pointOf, size} from "./squares.js"

const directionOf = (dx, dy) => {
    const steps = (a, b) => b === 0 ? Math.abs(a) : steps(b, a % b)
    const unit = steps(dx, dy) || 1
    return `${dx / unit},${dy / unit}`
}

function shapeOf({from, to, share, second}, lane, lanes, blackBelow) {
    const [x1, y1] = pointOf(from, blackBelow).map(at => at + size / 2)
    const [x2, y2] = pointOf(to, blackBelow).map(at => at + size / 2)
    const length = Math.hypot(x2 - x1, y2 - y1)
    const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length]
    const gap = Math.min(10.5, 26 / lanes)
    const side = (lane - (lanes - 1) / 2) * gap
    const width = Math.min(2 + 6 * share, lanes > 1 ? gap * 0.55 : 8)
    const head = Math.min(Math.max(width * 2.2, 7), lanes > 1 ? gap * 1.25 : 18)
    const at = (along, across) => `${(x1 + ux * along - uy * (across + side)).toFixed(1)},${(y1 + uy * along + ux * (across + side)).toFixed(1)}`
    const [begin, tip] = [size * 0.3, length - size * 0.12]
    const neck = tip - head * 0.95
    const points = [at(begin, width / 2), at(neck, width / 2), at(neck, head / 2), at(tip, 0), at(neck, -head / 2), at(neck, -width / 2), at(begin, -width / 2)]
    return svg("polygon", {class: second ? "book-arrow second" : "book-arrow", "data-arrow": from + to, points: points.join(" ")})
}

// [{from, to, share, second}] as drawings, the heaviest last, above the others.
export function drawArrows(arrows, blackBelow) {
    const lanes = new Map()
    for (const arrow of arrows) {
        const [x1, y1] = pointOf(arrow.from, blackBelow)
        const [x2, y2] = pointOf(arrow.to, blackBelow)
        const key = arrow.from + directionOf((x2 - x1) / size, (y2 - y1) / size)
        lanes.set(key, [...lanes.get(key) ?? [], arrow])
    }
    const shapes = [...lanes.values()].flatMap(group => group.sort((a, b) => (a.to + a.second < b.to + b.second ? -1 : 1))
        .map((arrow, lane) => [arrow.share, shapeOf(arrow, lane, group.length, blackBelow)]))
    return shapes.sort((a, b) => a[0] - b[0]).map(([, shape]) => shape)
}
