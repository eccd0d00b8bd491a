#!/usr/bin/env python3
"""The original job: XBoard itself (under Xvfb) plays matches of UCI engines through the adapter, with a book.

The adapter is what `polyglot` in PATH means, and XBoard's adapter commands are taken word for word: upstream's default
and Debian's. Looked at afterwards: the games (four a match, legal, ended by the rules), the book moves (all that the
book has, and seen as such in the adapter's log), XBoard's debug log (no error in either direction), the adapter's exits
(within a second of `quit`, by itself), and what is left running (nothing).

usage: test_xboard_gui.py [--adapter PROGRAM]
"""
import argparse
import os
import re
import signal
import struct
import subprocess
import sys
import tempfile
import time
import uuid
from datetime import datetime
from pathlib import Path

from chess_rules import Position, parse_square
from e2e_support import adapter, peer
from test_xboard_chain import BAD_ENDING, GOOD_ENDING, read_games
from uci_match import MARKER, processes_with_marker, wait_until_gone
from xboard_host import move_of, parse_thinking

GAMES = 4
TIME_LIMIT = 60 * GAMES  # seconds; a game at this clock takes about 5
QUIT_LIMIT = 1.0  # seconds; XBoard kills what is still there then
UPSTREAM = 'polyglot -noini -ec "%fcp" -ed "%fd"'
DEBIAN = 'polyglot -noini -ec "%fcp" -ed "%fd" -uci NalimovCache=%defaultCacheSizeEGTB -pg ShowTbHits=true'
MATCHES = [
    # name, adapter command, engines with their flags, other flags
    ("upstream's template against an xboard engine", UPSTREAM, ["-fcp", "stockfish", "-fUCI", "-scp", "fairy-stockfish"],
     ["-xponder"]),
    ("Debian's template on both sides, with pondering", DEBIAN,
     ["-fcp", "stockfish", "-fUCI", "-scp", "toga2", "-sUCI"], ["-ponder"]),
]
# What neither XBoard nor an engine may write. The wire's lines are `MILLISECONDS <first : …`.
BAD_REMARK = re.compile(r"illegal|ignoring|unknown command|error|exited|died|hang|forfeit|crash|core dump|bogus|bad ", re.IGNORECASE)
EXTRA_MOVE = re.compile(r"Ignoring extra move from (first|second)")
WIRE = re.compile(r"^\d+ ([<>])(first|second)\s*: ?(.*)$")
X11_NOISE = re.compile(r"Gtk|GLib|dconf|Xlib|locale|fontconfig|MESA|xkb|^\s*$", re.IGNORECASE)
LOG_LINE = re.compile(r"^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}) \[(\d+)\] (.*)$")


def book_tree():
    """{FEN: {move: weight}}: two moves for White and one for Black, whatever the other side plays."""
    start, book = Position(), {}
    book[start.fen()] = {"e2e4": 3, "d2d4": 2}
    replies = {"e2e4": {"e7e5": 2, "c7c5": 1}, "d2d4": {"d7d5": 2, "g8f6": 1}}
    for first, after_first in start.legal_moves().items():
        book[after_first.fen()] = replies.get(first, {"g8f6": 1})
        if first in book[start.fen()]:
            for after_reply in after_first.legal_moves().values():
                book[after_reply.fen()] = {"g1f3": 2, "b1c3": 1}
    return book


def write_book(path, book):
    """A .bin file: entries of key, move, weight and learn, big-endian, sorted by key. No castling or promotion in it."""
    fens = list(book)
    keys = subprocess.run([adapter(), "key"], input="\n".join(fens) + "\n", capture_output=True, text=True, check=True)
    entries = []
    for fen, key in zip(fens, keys.stdout.split(), strict=True):
        for move, weight in book[fen].items():
            code = parse_square(move[:2]) << 6 | parse_square(move[2:4])
            entries.append((int(key, 16), -weight, struct.pack(">QHHI", int(key, 16), code, weight, 0)))
    path.write_bytes(b"".join(entry for _, _, entry in sorted(entries)))


