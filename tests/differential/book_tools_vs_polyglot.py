#!/usr/bin/env python3
"""`polyglot merge-book` and `dump-book` against those of Debian's PolyGlot 2.0.4, on generated books.

With POLYGLOT_REAL_DATA=1 also on the real books of ../shared and on gnuchess-book's. What must be the same:
  - merge-book: all entries and their learn fields. In a position PolyGlot leaves the moves in the order of the books, we
    sort them by weight. Sums above 16 bits wrap in PolyGlot and are scaled by us (docs/merge-book.md), so the test avoids
    them.
  - dump-book: every byte, for books in order and without castling spelt e1g1, which PolyGlot takes for no move. Where
    PolyGlot's dump has no line we make none, and say so.

usage: book_tools_vs_polyglot.py POLYGLOT     exit status 77: nothing to compare with here
"""

import os
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import time

from info_book_vs_polyglot import generate, reasons
from random_games import pgn, short_games

POLYGLOT = pathlib.Path("/usr/games/polyglot")
SHARED_BOOKS = pathlib.Path(__file__).resolve().parents[3] / "shared" / "data" / "books"
GNUCHESS_BOOK = pathlib.Path("/usr/share/games/gnuchess/book.bin")


def run(program, command, folder, *arguments):
    return subprocess.run([program, command, *arguments], cwd=folder, stdin=subprocess.DEVNULL, text=True,
                          encoding="latin-1", stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout


def made(folder, name, text, *options):
    """PolyGlot's book of these games."""
    (folder / "games.pgn").write_text(text, encoding="latin-1", newline="")
    words = run(POLYGLOT, "make-book", folder, "-pgn", "games.pgn", "-bin", name, *options)
    if not (folder / name).exists():
        raise RuntimeError(words)
    return folder / name


def with_learn_fields(book, rng):
    """Results for some of the entries."""
    data = bytearray(book.read_bytes())
    for at in range(12, len(data), 16):
        if rng.random() < 0.5:
            games = rng.randrange(1, 2000)
            data[at : at + 4] = struct.pack(">HH", games, rng.randint(0, 2 * games))
    book.write_bytes(data)


def entries_of(book):
    data = book.read_bytes()
    return [struct.unpack(">QHHI", data[at : at + 16]) for at in range(0, len(data) - 15, 16)]


def compare_merge(ours, folder, first, second):
    """What is different, or nothing."""
    run(POLYGLOT, "merge-book", folder, "-in1", first, "-in2", second, "-out", "theirs.bin")
    words = run(ours, "merge-book", folder, "-in1", first, "-in2", second, "-out", "ours.bin", "-no-header")
    if not (folder / "ours.bin").exists():
        return "we made no book: " + words
    theirs = sorted(entries_of(folder / "theirs.bin"), key=lambda entry: (entry[0], -entry[2]))  # stable
    mine = entries_of(folder / "ours.bin")
    if mine == theirs:
        return ""
    rows = set(mine) ^ set(theirs)
    return f"{len(mine)} entries, PolyGlot {len(theirs)}, different {len(rows)}: {sorted(rows)[:4]} {words}"


def compare_dump(ours, folder, book, color, more=()):
    for name in ("theirs.txt", "ours.txt"):
        (folder / name).unlink(missing_ok=True)
    run(POLYGLOT, "dump-book", folder, "-bin", book, "-color", color, "-out", "theirs.txt")
    words = run(ours, "dump-book", folder, "-bin", book, "-color", color, "-out", "ours.txt", *more)
    if not (folder / "ours.txt").exists():
        empty = not any(line.strip() for line in (folder / "theirs.txt").read_text(encoding="latin-1").split("\n")[2:])
        return "" if empty and "the book has no move" in words else "we made no dump: " + words
    lines = [(folder / name).read_text(encoding="latin-1").split("\n") for name in ("ours.txt", "theirs.txt")]
    for number, (mine, theirs) in enumerate(zip(*lines)):
        if mine != theirs:
            return f"line {number}: {mine!r}, PolyGlot {theirs!r}"
    return "" if len(lines[0]) == len(lines[1]) else f"{len(lines[0])} lines, PolyGlot {len(lines[1])}"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if not POLYGLOT.exists():
        print("no", POLYGLOT, "here to compare with")
        return 77
    ours = pathlib.Path(sys.argv[1]).resolve()
    began, faults, compared = time.time(), [], 0

    def note(what, difference):
        nonlocal compared
        compared += 1
        if difference:
            faults.append(f"{what}: {difference}")

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        rng = random.Random(7)
        books = [made(folder, "long.bin", pgn(rng, 12, 70), "-min-game", "1"),
                 made(folder, "wide.bin", pgn(rng, 150, 9), "-min-game", "1"),
                 made(folder, "white.bin", pgn(rng, 100, 9), "-min-game", "1", "-only-white"),
                 made(folder, "heavy.bin", short_games(rng, [("1. e4 e5", "1-0", 9000), ("1. d4 d5", "0-1", 7000)])),
                 made(folder, "empty.bin", '[Event "nothing"]\n')]
        for seed in range(16):
            books.append(folder / f"odd{seed}.bin")  # with repeated moves, illegal ones, weights of 0
            books[-1].write_bytes(generate(ours, seed))
        for book in books:
            for color in ("white", "black"):
                if book.stat().st_size:
                    note(f"dump-book {book.name} for {color}", compare_dump(ours, folder, book.name, color))
        for book in books[:3]:
            with_learn_fields(book, rng)
        for first in books[:4]:
            for second in books[:4]:
                if first != second:
                    note(f"merge-book {first.name} {second.name}", compare_merge(ours, folder, first.name, second.name))
        if os.environ.get("POLYGLOT_REAL_DATA"):
            for book in [*sorted(SHARED_BOOKS.glob("*.bin")), GNUCHESS_BOOK]:
                for color in ("white", "black"):
                    difference = compare_dump(ours, folder, book, color)
                    why = reasons(book.read_bytes()) if difference else ()
                    print(book.name, color, *why or [difference and "DIFFERENT" or "the same"])
                    note(f"dump-book {book.name} for {color}", "" if why else difference)
    print(f"{compared} comparisons, {time.time() - began:.1f} s")
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
