#!/usr/bin/env python3
"""Results of games of variants: learnt in a store and in the learn fields of a book, apart from those of chess, read back for the
next move, shown and moved by learn-book. With fairy-stockfish over every pair of protocols, and with a fake engine of a few lines."""
import re
import stat
import subprocess
import sys
import unittest

import test_variant_games as games
from e2e_support import adapter, peer

PROGRAM = adapter()
# Plays only while the book has moves.
FAKE = f"""#!{sys.executable}
import sys
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "uci":
        print("id name Fake 1\\noption name UCI_Variant type combo default chess var chess var crazyhouse\\nuciok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        print("bestmove a7a6", flush=True)
    elif word == "quit":
        break
"""


def learn_book(*words, status=0):
    ran = subprocess.run([PROGRAM, "learn-book", *words], capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == status, ran.stdout + ran.stderr
    return ran.stdout + ran.stderr


class Learning(games.VariantGames):
    """The games of VariantGames are not played again."""

    test_a_uci_host_and_a_uci_engine = test_a_uci_host_and_an_xboard_engine = None
    test_an_xboard_host_and_a_uci_engine = test_an_xboard_host_and_an_xboard_engine = None

    def command(self, variant, engine_protocol, engine=None, more=""):
        engine = engine or peer("fairy-stockfish")
        ini = self.folder / "learn.ini"
        self.log = self.folder / "learn.log"
        ini.write_text(f"[PolyGlot]\nLog = true\nLogFile = {self.log}\nEngineCommand = {engine}\nEngineProtocol = {engine_protocol}\n"
                       f"Book = true\nBookFile = {self.make_book(variant)}\nBookVariant = {variant}\nBookDepth = 256\n"
                       f"BookLearn = true\nBookLearnMinPly = 0\n{more}\n")
        return [PROGRAM, ini]

    def lose(self, host, variant):
        """Our book moves of a game that we lose, as far as the book goes."""
        line = games.VARIANTS[variant][2].split()
        host.start()
        for ply in range(0, len(line) - 1, 2):
            self.assertEqual(host.move(line[:ply]), line[ply])
        host.adapter.send("result 0-1 {White resigns}")
        return line[0:len(line) - 1:2]

    def check_pair(self, host, protocol):
        for variant in games.VARIANTS:
            with self.subTest(variant=variant):
                store = self.folder / "learn.db"
                gui = host(self.command(variant, protocol, more=f"BookLearnFile = {store}"), variant)
                played = self.lose(gui, variant)
                gui.start()  # knows the result
                gui.adapter.send("quit")
                gui.adapter.process.wait(timeout=20)
                gui.adapter.process.stdin.close()
                gui.adapter.process.stdout.close()
                self.assertIn(f"= learn 0 in {variant}: {' '.join(played)}", self.log.read_text())
                shown = learn_book(store, "-show", "-variant", variant)
                self.assertRegex(shown, rf"\({variant}\): 1 engine")
                self.assertIn(f"{len(played)} lines, moves played {len(played)} times", shown)
                self.assertIn("no results", learn_book(store, "-show", "-variant", "chess"))
        self.check_tools(store)

    def check_tools(self, store):
        """All variants of a store go through a table, a merge and a reset."""
        table = self.folder / "learn.csv"
        learn_book(store, "-export", table)
        rows = table.read_text().splitlines()
        self.assertTrue(rows[0].endswith(",begins,variant"))
        self.assertEqual({row.rsplit(",", 1)[1] for row in rows[1:]}, set(games.VARIANTS))
        copy, merged = self.folder / "copy.db", self.folder / "merged.db"
        learn_book(copy, "-import", table)
        learn_book(merged, "-merge", copy)
        again = self.folder / "again.csv"
        learn_book(merged, "-export", again)
        self.assertEqual(again.read_bytes(), table.read_bytes())
        self.assertIn("there were no results", learn_book(merged, "-reset", "-variant", "chess"))
        learn_book(merged, "-reset", "-variant", "horde")
        self.assertIn("holds no result", learn_book(merged, "-export", self.folder / "none.csv", "-variant", "horde", status=1))
        learn_book(merged, "-export", again)
        self.assertEqual({row.rsplit(",", 1)[1] for row in again.read_text().splitlines()[1:]}, set(games.VARIANTS) - {"horde"})

    def test_a_uci_host_and_a_uci_engine_learn(self):
        self.check_pair(games.UciHost, "uci")

    def test_a_uci_host_and_an_xboard_engine_learn(self):
        self.check_pair(games.UciHost, "xboard")

    def test_an_xboard_host_and_a_uci_engine_learn(self):
        self.check_pair(games.XboardHost, "uci")

    def test_an_xboard_host_and_an_xboard_engine_learn(self):
        self.check_pair(games.XboardHost, "xboard")

    def fake_engine(self):
        engine = self.folder / "fake"
        engine.write_text(FAKE)
        engine.chmod(engine.stat().st_mode | stat.S_IXUSR)
        return engine

    def test_learn_fields_of_a_book_and_the_next_choice(self):
        gui = games.UciHost(self.command("crazyhouse", "uci", self.fake_engine()), "crazyhouse")
        played = self.lose(gui, "crazyhouse")
        gui.start()
        gui.move([])
        shares = [line for line in gui.adapter.lines if line.startswith("info string book: ")]
        self.assertRegex(shares[0], r"e2e4 .*\(1 game, 0\.0%\)")
        gui.adapter.close()
        book = self.folder / "crazyhouse.bin"
        shown = learn_book(book, "-show", "-variant", "crazyhouse")
        self.assertIn(f"{len(played)} lines", shown)
        self.assertIn("P@h3", shown)
        replayed = subprocess.run([PROGRAM, "replay", self.log], capture_output=True, text=True, timeout=60, check=False)
        self.assertIn("no difference", replayed.stdout)
        # Into a store and back into a copy of the book.
        store, copy = self.folder / "fields.db", self.folder / "copy.bin"
        learn_book(store, "-import", book, "-engine", "Fake", "-variant", "crazyhouse")
        self.assertIn("(crazyhouse)", learn_book(store, "-show"))  # the only variant of the store
        learn_book(store, "-export", copy, "-book", book, "-variant", "crazyhouse")
        self.assertEqual(copy.read_bytes(), book.read_bytes())
        refused = learn_book(store, "-export", self.folder / "other.bin", "-book", book, "-variant", "3check", status=1)
        self.assertIn("crazyhouse", refused)

    def test_chess_and_a_variant_in_one_store(self):
        """Crazyhouse begins with the position of chess: the results stay apart, and a store without variants stays as it was."""
        store = self.folder / "learn.db"
        book = self.make_book("crazyhouse")
        more = f"BookLearnFile = {store}\n[Book chess]\nFile = {book}\nVariant = standard\n"
        command = self.command("crazyhouse", "uci", self.fake_engine(), more)
        gui = games.UciHost(command, "chess")
        gui.start()
        gui.move([])
        gui.adapter.send("result 1-0")
        gui.adapter.close()
        version = [sys.executable, "-c", "import sqlite3,sys;print(*sqlite3.connect(sys.argv[1]).execute('PRAGMA user_version'))", store]
        self.assertEqual(subprocess.check_output(version, text=True).strip(), "(3,)")
        gui = games.UciHost(command, "crazyhouse")
        self.lose(gui, "crazyhouse")
        gui.adapter.close()
        self.assertEqual(subprocess.check_output(version, text=True).strip(), "(4,)")
        chess, crazyhouse = learn_book(store, "-show"), learn_book(store, "-show", "-variant", "crazyhouse")
        self.assertRegex(chess, r"1  100\.0% .*e4")
        self.assertIn("there are results of crazyhouse too (-variant)", chess)
        self.assertRegex(crazyhouse, r"1    0\.0% .*e4")

    def test_replay_games(self):
        book = self.make_book("crazyhouse")
        pgn = self.folder / "played.pgn"
        pgn.write_text('[Variant "Crazyhouse"]\n[White "A"]\n[Black "B"]\n[Result "0-1"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@h3 P@e6 0-1\n\n'
                       '[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n')
        store = self.folder / "replayed.db"
        said = learn_book(store, "-replay", pgn, "-book", book, "-variant", "crazyhouse")
        self.assertIn("1 game learnt from, 6 results added; 1 game of other variants skipped", said)
        shown = learn_book(store, "-show")
        self.assertIn("A against B", shown)
        self.assertTrue(re.search(r"P@h3 +A +1\. e4 d5 2\. exd5 Qxd5", shown), shown)


if __name__ == "__main__":
    unittest.main()
