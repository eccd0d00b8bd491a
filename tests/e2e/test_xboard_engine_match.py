#!/usr/bin/env python3
"""Debian's xboard engines as UCI engines and as xboard engines, through the adapter, with a book of PolyGlot's.

Every engine plays games against Stockfish (Skill Level 0) as a UCI engine under uci_match, where each `go` must bring one
legal bestmove in time, and games against Fairy-Stockfish in XBoard itself (under Xvfb), where the adapter is the first
engine. All games must end by the rules, our book must play the first moves, nothing may be lost on time, and after the
match nothing may be left. A table says how it went.

usage: test_xboard_engine_match.py [--adapter PROGRAM] [--games N] [--protocol xboard|auto] [--uci | --xboard] [ENGINE…]
       N: 2, or $POLYGLOT_GAMES
"""
import argparse
import os
import re
import sys
import tempfile
import time
import uuid
from dataclasses import dataclass, field
from pathlib import Path

from chess_rules import Position
from e2e_support import SKIPPED, adapter, book, peer, run_xboard
from test_xboard_chain import BAD_ENDING, GOOD_ENDING, read_games
from test_xboard_gui import X11_NOISE, check_adapter_log
from uci_match import BUSY_MACHINE, UciEngine, play_game
from xboard_host import move_of

ENGINES = {"gnuchess": "gnuchess --xboard", "phalanx": "phalanx", "sjeng": "sjeng", "hoichess": "hoichess",
           "fairymax": "fairymax"}
# Seconds and increment. A game is some 60 moves: about five seconds of each side.
CLOCK = (2.0, 0.05)
# Base and increment in XBoard's notation. The engines that know whole seconds only (gnuchess) get what the clock says.
XBOARD_CLOCK = ["-timeControl", "0:03", "-timeIncrement", "0.1"]
BOOK_DEPTH = 8  # moves
# Sjeng shows a line that fails high and, out of time before it is resolved, plays the move of the iteration before.
ENGINES_OWN = re.compile(r"PV starts with")
# How an engine may end a game besides the rules.
ENGINE_ENDING = re.compile(r"resign", re.IGNORECASE)
BAD_REMARK = re.compile(r"Illegal move|ignoring|Unrecognized|hang|crash|died|exited unexp", re.IGNORECASE)
WIRE = re.compile(r"^(\d+) ([<>])(first|second)\s*: ?(.*)$")


@dataclass
class Score:
    """What the table says of one engine under one host."""

    engine: str
    host: str
    wins: int = 0
    draws: int = 0
    losses: int = 0
    book_moves: int = 0
    slowest: float = 0.0  # seconds of one move
    nearest: float = -1e9  # seconds from the flag: positive is lost on time
    seconds: float = 0.0
    problems: list = field(default_factory=list)

    def count(self, result, white):
        if result == "1/2-1/2":
            self.draws += 1
        elif (result == "1-0") == white:
            self.wins += 1
        else:
            self.losses += 1

    def row(self):
        nearest = "" if self.nearest < -1e8 else f"{-self.nearest:.2f} s"
        return (f"| {self.engine} | {self.host} | {self.wins + self.draws + self.losses} | +{self.wins} ={self.draws} "
                f"-{self.losses} | {self.book_moves} | {self.slowest:.2f} s | {nearest} | {len(self.problems)} |")


HEADER = ("| engine | host | games | result | book moves | longest move | least time left | complaints |\n"
          "|---|---|---|---|---|---|---|---|")


def adapter_words(program, engine, protocol, folder):
    settings = [f"EngineProtocol={protocol}", "Book=true", f"BookFile={book()}", f"BookDepth={BOOK_DEPTH}", "BookSeed=7",
                "Log=true", f"LogFile={folder}/adapter.log"]
    words = [program, "-noini", "-ec", ENGINES[engine], "-ed", str(folder)]
    for setting in settings:
        words += ["-pg", setting]
    return words


