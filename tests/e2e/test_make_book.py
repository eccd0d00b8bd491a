#!/usr/bin/env python3
"""make-book from outside: what it makes of games in every state against make_book_model.py's sums, the same bytes whatever
the threads, the memory and the way in which games come, its report, and what it does with what it cannot read."""
import bz2
import gzip
import io
import json
import lzma
import os
import pty
import random
import shutil
import subprocess
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path

from chess_rules import START_FEN
from e2e_support import adapter, skip
from make_book_model import DAMAGES, Rules, book_of, counts, samples_of, some_games
from polyglot_book import encode_move, key_of

PROGRAM = adapter()
MAKE_GAMES = os.environ.get("POLYGLOT_MAKE_GAMES", "")
if not os.access(MAKE_GAMES, os.X_OK):
    skip(f"POLYGLOT_MAKE_GAMES names nothing that was built (is {MAKE_GAMES!r})")
ENTRY_BYTES = 16
DONE, BAD_INPUT, BAD_USAGE = 0, 1, 2


def elo(game, colour):
    return int(game.tags.get(colour + "Elo", -1))


RULES = [
    Rules(),
    Rules(min_game=1),
    Rules(min_game=1, max_ply=7),
    Rules(min_game=2, min_ply=3, max_ply=12),
    Rules(min_game=2, min_score=55),
    Rules(min_score=33.4, white_min_game=2, black_min_game=4, black_min_score=50),
    Rules(min_game=1, only_white=True),
    Rules(min_game=1, only_black=True),
    Rules(min_game=1, uniform=True),
    Rules(min_game=1, keep_losses=True),
    Rules(min_game=1, keep_losses=True, weight="wins", uniform=True),
    Rules(min_game=1, keep_losses=True, weight="rate"),
    Rules(min_game=1, weight="elo", loss_factor=1),
    Rules(min_game=1, weight="wins"),
    Rules(min_game=2, weight="games"),
    Rules(min_game=1, weight="rate"),
    Rules(min_game=1, weight="elo"),
    Rules(min_game=1, weight="recency", half_life=2.5),
    Rules(min_game=1, weight="recency", reference_year=2015),
    Rules(min_game=1, win_factor=3, draw_factor=2, loss_factor=1),
    Rules(min_game=1, win_factor=7000, draw_factor=1),  # more than 16 bits
    Rules(min_game=1, win_factor=1, loss_factor=-1),
    Rules(min_game=1, top=2),
    Rules(min_game=1, variations=True),
    Rules(min_game=1, variations=True, max_ply=9, min_ply=2),
    Rules(min_game=2, variations=True, weight="rate"),
    Rules(variations=True),
    Rules(min_game=1, unknown="draw"),
    Rules(filter="WhiteElo >= 2200", counts=lambda game: elo(game, "White") >= 2200),
    Rules(filter='Result != "*" && Date >= 2015 && WhiteElo < 2500',
          counts=lambda game: game.tags["Date"][:4] >= "2015" and game.tags["Date"][0] != "?"
          and 0 <= elo(game, "White") < 2500),
    Rules(filter='Event = "Candidates" || !(White ~ "A")', min_game=2,
          counts=lambda game: game.tags["Event"] == "Candidates" or "A" not in game.tags["White"]),
]


def entries_of(book):
    fields = [book[at:at + ENTRY_BYTES] for at in range(0, len(book), ENTRY_BYTES)]
    return [(raw[:8].hex(), int.from_bytes(raw[8:10], "big"), int.from_bytes(raw[10:12], "big")) for raw in fields]


