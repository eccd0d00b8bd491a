"""openings-book as a process: what other programs read of its lists, statistics as a source, Ctrl-C."""
import gzip
import os
import shlex
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

ADAPTER = os.environ["POLYGLOT_ADAPTER"]
FAKE_ENGINE = os.environ["POLYGLOT_FAKE_ENGINE"]
SHARED = Path(__file__).resolve().parents[3] / "shared" / "data"
BOOK960 = SHARED / "books" / "nescitus_rodent-iv__books__guide_960.bin"
DONE, FOUND, INTERRUPTED = 0, 1, 130
ENGINE = f"{shlex.quote(FAKE_ENGINE)} --key-values --random-legal --seed 1"


def games():
    """1. e4: White wins 3 of 4. 1. d4: 2 of 4. 1. c4: 1 of 4. Each is answered by three moves."""
    text = ""
    for first, wins in (("e4", 3), ("d4", 2), ("c4", 1)):
        for game in range(12):
            result = "1-0" if game % 4 < wins else "0-1"
            text += f'[Event "e"]\n[Result "{result}"]\n\n1. {first} {("e6", "d6", "Nf6")[game % 3]} 2. Nf3 {result}\n\n'
    return text


class OpeningsBook(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "games.pgn").write_text(games())
        self.run_tool("make-book", "-pgn", "games.pgn", "-bin", "book.bin", "-stats", "games.pgstats", "-min-game", 1)

    def run_tool(self, *words, status=DONE, stdin=None):
        done = subprocess.run([ADAPTER, *map(str, words)], cwd=self.folder, capture_output=True, text=True, timeout=120, input=stdin,
                              check=False)
        self.assertEqual(done.returncode, status, (words, done.stdout, done.stderr))
        return done.stdout

    def starts(self, *words, status=DONE):
        return self.run_tool("openings-book", *words, status=status).splitlines()

    def test_our_commands_read_every_line(self):
        lines = self.starts("book.bin", "-ply", 3, "-n", 7)
        self.assertEqual(len(lines), 7)
        (self.folder / "list.epd").write_text("".join(line + "\n" for line in lines))
        suite = self.run_tool("epd-test", "-epd", "list.epd", "-noini", "-ec", f'"{FAKE_ENGINE}"', "-nodes", 1)
        self.assertIn("without solution: 7", suite)
        for line in lines:
            fields = " ".join(line.split()[:4])
            self.assertIn("key", self.run_tool("find-book", "book.bin", "-fen", "-", stdin=fields + "\n"))
            self.assertTrue(self.run_tool("perft", "-fen", fields, "-max-depth", 1))

    def test_games_lead_to_the_same_positions(self):
        self.starts("book.bin", "-ply", 3, "-out", "list.epd")
        self.starts("book.bin", "-ply", 3, "-out", "list.pgn")
        summary = self.starts("-check", "list.pgn", "-ply", 3)[-1]
        self.assertEqual(summary, self.starts("-check", "list.epd", "-ply", 3)[-1])
        self.assertIn("0 unreadable", self.run_tool("openings-book", "-check", "list.pgn"))
        extract = shutil.which("pgn-extract")
        if not extract:
            return
        done = subprocess.run([extract, "-s", "-Wepd", "list.pgn"], cwd=self.folder, capture_output=True, text=True, timeout=60,
                              check=True)
        reached = {" ".join(line.split()[:2]) for line in done.stdout.splitlines()}
        for line in (self.folder / "list.epd").read_text().splitlines():
            self.assertIn(" ".join(line.split()[:2]), reached)

    def test_statistics_balance(self):
        def first_moves(*words):
            self.starts("games.pgstats", "-ply", 1, "-out", "list.pgn", *words)
            text = (self.folder / "list.pgn").read_text()
            return sorted(line[3:5] for line in text.splitlines() if line.startswith("1. "))

        self.assertEqual(first_moves(), ["c4", "d4", "e4"])
        self.assertEqual(first_moves("-balance", "45..55"), ["d4"])
        self.assertEqual(first_moves("-balance", "50..80"), ["d4", "e4"])
        self.assertEqual(first_moves("-balance", "0..100", "-min-games", 12), ["c4", "d4", "e4"])
        before = (self.folder / "list.pgn").read_bytes()
        self.starts("games.pgstats", "-ply", 1, "-out", "list.pgn", "-min-games", 13, status=FOUND)
        self.assertEqual((self.folder / "list.pgn").read_bytes(), before)

    def test_chess960_there_and_back(self):
        if not BOOK960.exists():
            self.skipTest(f"{BOOK960} is not there")
        for name in ("list.epd", "list.pgn"):
            self.starts(BOOK960, "-chess960", "-ply", 6, "-n", 40, "-out", name)
            self.assertIn("40 positions", self.starts("-check", name, "-ply", 6)[-1])
        self.assertIn('[Variant "Chess960"]', (self.folder / "list.pgn").read_text())

    def test_one_game_of_chess960_among_others(self):
        """The header names both variants, and nothing else changes: every start is that of ordinary chess."""
        chess960 = ('[Event "b"]\n[Result "1/2-1/2"]\n[Variant "chess 960"]\n[SetUp "1"]\n'
                    '[FEN "nrbbqknr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKNR w KQkq - 0 1"]\n\n1. e4 e5 1/2-1/2\n')
        (self.folder / "mixed.pgn").write_text(games() + chess960)
        self.run_tool("make-book", "-pgn", "mixed.pgn", "-bin", "mixed.bin", "-stats", "mixed.pgstats", "-min-game", 1)
        self.assertIn(b"normal\nfischerandom", (self.folder / "mixed.bin").read_bytes().replace(bytes(8), b""))
        wanted = sorted(self.starts("book.bin", "-ply", 3))
        self.assertNotIn("HAha", "".join(wanted))
        for book in ("mixed.bin", "mixed.pgstats"):
            self.assertEqual(sorted(self.starts(book, "-ply", 3)), wanted)
            self.starts(book, "-ply", 3, "-out", "list.pgn")
            text = (self.folder / "list.pgn").read_text()
            self.assertNotIn("Variant", text)
            self.assertNotIn("FEN", text)
            self.starts("-check", "list.pgn")
        # The same in the other texts of the book, and there and back.
        for name in ("mixed.csv", "mixed.json", "mixed.book.pgn"):
            self.run_tool("convert-book", "-from", "mixed.bin", "-to", name)
            self.assertEqual(sorted(self.starts(name, "-ply", 3)), wanted, name)
        self.assertNotIn("Variant", (self.folder / "mixed.book.pgn").read_text())
        # Where the lines begin in both, each is spelt as it began.
        both = ["-fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                "-fen", "nrbbqknr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKNR w KQkq - 0 1"]
        self.run_tool("convert-book", "-from", "mixed.bin", "-to", "both.pgn", *both)
        text = (self.folder / "both.pgn").read_text()
        self.assertEqual((text.count("[Variant "), text.count("[FEN ")), (1, 1))
        self.run_tool("convert-book", "-from", "both.pgn", "-to", "again.bin")
        self.assertIn(b"normal\nfischerandom", (self.folder / "again.bin").read_bytes().replace(bytes(8), b""))

    def test_packed_lists(self):
        lines = self.starts("book.bin", "-ply", 3)
        with gzip.open(self.folder / "list.epd.gz", "wt") as packed:
            packed.write("".join(line + "\n" for line in lines))
        self.assertIn("9 positions", self.starts("-check", "list.epd.gz")[-1])
        with gzip.open(self.folder / "games.pgn.gz", "wt") as packed:
            packed.write("1. e4 e5 *\n")
        self.assertIn("1 position, ", self.starts("-check", "games.pgn.gz")[-1])
        packed = (self.folder / "list.epd.gz").read_bytes()
        (self.folder / "cut.epd.gz").write_bytes(packed[:len(packed) // 2])
        done = subprocess.run([ADAPTER, "openings-book", "-check", "cut.epd.gz"], cwd=self.folder, capture_output=True,
                              text=True, timeout=60, check=False)
        self.assertEqual((done.returncode, done.stdout), (FOUND, ""))
        self.assertIn("cut.epd.gz", done.stderr)

    def test_interrupted_nothing_is_written(self):
        (self.folder / "list.epd").write_text("precious\n")
        before = sorted(os.listdir(self.folder))
        for words in (["book.bin", "-out", "list.epd"], ["-check", "games.pgn"]):
            begun = self.folder / "begun"
            engine = f"{ENGINE} --think 60000 --record {shlex.quote(str(begun))}"
            process = subprocess.Popen([ADAPTER, "openings-book", *words, "-ply", "3", "-ec", engine, "-movetime", "60"],
                                       cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            deadline = time.monotonic() + 60
            while (not begun.exists() or "go " not in begun.read_text()) and time.monotonic() < deadline:
                self.assertIsNone(process.poll())
                time.sleep(0.01)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
            self.assertEqual((process.returncode, out), (INTERRUPTED, ""), err)
            self.assertIn("stopped", err)
            begun.unlink()
        self.assertEqual(sorted(os.listdir(self.folder)), before)
        self.assertEqual((self.folder / "list.epd").read_text(), "precious\n")


if __name__ == "__main__":
    unittest.main()
