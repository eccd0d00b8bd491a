#!/usr/bin/env python3
"""convert-book from outside: every format to every other, what is said to be lost, and what it does with bad input."""
import collections
import csv
import io
import json
import os
import signal
import struct
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

import book_files as bf
from chess_rules import START_FEN, Position
from e2e_support import GNUCHESS_BOOK, adapter
from polyglot_book import Book, encode_move, key_of, position_at

PROGRAM = adapter()
DONE, BAD_INPUT, BAD_USAGE, INTERRUPTED = 0, 1, 2, 130
SHARED = Path(__file__).resolve().parents[3] / "shared" / "data"


def convert(*words, status=DONE, **options):
    ran = subprocess.run([PROGRAM, "convert-book", *map(str, words)], capture_output=True, text=True, **options)
    assert ran.returncode == status, f"{words}: {ran.returncode}\n{ran.stdout}\n{ran.stderr}"
    return ran


def entries(path):
    """(key, move, weight, learn count, learn sum) of a .bin book, its header left out."""
    rows = list(struct.iter_unpack(">QHHHH", Path(path).read_bytes()))
    return [row for row in rows if row[0] != 0]


def rows_of(path):
    """Of the CSV that the program makes of a book: {(key of the position, move): row}."""
    rows = list(csv.DictReader(io.StringIO(convert("-from", path, "-to", "-", "-format", "csv").stdout)))
    keys = bf.keys_of(PROGRAM, [row["fen"] for row in rows])
    return {(key, row["move"]): row for key, row in zip(keys, rows)}


def fen_after(path):
    return position_at(path).fen()


# Two openings that meet, a move that is not legal, a position that no line leads to.
SMALL = {
    "": "e2e4 30 4 5, d2d4 10, e2e5 7",
    "e2e4": "e7e6 20, c7c5 60",
    "d2d4": "e7e6 5",
    "e2e4 e7e6": "d2d4 40000 1 2, b1c3 1",
    "d2d4 e7e6": "e2e4 9",
    "e2e4 e7e6 d2d4": "d7d5 12",
    "a2a3 a7a6 b2b3": "b7b6 3",
}


