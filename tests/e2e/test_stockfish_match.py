#!/usr/bin/env python3
"""Twenty whole games: Stockfish under the adapter, with a book, against Stockfish directly.

Clock 3 s + 0.03 s a side, alternating colours, two games at a time. Every violation that uci_match knows fails the
test: an illegal move or PV, a fallen flag, a missing info, an orphan, a bad exit. And the book must really be used.
"""
import concurrent.futures
import os
import sys
import tempfile
import time
from pathlib import Path

from e2e_support import adapter, book, peer, write_ini
from uci_match import BUSY_MACHINE, UciEngine, play_game

GAMES = int(os.environ.get("POLYGLOT_E2E_GAMES", "20"))
CLOCK = (3.0, 0.03)
# Time to get a move through the pipes of a busy machine; the clocks themselves are exact. Much more at this clock, and
# Stockfish plays its moves at depth 1.
OPTIONS = {"Hash": 16, "Threads": 1, "Move Overhead": 40}


def one_game(number, folder, stockfish):
    ini = write_ini(
        Path(folder) / f"game{number}.ini",
        {"EngineCommand": stockfish, "Book": "true", "BookFile": book(), "BookSeed": number + 1, "BookDepth": 12},
        OPTIONS)
    ours = UciEngine([adapter(), ini])
    theirs = UciEngine([stockfish])
    try:
        ours.handshake()
        theirs.handshake(OPTIONS)
        ours_is_white = number % 2 == 0
        record = play_game(*((ours, theirs) if ours_is_white else (theirs, ours)), clock=CLOCK, margin=BUSY_MACHINE)
        ours.quit()
        theirs.quit()
    finally:
        for engine in (ours, theirs):
            engine.kill()
    # The peer has no book, so all book answers must be at our turns.
    stray = [ply for ply in record.book_plies if (ply % 2 == 0) != ours_is_white]
    violations = ours.violations + theirs.violations + [f"book answer at the peer's ply {ply}" for ply in stray]
    return number, record, violations


def main():
    stockfish = peer("stockfish")
    book()
    began = time.monotonic()
    failures, book_moves, book_games, scores = [], 0, 0, {}
    with tempfile.TemporaryDirectory(prefix="polyglot e2e ") as folder:
        with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
            games = [pool.submit(one_game, number, folder, stockfish) for number in range(GAMES)]
            for done in concurrent.futures.as_completed(games):
                number, record, violations = done.result()
                print(f"game {number + 1:2}: {record.result:7} {record.reason:22} {len(record.game.moves):3} plies, "
                      f"{len(record.book_plies):2} from the book: {' '.join(record.game.sans[:8])}", flush=True)
                for violation in violations:
                    print("   VIOLATION", violation, flush=True)
                failures += [f"game {number + 1}: {violation}" for violation in violations]
                book_moves += len(record.book_plies)
                book_games += bool(record.book_plies)
                scores[record.result] = scores.get(record.result, 0) + 1
    openings = {tuple(game.result()[1].game.moves[:6]) for game in games}
    print(f"{GAMES} games in {time.monotonic() - began:.0f} s: {scores}, {book_moves} book moves in {book_games} games, "
          f"{len(openings)} different openings, {len(failures)} violations")
    if book_games < GAMES:
        failures.append("a game without a single book move")
    if GAMES >= 10 and len(openings) < 3:
        failures.append("BookRandom plays always the same")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
