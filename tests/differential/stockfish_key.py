#!/usr/bin/env python3
"""`polyglot key -stockfish` against the keys that Stockfish itself prints, in standard chess and Chess960.

    stockfish_key.py path/to/polyglot [--games N] [--seed S] [--stockfish PATH]

Stockfish plays random games, all side by side (its own legal moves), and prints each position with its key, reached by
a move. Then come positions made to be awkward, as FENs: every square of en passant written after a double step whether
or not anybody can take, every set of castling rights, every half-move clock, and pins of all sorts around en passant.
Exit status 0 if all agree, 1 if not, 77 if there is no Stockfish.
"""
import argparse
import itertools
import pathlib
import random
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "e2e"))
from book_files import stockfish_keys  # noqa: E402

from movegen_vs_stockfish import MOVE_COUNT, STANDARD, chess960_start  # noqa: E402

PLIES = 70


class Stockfish:
    def __init__(self, binary, chess960):
        self.process = subprocess.Popen([binary], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.say(f"setoption name UCI_Chess960 value {str(chess960).lower()}")

    def say(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def shown(self, positions):
        """FEN and key of each position, as `position` takes it."""
        # In pieces that fit a pipe, because it is not read while we write.
        for start in range(0, len(positions), 50):
            part = positions[start:start + 50]
            self.say("\n".join(f"position {position}\nd" for position in part))
            for _ in part:
                yield self.line("Fen: "), int(self.line("Key: "), 16)

    def legal_moves(self, fens):
        for start in range(0, len(fens), 50):
            part = fens[start:start + 50]
            self.say("\n".join(f"position fen {fen}\ngo perft 1" for fen in part))
            for _ in part:
                moves = []
                for line in self.process.stdout:
                    if line.startswith("Nodes searched"):
                        break
                    moves += [move for move, _ in MOVE_COUNT.findall(line)]
                yield moves

    def line(self, start):
        for line in self.process.stdout:
            if line.startswith(start):
                return line[len(start):].strip()
        raise RuntimeError("stockfish ended")

    def quit(self):
        self.process.communicate("quit\n", timeout=60)


def random_games(stockfish, starts, rng):
    """(FEN, key) of all positions of games played from these starts."""
    games = [fen for fen, _ in stockfish.shown([f"fen {start}" for start in starts])]
    for _ in range(PLIES):
        moves = list(stockfish.legal_moves(games))
        nexts = [f"fen {fen} moves {rng.choice(sorted(legal))}" for fen, legal in zip(games, moves) if legal]
        games = []
        for fen, key in stockfish.shown(nexts):
            yield fen, key
            games.append(fen)


def with_en_passant_written(fens):
    """The same with a square behind each pawn that might just have moved two squares."""
    for fen in fens:
        board, turn, castling, _, clock, number = fen.split()
        ranks = ["".join("." * int(c) if c.isdigit() else c for c in rank) for rank in board.split("/")]
        pawn, pawn_rank, behind, home, name = ("P", 4, 5, 6, "3") if turn == "b" else ("p", 3, 2, 1, "6")
        for file in range(8):
            if ranks[pawn_rank][file] == pawn and ranks[behind][file] == ranks[home][file] == ".":
                yield f"{board} {turn} {castling} {'abcdefgh'[file]}{name} {clock} {number}"


def castling_sets():
    for rights in itertools.chain.from_iterable(itertools.combinations("KQkq", n) for n in range(5)):
        for turn in "wb":
            yield f"r3k2r/8/8/8/8/8/8/R3K2R {turn} {''.join(rights) or '-'} - 0 1"


def clocks():
    for clock in range(101):
        for turn in "wb":
            yield f"4k3/8/8/8/8/8/8/R3K3 {turn} Q - {clock} 80"


def pins():
    """A black pawn next to a white one that has just moved: king and an attacker of it anywhere."""
    for king, attacker, kind in itertools.product(range(64), range(64), "QN"):
        board = ["."] * 64
        board[36], board[35], board[63] = "P", "p", "K"  # e4, d4, h1; index 0 is a8
        if king == attacker or any(board[s] != "." or s in (44, 52) for s in (king, attacker)):
            continue
        board[king], board[attacker] = "k", kind
        rows = ("".join(board[8 * r:8 * r + 8]) for r in range(8))
        text = "/".join(re.sub(r"\.+", lambda dots: str(len(dots[0])), row) for row in rows)
        yield f"{text} b - e3 0 1"


def clock_part(clock):
    """What Stockfish 15.1 mixes in for the half-move clock (docs/formats/stockfish-key.md)."""
    return 0 if clock < 14 else ((clock - 14) // 8 * 6364136223846793005 + 1442695040888963407) % 2**64


def compare(polyglot, what, positions):
    """positions: (FEN, key). The number of those that differ."""
    ours = stockfish_keys(polyglot, [fen for fen, _ in positions])
    bad = [(fen, mine, theirs) for (fen, theirs), mine in zip(positions, ours)
           if mine ^ clock_part(int(fen.split()[4])) != theirs]
    for fen, mine, theirs in bad[:8]:
        print(f"{fen}: ours {mine:016x}, Stockfish's {theirs:016x}")
    fields = [fen.split() for fen, _ in positions]
    print(f"{what}: {len(positions)} positions, {sum(f[3] != '-' for f in fields)} with en passant, "
          f"{sum(f[2] != '-' for f in fields)} with castling, {sum(int(f[4]) > 13 for f in fields)} with a clock from "
          f"14 on; {len(bad)} differ")
    return len(bad)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("polyglot")
    parser.add_argument("--games", type=int, default=100, help="of each variant")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**32))
    parser.add_argument("--stockfish", default=shutil.which("stockfish") or shutil.which("/usr/games/stockfish"))
    options = parser.parse_args()
    if not options.stockfish:
        print("skipped: no stockfish here")
        return 77
    rng = random.Random(options.seed)
    print(f"seed {options.seed}")
    bad = total = 0
    for chess960 in (False, True):
        stockfish = Stockfish(options.stockfish, chess960)
        starts = [chess960_start(rng) if chess960 else STANDARD for _ in range(options.games)]
        played = list(random_games(stockfish, starts, rng))
        written = list(with_en_passant_written(rng.sample([fen for fen, _ in played], len(played) // 4)))
        awkward = [*castling_sets(), *clocks(), *rng.sample(list(pins()), 1500)]
        # Only what we take for a position: among those made up, some have the side that has just moved in check.
        checked = subprocess.run([options.polyglot, "key", "-stockfish"], input="\n".join(written + awkward) + "\n",
                                 capture_output=True, text=True, check=False)
        refused = {int(n) for n in re.findall(r"^standard input:(\d+):", checked.stderr, re.MULTILINE)}
        made = [fen for n, fen in enumerate(written + awkward, 1) if n not in refused]
        keys = [key for _, key in stockfish.shown([f"fen {fen}" for fen in made])]
        name = "Chess960" if chess960 else "standard"
        bad += compare(options.polyglot, f"{name}, played", played)
        bad += compare(options.polyglot, f"{name}, made up", list(zip(made, keys)))
        total += len(played) + len(made)
        stockfish.quit()
    print(f"{total} keys, {bad} differ")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
