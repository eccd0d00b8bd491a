"""find-book, info-book, verify-book and dump-book as processes, on one small book in each format and on damaged ones; on
real books where ../shared has them."""
import json
import os
import struct
import subprocess
import tempfile
import unittest
from pathlib import Path

from book_files import SfttEntry, YacbEntry, sftt_bytes, stockfish_keys, stockfish_move, yacb_bytes
from chess_rules import START_FEN
from polyglot_book import Book, position_at

ADAPTER = os.environ["POLYGLOT_ADAPTER"]
SHARED = Path(__file__).resolve().parents[3] / "shared" / "data"
LINE = "e2e4 e7e5 g1f3 b8c6"
PATHS = {" ".join(LINE.split()[:n]): move for n, move in enumerate(LINE.split())}  # the move after each beginning


def tool(*words, **options):
    return subprocess.run([ADAPTER, *map(str, words)], capture_output=True, text=True, timeout=60, check=False, **options)


def report(*words, **options):
    done = tool(*words, "-json", **options)
    if not done.stdout:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout)


def polyglot_bytes():
    return Book(ADAPTER, {path: move + " 1" for path, move in PATHS.items()}).bytes


def arena_bytes():
    """docs/formats/arena-abk.md: one line, each move the next record."""
    header = b"\x03ABK" + struct.pack("<2I", 25200, 28) + bytes(1 + 120 + 1 + 80)
    header += struct.pack("<10I", 4, 4, 0, 0, 0, 0, 0, 3, 0, 9999)
    records = b""
    for number, move in enumerate(LINE.split(), start=901):
        squares = [ord(move[i]) - ord("a") + 8 * (int(move[i + 1]) - 1) for i in (0, 2)]
        records += struct.pack("<4B6I", *squares, 0, 5, 7, 3, 2, 0, number if number < 904 else 0xffffffff, 0xffffffff)
    return header.ljust(25200, b"x") + records


def value_entries(kind, **options):
    keys = stockfish_keys(ADAPTER, [position_at(path).fen() for path in PATHS])
    name = "best_move" if kind is YacbEntry else "move"
    return [kind(key, value=30, **{name: stockfish_move(move)}, **options) for key, move in zip(keys, PATHS.values())]


def kinds(verification):
    return {finding["kind"]: (finding["severity"], finding["count"]) for finding in verification["findings"]}


