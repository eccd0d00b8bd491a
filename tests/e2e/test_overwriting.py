#!/usr/bin/env python3
"""Nothing good is overwritten: no command writes over what it reads, by whatever name or link, and none replaces a file
by an empty one. The commands are those of main.cpp, their options those of -help: one with a value that is not
in the tables below fails the test."""
import re
import shlex
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from e2e_support import adapter, fake_engine

ROOT = Path(__file__).resolve().parents[2]
LIMIT = 60.0  # seconds for what takes one; machines are busy
DONE, BAD_INPUT, BAD_USAGE = 0, 1, 2

# What the value of an option is. "place": results are added or forgotten in this very file, which is what it is for.
OPTIONS = {
    "make-book": {"read": "pgn from-stats", "write": "bin stats json", "folder": "tmp",
                  "text": "progress max-ply min-ply filter unknown min-game white-min-game black-min-game min-score "
                          "white-min-score black-min-score weight win-factor draw-factor loss-factor half-life "
                          "reference-year min-share white-min-share black-min-share top white-top black-top "
                          "max-loss white-max-loss black-max-loss min-eval max-eval "
                          "memory threads checkpoint variant keys games"},
    "merge-book": {"read": "in1 in2 in", "write": "out", "text": "by factor learn variant"},
    "convert-book": {"read": "from positions", "write": "to", "text": "format fen min-depth temperature ctg-moves comment author keys variant"},
    "dump-book": {"read": "bin", "write": "out", "text": "color max-ply fen variant"},
    "intersect-book": {"read": "book", "write": "out", "text": "by fen weight variant"},
    "subtract-book": {"read": "book", "write": "out", "text": "by fen variant"},
    "diff-book": {"read": "bin", "text": "fen min-change max variant"},
    "edit-book": {"read": "from copy-from", "place": "bin",
                  "text": "fen line move weight share boost priority games variant"},
    "info-book": {"read": "bin positions", "text": "fen variant"},
    "find-book": {"read": "bin", "text": "fen moves threshold variant"},
    "explore": {"read": "bin store config stats pgn watch games-in", "text": "threshold port ec ed pg uci variant"},
    "setup": {"text": "ini port"},  # what its page writes: test_setup.py
    "show-book": {"read": "bin store", "write": "html dot", "text": "line fen depth min-share variant"},
    "verify-book": {"read": "bin", "text": "fen variant"},
    "repair-book": {"read": "bin", "write": "out", "text": "fen variant"},
    "learn-book": {"read": "merge import replay book values", "write": "export out", "place": "store bin file",
                   "text": "engine opponent player fen sort top min-games max-ply variant"},
    "epd-test": {"read": "epd", "write": "json csv",
                 "text": "min-depth max-depth min-time max-time depth-delta depth nodes movetime hash threads "
                         "concurrency hang-time variant"},
    "engine-test": {"text": "protocol only timeout"},
    "pgn-stat": {"read": "pgn", "write": "json", "text": "threads progress"},
    "openings-book": {"read": "bin check", "write": "out",
                      "text": "format n ply draw seed balance min-games opening not-opening ec ed uci pg cp depth nodes "
                              "movetime concurrency fen variant"},
    "grow-book": {"read": "from merge learn", "write": "bin", "place": "store",
                  "text": "ec ed uci pg nodes depth movetime hang-time hash threads concurrency time positions side width "
                          "alpha temperature retry max-ply fen variant keys"},
    "rate-book": {"read": "bin merge", "write": "out html", "place": "store",
                  "text": "ec ed uci pg nodes depth movetime hang-time hash threads concurrency time positions retry min-reach "
                          "width beyond temperature top fen variant"},
    "log-stat": {"read": "log"},
    "make-config": {"read": "book", "text": "engine store dir runner tc rounds concurrency pg uci variant"},
    "perft": {"text": "fen max-depth variant"},
    "key": {"text": "fen moves variant"},
    "replay": {"read": "log", "write": "output", "text": "pid"},
}

GAMES = "".join(f'[Event "{n}"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n' for n in range(5))


def run(*words, cwd=None):
    return subprocess.run([adapter(), *map(str, words)], capture_output=True, timeout=LIMIT, check=False, cwd=cwd,
                          stdin=subprocess.DEVNULL)


