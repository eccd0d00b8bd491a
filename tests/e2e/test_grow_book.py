"""grow-book as a process: engines that fail, Ctrl-C, a kill, several processes, and what other commands read of its books."""
import gzip
import json
import os
import shlex
import shutil
import signal
import sqlite3
import unittest

from grow_support import DONE, ENGINE, FAILED, GROW, INTERRUPTED, KINGS, NO_ENGINE, START, WRONG_USE, GrowCase


class GrowBook(GrowCase):
    def test_a_book_in_every_format(self):
        out = self.run_tool(*GROW, "-positions", 60, "-bin", "out.bin", "-bin", "out.abk", "-bin", "out.yacb", "-bin", "out.exp",
                            "-bin", "out.csv", "-bin", "out.json")
        self.assertIn("grow.db: 60 searches, now ", out)
        self.check_sound()
        self.assertEqual(self.rows("SELECT count(*) FROM claims"), [(0,)])
        start = self.run_tool("find-book", "out.bin")
        self.assertIn("may be played", start)
        self.run_tool("verify-book", "out.bin")
        for name in ("out.abk", "out.yacb", "out.exp", "out.csv", "out.json"):
            self.run_tool("convert-book", name, "-to", f"{name}.back.csv")
            self.assertGreater(len((self.folder / f"{name}.back.csv").read_text().splitlines()), 20, name)
        # The store alone gives the same book again.
        book = (self.folder / "out.bin").read_bytes()
        self.assertIn("out.bin: ", self.run_tool("grow-book", "-store", "grow.db", "-width", 1000, "-bin", "out.bin"))
        self.assertEqual((self.folder / "out.bin").read_bytes(), book)
        # Nothing worse than the width.
        self.run_tool("grow-book", "-store", "grow.db", "-width", 0, "-bin", "best.bin")
        self.assertLess((self.folder / "best.bin").stat().st_size, len(book))

    def test_interrupted_it_writes_the_book_and_goes_on_later(self):
        process = self.start(*GROW, "-bin", "out.bin", "-concurrency", 2)
        self.wait_for(process, lambda: self.searched() >= 10)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, INTERRUPTED, err)
        self.assertIn("interrupted; the same command goes on", out)
        self.assertTrue((self.folder / "out.bin").exists())
        self.check_sound()
        self.assertEqual(self.rows("SELECT count(*) FROM claims"), [(0,)])
        before = self.searched()
        self.run_tool(*GROW, "-positions", 10)
        self.assertGreater(self.searched(), before)

    def test_a_store_that_is_removed_is_reported_and_the_book_is_written(self):
        process = self.start(*GROW, "-bin", "out.bin")
        self.wait_for(process, lambda: self.searched() >= 10)
        for file in self.folder.glob("grow.db*"):
            file.unlink()
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, FAILED, err)
        self.assertIn("grow.db: has been removed or renamed while it was in use", err)
        self.assertRegex(out, r"out\.bin: \d+ positions")
        self.run_tool("verify-book", "out.bin")
        self.assertFalse((self.folder / "grow.db").exists())

    def test_a_store_that_another_process_holds_is_waited_for(self):
        process = self.start(*GROW, "-bin", "out.bin")
        self.wait_for(process, lambda: self.searched() >= 10)
        with sqlite3.connect(self.folder / "grow.db", isolation_level=None) as holder:
            holder.execute("BEGIN IMMEDIATE")
            self.assertIn("grow.db: in use by another process; waiting until it is free", process.stderr.readline())
            before = holder.execute("SELECT count(*) FROM positions WHERE state = 1").fetchone()[0]
            holder.execute("COMMIT")
        self.wait_for(process, lambda: self.searched() > before)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, INTERRUPTED, err)
        self.check_sound()

    def test_a_store_that_stays_locked_ends_the_searches_and_the_book_is_written(self):
        for words, status in ((("-retry", 0.5), FAILED), ((), INTERRUPTED)):
            process = self.start(*GROW, *words, "-bin", "out.bin")
            self.wait_for(process, lambda: self.searched() >= 10)
            with sqlite3.connect(self.folder / "grow.db", isolation_level=None) as holder:
                holder.execute("BEGIN IMMEDIATE")
                if not words:  # Ctrl-C ends the waiting
                    self.assertIn("waiting until it is free", process.stderr.readline())
                    process.send_signal(signal.SIGINT)
                out, err = process.communicate(timeout=60)
                holder.execute("ROLLBACK")
            self.assertEqual(process.returncode, status, err)
            self.assertIn("grow.db: in use by another process for too long", err)
            self.assertRegex(out, r"out\.bin: \d+ positions")

    def test_killed_it_loses_nothing_that_was_finished(self):
        before = 0
        for _ in range(3):
            process = self.start(*GROW, "-concurrency", 2)
            self.wait_for(process, lambda: self.searched() >= before + 15)
            process.kill()
            process.communicate(timeout=60)
            self.assertGreaterEqual(self.searched(), before + 15)
            self.check_sound()
            before = self.searched()
        self.run_tool(*GROW, "-positions", 5, "-bin", "out.bin")

    def test_two_processes_on_one_store(self):
        self.run_tool(*GROW, "-positions", 5)
        processes = [self.start(*GROW, "-positions", 40, "-concurrency", 2) for _ in range(2)]
        for process in processes:
            out, err = process.communicate(timeout=300)
            self.assertEqual(process.returncode, DONE, err)
            self.assertIn(": 40 searches, now", out)
        self.check_sound()

    def test_merged_stores(self):
        for seed, name in enumerate(("a.db", "b.db")):
            self.run_tool("grow-book", "-store", name, "-ec", f"{ENGINE} --name {name} --seed {seed}", "-depth", 1, "-width", 1000,
                          "-positions", 20)
        self.assertIn("out.bin: ", self.run_tool("grow-book", "-store", "a.db", "-merge", "b.db", "-bin", "out.bin"))
        self.assertGreater(self.rows("SELECT count(*) FROM positions", "a.db"), self.rows("SELECT count(*) FROM positions", "b.db"))
        self.assertEqual(self.rows("SELECT name FROM engines WHERE name <> '' ORDER BY name", "a.db"), [("a.db",), ("b.db",)])

    def test_an_engine_that_crashes_costs_one_search(self):
        engine = shlex.quote(self.engine_that_first("--crash-on go"))
        out = self.run_tool("grow-book", "-store", "grow.db", "-ec", engine, "-depth", 1, "-fen", START, "-fen", KINGS,
                            "-positions", 12, status=FAILED)
        self.assertRegex(out, r"grow-book: Fake Engine: .*; given back: ")
        self.assertIn("grow.db: 12 searches (1 failed)", out)
        self.check_sound()

    def test_an_engine_that_hangs_costs_one_search(self):
        engine = shlex.quote(self.engine_that_first("--hold --ignore-stop"))
        out = self.run_tool("grow-book", "-store", "grow.db", "-ec", engine, "-depth", 1, "-hang-time", 2, "-fen", START,
                            "-fen", KINGS, "-positions", 12, status=FAILED)
        self.assertIn("no bestmove after stop; left alone: ", out)
        self.assertIn("grow.db: 11 searches (1 failed)", out)

    def test_an_engine_that_does_not_start(self):
        for books in ((), ("-bin", "out.bin")):
            out = self.run_tool("grow-book", "-store", "grow.db", "-ec", "./none", *books, status=NO_ENGINE)
            self.assertIn("the engine does not start", out)
        self.assertFalse((self.folder / "out.bin").exists())

    def test_a_book_as_the_beginning(self):
        after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
        (self.folder / "seed.csv").write_text(f"fen,move,weight\n{START},e2e4,1\n{START},d2d4,1\n{after},c7c5,1\n")
        self.run_tool(*GROW, "-from", "seed.csv", "-positions", 1)
        self.assertEqual(self.rows("SELECT count(*) FROM positions"), [(4,)])
        self.assertEqual(self.rows("SELECT count(*) FROM moves"), [(3,)])
        self.run_tool(*GROW, "-positions", 2)
        self.assertEqual(self.rows("SELECT count(*) FROM positions WHERE state = 0"), [(1,)])  # before any new one
        self.run_tool(*GROW, "-alpha", 0, "-positions", 60)
        self.assertEqual(self.rows("SELECT count(*) FROM positions WHERE state = 0"), [(0,)])

    def test_games_as_the_beginning(self):
        """The main lines of the games, without their variations, each as far as -max-ply."""
        games = ('[Event "a"]\n[Result "1-0"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 {a good move} Nc6 1-0\n\n'
                 '[Event "b"]\n[Result "0-1"]\n\n1. Nf3 e5 2. e4 Nc6 3. Bb5 0-1\n\n'
                 f'[Event "c"]\n[SetUp "1"]\n[FEN "{KINGS}"]\n\n1. e4 Kd8 2. Ke5 *\n')
        (self.folder / "games.pgn").write_text(games)
        with gzip.open(self.folder / "packed.pgn.gz", "wt") as packed:
            packed.write(games)
        out = self.run_tool("grow-book", "-store", "grow.db", "-from", "games.pgn")
        self.assertIn("grow-book: games.pgn: 1 of 3 games not read to the end: White's move 2: 'Ke5' is not legal here", out)
        # After the start: e4, e4 e5, Nf3, Nf3 e5, both (a transposition), Nc6, Bb5; after the kings: e4, Kd8.
        self.assertEqual(self.rows("SELECT count(*), sum(state) FROM positions"), [(11, 0)])
        self.assertEqual(self.rows("SELECT count(*) FROM moves"), [(10,)])
        self.assertEqual(self.rows("SELECT count(*) FROM roots"), [(2,)])
        self.run_tool("grow-book", "-store", "packed.db", "-from", "packed.pgn.gz", "-max-ply", 1, "-fen", KINGS)
        self.assertEqual(self.rows("SELECT count(*) FROM positions", "packed.db"), [(2,)])
        self.run_tool(*GROW, "-alpha", 0, "-positions", 100)
        self.assertLessEqual(self.rows("SELECT count(*) FROM positions WHERE state = 0")[0][0], 3)  # four plies deep and more
        (self.folder / "empty.pgn").write_text('[Event "nothing"]\n\n*\n')
        self.assertIn("no game with a move", self.run_tool("grow-book", "-store", "e.db", "-from", "empty.pgn", status=FAILED))

    def test_wrong_use(self):
        for words, message in ((("-bin", "x.bin"), "no store is given"), (("-store", "s.db"), "nothing to do"),
                               (("-store", "s.db", "-bin", "x.pgn"), "convert-book writes PGN"),
                               (("-store", "s.db", "-bin", "x.bin", "-nodes", 5), "none is given (-ec)"),
                               (("-store", "s.db", "-ec", "e", "-side", "red"), "-side is white, black or both")):
            self.assertIn(message, self.run_tool("grow-book", *words, status=WRONG_USE))
        self.assertEqual(list(self.folder.iterdir()), [])
        self.assertIn("there is no such file", self.run_tool("grow-book", "-store", "s.db", "-bin", "x.bin", status=FAILED))

    def test_a_line_that_loses_games_is_searched_sooner(self):
        engine = shutil.which("stockfish")
        if not engine:
            self.skipTest("Stockfish is not installed")

        def grow(store, *words):
            return self.run_tool("grow-book", "-store", store, "-ec", engine, "-nodes", 2000, "-hash", 1, *words)

        below = """WITH RECURSIVE below(key) AS (VALUES (?) UNION SELECT child FROM moves JOIN below USING (key))
                   SELECT count(*) FROM below"""

        def positions_after(child, store):
            with sqlite3.connect(self.folder / store) as connection:
                return connection.execute(below, (child,)).fetchone()[0]

        grow("grow.db", "-positions", 100, "-bin", "out.bin")
        # Of the book's first moves the one that has been followed least.
        found = json.loads(self.run_tool("find-book", "out.bin", "-json"))
        written = {move["uci"] for move in found["moves"]}
        moves = []
        for raw, child in self.rows("SELECT move, child FROM moves WHERE key = 5060803636482931868"):
            uci = "".join("abcdefgh"[square % 8] + str(square // 8 + 1) for square in (raw >> 6 & 63, raw & 63))
            if uci in written:
                moves.append((positions_after(child, "grow.db"), uci, child))
        before, uci, child = min(moves)
        (self.folder / "lost.pgn").write_text(f'[White "W"]\n[Black "B"]\n[Result "0-1"]\n\n1. {uci} 0-1\n\n' * 30)
        self.run_tool("learn-book", "-store", "learn.db", "-replay", "lost.pgn", "-book", "out.bin")
        shutil.copy(self.folder / "grow.db", self.folder / "usual.db")
        learnt = (self.folder / "learn.db").read_bytes()
        out = grow("grow.db", "-positions", 60, "-learn", "learn.db")
        self.assertIn("  learn.db: results of 1 move of the book, 1 worse than their values promise", out)
        self.assertEqual((self.folder / "learn.db").read_bytes(), learnt)
        self.assertNotIn("learn.db", grow("usual.db", "-positions", 60))
        self.assertGreater(positions_after(child, "grow.db"), positions_after(child, "usual.db"), (before, uci))

    def test_xboard_engines(self):
        """None of them has the feature `exclude`, but for Fairy-Max, which does not heed it."""
        for command in ("sjeng", "gnuchess --xboard", "phalanx -b -", "fairy-stockfish", "fairymax"):
            name = command.split()[0]
            path = shutil.which(name, path=os.environ["PATH"] + ":/usr/games")
            if not path:
                continue
            out = self.run_tool("grow-book", "-store", f"{name}.db", "-ec", command.replace(name, path, 1), "-pg",
                                "EngineProtocol=xboard", "-depth", 4, "-positions", 4)
            self.assertIn("cannot leave moves out: the position after each of the other moves is searched", out)
            # How many positions those are is the engine's doing: a leaf whose value stays good is followed at once.
            self.assertRegex(out, rf"{name}\.db: 4 searches, now [2-4] positions")
            for line, depth in self.rows("SELECT line, depth FROM positions WHERE state = 1", f"{name}.db"):
                self.assertTrue(line, name)
                self.assertGreater(depth, 0, name)

    def test_stockfish(self):
        engine = shutil.which("stockfish")
        if not engine:
            self.skipTest("Stockfish is not installed")
        self.run_tool("grow-book", "-store", "grow.db", "-ec", engine, "-nodes", 2000, "-positions", 120, "-hash", 1, "-bin", "out.bin",
                      "-bin", "out.csv", "-side", "white")
        best = self.run_tool("find-book", "out.bin")
        self.assertRegex(best, r"e4|d4|Nf3|c4|e3|c3|Nc3|d3|g3|b3|a3")
        values = self.rows("SELECT value FROM positions WHERE state = 1")
        self.assertGreater(len(values), 50)
        self.assertTrue(all(abs(value) < 200 for (value,) in values[:20]), values)
        self.assertGreater(self.rows("SELECT max(depth) FROM positions")[0][0], 3)


if __name__ == "__main__":
    unittest.main()
