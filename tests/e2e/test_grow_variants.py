"""grow-book and rate-book with an engine of variants: the store names the variant, and every move of the books is legal. With the
fake engine, and with fairy-stockfish if it is installed."""
import json
import os
import shlex
import shutil
import sqlite3
import subprocess
import unittest

from grow_support import ADAPTER, DONE, FAILED, FAKE_ENGINE, NO_ENGINE, WRONG_USE, GrowCase

ENGINE = f"{shlex.quote(FAKE_ENGINE)} --key-values --random-legal --variants --seed 1"
os.environ["PATH"] += ":/usr/games:/usr/local/games"
FAIRY = shutil.which("fairy-stockfish")
VARIANTS = ("antichess", "atomic", "crazyhouse", "giveaway", "horde", "kingofthehill", "losers", "racingkings", "suicide", "3check")
BY_XBOARD = ("atomic", "crazyhouse", "giveaway", "suicide", "3check", "losers")


class GrowVariants(GrowCase):
    def grow(self, variant, *words, engine=ENGINE, status=DONE):
        return self.run_tool("grow-book", "-store", "grow.db", "-variant", variant, "-ec", engine, "-width", 1000, *words,
                             status=status)

    def test_a_book_of_each_variant(self):
        for variant in VARIANTS:
            with self.subTest(variant=variant):
                self.run_tool("grow-book", "-store", f"{variant}.db", "-variant", variant, "-ec", ENGINE, "-depth", 1, "-width",
                              1000, "-positions", 60, "-bin", f"{variant}.bin")
                self.assertEqual(self.rows("SELECT name FROM variant", f"{variant}.db"), [(variant,)])
                self.assertIn(f"PolyGlot of {variant}, ", self.run_tool("verify-book", f"{variant}.bin"))
                if variant in BY_XBOARD:
                    self.run_tool("grow-book", "-store", f"{variant}.db", "-keys", "xboard", "-bin", "x.bin", "-width", 1000)
                    self.run_tool("convert-book", "x.bin", "-to", "x.csv")
                    self.assertIn("keys,xboard", (self.folder / "x.csv").read_text())

    def test_the_store_goes_on_by_itself_and_refuses_other_rules(self):
        self.grow("crazyhouse", "-depth", 1, "-positions", 20)
        before = self.searched()
        self.run_tool("grow-book", "-store", "grow.db", "-ec", ENGINE, "-depth", 1, "-width", 1000, "-positions", 10)
        self.assertGreater(self.searched(), before)
        self.check_sound()
        out = self.grow("horde", "-depth", 1, status=FAILED)
        self.assertIn("grow.db: is a store of crazyhouse, and not of horde", out)
        self.assertIn("and not of chess", self.grow("chess", "-depth", 1, status=FAILED))
        self.run_tool("grow-book", "-store", "chess.db", "-ec", ENGINE, "-depth", 1, "-positions", 3)
        out = self.run_tool("grow-book", "-store", "chess.db", "-merge", "grow.db", status=FAILED)
        self.assertIn("grow.db: is of crazyhouse, and chess.db of chess", out)
        self.run_tool("grow-book", "-store", "new.db", "-merge", "grow.db", "-bin", "new.bin", "-width", 1000)
        self.assertEqual(self.rows("SELECT name FROM variant", "new.db"), [("crazyhouse",)])
        self.assertIn("is a store of crazyhouse", self.run_tool("show-book", "grow.db", status=FAILED))

    def test_a_book_and_games_begin_it(self):
        (self.folder / "games.pgn").write_text('[Variant "Crazyhouse"]\n[Result "1-0"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@h3 1-0\n\n')
        self.run_tool("make-book", "games.pgn", "-variant", "crazyhouse", "-min-game", 1, "-bin", "seed.bin")
        self.run_tool("grow-book", "-store", "a.db", "-from", "seed.bin", "-ec", ENGINE, "-depth", 1, "-positions", 5)
        self.run_tool("grow-book", "-store", "b.db", "-variant", "crazyhouse", "-from", "games.pgn", "-ec", ENGINE, "-depth", 1,
                      "-positions", 5)
        for store in ("a.db", "b.db"):
            self.assertEqual(self.rows("SELECT name FROM variant", store), [("crazyhouse",)])
            self.assertEqual(self.rows("SELECT count(*) FROM moves WHERE move = 1495", store), [(1,)])  # P@h3, 23 * 65
        # The first game names the variant of a new store.
        self.run_tool("grow-book", "-store", "c.db", "-from", "games.pgn", "-ec", ENGINE, "-depth", 1, "-positions", 1)
        self.assertEqual(self.rows("SELECT name FROM variant", "c.db"), [("crazyhouse",)])

    def test_a_first_run_that_fails_leaves_no_store(self):
        (self.folder / "other.pgn").write_text('[Variant "Bughouse"]\n\n1. e4 d5 *\n')
        out = self.run_tool("grow-book", "-store", "new.db", "-from", "other.pgn", "-ec", ENGINE, status=FAILED)
        self.assertIn("no game with a move to begin with (1 of 1 game not read to the end: unknown variant 'Bughouse')", out)
        self.assertEqual([file.name for file in self.folder.glob("new.db*")], [])
        self.grow("crazyhouse", "-depth", 1, "-positions", 3)
        self.run_tool("grow-book", "-store", "grow.db", "-from", "other.pgn", "-ec", ENGINE, status=FAILED)
        self.assertGreater(self.searched(), 0)

    def test_what_cannot_be_is_refused(self):
        self.assertIn("are written as .bin", self.grow("horde", "-bin", "out.csv", status=WRONG_USE))
        self.assertIn("XBoard does not know horde", self.grow("horde", "-keys", "xboard", status=WRONG_USE))
        self.assertIn("castling rights", self.grow("antichess", "-keys", "xboard", status=WRONG_USE))
        self.assertIn("this is one of chess", self.grow("chess", "-keys", "xboard", status=WRONG_USE))
        out = self.grow("horde", "-depth", 1, engine=shlex.quote(FAKE_ENGINE), status=NO_ENGINE)
        self.assertIn("the engine does not announce the variant horde", out)

    def test_rate_book(self):
        self.grow("crazyhouse", "-depth", 1, "-positions", 80, "-bin", "book.bin")
        out = self.run_tool("rate-book", "book.bin", "-ec", ENGINE, "-depth", 1, "-html", "worst.html", "-out", "good.bin",
                            "-width", 30)
        self.assertIn("100.0% by their reach", out)
        self.assertRegex(out, r"good\.bin: \d+ change")
        self.assertEqual(self.rows("SELECT name FROM variant", "book.bin.rate.db"), [("crazyhouse",)])
        self.assertIn("0 errors", self.run_tool("verify-book", "good.bin"))
        report = json.loads(self.run_tool("rate-book", "book.bin", "-json", "-top", 0))
        self.assertEqual(report["searched"], report["positions"])
        for move in report["worst"]:
            self.assertIn("[", move["fen"])  # the pockets
        self.assertIn('<table class="board">', (self.folder / "worst.html").read_text())
        # Nothing but the weights that the report names has changed.
        before, after = ((self.folder / name).read_bytes() for name in ("book.bin", "good.bin"))
        self.assertEqual(len(before), len(after))
        self.run_tool("edit-book", "good.bin", "-undo")
        self.assertEqual((self.folder / "good.bin").read_bytes(), before)
        self.run_tool("convert-book", "book.bin", "-to", "book.csv")
        out = self.run_tool("rate-book", "book.csv", "-ec", ENGINE, "-depth", 1, "-out", "copy.bin", status=FAILED)
        self.assertIn("book.csv: -out writes a copy of a .bin", out)
        self.assertIn("100.0% by their reach", self.run_tool("rate-book", "book.csv", "-ec", ENGINE, "-depth", 1))
        out = self.run_tool("rate-book", "book.bin", "-variant", "horde", "-ec", ENGINE, "-depth", 1, status=FAILED)
        self.assertIn("crazyhouse and not horde", out)

    @unittest.skipUnless(FAIRY, "fairy-stockfish is not installed")
    def test_fairy_stockfish(self):
        """Both protocols; the book is played by the adapter."""
        for protocol, variant in (("uci", "crazyhouse"), ("uci", "antichess"), ("xboard", "3check")):
            with self.subTest(variant=variant):
                store = f"{variant}.db"
                self.run_tool("grow-book", "-store", store, "-variant", variant, "-ec", FAIRY, "-pg", f"EngineProtocol={protocol}",
                              "-pg", "StartTimeout=120", "-hang-time", 60, "-depth", 2, "-positions", 4, "-bin", f"{variant}.bin")
                self.run_tool("verify-book", f"{variant}.bin")
                with sqlite3.connect(self.folder / store) as connection:
                    self.assertEqual(connection.execute("SELECT count(*) FROM positions WHERE state = 1 AND depth = 0").fetchone(),
                                     (0,))
                (self.folder / "polyglot.ini").write_text(
                    f"[PolyGlot]\nEngineCommand = {ENGINE}\nBook = true\nBookFile = {variant}.bin\n")
                played = subprocess.run([ADAPTER, "polyglot.ini"], cwd=self.folder, text=True, capture_output=True, timeout=60,
                                        check=True, input="uci\n" f"setoption name UCI_Variant value {variant}\n"
                                        "position startpos\ngo movetime 10\nisready\nquit\n")
                self.assertIn(f"({variant}.bin; {variant})", played.stdout)


if __name__ == "__main__":
    unittest.main()