def uci_games(program, engine, protocol, count, folder):
    """Games as a UCI engine against Stockfish."""
    score, began = Score(engine, "UCI"), time.monotonic()
    # Engines write logs and learn, so they get a separate folder. (gnuchess and sjeng use the working directory.)
    ours = UciEngine(adapter_words(program, engine, protocol, folder), "adapter", cwd=folder, env={"HOME": str(folder)})
    other = UciEngine([peer("stockfish")], "Stockfish", cwd=folder)
    try:
        ours.handshake()
        other.handshake({"Skill Level": 0, "Hash": 16, "Threads": 1, "Move Overhead": 100})
        left = {}

        def answer_of(side):
            go = side.go

            def timed(game, command, timeout):
                clock = int(re.search("wtime (\\d+)" if game.position.white else "btime (\\d+)", command)[1]) / 1000
                answer = go(game, command, timeout)
                score.slowest = max(score.slowest, answer.elapsed)
                score.nearest = max(score.nearest, answer.elapsed - clock)
                left[len(game.moves)] = clock - answer.elapsed
                return answer
            return timed

        ours.go = answer_of(ours)
        for number in range(count):
            white, black = (ours, other) if number % 2 == 0 else (other, ours)
            record = play_game(white, black, clock=CLOCK, margin=BUSY_MACHINE)
            score.count(record.result, white is ours) if record.result != "*" else None
            score.book_moves += len(record.book_plies)
            print(f"  game {number + 1}: {record.result:7} {record.reason}, {len(record.game.moves)} plies, "
                  f"{len(record.book_plies)} book moves", flush=True)
            ours_lost = (record.result == "1-0") == (white is other)
            if record.reason in ("illegal move", "time", "engine failure") and ours_lost:
                score.problems.append(f"game {number + 1}: {record.result}, {record.reason}: {' '.join(record.game.sans)}")
            if number % 2 == 0 and 0 not in record.book_plies:
                score.problems.append(f"game {number + 1}: the first move is not from the book")
            if record.reason == "engine failure":
                break
        ours.quit()
        other.quit()
    finally:
        ours.kill()
        other.kill()
    score.problems += [text for text in ours.violations if not ENGINES_OWN.search(text)]
    score.seconds = time.monotonic() - began
    return score


def xboard_match(words, count, folder, limit):
    """(timed out?, what was left running): the match in XBoard."""
    marker = uuid.uuid4().hex
    command = " ".join(f"'{word}'" if " " in word else word for word in words)
    arguments = ["-fcp", command, "-fd", str(folder), "-scp", peer("fairy-stockfish"), "-sd", str(folder),
                 "-matchGames", str(count), *XBOARD_CLOCK, "-matchPause", "200", "-secondOptions", "Skill Level=-5"]
    timed_out, left = run_xboard(arguments, folder, marker, limit, 3.0)
    return timed_out, [f"{pid} {line}" for pid, line in left if "vfb" not in line]


def replay(text, result, ending):
    """(plies, what is wrong) of a game in XBoard's PGN: all moves legal, the end by the rules or by resignation."""
    movetext = re.sub(r"\{[^{}]*\}", " ", text.rpartition("]\n")[2])
    position, plies = Position(), 0
    for word in movetext.split():
        if re.fullmatch(r"\d+\.+|1-0|0-1|1/2-1/2|\*", word):
            continue
        move = move_of(position, re.sub(r"^\d+\.+", "", word))
        if move is None:
            return plies, f"illegal move {word} in {position.fen()}"
        position, plies = position.after(move), plies + 1
    if ENGINE_ENDING.search(ending) and result != "*":
        return plies, None
    if result == "*" or BAD_ENDING.search(ending) or not GOOD_ENDING.search(ending):
        return plies, f"ended badly: {result} {{{ending}}}"
    return plies, None


def read_wire(folder, score):
    """Looks at XBoard's debug log: how long the first engine took, and what XBoard thought of the adapter."""
    asked = None
    for line in (folder / "xboard.debug").read_text(encoding="latin-1").splitlines():
        wire = WIRE.match(line)
        if not wire:
            if BAD_REMARK.search(line) and "second" not in line:
                score.problems.append(f"XBoard remarks {line!r}")
            continue
        when, way, who, text = int(wire[1]) / 1000, *wire.groups()[1:]
        if who != "first":
            continue
        if way == ">" and text.startswith(("usermove ", "go")):
            asked = when
        elif way == "<" and text.startswith("move ") and asked is not None:
            score.slowest, asked = max(score.slowest, when - asked), None
        elif way == "<" and text.startswith(("tellusererror", "Illegal move", "Error")):
            score.problems.append(f"the adapter says {text!r}")


