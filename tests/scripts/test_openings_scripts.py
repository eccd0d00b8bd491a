#!/usr/bin/env python3
"""scripts/extend_openings and scripts/check_starter, with an engine that plays the first legal move it can think of."""
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("POLYGLOT_ADAPTER")
ENGINE = f"""#!{sys.executable} -B
import sys
sys.path.insert(0, {str(ROOT / 'tests' / 'e2e')!r})
from chess_rules import START_FEN, Position
position = Position(START_FEN)
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["uci"]:
        print("id name Thinker 1\\nuciok", flush=True)
    elif words[:1] == ["isready"]:
        print("readyok", flush=True)
    elif words[:1] == ["position"]:
        fen = " ".join(words[2:8]) if words[1] == "fen" else START_FEN
        position = Position(fen)
        for move in words[words.index("moves") + 1:] if "moves" in words else []:
            position = position.after(move)
    elif words[:1] == ["go"]:
        open("searches", "a").write(position.fen() + "\\n")
        move = sorted(position.legal_moves())[0]
        score = 150 if "6P1/8/PPPPPP1P" in position.fen() else 10  # after 1.g4, for Black
        print(f"info depth {{words[2]}} score cp {{score}} nodes 5 pv {{move}}\\nbestmove {{move}}", flush=True)
    elif words[:1] == ["quit"]:
        break
"""
TABLE = ("# comment\nB00\tKing's Pawn\te4\nA00\tGrob\tg4\nB20\tSicilian\te4 c5\tNf3 d6\nA00\tShort\tg3\t-\n"
         "C50\tItalian\te4 e5 Nf3 Nc6 Bc4")


class OpeningsScripts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="polyglot openings ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.engine = self.folder / "engine"
        self.engine.write_text(ENGINE)
        self.engine.chmod(0o755)
        self.table = self.folder / "openings.tsv"
        self.table.write_text(TABLE)

    def run_script(self, name, *words, status=0):
        ran = subprocess.run([sys.executable, "-B", ROOT / "scripts" / name, "--engine", self.engine, *map(str, words)],
                             capture_output=True, text=True, cwd=self.folder, timeout=300)
        self.assertEqual(ran.returncode, status, ran.stdout + ran.stderr)
        return ran.stdout

    def test_rows_without_continuation_get_one(self):
        self.run_script("extend_openings", "--table", self.table, "--ply", 4, "--depth", 3, "-j", 2)
        self.assertEqual(self.table.read_text(), (
            "# comment\nB00\tKing's Pawn\te4\ta5 a3 a4\nA00\tGrob\tg4\t-\nB20\tSicilian\te4 c5\tNf3 d6\n"
            "A00\tShort\tg3\t-\nC50\tItalian\te4 e5 Nf3 Nc6 Bc4"))
        # The next run has nothing left but the row that is long enough.
        self.assertIn("0 of 1 rows", self.run_script("extend_openings", "--table", self.table, "--ply", 4, "--depth", 3))

    def test_dry_run_and_match(self):
        said = self.run_script("extend_openings", "--table", self.table, "--ply", 2, "--dry-run", "--match", "king's")
        self.assertIn("King's Pawn: a5", said)
        self.assertEqual(self.table.read_text(), TABLE)

    def small_book(self):
        """1.e4 e5 2.Nf3 and 1.g4."""
        (self.folder / "games.pgn").write_text('[Result "1/2-1/2"]\n\n1. e4 e5 2. Nf3 1/2-1/2\n\n[Result "1/2-1/2"]\n\n1. g4 1/2-1/2\n')
        subprocess.run([PROGRAM, "make-book", "-pgn", "games.pgn", "-bin", "small.bin", "-min-game", "1"], cwd=self.folder,
                       check=True, capture_output=True, timeout=60)
        return "small.bin"

    @unittest.skipUnless(PROGRAM, "no POLYGLOT_ADAPTER")
    def test_bad_moves_are_found_and_evaluations_kept(self):
        words = ["--polyglot", PROGRAM, "--book", self.small_book(), "--depth", 3, "--cache", "cache.jsonl"]
        said = self.run_script("check_starter", *words, "--limit", 200)
        self.assertIn("4 evaluated, 0 worse than -2.00, 0 without evaluation", said)
        self.assertRegex(said, r"(?m)^-1.50 1\.g4$")
        searches = (self.folder / "searches").read_text().count("\n")
        self.assertEqual(searches, 4)
        said = self.run_script("check_starter", *words, status=1)
        self.assertIn("worse than -0.80: 1.g4", said)
        self.assertEqual(len(re.findall("worse than -0.80: ", said)), 1)
        self.assertEqual((self.folder / "searches").read_text().count("\n"), searches)  # nothing again
        with open(self.folder / "cache.jsonl", "rb+") as cache:
            cache.truncate(cache.seek(0, 2) - 9)  # killed in the middle of a line
        self.run_script("check_starter", *words, "--limit", 200)
        self.assertEqual((self.folder / "searches").read_text().count("\n"), searches + 1)


if __name__ == "__main__":
    unittest.main()
