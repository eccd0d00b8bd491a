#!/usr/bin/env python3
"""What a book is worth to an engine: Stockfish under the adapter with the book against plain Stockfish, or against the
adapter with another book, with as many nodes a move. Elo with its 95 % interval.

    strength_match.py --adapter build/release/polyglot --book grown.bin --games 1000
    strength_match.py --adapter build/release/polyglot --book grown.bin --against other.bin --games 1000

All games begin at the start position, colours in turn; how they are played: engine_games.py.
"""
import argparse
import math
import multiprocessing
import os
import random
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from engine_games import PlayedGame, UciEngine, score_of  # noqa: E402


def player(options, book, folder, seed):
    """Stockfish itself, or the adapter with it and the book."""
    settings = {"Threads": 1, "Hash": 16}
    if book is None:
        engine = UciEngine([options.stockfish])
        engine.handshake(settings)
        return engine
    ini = Path(folder) / f"{seed}.ini"
    ini.write_text("\n".join([
        "[PolyGlot]", f"EngineCommand = {options.stockfish}", "Book = true", f"BookFile = {book}", f"BookSeed = {seed}",
        "[Engine]", *(f"{name} = {value}" for name, value in settings.items())]) + "\n", encoding="utf-8")
    engine = UciEngine([options.adapter, ini], cwd=folder)
    engine.handshake()
    return engine


def play_part(work):
    """[(our score, all moves, book plies of ours, of the other's)] of one process's share of the games."""
    options, part = work
    games = []
    with tempfile.TemporaryDirectory() as folder:
        seed = options.seed * 1000 + 2 * part
        ours, other = player(options, options.book, folder, seed), player(options, options.against, folder, seed + 1)
        dice = random.Random(seed)
        for number in range(part, options.games, options.processes):
            white = number // options.processes % 2 == 0
            game = PlayedGame((ours, other) if white else (other, ours), options.nodes, dice)
            plies = game.book_plies if white else game.book_plies[::-1]
            games.append((score_of(game.result, white), " ".join(game.moves), *plies))
        for engine in (ours, other):
            engine.quit()
    return games


def elo(mean):
    """The difference in Elo points at which the logistic model expects this score of a game."""
    mean = min(max(mean, 1e-6), 1 - 1e-6)
    return -400 * math.log10(1 / mean - 1)


def report(options, games):
    scores = [game[0] for game in games]
    count = len(scores)
    mean = sum(scores) / count
    error = math.sqrt(sum((score - mean) ** 2 for score in scores) / max(1, count - 1) / count)
    low, high = elo(mean - 1.96 * error), elo(mean + 1.96 * error)
    against = f"`{os.path.basename(options.against)}`" if options.against else "no book"
    print(f"| `{os.path.basename(options.book)}` against {against} | {count} | +{scores.count(1)} ={scores.count(0.5)} "
          f"-{scores.count(0)} | {100 * mean:.1f} | {elo(mean):+.0f} ({low:+.0f} to {high:+.0f}) | "
          f"{sum(game[2] for game in games) / count:.1f} | {sum(game[3] for game in games) / count:.1f} | "
          f"{len({game[1] for game in games})} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--adapter", required=True)
    parser.add_argument("--book", required=True)
    parser.add_argument("--against", metavar="BOOK")
    parser.add_argument("--stockfish", default="/usr/games/stockfish")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--nodes", type=int, default=5000)
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for name in ("adapter", "book", "against"):
        if path := getattr(options, name):
            setattr(options, name, os.path.abspath(path))
    with multiprocessing.Pool(options.processes) as pool:
        parts = pool.map(play_part, [(options, part) for part in range(options.processes)])
    print("| | games | won, drawn, lost | score, per cent | Elo (95 %) | book plies | the other's | different games |\n"
          "|---|---|---|---|---|---|---|---|")
    report(options, [game for part in parts for game in part])


if __name__ == "__main__":
    main()
