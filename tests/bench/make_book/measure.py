#!/usr/bin/env python3
"""How fast make-book and pgn-stat are, beside PolyGlot's make-book, pgn-extract and the machine itself, how much memory
they need, and whether time grows as the games do. Prints Markdown tables.

  measure.py --polyglot build/release/polyglot --make-games build/release/tests/support/make_games
  measure.py --polyglot build/release/polyglot --pgn games.pgn --scale 0.5,1,2,4

Programs take turns, round by round, so that whatever else the machine does befalls all of them; medians count. CPU time
(user and system) is what to compare on a machine that is shared. Files are read from the page cache."""
import argparse
import filecmp
import itertools
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PLAIN_RULES = ("-max-ply", "40", "-min-game", "1")
MEGABYTE = 1_000_000


class Run:
    """One run of a program: seconds, and the most memory that it had, in MiB."""

    def __init__(self, command, must_write=None):
        if must_write:
            Path(must_write).unlink(missing_ok=True)
        began = time.monotonic()
        process = subprocess.Popen(list(map(str, command)), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.wall = time.monotonic() - began
        self.cpu = usage.ru_utime + usage.ru_stime
        # At least what this script itself has, some 15 MiB: between fork and exec that is the child's too.
        self.memory = usage.ru_maxrss / 1024
        if process.returncode != 0 or (must_write and not os.path.exists(must_write)):
            sys.exit(f"failed with status {process.returncode}: {' '.join(map(str, command))}")


class Candidate:
    def __init__(self, name, command, must_write=None):
        self.name, self.command, self.must_write = name, command, must_write
        self.runs = []

    def run(self):
        self.runs.append(Run(self.command, self.must_write))

    def median(self, what):
        return statistics.median(getattr(run, what) for run in self.runs)

    def spread(self, what):
        values = sorted(getattr(run, what) for run in self.runs)
        return f"{values[0]:.2f} to {values[-1]:.2f}"


def warm(path):
    with open(path, "rb") as file:
        while file.read(1 << 20):
            pass


def measure_in_turns(candidates, path, rounds):
    warm(path)
    for _ in range(rounds):
        for candidate in candidates:
            candidate.run()


def make_book(polyglot, pgn, book, *words):
    return [polyglot, "make-book", "-pgn", pgn, "-bin", book, "-progress", "none", *words]


def compare(arguments, all_games, folder):
    pgn = folder / "array.pgn"
    prepare("without-fen", all_games, pgn)
    ours, theirs = folder / "ours.bin", folder / "theirs.bin"
    one, two, stat = (Candidate("make-book, one thread", make_book(arguments.polyglot, pgn, ours, *PLAIN_RULES,
                                                                   "-threads", "1"), ours),
                      Candidate("make-book, two threads", make_book(arguments.polyglot, pgn, ours, *PLAIN_RULES,
                                                                    "-threads", "2"), ours),
                      Candidate("pgn-stat, one thread", [arguments.polyglot, "pgn-stat", "-pgn", pgn, "-threads", "1",
                                                         "-progress", "none"]))
    machine = Candidate("read by dd (256 KB at a time)", ["dd", f"if={pgn}", "of=/dev/null", "bs=256K"])
    candidates = [machine, one, two, stat]
    rivals = []
    if os.access(arguments.rival, os.X_OK):
        command = [arguments.rival, "make-book", "-pgn", pgn, "-bin", theirs, *PLAIN_RULES]
        rivals.append((one, Candidate("PolyGlot's make-book", command, theirs)))
    if os.access(arguments.pgn_extract, os.X_OK):
        # Checks every move, writes no game: -r; says nothing of each: -s.
        rivals.append((stat, Candidate("pgn-extract -r", [arguments.pgn_extract, "-s", "-r", pgn])))
    measure_in_turns(candidates + [rival for _, rival in rivals], pgn, arguments.rounds)

    size = os.path.getsize(pgn) / MEGABYTE
    print(f"{size:.1f} MB of games from the array, {arguments.rounds} rounds, medians (least to most)\n")
    print("| | CPU s | | wall s | MB per CPU s | peak MiB |\n|---|---|---|---|---|---|")
    for one_of in candidates + [rival for _, rival in rivals]:
        cpu = max(one_of.median("cpu"), 0.001)
        print(f"| {one_of.name} | {cpu:.2f} | {one_of.spread('cpu')} | {one_of.median('wall'):.2f} | {size / cpu:.0f} | "
              f"{one_of.median('memory'):.0f} |")
    print()
    for mine, rival in rivals:
        print(f"* {rival.name} needs {rival.median('cpu') / mine.median('cpu'):.1f} times the CPU time of {mine.name}.")
    # Round by round, for a machine that is slow in one is slow for both.
    gain = statistics.median(a.wall / b.wall for a, b in zip(one.runs, two.runs))
    print(f"* Two threads take 1/{gain:.2f} of one thread's wall time.")
    print(f"* One thread takes {one.median('cpu') / max(machine.median('cpu'), 0.001):.0f} times a copy of the file in "
          "memory.\n")


def memory(arguments, pgn, folder):
    print("| -memory | threads | peak MiB | CPU s | wall s |\n|---|---|---|---|---|")
    for size, threads in ((64, 1), (64, 2), (256, 2), (1024, 1), (1024, 2)):
        candidate = Candidate("", make_book(arguments.polyglot, pgn, folder / "memory.bin", "-min-game", "1", "-memory",
                                            f"{size}M", "-threads", threads))
        candidate.run()
        peak = candidate.median("memory")
        print(f"| {size}M | {threads} | {peak:.0f}{'' if peak <= size + 64 else ' TOO MUCH'} | {candidate.median('cpu'):.2f} | "
              f"{candidate.median('wall'):.2f} |")
    print()


def scale(arguments, pgn, folder):
    resumed = []
    print("| GB of games | CPU s | CPU s per GB | wall s | peak MiB |\n|---|---|---|---|---|")
    for size in map(float, arguments.scale.split(",")):
        big = folder / "scaled.pgn"
        prepare("shuffle", pgn, big, int(size * 1e9))
        candidate = Candidate("", make_book(arguments.polyglot, big, folder / "scaled.bin", "-min-game", "1", "-threads",
                                            arguments.threads, "-memory", arguments.memory))
        for _ in range(arguments.rounds):
            warm(big)
            candidate.run()
        real = os.path.getsize(big) / 1e9
        print(f"| {real:.2f} | {candidate.median('cpu'):.1f} | {candidate.median('cpu') / real:.2f} | "
              f"{candidate.median('wall'):.1f} | {candidate.median('memory'):.0f} |", flush=True)
        if arguments.kill:
            resumed.append(f"* {real:.2f} GB {kill_and_resume(candidate, folder)}")
        big.unlink()
    print("\n".join(["", *resumed]))


def kill_and_resume(whole, folder):
    """The run again, killed when it is half done, and resumed."""
    expected, book = folder / "scaled.bin", folder / "resumed.bin"
    command = [book if word == expected else word for word in whole.command] + ["-tmp", folder]
    process = subprocess.Popen(list(map(str, command)), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    try:
        process.wait(whole.median("wall") / 2)
    except subprocess.TimeoutExpired:
        process.kill()
    killed = process.wait() < 0
    rest = Run([*command, "-resume"], book)
    same = filecmp.cmp(expected, book, shallow=False)
    book.unlink()
    return (f"{'killed half way' if killed else 'not killed: over too soon'}; the rest took {rest.cpu:.1f} s of CPU, "
            f"{rest.wall:.1f} s by the clock and {rest.memory:.0f} MiB: {'the same book' if same else 'ANOTHER BOOK'}")


def games_of(source):
    return cut_games(Path(source).read_bytes())


def cut_games(data):
    """The bytes and where games begin and end in them."""
    starts = [0]
    while (at := data.find(b"\n[Event ", starts[-1])) >= 0:
        starts.append(at + 1)
    return data, list(zip(starts, starts[1:] + [len(data)]))


def shuffle(source, target, size):
    """The source's games again and again, each time in another order and by other players, until the file has this
    size."""
    original, _ = games_of(source)
    dice = random.Random(size)
    written = 0
    with open(target, "wb", buffering=1 << 20) as out:
        for number in itertools.count(1):
            if written >= size:
                break
            data, games = cut_games(original.replace(b'[White "', b'[White "%d ' % number))
            dice.shuffle(games)
            for begin, end in games:
                written += out.write(data[begin:end])
                if written >= size:
                    break


def without_fen(source, target):
    """The games from the standard start position: PolyGlot stops at the first other game."""
    data, games = games_of(source)
    with open(target, "wb", buffering=1 << 20) as out:
        for begin, end in games:
            if b'[FEN "' not in data[begin:end]:
                out.write(data[begin:end])


def prepare(*words):
    """Games for a measurement, by another process: the size of this one counts in what is measured."""
    subprocess.run([sys.executable, "-B", __file__, "--prepare", *map(str, words)], check=True)


def machine_name():
    model = [line.split(":")[1].strip() for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
             if line.startswith("model name")] if os.path.exists("/proc/cpuinfo") else []
    return f"{model[0] if model else 'unknown processor'}, {os.cpu_count()} cores"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--polyglot", default="build/release/polyglot", help="ours, a release build")
    parser.add_argument("--make-games", default="build/release/tests/support/make_games")
    parser.add_argument("--pgn", help="games (default: 150,000 generated ones)")
    parser.add_argument("--rival", default="/usr/games/polyglot", help="PolyGlot 2.0.4")
    parser.add_argument("--pgn-extract", default=shutil.which("pgn-extract") or "/usr/games/pgn-extract")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--scale", help="sizes in GB, e.g. 0.5,1,2,4: the games repeated in other orders")
    parser.add_argument("--memory", default="1G", help="for --scale")
    parser.add_argument("--threads", default="1", help="for --scale")
    parser.add_argument("--kill", action="store_true", help="with --scale: each run again, killed half way and resumed")
    parser.add_argument("--only-scale", action="store_true")
    parser.add_argument("--work", help="folder for large files (default: a temporary one)")
    parser.add_argument("--smoke", action="store_true", help="few games, one round: shows that all of it works")
    parser.add_argument("--prepare", nargs="+", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.prepare:
        what, source, target, *size = arguments.prepare
        shuffle(source, target, int(size[0])) if what == "shuffle" else without_fen(source, target)
        return
    if arguments.smoke:
        arguments.rounds, arguments.scale, arguments.kill = 1, "0.002,0.004", True
    with tempfile.TemporaryDirectory(prefix="make-book bench ", dir=arguments.work) as name:
        folder = Path(name)
        pgn = arguments.pgn
        if not pgn:
            pgn = str(folder / "generated.pgn")
            subprocess.run([arguments.make_games, pgn, "1000" if arguments.smoke else "150000"],
                           stdout=subprocess.DEVNULL, check=True)
        print(f"{machine_name()}; {os.path.basename(pgn)}\n")
        if not arguments.only_scale:
            compare(arguments, pgn, folder)
            memory(arguments, pgn, folder)
        if arguments.scale:
            scale(arguments, pgn, folder)


if __name__ == "__main__":
    main()
