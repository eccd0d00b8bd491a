#!/usr/bin/env python3
"""Our legal moves against Stockfish's, on random positions of standard games and of Chess960.

    movegen_vs_stockfish.py path/to/polyglot [--positions N] [--seed S] [--stockfish PATH]

Stockfish plays random games (its own legal moves, so the positions are not of our making) and names the positions it
gets to; for each, `polyglot perft -divide` must list the same moves with the same counts at depths 1 to 3.
Exit status 0 if all agree, 1 if not, 77 if there is no Stockfish.
"""
import argparse
import random
import re
import shutil
import subprocess
import sys

MOVE_COUNT = re.compile(r"^([a-h][1-8][a-h][1-8][nbrq]?): (\d+)$", re.MULTILINE)
STANDARD = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


class Stockfish:
    def __init__(self, binary):
        self.process = subprocess.Popen([binary], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def ask(self, *lines, until="readyok"):
        """All output up to a line with this prefix. (`go` runs in parallel with the input: readyok comes before its end.)"""
        self.process.stdin.write("\n".join(lines) + "\n")
        if until == "readyok":
            self.process.stdin.write("isready\n")
        said = []
        for line in self.process.stdout:
            if line.startswith(until):
                return "".join(said)
            said.append(line)
        raise RuntimeError("stockfish ended after: " + " / ".join(lines))

    def divide(self, fen, depth):
        return dict(MOVE_COUNT.findall(self.ask(f"position fen {fen}", f"go perft {depth}", until="Nodes searched")))

    def quit(self):
        self.process.communicate("quit\n", timeout=60)


def chess960_start(rng):
    """A random start position with all rights, as a Shredder-FEN."""
    while True:
        rank = "".join(rng.sample("rnbqkbnr", 8))
        rooks = [i for i, c in enumerate(rank) if c == "r"]
        bishops = [i for i, c in enumerate(rank) if c == "b"]
        if rooks[0] < rank.index("k") < rooks[1] and (bishops[0] + bishops[1]) % 2 == 1:
            rights = "".join("abcdefgh"[i] for i in reversed(rooks))
            return f"{rank}/pppppppp/8/8/8/8/PPPPPPPP/{rank.upper()} w {rights.upper()}{rights} - 0 1"


def random_fens(stockfish, start, rng, count):
    """Positions of one random game, spread over its length."""
    fen = start
    wanted = set(rng.sample(range(60), count))
    for ply in range(60):
        if ply in wanted:
            yield fen
        moves = stockfish.divide(fen, 1)
        if not moves:
            return
        board = stockfish.ask(f"position fen {fen} moves {rng.choice(sorted(moves))}", "d")
        fen = re.search(r"^Fen: (.*)$", board, re.MULTILINE)[1]


def ours(binary, fen, depth, chess960):
    command = [binary, "perft", "-fen", fen, "-max-depth", str(depth), "-divide"] + ["-chess960"] * chess960
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        return {"error": run.stderr.strip()}
    return dict(MOVE_COUNT.findall(run.stdout))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("polyglot")
    parser.add_argument("--positions", type=int, default=200, help="of each variant")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**32))
    parser.add_argument("--stockfish", default=shutil.which("stockfish") or shutil.which("/usr/games/stockfish"))
    options = parser.parse_args()
    if not options.stockfish:
        print("skipped: no stockfish here")
        return 77
    rng = random.Random(options.seed)
    print(f"seed {options.seed}")
    compared = failures = leaves = 0
    stockfish = Stockfish(options.stockfish)
    for chess960 in (False, True):
        stockfish.ask(f"setoption name UCI_Chess960 value {str(chess960).lower()}")
        done = 0
        while done < options.positions:
            start = chess960_start(rng) if chess960 else STANDARD
            for fen in random_fens(stockfish, start, rng, 6):
                done += 1
                for depth in (1, 2, 3):
                    expected = stockfish.divide(fen, depth)
                    got = ours(options.polyglot, fen, depth, chess960)
                    compared += 1
                    leaves += sum(map(int, expected.values()))
                    if got != expected:
                        failures += 1
                        differing = sorted(m for m in {*got, *expected} if got.get(m) != expected.get(m))
                        print(f"{fen} depth {depth}: " +
                              ", ".join(f"{m} ours {got.get(m)} theirs {expected.get(m)}" for m in differing[:8]))
    stockfish.quit()
    print(f"{compared} comparisons, {leaves} leaves, {failures} differ")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
