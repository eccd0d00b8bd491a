"""Does learning pay against a real engine? Stockfish under the adapter, with a book half of whose lines lose a pawn,
against plain Stockfish with as many nodes; the same match again without learning.

    stockfish_match.py --adapter build/polyglot --games 600

The book is made first: at White's first move, and as Black after 1.e4, the two best moves and the two that come nearest
to losing a pawn, by Stockfish's own search; all with the same weight. `gameover` reports the results. How the games are
played: engine_games.py.
"""
import argparse
import os
import random
import sys
import tempfile
from pathlib import Path

from book_file import write_book

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from engine_games import PlayedGame, Search, UciEngine, score_of  # noqa: E402

PLACES = ((), ("e2e4",))  # of the book, by the moves that lead there: as White, as Black
PAWN_CP = 100


def make_lines(engine, depth):
    """{moves that lead there: {move: centipawns that it loses}}, half of them about a pawn."""
    engine.send("setoption name MultiPV value 40")
    engine.sync()
    found = {}
    for place in PLACES:
        moves = " moves " + " ".join(place) if place else ""
        scores = Search(engine, "position startpos" + moves, f"go depth {depth}").lines
        ranked = sorted(scores, key=lambda move: -scores[move])
        best = scores[ranked[0]]
        bad = sorted(ranked[2:], key=lambda move: abs(best - scores[move] - PAWN_CP))[:2]
        found[place] = {move: best - scores[move] for move in ranked[:2] + bad}
    engine.send("setoption name MultiPV value 1")
    engine.sync()
    return found


def match(options, policy, lines, folder, stockfish):
    """Our score of each game (0, 0.5, 1), and whether its book line was one of the bad ones."""
    book, ini = folder / "book.bin", folder / "match.ini"
    write_book(options.adapter, book, {place: {move: 100 for move in moves} for place, moves in lines.items()})
    ini.write_text("\n".join([
        "[PolyGlot]", f"EngineCommand = {options.stockfish}", "Book = true", f"BookFile = {book}", "BookLearn = true",
        f"BookLearnPolicy = {policy}", f"BookSeed = {options.seed}", "Log = true", f"LogFile = {folder}/adapter.log",
        "[Engine]", "Threads = 1", "Hash = 16"]) + "\n", encoding="utf-8")
    ours = UciEngine([options.adapter, ini], cwd=folder)
    ours.handshake()
    dice = random.Random(options.seed)
    scores, was_bad = [], []
    for number in range(options.games):
        white = number % 2 == 0
        opening = PLACES[0 if white else 1]
        game = PlayedGame((ours, stockfish) if white else (stockfish, ours), options.nodes, dice, opening)
        ours.send("gameover " + game.result)
        scores.append(score_of(game.result, white))
        was_bad.append(lines[opening][game.moves[len(opening)]] > PAWN_CP / 2)
        if number % 50 == 49:
            print(f"{policy}: {number + 1} games, last 50: {100 * sum(scores[-50:]) / 50:.0f} %, "
                  f"bad lines {sum(was_bad[-50:])}", file=sys.stderr, flush=True)
    ours.quit()
    log = (folder / "adapter.log").read_text(encoding="utf-8")
    learnt = log.count("# learnt: ")
    print(f"{policy}: {learnt} of {options.games} games learnt", file=sys.stderr)
    if learnt != options.games:
        print("\n".join(line for line in log.splitlines() if "# not learnt" in line)[-2000:], file=sys.stderr)
    return scores, was_bad


def row(name, scores, was_bad):
    """Wins, draws, losses, score and its standard error, and how often the book gave a pawn away."""
    games = len(scores)
    mean = sum(scores) / games
    error = (sum((score - mean) ** 2 for score in scores) / max(1, games - 1) / games) ** 0.5
    print(f"| {name} | +{scores.count(1)} ={scores.count(0.5)} -{scores.count(0)} | {100 * mean:.1f} ± {100 * error:.1f} | "
          f"{100 * sum(was_bad) / games:.0f} % |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--adapter", required=True)
    parser.add_argument("--stockfish", default="/usr/games/stockfish")
    parser.add_argument("--policies", nargs="+", default=["thompson", "record-only"])
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--depth", type=int, default=16, help="of the search that makes the book")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.adapter = os.path.abspath(options.adapter)
    stockfish = UciEngine([options.stockfish], name="Stockfish")
    stockfish.handshake({"Threads": 1, "Hash": 16})
    lines = make_lines(stockfish, options.depth)
    for place, moves in lines.items():
        said = ", ".join(f"{move} {-cp / 100:+.2f}" for move, cp in moves.items())
        print(f"{' '.join(place) or 'start'} ({'Black' if place else 'White'}): {said}", flush=True)
    print("\n| | games | score, per cent | bad lines |\n|---|---|---|---|", flush=True)
    for policy in options.policies:
        with tempfile.TemporaryDirectory() as folder:
            scores, was_bad = match(options, policy, lines, Path(folder), stockfish)
        part, half = min(100, options.games // 2), options.games // 2
        row(f"{policy}, first {part}", scores[:part], was_bad[:part])
        row(f"{policy}, last {part}", scores[-part:], was_bad[-part:])
        row(f"{policy}, second half", scores[half:], was_bad[half:])
        for kind in (False, True):
            picked = [score for score, bad in zip(scores, was_bad) if bad == kind]
            row(f"{policy}, its {'bad' if kind else 'good'} lines", picked or [0.0], [kind] * max(1, len(picked)))
        row(f"{policy}, all {options.games}", scores, was_bad)
        sys.stdout.flush()
    stockfish.quit()


if __name__ == "__main__":
    main()
