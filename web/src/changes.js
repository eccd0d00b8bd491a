// Books that change, vanish or come back on disk are noticed while the page is seen.
import {ask} from "./api.js"

const pause = 2000 // ms

// changed(): a book is another one on disk. replaced(): other books were opened, in another tab.
export function followChanges({shelf, changed, replaced}) {
    let revision
    async function look() {
        try {
            if (!document.hidden) {
                const answer = await ask("changes")
                if (answer.shelf !== shelf()) await replaced()
                else if (revision !== undefined && answer.revision !== revision) await changed()
                revision = answer.revision
            }
        } catch {
            return // the program has ended; the page says so at the next step
        }
        setTimeout(look, pause)
    }
    look()
}
