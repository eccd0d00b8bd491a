#!/usr/bin/env python3
"""What polyglot-mpi costs on this machine: processor time and time by the clock of make-book with one
thread and of 1, 2 and 4 ranks, in turns, the medians; and the bytes that go between the ranks.

usage: measure.py POLYGLOT POLYGLOT_MPI GAMES.pgn [ROUNDS [OPTION...]]      GAMES: plain text, some hundred MB
"""
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


def measured(command):
    """Processor time of the command and all that it starts, time by the clock, and what it prints."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    ran = subprocess.run(command, capture_output=True, text=True, check=True, env=ENVIRONMENT)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, time.monotonic() - began, ran.stdout


def main():
    polyglot, polyglot_mpi, games, *more = sys.argv[1:]
    rounds, options = int(more[0]) if more else 5, more[1:] or ["-max-ply", "40", "-min-game", "1"]
    with tempfile.TemporaryDirectory(prefix="polyglot-mpi-") as folder:
        words = ["make-book", "-pgn", games, *options, "-bin"]
        books = {name: Path(folder) / f"{name}.bin" for name in ("make-book", "1", "2", "4")}
        commands = {"make-book": [polyglot, *words, books["make-book"], "-threads", "1"]}
        for ranks in ("1", "2", "4"):
            commands[ranks] = ["mpirun", "--oversubscribe", "-n", ranks, polyglot_mpi, *words, books[ranks]]
        times = {name: [] for name in commands}
        start = {ranks: [] for ranks in ("1", "2", "4")}
        sent = {}
        empty = Path(folder) / "empty.pgn"
        empty.write_text('[Event "x"]\n\n1. e4 1-0\n', encoding="utf-8")
        for _ in range(rounds):
            for name, command in commands.items():
                *cost, said = measured(command)
                times[name].append(cost)
                sent[name] = re.findall(r"sent between the ranks (.*)", said)
                if name in start:
                    begin = command[:command.index("make-book")]
                    words_of_one_game = ["make-book", "-pgn", empty, "-min-game", "1", "-bin", Path(folder) / "empty.bin"]
                    start[name].append(measured([*begin, *words_of_one_game])[:2])
                else:
                    one = books[name].read_bytes()
                if books[name].read_bytes() != one:
                    sys.exit(f"{name}: another book")
        print(f"{os.path.getsize(games) / 1e6:.0f} MB, {rounds} rounds, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
        for name, costs in times.items():
            cpu, clock = (statistics.median(values) for values in zip(*costs))
            line = f"{name:>9}  CPU {cpu:6.2f} s  clock {clock:6.2f} s"
            if name in start:
                line += "  of these start and end {:.2f} and {:.2f} s".format(*map(statistics.median, zip(*start[name])))
            print(line, *sent[name])


if __name__ == "__main__":
    main()
