#!/usr/bin/env python3
"""Sixty games at 0.1 s + 0.01 s: Stockfish under the adapter, which plays as an xboard engine, against Stockfish directly.

PolyGlot 2.0.4 scores +1 -56 =3 here: it drops the increment and has its engine move within a millisecond. At most
UNLUCKY more may be lost on time than Stockfish loses without an adapter, and the score must be within four standard errors of
an even one (a false alarm in 16,000 runs). Every opening is played with both colours, and the base is written in each of the ways that
GUIs use for a tenth of a second: `0:00.10`, and `0:00` with the rest only in `time`.

usage: test_xboard_match.py [--adapter PROGRAM] [--games N]     (by hand: --adapter /usr/games/polyglot)
"""
import argparse
import math
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

from e2e_support import adapter, peer
from xboard_host import UciPeer, XboardEngine, play_game

GAMES = int(os.environ.get("POLYGLOT_E2E_BLITZ_GAMES", "60"))
CLOCK = (0.1, 0.01)
# A flag falls when a move comes this much too late (seconds). The clocks are exact: this is what the scheduler of a busy
# two-core machine may take away from either side.
MARGIN = 0.025
# Where it takes more, it does so by chance: we may lose this many more games on time than Stockfish alone.
UNLUCKY = 3
OPTIONS = {"Hash": 16, "Threads": 1}
OPENINGS = """e2e4 e7e5 g1f3 b8c6|e2e4 c7c5 g1f3 d7d6|e2e4 e7e6 d2d4 d7d5|e2e4 c7c6 d2d4 d7d5|e2e4 d7d5 e4d5 d8d5
e2e4 g8f6 e4e5 f6d5|e2e4 d7d6 d2d4 g8f6|e2e4 g7g6 d2d4 f8g7|e2e4 e7e5 f2f4 e5f4|e2e4 e7e5 b1c3 g8f6
e2e4 c7c5 b1c3 b8c6|e2e4 c7c5 c2c3 g8f6|e2e4 e7e5 f1c4 g8f6|e2e4 b8c6 d2d4 d7d5|d2d4 d7d5 c2c4 e7e6
d2d4 d7d5 c2c4 c7c6|d2d4 d7d5 c2c4 d5c4|d2d4 g8f6 c2c4 e7e6|d2d4 g8f6 c2c4 g7g6|d2d4 g8f6 c2c4 c7c5
d2d4 f7f5 g2g3 g8f6|d2d4 d7d5 g1f3 g8f6|d2d4 g8f6 c1g5 e7e6|d2d4 d7d6 e2e4 g7g6|c2c4 e7e5 b1c3 g8f6
c2c4 c7c5 g1f3 g8f6|c2c4 e7e6 g1f3 d7d5|g1f3 d7d5 g2g3 g8f6|b2b3 e7e5 c1b2 b8c6|f2f4 d7d5 g1f3 g8f6"""


def show_times(name, records):
    used = sorted(seconds for record in records for seconds in record.used[name])
    print(f"{name:9} {len(used)} moves, median {used[len(used) // 2] * 1000:.1f} ms; nearest to its flag: "
          f"{max(record.overrun[name] for record in records) * 1000:+.1f} ms (it falls at {MARGIN * 1000:+.0f})")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--adapter", help="instead of the one that ctest names")
    parser.add_argument("--games", type=int, default=GAMES)
    arguments = parser.parse_args()
    program, stockfish = arguments.adapter or adapter(), peer("stockfish")
    openings = [line.split() for line in OPENINGS.replace("\n", "|").split("|")]
    began, records, points, problems = time.monotonic(), [], [], []
    with tempfile.TemporaryDirectory(prefix="polyglot e2e ") as folder:
        log = Path(folder) / "ours.log"
        command = [program, "-noini", "-ec", stockfish, "-ed", ".", "-pg", "Log=true", "-pg", f"LogFile={log}"]
        command += [word for name, value in OPTIONS.items() for word in ("-uci", f"{name}={value}")]
        ours, direct = XboardEngine(command, "adapter", cwd=folder, check_pv=False), UciPeer([stockfish], "direct")
        try:
            ours.ignored = "^PolyGlot " if arguments.adapter else None  # its greeting
            ours.handshake()
            direct.handshake(OPTIONS)
            for number in range(arguments.games):
                white, black = (ours, direct) if number % 2 == 0 else (direct, ours)
                record = play_game(white, black, CLOCK, openings[number // 2 % len(openings)], MARGIN,
                                   max_plies=160, fraction=number // 2 % 2 == 0)
                records.append(record)
                mine = {"1-0": 1.0, "0-1": 0.0}.get(record.result, 0.5)
                points.append(mine if white is ours else 1.0 - mine)
                if record.reason in ("illegal move", "engine failure"):
                    problems.append(f"game {number + 1}: {record.result}, {record.reason} by {white.name} (White) against "
                                    f"{black.name} at ply {len(record.game.moves)}")
                if record.reason == "engine failure":
                    break
            exits = [side.quit() for side in (ours, direct)]
        finally:
            ours.kill()
            direct.kill()
        problems += ours.violations
        score, error = statistics.mean(points), statistics.pstdev(points) / math.sqrt(len(points))
        forfeits = {side.name: sum(record.forfeit is side for record in records) for side in (ours, direct)}
        wins, losses = points.count(1.0), points.count(0.0)
        print(f"{len(records)} games at {CLOCK[0]}+{CLOCK[1]} in {time.monotonic() - began:.0f} s: +{wins} -{losses} "
              f"={len(points) - wins - losses}, score {score:.3f} ± {error:.3f}; lost on time: {forfeits}; "
              f"the adapter left {exits[0]:.3f} s after quit")
        for side in (ours, direct):
            show_times(side.name, records)
        if abs(score - 0.5) > 4 * max(error, 0.5 / len(points)):
            problems.append(f"score {score:.3f} is more than four standard errors ({error:.3f}) from even")
        if forfeits["adapter"] > forfeits["direct"] + UNLUCKY:
            problems.append(f"lost on time: {forfeits}")
        for problem in problems[:20]:
            print("PROBLEM", problem)
        if problems:
            print("--- last lines of the wire\n" + ours.tail())
            print("--- end of the adapter's log\n" + (log.read_text("utf-8", "replace")[-4000:] if log.exists() else "none"))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
