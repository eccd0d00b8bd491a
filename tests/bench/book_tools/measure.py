#!/usr/bin/env python3
"""What the book tools cost on large books of random lines, beside Debian's PolyGlot where it has the command, and how much
memory they need. Prints Markdown tables.

  measure.py --polyglot build/release/polyglot --make-games build/release/tests/support/make_games

Programs take turns, round by round; medians count. CPU time (user and system) is what to compare on a shared machine."""
import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "make_book"))
from measure import Candidate, measure_in_turns  # noqa: E402

PLIES = 40
ENTRY = 16


def make_book(arguments, book, megabytes, seed):
    """Random games: some 32 of the 40 plies of each are entries of their own."""
    games = book.with_suffix(".pgn")
    count = int(megabytes * 1_000_000 / ENTRY / (PLIES - 8)) + 1
    subprocess.run([arguments.make_games, games, str(count), str(seed)], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([arguments.polyglot, "make-book", "-pgn", games, "-bin", book, "-max-ply", str(PLIES), "-min-game", "1",
                    "-keep-losses", "-unknown", "draw", "-progress", "none"], check=True, stdout=subprocess.DEVNULL)
    games.unlink()


def tools(arguments, book, folder):
    ours, theirs = arguments.polyglot, arguments.rival
    white = ["-color", "white"]
    candidates = [
        Candidate("info-book", [ours, "info-book", book]),
        Candidate("dump-book", [ours, "dump-book", "-bin", book, *white, "-out", folder / "ours.txt"], folder / "ours.txt"),
        Candidate("verify-book", ["sh", "-c", '"$0" verify-book "$1"; [ $? -le 1 ]', ours, book]),
    ]
    rivals = []
    if os.access(theirs, os.X_OK):
        rivals = [Candidate("PolyGlot's info-book", [theirs, "info-book", "-bin", book]),
                  Candidate("PolyGlot's dump-book", [theirs, "dump-book", "-bin", book, *white, "-out", folder / "theirs.txt"])]
    measure_in_turns(candidates + rivals, book, arguments.rounds)
    print_table(f"{os.path.getsize(book) / 1e6:.1f} MB, {os.path.getsize(book) // ENTRY:,} entries", candidates + rivals)
    for mine, rival in zip(candidates, rivals):
        print(f"* {rival.name} takes {rival.median('cpu') / mine.median('cpu'):.1f} times the CPU time of ours.")
    print()


def differences(arguments, first, second):
    candidates = [Candidate("diff-book", ["sh", "-c", '"$0" diff-book "$1" "$2"; [ $? -le 1 ]', arguments.polyglot, first,
                                          second])]
    measure_in_turns(candidates, first, arguments.rounds)
    print_table(f"two books of {os.path.getsize(first) / 1e6:.1f} MB", candidates)
    print()


def merges(arguments, small, large, folder):
    """Beside a copy of the same bytes; and sixteen books of the larger one's size, for the memory that they need."""
    out = folder / "merged.bin"
    candidates = [Candidate("merge-book", [arguments.polyglot, "merge-book", "-in", small, large, "-out", out], out),
                  Candidate("cp of both books", ["sh", "-c", 'cp "$0" "$2" && cp "$1" "$2"', small, large, out], out),
                  Candidate("merge-book of 16 books", [arguments.polyglot, "merge-book", "-in", *[large] * 16, "-out", out], out)]
    measure_in_turns(candidates, large, arguments.rounds)
    print_table(f"books of {os.path.getsize(small) / 1e6:.1f} and {os.path.getsize(large) / 1e6:.1f} MB", candidates)
    print(f"* merge-book takes {candidates[0].median('cpu') / max(candidates[1].median('cpu'), 1e-3):.1f} times the CPU time of cp.\n")


def print_table(what, candidates):
    print(f"{what}; medians (least to most)\n\n| | CPU s | | wall s | peak MiB |\n|---|---|---|---|---|")
    for one in candidates:
        print(f"| {one.name} | {one.median('cpu'):.2f} | {one.spread('cpu')} | {one.median('wall'):.2f} | "
              f"{one.median('memory'):.0f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--polyglot", type=Path, required=True)
    parser.add_argument("--make-games", type=Path, required=True)
    parser.add_argument("--rival", type=Path, default=Path("/usr/games/polyglot"))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--smoke", action="store_true", help="small books and one round: shows that all of it works")
    arguments = parser.parse_args()
    scale = 0.01 if arguments.smoke else 1
    if arguments.smoke:
        arguments.rounds = 1
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make_book(arguments, folder / "book.bin", 21.4 * scale, 1)
        tools(arguments, folder / "book.bin", folder)
        for number in (2, 3):
            make_book(arguments, folder / f"{number}.bin", 40 * scale, number)
        differences(arguments, folder / "2.bin", folder / "3.bin")
        make_book(arguments, folder / "4.bin", 120 * scale, 4)
        merges(arguments, folder / "2.bin", folder / "4.bin", folder)


if __name__ == "__main__":
    main()
