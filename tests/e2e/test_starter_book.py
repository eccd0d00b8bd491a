#!/usr/bin/env python3
"""The starter book: played where no book is named and there is no book.bin, named as <starter>, written by make-book; and
the build's program that refuses wrong tables."""
import os
import re
import shlex
import subprocess
import tempfile
import unittest

from e2e_support import Path, adapter, fake_engine

PROGRAM = adapter()
GENERATOR = os.environ.get("POLYGLOT_GENERATE_OPENINGS")


class StarterBook(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="polyglot starter ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_program(self, *words, status=0):
        ran = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True, timeout=60, cwd=self.folder)
        self.assertEqual(ran.returncode, status, ran.stdout + ran.stderr)
        return ran

    def book_line(self, *settings):
        """What --check-config says of the first book."""
        words = [word for setting in settings for word in ("-pg", setting)]
        ran = subprocess.run([PROGRAM, "-noini", "-ec", f'"{fake_engine()}"', *words, "--check-config"], capture_output=True, text=True,
                             timeout=60, cwd=self.folder)
        return next(line for line in ran.stdout.splitlines() if line.startswith("book: "))

    def say(self, lines, *settings):
        words = [word for setting in settings for word in ("-pg", setting)]
        ran = subprocess.run([PROGRAM, "-noini", *words, "--", fake_engine()], input="".join(line + "\n" for line in lines),
                             capture_output=True, text=True, timeout=60, cwd=self.folder)
        return ran.stdout.splitlines()

    def test_which_book_is_the_first(self):
        self.assertRegex(self.book_line("Book=true"), r"^book: <starter>: PolyGlot book, \d+ entries$")
        self.assertEqual(self.book_line(), "book: off (would be <starter>)")
        self.assertRegex(self.book_line("Book=true", "BookFile=<starter>"), r"^book: <starter>: PolyGlot book")
        self.assertEqual(self.book_line("Book=true", "BookFile=book.bin"), f"book: {self.folder / 'book.bin'}")  # an error
        self.run_program("make-book", "-starter", "-bin", "book.bin")
        self.assertRegex(self.book_line("Book=true"), "^book: .*/book.bin: PolyGlot book")
        self.assertRegex(self.book_line("Book=true", "BookFile=<starter>"), "^book: <starter>: PolyGlot book")

    def test_saved_settings_are_shown_as_they_will_be_in_force(self):
        self.run_program("make-book", "-starter", "-bin", "own.bin")
        (self.folder / "cl.ini").write_text("[PolyGlot]\nBook = true\nBookFile = own.bin\nBookDepth = 7\n")
        ran = subprocess.run([PROGRAM, "-noini", "-ec", f'"{fake_engine()}"', "-pg", "SettingsFile=cl.ini", "-check-config", "-all"],
                             capture_output=True, text=True, timeout=60, cwd=self.folder)
        self.assertRegex(ran.stdout, r"(?m)^Book = true +# .*cl\.ini:2$")
        self.assertRegex(ran.stdout, r"(?m)^BookDepth = 7 +# .*cl\.ini:4$")
        self.assertRegex(ran.stdout, r"(?m)^book: .*own\.bin: PolyGlot book")

    def test_settings_saved_for_the_engine_that_answers_are_shown(self):
        def check(*words):
            return subprocess.run([PROGRAM, "-noini", "-ec", f'"{fake_engine()}"', "-pg", "SettingsDir=saved", "-check-config", *words],
                                  capture_output=True, text=True, timeout=60, cwd=self.folder).stdout

        name = re.search(r"(?m)^engine says: (.*), UCI, ", check()).group(1)
        (self.folder / "saved").mkdir()
        (self.folder / "saved" / (name.replace(" ", "_") + ".ini")).write_text("[PolyGlot]\nBookDepth = 7\n")
        self.assertRegex(check(), r"(?m)^BookDepth = 7 +# .*\.ini:2$")
        self.assertNotIn("not shown here", check())
        self.assertIn("not shown here", check("-no-start"))
        self.assertNotIn("BookDepth = 7", check("-no-start"))

    def test_a_gui_gets_moves_from_it(self):
        for settings in (["Book=true"], ["Book=true", "BookFile=<starter>"]):
            said = self.say(["uci", "isready", "position startpos moves e2e4 c7c5", "go movetime 100", "quit"], *settings)
            lines = [line for line in said if line.startswith("info string book: ")]
            self.assertEqual(len(lines), 1, said)
            self.assertRegex(lines[0], r"^info string book: g1f3 .* \(starter; B20 Sicilian[^()]*\)$")
            self.assertTrue(any(line.startswith("bestmove ") for line in said))

    def test_an_engine_in_the_place_of_a_config_file(self):
        refused = subprocess.run([PROGRAM, fake_engine()], capture_output=True, text=True, timeout=60, cwd=self.folder)
        advice = re.search(r"polyglot (-book .*) runs it with the starter book", refused.stdout + refused.stderr)
        self.assertTrue(advice, refused.stdout + refused.stderr)
        ran = subprocess.run([PROGRAM, *shlex.split(advice.group(1))], capture_output=True, text=True, timeout=60,
                             input="uci\nisready\nposition startpos\ngo movetime 50\nquit\n", cwd=self.folder)
        self.assertRegex(ran.stdout, "info string book: .*starter")

    def test_results_need_a_file_of_their_own(self):
        warning = ("info string polyglot: BookLearn: no results are kept: the starter book is part of the program; "
                   "BookLearnFile keeps results in a file of their own")
        game = ["uci", "isready", "position startpos", "go movetime 10", "quit"]
        self.assertIn(warning, self.say(game, "Book=true", "BookLearn=true"))
        self.assertNotIn(warning, self.say(game, "Book=true", "BookLearn=true", "BookLearnFile=results.db"))

    def test_in_a_section(self):
        (self.folder / "own.ini").write_text(f"[PolyGlot]\nEngineCommand = \"{fake_engine()}\"\n[Book Last]\nFile = <starter>\n")
        said = self.run_program("--check-config", "own.ini").stdout
        self.assertRegex(said, r"(?m)^book Last: <starter>: PolyGlot book")

    def test_commands(self):
        self.run_program("make-book", "-starter", "-bin", "mine.bin")
        self.run_program("verify-book", "<starter>")
        self.assertIn("0 changed, 0 only in", self.run_program("diff-book", "<starter>", "mine.bin").stdout)
        self.assertRegex(self.run_program("find-book", "<starter>", "-moves", "e4 c5").stdout, "(?m)^opening:  B20 Sicilian")
        self.run_program("info-book", "<starter>")
        self.run_program("convert-book", "-from", "<starter>", "-to", "starter.csv")
        self.run_program("merge-book", "-in1", "<starter>", "-in2", "mine.bin", "-out", "both.bin")
        self.assertGreater((self.folder / "starter.csv").stat().st_size, 1000)

    def test_make_book_refuses(self):
        (self.folder / "book.bin").write_bytes(b"mine")
        self.assertIn("-starter needs -bin FILE", self.run_program("make-book", "-starter", status=2).stderr)
        self.run_program("make-book", "-starter", "-bin", "a.bin", "-pgn", "x.pgn", status=2)
        self.run_program("make-book", "-starter", "-bin", self.folder / "none" / "a.bin", status=1)
        self.assertEqual((self.folder / "book.bin").read_bytes(), b"mine")


