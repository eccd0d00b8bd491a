#!/usr/bin/env python3
"""Games of variants by the adapter with fairy-stockfish, over every pair of protocols (GUI and engine, UCI and xboard), from a
book that make-book has made. A second fairy-stockfish is the referee: every move must be one of its legal moves. The first moves
must be those of the book. POLYGLOT_GAMES sets the number of games of each pair and variant."""
import os
import random
import subprocess
import tempfile
import unittest
from pathlib import Path

from e2e_support import adapter, peer

PROGRAM = adapter()
ENGINE = peer("fairy-stockfish")
GAMES = int(os.environ.get("POLYGLOT_GAMES", "1"))
LONGEST = 60  # plies of a game
# UCI name: PGN tag, and the line of the book, in SAN and in coordinates.
VARIANTS = {
    "crazyhouse": ("Crazyhouse", "1. e4 d5 2. exd5 Qxd5 3. P@h3 P@e6", "e2e4 d7d5 e4d5 d8d5 P@h3 P@e6"),
    "antichess": ("Antichess", "1. e3 b5 2. Bxb5 c6 3. Bxc6", "e2e3 b7b5 f1b5 c7c6 b5c6"),
    "suicide": ("Suicide", "1. e3 b5 2. Bxb5 c6 3. Bxc6", "e2e3 b7b5 f1b5 c7c6 b5c6"),
    "losers": ("Losers", "1. e3 b5 2. Bxb5 c6 3. Bxc6", "e2e3 b7b5 f1b5 c7c6 b5c6"),
    "3check": ("Three-check", "1. e4 e5 2. Bc4 Nf6 3. Bxf7+", "e2e4 e7e5 f1c4 g8f6 c4f7"),
    "kingofthehill": ("King of the Hill", "1. e4 e5 2. Ke2 Ke7 3. Ke3", "e2e4 e7e5 e1e2 e8e7 e2e3"),
    "horde": ("Horde", "1. e5 d6 2. exd6 exd6", "e4e5 d7d6 e5d6 e7d6"),
    "racingkings": ("Racing Kings", "1. Kh3 Ka3 2. Kg4 Kb4", "h2h3 a2a3 h3g4 a3b4"),
}


class Process:
    """A program with lines in and out."""

    def __init__(self, *command, cwd=None):
        self.process = subprocess.Popen([str(word) for word in command], cwd=cwd, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True, bufsize=1)
        self.lines = []

    def send(self, *lines):
        for line in lines:
            self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def read(self, *starts):
        """The next line that begins with one of these; all lines until then are in `lines`."""
        self.lines = []
        for line in self.process.stdout:
            line = line.rstrip("\n")
            self.lines.append(line)
            if line.startswith(starts):
                return line
        raise AssertionError(f"the process has ended, last lines: {self.lines[-10:]}")

    def close(self):
        self.send("quit")
        self.process.stdin.close()
        self.process.stdout.read()
        self.process.wait(timeout=20)
        self.process.stdout.close()


class Referee:
    def __init__(self, variant):
        self.engine = Process(ENGINE)
        self.engine.send("uci")
        self.engine.read("uciok")
        self.engine.send(f"setoption name UCI_Variant value {variant}")

    def legal_moves(self, moves):
        self.engine.send("position startpos" + (" moves " + " ".join(moves) if moves else ""), "go perft 1")
        self.engine.read("Nodes searched")
        return [line.split(":")[0] for line in self.engine.lines if ": 1" in line and not line.startswith("Nodes")]


class UciHost:
    def __init__(self, command, variant):
        self.adapter = Process(*command)
        self.adapter.send("uci")
        self.adapter.read("uciok")
        self.adapter.send(f"setoption name UCI_Variant value {variant}")

    def start(self):
        self.adapter.send("ucinewgame", "isready")
        self.adapter.read("readyok")

    def move(self, moves):
        self.adapter.send("position startpos" + (" moves " + " ".join(moves) if moves else ""), "go depth 3")
        return self.adapter.read("bestmove").split()[1]


