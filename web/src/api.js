// What the page asks the program: docs/explore.md.
export async function ask(what, question = {}) {
    let response
    try {
        response = await fetch("/api/" + what, {
            method: "POST",
            headers: {"Content-Type": "application/json"},
            body: JSON.stringify(question)
        })
    } catch {
        throw new Error("polyglot explore has ended, or cannot be reached")
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
