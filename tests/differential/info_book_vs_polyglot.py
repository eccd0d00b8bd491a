#!/usr/bin/env python3
"""The figures of `polyglot info-book` against those of Debian's PolyGlot, on generated and on real books.

On generated books (with moves of weight 0, illegal moves, repeated ones) all figures are the same. Elsewhere a
difference needs one of the reasons in docs/info-book.md, and must go the way the reason says:
  - castling spelt e1g1, and eguzki's promotions, are moves to us and none to PolyGlot: we find more positions;
  - entries in no order: PolyGlot does not find them all;
  - PolyGlot counts the start position of a book that has no playable move there;
  - -exact: PolyGlot leaves out some of Black's positions, and counts White's first moves in a book that has none.

usage: info_book_vs_polyglot.py POLYGLOT [BOOK…]     exit status 77: nothing to compare with here
"""

import json
import pathlib
import random
import re
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "e2e"))
from chess_rules import START_FEN, Position, parse_square  # noqa: E402

POLYGLOT = pathlib.Path("/usr/games/polyglot")
SHARED_BOOKS = ROOT.parent / "shared" / "data" / "books"
LARGEST = 1_000_000  # bytes of a real book: larger ones take long in a debug build
CASTLING = {"e1g1": "e1h1", "e1c1": "e1a1", "e8g8": "e8h8", "e8c8": "e8a8"}
SEEDS = 12


def raw_move(position, uci):
    if uci in CASTLING and position.san(uci).startswith("O-O"):
        uci = CASTLING[uci]
    promotion = " nbrq".index(uci[4]) if len(uci) > 4 else 0
    return promotion << 12 | parse_square(uci[:2]) << 6 | parse_square(uci[2:4])


def generate(ours, seed):
    """A book of random games from few moves, so that lines meet; which sides have moves differs from book to book."""
    rng = random.Random(seed)
    sides = rng.choice(["wb", "wb", "w", "b"])
    entries = []  # (FEN, move, weight)
    for _ in range(rng.randint(1, 40)):
        position = Position()
        for _ in range(rng.randint(1, 16)):
            moves = sorted(position.legal_moves())
            if not moves:
                break
            move = rng.choice(moves[:4] if rng.random() < 0.8 else moves)
            fen = position.fen()
            if fen.split()[1] in sides and rng.random() < 0.95:
                entries.append((fen, raw_move(position, move), rng.choice([0, 1, 2, 3, 500])))
            if rng.random() < 0.05:
                entries.append((fen, rng.randrange(4096) | 1, 1))  # most likely no legal move
            position = position.after(move)
    fens = "".join(fen + "\n" for fen, _, _ in entries)
    keys = subprocess.run([ours, "key"], input=fens, capture_output=True, text=True, check=True).stdout.split()
    rows = sorted(struct.pack(">QHHI", int(key, 16), move, weight, 0)
                  for key, (_, move, weight) in zip(keys, entries))
    return b"".join(rows)


def figures(program, book, exact, more=()):
    command = [program, "info-book", "-bin", book, *(["-exact"] if exact else []), *more]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    names = {"Lines for white": "lines w", "Lines for black": "lines b", "Positions on lines for white": "positions w",
             "Positions on lines for black": "positions b", "Unreachable white positions(?)": "unreachable w",
             "Unreachable black positions(?)": "unreachable b", "Isolated positions": "isolated"}
    found = {names[m[1].strip()]: int(m[2]) for m in re.finditer(r"^(.{31}):\s+(\d+)$", done.stdout, re.M)
             if m[1].strip() in names}
    assert len(found) == (7 if exact else 5), f"{command}: {done.stdout}{done.stderr}"
    return found


def reasons(data):
    """Why the figures of this book may differ."""
    entries = [struct.unpack(">QH", data[i:i + 10]) for i in range(0, len(data) - 15, 16)]
    keys = [key for key, _ in entries if 0 < key < 2**64 - 1]
    moves = {move for _, move in entries}
    found = set()
    if any(a > b for a, b in zip(keys, keys[1:])):
        found.add("unsorted")
    short_castling = {parse_square(m[:2]) << 6 | parse_square(m[2:]) for m in CASTLING}
    if moves & short_castling or any(move >> 15 for move in moves):
        found.add("spelling")
    return found


def explained(theirs, ours, why):
    if theirs == ours:
        return True
    if ours["positions w"] == 0 and theirs["positions w"] == 1:
        return {**theirs, "positions w": 0, "isolated": ours["isolated"]} == ours
    if "unsorted" in why:
        return True
    if "spelling" in why:
        return all(ours[f"positions {c}"] >= theirs[f"positions {c}"] for c in "wb") and ours["isolated"] <= theirs[
            "isolated"]
    return False


def exact_explained(theirs, ours):
    """PolyGlot's count of Black's positions is lower by a few; the isolated ones are higher by as many."""
    same = [name for name in ours if name.startswith(("lines", "positions")) or name == "unreachable w"]
    left_out = ours["unreachable b"] - theirs["unreachable b"]
    return (all(theirs[name] == ours[name] for name in same) and theirs["isolated"] - ours["isolated"] == left_out
            and 0 <= left_out <= 2 + ours["unreachable b"] // 10)


def main():
    arguments = [a for a in sys.argv[1:] if not a.startswith("-")]
    if not POLYGLOT.exists():
        print("skipped: no /usr/games/polyglot here")
        return 77
    ours = pathlib.Path(arguments[0]).resolve()
    failures = compared = with_reason = 0

    def judge(name, theirs, mine, fine):
        nonlocal failures, compared, with_reason
        compared += 1
        with_reason += fine and theirs != mine
        failures += not fine
        if not fine:
            print(f"DIFFERENT {name}\n  PolyGlot {theirs}\n  ours     {mine}")

    with tempfile.TemporaryDirectory() as folder:
        book = pathlib.Path(folder) / "generated.bin"
        for seed in range(1, SEEDS + 1):
            data = generate(ours, seed)
            if not data:
                continue
            book.write_bytes(data)
            theirs, mine = figures(POLYGLOT, book, False), figures(ours, book, False)
            judge(f"seed {seed}", theirs, mine, explained(theirs, mine, set()))
            theirs, mine = figures(POLYGLOT, book, True), figures(ours, book, True)
            starts = mine["positions w"] > 0  # else PolyGlot takes White's first moves for moves off the book
            judge(f"seed {seed} -exact", theirs, mine, exact_explained(theirs, mine) or not starts)

    real = [pathlib.Path(a) for a in arguments[1:]]
    if not real and SHARED_BOOKS.is_dir():
        real = [b for b in sorted(SHARED_BOOKS.glob("*.bin")) if 16 <= b.stat().st_size <= LARGEST]
    for path in real:
        theirs, mine = figures(POLYGLOT, path, False), figures(ours, path, False)
        judge(path.name, theirs, mine, explained(theirs, mine, reasons(path.read_bytes())))
        json.loads(subprocess.run([ours, "info-book", "-bin", path, "-json"], capture_output=True, check=True).stdout)
    print(f"{compared} comparisons, {len(real)} of them on real books: {compared - with_reason - failures} the same, "
          f"{with_reason} with a known reason, {failures} different")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