class BookTools(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.temporary.cleanup)
        cls.folder = Path(cls.temporary.name)
        cls.books = {"PolyGlot": polyglot_bytes(), "Arena": arena_bytes(), "YACB": yacb_bytes(value_entries(YacbEntry)),
                     "SFTT": sftt_bytes(value_entries(SfttEntry), root_fen=START_FEN)}

    def write(self, data, name="book"):
        path = self.folder / name  # no extension: the content says what it is
        path.write_bytes(data)
        return path

    def each(self):
        for name, data in self.books.items():
            with self.subTest(format=name):
                yield name, data, self.write(data)

    def test_every_format_is_found_by_its_content(self):
        for name, _, path in self.each():
            self.assertEqual(report("info-book", path)["format"], name)
            verification = report("verify-book", path)
            self.assertEqual((verification["format"], verification["positions"], verification["reached"]), (name, 4, 4))
            self.assertEqual(verification["findings"], [])
            self.assertEqual(tool("verify-book", path).returncode, 0)

    def test_every_format_tells_its_moves(self):
        for name, _, path in self.each():
            for line, move in PATHS.items():
                found = report("find-book", path, "-moves", line)
                self.assertEqual([(m["uci"], m["share"], m["playable"]) for m in found["moves"]], [(move, 1, True)])
                self.assertEqual("evaluation" in found, name in ("YACB", "SFTT"))
            self.assertEqual(report("find-book", path)["moves"][0]["reply"], {"uci": "e7e5", "san": "e5"})
            unknown = tool("find-book", path, "-moves", "a2a3")
            self.assertEqual(unknown.returncode, 0, unknown.stderr)
            self.assertIn("not in the book", unknown.stdout)

    def test_every_format_has_the_same_lines(self):
        for _, _, path in self.each():
            done = tool("dump-book", "-bin", path, "-color", "white", "-out", "-")
            self.assertEqual(done.stdout.splitlines()[1:], ["1: 1. e4{100%} e5 2. Nf3{100%} "])
            done = tool("dump-book", "-bin", path, "-color", "black", "-out", "-")
            self.assertEqual(done.stdout.splitlines()[1:], ["1: 1. e4 e5{100%} 2. Nf3 Nc6{100%} "])

    def test_cut_short_anywhere_nothing_crashes(self):
        for name, data, _ in self.each():
            begin = {"PolyGlot": 0, "Arena": 25200, "YACB": 32, "SFTT": 128}[name]
            for size in {0, 1, 11, begin - 1, *range(begin, len(data), 7)} - {-1}:
                path = self.write(data[:size], "cut")
                for words in ["find-book"], ["info-book"], ["verify-book"]:
                    done = tool(*words, path)
                    self.assertIn(done.returncode, (0, 1), (size, words, done.stderr))
                    self.assertTrue(done.stdout or done.stderr)

    def test_damage_has_its_place(self):
        data = self.books["PolyGlot"]
        done = tool("verify-book", self.write(data[16:32] + data[:16] + data[32:]))
        self.assertEqual(done.returncode, 1)
        self.assertIn("entry 1 (byte 16): ", done.stdout)
        data = bytearray(self.books["Arena"])
        data[25200 + 20:25204 + 20] = struct.pack("<I", 900)  # the reply to e4 is e4
        verification = report("verify-book", self.write(data))
        self.assertEqual(kinds(verification), {"shared": ("error", 1), "lost": ("remark", 3)})
        self.assertIn("(byte 25200)", verification["findings"][0]["places"][0])
        entries = value_entries(YacbEntry)
        entries[1].best_move = stockfish_move("e2e4")
        verification = report("verify-book", self.write(yacb_bytes(entries)))
        self.assertEqual(kinds(verification)["illegal"], ("error", 1))
        entries = value_entries(SfttEntry)
        verification = report("verify-book", self.write(sftt_bytes(entries + entries[:1], min_entry_depth=30)))
        self.assertEqual(kinds(verification), {"depth": ("remark", 5), "repeated": ("remark", 1)})

    def test_a_command_may_follow_an_option_with_its_value(self):
        for option in (["-ec", "/bin/true"], ["-ec=/bin/true"], ["--ec=/bin/true"]):
            done = tool(*option, "engine-test", "-help")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("usage: polyglot engine-test", done.stdout)

    def test_edit_books_of_one_book_wait_for_each_other(self):
        book = self.write(polyglot_bytes(), "shared.bin")
        added = ["a2a3", "b2b3", "c2c3", "d2d3", "f2f3", "h2h3"]
        running = [subprocess.Popen([ADAPTER, "edit-book", str(book), "-move", move, "-add"], stdout=subprocess.DEVNULL,
                                    stderr=subprocess.PIPE, text=True) for move in added]
        for process in running:
            _, err = process.communicate(timeout=60)
            self.assertEqual((process.returncode, err), (0, ""))
        moves = {move["uci"] for move in report("find-book", book)["moves"]}
        self.assertLessEqual(set(added), moves)
        self.assertEqual(tool("edit-book", book, "-history").stdout.count("-add"), len(added))

    def test_fens_from_a_pipe(self):
        path = self.write(self.books["PolyGlot"])
        fens = "\n".join(position_at(line).fen() for line in PATHS)
        done = tool("find-book", path, "-fen", "-", "-json", input=fens + "\n")
        moves = [json.loads(line)["moves"][0]["uci"] for line in done.stdout.splitlines()]
        self.assertEqual(moves, list(PATHS.values()))

    @unittest.skipUnless(SHARED.is_dir(), "no ../shared/data")
    def test_real_books(self):
        expected = {  # of each a kind that was looked up by hand
            "books/gnu-mirror-unofficial_chess__src__smallbook.bin": (1, {"odd_size": ("error", 1)}),
            "books/247i_WinBoard__empty_book.bin": (0, {"empty": ("remark", 1), "end_marker": ("remark", 1)}),
            "books/pychess_pychess__pychess_book__c66b1d5a.bin": (0, {"zero_weight": ("remark", 1851)}),
            "books/tidypy_LucasChess-AI-R6__bin__OS__linux__Engines__eguzki__eguzki.bin": (1, {"bit_15": ("error", 2)}),
            "books/lukasmonk_lucaschess__Openings__carlos.bin": (0, {}),
            "abk/ArjunBhalla98_Chess-AI__Titus2.4.abk": (0, {}),
            "abk/gmcheems-org_chess-opening-book-reader__libra8.abk": (0, {"deleted": ("remark", 1040)}),
        }
        for name, (status, some) in expected.items():
            with self.subTest(book=name):
                done = tool("verify-book", SHARED / name, "-json")
                self.assertEqual(done.returncode, status, done.stdout)
                found = kinds(json.loads(done.stdout))
                self.assertEqual({kind: found.get(kind) for kind in some}, some)


if __name__ == "__main__":
    unittest.main()
