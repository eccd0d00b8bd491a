"""Experience files of engines as processes see them: played from beside other books, converted with positions from
elsewhere, through tables and back; and files that only begin like one."""
import json
import os
import struct
import subprocess
import tempfile
import unittest
from pathlib import Path

from book_files import keys_of, stockfish_move
from chess_rules import START_FEN
from e2e_support import LIMIT, adapter, fake_engine

AFTER_LINE = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"  # 1. e4 e5 2. Nf3 Nc6
SUGAR2 = b"SugaR Experience version 2"
SCHEME_A_START = 0xB4D30CD15A43432D  # docs/formats/experience.md


def row(fen, move, value, depth, best=1):
    return f"{fen},{move},1,{value},centipawns,exact,engine,{depth},{best or ''}\n"


def sugar2(*records, key=SCHEME_A_START):
    """Move, score and depth of each record, all in the start position."""
    return SUGAR2 + b"".join(struct.pack("<QHxxiiHxx", key, stockfish_move(move), score, depth, 1)
                             for move, score, depth in records)


class Experience(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix="polyglot-experience-")
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def run_tool(self, *words, status=0):
        done = subprocess.run([adapter(), *map(str, words)], cwd=self.folder, capture_output=True, text=True, timeout=LIMIT,
                              check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout + done.stderr

    def write_table(self, name, *rows):
        (self.folder / name).write_text("fen,move,weight,value,type,bound,source,depth,best\n" + "".join(rows))

    def play(self, *books):
        """The first move and what is shown of it, with one section [Book] for each of these settings."""
        ini = "[PolyGlot]\nBook = true\n" + "".join(f"[Book {name}]\n{settings}\n" for name, settings in zip(("first", "second"), books))
        (self.folder / "engine.ini").write_text(ini)
        talk = "uci\nisready\nucinewgame\nposition startpos\ngo movetime 10\nquit\n"
        done = subprocess.run([adapter(), "engine.ini", "-ec", f'"{fake_engine()}"'], cwd=self.folder, input=talk, capture_output=True, text=True,
                              timeout=LIMIT, check=False)
        return "\n".join(line for line in done.stdout.splitlines() if line.startswith(("info string", "bestmove")))

    def test_the_least_depth_of_one_book_among_several(self):
        (self.folder / "a.exp").write_bytes(sugar2(("e2e4", 200, 12), ("d2d4", 150, 19)))
        (self.folder / "b.exp").write_bytes(sugar2(("g1f3", 50, 6)))
        first, second = "File = a.exp\nRandom = no\n", "File = b.exp\nRandom = no\n"
        self.assertIn("bestmove e2e4", self.play(first, second))
        self.assertIn("bestmove d2d4", self.play(first + "MinDepth = 15\n", second))
        self.assertIn("bestmove g1f3", self.play(first + "MinDepth = 20\n", second))
        self.assertNotIn("info string book", self.play(first + "MinDepth = 20\n", second + "MinDepth = 7\n"))
        self.assertIn("bestmove e2e4", self.play(first, second + "MinDepth = 7\n"))  # each limit is of its own book

    def test_a_file_too_large_to_be_played_from(self):
        at_most, record = 256 << 20, 24
        path = self.folder / "large.exp"
        path.write_bytes(sugar2(("e2e4", 50, 12)))
        os.truncate(path, len(SUGAR2) + (at_most // record + 1) * record)  # a hole: no disk is taken
        self.assertIn("over 256 MiB", self.play("File = large.exp\n"))
        os.truncate(path, len(SUGAR2) + 2 * record)
        self.assertIn("e2e4", self.play("File = large.exp\n"))

    def test_positions_of_games_and_of_books(self):
        self.write_table("far.csv", row(AFTER_LINE, "f1b5", 30, 20))
        self.run_tool("convert-book", "far.csv", "-to", "far.exp")
        self.assertIn("-fen names others", self.run_tool("convert-book", "far.exp", "-to", "o.json", status=1))
        (self.folder / "g.pgn").write_text('[Event "x"]\n[Result "1/2-1/2"]\n\n1. e4 e5 2. Nf3 Nc6 1/2-1/2\n')
        self.run_tool("make-book", "g.pgn", "-bin", "g.bin", "-min-game", 1, "-progress", "none")
        self.run_tool("convert-book", "g.bin", "-to", "g.abk")
        for name in "g.pgn", "g.bin", "g.abk":  # the position is the one in which each of them ends
            with self.subTest(name):
                self.run_tool("convert-book", "far.exp", "-positions", name, "-to", "found.bin")
                found = json.loads(self.run_tool("find-book", "found.bin", "-fen", AFTER_LINE, "-json"))
                self.assertEqual([move["uci"] for move in found["moves"]], ["f1b5"])
        self.run_tool("convert-book", "g.bin", "-to", "g.csv")
        self.assertIn("g.csv: a CSV table, which gives no positions",
                      self.run_tool("convert-book", "far.exp", "-positions", "g.csv", "-to", "o.json", status=1))

    def test_tables_keep_the_value_of_each_move(self):
        original = sugar2(("e2e4", 83, 20), ("d2d4", 40, 18), ("g1f3", -62, 9))
        (self.folder / "a.exp").write_bytes(original)
        for ending in "csv", "json":
            with self.subTest(ending):
                self.run_tool("convert-book", "a.exp", "-to", "a." + ending)
                self.run_tool("convert-book", "a." + ending, "-to", "again." + ending)
                self.run_tool("convert-book", "again." + ending, "-to", "b.exp")
                self.run_tool("convert-book", "a.exp", "-to", "direct.exp")
                self.assertEqual((self.folder / "b.exp").read_bytes(), (self.folder / "direct.exp").read_bytes())
                found = json.loads(self.run_tool("find-book", "b.exp", "-json"))
                self.assertEqual({move["uci"]: move["evaluation"]["depth"] for move in found["moves"]},
                                 {"e2e4": 20, "d2d4": 18, "g1f3": 9})
        values = json.loads((self.folder / "a.json").read_text())["positions"][0]
        self.assertEqual(values["evaluation"]["depth"], 20)
        self.assertEqual([move.get("evaluation", {}).get("depth") for move in values["moves"]], [None, 18, 9])

    def test_a_table_of_another_book_gives_the_best_move_alone(self):
        self.write_table("a.csv", row(START_FEN, "e2e4", 30, 20), row(START_FEN, "d2d4", 30, 20, best=0))
        self.run_tool("convert-book", "a.csv", "-to", "a.exp")
        found = json.loads(self.run_tool("find-book", "a.exp", "-json"))
        self.assertEqual([move["uci"] for move in found["moves"]], ["e2e4"])

    def test_unknown_layouts_after_the_signature_are_refused(self):
        key = keys_of(adapter(), [START_FEN], "-stockfish")[0]
        longer = SUGAR2 + bytes(range(1, 40)) + b"".join(
            struct.pack("<QHxxiiHxx10s", key + i, 0x031C, 70, 12, 1, bytes(range(200, 210))) for i in range(40))
        (self.folder / "longer.exp").write_bytes(longer)
        (self.folder / "three.exp").write_bytes(b"SugaR Experience version 3" + longer[26:26 + 24 * 5])
        for command in "find-book", "info-book", "verify-book":
            self.assertIn("an experience file of an unknown layout", self.run_tool(command, "longer.exp", status=1))
            self.assertIn("of a version that is not known", self.run_tool(command, "three.exp", status=1))
        self.assertIn("of an unknown layout", self.play("File = longer.exp\n"))

    def test_what_one_tool_says_of_a_file(self):
        (self.folder / "a.exp").write_bytes(sugar2(("e2e4", 83, 20), ("e2e4", 85, 20), ("d2d4", 40, 3), ("a2a4", 0, 0)))
        info = self.run_tool("info-book", "a.exp")
        for line in "Records +: 4", "Records merged +: 1":
            self.assertRegex(info, line)
        checked = json.loads(self.run_tool("verify-book", "a.exp", "-json"))
        self.assertEqual((checked["format"], checked["positions"], checked["reached"]), ("experience", 1, 1))
        self.assertEqual({(f["kind"], f["severity"], f["count"]) for f in checked["findings"]},
                         {("repeated", "remark", 1), ("unsearched", "remark", 1), ("depth", "remark", 1)})
        self.assertIn("e4", self.run_tool("find-book", "a.exp"))
        self.assertRegex(self.run_tool("convert-book", "a.exp", "-to", "a.bin"), "1 position, 2 entries")


if __name__ == "__main__":
    unittest.main()
