#!/usr/bin/env python3
"""Proves the referee's whistle: each way an engine can misbehave must be seen by uci_match."""
import sys
import tempfile
import unittest
from pathlib import Path

from chess_rules import Game
from uci_match import Clock, EngineFailure, UciEngine, parse_book_line, parse_info, play_game

# A UCI engine in Python whose answer to go, farewell and start are given as code.
ENGINE = """
import os, subprocess, sys, time
def say(*lines): print(*lines, sep="\\n", flush=True)
{start}
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "uci": say("id name Scripted", "uciok")
    elif word == "isready": say("readyok")
    elif word == "go":
        {go}
    elif word == "quit":
        {quit}
        break
"""
GOOD = 'say("info depth 1 score cp 0 time 1 pv e2e4", "bestmove e2e4")'


class Whistle(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.script = Path(folder.name) / "engine.py"

    def engine(self, go=GOOD, end="pass", start=""):
        self.script.write_text(ENGINE.format(start=start, go=go, quit=end))
        engine = UciEngine([sys.executable, "-S", self.script])
        self.addCleanup(engine.kill)
        engine.handshake()
        return engine

    def violations(self, **script):
        engine = self.engine(**script)
        engine.go(Game(), "go movetime 1", 5)
        engine.sync()
        engine.quit()
        return " | ".join(engine.violations)

    def test_good_engine_is_left_in_peace(self):
        self.assertEqual(self.violations(), "")

    def test_book_answer(self):
        book = 'say("info depth 1 score cp 0 time 0 nodes 0 pv e2e4 e7e5", ' \
               '"info string book: e2e4 60.0% d2d4 40.0% (/tmp/b.bin)", "bestmove e2e4 ponder e7e5")'
        self.assertEqual(self.violations(go=book), "")
        self.assertIn("not among its book moves", self.violations(go=book.replace("string book: e2e4", "string book: c2c4")))
        self.assertIn("illegal book move", self.violations(go=book.replace("d2d4 40", "d2d5 40")))

    def test_bad_answers(self):
        for go, complaint in [
            ('say("bestmove e2e4")', "no info with pv"),
            (GOOD.replace("depth 1 ", ""), "no info with depth"),
            (GOOD.replace("score cp 0 ", ""), "no info with score"),
            (GOOD.replace("time 1 ", ""), "no info with time"),
            (GOOD.replace("pv e2e4", "pv d2d4"), "PV starts with"),
            (GOOD.replace("pv e2e4", "pv e2e4 e2e4"), "illegal PV move"),
            (GOOD.replace("bestmove e2e4", "bestmove e2e4 ponder e2e4"), "illegal ponder move"),
            (GOOD.replace("bestmove e2e4", "bestmove e2e4 "), "malformed"),
            (GOOD + '; say("bestmove e2e4")', "a bestmove without a go"),
        ]:
            with self.subTest(go=go):
                self.assertIn(complaint, self.violations(go=go))

    def test_bad_ends(self):
        for end, complaint in [
            ("sys.exit(3)", "exit status 3"),
            ('subprocess.Popen(["sleep", "20"])', "left an orphan"),
            ('say("bestmove e2e4")', "a second bestmove after the last go"),
        ]:
            with self.subTest(end=end):
                self.assertIn(complaint, self.violations(end=end))

    def test_closed_stderr(self):
        self.assertIn("closed its standard error", self.violations(start="os.close(2); time.sleep(0.1)"))

    def test_noise_before_uciok(self):
        self.assertIn("not UCI before uciok", self.violations(start='say("Starting up, please wait")'))
        self.assertEqual(self.violations(start='say("Engine 1.0 by Somebody")'), "")

    def test_silence_and_death_are_failures(self):
        for go in ("pass", "sys.exit(1)"):
            with self.subTest(go=go), self.assertRaises(EngineFailure):
                self.engine(go=go).go(Game(), "go movetime 1", 0.3)

    def test_a_game_with_an_illegal_move_or_a_fallen_flag_is_lost(self):
        illegal = play_game(self.engine(go=GOOD.replace("e2e4", "e2e5")), self.engine(), clock=(1, 0))
        self.assertEqual((illegal.result, illegal.reason), ("0-1", "illegal move"))
        late = play_game(self.engine(go="time.sleep(0.2); " + GOOD), self.engine(), clock=(0.1, 0))
        self.assertEqual((late.result, late.reason), ("0-1", "time"))

    def test_clock(self):
        clock = Clock(1.0, 0.5)
        self.assertTrue(clock.spend(0.9))
        self.assertAlmostEqual(clock.left, 0.6)
        self.assertFalse(clock.spend(0.7))

    def test_parsing(self):
        info = parse_info("info depth 7 seldepth 9 score mate -3 upperbound time 12 nodes 5 pv e2e4 e7e5")
        self.assertEqual(info, {"depth": 7, "score": ("mate", -3), "time": 12, "nodes": 5, "pv": ["e2e4", "e7e5"]})
        self.assertEqual(parse_info("info string depth 3 pv e2e4"), {})
        self.assertEqual(
            parse_book_line("info string book: e2e4 42.1% e7e8q 0.3% (/a (b)/c.bin)")[0], [("e2e4", 42.1), ("e7e8q", 0.3)])
        self.assertIsNone(parse_book_line("info string no book here"))


if __name__ == "__main__":
    unittest.main()
