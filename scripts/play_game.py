#!/usr/bin/env python3
"""Plays a game of the adapter and its engine against themselves, with a board, the moves, and what came from the book.

Run by scripts/play, which builds the adapter first. The moves are checked by the same referee as the end-to-end tests.
"""
import argparse
import locale
import os
import random
import shlex
import sys
import tempfile
from pathlib import Path

root = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(root / "tests" / "e2e"))
sys.dont_write_bytecode = True

from uci_match import EngineFailure, UciEngine, play_game  # noqa: E402

UNICODE = dict(zip("KQRBNPkqrbnp.", "♔♕♖♗♘♙♚♛♜♝♞♟·"))
STARTER = "<starter>"  # inside the adapter


def parse_arguments():
    parser = argparse.ArgumentParser(
        prog="scripts/play", description="The adapter plays its engine against itself, with an opening book.")
    parser.add_argument("--moves", type=int, default=40, metavar="N", help="stop after N moves of each side (default 40)")
    parser.add_argument("--movetime", type=int, default=100, metavar="MS", help="thinking time per move (default 100 ms)")
    parser.add_argument("--seed", type=int, metavar="N", help="repeat a game's book moves (default: a new one each time)")
    parser.add_argument("--engine", default="stockfish", metavar="CMD", help="any UCI engine (default stockfish)")
    parser.add_argument("--book", metavar="FILE", default=STARTER,
                        help="a book of any format (default: the adapter's starter book)")
    parser.add_argument("--coordinates", action="store_true", help="show moves as g1f3 instead of Nf3")
    parser.add_argument("--no-board", action="store_true", help="show the moves only")
    parser.add_argument("--adapter", default=str(root / "build/release/polyglot"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.moves < 1 or arguments.movetime < 1:
        parser.error("--moves and --movetime must be at least 1")
    if arguments.seed is not None and arguments.seed < 0:
        parser.error("--seed must not be negative")
    if arguments.book != STARTER:
        if not os.path.exists(arguments.book):
            parser.error(f"no such book: {arguments.book}")
        arguments.book = os.path.abspath(arguments.book)
    return arguments


class Screen:
    """Writes the game. Unicode pieces if the terminal can show them, emphasis only on a terminal."""

    def __init__(self, arguments):
        self.arguments = arguments
        encoding = (sys.stdout.encoding or locale.getpreferredencoding(False)).lower().replace("-", "")
        self.unicode = encoding == "utf8"
        self.colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
        self.book_plies = self.engine_plies = 0

    def emphasis(self, text):
        return f"\033[1;32m{text}\033[0m" if self.colour else text

    def name_of(self, position, move):
        return move if self.arguments.coordinates else position.san(move)

    def board(self, game):
        last = game.moves[-1][:4] if game.moves else ""
        lines = []
        for rank in range(7, -1, -1):
            row = f"  {rank + 1}  "
            for file in range(8):
                piece = game.position.board[rank * 8 + file]
                text = UNICODE[piece] if self.unicode else piece
                name = "abcdefgh"[file] + str(rank + 1)
                row += (self.emphasis(text) if last and name in (last[:2], last[2:]) else text) + " "
            lines.append(row.rstrip())
        return "\n".join(lines + ["     a b c d e f g h"])

    def move(self, before, game, answer):
        number = (len(game.moves) + 1) // 2
        dots = "." if len(game.moves) % 2 else "..."
        head = f"{number:>3}{dots:<3} {self.name_of(before, answer.move):<8}"
        if answer.book_moves:
            self.book_plies += 1
            shares = ", ".join(f"{self.name_of(before, move)} {share:.1f}%" for move, share in answer.book_moves[:6])
            more = len(answer.book_moves) - 6
            print(head + self.emphasis("book   ") + shares + (f", {more} more" if more > 0 else ""))
        else:
            self.engine_plies += 1
            kind, value = answer.info.get("score", ("cp", 0))
            score = f"{value / 100:+.2f}" if kind == "cp" else f"mate in {value}"
            print(head + f"engine {score}, depth {answer.info.get('depth', '?')}, {answer.elapsed * 1000:.0f} ms")
        if not self.arguments.no_board:
            print(self.board(game) + "\n")
        sys.stdout.flush()


def quoted(word):
    """A word for EngineCommand and a value for an ini file: # and ; would start a comment."""
    return shlex.quote(word).replace("#", "\\#").replace(";", "\\;")


def main():
    arguments = parse_arguments()
    seed = arguments.seed if arguments.seed is not None else random.randrange(1, 1_000_000)
    screen = Screen(arguments)
    print(f"{arguments.engine} with {arguments.adapter}, both sides, {arguments.movetime} ms a move")
    print(f"book {arguments.book}, seed {seed} (--seed {seed} repeats the book moves)\n")
    with tempfile.TemporaryDirectory(prefix="polyglot-play-") as folder:
        sides = []
        for side in (0, 1):
            ini = Path(folder) / f"side{side}.ini"
            command = " ".join(quoted(word) for word in shlex.split(arguments.engine))
            lines = ["[PolyGlot]", f"EngineCommand = {command}", f"BookSeed = {2 * seed + side}",
                     "Book = true", f"BookFile = {arguments.book}"]
            ini.write_text("\n".join(lines) + "\n", encoding="utf-8")
            sides.append(UciEngine([arguments.adapter, ini], name=f"{'White' if side == 0 else 'Black'}"))
        try:
            for side in sides:
                side.handshake()
            positions = []

            def shown(game, _engine, answer):
                before = positions[-1] if positions else type(game.position)()
                positions.append(game.position)
                screen.move(before, game, answer)

            record = play_game(*sides, movetime=arguments.movetime / 1000, max_plies=2 * arguments.moves, on_move=shown)
            for side in sides:
                side.quit()
        except EngineFailure as failure:
            print(f"play: {failure}", file=sys.stderr)
            return 1
        finally:
            for side in sides:
                side.kill()
    print(f"{record.result} ({record.reason}), {len(record.game.moves)} plies: "
          f"{screen.book_plies} from the book, {screen.engine_plies} by the engine")
    problems = [problem for side in sides for problem in side.violations]
    for problem in problems:
        print("play: " + problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
