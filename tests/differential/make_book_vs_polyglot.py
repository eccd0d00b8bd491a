#!/usr/bin/env python3
"""`polyglot make-book -compat` against Debian's PolyGlot 2.0.4: the same book, byte for byte.

On generated games in every spelling that PolyGlot reads, on games enough for its halving of counts, and with
POLYGLOT_REAL_DATA=1 on the real PGN files of ../shared as well (and on those named): of files that PolyGlot gives up on
there is nothing to compare, but of large ones what it does read is.

usage: make_book_vs_polyglot.py POLYGLOT [PGN…]     exit status 77: nothing to compare with here
"""

import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

from random_games import pgn, short_games

POLYGLOT = pathlib.Path("/usr/games/polyglot")
SHARED_GAMES = pathlib.Path(__file__).resolve().parents[3] / "shared" / "data" / "pgn"
SEEDS = 4
LARGE = 50_000_000  # bytes
OPTIONS = ["", "-min-game 1", "-min-game 2 -only-white", "-min-game 1 -only-black -uniform", "-min-game 1 -min-score 50",
           "-min-game 1 -max-ply 7 -min-score 33.333333333333336", "-max-ply 30", "-uniform -min-score 66.7"]


def make(program, extra, games, options, folder):
    """The book's bytes, or None when the program made none."""
    book = folder / "made.bin"
    book.unlink(missing_ok=True)
    run = subprocess.run([program, "make-book", "-pgn", games, "-bin", book, *options.split(), *extra], cwd=folder,
                         stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return (book.read_bytes() if book.exists() else None), run.stdout.decode("latin-1")


class Comparison:
    def __init__(self, ours, folder):
        self.ours, self.folder = ours, folder
        self.books = self.entries = self.unread = 0
        self.faults = []

    def compare(self, name, games, options):
        theirs, words = make(POLYGLOT, [], games, options, self.folder)
        if theirs is None:
            self.unread += 1
            return words.strip().splitlines()[-1]
        ours, words = make(self.ours, ["-compat"], games, options, self.folder)
        self.books += 1
        self.entries += len(theirs) // 16
        if ours != theirs:
            self.faults.append(f"{name} with '{options}': {describe(ours, theirs)}; {words.strip()[-300:]}")
        return None

    def compare_text(self, name, text, options_list):
        games = self.folder / "games.pgn"
        games.write_text(text, encoding="latin-1", newline="")
        for options in options_list:
            refused = self.compare(name, games, options)
            if refused:
                self.faults.append(f"{name}: PolyGlot does not read it: {refused}")


def describe(ours, theirs):
    if ours is None:
        return "we made no book"
    rows = [{book[i : i + 16].hex() for i in range(0, len(book), 16)} for book in (ours, theirs)]
    only = [sorted(rows[0] - rows[1])[:3], sorted(rows[1] - rows[0])[:3]]
    return f"{len(ours) // 16} entries, PolyGlot {len(theirs) // 16}; only ours {only[0]}, only PolyGlot's {only[1]}"


def halving(rng):
    """More than 16384 games of one move, several times over, next to rare moves."""
    return short_games(rng, [("1. e4 e5", "1-0", 21000), ("1. e4 c5", "0-1", 19000), ("1. d4 d5", "1/2-1/2", 17000),
                             ("1. c4", "0-1", 700), ("1. c4", "1-0", 5), ("1. Nf3", "1-0", 3), ("1. b3", "1/2-1/2", 1),
                             ("1. a4", "0-1", 9), ("1. a4", "1/2-1/2", 1), ("1. e4 e6", "1/2-1/2", 3)])


def readable(games, folder):
    """What PolyGlot reads of a file that it gives up on: without games from a FEN, nor the first few that are wrong."""
    parts = re.split(rb"(?m)^(?=\[Event )", games.read_bytes())
    parts = [part for part in parts if b"[FEN " not in part]
    path = folder / ("readable-" + games.name)
    for _ in range(4):
        path.write_bytes(b"".join(parts))
        theirs, words = make(POLYGLOT, [], path, "-min-game 1", folder)
        wrong = re.search(r"at line (\d+)", words)
        if theirs is not None or not wrong:
            break
        lines = int(wrong[1])
        for number, part in enumerate(parts):
            lines -= part.count(b"\n")
            if lines <= 0:
                del parts[number]
                break
    return path


def real_games(comparison):
    files = [path for path in sorted(SHARED_GAMES.rglob("*")) if path.suffix in (".pgn", ".zst")]
    for path in files:
        if path.suffix == ".zst":
            unpacked = comparison.folder / path.stem
            with open(unpacked, "wb") as out:
                subprocess.run(["zstd", "-dc", path], stdout=out, check=True)
            path = unpacked
        if comparison.compare(path.name, path, "-min-game 1 -max-ply 40") and path.stat().st_size > LARGE:
            comparison.compare(path.name, readable(path, comparison.folder), "-min-game 1")
    return len(files)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if not POLYGLOT.exists():
        print("no", POLYGLOT, "here to compare with")
        return 77
    began = time.time()
    with tempfile.TemporaryDirectory() as name:
        comparison = Comparison(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(name))
        for seed in range(SEEDS):
            rng = random.Random(seed)
            comparison.compare_text(f"seed {seed}", pgn(rng, 25, 36), rng.sample(OPTIONS, 3))
        comparison.compare_text("halving", halving(random.Random(1)), ["", "-min-game 4", "-min-score 51 -only-white"])
        comparison.compare_text("all options", pgn(random.Random(99), 150, 12), OPTIONS)
        real = 0
        if os.environ.get("POLYGLOT_REAL_DATA") and SHARED_GAMES.is_dir():
            real = real_games(comparison)
        for path in sys.argv[2:]:
            refused = comparison.compare(path, pathlib.Path(path).resolve(), "-min-game 1 -max-ply 40")
            print(path, "-", refused or "compared")
    print(f"{comparison.books} books of {comparison.entries} entries, {real} real files, {comparison.unread} that PolyGlot "
          f"does not read, {time.time() - began:.1f} s")
    print("\n".join(comparison.faults))
    return 1 if comparison.faults else 0


if __name__ == "__main__":
    sys.exit(main())
