"""rate-book as a process: a run that is cut off and goes on, several processes, its books with undo, and what others read."""
import json
import shutil
import signal
import unittest

from explore_support import Explorer
from grow_support import DONE, ENGINE, FAILED, INTERRUPTED, NO_ENGINE, WRONG_USE, GrowCase

LINES = [("", "e4", 60), ("", "d4", 30), ("", "a4", 10), ("e4", "e5", 50), ("e4", "c5", 50), ("d4", "d5", 1), ("e4 c5", "Nf3", 1),
         ("e4 e5", "Nf3", 3), ("e4 e5", "Bc4", 1), ("e4 e5 Nf3", "Nc6", 1), ("a4", "e5", 1)]
RATE = ("rate-book", "book.bin", "-ec", ENGINE, "-depth", 1)


class RateBook(GrowCase):
    def setUp(self):
        super().setUp()
        self.write_book(LINES)

    def write_book(self, lines, name="book.bin"):
        rows = "".join(f"{line},{move},{weight}\n" for line, move, weight in lines)
        (self.folder / "table.csv").write_text("line,move,weight\n" + rows)
        self.run_tool("convert-book", "table.csv", "-to", name)

    def report(self, *words):
        return json.loads(self.run_tool("rate-book", "book.bin", "-json", *words))

    def test_the_positions_are_searched_by_their_reach_and_the_store_goes_on(self):
        out = self.run_tool(*RATE, "-positions", 4)
        self.assertIn("book.bin.rate.db: 4 searches", out)
        self.assertIn("4 of 12 positions searched", out)
        first = self.report()
        self.assertEqual((first["positions"], first["searched"], first["moves"]), (12, 4, 11))
        out = self.run_tool(*RATE)
        self.assertIn("12 of 12 positions searched, 100.0% by their reach", out)
        self.assertIn("11 of 11 moves rated", out)
        self.assertIn("0 searches", self.run_tool(*RATE))
        # What the report says agrees with itself.
        report = self.report("-top", 0)
        self.assertEqual(report["rated"], 11)
        for move in report["worst"]:
            self.assertAlmostEqual(move["cost"], move["loss"] * move["reach"])
        costs = [move["cost"] for move in report["worst"]]
        self.assertEqual(costs, sorted(costs, reverse=True))
        self.assertAlmostEqual(sum(costs), report["white_loses"] + report["black_loses"])
        lines = {move["line"]: move for move in report["worst"]}
        if "1. e4 e5 2. Bc4" in lines:
            self.assertAlmostEqual(lines["1. e4 e5 2. Bc4"]["reach"], 0.6 * 0.5 * 0.25)

    def test_interrupted_it_reports_and_goes_on_later(self):
        self.run_tool(*RATE, "-positions", 3)
        process = self.start("rate-book", "book.bin", "-ec", f"{ENGINE} --hold", "-depth", 1, "-out", "new.bin", "-width", 0)
        self.wait_for(process, lambda: self.rows("SELECT count(*) FROM claims", "book.bin.rate.db") == [(1,)])
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, INTERRUPTED, err)
        self.assertIn("interrupted; the same command goes on", out)
        self.assertIn("3 of 12 positions searched", out)
        self.assertRegex(out, r"new\.bin: \d+ change")
        self.assertEqual(self.rows("SELECT count(*) FROM claims", "book.bin.rate.db"), [(0,)])
        self.run_tool(*RATE)
        self.assertEqual(self.report()["searched"], 12)

    def test_two_processes_on_one_store_share_the_work(self):
        self.run_tool(*RATE, "-positions", 1)
        processes = [self.start(*RATE) for _ in range(2)]
        for process in processes:
            out, err = process.communicate(timeout=300)
            self.assertEqual(process.returncode, DONE, err)
        self.assertEqual(self.report()["searched"], 12)
        answered = "SELECT count(*) FROM positions WHERE state = 1"
        self.assertEqual(self.rows(answered, "book.bin.rate.db"), [(12,)])

    def test_a_copy_with_its_changes_and_their_undo(self):
        self.run_tool(*RATE)
        before = (self.folder / "book.bin").read_bytes()
        out = self.run_tool("rate-book", "book.bin", "-width", 0, "-keep-weights", "-out", "new.bin", "-top", 0)
        self.assertEqual((self.folder / "book.bin").read_bytes(), before)
        changed = out.count(" -> 0")
        self.assertGreater(changed, 0)
        self.assertIn(f"new.bin: {changed} change", out)
        self.assertNotEqual((self.folder / "new.bin").read_bytes(), before)
        self.run_tool("verify-book", "new.bin")
        self.run_tool("edit-book", "new.bin", "-undo")
        self.assertEqual((self.folder / "new.bin").read_bytes(), before)
        self.assertFalse((self.folder / "new.bin.undo").exists())
        # Deleted and lowered.
        out = self.run_tool("rate-book", "book.bin", "-width", 0, "-beyond", "delete", "-out", "less.bin", "-top", 0)
        self.assertIn("-> deleted", out)
        self.assertLess((self.folder / "less.bin").stat().st_size, len(before))
        self.run_tool("rate-book", "book.bin", "-width", 0, "-beyond", "lower", "-out", "lower.bin")
        self.assertEqual((self.folder / "lower.bin").stat().st_size, len(before))
        self.run_tool("edit-book", "lower.bin", "-undo")
        self.assertEqual((self.folder / "lower.bin").read_bytes(), before)

    def test_books_with_the_values(self):
        self.run_tool(*RATE, "-out", "new.yacb", "-out", "new.exp", "-out", "new.csv", "-out", "new.json")
        shown = self.run_tool("show-book", "new.yacb", "-depth", 1, "-min-share", 0)
        self.assertRegex(shown, r"value [-+]?\d")
        self.assertRegex(self.run_tool("find-book", "new.exp"), r"e2e4 .*for White")
        self.assertRegex(self.run_tool("show-book", "book.bin.rate.db", "-depth", 1), r"grow-book store.*\nvalue ")
        value = self.report("-top", 1)["worst"][0]
        self.assertGreater(value["loss"], 0)
        self.run_tool("convert-book", "new.csv", "-to", "back.bin")

    def test_an_arena_book_keeps_its_numbers(self):
        self.run_tool("convert-book", "book.bin", "-to", "book.abk")
        self.run_tool("rate-book", "book.abk", "-store", "a.db", "-ec", ENGINE, "-depth", 1)
        out = self.run_tool("rate-book", "book.abk", "-store", "a.db", "-out", "new.abk", status=FAILED)
        self.assertIn("give -keep-weights, and -beyond forbid or delete", out)
        self.assertFalse((self.folder / "new.abk").exists())
        self.run_tool("rate-book", "book.abk", "-store", "a.db", "-width", 0, "-keep-weights", "-out", "new.abk")
        self.run_tool("edit-book", "new.abk", "-undo")
        self.assertEqual((self.folder / "new.abk").read_bytes(), (self.folder / "book.abk").read_bytes())

    def test_a_deleted_move_of_an_arena_book_takes_what_is_below_along(self):
        moves = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8".split()
        self.write_book([(" ".join(moves[:i]), move, 2) for i, move in enumerate(moves)]
                        + [(" ".join(moves[:i]), "a3" if i % 2 == 0 else "h6", 1) for i in range(8)])
        self.run_tool("convert-book", "book.bin", "-to", "book.abk")
        self.run_tool("rate-book", "book.abk", "-store", "a.db", "-ec", ENGINE, "-depth", 1)
        out = self.run_tool("rate-book", "book.abk", "-store", "a.db", "-width", 0, "-keep-weights", "-beyond", "delete",
                            "-out", "new.abk", "-out", "new.csv", "-top", 0)
        changed = out.count("-> deleted")
        self.assertGreater(changed, 8)  # many are below others
        self.assertRegex(out, r"loses \d+, \d+ games? p\d+ -> deleted")  # as edit-book shows them
        self.assertNotIn("weight", out)
        self.assertIn(f"new.abk: {changed} changes", out)
        self.assertIn("new.csv: ", out)
        self.run_tool("verify-book", "new.abk")
        self.run_tool("edit-book", "new.abk", "-undo")
        self.assertEqual((self.folder / "new.abk").read_bytes(), (self.folder / "book.abk").read_bytes())
        out = self.run_tool("rate-book", "book.abk", "-store", "a.db", "-width", 0, "-keep-weights", "-out", "forbid.abk")
        self.assertRegex(out, r"loses \d+, (\d+ games?) p\d+ -> \1 p0")

    def test_a_book_that_cannot_be_written_does_not_keep_the_others_from_it(self):
        after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
        out = self.run_tool(*RATE, "-fen", after_e4, "-out", "no.abk", "-out", "new.csv", "-out", "new.bin", status=FAILED)
        self.assertIn("rate-book: no.abk: an Arena book begins with the start position, and this book does not", out)
        self.assertFalse((self.folder / "no.abk").exists())
        self.assertTrue((self.folder / "new.csv").exists())
        self.assertTrue((self.folder / "new.bin").exists())

    def test_moves_of_weight_0_are_left_out_of_other_formats_and_counted(self):
        self.write_book([*LINES, ("", "h4", 0), ("h4", "e5", 1), ("e4", "a6", 0)])
        out = self.run_tool(*RATE, "-out", "new.csv", "-out", "new.bin")
        self.assertRegex(out, r"new\.csv: \d+ positions, \d+ entries; left out: 2 moves of weight 0 and what only they lead to\n")
        self.assertNotRegex(out, r"new\.bin: .*left out")

    def test_no_file_is_written_twice_or_over_an_input(self):
        self.run_tool(*RATE, "-positions", 1)
        shutil.copy(self.folder / "book.bin", self.folder / "x.bin.undo")
        kept = (self.folder / "x.bin.undo").read_bytes()
        twice = "is already an output of this command"
        for book, words, message in (
                ("book.bin", ("-out", "g.bin", "-out", "g.bin"), f"g.bin: {twice}"),
                ("book.bin", ("-out", "g.csv", "-out", "./g.csv"), f"g.csv: {twice}"),
                ("book.bin", ("-html", "w.bin", "-out", "w.bin"), f"w.bin: {twice}"),
                ("book.bin", ("-html", "w.bin.undo", "-out", "w.bin"), f"w.bin.undo: {twice} (the undo file of w.bin)"),
                ("book.bin", ("-out", "w.bin", "-out", "w.bin.undo"), f"w.bin.undo: {twice}"),
                ("book.bin", ("-out", "book.bin.rate.db"), "book.bin.rate.db: "),
                ("x.bin.undo", ("-out", "x.bin"), "x.bin.undo: is an input of this command (the undo file of x.bin)")):
            with self.subTest(words):
                files = sorted(self.folder.iterdir())
                out = self.run_tool("rate-book", book, "-store", "book.bin.rate.db", *words, status=FAILED)
                self.assertIn(message, out)
                self.assertNotIn("positions searched", out)
                self.assertEqual(sorted(self.folder.iterdir()), files)
        self.assertEqual((self.folder / "x.bin.undo").read_bytes(), kept)
        out = self.run_tool("rate-book", "book.bin", "-out", "-", status=WRONG_USE)
        self.assertIn("-out -: rate-book writes books to files", out)

    def test_a_run_that_is_refused_leaves_no_new_store(self):
        files = sorted(self.folder.iterdir())
        for words, message in ((("-out", "g.bin", "-out", "g.bin"), "g.bin: is already an output of this command"),
                               (("-out", "new.csv"), "new.csv: is already an output of this command"),
                               (("-out", "none/g.bin"), "none/g.bin: ")):
            with self.subTest(words):
                self.assertIn(message, self.run_tool(*RATE, "-store", "new.csv", *words, status=FAILED))
                self.assertEqual(sorted(self.folder.iterdir()), files)

    def test_the_page_has_boards_and_loads_nothing(self):
        self.run_tool(*RATE)
        self.run_tool("rate-book", "book.bin", "-html", "page.html", "-top", 3)
        page = (self.folder / "page.html").read_text()
        self.assertEqual(page.count('<table class="board">'), 3)
        self.assertEqual(page.count("<td"), 3 * 64)
        self.assertNotIn("<script", page)
        self.assertTrue(self.run_tool("rate-book", "book.bin", "-html", "-").startswith("<!DOCTYPE html>"))

    def test_stores_are_not_mixed_up(self):
        self.run_tool(*RATE, "-positions", 1)
        out = self.run_tool("grow-book", "-store", "book.bin.rate.db", "-bin", "x.bin", status=FAILED)
        self.assertIn("book.bin.rate.db: is a store of polyglot rate-book", out)
        self.run_tool("grow-book", "-store", "grow.db", "-from", "book.bin")
        out = self.run_tool("rate-book", "book.bin", "-store", "grow.db", status=FAILED)
        self.assertIn("grow.db: is a store of polyglot grow-book", out)
        out = self.run_tool("learn-book", "book.bin.rate.db", "-show", status=FAILED)
        self.assertIn("is a store of polyglot rate-book", out)
        # Another machine's searches.
        self.run_tool("rate-book", "book.bin", "-store", "other.db", "-ec", ENGINE, "-depth", 1)
        shutil.copy(self.folder / "book.bin", self.folder / "same.bin")
        self.run_tool("rate-book", "book.bin", "-merge", "other.db")
        self.assertEqual(self.report()["searched"], 12)

    def test_what_is_wrong_is_said(self):
        self.assertIn("no book is named", self.run_tool("rate-book", status=WRONG_USE))
        out = self.run_tool("rate-book", "book.bin", "-width", 5, status=WRONG_USE)
        self.assertIn("-width is for a book that is written (-out)", out)
        self.assertIn("there is no such file", self.run_tool("rate-book", "book.bin", status=FAILED))
        self.assertIn("the engine does not start", self.run_tool("rate-book", "book.bin", "-ec", "./none", status=NO_ENGINE))
        out = self.run_tool("rate-book", "book.bin", "-fen", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", status=FAILED)
        self.assertIn("none of its positions can be reached", out)
        out = self.run_tool("rate-book", "book.bin", "-out", "book.bin", status=FAILED)
        self.assertIn("book.bin: is an input of this command", out)

    def test_results_and_values_side_by_side(self):
        self.run_tool(*RATE)
        game = '[Event "a"]\n[White "Engine"]\n[Black "Other"]\n[Result "0-1"]\n\n1. d4 d5 0-1\n\n'
        (self.folder / "games.pgn").write_text(game * 60)
        self.run_tool("learn-book", "learn.db", "-replay", "games.pgn", "-book", "book.bin")
        out = self.run_tool("learn-book", "learn.db", "-show", "-values", "book.bin.rate.db")
        self.assertRegex(out, r"games +score +gain +value +promised")
        self.assertRegex(out, r"worse than its value: +d4 scores 0\.0% in 60 games; \S+ promises \S+% \(Engine\): start position")
        self.assertRegex(out, r"better than its value: d5 scores 100\.0% in 60 games")
        self.assertIn("2 of 2 lines have a value, 2 contradict it", out)
        shown = self.run_tool("show-book", "book.bin.rate.db", "-store", "learn.db", "-depth", 1, "-min-share", 0)
        self.assertRegex(shown, r"1\. d4 .*learnt 60 games, 0\.0%.*plays worse than its value")
        explorer = Explorer(self.folder, "book.bin", "book.bin.rate.db", "-store", "learn.db")
        of_store = explorer.ask("position")["books"][1]["branches"]
        told = {branch["san"]: branch["value"]["text"] for branch in of_store}
        self.assertRegex(told["d4"], r"^\S+, plays worse than its value$")
        self.assertNotIn("value", told["e4"])
        explorer.end()
        table = self.run_tool("learn-book", "learn.db", "-show", "-csv", "-values", "book.bin.rate.db").splitlines()
        self.assertTrue(table[0].endswith(",last,value,promised,played"), table[0])
        self.assertEqual([row.rpartition(",")[2] for row in table[1:]], ["worse", "better"])


if __name__ == "__main__":
    unittest.main()
