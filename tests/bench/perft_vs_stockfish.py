#!/usr/bin/env python3
"""How long our perft takes compared with Stockfish's `go perft` on one thread.

    perft_vs_stockfish.py path/to/polyglot [--stockfish PATH] [--runs N] [--limit RATIO]

Runs alternate, so that a busy machine slows both; the medians are compared. Neither time has start-up in it: ours is the
one that `polyglot perft` prints for the last depth, Stockfish's runs from sending `go perft` to reading its total.
Exit status 1 if a count differs or a ratio is above the limit (default 2.0), 77 if there is no Stockfish.
"""
import argparse
import re
import shutil
import statistics
import subprocess
import sys
import time

CASES = [
    ("start position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119060324),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 193690690),
]


def ours(binary, fen, depth):
    run = subprocess.run([binary, "perft", "-fen", fen, "-max-depth", str(depth)], capture_output=True, text=True,
                         check=True)
    last = re.search(r"leafnodes= *(\d+) time= *([0-9.]+)s", run.stdout.strip().splitlines()[-1])
    return float(last[2]), int(last[1])


def stockfish(binary, fen, depth):
    with subprocess.Popen([binary], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as engine:
        def send(line):
            engine.stdin.write(line + "\n")

        def wait_for(start):
            for line in engine.stdout:
                if line.startswith(start):
                    return line
            raise RuntimeError(f"{binary} ended before it said '{start}'")

        for line in ("uci", "setoption name Threads value 1", f"position fen {fen}", "isready"):
            send(line)
        wait_for("readyok")
        begin = time.perf_counter()
        send(f"go perft {depth}")
        nodes = int(wait_for("Nodes searched").split(":")[1])
        seconds = time.perf_counter() - begin
        send("quit")
        return seconds, nodes


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("polyglot")
    parser.add_argument("--stockfish", default=shutil.which("stockfish") or shutil.which("/usr/games/stockfish"))
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--limit", type=float, default=2.0)
    options = parser.parse_args()
    if not options.stockfish:
        print("skipped: no stockfish here")
        return 77
    good = True
    for name, fen, depth, expected in CASES:
        times = {"polyglot": [], "stockfish": []}
        for _ in range(options.runs):
            for who, run in (("polyglot", lambda: ours(options.polyglot, fen, depth)),
                             ("stockfish", lambda: stockfish(options.stockfish, fen, depth))):
                seconds, leaves = run()
                times[who].append(seconds)
                if leaves != expected:
                    print(f"{who} counts {leaves} leaves, not {expected}: {fen} at depth {depth}")
                    good = False
        mine, theirs = (statistics.median(times[who]) for who in ("polyglot", "stockfish"))
        print(f"{name}, depth {depth}: polyglot {mine:.3f} s ({expected / mine / 1e6:.0f} M leaves/s), "
              f"stockfish {theirs:.3f} s, ratio {mine / theirs:.2f} (medians of {options.runs})")
        good &= mine <= options.limit * theirs
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