@unittest.skipUnless(GENERATOR, "not a native build")
class Generator(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="polyglot openings ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def generate(self, table, status):
        (self.folder / "t.tsv").write_text(table, encoding="utf-8")
        ran = subprocess.run([GENERATOR, "t.tsv", "t.cpp"], capture_output=True, text=True, timeout=60, cwd=self.folder)
        self.assertEqual(ran.returncode, status, ran.stderr)
        return ran.stderr

    def test_wrong_rows_fail_the_build_with_their_lines(self):
        said = self.generate("# table\nB00\tKing's Pawn\te4\nB00\tAgain\te4\nX00\tX\td4\nA00\tY\te5\n", 1)
        self.assertEqual(said.splitlines(), [
            "t.tsv:3: error: the position of line 2 again",
            "t.tsv:4: error: 'X00' is no ECO code (A00 to E99)",
            "t.tsv:5: error: moves: ply 1: 'e5' is not legal here"])
        self.assertFalse((self.folder / "t.cpp").exists())
        self.assertIn("t.tsv:1: error: no opening", self.generate("# empty\n", 1))

    def test_the_same_table_is_not_written_anew(self):
        self.assertEqual(self.generate("B00\tKing's Pawn\te4\n", 0), "")
        source = self.folder / "t.cpp"
        os.utime(source, (1, 1))
        self.generate("B00\tKing's Pawn\te4\n# comment\n", 0)
        self.assertEqual(source.stat().st_mtime, 1)
        self.generate("B00\tKing's Pawn, renamed\te4\n", 0)
        self.assertNotEqual(source.stat().st_mtime, 1)


if __name__ == "__main__":
    unittest.main()
