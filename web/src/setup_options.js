// The options of the engine: a field for each, with its range; only those that differ from the defaults are choices.
import {counted, element} from "./dom.js"

const find = id => document.getElementById(id)

function fieldOf(option, id) {
    const given = {id, "data-option": option.name}
    if (option.type === "check") return element("input", {...given, type: "checkbox", checked: option.default === "true"})
    if (option.type === "combo") {
        // A default that is no choice is shown, too: it is what the engine uses.
        const choices = option.choices.includes(option.default) ? option.choices : [option.default, ...option.choices]
        return element("select", given, ...choices.map(choice => element("option", {value: choice, selected: choice === option.default}, choice || "(the engine's default)")))
    }
    // The field is empty if its value is not written as a number of HTML: "+5".
    if (option.type === "spin") return element("input", {...given, type: "number", min: option.min, max: option.max, value: option.default.replace(/^\s*\+/, "")})
    return element("input", {...given, type: "text", value: option.default, spellcheck: "false", autocomplete: "off"})
}

const valueOf = field => field.type === "checkbox" ? String(field.checked) : field.value.trim()

// hasBook(): whether polyglot plays a book.
export function makeOptions(changed, hasBook) {
    let options = []
    const fields = new Map()
    const initial = new Map() // what the fields showed first: how the engine spells its defaults is no choice

    const differs = option => valueOf(fields.get(option.name)) !== initial.get(option.name)

    function mark() {
        const number = options.filter(differs).length
        for (const option of options) fields.get(option.name).classList.toggle("changed", differs(option))
        find("options-state").textContent = number > 0 ? `${counted(number, "option")} changed` : "the engine's defaults"
        const own = options.filter(option => option.own_book && !differs(option)).map(option => option.name)
        find("own-book").hidden = own.length === 0 || !hasBook()
        find("own-book").textContent = `${own.join(", ")} is switched off, because polyglot plays the book.`
    }

    find("options").addEventListener("input", () => {
        mark()
        changed()
    })

    return {
        mark,
        show(next) {
            options = next
            fields.clear()
            initial.clear()
            const rows = options.flatMap((option, at) => {
                const id = "option-" + at
                fields.set(option.name, fieldOf(option, id))
                initial.set(option.name, valueOf(fields.get(option.name)))
                return [element("label", {for: id}, option.name), element("div", {}, fields.get(option.name),
                    element("span", {class: "dim small"}, option.type === "spin" ? option.values : ""))]
            })
            find("options").replaceChildren(...rows)
            find("options-summary").textContent = options.length > 0 ? `All ${counted(options.length, "option")}` : "The engine has no options"
            mark()
        },
        get values() {
            return Object.fromEntries(options.filter(differs).map(option => [option.name, valueOf(fields.get(option.name))]))
        }
    }
}
