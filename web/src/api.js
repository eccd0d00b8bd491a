// What the page asks the program: docs/explore.md.

// It is in the page that the printed address leads to, and nowhere else. Unlike the cookie, what is kept here is given to pages of
// this port alone; all its tabs have it.
const given = document.querySelector("meta[name=key]").content
if (given) localStorage.setItem("key", given)

export async function ask(what, question = {}) {
    let response
    try {
        response = await fetch("/api/" + what, {
            method: "POST",
            headers: {"Content-Type": "application/json", "X-Polyglot-Key": localStorage.getItem("key") ?? ""},
            body: JSON.stringify(question)
        })
    } catch {
        throw Object.assign(new Error("polyglot has ended, or cannot be reached: start it again with the same command, and open the address that it prints"),
            {unreachable: true})
    }
    const text = await response.text()
    let answer
    try {
        answer = JSON.parse(text)
    } catch {
        throw new Error(text.trim() || `status ${response.status}`)
    }
    if (!response.ok) throw new Error(answer.error ?? `status ${response.status}`)
    return answer
}

// Asks what would lose edits that are not saved. Only the program knows whether there are any: another tab may have made them.
// Then `words` are to be confirmed; undefined: they were not.
export async function askLosing(what, question, words) {
    try {
        return await ask(what, question)
    } catch (error) {
        if (!error.message.includes("not saved")) throw error
        return confirm(words) ? ask(what, {...question, discard: true}) : undefined
    }
}