def output_of(ran):
    return (ran.stdout + ran.stderr).decode("utf-8", "replace")


class Place(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="polyglot overwriting ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.games = self.folder / "games.pgn"
        self.games.write_text(GAMES)

    def make(self, *words, status=DONE):
        ran = run(*words, cwd=self.folder)
        self.assertEqual(ran.returncode, status, (words, output_of(ran)))
        return ran

    def contents(self):
        """Of every file in and below the folder, by its name."""
        return {str(path.relative_to(self.folder)): path.read_bytes() for path in sorted(self.folder.rglob("*"))
                if path.is_file() and not path.is_symlink()}


class WhatIsRead(Place):
    def setUp(self):
        super().setUp()
        self.book, self.store = self.folder / "book.bin", self.folder / "learn.db"
        self.make("make-book", "-pgn", self.games, "-bin", self.book, "-stats", self.folder / "s.pgstats")
        (self.folder / "in").mkdir()
        (self.folder / "in" / "more.pgn").write_text(GAMES)
        self.make("learn-book", "-store", self.store, "-replay", self.games, "-book", self.book)
        self.make("learn-book", "-store", self.store, "-export", self.folder / "learn.csv")
        self.make("learn-book", "-store", self.folder / "other.db", "-import", self.folder / "learn.csv")
        self.grown = self.folder / "grow.db"
        self.make("grow-book", "-store", self.grown, "-from", self.book, "-ec", f"{shlex.quote(fake_engine())} --random-legal",
                  "-depth", 1, "-positions", 1)
        self.rated = self.folder / "rate.db"
        self.make("rate-book", self.book, "-store", self.rated, "-ec", f"{shlex.quote(fake_engine())} --random-legal",
                  "-depth", 1, "-positions", 1)
        (self.folder / "suite.epd").write_text("8/8/8/8/8/8/4P3/4K2k w - - bm e4;\n")
        self.engine = self.folder / "engine.sh"
        self.engine.write_text(f"#!/bin/sh\nexec {shlex.quote(fake_engine())}\n")
        self.engine.chmod(0o755)
        (self.folder / "polyglot.ini").write_text("[PolyGlot]\nEngineCommand = ./engine.sh\n")
        self.log = self.folder / "a.log"

    def make_log_that_differs(self):
        session = subprocess.run([adapter(), "-noini", "-log", "true", "-lf", self.log, "--", fake_engine()],
                                 input=b"uci\nisready\nquit\n", capture_output=True, timeout=LIMIT, check=False)
        self.assertEqual(session.returncode, 0, session)
        before = self.log.read_bytes()
        self.log.write_bytes(re.sub(rb"(gui<\W*)readyok", rb"\1readyno", before))
        self.assertNotEqual(self.log.read_bytes(), before)

    def writers(self):
        """(command, option that writes): words before it, and the files that the command reads then."""
        games, book, store = self.games, self.book, self.store
        made = ("make-book", "-pgn", games, self.folder / "in", "-from-stats", self.folder / "s.pgstats")
        made_from = [games, self.folder / "in" / "more.pgn", self.folder / "s.pgstats"]
        epd = ("epd-test", "-epd", self.folder / "suite.epd", "-movetime", 0.01)
        tried = [self.folder / "suite.epd", self.folder / "polyglot.ini", self.engine]
        return {
            ("make-book", "bin"): [(made, made_from)],
            ("make-book", "stats"): [(made, made_from)],
            ("make-book", "json"): [((*made, "-bin", self.folder / "new.bin"), made_from)],
            ("merge-book", "out"): [(("merge-book", "-in1", book, "-in", book), [book]),
                                    (("merge-book", "-in2", book), [book])],
            ("convert-book", "to"): [(("convert-book", "-from", book, "-format", form), [book])
                                     for form in ("polyglot", "abk", "yacb", "csv", "json", "pgn")],
            ("intersect-book", "out"): [(("intersect-book", book, book), [book])],
            ("subtract-book", "out"): [(("subtract-book", "<starter>", book), [book])],
            ("repair-book", "out"): [(("repair-book", book), [book])],
            ("openings-book", "out"): [(("openings-book", book, "-ply", 1, "-format", form), [book])
                                       for form in ("epd", "pgn")],
            ("grow-book", "bin"): [(("grow-book", "-store", self.grown, "-from", book), [self.grown, book]),
                                   (("grow-book", "-store", self.grown, "-learn", store, "-ec",
                                     f"{shlex.quote(fake_engine())} --random-legal", "-depth", 1, "-positions", 1), [store])],
            ("rate-book", "out"): [(("rate-book", book, "-store", self.rated), [self.rated, book])],
            ("rate-book", "html"): [(("rate-book", book, "-store", self.rated), [self.rated, book])],
            ("show-book", "html"): [(("show-book", book), [book]),
                                    (("show-book", book, "-store", store), [book, store])],
            ("show-book", "dot"): [(("show-book", book), [book])],
            ("dump-book", "out"): [(("dump-book", "-bin", book, "-color", "white"), [book])],
            ("learn-book", "export"): [
                (("learn-book", "-store", store), [store]),
                (("learn-book", "-store", store, "-book", book), [book])],  # .bin: learn fields of a copy
            ("learn-book", "out"): [(("learn-book", "-bin", book, "-convert"), [book])],
            ("epd-test", "json"): [(epd, tried)],
            ("epd-test", "csv"): [(epd, tried)],
            ("pgn-stat", "json"): [(("pgn-stat", games, self.folder / "in"), made_from[:2])],
            ("replay", "output"): [(("replay", self.log, "-minimise"), [self.log])],
        }

    def test_every_option_of_every_command_is_known(self):
        main = (ROOT / "main.cpp").read_text(encoding="utf-8")
        commands = re.findall(r'\{"([a-z-]+)", tools::run_', main)
        self.assertEqual(sorted(commands), sorted(OPTIONS))
        for command in commands:
            text = run(command, "-help").stdout.decode()
            with_value = set(re.findall(r"^ {1,2}-([a-z0-9-]+) [A-Z(a-z|]+", text, re.MULTILINE))
            known = [name for names in OPTIONS[command].values() for name in names.split()]
            self.assertEqual(sorted(with_value), sorted(known), command)
        writing = {(c, o) for c, kinds in OPTIONS.items() for o in kinds.get("write", "").split()}
        self.assertEqual(set(self.writers()), writing)

    def names_of(self, file):
        """Other names of a file: relative, over a link to its folder, symbolic and hard links, another case."""
        aliases = self.folder / "aliases"
        aliases.mkdir(exist_ok=True)
        suffix = file.suffix
        names = [file, Path(file.name) if file.parent == self.folder else file,
                 self.folder / "in" / ".." / file.relative_to(self.folder), aliases / f"symbolic{suffix}",
                 aliases / f"twice{suffix}", aliases / f"hard{suffix}", aliases / "folder" / file.name]
        names[3].symlink_to(file)
        names[4].symlink_to(names[3])
        names[5].hardlink_to(file)
        (aliases / "folder").symlink_to(file.parent)
        other_case = file.with_name(file.name.swapcase())
        return names + ([other_case] if other_case.exists() else [])

    def remove_aliases(self):
        for path in (self.folder / "aliases").iterdir():
            path.unlink()

    def test_no_command_writes_over_what_it_reads(self):
        self.make_log_that_differs()
        for (command, option), cases in self.writers().items():
            for words, inputs in cases:
                for file in inputs:
                    for name in self.names_of(file):
                        with self.subTest(words=words, option=option, name=name):
                            before = self.contents()
                            ran = run(*words, f"-{option}", name, cwd=self.folder)
                            self.assertIn(ran.returncode, (BAD_INPUT, BAD_USAGE), output_of(ran))
                            self.assertIn("is an input of this command", output_of(ran))
                            self.assertIn(str(name.name), output_of(ran))
                            self.assertEqual(self.contents(), before)
                    self.remove_aliases()
                # and to another place it writes
                with self.subTest(words=words, option=option, name="another"):
                    target = self.folder / ("fresh.bin" if option == "export" and "-book" in words else "fresh")
                    ran = run(*words, f"-{option}", target, cwd=self.folder)
                    self.assertTrue(target.exists(), output_of(ran))
                    target.unlink()

    def test_results_are_not_put_into_what_they_come_from(self):
        for option, source in (("import", "learn.csv"), ("replay", "games.pgn"), ("merge", "learn.db")):
            for name in self.names_of(self.folder / source):
                with self.subTest(option=option, name=name):
                    before = self.contents()
                    book = ("-book", self.book) if option == "replay" else ()
                    ran = run("learn-book", "-store", name, f"-{option}", self.folder / source, *book, cwd=self.folder)
                    self.assertEqual(ran.returncode, BAD_INPUT, output_of(ran))
                    self.assertEqual(self.contents(), before)
            self.remove_aliases()
        (self.folder / "empty.csv").write_bytes(b"")  # SQLite would take an empty file for a new store
        ran = run("learn-book", "-store", "empty.csv", "-import", "empty.csv", cwd=self.folder)
        self.assertEqual((ran.returncode, (self.folder / "empty.csv").read_bytes()), (BAD_INPUT, b""), output_of(ran))

    def test_journals_of_a_store_are_not_written_over(self):
        for suffix in ("-wal", "-shm", "-journal"):
            ran = run("learn-book", "-store", self.store, "-export", f"{self.store}{suffix}")
            self.assertEqual(ran.returncode, BAD_INPUT, output_of(ran))
            self.assertIn("is an input of this command", output_of(ran))
            journal = Path(f"{self.store}{suffix}")  # SQLite may have made one
            self.assertNotIn(b"half_points", journal.read_bytes() if journal.exists() else b"")

    def test_one_file_is_not_two_results(self):
        link = self.folder / "link"
        link.symlink_to("one")
        made = ("make-book", "-pgn", self.games)
        epd = ("epd-test", "-epd", "suite.epd", "-movetime", 0.01)
        for there in (False, True):
            for words in ((*made, "-bin", "one", "-stats", "./one"), (*made, "-bin", "link", "-json", "one"),
                          (*made, "-stats", "one", "-json", "link"), (*epd, "-json", "one", "-csv", "link")):
                with self.subTest(there=there, words=words):
                    if there:
                        (self.folder / "one").write_text("precious")
                    before = self.contents()
                    ran = run(*words, cwd=self.folder)
                    self.assertIn(ran.returncode, (BAD_INPUT, BAD_USAGE), output_of(ran))
                    self.assertIn("is already an output of this command", output_of(ran))
                    self.assertEqual(self.contents(), before)


class Empty(Place):
    """A good file is not replaced by one that holds nothing."""

    def setUp(self):
        super().setUp()
        (self.folder / "no.pgn").write_text("e2e4\n")
        (self.folder / "open.pgn").write_text(GAMES.replace("1-0", "*"))
        (self.folder / "lost.pgn").write_text('[Result "0-1"]\n\n1. e4 0-1\n')
        empty = b"\0" * 16
        self.header_only = self.folder / "header.bin"
        self.header_only.write_bytes(b"\0" * 8 + b"@PG@\n1.0" + empty)
        (self.folder / "nothing.bin").write_bytes(b"")

    def assert_refused(self, words, target, *reasons):
        target = self.folder / target
        for there in (True, False):
            with self.subTest(words=words, target=target.name, there=there):
                if there:
                    target.write_bytes(b"precious")
                before = self.contents()
                ran = run(*words, cwd=self.folder)
                self.assertEqual(ran.returncode, BAD_INPUT, output_of(ran))
                for reason in reasons:
                    self.assertIn(reason, ran.stderr.decode())
                journals = {name: text for name, text in self.contents().items() if ".db" in name}  # reading makes them
                self.assertEqual(self.contents(), {**before, **journals})
                if there:
                    target.unlink()

    def test_no_game_is_counted(self):
        for words, *reasons in (
                (("-pgn", "games.pgn", "-filter", "ECO = B90"), "5 games left out by -filter"),
                (("-pgn", "no.pgn"), "no game is counted"),
                (("-pgn", "open.pgn"), "5 games without a result", "-unknown draw"),
                (("-pgn", "games.pgn", "-min-ply", "20"), "5 games without a move", "-min-ply 20")):
            self.assert_refused(("make-book", *words), "book.bin", *reasons)
            self.assert_refused(("make-book", *words, "-stats", "s.pgstats"), "s.pgstats", *reasons)
            self.assert_refused(("make-book", *words, "-bin", "b", "-json", "report"), "report", *reasons)
        self.assert_refused(("make-book", "-compat", "-pgn", "games.pgn", "-filter", "ECO = B90"), "book.bin", "-filter")

    def test_no_entry_is_left(self):
        for words, *reasons in (
                (("-pgn", "games.pgn", "-min-game", "9"), "6 moves played in too few games (-min-game 9)"),
                (("-pgn", "games.pgn", "-white-min-game", "9", "-black-min-game", "8"), "-white-min-game 9", "-black-min-game 8"),
                (("-pgn", "lost.pgn", "-min-game", "1"), "1 move without a point", "-keep-losses"),
                (("-pgn", "lost.pgn", "-min-game", "1", "-only-black"), "1 move of White (-only-black)"),
                (("-pgn", "games.pgn", "-only-black"), "of White (-only-black)", "without a point"),
                (("-compat", "-pgn", "games.pgn", "-min-game", "9"), "-min-game 9"),
                (("-compat", "-pgn", "lost.pgn", "-min-game", "1", "-only-black"), "-only-black")):
            self.assert_refused(("make-book", *words), "book.bin", "no move is left for the book", *reasons)

    def test_statistics_that_hold_something_are_kept_when_the_book_would_be_empty(self):
        (self.folder / "book.bin").write_bytes(b"precious")
        ran = self.make("make-book", "-pgn", "games.pgn", "-min-game", "9", "-bin", "book.bin", "-stats", "s.pgstats",
                        status=BAD_INPUT)
        self.assertIn("no book is written", output_of(ran))
        self.assertEqual((self.folder / "book.bin").read_bytes(), b"precious")
        self.make("make-book", "-from-stats", "s.pgstats", "-bin", "book.bin")
        self.assertNotEqual((self.folder / "book.bin").read_bytes(), b"precious")
        self.assert_refused(("make-book", "-from-stats", "s.pgstats", "-min-game", "9"), "other.bin", "-min-game 9")
        self.assert_refused(("make-book", "-from-stats", "s.pgstats", "-min-game", "9"), "book.bin", "-min-game 9")

    def test_what_was_read_is_not_read_again_with_tmp(self):
        words = ("make-book", "-pgn", "games.pgn", "-bin", "book.bin", "-tmp", "tmp")
        ran = self.make(*words, "-min-game", "9", status=BAD_INPUT)
        self.assertIn("-min-game 9", output_of(ran))
        self.games.unlink()
        self.games.write_text(GAMES)  # with another date: the checkpoint is of other games
        ran = self.make(*words, "-resume", status=BAD_INPUT)
        self.assertIn("they have changed since", output_of(ran))
        ran = self.make(*words)
        self.assertFalse((self.folder / "tmp" / "book.bin.work").exists())

    def test_other_commands(self):
        for book in ("header.bin", "nothing.bin"):
            for words, target in ((("merge-book", "-in", book, book), "out.bin"),
                                  (("convert-book", "-from", book, "-to", "new.bin"), "new.bin"),
                                  (("convert-book", "-from", book, "-to", "new.csv"), "new.csv"),
                                  (("convert-book", "-from", book, "-to", "new.abk"), "new.abk"),
                                  (("convert-book", "-from", book, "-to", "new.pgn"), "new.pgn"),
                                  (("dump-book", "-bin", book, "-color", "white"), "book_white.txt"),
                                  (("learn-book", "-bin", book, "-convert", "-out", "new.bin"), "new.bin")):
                self.assert_refused(words, target)
        self.make("make-book", "-pgn", "games.pgn", "-bin", "good.bin")
        self.make("learn-book", "-store", "learn.db", "-replay", "games.pgn", "-book", "good.bin")
        self.assert_refused(("learn-book", "-store", "learn.db", "-export", "out.csv", "-engine", "Nobody"), "out.csv",
                            "no result")
        self.assert_refused(("learn-book", "-store", "learn.db", "-export", "out.bin", "-book", "good.bin", "-engine",
                             "Nobody"), "out.bin", "no result")
        (self.folder / "suite.epd").write_text("8/8/8/8/8/8/4P3/4K2k w - - bm e4;\n")
        (self.folder / "results").write_text("precious")
        ran = run("epd-test", "-epd", "suite.epd", "-noini", "-ec", "/bin/false", "-json", "results", cwd=self.folder)
        self.assertNotEqual(ran.returncode, DONE)
        self.assertEqual((self.folder / "results").read_text(), "precious", output_of(ran))


if __name__ == "__main__":
    unittest.main()