class MakeBook(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="polyglot make-book ")
        cls.addClassCleanup(folder.cleanup)
        cls.common = Path(folder.name)
        # Real size: enough for several pieces for each thread, and for runs on disk when memory is short.
        cls.big = cls.common / "big.pgn"
        told = subprocess.run([MAKE_GAMES, cls.big, "12000", "7", "plain", "plain", "glued", "clocks", "annotated",
                               "unfinished", "latin1", "crlf", "cr", "fen", "chess960", "broken"],
                              capture_output=True, text=True, check=True)
        cls.big_facts = [line.split() for line in told.stdout.splitlines()]
        cls.big_book = cls.common / "big.bin"
        cls.make("-pgn", cls.big, "-bin", cls.big_book, "-min-game", "1", "-no-header")

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="polyglot make-book ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    @staticmethod
    def run_tool(*words, status=DONE, **how):
        ran = subprocess.run([PROGRAM, "make-book", *map(str, words)], capture_output=True, timeout=120, check=False,
                             **how)
        if ran.returncode != status:
            raise AssertionError(f"{words}: status {ran.returncode}\n{ran.stdout.decode()}{ran.stderr.decode()}")
        return ran

    @classmethod
    def make(cls, *words, **how):
        return cls.run_tool(*words, **how).stdout.decode()

    def book(self, *words, **how):
        """The bytes of the book that these words make."""
        path = self.folder / "made.bin"
        path.unlink(missing_ok=True)
        self.make(*words, "-bin", path, **how)
        return path.read_bytes()

    def report(self, *words, **how):
        path = self.folder / "report.json"
        self.make(*words, "-json", path, **how)
        return json.loads(path.read_text(encoding="utf-8"))

    def write_games(self, games, seed=5, encoding="utf-8", line_end="\n", mark=b""):
        dice = random.Random(seed)
        path = self.folder / "games.pgn"
        text = "".join(game.text(dice) for game in games)
        path.write_bytes(mark + text.replace("\n", line_end).encode(encoding))
        return path

    # What is in the book

    def test_sums_and_rules(self):
        games = some_games(240, 11, damaged=0.15)
        path = self.write_games(games)
        stats = self.folder / "all.pgstats"
        for rules in RULES:
            with self.subTest(options=rules.words()):
                expected, dropped = book_of(PROGRAM, games, rules)
                self.assertTrue(expected)
                out = self.folder / "book.bin"
                report = self.report("-pgn", path, "-bin", out, "-no-header", *rules.words())
                self.assertEqual(entries_of(out.read_bytes()), entries_of(expected))
                self.assertEqual({name: count for name, count in report["dropped"].items() if count},
                                 {name: count for name, count in dropped.items() if count})
                self.assertEqual(report["entries"], len(expected) // ENTRY_BYTES)
                self.assertEqual(report["positions"], len({key for key, _, _ in entries_of(expected)}))
                self.assertEqual(report["moves"], report["entries"] + sum(dropped.values()))
                used = [game for game in games if counts(game, rules)]
                self.assertEqual(report["games"]["counted"], sum(bool(samples_of(game, rules)) for game in used))
                self.assertEqual(report["samples"], sum(len(samples_of(game, rules)) for game in used))
        # The same rules over sums that were kept
        self.make("-pgn", path, "-stats", stats)
        path.unlink()
        for rules in RULES:
            if not {"max_ply", "min_ply", "variations", "unknown", "filter"} & set(rules.options):
                with self.subTest(from_stats=rules.words()):
                    made = self.book("-from-stats", stats, "-no-header", *rules.words())
                    self.assertEqual(entries_of(made), entries_of(book_of(PROGRAM, games, rules)[0]))

    def test_weights_of_many_games_keep_their_ratio(self):
        # 70,000 games: 2 x 40,000 half-points for one move, 20,000 for the other, 2 for the third.
        many = "1. e4 1-0\n" * 40000 + "1. d4 1/2-1/2\n" * 20000 + "1. c4 1-0\n"
        made = self.book("-pgn", "-", "-min-game", "1", "-no-header", input=many.encode())
        self.assertEqual([weight for _, _, weight in entries_of(made)], [65535, 16384, 2])

    def test_a_move_that_only_lost(self):
        lost = b'[White "me"]\n[Result "0-1"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 0-1\n'
        start = f"{key_of(PROGRAM, START_FEN):016x}"
        for words, expected in ((("-weight", "games"), [1]), (("-weight", "games", "-keep-losses"), [1]),
                                (("-loss-factor", 1), [1]), (("-loss-factor", 1, "-keep-losses"), [1]),
                                (("-weight", "rate", "-keep-losses"), [65535]), (("-uniform", "-keep-losses"), [1]),
                                (("-keep-losses",), [0]), ((), []), (("-uniform",), []), (("-weight", "rate"), [])):
            with self.subTest(words=words):
                made = entries_of(self.book("-pgn", "-", "-min-game", "1", "-no-header", *words, input=lost))
                self.assertEqual([weight for key, _, weight in made if key == start], expected)

    def test_tags_that_no_game_has_are_named(self):
        games = b'[White "A"]\n[WhiteElo "2500"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n'
        out = self.folder / "made.bin"
        for words, status, said in (
                ("Elo >= 2200", BAD_INPUT, ["no game has the tag 'Elo', which -filter asks for; similar names: "
                                            "WhiteElo, BlackElo, MinElo, MaxElo", "1 game left out by -filter"]),
                ("Wite ~ A || WhiteElo > 2000", DONE, ["no game has the tag 'Wite', which -filter asks for; similar "
                                                       "names: White"]),
                ("!BlackTitle", DONE, ["no game has the tag 'BlackTitle', which -filter asks for\n"])):
            with self.subTest(words=words):
                ran = self.run_tool("-pgn", "-", "-filter", words, "-min-game", 1, "-bin", out,
                                    status=status, input=games)
                for part in said:
                    self.assertIn(part, ran.stderr.decode())
        ran = self.run_tool("-pgn", "-", "-filter", "WhiteElo > 2000", "-min-game", 1, "-bin", out, input=games)
        self.assertNotIn("no game has", ran.stderr.decode())
        report = json.loads(self.run_tool("-pgn", "-", "-filter", "!Elo", "-min-game", 1, "-bin", out, "-json", "-",
                                          input=games).stdout)
        self.assertEqual(report["absent_tags"], ["Elo"])

    def test_the_report_says_that_rate_ignores_popularity(self):
        games, out = self.write_games(some_games(40, 15)), self.folder / "made.bin"
        self.assertIn("popularity does not count", self.make("-pgn", games, "-weight", "rate", "-min-game", 1, "-bin", out))
        self.assertNotIn("popularity", self.make("-pgn", games, "-min-game", 1, "-bin", out))

    def test_a_side_line_counts_half_and_marked_moves_can_be_left_out(self):
        repertoire = (b'[Event "Rep"]\n[Result "*"]\n\n1. e4 (1. d4 d5) (1. a3?? e5) 1... e5 (1... c5 2. Nf3) '
                      b'2. Nf3 $1 (2. Qh5 $2) 2... Nc6 *\n')
        words = ("-pgn", "-", "-min-game", "1", "-no-header", "-unknown", "draw", "-variations")
        start, after = (f"{key_of(PROGRAM, fen):016x}" for fen in (
            START_FEN, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"))

        def moves(key, *more):
            made = entries_of(self.book(*words, *more, input=repertoire))
            return [(move, weight) for at, move, weight in made if at == key]

        e4, d4, a3, nf3, qh5 = (encode_move("!" + move, None) for move in ("e2e4", "d2d4", "a2a3", "g1f3", "d1h5"))
        self.assertEqual(moves(start), [(e4, 2), *sorted([(a3, 1), (d4, 1)])])
        self.assertEqual(moves(after), [(nf3, 2), (qh5, 1)])
        self.assertEqual(moves(start, "-top", 1), [(e4, 2)])
        self.assertEqual(moves(after, "-top", 1), [(nf3, 2)])
        self.assertEqual(moves(start, "-skip-marks"), [(e4, 2), (d4, 1)])
        self.assertEqual(moves(after, "-skip-marks"), [(nf3, 2)])

    def test_dirty_bytes_change_nothing(self):
        games = some_games(60, 12)
        clean = self.book("-pgn", self.write_games(games), "-min-game", "1", "-no-header")
        for game in games:
            game.tags["White"] = "Müller, " + game.tags["White"][-1]
        for encoding, line_end, mark in (("utf-8", "\r\n", b""), ("latin-1", "\n", b""), ("utf-8", "\r", b""),
                                         ("utf-8", "\n", b"\xef\xbb\xbf"), ("utf-8", "\n", b"junk before it\n\n\0\n")):
            with self.subTest(encoding=encoding, line_end=line_end, mark=mark):
                path = self.write_games(games, encoding=encoding, line_end=line_end, mark=mark)
                self.assertEqual(self.book("-pgn", path, "-min-game", "1", "-no-header"), clean)

    def test_chess960(self):
        fen = "7k/8/8/8/8/8/8/1R2K1R1 {} - 0 1"
        for moves, side, encoded in (("1. O-O", "w GB", "e1g1"), ("1. 0-0-0+", "w GB", "e1b1"),
                                     ("1. e1g1", "w GB", "e1g1"), ("1... Kh7", "b GB", "h8h7")):
            for variant in ("Chess960", "chess 960", "Fischerandom", "fischerrandom", "Chess 960"):
                with self.subTest(moves=moves, variant=variant):
                    where = fen.format(side)
                    text = (f'[Variant "{variant}"]\n[SetUp "1"]\n[FEN "{where}"]\n[Result "1/2-1/2"]\n\n'
                            f'{moves} 1/2-1/2\n')
                    made = entries_of(self.book("-pgn", "-", "-min-game", "1", "-no-header", input=text.encode()))
                    self.assertEqual(made, [(f"{key_of(PROGRAM, where):016x}", encode_move("!" + encoded, None), 1)])

    def test_the_header_says_whose_book_it_is(self):
        path = self.write_games(some_games(20, 13))
        bare = self.book("-pgn", path, "-min-game", "1", "-no-header")
        full = self.book("-pgn", path, "-min-game", "1")
        header, entries = full[:-len(bare)], full[-len(bare):]
        self.assertEqual(entries, bare)
        self.assertEqual(len(header) % ENTRY_BYTES, 0)
        rows = [header[at:at + ENTRY_BYTES] for at in range(0, len(header), ENTRY_BYTES)]
        self.assertTrue(rows and all(row[:8] == bytes(8) for row in rows))
        text = b"".join(row[8:] for row in rows).rstrip(b"\0").decode()
        self.assertTrue(text.startswith("@PG@\n1.0\n2\n1\nnormal\n"), text)
        shown = subprocess.run([PROGRAM, "info-book", "-bin", self.folder / "made.bin"], capture_output=True, text=True,
                               check=False)
        self.assertEqual(shown.returncode, 0, shown.stdout + shown.stderr)

    def test_the_same_game_only_once(self):
        games = some_games(80, 14)
        once = self.book("-pgn", self.write_games(games), "-min-game", "1", "-no-header", "-unique")
        again = self.folder / "again.pgn"
        dice = random.Random(99)
        again.write_text("".join(game.text(dice) for game in dice.sample(games, len(games))), encoding="utf-8")
        where = ("-pgn", self.folder / "games.pgn", again)
        self.assertEqual(self.book(*where, "-min-game", "1", "-no-header", "-unique", "-threads", "2"), once)
        self.assertNotEqual(self.book(*where, "-min-game", "1", "-no-header"), once)
        report = self.report(*where, "-bin", self.folder / "made.bin", "-unique")
        self.assertEqual(report["games"]["read"], 160)
        # With -variations, a record that has some is not the same as one without.
        plain, rich = self.folder / "plain.pgn", self.folder / "rich.pgn"
        plain.write_text('[Result "1-0"]\n\n1. e4 e5 1-0\n')
        rich.write_text('[Result "1-0"]\n\n1. e4 (1. d4 d5) e5 1-0\n')
        lines = ("-min-game", "1", "-no-header", "-unique", "-variations", "-keep-losses")
        self.assertEqual(self.book("-pgn", plain, rich, *lines), self.book("-pgn", rich, plain, *lines))
        self.assertEqual(len(self.book("-pgn", plain, rich, *lines)), 4 * ENTRY_BYTES)
        self.assertGreaterEqual(report["games"]["duplicates"], report["games"]["counted"])

    # The same bytes

    def test_threads_and_memory_make_no_difference(self):
        expected = self.big_book.read_bytes()
        for words in (("-threads", 1), ("-threads", 2), ("-threads", 3), ("-memory", "1G"), ("-memory", "64M"),
                      ("-memory", "16M", "-threads", 2), ("-memory", "16M", "-threads", 1, "-tmp", self.folder / "tmp")):
            with self.subTest(words=words):
                self.assertEqual(self.book("-pgn", self.big, "-min-game", 1, "-no-header", *words), expected)
        self.assertEqual(os.listdir(self.folder / "tmp"), [])
        report = self.report("-pgn", self.big, "-bin", self.folder / "made.bin", "-min-game", 1, "-memory", "16M")
        self.assertGreater(report["runs"], 1, "16 MB must be too few for this test to say something")

    def test_the_way_games_come_makes_no_difference(self):
        data = self.big.read_bytes()
        data = data[:data.index(b"\n[Event ", len(data) // 4)]
        expected = self.book("-pgn", "-", "-min-game", 1, "-no-header", input=data)
        starts = [0]
        while (at := data.find(b"\n[Event ", starts[-1] + 1)) >= 0:
            starts.append(at)
        cuts = sorted(random.Random(3).sample(starts[1:], 6))
        # LF before each piece's first tag belongs to the piece; a game with CR ends stays with its neighbour.
        pieces = [data[a:b] for a, b in zip([0] + cuts, cuts + [len(data)])]
        random.Random(4).shuffle(pieces)
        shuffled = self.folder / "shuffled.pgn"
        shuffled.write_bytes(b"\n\n".join(pieces))
        parts = self.folder / "games" / "deep" / "er"
        parts.mkdir(parents=True)
        files = [(parts, parts.parent, self.folder / "games")[n % 3] / f"part {n}.pgn" for n in range(len(pieces))]
        for file, piece in zip(files, pieces):
            file.write_bytes(piece)
        (parts / "readme.txt").write_text("[Event \"no\"]\n\n1. a3 a6 1-0\n", encoding="utf-8")

        def check(*words, **how):
            with self.subTest(words=words):
                made = self.book(*words, "-min-game", 1, "-no-header", **how)
                self.assertEqual(len(made), len(expected))
                self.assertTrue(made == expected)

        check("-pgn", shuffled)
        check("-pgn", *files[:3], "-pgn", *files[3:])
        check("-pgn", self.folder / "games", "-threads", 2)
        for name, packed in self.packed(pieces, data).items():
            (self.folder / name).write_bytes(packed)
            check("-pgn", self.folder / name)
            if not name.endswith(("zip", "7z", "tar")):
                check("-pgn", "-", input=packed)

    def packed(self, pieces, data):
        """{file name: bytes} of the same games."""
        half = len(data) // 2
        files = {"g.gz": gzip.compress(data[:half], 1) + gzip.compress(data[half:], 1), "g.bz2": bz2.compress(data, 1),
                 "g.xz": lzma.compress(data, preset=0)}
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
            for n, piece in enumerate(pieces):
                archive.writestr(f"folder/part{n}.pgn", piece)
            archive.writestr("readme.txt", "1. a3 a6 1-0\n")
        files["g.zip"] = buffer.getvalue()
        buffer = io.BytesIO()
        with tarfile.open(fileobj=buffer, mode="w:gz", compresslevel=1) as archive:
            for n, piece in enumerate(pieces):
                info = tarfile.TarInfo(f"part{n}.PGN")
                info.size = len(piece)
                archive.addfile(info, io.BytesIO(piece))
        files["g.tar"] = buffer.getvalue()  # its name does not say that it is packed
        for tool, command in (("zstd", ["zstd", "-1", "-c"]), ("lz4", ["lz4", "-1", "-c"])):
            if shutil.which(tool):
                files["g." + tool] = subprocess.run(command, input=data, capture_output=True, check=True).stdout
        if shutil.which("7z"):
            for n, piece in enumerate(pieces):
                (self.folder / f"s{n}.pgn").write_bytes(piece)
            subprocess.run(["7z", "a", "-mx1", "-bd", self.folder / "t.7z", *self.folder.glob("s?.pgn")],
                           capture_output=True, check=True)
            files["g.7z"] = (self.folder / "t.7z").read_bytes()
        return files

    def test_statistics_and_shards(self):
        expected = self.big_book.read_bytes()
        whole, stats = self.folder / "whole.pgstats", [self.folder / f"{n}.pgstats" for n in range(3)]
        data = self.big.read_bytes()
        cuts = [0] + [data.index(b"\n[Event ", len(data) * n // 3) for n in (1, 2)] + [len(data)]
        for n, file in enumerate(stats):
            (self.folder / "shard.pgn").write_bytes(data[cuts[n]:cuts[n + 1]])
            self.make("-pgn", self.folder / "shard.pgn", "-stats", file)
        self.assertEqual(sorted(os.listdir(self.folder)), ["0.pgstats", "1.pgstats", "2.pgstats", "shard.pgn"])
        self.make("-pgn", self.big, "-stats", whole, "-threads", 2, "-memory", "16M")
        for words in (("-from-stats", *stats), ("-from-stats", *reversed(stats)), ("-from-stats", whole),
                      ("-from-stats", *stats[:2], "-pgn", self.folder / "shard.pgn")):
            with self.subTest(words=words):
                self.assertTrue(self.book(*words, "-min-game", 1, "-no-header") == expected)
        joined = self.folder / "joined.pgstats"
        self.make("-from-stats", *stats, "-stats", joined)
        self.assertTrue(self.book("-from-stats", joined, "-min-game", 1, "-no-header") == expected)
        whole_bytes = whole.read_bytes()
        for damaged in (whole_bytes[:-1], whole_bytes[:100], whole_bytes[:5000] + b"x" + whole_bytes[5001:], b"",
                        expected, data[:5000]):
            bad = self.folder / "bad.pgstats"
            bad.write_bytes(damaged)
            out = self.folder / "never.bin"
            ran = self.run_tool("-from-stats", stats[0], bad, "-bin", out, status=BAD_INPUT)
            self.assertIn("bad.pgstats", ran.stderr.decode())
            self.assertFalse(out.exists())

    # The report

    def test_report_of_dirty_games(self):
        report = self.report("-pgn", self.big, "-bin", self.folder / "made.bin", "-min-game", 1)
        broken = [(words[1], int(words[2])) for words in self.big_facts if words[0] == "broken"]
        facts = {words[0]: int(words[1]) for words in self.big_facts if words[0] != "broken"}
        self.assertEqual(report["files"], 1)
        self.assertEqual(report["bytes"], self.big.stat().st_size)
        self.assertEqual(report["games"]["read"], facts["games"])
        self.assertEqual(sum(report["problems"].values()), len(broken))
        self.assertEqual(report["games"]["with_problems"], len(broken))
        names = {"illegal": "illegal move", "unreadable": "unreadable move", "null": "null move",
                 "comment": "unclosed comment", "fen": "bad FEN", "variant": "unknown variant",
                 "variation": "unclosed variation"}
        self.assertEqual(set(names), set(DAMAGES))
        for kind, name in names.items():
            found = {text.lower(): count for text, count in report["problems"].items()}
            self.assertEqual(found.get(name.lower(), 0), sum(kind == one for one, _ in broken), (kind, found))
        self.assertEqual([problem.split(": ")[0] for problem in report["first_problems"]],
                         [f"{self.big}:{line}" for _, line in broken[:10]])
        for threads in (1, 3):
            self.assertEqual(self.report("-pgn", self.big, "-bin", self.folder / "made.bin", "-threads",
                                         threads)["first_problems"], report["first_problems"])
        # Without -unique, -filter and unknown results all plies count, but for moves repeated in a game.
        everything = self.report("-pgn", self.big, "-bin", self.folder / "made.bin", "-unknown", "draw")
        self.assertLessEqual(everything["samples"], facts["plies"])
        self.assertGreater(everything["samples"], facts["plies"] * 0.98)

    def test_lines_of_the_text_report(self):
        bad = self.folder / "bad one.pgn"
        bad.write_text('[Event "x"]\n[Result "1-0"]\n\n1. e4 e5\n2. Ke4 Nc6 1-0\n\n[Event "y"]\n\n1. d4 *\n',
                       encoding="utf-8")
        text = self.make("-pgn", bad, "-bin", self.folder / "made.bin", "-min-game", 1)
        self.assertIn(f"{bad}:5: ", text)
        self.assertIn("Ke4", text)

    def test_json_on_standard_output_is_all_of_it(self):
        games = self.write_games(some_games(10, 15))
        told = json.loads(self.make("-pgn", games, "-bin", self.folder / "made.bin", "-json", "-"))
        self.assertEqual(told["games"]["read"], 10)
        for field in ("files", "bytes", "games", "problems", "first_problems", "damaged_files", "file_problems",
                      "samples", "moves", "dropped", "positions", "entries", "book", "stats", "runs", "seconds"):
            self.assertIn(field, told)

    def test_json_is_utf8_whatever_the_games_are(self):
        games = self.folder / "games.pgn"
        games.write_bytes(b'[Event "x"]\n[Result "1-0"]\n\n1. e4 S\xe9\xfc\xff{\x80} 1-0\n')
        report = self.report("-pgn", games, "-bin", self.folder / "made.bin", "-min-game", 1)
        self.assertEqual(len(report["first_problems"]), 1)
        self.assertEqual(report["entries"], 1)

    def test_progress(self):
        quiet = self.run_tool("-pgn", self.big, "-bin", self.folder / "made.bin")
        self.assertEqual(quiet.stderr, b"")
        none = self.on_terminal("-progress", "none")
        self.assertEqual(none, "")
        plain = self.run_tool("-pgn", self.big, "-bin", self.folder / "made.bin", "-progress", "plain")
        self.assertRegex(plain.stderr.decode(), r"\A(reading|writing) .*\n")
        self.assertNotIn(b"\r", plain.stderr)
        drawn = self.on_terminal()
        self.assertIn("\r", drawn)
        self.assertIn("games", drawn)
        self.assertIn("writing", drawn)
        self.assertEqual(drawn.rstrip("\r\n\x1b[K ").count("\n"), 0, repr(drawn))  # one line, drawn again

    def on_terminal(self, *words):
        """What is said on a terminal that is standard error."""
        ours, theirs = pty.openpty()
        try:
            process = subprocess.Popen([PROGRAM, "make-book", "-pgn", self.big, "-bin", self.folder / "made.bin",
                                        *words], stdout=subprocess.DEVNULL, stderr=theirs)
            os.close(theirs)
            said = b""
            try:
                while piece := os.read(ours, 65536):
                    said += piece
            except OSError:  # the other side is closed
                pass
            self.assertEqual(process.wait(60), 0, said)
            return said.decode()
        finally:
            os.close(ours)

    # What cannot be read

    def test_a_work_folder_of_its_own(self):
        tmp = self.folder / "new" / "tmp"
        self.assertNotEqual(self.book("-pgn", self.write_games(some_games(5, 20)), "-min-game", 1, "-tmp", tmp), b"")
        self.assertEqual(os.listdir(tmp), [])

    def test_strict_leaves_no_book(self):
        out = self.folder / "strict.bin"
        out.write_bytes(b"old")
        ran = self.run_tool("-pgn", self.big, "-bin", out, "-strict", "-threads", 2, status=BAD_INPUT)
        first = next(words for words in self.big_facts if words[0] == "broken")
        self.assertIn(f"{self.big}:{first[2]}: ", ran.stderr.decode() + ran.stdout.decode())
        self.assertEqual(out.read_bytes(), b"old")
        good = self.write_games(some_games(10, 16))
        self.make("-pgn", good, "-bin", out, "-strict", "-min-game", 1)
        self.assertNotEqual(out.read_bytes(), b"old")
        self.assertEqual(sorted(os.listdir(self.folder)), ["games.pgn", "strict.bin"])

    def test_use(self):
        games = self.write_games(some_games(3, 17))
        self.assertIn("-max-ply", self.make("-help"))
        for words in ((), ("-pgn",), ("-pgn", games, "-no-such"), ("-pgn", games, "-min-score", "101"),
                      ("-pgn", games, "-max-ply", "-1"), ("-pgn", games, "-weight", "luck"),
                      ("-pgn", games, "-memory", "64X"), ("-pgn", games, "-threads", "0"), ("-pgn", games, "-resume"),
                      ("-pgn", games, "-filter", "WhiteElo >="), ("-pgn", games, "-unknown", "win"),
                      ("-pgn", games, "-only-white", "-only-black"), ("-pgn", games, "-progress", "loud")):
            with self.subTest(words=words):
                ran = self.run_tool(*words, "-bin", self.folder / "never.bin", status=BAD_USAGE)
                self.assertNotEqual(ran.stderr, b"")
                self.assertFalse((self.folder / "never.bin").exists())
        caret = self.run_tool("-pgn", games, "-filter", "WhiteElo >= && x", status=BAD_USAGE).stderr.decode()
        self.assertIn("^", caret)

    def test_inputs_that_are_missing_or_damaged(self):
        games = self.write_games(some_games(200, 18))
        out = self.folder / "out.bin"
        for missing in (self.folder / "none.pgn", self.folder / "no" / "folder"):
            ran = self.run_tool("-pgn", games, missing, "-bin", out, status=BAD_INPUT)
            self.assertIn(missing.name, ran.stderr.decode())
            self.assertFalse(out.exists())
        empty = self.folder / "empty"
        empty.mkdir()
        self.run_tool("-pgn", empty, "-bin", out, status=BAD_INPUT)
        self.assertFalse(out.exists())
        # What can be read of a damaged file makes a book only if it is asked for; the status says that it was not all.
        packed = gzip.compress(self.big.read_bytes()[:1 << 20])
        packed_well = bz2.compress(self.big.read_bytes()[:1 << 20], 1)
        for name, data in (("cut.gz", packed[:-200]), ("half.gz", packed[:len(packed) // 2]),
                           ("noise.bz2", packed_well[:200000] + random.Random(1).randbytes(500) + packed_well[200500:])):
            with self.subTest(name=name):
                (self.folder / name).write_bytes(data)
                out.write_bytes(b"old")
                stats = self.folder / "out.pgstats"
                ran = self.run_tool("-pgn", self.folder / name, games, "-bin", out, "-stats", stats, "-min-game", 1,
                                    status=BAD_INPUT)
                self.assertIn(name, ran.stderr.decode())
                self.assertIn("nothing is written (-partial writes what there is)", ran.stderr.decode())
                self.assertEqual((out.read_bytes(), stats.exists()), (b"old", False))
                ran = self.run_tool("-pgn", self.folder / name, "-bin", out, "-min-game", 1, "-partial", "-json",
                                    self.folder / "report.json", status=BAD_INPUT)
                self.assertNotEqual(out.read_bytes(), b"old")
                report = json.loads((self.folder / "report.json").read_text(encoding="utf-8"))
                self.assertEqual(report["damaged_files"], 1)
                self.assertIn(name, report["file_problems"][0])
                self.assertGreater(report["entries"], 0)
                self.assertIn(name, ran.stdout.decode() + ran.stderr.decode())
                out.write_bytes(b"old")
                self.run_tool("-pgn", self.folder / name, "-bin", out, "-min-game", 1, "-strict", status=BAD_INPUT)
                self.assertEqual(out.read_bytes(), b"old")
        for name, data in (("zero.pgn", b""), ("noise.pgn", random.Random(2).randbytes(300000)),
                           ("blank.pgn", b"\n" * 1000), ("book.pgn", self.big_book.read_bytes()[:100000])):
            (self.folder / name).write_bytes(data)
            self.run_tool("-pgn", self.folder / name, "-bin", out, "-min-game", 1, status=BAD_INPUT)
            self.assertEqual(out.read_bytes(), b"old")

    def test_outputs_that_cannot_be_written(self):
        games = self.write_games(some_games(5, 19))
        for out in (self.folder / "no" / "folder" / "out.bin", self.folder, games / "out.bin"):
            ran = self.run_tool("-pgn", games, "-bin", out, status=BAD_INPUT)
            self.assertIn(str(out), ran.stderr.decode())
        if os.path.exists("/dev/full"):
            ran = self.run_tool("-pgn", games, "-bin", "/dev/full", "-min-game", 1, status=BAD_INPUT)
            self.assertIn("/dev/full", ran.stderr.decode())
        # A book over its own games, or statistics over those that are read
        before = games.read_bytes()
        self.run_tool("-pgn", games, "-bin", games, status=BAD_INPUT)
        self.assertEqual(games.read_bytes(), before)


if __name__ == "__main__":
    unittest.main()
