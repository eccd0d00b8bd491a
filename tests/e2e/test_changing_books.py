#!/usr/bin/env python3
"""Books that are cut short, replaced, overwritten or removed while adapters play from them: an adapter continues with
the old book, the new one or the engine, and never crashes or hangs. A new book is used from the next game on."""
import os
import subprocess
import tempfile
import threading
import time
import unittest
from pathlib import Path

from e2e_support import adapter, fake_engine, write_ini
from polyglot_book import Book
from xboard_host import LineProcess

PATIENCE = 60.0  # seconds
OLD, NEW, ENGINE = "e2e4", "d2d4", "a2a3"  # who answers from the start position


class Player(LineProcess):
    """An adapter that is asked for the first move of games."""

    def answer(self, word):
        deadline = time.monotonic() + PATIENCE
        while True:
            line = self.read_line(deadline)[1]
            if line.split(" ")[0] == word:
                return line.split(" ")[1]


class UciPlayer(Player):
    def start(self):
        self.send("uci", "isready")
        while not self.read_line(time.monotonic() + PATIENCE)[1].startswith("readyok"):
            pass

    def new_game(self):
        self.send("ucinewgame")

    def move(self):
        self.send("position startpos", "go movetime 1")
        return self.answer("bestmove")


class XboardPlayer(Player):
    """In xboard's protocol a game has one first move; `force` and `undo` take it back."""

    def start(self):
        self.send("xboard", "protover 2")
        while "done=1" not in self.read_line(time.monotonic() + PATIENCE)[1]:
            pass
        self.new_game()

    def new_game(self):
        self.send("new", "sd 1")

    def move(self):
        self.send("go")
        move = self.answer("move")
        self.send("force", "undo")
        return move


def write_over(path, data):
    """In place: a process that has the file open reads the new bytes."""
    with open(path, "r+b") as file:
        file.truncate(len(data))
        file.write(data)


def put_beside(path, data):
    """As good writers do it."""
    part = path.with_suffix(".part")
    part.write_bytes(data)
    part.replace(path)


def make_directory(path):
    path.unlink()
    path.mkdir()


GARBAGE = bytes(range(256)) * 400


class ChangingBooks(unittest.TestCase):
    suffix = ".bin"

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.old, self.new = self.book_bytes(OLD), self.book_bytes(NEW)
        self.path = self.folder / f"book{self.suffix}"
        self.players = []

    def book_bytes(self, move):
        """A book with this first move and answers to it."""
        replies = {OLD: ("e7e5 3, c7c5 2", "g1f3 1"), NEW: ("d7d5 3, g8f6 2", "c2c4 1")}[move]
        plies = {"": f"{move} 1", move: replies[0], f"{move} {replies[0].split()[0]}": replies[1]}
        data = Book(adapter(), plies).bytes
        if self.suffix == ".bin":
            return data
        source, target = self.folder / "source.bin", self.folder / f"target{self.suffix}"
        source.write_bytes(data)
        subprocess.run([adapter(), "convert-book", "-from", source, "-to", target], check=True, capture_output=True)
        return target.read_bytes()

    def start_players(self):
        self.path.write_bytes(self.old)
        ini = write_ini(self.folder / "polyglot.ini", {
            "EngineDir": ".", "EngineCommand": f'"{fake_engine()}" --bestmove {ENGINE}', "Book": "true",
            "BookFile": self.path, "BookRandom": "false"})
        for kind in (UciPlayer, XboardPlayer):
            player = kind([adapter(), ini])
            self.addCleanup(self.end, player)
            self.players.append(player)
            player.start()
            self.assertEqual(player.move(), OLD)

    def end(self, player):
        player.quit(limit=PATIENCE)  # complains of a crash, too
        self.assertEqual(player.violations, [])

    def moves(self):
        return {player.move() for player in self.players}

    def moves_of_new_game(self):
        for player in self.players:
            player.new_game()
        return self.moves()

    def restore(self):
        """The old book is back, and played from, so that the next change is one."""
        if self.path.is_dir():
            self.path.rmdir()
        put_beside(self.path, self.old)
        self.assertEqual(self.moves_of_new_game(), {OLD})

    def test_a_better_book(self):
        self.start_players()
        put_beside(self.path, self.new)
        self.assertEqual(self.moves(), {OLD})  # the file that is open is still the old one
        self.assertEqual(self.moves_of_new_game(), {NEW})
        self.restore()
        write_over(self.path, self.new)
        self.assertLessEqual(self.moves(), {OLD, NEW})  # by what is kept in memory
        self.assertEqual(self.moves_of_new_game(), {NEW})

    def test_a_worse_file(self):
        self.start_players()
        whole = len(self.old)
        # Whether what was read before is still there, or the engine plays: never a wrong move, never no move.
        for name, spoil in {
                "emptied": lambda path: os.truncate(path, 0),
                "cut within the first entry": lambda path: os.truncate(path, 8),
                "cut in the middle": lambda path: os.truncate(path, whole // 2 + 3),
                "one byte less": lambda path: os.truncate(path, whole - 1),
                "longer by zeros": lambda path: os.truncate(path, whole + 1_000_000),
                "overwritten by garbage": lambda path: write_over(path, GARBAGE),
                "overwritten by garbage of the same size": lambda path: write_over(path, (GARBAGE * 100)[:whole]),
                "overwritten by zeros": lambda path: write_over(path, bytes(whole)),
                "replaced by garbage": lambda path: put_beside(path, GARBAGE),
                "replaced by an empty file": lambda path: put_beside(path, b""),
                "replaced by a page of text": lambda path: put_beside(path, b"<!DOCTYPE html><html></html>\n" * 99),
                "unreadable": lambda path: path.chmod(0),
                "removed": lambda path: path.unlink(),
                "replaced by a directory": make_directory,
        }.items():
            with self.subTest(name):
                spoil(self.path)
                self.assertLessEqual(self.moves(), {OLD, ENGINE})
                for _ in range(2):
                    self.assertLessEqual(self.moves_of_new_game(), {OLD, ENGINE})
                self.restore()

    def test_a_file_that_never_rests(self):
        self.start_players()
        stop = threading.Event()

        def spoil():
            while not stop.is_set():
                for data in (self.new, GARBAGE, self.old, self.new[:24], b""):
                    write_over(self.path, data)
                put_beside(self.path, self.new)
                os.truncate(self.path, len(self.new) // 2)
                self.path.unlink()
                put_beside(self.path, self.old)

        spoiler = threading.Thread(target=spoil)
        spoiler.start()
        try:
            for number in range(150):
                moves = self.moves_of_new_game() if number % 3 == 0 else self.moves()
                self.assertLessEqual(moves, {OLD, NEW, ENGINE})
        finally:
            stop.set()
            spoiler.join()
        self.restore()


class ChangingArenaBooks(ChangingBooks):
    suffix = ".abk"


class ChangingYacbBooks(ChangingBooks):
    suffix = ".yacb"


if __name__ == "__main__":
    unittest.main()
