#!/usr/bin/env python3
"""scripts/play_game.py: a short game is shown with board, moves and book shares; plain text where it is no terminal."""
import os
import re
import subprocess
import sys
import unittest

from e2e_support import Path, adapter, book, peer

PROGRAM = Path(__file__).resolve().parents[2] / "scripts" / "play_game.py"


def play(*arguments, locale="C.UTF-8"):
    environment = {**os.environ, "LC_ALL": locale, "PYTHONIOENCODING": "utf-8" if "UTF" in locale else "ascii"}
    return subprocess.run(
        [sys.executable, PROGRAM, "--adapter", adapter(), "--movetime", "20", "--book", book(), *arguments],
        capture_output=True, text=True, env=environment, timeout=60)


def play_starter(*arguments):
    return subprocess.run([sys.executable, PROGRAM, "--adapter", adapter(), "--movetime", "20", *arguments],
                          capture_output=True, text=True, timeout=60)


class Play(unittest.TestCase):
    def test_a_game_is_shown(self):
        shown = play("--moves", "12", "--seed", "3")
        self.assertEqual((shown.returncode, shown.stderr), (0, ""), shown.stdout)
        moves = re.findall(r"^ *\d+\.+ *(\S+) +(book|engine) ", shown.stdout, re.MULTILINE)
        self.assertEqual(len(moves), 24)
        self.assertEqual(moves[0][1], "book")
        self.assertIn("♔", shown.stdout)
        self.assertRegex(shown.stdout, r"book +[A-Za-z0-9]+ \d+\.\d%")
        self.assertNotIn("\033", shown.stdout)
        self.assertIn(f"{sum(source == 'book' for _, source in moves)} from the book", shown.stdout)

    def test_seed_repeats_the_book_moves(self):
        def book_moves(seed):
            shown = play("--moves", "4", "--no-board", "--coordinates", "--seed", str(seed)).stdout
            return re.findall(r"^ *\d+\.+ *(\S+) +book", shown, re.MULTILINE)

        self.assertTrue(book_moves(5))
        self.assertEqual(book_moves(5), book_moves(5))
        self.assertGreater(len({tuple(book_moves(seed)) for seed in range(1, 7)}), 1)

    def test_the_starter_book_is_the_default(self):
        shown = play_starter("--moves", "2", "--no-board")
        self.assertEqual((shown.returncode, shown.stderr), (0, ""), shown.stdout)
        self.assertIn("book <starter>, seed", shown.stdout)
        self.assertRegex(shown.stdout, r"(?m)^ +1\. +\S+ +book +\S+ \d+\.\d%")

    def test_plain_letters_without_utf8(self):
        shown = play("--moves", "1", locale="C")
        self.assertEqual(shown.returncode, 0, shown.stderr)
        self.assertTrue(shown.stdout.isascii())
        self.assertRegex(shown.stdout, r"(?m)^  8  r n b q k b n r$")

    def test_bad_arguments(self):
        self.assertEqual(play("--moves", "0").returncode, 2)
        missing = play("--book", "/no/such/book.bin")
        self.assertEqual(missing.returncode, 2)
        self.assertIn("/no/such/book.bin", missing.stderr)

    def test_engine_that_does_not_exist(self):
        shown = play("--engine", "/no/such/engine")
        self.assertEqual(shown.returncode, 1)
        self.assertIn("play:", shown.stderr)


if __name__ == "__main__":
    peer("stockfish")
    book()
    unittest.main()