def xboard_games(program, engine, protocol, count, folder):
    """Games in XBoard, the adapter as its first engine."""
    score, began = Score(engine, "XBoard"), time.monotonic()
    (folder / "home").mkdir()
    limit = 60 * count + 30
    timed_out, left = xboard_match(adapter_words(program, engine, protocol, folder), count, folder, limit)
    score.seconds = time.monotonic() - began
    score.problems += [f"left running after the match: {line}" for line in left]
    if timed_out:
        score.problems.append(f"the match did not end within {limit} s")
    path = folder / "games.pgn"
    pgn = path.read_text(encoding="latin-1") if path.exists() else ""
    texts = re.split(r"(?m)^(?=\[Event )", pgn)[1:]
    for number, (text, (result, ending)) in enumerate(zip(texts, read_games(pgn), strict=True), 1):
        plies, wrong = replay(text, result, ending)
        print(f"  game {number}: {result:7} {{{ending}}}, {plies} plies", flush=True)
        score.count(result, number % 2 == 1) if result != "*" else None
        if wrong:
            score.problems.append(f"game {number}: {wrong}")
    if len(texts) != count:
        score.problems.append(f"{len(texts)} games instead of {count}")
    if (folder / "xboard.debug").exists():
        read_wire(folder, score)
    score.book_moves, exits, bad = check_adapter_log(folder / "adapter.log")
    score.problems += bad
    if score.book_moves < (count + 1) // 2:
        score.problems.append(f"{score.book_moves} book answers in {count} games")
    out = (folder / "xboard.out").read_text(encoding="latin-1")
    score.problems += [f"XBoard prints {line!r}" for line in out.splitlines()
                       if "final score" not in line and not X11_NOISE.search(line)]
    print(f"  left {', '.join(f'{seconds:.3f}' for seconds in exits)} s after quit", flush=True)
    return score


def one(run, program, engine, arguments):
    print(f"{engine}, {run.__name__.replace('_', ' ')}", flush=True)
    with tempfile.TemporaryDirectory(prefix="polyglot-e2e-") as temporary:
        folder = Path(temporary)
        if arguments.keep:
            folder = Path(arguments.keep).absolute() / f"{engine}-{run.__name__}"
            folder.mkdir(parents=True)
        score = run(program, engine, arguments.protocol, arguments.games, folder)
        for problem in score.problems[:20]:
            print("  PROBLEM", problem)
        if score.problems:
            for file in ("xboard.out", "xboard.debug", "adapter.log"):
                if (folder / file).exists():
                    print(f"--- end of {file}\n" + (folder / file).read_text(encoding="latin-1")[-3000:])
    return score


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--adapter", help="instead of the one that ctest names")
    parser.add_argument("--games", type=int, default=int(os.environ.get("POLYGLOT_GAMES", "2")))
    parser.add_argument("--protocol", default="xboard", choices=["xboard", "auto"])
    parser.add_argument("--keep", help="a folder for the logs")
    parser.add_argument("--uci", action="store_true", help="only under the UCI host")
    parser.add_argument("--xboard", action="store_true", help="only under XBoard")
    parser.add_argument("engines", nargs="*", metavar="ENGINE")
    arguments = parser.parse_args()
    program = os.path.abspath(arguments.adapter) if arguments.adapter else adapter()
    for name in ("stockfish", "xboard", "xvfb-run", "fairy-stockfish"):
        peer(name)
    book()
    both, scores, missing = arguments.uci == arguments.xboard, [], []
    for engine in arguments.engines or ENGINES:
        if not any(os.access(f"{folder}/{engine}", os.X_OK) for folder in os.environ["PATH"].split(":")):
            print(f"{engine} is not installed (scripts/setup test installs it)")
            missing.append(engine)
            continue
        if both or arguments.uci:
            scores.append(one(uci_games, program, engine, arguments))
        if both or arguments.xboard:
            scores.append(one(xboard_games, program, engine, arguments))
    print("\n".join([HEADER, *(score.row() for score in scores)]))
    if not scores:
        return SKIPPED
    return 1 if any(score.problems for score in scores) else 0


if __name__ == "__main__":
    sys.exit(main())
