#!/usr/bin/env python3
"""polyglot epd-test with real engines: verdicts, limits, and the same results as Debian's PolyGlot."""
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from e2e_support import adapter

DEBIAN = Path("/usr/games/polyglot")
FAIRY = "/usr/games/fairy-stockfish"
POSITIONS = """\
6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id "back rank";
r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#; id "shepherd's mate";
7k/8/5K2/6Q1/8/8/8/8 w - - dm 1; id "mate in one";
7k/5K2/8/6Q1/8/8/8/8 w - - am Qg6; id "stalemate";
q3k3/8/8/1N6/8/8/4P3/4K3 w - - bm Nc7+; c0 "Nc7+=10, Kd2=1"; id "fork";
6k1/5ppp/8/8/8/8/5PPP/1R4K1 w B - bm Rb8; id "Chess960";
6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - am Ra8#; id "not to be solved";
4k3/8/8/8/8/8/4P3/4K3 w - - 0 1
"""


CRAZYHOUSE = """\
6rk/6pp/8/8/8/8/8/6K1[N] w - - bm N@f7; id "SAN";
6rk/6pp/8/8/8/8/8/6K1/Nn w - - 0 1 bm N@f7#; am g1h1; id "ninth rank";
r5rk/6pp/8/8/8/8/5PPP/6K1[Nr] w - - dm 1; id "mate in one";
6rk/6pp/8/8/8/8/8/6K1 w - - bm N@f7;
"""


class RealEngines(unittest.TestCase):
    def run_test(self, engine, *options, positions=POSITIONS):
        if not shutil.which(engine.split()[0]):
            self.skipTest(f"{engine} is not installed")
        return subprocess.run([adapter(), "epd-test", "-noini", "-ec", engine, "-epd", "-", *options], input=positions,
                              capture_output=True, text=True, timeout=120)

    def test_a_variant_in_both_protocols(self):
        for protocol in ("uci", "xboard"):
            done = self.run_test(FAIRY, "-variant", "crazyhouse", "-pg", f"EngineProtocol={protocol}", "-depth", "4",
                                 "-json", "-", positions=CRAZYHOUSE)
            self.assertIn("score=3/3 ", done.stderr)
            self.assertIn("standard input:4: bm: 'N@f7' is not legal here", done.stderr)
            self.assertEqual(done.returncode, 1)  # for that line
            report = json.loads(done.stdout)
            self.assertEqual(report["variant"], "crazyhouse")
            self.assertEqual([(one["move"], one["uci"]) for one in report["positions"]], [("N@f7#", "N@f7")] * 3)

    def test_a_variant_that_the_engine_does_not_announce(self):
        done = self.run_test("stockfish", "-variant", "crazyhouse", "-depth", "4", positions=CRAZYHOUSE)
        self.assertIn("polyglot: the engine does not announce the variant crazyhouse", done.stderr)
        self.assertEqual(done.returncode, 3)

    def test_stockfish_by_nodes_finds_the_same_again(self):
        results = []
        for engines in ("1", "2", "1"):
            done = self.run_test("stockfish", "-nodes", "20000", "-threads", "1", "-hash", "8", "-json", "-",
                                 "-concurrency", engines)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("score=6/7 ", done.stderr)
            self.assertIn("points=10/10 ", done.stderr)
            results.append(re.sub(r'"time_ms":\d+', '"time_ms":0', done.stdout))
        self.assertEqual(results[1:], results[:-1])
        fork = json.loads(results[0])["positions"][4]
        self.assertEqual((fork["move"], fork["verdict"], fork["points"]), ("Nc7+", "solved", 10))
        self.assertGreaterEqual(fork["end"]["nodes"], 15_000)

    def test_stockfish_stops_early(self):
        started = time.monotonic()
        done = self.run_test("stockfish", "-min-time", "0.1", "-max-time", "2", "-concurrency", "4")
        self.assertIn("score=6/7 ", done.stdout)
        # Six stop early; the one that cannot be solved and the bare FEN take their time.
        self.assertLess(time.monotonic() - started, 8 * 2 / 4 + 10)

    @unittest.skipUnless(os.access(DEBIAN, os.X_OK), "Debian's polyglot is not installed")
    def test_stockfish_like_polyglot(self):
        """To a fixed depth with one thread Stockfish does the same again: so must PolyGlot and we. Times differ."""
        openings = """\
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id "start";
rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - bm Nf3; id "open";
rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - bm Nc3; id "sicilian";
rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - am c4; id "queen's pawn";
r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - bm a6; id "spanish";
"""
        suite = "".join(line + "\n" for line in POSITIONS.splitlines() if re.search(r"[ab]m", line) and " B " not in line)
        results = []
        for program in (str(DEBIAN), adapter()):
            with tempfile.NamedTemporaryFile("w", suffix=".epd") as file:
                file.write(suite + openings)
                file.flush()
                done = subprocess.run(
                    [program, "-noini", "-ec", "stockfish", "-uci", "Threads=1", "-uci", "Hash=16", "epd-test", "-epd",
                     file.name, "-max-depth", "9", "-min-depth", "9", "-max-time", "60", "-min-time", "60"],
                    capture_output=True, text=True, timeout=100)
            lines = [re.sub(r" T= *[0-9.]+s,| time=[0-9.]+", "", re.sub(r" \{.*\}$", "", line))
                     for line in done.stdout.splitlines()]
            results.append([line for line in lines if re.match(r" *\d+: |score=", line)])
        self.assertEqual(len(results[0]), 11, results[0])
        self.assertEqual(results[1], results[0])

    def xboard_engine(self, command):
        done = self.run_test(command, "-movetime", "1", "-concurrency", "2", "-pg", "EngineProtocol=xboard")
        marks = dict(re.findall(r'^ *\d: "(.*?)" +(OK|--|\?\?)', done.stdout, re.MULTILINE))
        for name in ("back rank", "shepherd's mate", "mate in one", "stalemate"):
            self.assertEqual(marks.get(name), "OK", done.stdout + done.stderr)

    def test_hoichess(self):
        self.xboard_engine("hoichess")

    def test_sjeng(self):
        self.xboard_engine("sjeng")


if __name__ == "__main__":
    unittest.main()
