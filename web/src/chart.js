// Results over time: games of each period as bars, the score of the period and that of all games so far as lines.
import uPlot from "uplot"
import {counted, element, perCent, perCentParts, wholeNumber} from "./dom.js"
import {makeTable} from "./table.js"

const secondsOfDay = 86400
const dayText = day => new Date(day * secondsOfDay * 1000).toISOString().slice(0, 10)

function periodText([day], step) {
    return step === 1 ? dayText(day) : `${dayText(day)} to ${dayText(day + step - 1)}`
}

const gamesOf = ([, won, drawn, lost]) => won + drawn + lost
const scoreOf = row => (row[1] + row[2] / 2) / gamesOf(row)

// The score of all games up to each period's end.
function runningScores(rows) {
    let points = 0
    let games = 0
    return rows.map(row => {
        points += row[1] + row[2] / 2
        games += gamesOf(row)
        return points / games
    })
}

function colours() {
    const style = getComputedStyle(document.documentElement)
    const of = name => style.getPropertyValue(name).trim()
    return {text: of("--ink"), faint: of("--dim"), line: of("--line"), accent: of("--accent"), won: of("--won"), drawn: of("--drawn"), lost: of("--lost")}
}

// From the first period to the last, with a half of one, or a few days, on both sides.
function axisOf(rows, step) {
    const side = step * Math.max(1, Math.round(rows.length / 16))
    return [(rows[0][0] - side) * secondsOfDay, (rows.at(-1)[0] + side) * secondsOfDay]
}

// Days that are periods of the data, as many as there is room for.
function ticksOf(rows, step, width) {
    const [first, last] = [rows[0][0], rows.at(-1)[0]]
    const most = Math.max(1, Math.floor((width - 110) / 96))
    const apart = step * Math.max(1, Math.ceil((last - first) / step / most))
    return Array.from({length: Math.floor((last - first) / apart) + 1}, (_, at) => (first + at * apart) * secondsOfDay)
}

function optionsOf(width, step, running, rows, readout) {
    const {text, faint, line, accent, won, drawn, lost} = colours()
    const bars = uPlot.paths.bars({size: [0.85, 36]})
    const bar = fill => ({scale: "games", paths: bars, fill, stroke: fill, width: 0, points: {show: false}})
    const axis = {stroke: faint, grid: {stroke: line, width: 1}, ticks: {stroke: line, width: 1}}
    return {
        width,
        height: 260,
        tzDate: seconds => uPlot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
        legend: {show: false},
        cursor: {drag: {x: false, y: false}, points: {show: false}},
        scales: {
            x: {range: () => axisOf(rows, step)},
            score: {range: [0, 100]},
            games: {range: (_, least, most) => [0, Math.max(1, most * 3)]} // the lines are above the bars
        },
        axes: [{...axis, space: 90, splits: plot => ticksOf(rows, step, plot.width), values: (_, ticks) => ticks.map(tick => dayText(tick / secondsOfDay))},
            {...axis, scale: "score", values: (_, ticks) => ticks.map(tick => tick + " %"), size: 58},
            {...axis, scale: "games", side: 1, grid: {show: false}, size: 50, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 1e4, 2e4, 5e4, 1e5]}],
        series: [{}, bar(lost), bar(drawn), bar(won),
            {scale: "score", stroke: text, width: 1, dash: [4, 4], points: {size: 6, fill: text, show: true}},
            {scale: "score", stroke: accent, width: 3, points: {show: rows.length === 1}}],
        hooks: {
            setCursor: [plot => {
                const at = plot.cursor.idx
                if (at === null || at === undefined || !rows[at]) return
                const [, w, d, l] = rows[at]
                readout.textContent = `${periodText(rows[at], step)}: +${w} =${d} −${l}, ${perCent(scoreOf(rows[at]))}; so far ${perCent(running[at])}`
            }]
        }
    }
}

// What the chart draws, as a table: the newest first.
function figuresOf({step, rows}, running) {
    const number = (id, title, of, keep) => ({id, title, kind: "num", keep, value: of, cell: row => wholeNumber(of(row))})
    const columns = [{id: "period", title: "Period", value: ({row}) => row[0], cell: ({row}) => periodText(row, step)},
        number("games", "Games", ({row}) => gamesOf(row)), number("won", "Won", ({row}) => row[1], 3), number("drawn", "Drawn", ({row}) => row[2], 3),
        number("lost", "Lost", ({row}) => row[3], 3), {id: "score", title: "Score", kind: "num", value: ({row}) => scoreOf(row), cell: ({row}) => perCentParts(scoreOf(row))},
        {id: "running", title: "So far", kind: "num", keep: 1, value: ({running}) => running, cell: ({running}) => perCentParts(running)}]
    const table = makeTable("The chart in figures")
    table.show({columns, rows: rows.map((row, at) => ({row, running: running[at]})).reverse(), rowOf: ({row}) => ({key: row[0], name: periodText(row, step)})})
    return element("details", {}, element("summary", {}, "The chart in figures"), element("div", {class: "tall"}, table.node))
}

const key = (name, text) => element("span", {class: "key"}, element("span", {class: "swatch " + name, "aria-hidden": "true"}), text)

// Draws into the place; an answer's days are {step, rows: [[day, won, drawn, lost], …]}.
export function makeChart(place) {
    let plot
    let shown // the days
    let watcher
    const canvas = element("div", {class: "chart", role: "img"})

    function draw() {
        plot?.destroy()
        plot = undefined
        if (!shown || shown.days.rows.length === 0 || canvas.clientWidth === 0) return
        const {days, running, readout} = shown
        const data = [days.rows.map(([day]) => day * secondsOfDay), days.rows.map(gamesOf), days.rows.map(([, won, drawn]) => won + drawn),
            days.rows.map(([, won]) => won), days.rows.map(row => 100 * scoreOf(row)), running.map(score => 100 * score)]
        plot = new uPlot(optionsOf(canvas.clientWidth, days.step, running, days.rows, readout), data, canvas)
    }

    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw)
    return {
        show(days) {
            if (days.rows.length === 0) {
                shown = undefined
                draw()
                place.replaceChildren()
                return
            }
            const running = runningScores(days.rows)
            const games = days.rows.reduce((sum, row) => sum + gamesOf(row), 0)
            const last = days.rows.at(-1)
            const words = `${counted(games, "game")}, score ${perCent(running.at(-1))}, ${dayText(days.rows[0][0])} to ${dayText(last[0] + days.step - 1)}`
            const readout = element("p", {class: "readout"}, words)
            shown = {days, running, readout}
            canvas.setAttribute("aria-label", "Chart of the results over time: " + words)
            const unit = days.step === 1 ? "a day" : days.step === 7 ? "a week" : `${days.step} days`
            place.replaceChildren(element("p", {class: "legend"}, `Each bar is ${unit}: `, key("won", "won"), key("drawn", "drawn"), key("lost", "lost"),
                key("point", "score"), key("running", "score so far")), canvas, readout, figuresOf(days, running))
            draw()
            watcher ??= new ResizeObserver(() => {
                if (plot && canvas.clientWidth > 0 && plot.width !== canvas.clientWidth) plot.setSize({width: canvas.clientWidth, height: 260})
                else if (!plot) draw()
            })
            watcher.disconnect()
            watcher.observe(canvas)
        }
    }
}
