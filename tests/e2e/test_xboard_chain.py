#!/usr/bin/env python3
"""A match in a real GUI: XBoard (under Xvfb) -> Debian's polyglot -> our adapter as a UCI engine -> Stockfish.

The opponent is Stockfish under Debian's polyglot alone. All games must end by a normal result, and our book must have
answered: seen in the log of the adapter.
"""
import os
import re
import sys
import tempfile
import time
import uuid
from pathlib import Path

from e2e_support import adapter, book, debian_polyglot, peer, run_xboard, write_ini

GAMES = int(os.environ.get("POLYGLOT_E2E_XBOARD_GAMES", "2"))
TIME_LIMIT = 90 * GAMES  # seconds; a game at this clock takes about 20
# What XBoard writes in the closing comment of a game that did not end by the rules of chess.
BAD_ENDING = re.compile(r"forfeit|illegal|time|exit|crash|disconnect|abort|false|resign", re.IGNORECASE)
GOOD_ENDING = re.compile(r"mates|mated|checkmate|draw|stalemate|repetition|fifty|material", re.IGNORECASE)
ENGINE_OPTIONS = {"Hash": 16, "Threads": 1, "Move Overhead": 40}


def run_match(folder):
    stockfish, polyglot = peer("stockfish"), debian_polyglot()
    ours = write_ini(
        folder / "ours.ini",
        {"EngineCommand": stockfish, "Book": "true", "BookFile": book(), "BookDepth": 8, "BookSeed": 7,
         "Log": "true", "LogFile": folder / "ours.log"},
        ENGINE_OPTIONS)
    write_ini(folder / "chain.ini", {"EngineCommand": f"{adapter()} {ours}", "EngineName": "Chain",
                                     "Resign": "false", "Log": "true", "LogFile": folder / "chain.log"})
    write_ini(folder / "direct.ini", {"EngineCommand": stockfish, "EngineName": "Direct", "Resign": "false"}, ENGINE_OPTIONS)
    (folder / "home").mkdir()
    marker = uuid.uuid4().hex
    arguments = ["-fcp", f"{polyglot} {folder}/chain.ini", "-scp", f"{polyglot} {folder}/direct.ini",
                 "-matchGames", str(GAMES), "-timeControl", "0:03", "-timeIncrement", "0.1", "-matchPause", "100"]
    return run_xboard(arguments, folder, marker, TIME_LIMIT, 5.0)


def read_games(pgn):
    """[(result, closing comment)] of a PGN file written by XBoard."""
    games = []
    for text in re.split(r"(?m)^(?=\[Event )", pgn)[1:]:
        result = re.search(r'\[Result "([^"]*)"\]', text)
        comments = re.findall(r"\{([^{}]*)\}", text)
        games.append((result.group(1) if result else "?", " ".join(comments[-1].split()) if comments else ""))
    return games


def main():
    for name in ("xboard", "xvfb-run", "stockfish"):
        peer(name)
    debian_polyglot()
    book()
    problems = []
    with tempfile.TemporaryDirectory(prefix="polyglot-e2e-") as name:
        folder = Path(name)
        began = time.monotonic()
        timed_out, left = run_match(folder)
        if timed_out:
            problems.append(f"the match did not end within {TIME_LIMIT} s")
        problems += [f"left running after the match: {pid} {command}" for pid, command in left if "Xvfb" not in command]
        pgn = folder / "games.pgn"
        games = read_games(pgn.read_text(encoding="latin-1")) if pgn.exists() else []
        for number, (result, ending) in enumerate(games, 1):
            print(f"game {number}: {result} {{{ending}}}")
            if result not in ("1-0", "0-1", "1/2-1/2") or BAD_ENDING.search(ending) or not GOOD_ENDING.search(ending):
                problems.append(f"game {number} ended badly: {result} {{{ending}}}")
        if len(games) != GAMES:
            problems.append(f"{len(games)} games instead of {GAMES}")
        ours = folder / "ours.log"
        log = ours.read_text(encoding="utf-8", errors="replace") if ours.exists() else ""
        book_answers = log.count("info string book:")
        print(f"{len(games)} games in {time.monotonic() - began:.0f} s, {book_answers} book answers")
        if book_answers < GAMES:
            problems.append("our book was not used in every game")
        for problem in problems:
            print("PROBLEM", problem)
        if problems:
            for file in ("xboard.out", "xboard.debug", "chain.log", "ours.log"):
                if (folder / file).exists():
                    print(f"--- end of {file}\n" + (folder / file).read_text(encoding="latin-1")[-3000:])
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