def run_match(folder, template, engines, flags):
    """(timed out?, what was left running)"""
    marker = uuid.uuid4().hex
    # %fcp is the second engine's name for the second engine: each has its log.
    command = template + f" -pg Book=true -pg BookFile={folder}/book.bin -pg Log=true -pg LogFile={folder}/%fcp.log"
    arguments = [
        peer("xvfb-run"), "-a", peer("xboard"), *engines, "-adapterCommand", command, *flags,
        "-matchGames", str(GAMES), "-timeControl", "0:02", "-timeIncrement", "0.05", "-matchPause", "100", "-noGUI",
        "-saveGameFile", f"{folder}/games.pgn", "-debug", "-nameOfDebugFile", f"{folder}/xboard.debug",
        # No windows to click away: errors end the match instead, and a sound program there may not be.
        "-xpopup", "-xexit", "-soundProgram", "true",
    ]
    environment = {**os.environ, "PATH": f"{folder}/bin:{os.environ['PATH']}", "HOME": f"{folder}/home", MARKER: marker}
    with (folder / "xboard.out").open("wb") as out:
        process = subprocess.Popen(arguments, cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=out,
                                   start_new_session=True, env=environment)
    timed_out = False
    try:
        process.wait(TIME_LIMIT)
    except subprocess.TimeoutExpired:
        timed_out = True
        os.killpg(process.pid, signal.SIGTERM)
    left = [f"{pid} {line}" for pid, line in wait_until_gone(marker, 10.0) if "Xvfb" not in line and "xvfb" not in line]
    for pid, _ in processes_with_marker(marker):
        os.kill(pid, signal.SIGKILL)
    process.wait()
    return timed_out, left


class Replayed:
    """One game of XBoard's PGN, played again by the rules."""

    def __init__(self, text, result, ending, book):
        self.result, self.ending, self.problems = result, ending, []
        self.book_moves = {True: 0, False: 0}  # answered from the book, by colour
        self.out_of_book = {True: 0, False: 0}  # in a position that the book has, but with another move
        movetext = re.sub(r"\{[^{}]*\}", " ", text.rpartition("]\n")[2])
        position, self.plies = Position(), 0
        for word in movetext.split():
            if re.fullmatch(r"\d+\.+|1-0|0-1|1/2-1/2|\*", word):
                continue
            move = move_of(position, re.sub(r"^\d+\.+", "", word))
            if move is None:
                self.problems.append(f"illegal move {word} in {position.fen()}")
                break
            if known := book.get(position.fen()):
                (self.book_moves if move in known else self.out_of_book)[position.white] += 1
            position, self.plies = position.after(move), self.plies + 1
        self._check_ending(position)

    def _check_ending(self, position):
        if BAD_ENDING.search(self.ending) or not GOOD_ENDING.search(self.ending):
            self.problems.append(f"ended badly: {self.result} {{{self.ending}}}")
        mated = not position.legal_moves() and position.in_check()
        by_rule = ("0-1" if position.white else "1-0") if mated else "1/2-1/2"
        if self.result != by_rule:
            self.problems.append(f"result {self.result} {{{self.ending}}}, but by the rules {by_rule} in {position.fen()}")


def check_games(folder, book, both_sides):
    """(games, problems). The first engine plays White and Black in turn; the names show its side."""
    path = folder / "games.pgn"
    pgn = path.read_text(encoding="latin-1") if path.exists() else ""
    texts = re.split(r"(?m)^(?=\[Event )", pgn)[1:]
    games = [Replayed(text, *ending, book) for text, ending in zip(texts, read_games(pgn), strict=True)]
    problems = [] if len(games) == GAMES else [f"{len(games)} games instead of {GAMES}"]
    for number, game in enumerate(games, 1):
        print(f"  game {number}: {game.result:7} {{{game.ending}}}, {game.plies} plies, book moves "
              f"{game.book_moves[True]} by White, {game.book_moves[False]} by Black")
        problems += [f"game {number}: {problem}" for problem in game.problems]
        first_is_white = number % 2 == 1
        for white in (True, False):
            if both_sides or white == first_is_white:
                if game.out_of_book[white] or not game.book_moves[white]:
                    problems.append(f"game {number}: {'White' if white else 'Black'} left the book that it has")
    return games, problems