class Convert(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="polyglot-convert-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.small = self.write("small.bin", Book(PROGRAM, SMALL).bytes)

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content)
        return path

    def to(self, name, source=None, *more):
        path = self.folder / name
        return path, convert("-from", source or self.small, "-to", path, *more)

    def key(self, path):
        return key_of(PROGRAM, fen_after(path))

    # .bin

    def test_bin_to_bin_keeps_everything_in_order(self):
        path, ran = self.to("copy.bin")
        by_weight = sorted(entries(self.small), key=lambda e: (e[0], -e[2]))
        self.assertEqual(entries(path), by_weight)
        self.assertIn("7 positions, 11 entries", ran.stdout)
        self.assertNotIn("lost", ran.stdout)
        again, _ = self.to("again.bin", path)
        self.assertEqual(again.read_bytes(), path.read_bytes())

    def test_bin_to_bin_from_a_position_keeps_what_can_be_reached(self):
        path, ran = self.to("part.bin", None, "-fen", fen_after("e2e4"))
        self.assertEqual({e[0] for e in entries(path)},
                         {self.key(p) for p in ("e2e4", "e2e4 e7e6", "e2e4 e7e6 d2d4")})
        self.assertIn((self.key("e2e4 e7e6"), 0x2db, 40000, 1, 2), entries(path))  # with its learn fields
        self.assertIn("left out: 4 positions that cannot be reached", ran.stdout)

    def test_a_variant_gets_xboards_keys_and_its_own_back(self):
        """The position after the exchange has one plain key, and one of XBoard for each pocket."""
        line = "e2e4 d7d5 e4d5 d8d5".split()
        lines = {" ".join(line[:i]): f"{move} 10" for i, move in enumerate(line)}
        plain = self.write("zh.bin", Book(PROGRAM, lines | {" ".join(line): "b1c3 30, !e4e4 10"}).bytes)
        said = convert("-from", plain, "-to", self.folder / "x.bin", "-variant", "crazyhouse", "-keys", "xboard")
        self.assertIn("5 positions, 6 entries", said.stdout)
        fen = "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3"
        key = subprocess.run([PROGRAM, "key", "-variant", "crazyhouse", "-xboard", "-fen", fen], capture_output=True, text=True)
        drops = [e for e in entries(self.folder / "x.bin") if e[1] == 0x9000 | 16 << 6 | 28]
        self.assertEqual(drops, [(int(key.stdout.split()[-1], 16), 0x941c, 10, 0, 0)])
        back, _ = self.to("back.bin", self.folder / "x.bin", "-keys", "plain")
        self.assertEqual(sorted(entries(back)), sorted(entries(plain)))
        convert("-from", plain, "-to", self.folder / "zh.abk", "-variant", "crazyhouse", status=BAD_INPUT)

    # .abk

    def test_bin_to_abk_and_back(self):
        book, ran = self.to("small.abk", None, "-comment", "Two openings", "-author", "A. Tester")
        self.assertTrue(book.read_bytes().startswith(b"\x03ABK"))
        self.assertIn("left out: 1 position that cannot be reached from the start position", ran.stdout)
        self.assertIn("left out: 1 entry with illegal moves", ran.stdout)
        self.assertIn("lost: learn fields of 2 entries", ran.stdout)
        back, ran = self.to("back.bin", book)
        self.assertIn(b"Two openings", back.read_bytes().replace(bytes(8), b""))
        self.assertIn("priorities of", ran.stdout)
        was = {e[:2]: e[2] for e in entries(self.small) if e[0] != self.key("a2a3 a7a6 b2b3")}
        del was[self.key(""), 12 << 6 | 36]  # e2e5
        now = {e[:2]: e[2] for e in entries(back)}
        self.assertEqual(set(now), set(was))
        for key in {key for key, _ in was}:  # shares stay what they were
            old = {move: weight for (k, move), weight in was.items() if k == key}
            new = {move: weight for (k, move), weight in now.items() if k == key}
            for move in old:
                self.assertAlmostEqual(new[move] / sum(new.values()), old[move] / sum(old.values()), delta=0.002)

    def test_texts_too_long_for_an_abk_are_told(self):
        _, ran = self.to("long.abk", None, "-comment", "5" * 1000, "-author", "A" * 81)
        self.assertIn("the comment beyond its first 120 of 1,000 bytes; the author beyond its first 80 of 81 bytes", ran.stdout)
        _, ran = self.to("full.abk", None, "-comment", "5" * 120, "-author", "A" * 80)
        self.assertNotIn("beyond its first", ran.stdout)

    def test_abk_to_abk_is_the_same_again(self):
        book, _ = self.to("a.abk")
        again, _ = self.to("b.abk", book)
        self.assertEqual(again.read_bytes(), book.read_bytes())

    # YACB

    def test_bin_to_yacb_and_back_keeps_the_best_moves(self):
        book, ran = self.to("small.yacb")
        self.assertIn("values: none known of 6 positions", ran.stdout)
        self.assertIn("3 moves other than the best ones", ran.stdout)
        rows = list(struct.iter_unpack("<QHBBHH", book.read_bytes()[32:]))
        self.assertEqual([row[0] for row in rows], sorted({row[0] for row in rows}))
        self.assertEqual({row[2:5] for row in rows}, {(bf.PER_CENT << 5 | bf.LOWER << 3 | bf.OTHER << 1, 0, 0)})
        best = dict(zip(("", "e2e4", "d2d4", "e2e4 e7e6", "d2d4 e7e6", "e2e4 e7e6 d2d4"),
                        ("e2e4", "c7c5", "e7e6", "d2d4", "e2e4", "d7d5")))
        keys = bf.stockfish_keys(PROGRAM, [fen_after(p) for p in best])
        self.assertEqual({row[0]: row[5] for row in rows},
                         {key: bf.stockfish_move(move) for key, move in zip(keys, best.values())})
        back, _ = self.to("best.bin", book)  # a value that says nothing makes no weights
        self.assertEqual({e[:3] for e in entries(back)},
                         {e[:2] + (1000,) for e in entries(self.small) if (e[0], e[1]) in {
                             (self.key(p), encode_move(m, position_at(p))) for p, m in best.items()}})

    def test_yacb_to_yacb_keeps_everything(self):
        keys = bf.stockfish_keys(PROGRAM, [START_FEN, fen_after("e2e4")])
        lines = [bf.YacbEntry(keys[0], value=30, best_move=bf.stockfish_move("e2e4"), elo=7),
                 bf.YacbEntry(keys[1], value=25, bound=bf.LOWER), bf.YacbEntry(12345, value=-5)]
        bf.write_yacb(self.folder / "disorder.yacb", lines[::-1], sort=False)
        path, ran = self.to("order.yacb", self.folder / "disorder.yacb")
        self.assertEqual(path.read_bytes(), bf.yacb_bytes(lines))
        numbers = list(range(1, 782))
        bf.write_yacb(self.folder / "own.yacb", lines, numbers=numbers)
        path, _ = self.to("own2.yacb", self.folder / "own.yacb")
        self.assertEqual(path.read_bytes(), bf.yacb_bytes(lines, numbers=numbers))

    # Values

    def table(self, positions, **options):
        """An SFTT table: {moves from the start: (value for the mover, depth, best move, bound)}."""
        keys = bf.stockfish_keys(PROGRAM, [fen_after(path) for path in positions])
        path = self.folder / "table.sftt"
        bf.write_sftt(path, [bf.SfttEntry(key, value=value * 208 // 100, depth=depth, bound=bound,
                                          move=bf.stockfish_move(move) if move else 0)
                             for key, (value, depth, move, bound) in zip(keys, positions.values())], **options)
        return path

    TABLE = {
        "": (50, 20, "e2e4", bf.BOUND_EXACT),
        "e2e4": (-50, 19, "e7e5", bf.BOUND_EXACT),
        "d2d4": (-25, 12, "d7d5", bf.BOUND_EXACT),       # 25 below the best
        "c2c4": (-25, 12, "", bf.BOUND_UPPER),           # at least 25 for White
        "g1f3": (-50, 9, "", bf.BOUND_LOWER),            # at most 50 for White: it may be anything
        "a2a3": (400, 5, "", bf.BOUND_EXACT),            # far too little
        "e2e4 e7e5": (50, 18, "g1f3", bf.BOUND_EXACT),
        "d2d4 d7d5": (25, 11, "", bf.BOUND_EXACT),
    }

    def test_sftt_to_bin(self):
        path, ran = self.to("table.bin", self.table(self.TABLE), "-temperature", "25")
        weights = {}
        for key, move, weight, _, _ in entries(path):
            weights.setdefault(key, {})[move] = weight
        self.assertEqual(weights[self.key("")], {0x31c: 1000, 0x2db: 368, 0x29a: 368})  # e2e4, d2d4, c2c4
        self.assertEqual(weights[self.key("e2e4")], {0xd24: 1000})
        self.assertNotIn(self.key("d2d4 d7d5"), weights)  # known, but no move is
        self.assertIn("values of 8 positions", ran.stdout)
        sharper, _ = self.to("sharper.bin", self.table(self.TABLE), "-temperature", "2")
        self.assertEqual([e[1] for e in entries(sharper) if e[0] == self.key("")], [0x31c])

    def test_sftt_to_yacb(self):
        path, _ = self.to("table.yacb", self.table(self.TABLE))
        keys = bf.stockfish_keys(PROGRAM, [fen_after(p) for p in ("", "e2e4", "g1f3")])
        rows = {row[0]: row[1:] for row in struct.iter_unpack("<QHBBhH", path.read_bytes()[32:])}
        self.assertEqual(len(rows), len(self.TABLE))
        self.assertEqual(rows[keys[0]], (0, 0, 0, 50, bf.stockfish_move("e2e4")))
        self.assertEqual(rows[keys[1]], (0, 0, 0, 50, bf.stockfish_move("e7e5")))
        self.assertEqual(rows[keys[2]], (0, bf.UPPER << 3, 0, 50, 0))  # Black's lower bound is White's upper

    def test_sftt_roots_and_depths(self):
        table = self.table(self.TABLE, root_fen=fen_after("e2e4"))
        path, ran = self.to("rooted.bin", table)
        self.assertEqual({e[0] for e in entries(path)}, {self.key("e2e4"), self.key("e2e4 e7e5")})
        self.assertIn("left out: 6 positions that cannot be reached from where the walk begins", ran.stdout)
        path, _ = self.to("deep.bin", table, "-fen", START_FEN, "-min-depth", "12")
        self.assertEqual({e[1] for e in entries(path) if e[0] == self.key("")}, {0x31c, 0x2db, 0x29a})
        path, _ = self.to("deeper.bin", table, "-fen", START_FEN, "-min-depth", "19")
        self.assertEqual({e[1] for e in entries(path) if e[0] == self.key("")}, {0x31c})
        _, ran = self.to("table.csv", table, "-fen", START_FEN)
        self.assertIn("generations", ran.stdout)

    def test_an_arena_book_begins_nowhere_but_at_the_start(self):
        table = self.table(self.TABLE, root_fen=fen_after("e2e4"))
        book, ran = self.to("rooted.abk", table)
        self.assertIn(f"its root position is {fen_after('e2e4')}; an Arena book begins with the start", ran.stderr)
        rows = rows_of(book)
        self.assertEqual({place[0] for place in rows}, {self.key(p) for p in ("", "e2e4", "d2d4", "e2e4 e7e5")})
        # Eight positions are reached; of those without a move there is nothing to write.
        self.assertIn(f"rooted.abk: 4 positions, {len(rows)} entries", ran.stdout)
        self.assertNotIn("left out", ran.stdout)
        self.assertIn("lost: values of 8 positions", ran.stdout)
        same, ran = self.to("start.abk", table, "-fen", START_FEN)
        self.assertEqual((same.read_bytes(), ran.stderr), (book.read_bytes(), ""))
        self.refused("begins with the start position: neither another -fen", "-from", table, "-to",
                     self.folder / "no.abk", "-fen", fen_after("e2e4"), status=BAD_USAGE)

    def test_yacb_in_per_cent_and_mates(self):
        keys = bf.stockfish_keys(PROGRAM, [START_FEN, fen_after("e2e4"), fen_after("d2d4"), fen_after("c2c4")])
        bf.write_yacb(self.folder / "v.yacb", [
            bf.YacbEntry(keys[0], 22000, bf.stockfish_move("d2d4"), type=bf.PER_CENT, source=bf.STATISTICS),
            bf.YacbEntry(keys[1], 3, type=bf.DTM, bound=bf.PROVEN),
            bf.YacbEntry(keys[2], 22000, type=bf.PER_CENT),
            bf.YacbEntry(keys[3], 9, type=bf.DTM, bound=bf.PROVEN)])
        path, _ = self.to("v.bin", self.folder / "v.yacb")
        weights = {move: weight for key, move, weight, _, _ in entries(path) if key == self.key("")}
        # Two plies later is as good as six centipawns less; the book's own move stays, however bad.
        self.assertEqual(weights, {0x31c: 1000, 0x29a: 741, 0x2db: 1})

    # Statistics

    def test_statistics(self):
        games = self.folder / "games.pgn"
        games.write_text("".join(f'[Result "{result}"]\n\n{moves} {result}\n\n' for moves, result in [
            ("1. e4 e5", "1-0"), ("1. e4 c5", "0-1"), ("1. e4 e5", "1/2-1/2"), ("1. d4 d5", "0-1")]))
        stats = self.folder / "games.pgstats"
        subprocess.run([PROGRAM, "make-book", "-pgn", games, "-stats", stats, "-bin", self.folder / "made.bin",
                        "-min-game", "1", "-keep-losses"], check=True, capture_output=True)
        path, ran = self.to("stats.bin", stats)
        self.assertEqual(entries(path), entries(self.folder / "made.bin"))
        self.assertIn("lost: results of 5 moves", ran.stdout)
        book, _ = self.to("stats.abk", stats)
        rows = rows_of(book)
        counts = {move: tuple(rows[self.key(""), move][name] for name in ("games", "white_wins", "white_losses"))
                  for move in ("e2e4", "d2d4")}
        self.assertEqual(counts, {"e2e4": ("3", "1", "1"), "d2d4": ("1", "0", "1")})
        book, _ = self.to("stats.yacb", stats)
        rows = {row[0]: row for row in struct.iter_unpack("<QHBBHH", book.read_bytes()[32:])}
        row = rows[bf.stockfish_keys(PROGRAM, [START_FEN])[0]]
        self.assertEqual(row[2:], (bf.PER_CENT << 5 | bf.STATISTICS << 1, 0, 15000, bf.stockfish_move("e2e4")))

    # Text

    def test_csv(self):
        ran = convert("-from", self.small, "-to", "-", "-format", "csv")
        rows = list(csv.DictReader(io.StringIO(ran.stdout)))
        self.assertEqual([row["raw"] for row in rows if row["key"] == "origin"], ["PolyGlot"])
        illegal = [row for row in rows if row["fen"] and not row["move"]]
        self.assertEqual([(row["fen"], row["raw"]) for row in illegal], [(START_FEN, "0x0324")])
        self.assertEqual(sum(len(row["key"]) == 16 for row in rows), 1)  # cannot be reached
        rows = [row for row in rows if row["move"]]
        self.assertEqual(len(rows), 9)
        self.assertEqual(rows[0]["fen"], START_FEN)
        self.assertEqual([rows[0][n] for n in ("ply", "move", "san", "weight", "share", "learn_count", "learn_sum")],
                         ["0", "e2e4", "e4", "30", "63.83", "4", "5"])  # of 47, the move that is not legal included
        self.assertIn("standard output: 6 positions, 10 moves", ran.stderr)
        for row in rows:
            self.assertIn(row["move"], Position(row["fen"]).legal_moves())

    def test_json(self):
        path, _ = self.to("small.json")
        data = json.loads(path.read_text())
        self.assertEqual(data["book"]["format"], "PolyGlot")
        self.assertEqual(len(data["positions"]), 6)
        first = data["positions"][0]
        self.assertEqual((first["fen"], first["ply"]), (START_FEN, 0))
        self.assertEqual([move.get("move") for move in first["moves"]], ["e2e4", "d2d4", None])
        self.assertEqual(first["moves"][0]["learn_sum"], 5)

    def test_pgn_has_every_move_once(self):
        path, _ = self.to("small.pgn")
        text = path.read_text()
        self.assertLess(max(map(len, text.splitlines())), 80)
        marks = collections.Counter()
        for game in text.split("[Event ")[1:]:
            marks["{"] += game.count("{")
            self.assertTrue(game.rstrip().endswith("*"))
        self.assertEqual(marks["{"], 9)  # of the moves of the book, each commented on where it is new
        self.assertIn("1. e4 {weight 30, 63.8%}", text)
        read = self.folder / "read.bin"  # and a reader of games finds the same moves
        subprocess.run([PROGRAM, "make-book", "-pgn", path, "-unknown", "draw", "-min-game", "1", "-bin", read],
                       check=True, capture_output=True)
        was = {e[:2] for e in entries(self.small)} - {(self.key(""), 12 << 6 | 36)}
        was -= {e[:2] for e in entries(self.small) if e[0] == self.key("a2a3 a7a6 b2b3")}
        self.assertEqual({e[:2] for e in entries(read)}, was)

    def test_chess960(self):
        fen = "k7/8/8/8/8/8/8/4K1R1 w G - 0 1"  # the king takes his rook
        path = self.write("960.bin", key_of(PROGRAM, fen).to_bytes(8, "big") + struct.pack(">HHHH", 4 << 6 | 6, 5, 0, 0))
        text = convert("-from", path, "-to", "-", "-format", "pgn", "-fen", fen).stdout
        self.assertIn('[Variant "Chess960"]\n[SetUp "1"]\n[FEN "k7/8/', text)
        self.assertIn("\n1. O-O {weight 5, 100.0%} *\n", text)
        rows = list(csv.DictReader(io.StringIO(
            convert("-from", path, "-to", "-", "-format", "csv", "-fen", "-", input=fen + "\n").stdout)))
        self.assertEqual([row["move"] for row in rows if row["fen"]], ["e1g1"])
        again, _ = self.to("again.bin", path, "-fen", fen)
        self.assertEqual(entries(again), entries(path))
        self.assertIn(b"fischerandom", again.read_bytes().replace(bytes(8), b""))

    def test_chess960_is_told_where_castling_looks_as_usual(self):
        fen = "rqnnkbbr/pppppppp/8/8/8/8/PPPPPPPP/RQNNKBBR w KQkq - 0 1"  # king and rooks where they always are
        later = "rqnnk2r/8/8/8/8/8/8/RQNNK2R w KQkq - 0 1"
        castling = struct.pack(">HHHH", 4 << 6 | 7, 5, 0, 0)
        path = self.write("960.bin", b"".join(key.to_bytes(8, "big") + castling
                                              for key in [key_of(PROGRAM, later)]))
        first = self.write("first.bin", key_of(PROGRAM, fen).to_bytes(8, "big") + struct.pack(
            ">HHHH", 12 << 6 | 28, 5, 0, 0))
        game = convert("-from", first, "-to", "-", "-format", "pgn", "-fen", fen).stdout
        self.assertIn(f'[Variant "Chess960"]\n[SetUp "1"]\n[FEN "{fen}"]', game)
        again, _ = self.to("again.bin", first, "-fen", fen)
        self.assertIn(b"fischerandom", again.read_bytes().replace(bytes(8), b""))

        def moves(*roots):
            text = convert("-from", path, "-to", "-", "-format", "csv", "-fen", *roots).stdout
            data = json.loads(convert("-from", path, "-to", "-", "-format", "json", "-fen", *roots).stdout)
            found = [row["move"] for row in csv.DictReader(io.StringIO(text)) if row["fen"]]
            self.assertEqual([m["move"] for p in data["positions"] for m in p["moves"]], found)
            return found, data["book"].get("variant")
        self.assertEqual(moves(later), (["e1g1"], None))
        # Each line by where it begins, and not all of them because one begins so.
        self.assertEqual(moves(fen, later), (["e1g1"], "chess and Chess960"))

    # What cannot be done

    def refused(self, words, *more, status=BAD_INPUT):
        before = sorted(os.listdir(self.folder))
        ran = convert(*more, status=status)
        self.assertIn(words, ran.stderr)
        self.assertEqual(sorted(os.listdir(self.folder)), before)

    def test_bad_input(self):
        out = ("-to", self.folder / "out.bin")
        text = self.write("text.bin", b"hello")
        self.refused("a text file", "-from", text, *out)
        self.refused("No such file", "-from", self.folder / "none", *out)
        empty = self.write("empty.bin", b"\xff" * 8 + bytes(8))
        self.refused("nothing of it can be reached", "-from", empty, "-to", self.folder / "out.csv")
        self.refused("is an input of this command", "-from", self.small, "-to", self.small)
        self.refused("its folder does not exist", "-from", self.small, "-to", self.folder / "no" / "out.bin")
        self.refused("-min-depth is for SFTT", "-from", self.small, *out, "-min-depth", "3")
        self.refused("-temperature is for books of values", "-from", self.small, *out, "-temperature", "3")
        stats = self.write("cut.pgstats", b"PGSTATS\n\x01\0\0\0")
        self.refused("cut.pgstats", "-from", stats, *out)

    def test_bad_usage(self):
        def bad(words, *more):
            self.refused(words, "-from", self.small, *more, status=BAD_USAGE)
        bad("-to", )
        bad("-format is", "-to", self.folder / "out")
        bad("-format is", "-to", self.folder / "out.bin", "-format", "xyz")
        bad("only CSV, JSON and PGN", "-to", "-", "-format", "abk")
        bad("-comment and -author", "-to", self.folder / "out.csv", "-comment", "x")
        bad("begins with the start position", "-to", self.folder / "out.abk", "-chess960")
        bad("-temperature", "-to", self.folder / "out.bin", "-temperature", "0")
        bad("-fen", "-to", self.folder / "out.bin", "-fen", "8/8/8/8 w - -")

    def test_a_kill_leaves_no_half_book(self):
        if not GNUCHESS_BOOK.exists():
            self.skipTest(f"{GNUCHESS_BOOK} is not installed")
        process = subprocess.Popen([PROGRAM, "convert-book", "-from", GNUCHESS_BOOK, "-to", self.folder / "big.csv"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + 60  # its temporary file says that it is at work
        while not list(self.folder.glob("*.polyglot-part")) and time.monotonic() < deadline:
            self.assertIsNone(process.poll())
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
        self.assertEqual((process.returncode, err), (INTERRUPTED, "convert-book: stopped, nothing is written\n"))
        self.assertEqual(sorted(os.listdir(self.folder)), ["small.bin"])

    # Real files

    def test_real_arena_books(self):
        folder = SHARED / "abk"
        if not folder.exists():
            self.skipTest(f"no {folder}")
        for book in sorted(folder.iterdir()):
            with self.subTest(book=book.name):
                path, ran = self.to(book.stem + ".bin", book)
                self.assertNotIn("cannot be reached", ran.stdout)
                arena, polyglot = rows_of(book), rows_of(path)
                self.assertEqual(len(arena), len(polyglot))
                wrong = [(place, row["share"], polyglot.get(place)) for place, row in arena.items() if place not in polyglot
                         or abs(float(polyglot[place]["share"] or 0) - float(row["share"] or 0)) > 0.05]
                self.assertEqual(wrong, [])


if __name__ == "__main__":
    unittest.main()
