// One game of the file: who played it, its moves with clocks and values, and the comment of the move shown.
import {ask} from "./api.js"
import {element} from "./dom.js"
import {dateText, playerText, resultText} from "./games.js"
import {icon} from "./icons.js"

const pause = 200 // ms until a game that is being unpacked is asked for again
const mostShown = 1024 // half-moves, as in a line

// 1:02:03, 2:03 or 9.5 s
function clockText(ms) {
    const seconds = Math.floor(ms / 1000)
    if (seconds < 60) return (ms / 1000).toFixed(ms % 1000 === 0 ? 0 : 1) + " s"
    const two = number => String(number).padStart(2, "0")
    const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
    return seconds >= 3600 ? `${Math.floor(seconds / 3600)}:${rest}` : rest.replace(/^0/, "")
}

// on.board: where the board is; on.go(start, moves, at); on.say(text, kind).
export function makeGame(card, on) {
    let game // that is shown
    let buttons = []
    let at // half-moves of it that are played at the place shown; undefined: it is not a place of the game
    let asked = 0
    const comment = element("p", {class: "comment", "aria-live": "polite"})
    const again = element("button", {type: "button", on: {click: () => goTo(at ?? last)}}, "Back to the game")
    let last = 0

    const movesOf = () => game.moves.slice(0, mostShown).map(move => move.uci)
    const goTo = ply => on.go(game.start ?? "", movesOf(), ply)

    function cellOf(move, ply) {
        const facts = [move.value?.replace("-", "−"), move.left_ms !== undefined ? clockText(move.left_ms) : move.used_ms !== undefined ? clockText(move.used_ms) : undefined]
        const words = [move.value ? `value for White ${move.value}` : "", move.left_ms !== undefined ? `${clockText(move.left_ms)} left` : "",
            move.used_ms !== undefined ? `${clockText(move.used_ms)} used` : ""].filter(Boolean).join(", ")
        const button = element("button", {type: "button", class: "plain", title: words || undefined, on: {click: () => goTo(ply + 1)}}, element("b", {}, move.san),
            ...facts.filter(Boolean).map(text => element("span", {class: "dim small"}, text)))
        buttons[ply] = button
        return element("li", {class: ply === 0 && !move.white ? "black-first" : undefined}, move.white || ply === 0 ? element("span", {class: "number dim"}, move.number) : element("span", {class: "number"}), button)
    }

    function draw() {
        buttons = []
        const side = (name, elo, white) => element("span", {class: "player " + (white ? "white" : "black")}, playerText(name, elo))
        const words = [game.event !== "?" ? game.event : "", game.tags.find(([name]) => name === "Site")?.[1].replace(/^\?$/, ""), dateText(game.date),
            game.opening ? `${game.opening.code} ${game.opening.name}` : ""].filter(Boolean).join(" · ")
        card.replaceChildren(element("header", {}, element("h2", {}, side(game.white, game.white_elo, true), element("b", {class: "result"}, resultText(game.result)),
            side(game.black, game.black_elo, false)), again, element("button", {type: "button", class: "tool", "aria-label": "Close the game", title: "Close the game", on: {click: close}}, icon("close"))),
        element("div", {class: "body"}, element("p", {class: "dim small"}, words), game.problem ? element("p", {class: "warning"}, `The game ends early: ${game.problem}.`) : "",
            element("ol", {class: "moves", tabindex: "0", "aria-label": "Moves of the game"}, ...game.moves.map(cellOf)), comment))
        card.hidden = false
    }

    function close() {
        ++asked
        game = undefined
        card.hidden = true
        card.replaceChildren()
    }

    function plyOf(place) {
        if (place.start !== (game.start ?? "") || place.at > game.moves.length) return undefined
        return place.played.every((move, ply) => move === game.moves[ply].uci) ? place.at : undefined
    }

    async function open(listed) {
        const number = ++asked
        try {
            let found = await ask("game", {game: listed.game})
            for (let looks = 0; found.reading && number === asked; ++looks) {
                if (looks === 1) on.say("The file is being unpacked up to the game.", "note")
                await new Promise(done => setTimeout(done, pause))
                found = await ask("game", {game: listed.game})
            }
            if (number !== asked) return
            game = found
            draw()
            await goTo(Math.min(listed.ply, mostShown))
            const isNarrow = on.board.offsetLeft + on.board.offsetWidth > card.offsetLeft // the board stands above
            ;(isNarrow ? on.board : card).scrollIntoView({block: "nearest"})
            if (game.moves.length > mostShown) on.say(`Only the first ${mostShown} half-moves are shown.`, "note")
        } catch (error) {
            on.say(error.message)
        }
    }

    return {
        open,
        close,
        // The page shows another place.
        moved(place) {
            if (!game) return
            at = plyOf(place)
            if (at !== undefined) last = at
            again.hidden = at !== undefined
            for (const [ply, button] of buttons.entries()) {
                if (ply + 1 === at) button.setAttribute("aria-current", "step")
                else button.removeAttribute("aria-current")
            }
            const list = card.querySelector(".moves")
            const current = at > 0 ? buttons[at - 1] : undefined
            if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2
            comment.textContent = at > 0 ? game.moves[at - 1].comment ?? "" : ""
        }
    }
}
