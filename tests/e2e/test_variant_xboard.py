#!/usr/bin/env python3
"""XBoard as the host of variants that it knows, against a bare fairy-stockfish: every game ends by XBoard's own judgement or by a
claim that it grants, the adapter plays book moves, and XBoard's own book plays the moves of a book that make-book has made for
it, and the other way round: the adapter plays a book that XBoard has written. POLYGLOT_GAMES sets the number of games."""
import contextlib
import os
import re
import shutil
import subprocess
import tempfile
import time
import unittest
import uuid
from pathlib import Path

from e2e_support import LIMIT as PATIENCE
from e2e_support import adapter, peer, run_xboard, write_ini

PROGRAM = adapter()
ENGINE = peer("fairy-stockfish")
GAMES = int(os.environ.get("POLYGLOT_GAMES", "2"))
LIMIT = 20  # seconds of a game, at most
GAME = '[Variant "{tag}"]\n[Result "1/2-1/2"]\n\n{moves} 1/2-1/2\n'
VARIANTS = {
    "crazyhouse": ("Crazyhouse", "1. e4 d5 2. exd5 Qxd5 3. P@h3 P@e6", ["e2e4", "d7d5", "e4d5", "d8d5", "P@h3", "P@e6"]),
    "3check": ("Three-check", "1. e4 e5 2. Bc4 Nf6 3. Bxf7+", ["e2e4", "e7e5", "f1c4", "g8f6", "c4f7"]),
    "suicide": ("Suicide", "1. e3 b5 2. Bxb5 c6 3. Bxc6", ["e2e3", "b7b5", "f1b5", "c7c6", "b5c6"]),
}
BAD_END = re.compile("illegal|false|forfeit|exited|time", re.IGNORECASE)


