// Where the user is: a start position, the moves from it, and how many of them are played. In the address, so that back,
// forward and bookmarks work: #start=FEN&line=e2e4.e7e5&at=1&black=1
export class Place {
    constructor(start = "", line = [], at = line.length) {
        this.start = start
        this.line = line
        this.at = Math.max(0, Math.min(at, line.length))
    }

    static fromAddress(hash) {
        const fields = new URLSearchParams(hash.replace(/^#/, ""))
        const line = (fields.get("line") ?? "").split(".").filter(move => /^([a-h][1-8][a-h][1-8][qrbnk]?|[PNBRQ]@[a-h][1-8])$/.test(move))
        const at = Number.parseInt(fields.get("at") ?? "", 10)
        return new Place(fields.get("start") ?? "", line, Number.isNaN(at) ? line.length : at)
    }

    get played() {
        return this.line.slice(0, this.at)
    }

    get question() {
        return this.start ? {start: this.start, line: this.played} : {line: this.played}
    }

    // The line goes on as it was if the move is the next one of it.
    play(move) {
        if (this.line[this.at] === move) return this.to(this.at + 1)
        return new Place(this.start, [...this.played, move])
    }

    to(at) {
        return new Place(this.start, this.line, at)
    }

    address(blackBelow) {
        const fields = []
        if (this.start) fields.push("start=" + encodeURIComponent(this.start).replaceAll("%2F", "/").replaceAll("%20", "+"))
        if (this.line.length > 0) fields.push("line=" + this.line.join("."))
        if (this.at < this.line.length) fields.push("at=" + this.at)
        if (blackBelow) fields.push("black=1")
        return "#" + fields.join("&")
    }
}
