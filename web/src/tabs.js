// Tabs: one panel is shown; arrows go from tab to tab.
export function makeTabs(box) {
    const buttons = [...box.querySelectorAll("[role=tab]")]
    const panelOf = button => document.getElementById(button.getAttribute("aria-controls"))
    const watchers = new Map()
    let shown

    function show(id, scrolls = false) {
        const isNew = shown !== id
        shown = id
        for (const button of buttons) {
            const here = panelOf(button).id === id
            button.setAttribute("aria-selected", String(here))
            button.tabIndex = here ? 0 : -1
            panelOf(button).hidden = !here
        }
        if (isNew) watchers.get(id)?.()
        if (scrolls) box.scrollIntoView({block: "nearest"})
    }

    function showFirst() {
        const first = buttons.find(button => !button.hidden)
        if (!shown && first) show(panelOf(first).id)
    }

    box.querySelector("[role=tablist]").addEventListener("click", event => {
        const button = event.target.closest("[role=tab]")
        if (button) show(panelOf(button).id)
    })
    box.querySelector("[role=tablist]").addEventListener("keydown", event => {
        const step = {ArrowLeft: -1, ArrowRight: 1}[event.key]
        if (!step) return
        const offered = buttons.filter(button => !button.hidden)
        const next = offered[(offered.indexOf(event.target.closest("[role=tab]")) + step + offered.length) % offered.length]
        show(panelOf(next).id)
        next.focus()
        event.preventDefault()
    })
    return {
        show,
        get shown() {
            return shown
        },
        on: (id, run) => watchers.set(id, run),
        offer(id, is) {
            buttons.find(button => panelOf(button).id === id).hidden = !is
            if (is || shown !== id) return
            shown = undefined
            showFirst()
        },
        showFirst
    }
}