def check_debug_log(folder, ours):
    """What XBoard and our engines ("first", "second") sent each other, and the remarks of XBoard."""
    problems, said = [], {"first": 0, "second": 0}
    for line in (folder / "xboard.debug").read_text(encoding="latin-1").splitlines():
        wire = WIRE.match(line)
        if not wire:
            # Without the adapter, an engine's move may cross the other's claim of a draw.
            crossed = EXTRA_MOVE.search(line)
            if crossed and crossed[1] not in ours:
                continue
            if BAD_REMARK.search(line) and not line.startswith(("GameEnds", "GE(")):
                problems.append(f"XBoard remarks {line!r}")
            continue
        way, who, text = wire.groups()
        if way == "<" and not parse_thinking(text) and not text.startswith(("feature ", "# ")):
            said[who] += text.startswith("move ")
            if who in ours and (BAD_REMARK.search(text) or text.startswith(("tell", "askuser", "resign", "offer "))):
                problems.append(f"the {who} engine says {text!r}")
    out = (folder / "xboard.out").read_text(encoding="latin-1")
    problems += [f"XBoard prints {line!r}" for line in out.splitlines()
                 if "final score" not in line and not X11_NOISE.search(line)]
    return said, problems


def check_adapter_log(path):
    """(book answers, seconds from quit to the end of each process, problems)"""
    quits, exits, book_answers, problems = {}, {}, 0, []
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines() if path.exists() else []:
        found = LOG_LINE.match(line)
        if not found:
            continue
        when, pid, text = datetime.fromisoformat(found[1]), found[2], found[3]
        book_answers += text.startswith("# book:")
        if text == "gui> quit":
            quits[pid] = when
        elif text.startswith("= exit"):
            exits[pid] = when
            if text != "= exit 0":
                problems.append(f"{path.name}: {text!r}")
        elif text.startswith(("! terminate", "= kill engine")):
            problems.append(f"{path.name}: {text!r}")
    if not quits:
        problems.append(f"{path.name}: no quit in it")
    took = [(exits[pid] - when).total_seconds() for pid, when in quits.items() if pid in exits]
    if len(took) != len(quits):
        problems.append(f"{path.name}: killed before it left by itself")
    problems += [f"{path.name}: left {seconds:.3f} s after quit" for seconds in took if seconds > QUIT_LIMIT]
    return book_answers, took, problems


def one_match(name, template, engines, flags, program, book):
    """Number of problems, all of them printed."""
    print(name, flush=True)
    with tempfile.TemporaryDirectory(prefix="polyglot-e2e-") as temporary:
        folder = Path(temporary)
        (folder / "home").mkdir()
        (folder / "bin").mkdir()
        (folder / "bin" / "polyglot").symlink_to(program)
        write_book(folder / "book.bin", book)
        began = time.monotonic()
        timed_out, left = run_match(folder, template, engines, flags)
        took = time.monotonic() - began
        problems = [f"left running after the match: {line}" for line in left]
        if timed_out:
            problems.append(f"the match did not end within {TIME_LIMIT} s")
        ours = {"first": "stockfish", "second": "toga2"} if "-sUCI" in engines else {"first": "stockfish"}
        games, bad_games = check_games(folder, book, len(ours) == 2)
        said, remarks = check_debug_log(folder, ours)
        problems += bad_games + remarks
        answers, exits = 0, []
        for engine in ours.values():
            from_book, times, bad = check_adapter_log(folder / f"{engine}.log")
            answers, exits, problems = answers + from_book, exits + times, problems + bad
        # Every game has at least one book move of each side that has a book; pondering may have asked for more.
        wanted = sum(game.book_moves[(number % 2 == 0) == (who == "first")]
                     for number, game in enumerate(games) for who in ours)
        if answers < wanted:
            problems.append(f"the adapter's log shows {answers} book answers for {wanted} book moves")
        print(f"  {len(games)} games in {took:.0f} s, {said['first']} and {said['second']} moves, {answers} book answers, "
              f"exits after {', '.join(f'{seconds:.3f}' for seconds in exits)} s", flush=True)
        for problem in problems[:20]:
            print("  PROBLEM", problem)
        if problems:
            for file in ("xboard.out", "xboard.debug", *(f"{engine}.log" for engine in ours.values())):
                if (folder / file).exists():
                    print(f"--- end of {file}\n" + (folder / file).read_text(encoding="latin-1")[-3000:])
    return len(problems)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--adapter", help="instead of the one that ctest names")
    arguments = parser.parse_args()
    for name in ("xboard", "xvfb-run", "stockfish", "toga2", "fairy-stockfish"):
        peer(name)
    book = book_tree()
    program = os.path.abspath(arguments.adapter) if arguments.adapter else adapter()
    return 1 if sum([one_match(*match, program, book) for match in MATCHES]) else 0


if __name__ == "__main__":
    sys.exit(main())
