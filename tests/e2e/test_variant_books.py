#!/usr/bin/env python3
"""Books of variants end to end: make-book makes them from mixed games, in both conventions of keys and one for each variant,
and the commands that know variants read them."""
import json
import subprocess
import tempfile
import unittest
from pathlib import Path

from e2e_support import adapter

PROGRAM = adapter()
DONE, BAD_INPUT, BAD_USAGE = 0, 1, 2
AFTER_CAPTURES = "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3"
GAMES = """
[Variant "Crazyhouse"]
[Result "1-0"]

1. e4 d5 2. exd5 Qxd5 3. P@e6 Bxe6 1-0

[Variant "Antichess"]
[Result "0-1"]

1. e3 b5 2. Bxb5 c6 0-1

[Event "chess"]
[Result "1/2-1/2"]

1. d4 d5 1/2-1/2

[Variant "zh"]
[Result "1-0"]

1. e4 d5 2. exd5 Qxd5 3. @e6 fxe6 1-0

[Variant "Shogi"]
[Result "1-0"]

1. P-7f 1-0
"""


class VariantBooks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.pgn = self.folder / "games.pgn"
        self.pgn.write_text(GAMES)

    def run_polyglot(self, *words, status=DONE, text=None):
        command = [PROGRAM, *(str(word) for word in words)]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, input=text, timeout=60, check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def make(self, *words, status=DONE):
        return self.run_polyglot("make-book", "-pgn", "games.pgn", "-min-game", 1, *words, status=status)

    def moves(self, book, fen):
        answer = self.run_polyglot("find-book", book, "-json", "-fen", "-", text=fen + "\n")
        return [move["san"] for move in json.loads(answer.stdout)["moves"]]

    def test_a_book_of_one_variant_is_known_as_such(self):
        for keys in ("plain", "xboard"):
            report = json.loads(self.make("-variant", "crazyhouse", "-keys", keys, "-bin", "zh.bin", "-json", "-").stdout)
            self.assertEqual(report["variant"], "crazyhouse")
            self.assertEqual((report["games"]["counted"], report["games"]["other_variants"]), (2, 3))
            self.assertEqual(report["problems"], {})
            self.assertEqual(self.moves("zh.bin", AFTER_CAPTURES), ["P@e6"])
            found = json.loads(self.run_polyglot("verify-book", "zh.bin", "-variant", "crazyhouse", "-json").stdout)
            self.assertEqual((found["findings"], found["reached"]), ([], found["positions"]))
        self.assertIn("of other variants", self.make("-variant", "zh", "-bin", "zh.bin").stdout)

    def test_a_table_goes_there_and_back(self):
        for keys in ("plain", "xboard"):
            self.make("-variant", "crazyhouse", "-keys", keys, "-bin", "zh.bin")
            for table in ("zh.csv", "zh.json"):
                self.run_polyglot("convert-book", "zh.bin", "-to", table)
                self.run_polyglot("convert-book", table, "-to", "again.bin")
                self.assertEqual((self.folder / "again.bin").read_bytes()[-16:], (self.folder / "zh.bin").read_bytes()[-16:])
                self.run_polyglot("diff-book", "zh.bin", "again.bin")
                self.assertEqual(self.moves(table, AFTER_CAPTURES), ["P@e6"])
            dump = self.run_polyglot("dump-book", "zh.bin", "-color", "white", "-out", "-").stdout
            self.assertEqual(dump.splitlines()[1:], ["1: 1. e4{100%} d5 2. exd5{100%} Qxd5 3. P@e6{100%} "])
            self.assertIn("nothing wrong", self.run_polyglot("verify-book", "zh.bin").stdout)
            self.run_polyglot("intersect-book", "zh.bin", "zh.csv", "-out", "both.bin")
            self.run_polyglot("diff-book", "zh.bin", "both.bin")
            self.run_polyglot("subtract-book", "zh.bin", "both.bin", "-out", "rest.bin", status=BAD_INPUT)

    def test_without_a_variant_its_games_are_left_out(self):
        report = json.loads(self.make("-bin", "chess.bin", "-json", "-").stdout)
        self.assertEqual((report["games"]["counted"], report["problems"]), (1, {"unknown variant": 4}))

    def test_a_book_for_each_variant(self):
        self.make("-by-variant", "-bin", "all.bin", "-json", "report.json")
        names = sorted(path.name for path in self.folder.iterdir())
        self.assertEqual(names, ["all-antichess.bin", "all-chess.bin", "all-crazyhouse.bin", "games.pgn",
                                 "report-antichess.json", "report-chess.json", "report-crazyhouse.json"])
        for variant in ("chess", "antichess", "crazyhouse"):
            self.make(*(["-variant", variant]), "-bin", "one.bin")
            self.assertEqual((self.folder / "one.bin").read_bytes(), (self.folder / f"all-{variant}.bin").read_bytes())

    def test_a_book_for_each_variant_is_all_or_nothing(self):
        old = self.folder / "all-antichess.bin"
        old.write_bytes(b"old")
        self.run_polyglot("make-book", "-pgn", "games.pgn", "-min-game", 2, "-by-variant", "-bin", "all.bin",
                          status=BAD_INPUT)
        self.assertEqual(old.read_bytes(), b"old")  # no move of antichess is left
        self.assertTrue((self.folder / "all-crazyhouse.bin").exists())
        self.assertFalse((self.folder / "all-chess.bin").exists())

    def test_games_are_not_written_over(self):
        games = self.folder / "all-crazyhouse.bin"  # a name that would be written
        games.write_text(GAMES)
        failed = self.run_polyglot("make-book", "-pgn", "all-crazyhouse.bin", "-min-game", 1, "-by-variant", "-bin",
                                   "all.bin", status=BAD_INPUT)
        self.assertIn("all-crazyhouse.bin", failed.stderr)
        self.assertEqual(games.read_text(), GAMES)

    def test_xboard_knows_not_all_variants(self):
        self.make("-variant", "horde", "-keys", "xboard", status=BAD_USAGE)
        self.pgn.write_text(GAMES + '\n[Variant "King of the Hill"]\n[Result "1-0"]\n\n1. e4 1-0\n')
        failed = self.make("-by-variant", "-keys", "xboard", "-bin", "all.bin", status=BAD_INPUT)
        self.assertIn("XBoard does not know kingofthehill", failed.stderr)
        self.assertFalse((self.folder / "all-kingofthehill.bin").exists())
        self.assertEqual(self.moves("all-crazyhouse.bin", AFTER_CAPTURES), ["P@e6"])

    def test_a_killed_run_of_one_variant_is_not_resumed_as_another(self):
        work = ["-tmp", "work", "-checkpoint", 1, "-bin", "x.bin"]
        (self.folder / "work").mkdir()
        self.make("-variant", "horde", *work, status=BAD_INPUT)  # no game: the work stays
        failed = self.make("-variant", "crazyhouse", "-resume", *work, status=BAD_INPUT)
        self.assertIn("other options", failed.stderr)

    def test_start_positions_for_matches(self):
        self.make("-variant", "crazyhouse", "-weight", "games", "-bin", "zh.bin")
        self.assertIn("is of crazyhouse", self.run_openings("zh.bin", "-ply", 5, status=BAD_INPUT).stderr)
        fen = "rnb1kbnr/ppp1pppp/4P3/3q4/8/8/PPPP1PPP/RNBQKBNR[p] b KQkq -"
        drawn = self.run_openings("zh.bin", "-variant", "crazyhouse", "-ply", 5)
        self.assertEqual(drawn.stdout, fen + " hmvc 1; fmvn 3;\n")
        self.run_openings("zh.bin", "-variant", "crazyhouse", "-ply", 5, "-draw", "uniform", "-out", "starts.pgn")
        starts = (self.folder / "starts.pgn").read_text()
        self.assertIn('[Variant "crazyhouse"]', starts)
        self.assertIn("\n\n1. e4 d5 2. exd5 Qxd5 3. P@e6 *\n", starts)
        self.pgn.write_text(starts.replace("*", "1-0"))
        self.make("-variant", "crazyhouse", "-bin", "again.bin")
        self.assertEqual(self.moves("again.bin", AFTER_CAPTURES), ["P@e6"])
        for words in (["-opening", "Sicilian"], ["-chess960"], ["-ec", "engine"], ["-balance", "45..55"], ["-depth", 3]):
            self.run_openings("zh.bin", "-variant", "crazyhouse", *words, status=BAD_USAGE)
        self.run_openings("zh.bin", "-variant", "3check", status=BAD_USAGE)  # EPD does not say the checks
        self.run_openings("zh.bin", "-variant", "atomic", status=BAD_INPUT)  # the header names another variant

    def run_openings(self, *words, status=DONE):
        return self.run_polyglot("openings-book", *words, status=status)


if __name__ == "__main__":
    unittest.main()
