#!/usr/bin/env python3
"""Our book moves and shares against those of Debian's PolyGlot.

Two views of the same books:
  - the percentages that `polyglot dump-book` prints along its lines, for positions of both colours;
  - the move that PolyGlot plays with BookRandom=false, in positions along the book's lines.
(The `bk` command would show a position's moves at once, but PolyGlot 2.0.4 ends when asked with a book.)

usage: book_vs_polyglot.py BOOK_PROBE [BOOK…]     exit status 77: nothing to compare with here
"""

import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "e2e"))
from chess_rules import Position  # noqa: E402

POLYGLOT = pathlib.Path("/usr/games/polyglot")
ENGINE = pathlib.Path("/usr/games/stockfish")
GNUCHESS_BOOK = pathlib.Path("/usr/share/games/gnuchess/book.bin")
SHARED_BOOKS = ROOT.parent / "shared" / "data" / "books"
DUMPABLE_BYTES = 100_000  # dump-book walks every line of the book: hours for a large one
POSITIONS = 50
CASTLING = {"e1g1", "e1c1", "e8g8", "e8c8"}


class OurBook:
    """Asks book_probe, and remembers: [(move or None, share in 1/10000, playable)] per FEN, in file order."""

    def __init__(self, probe, book):
        command = [probe, str(book)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True)
        self.process.stdin.reconfigure(line_buffering=True)
        self.known = {}

    def entries(self, fen):
        if fen not in self.known:
            self.process.stdin.write(fen + "\n")
            self.process.stdin.flush()
            words = self.process.stdout.readline().split()
            triples = zip(words[0::3], words[1::3], words[2::3])
            self.known[fen] = [(None if m == "-" else m, int(share), ok == "1") for m, share, ok in triples]
        return self.known[fen]

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def dumped_moves(book, color):
    """{fen: {move: {percentages}}} from dump-book; at most POSITIONS positions."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "dump.txt"
        subprocess.run([POLYGLOT, "dump-book", "-bin", book, "-color", color, "-out", out], cwd=folder,
                       stdout=subprocess.DEVNULL, check=True, timeout=120)
        lines = out.read_text().splitlines()
    seen = {}
    after = {}  # (fen, SAN) → (move, position after it): lines share their beginnings
    for line in lines:
        match = re.match(r"\d+: (1\. [^{]*(?:\{\d+%\}[^{]*)*)", line)  # up to "{trans: line=8, ply=15}"
        if not match:
            continue
        position = Position()
        for word in match.group(1).split():
            if re.fullmatch(r"\d+\.(\.\.)?", word):
                continue
            san, _, percent = word.partition("{")
            fen = position.fen()
            if (fen, san) not in after:
                moves = [m for m in position.legal_moves() if position.san(m).rstrip("+#") == san.rstrip("+#")]
                assert len(moves) == 1, f"{san} in {fen}: {moves}"
                after[fen, san] = moves[0], position.after(moves[0])
            move, position = after[fen, san]
            if percent:
                if fen not in seen and len(seen) >= POSITIONS:
                    break
                seen.setdefault(fen, {}).setdefault(move, set()).add(int(percent.rstrip("%}")))
    return seen


def compare_percentages(book, ours):
    """Both must have the same moves in each position. dump-book rounds to whole per cent, ours is cut to 1/100 of one.

    PolyGlot reads castling only as the king taking its rook. A book that spells it e8c8 loses the move there, and the
    percentages are then over the rest; such positions are left out.
    """
    compared, faults = 0, []
    for color in ("white", "black"):
        for fen, moves in dumped_moves(book, color).items():
            shares = {}
            for move, share, _ in ours.entries(fen):
                if move is not None:
                    shares.setdefault(move, []).append(share)
            if set(shares) - set(moves) and set(shares) - set(moves) <= CASTLING:
                continue
            for move, percents in moves.items():
                near = {(share + half) // 100 for share in shares.get(move, []) for half in (49, 50, 51)}
                if not percents <= near:
                    faults.append(f"{book.name}: {fen}: {move} {percents} %, ours {shares.get(move)}")
            for move in sorted(set(shares) - set(moves)):
                faults.append(f"{book.name}: {fen}: {move} {shares[move]} is not in dump-book's lines")
            compared += 1
    return compared, faults


def book_lines(ours):
    """Positions reached by book moves from the start, nearest first: [(moves so far, position)]."""
    queue, seen, found = [([], Position())], set(), []
    while queue and len(found) < POSITIONS:
        moves, position = queue.pop(0)
        if position.fen() in seen:
            continue
        seen.add(position.fen())
        entries = ours.entries(position.fen())
        if entries:
            found.append((moves, position))
        playable = [entry[0] for entry in entries if entry[2]]
        queue += [(moves + [move], position.after(move)) for move in playable[:3]]
    return found


class PolyglotPlayer:
    """Debian's PolyGlot as a UCI engine that plays its best book move."""

    def __init__(self, book, folder):
        options = {"Book": "true", "BookFile": book, "BookRandom": "false", "BookTreshold": 0, "UCI": "true"}
        command = [POLYGLOT, "-noini", "-ec", ENGINE]
        for name, value in options.items():
            command += ["-pg", f"{name}={value}"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True, cwd=folder)
        self.send("uci")
        self.wait("uciok")

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def wait(self, word):
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            if line.startswith(word):
                return lines
        raise RuntimeError("polyglot ended before " + word)

    def best(self, moves):
        """The book move, or None when the engine had to search."""
        self.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        self.send("go nodes 1")
        lines = self.wait("bestmove")
        from_book = len(lines) > 1 and "cpuload 0" in lines[-2]
        return lines[-1].split()[1] if from_book else None

    def close(self):
        self.send("quit")
        self.process.stdin.close()
        self.process.wait(timeout=60)
        self.process.stdout.close()


def compare_best(book, ours):
    lines = book_lines(ours)
    compared, faults = 0, []
    with tempfile.TemporaryDirectory() as folder:
        player = PolyglotPlayer(book, folder)
        for moves, position in lines:
            entries = ours.entries(position.fen())
            playable = [(share, move) for move, share, ok in entries if ok]
            top = max((share for share, _ in playable), default=0)
            # Equal after rounding: only the weights could say which one, so each of them will do here.
            accepted = {move for share, move in playable if share == top} or {None}
            theirs = player.best(moves)
            if theirs not in accepted:
                faults.append(f"{book.name}: {' '.join(moves)}: PolyGlot plays {theirs}, ours {sorted(map(str, accepted))}")
            compared += 1
        player.close()
    return compared, faults


def main(probe, books):
    if not POLYGLOT.exists() or not ENGINE.exists():
        print("skipped: needs the Debian packages polyglot and stockfish")
        return 77
    if not books:
        books = [b for b in [GNUCHESS_BOOK, *sorted(SHARED_BOOKS.glob("*.bin"))] if b.exists()]
    if not books:
        print("skipped: no books here (Debian's gnuchess-book has one)")
        return 77
    faults = []
    for book in books:
        ours = OurBook(probe, book)
        best, wrong = compare_best(book, ours)
        faults += wrong
        dumped = 0
        if book.stat().st_size <= DUMPABLE_BYTES:
            dumped, wrong = compare_percentages(book, ours)
            faults += wrong
        ours.close()
        print(f"{book.name}: {best} best moves and the shares of {dumped} positions compared", flush=True)
    print("\n".join(faults) or "no difference")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], [pathlib.Path(name) for name in sys.argv[2:]]))