class XboardHost:
    def __init__(self, command, variant):
        self.variant = variant
        self.adapter = Process(*command)
        self.adapter.send("xboard", "protover 2")
        self.adapter.read("feature done=1")
        self.played = []

    def start(self):
        self.adapter.send("new", f"variant {self.variant}", "easy", "force", "sd 3", "ping 1")
        self.adapter.read("pong 1")  # a result of the last game may come before
        self.played = []

    def move(self, moves):
        for move in moves[len(self.played):]:
            self.adapter.send(f"usermove {move}")
        self.adapter.send("go")
        line = self.adapter.read("move ", "1-0", "0-1", "1/2", "Illegal", "Error")
        self.adapter.send("force")
        if not line.startswith("move "):
            return line
        move = line.split()[1]
        self.played = [*moves, move]
        return move


class VariantGames(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def make_book(self, variant):
        tag, san, _ = VARIANTS[variant]
        pgn = self.folder / "games.pgn"
        pgn.write_text(f'[Variant "{tag}"]\n[Result "1/2-1/2"]\n\n{san} 1/2-1/2\n')
        book = self.folder / f"{variant}.bin"
        made = subprocess.run([PROGRAM, "make-book", "-pgn", pgn, "-min-game", "1", "-variant", variant, "-bin", book],
                              capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(made.returncode, 0, made.stderr)
        return book

    def command(self, variant, engine_protocol):
        ini = self.folder / f"{variant}-{engine_protocol}.ini"
        log = self.folder / f"{variant}.log"
        ini.write_text(f"[PolyGlot]\nLog = true\nLogFile = {log}\nEngineCommand = {ENGINE}\nEngineProtocol = {engine_protocol}\nBook = true\n"
                       f"BookFile = {self.make_book(variant)}\nBookDepth = 256\n[Engine]\nHash = 1\n")
        return [PROGRAM, ini]

    def play(self, host, referee, book_line, rng, random_plies):
        """One game in which both sides are the adapter's, after random moves in some games."""
        host.start()
        moves = []
        for _ in range(random_plies):
            moves.append(rng.choice(referee.legal_moves(moves)))
        in_book = moves == []
        while len(moves) < LONGEST:
            legal = referee.legal_moves(moves)
            move = host.move(moves)
            if move not in legal:
                return moves, move, legal
            in_book = in_book and moves == book_line[:len(moves)] and len(moves) < len(book_line)
            if in_book:
                self.assertEqual(move, book_line[len(moves)])
            moves.append(move)
        return moves, None, legal

    def check_end(self, variant, moves, answer, legal):
        """A game ends early only where the referee sees an end, or where our rules do: Fairy-Stockfish 11 goes on in racing
        kings after White is home although Black cannot follow."""
        is_end = answer is None or not legal or answer[0] in "01(" or answer == "0000"
        self.assertTrue(is_end, f"{variant}: {answer} is not legal after {' '.join(moves)}")
        self.assertNotIn("illegal", answer or "")

    def check_log(self, variant):
        """The log has what the book said, so that a replay needs no file and gives the same lines."""
        log = self.folder / f"{variant}.log"
        self.assertIn(f"# the variant is {variant}", log.read_text())
        self.assertIn(f"({variant}.bin; {variant})", log.read_text())
        (self.folder / f"{variant}.bin").unlink()
        replayed = subprocess.run([PROGRAM, "replay", log], capture_output=True, text=True, timeout=60, check=False)
        self.assertIn("no difference", replayed.stdout)

    def check_pair(self, host, engine_protocol):
        for variant, (_, _, line) in VARIANTS.items():
            with self.subTest(variant=variant):
                gui = host(self.command(variant, engine_protocol), variant)
                referee = Referee(variant)
                rng = random.Random(1)
                for game in range(GAMES):
                    moves, answer, legal = self.play(gui, referee, line.split(), rng, game % 4)
                    self.check_end(variant, moves, answer, legal)
                    self.assertGreater(len(moves), 5)
                gui.adapter.close()
                self.check_log(variant)
                referee.engine.close()

    def test_a_uci_host_and_a_uci_engine(self):
        self.check_pair(UciHost, "uci")

    def test_a_uci_host_and_an_xboard_engine(self):
        self.check_pair(UciHost, "xboard")

    def test_an_xboard_host_and_a_uci_engine(self):
        self.check_pair(XboardHost, "uci")

    def test_an_xboard_host_and_an_xboard_engine(self):
        self.check_pair(XboardHost, "xboard")


if __name__ == "__main__":
    unittest.main()