class Screen:
    """A display of its own with one XBoard, which is used like by a user."""

    def __init__(self, folder, *arguments):
        read, write = os.pipe()
        self.server = subprocess.Popen([peer("Xvfb"), "-displayfd", str(write), "-screen", "0", "1200x900x24"], pass_fds=[write],
                                       stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as number:
            display = ":" + number.readline().strip()
        self.environment = {**os.environ, "DISPLAY": display, "HOME": f"{folder}/home"}
        self.xboard = subprocess.Popen([peer("xboard"), "-ncp", *arguments, "-soundProgram", "true"], cwd=folder,
                                       env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def windows(self, name):
        return self.act("search", "--onlyvisible", "--name", name).split()

    def act(self, *words):
        return subprocess.run(["xdotool", *words], env=self.environment, capture_output=True, text=True, timeout=PATIENCE,
                              check=False).stdout

    def close(self):
        for process in (self.xboard, self.server):
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            process.wait()


def wait_until(condition, seconds=PATIENCE):
    """Looks again every tenth of a second. Returns whether the condition has come true."""
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.1)
    return bool(condition())


class XboardVariants(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "home").mkdir()

    def make_book(self, variant):
        tag, moves, _ = VARIANTS[variant]
        pgn = self.folder / "games.of.book.pgn"
        pgn.write_text(GAME.format(tag=tag, moves=moves))
        book = self.folder / f"{variant}.bin"
        made = subprocess.run([PROGRAM, "make-book", "-pgn", pgn, "-min-game", "1", "-variant", variant, "-keys", "xboard", "-bin",
                               book], capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(made.returncode, 0, made.stderr)
        return book

    def match(self, variant, first, second, games, *words):
        timed_out, _ = run_xboard(["-fcp", first, "-fd", str(self.folder), "-scp", second, "-sd", str(self.folder), "-variant",
                                   variant, "-matchGames", str(games), "-tc", "0:02", "-inc", "0.02", "-matchPause", "200",
                                   "-testClaims", "true", *words], self.folder, uuid.uuid4().hex, games * LIMIT, 3)
        self.assertFalse(timed_out)
        pgn = (self.folder / "games.pgn").read_text(encoding="latin-1")
        ends = re.findall(r"\{([^{}]*)\}\s*(?:1-0|0-1|1/2-1/2)\s*$", pgn, re.MULTILINE)
        self.assertEqual(len(ends), games, pgn)
        for end in ends:
            self.assertIsNone(BAD_END.search(end), end)

    def test_games(self):
        for variant, (_, _, line) in VARIANTS.items():
            with self.subTest(variant=variant):
                log = self.folder / f"{variant}.log"
                ini = write_ini(self.folder / f"{variant}.ini", {"EngineCommand": ENGINE, "BookFile": self.make_book(variant),
                                                                 "Book": "true", "BookLearn": "true", "Log": "true",
                                                                 "LogFile": log})
                (self.folder / "games.pgn").unlink(missing_ok=True)
                self.match(variant, f"{PROGRAM} {ini}", ENGINE, GAMES)
                self.assertIn(f"# book: {line[0]} 100.0% ({variant}.bin; {variant})", log.read_text())
                # The result is in the learn fields of the book, which has XBoard's keys.
                self.assertRegex(log.read_text(), rf"= learn [012] in {variant}: {line[0]}")
                shown = subprocess.run([PROGRAM, "learn-book", self.folder / f"{variant}.bin", "-show"], capture_output=True,
                                       text=True, timeout=60, check=False)
                self.assertIn("moves played", shown.stdout, shown.stderr)

    def test_the_book_of_xboard(self):
        for variant, (_, _, line) in VARIANTS.items():
            with self.subTest(variant=variant):
                (self.folder / "games.pgn").unlink(missing_ok=True)
                self.match(variant, ENGINE, ENGINE, 1, "-fNoOwnBookUCI", "-sNoOwnBookUCI", "-usePolyglotBook", "true",
                           "-polyglotBook", str(self.make_book(variant)), "-bookDepth", "12")
                debug = (self.folder / "xboard.debug").read_text(encoding="latin-1")
                hits = [hit for hit in re.findall(r"book hit = (\S+)", debug) if hit != "(NULL)"]
                self.assertEqual(hits[:len(line)], line)

    def save_games_as_book(self, variant):
        """XBoard's own menu: File, Save Games as Book, from three games. XBoard writes the file when it quits."""
        _, moves, _ = VARIANTS[variant]
        games = self.folder / "three.pgn"
        games.write_text("\n\n".join(f'[Event "a"]\n[Variant "{variant}"]\n[Result "{result}"]\n\n{moves} {result}'
                                     for result in ("1-0", "0-1", "1/2-1/2")) + "\n")
        book, debug = self.folder / "of_xboard.bin", self.folder / "book.debug"
        for file in (book, debug):
            file.unlink(missing_ok=True)
        screen = Screen(self.folder, "-variant", variant, "-loadGameFile", str(games), "-polyglotBook", str(book),
                        "-usePolyglotBook", "true", "-bookDepth", "20", "-debug", "-nameOfDebugFile", str(debug))
        self.addCleanup(screen.close)
        self.assertTrue(wait_until(lambda: screen.windows("three.pgn") and screen.windows("^[Xx][Bb]oard")))
        main = screen.windows("^[Xx][Bb]oard")[0]

        def is_saved():
            return debug.exists() and "book merge" in debug.read_text(encoding="latin-1")

        for _ in range(5):
            for window in screen.windows("."):  # the list of games hides the menu
                if window != main:
                    screen.act("windowmove", window, "700", "500")
            screen.act("windowmove", main, "0", "0", "mousemove", "20", "12", "click", "1")
            screen.act("key", "--delay", "100", *["Down"] * 11, "Return")  # the eleventh item
            if wait_until(is_saved, 10):
                break
            screen.act("key", "Escape", "Escape")
        if not is_saved():
            self.skipTest("XBoard's menu does not react")

        def has_quit():
            screen.act("key", "--window", main, "ctrl+q")
            return screen.xboard.poll() is not None

        self.assertTrue(wait_until(has_quit))
        screen.close()
        return book

    @unittest.skipUnless(shutil.which("xdotool"), "xdotool is not installed")
    def test_a_book_that_xboard_has_written(self):
        for variant, (_, _, line) in VARIANTS.items():
            with self.subTest(variant=variant):
                book = self.save_games_as_book(variant)
                # Suicide shares its number with giveaway, and so its keys.
                shown = subprocess.run([PROGRAM, "verify-book", book, "-variant", variant], capture_output=True, text=True,
                                       timeout=60, check=False)
                self.assertIn(f"PolyGlot of {variant}, {len(line)} entries, {len(line)} positions, {len(line)} reached; 0 errors",
                              shown.stdout)
                ini = write_ini(self.folder / "reverse.ini", {"EngineCommand": ENGINE, "BookFile": book, "Book": "true",
                                                              "BookDepth": "256", "BookVariant": variant})
                asked = [f"setoption name UCI_Variant value {variant}"]
                for ply in range(len(line)):
                    played = " moves " + " ".join(line[:ply]) if ply else ""
                    asked += [f"position startpos{played}", "go movetime 10"]
                played = subprocess.run([PROGRAM, ini], input="\n".join(["uci", *asked, "quit", ""]), capture_output=True,
                                        text=True, timeout=60, check=True)
                self.assertEqual(re.findall(r"^bestmove (\S+)", played.stdout, re.MULTILINE), line)


if __name__ == "__main__":
    unittest.main()
