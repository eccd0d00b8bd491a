#!/usr/bin/env python3
"""Chess960 books end to end: made from games in all spellings, distinguished from standard books, and played under UCI and
xboard, with Stockfish under the adapter and a second Stockfish to check that moves are legal."""
import itertools
import json
import re
import subprocess
import tempfile
import time
import unittest
import zlib
from pathlib import Path

from e2e_support import adapter, fake_engine, peer, posix_only, write_ini
from polyglot_book import ENTRY_BYTES, key_of
from xboard_host import LineProcess

GUIDE = Path(__file__).resolve().parents[3] / "shared/data/books/nescitus_rodent-iv__books__guide_960.bin"
PATIENCE = 60.0  # seconds

# King's side castling after two moves, queen's side after four.
SHORT = "nrbbqknr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKNR w {} - 0 1"
SHORT_LINE = "g1f3 g8f6 f1h1 f8h8".split()
LONG = "rknbbqrn/pppppppp/8/8/8/8/PPPPPPPP/RKNBBQRN w {} - 0 1"
LONG_LINE = "c1b3 c8b6 c2c3 c7c6 d1c2 d8c7 b1a1 b8a8".split()
BEFORE_SHORT = "nrbbqk1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/NRBBQK1R w HBhb - 2 2"
BEFORE_LONG = "rk2bqrn/ppbppppp/1np5/8/8/1NP5/PPBPPPPP/RK2BQRN w GAga - 2 5"

GAMES = f"""
[Variant "Chess960"]
[SetUp "1"]
[FEN "{SHORT.format("KQkq")}"]
[Result "1/2-1/2"]

1. Nf3 Nf6 2. O-O O-O 1/2-1/2

[Variant "fischerandom"]
[FEN "{SHORT.format("HBhb")}"]
[Result "1/2-1/2"]

1. Nf3 Nf6 2. 0-0 0-0 1/2-1/2

[FEN "{SHORT.format("KQkq")}"]
[Result "1/2-1/2"]

1. g1f3 g8f6 2. f1h1 f8h8 1/2-1/2

[Variant "Freestyle Chess"]
[SetUp "1"]
[FEN "{SHORT.format("HBhb")}"]
[Result "1/2-1/2"]

1. Nf3 Nf6 2. o-o! o-o 1/2-1/2

[Variant "chess 960"]
[FEN "{LONG.format("KQkq")}"]
[Result "1/2-1/2"]

1. Nb3 Nb6 2. c3 c6 3. Bc2 Bc7 4. O-O-O O-O-O 1/2-1/2

[Variant "FRC"]
[FEN "{LONG.format("GAga")}"]
[Result "1/2-1/2"]

1. Nb3 Nb6 2. c3 c6 3. Bc2 Bc7 4. 0-0-0 b8a8 1/2-1/2
"""
ORDINARY = '[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O 1-0\n'
# The f1 rook may castle though another one stands beyond it, until 4. Rg3; or that other one may.
INNER = "4k3/8/8/8/8/8/8/R3KRR1 w F - 0 1"
OUTER = "4k3/8/8/8/8/8/8/R3KRR1 w G - 0 1"
INNER_GAME = f'[FEN "{INNER}"]\n[Result "1/2-1/2"]\n\n1. Ra2 Ke7 2. Ra1 Ke8 3. Ra2 Ke7 4. Rg3 Ke8 5. O-O Kd7 1/2-1/2\n'


def start_positions():
    """All 960, as FENs: the king between the rooks, the bishops on different colours."""
    for row in sorted({"".join(row) for row in itertools.permutations("bbknnqrr")}):
        if row.index("r") < row.index("k") < row.rindex("r") and row.index("b") % 2 != row.rindex("b") % 2:
            yield f"{row}/pppppppp/8/8/8/8/PPPPPPPP/{row.upper()} w KQkq - 0 1"


def square(name):
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


def raw_move(text):
    return square(text[:2]) << 6 | square(text[2:4])


class BookFile:
    """What a book holds: its header's variants, and {key: {raw move: weight}}."""

    def __init__(self, path):
        data, text = path.read_bytes(), b""
        self.moves = {}
        for at in range(0, len(data), ENTRY_BYTES):
            key, rest = int.from_bytes(data[at:at + 8], "big"), data[at + 8:at + ENTRY_BYTES]
            if key == 0:
                text += rest
            else:
                raw, weight = int.from_bytes(rest[:2], "big"), int.from_bytes(rest[2:4], "big")
                self.moves.setdefault(key, {})[raw] = weight
        fields = text.decode().split("\n")
        self.variants = fields[4:4 + int(fields[3])] if fields[0] == "@PG@" else None


class Talk(LineProcess):
    """A process that is asked and answers."""

    def lines_until(self, word):
        lines, deadline = [], time.monotonic() + PATIENCE
        while not lines or lines[-1].split(" ")[0] != word:
            lines.append(self.read_line(deadline)[1])
        return lines

    def ask(self, *lines, until):
        self.send(*lines)
        return self.lines_until(until)


class Judge(Talk):
    def __init__(self):
        super().__init__([peer("stockfish")])
        self.ask("uci", "setoption name UCI_Chess960 value true", "isready", until="readyok")

    def legal_moves(self, fen, moves):
        lines = self.ask(f"position fen {fen} moves {' '.join(moves)}", "go perft 1", until="Nodes")
        return {line.split(":")[0] for line in lines if re.match(r"[a-h][1-8][a-h][1-8][qrbn]?: 1$", line)}


class Chess960Books(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.judge = Judge()

    @classmethod
    def tearDownClass(cls):
        cls.judge.quit(PATIENCE)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_tool(self, *arguments):
        return subprocess.run([adapter(), *map(str, arguments)], check=True, capture_output=True, text=True).stdout

    def make_book(self, *games, name="book", options=()):
        """From PGN texts, one file each, in this order."""
        files = []
        for number, text in enumerate(games):
            files.append(self.folder / f"{zlib.crc32(text.encode())}.pgn")
            files[number].write_text(text, encoding="utf-8")
        book = self.folder / f"{name}.bin"
        self.report = self.run_tool("make-book", "-pgn", *files, "-bin", book, "-min-game", 1, "-weight", "games",
                                    "-json", self.folder / "report.json", *options)
        self.numbers = json.loads((self.folder / "report.json").read_text(encoding="utf-8"))
        return book

    def start_adapter(self, book, engine, **settings):
        ini = write_ini(self.folder / "polyglot.ini", {"EngineDir": ".", "EngineCommand": engine, "Book": "true",
                                                       "BookFile": book, "BookDepth": 999, **settings})
        process = Talk([adapter(), ini])

        def end():
            process.quit(PATIENCE)
            self.assertEqual(process.violations, [])
        self.addCleanup(end)
        return process

    def test_all_spellings_make_one_book(self):
        book = BookFile(self.make_book(GAMES))
        self.assertEqual(self.numbers["games"]["counted"], 6)
        self.assertEqual(self.numbers["games"]["chess960"], 6)
        self.assertEqual(self.numbers["problems"], {})
        self.assertEqual(self.numbers["inner_rook_moves"], 0)
        self.assertEqual(book.variants, ["fischerandom"])
        self.assertEqual(book.moves[key_of(adapter(), BEFORE_SHORT)], {raw_move("f1h1"): 4})
        self.assertEqual(book.moves[key_of(adapter(), BEFORE_LONG)], {raw_move("b1a1"): 2})
        # Both spellings of the rights are one position.
        for start in (SHORT.format("KQkq"), SHORT.format("HBhb")):
            self.assertEqual(book.moves[key_of(adapter(), start)], {raw_move("g1f3"): 4})
        self.assertEqual(len(book.moves), len(SHORT_LINE) + len(LONG_LINE))

    def test_the_header_names_the_variants_read(self):
        mixed = self.make_book(GAMES, ORDINARY, name="mixed")
        self.assertEqual(BookFile(mixed).variants, ["normal", "fischerandom"])
        self.assertEqual(mixed.read_bytes(), self.make_book(ORDINARY, GAMES, name="other").read_bytes())
        ordinary = self.make_book(ORDINARY, name="ordinary", options=("-stats", self.folder / "ordinary.pgstats"))
        self.assertEqual(BookFile(ordinary).variants, ["normal"])
        special = self.make_book(GAMES, name="special", options=("-stats", self.folder / "special.pgstats"))
        self.assertEqual(BookFile(special).variants, ["fischerandom"])
        # Statistics know it, too.
        for stats, variants in ((["special"], ["fischerandom"]), (["special", "ordinary"], ["normal", "fischerandom"])):
            book = self.folder / "again.bin"
            files = [self.folder / f"{name}.pgstats" for name in stats]
            self.run_tool("make-book", "-from-stats", *files, "-bin", book, "-min-game", 1, "-weight", "games")
            self.assertEqual(BookFile(book).variants, variants)
        merged = self.folder / "merged.bin"
        self.run_tool("merge-book", "-in", ordinary, special, mixed, "-out", merged)
        self.assertEqual(BookFile(merged).variants, ["normal", "fischerandom"])

    def test_inner_rooks_are_left_out(self):
        book = BookFile(self.make_book(INNER_GAME))
        self.assertEqual(self.numbers["inner_rook_moves"], 5)
        self.assertRegex(self.report, r"without a key +5 .*inner rook")
        self.assertNotIn(key_of(adapter(), INNER), book.moves)
        self.assertEqual(len(book.moves), 3)

    def test_a_position_without_a_key_is_not_answered(self):
        game = f'[FEN "{OUTER}"]\n[Result "1-0"]\n\n1. Ra3 1-0\n'
        log = self.folder / "adapter.log"
        process = self.start_adapter(self.make_book(game), f'"{fake_engine()}" --bestmove a1a2', LogFile=log,
                                     Log="true")
        process.ask("uci", until="uciok")
        process.ask("setoption name UCI_Chess960 value true", "isready", until="readyok")
        for fen, move in ((OUTER, "a1a3"), (INNER, "a1a2"), (OUTER, "a1a3")):
            self.assertEqual(key_of(adapter(), fen), key_of(adapter(), OUTER))
            answer = process.ask(f"position fen {fen}", "go movetime 5", until="bestmove")
            self.assertEqual(answer[-1].split()[1], move, fen)
        notes = [line for line in log.read_text(encoding="utf-8").splitlines()
                if " # " in line and "castle with an inner rook" in line]
        self.assertEqual(len(notes), 1)

    def play_uci(self, process, fen, book_line, plies):
        """The book's line, then moves of the engine, all of them legal."""
        moves = []
        process.send("ucinewgame")
        while len(moves) < plies:
            answer = process.ask(f"position fen {fen} moves {' '.join(moves)}", "go movetime 20", until="bestmove")
            from_book = any(line.startswith("info string book:") for line in answer)
            self.assertEqual(from_book, len(moves) < len(book_line), moves)
            move = answer[-1].split()[1]
            self.assertIn(move, self.judge.legal_moves(fen, moves), (fen, moves))
            moves.append(move)
        self.assertEqual(moves[:len(book_line)], book_line)

    @posix_only("Debian's Stockfish is no program of Windows")
    def test_a_game_under_uci(self):
        process = self.start_adapter(self.make_book(GAMES), peer("stockfish"))
        process.ask("uci", until="uciok")
        process.ask("setoption name UCI_Chess960 value true", "isready", until="readyok")
        for rights in ("KQkq", "HBhb"):
            self.play_uci(process, SHORT.format(rights), SHORT_LINE, 8)
        self.play_uci(process, LONG.format("GAga"), LONG_LINE, 12)

    @posix_only("Debian's Stockfish is no program of Windows")
    def test_a_game_under_xboard(self):
        process = self.start_adapter(self.make_book(GAMES), peer("stockfish"))
        features = process.ask("xboard", "protover 2", until="feature")
        while "done=1" not in features[-1]:
            features += process.lines_until("feature")
        self.assertRegex(" ".join(features), r'variants="[^"]*\bfischerandom\b')
        for start, line, castling in ((SHORT, SHORT_LINE, "O-O"), (LONG, LONG_LINE, "O-O-O")):
            process.send("new", "variant fischerandom", "force", f"setboard {start.format('KQkq')}", "sd 4")
            moves, command = [], "go"
            while len(moves) < len(line) + 2:
                move = process.ask(command, until="move")[-1].split()[1]
                self.assertEqual(move == castling, len(moves) == len(line) - 2, moves)
                moves.append(line[len(moves)] if move == castling else move)
                self.assertEqual(moves[:len(line)], line[:len(moves)])
                self.assertIn(moves[-1], self.judge.legal_moves(start.format("KQkq"), moves[:-1]))
                if len(moves) < len(line):  # the other side's book move; its castling is ours to spell
                    reply = line[len(moves)]
                    moves.append(reply)
                    command = "usermove " + (castling if len(moves) == len(line) else reply)
                else:
                    moves.append(sorted(self.judge.legal_moves(start.format("KQkq"), moves))[0])
                    command = f"usermove {moves[-1]}"

    @unittest.skipUnless(GUIDE.exists(), f"there is no {GUIDE}")
    def test_a_real_book(self):
        process = self.start_adapter(GUIDE, f'"{fake_engine()}" --bestmove 0000')
        process.ask("uci", until="uciok")
        process.ask("setoption name UCI_Chess960 value true", "isready", until="readyok")
        starts = list(start_positions())
        self.assertEqual(len(starts), 960)
        castlings = 0
        for number, fen in enumerate(starts):
            moves = []
            for _ in range(30 if number % 16 == 0 else 1):
                answer = process.ask(f"position fen {fen} moves {' '.join(moves)}", "go movetime 1", until="bestmove")
                move = answer[-1].split()[1]
                if move == "0000":
                    break
                self.assertIn(move, self.judge.legal_moves(fen, moves), (fen, moves))
                moves.append(move)
                row = fen[:8]
                king, rooks = "abcdefgh"[row.index("k")], {"abcdefgh"[row.index("r")], "abcdefgh"[row.rindex("r")]}
                castlings += move[0] == king and move[2] in rooks and move[1] == move[3] and move[1] in "18"
            self.assertTrue(moves, fen)
        self.assertGreater(castlings, 0)


if __name__ == "__main__":
    unittest.main()
