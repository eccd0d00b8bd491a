#!/usr/bin/env python3
"""polyglot-mpi writes the bytes that make-book writes, and reports the same, whatever the number of ranks."""
import json
import shutil
import subprocess
import tempfile
import unittest
import zipfile
from pathlib import Path

from cluster_support import BAD_INPUT, BAD_USAGE, POLYGLOT, REAL_GAMES, ClusterTest, make_games, mpirun, run

RANKS = (1, 2, 3, 5)
KINDS = ("plain", "plain", "glued", "clocks", "annotated", "unfinished", "latin1", "crlf", "cr", "fen", "chess960", "broken")


class SameBook(ClusterTest):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="polyglot-mpi ")
        cls.addClassCleanup(folder.cleanup)
        cls.common = Path(folder.name)
        cls.big = cls.common / "big.pgn"  # several units
        make_games(cls.big, 9000, 7, *KINDS)
        cls.many = cls.common / "many"
        cls.many.mkdir()
        for number in range(5):
            make_games(cls.many / f"{number}.pgn", 300 + 400 * number, number + 1, *KINDS)
        # Some games twice, in another file, with another spelling of names.
        text = (cls.many / "4.pgn").read_bytes()
        (cls.many / "again.pgn").write_bytes(text.replace(b", ", b","))
        with zipfile.ZipFile(cls.many / "packed.zip", "w", zipfile.ZIP_DEFLATED) as packed:
            packed.write(cls.many / "3.pgn", "a/3.pgn")
            packed.write(cls.many / "1.pgn", "b/1.pgn")

    def check_same(self, *words, ranks=RANKS, outputs=("OUT.bin",), status=0):
        words = [*words, *(["-bin", "OUT.bin"] if "OUT.bin" in outputs else []), "-json", "OUT.json"]
        output = self.one_machine(*words, status=status)
        for count in ranks:
            with self.subTest(ranks=count, words=words):
                for name in (*outputs, "OUT.json"):
                    (self.folder / name.replace("OUT", "many")).unlink(missing_ok=True)
                many = self.ranks(count, *words, status=status)
                for name in outputs:
                    files = [self.folder / name.replace("OUT", made) for made in ("one", "many")]
                    self.assertEqual([file.exists() for file in files], [True, True])
                    self.assertTrue(files[0].read_bytes() == files[1].read_bytes(), f"{name} differs")
                self.assertEqual(*(self.report(made) for made in ("one", "many")))
                if status == 0:
                    self.assertEqual(many.stderr, b"")
        return output

    def report(self, name):
        report = json.loads((self.folder / f"{name}.json").read_text(encoding="utf-8"))
        for changing in ("seconds", "runs", "book", "stats"):
            report.pop(changing)
        examples = report.pop("dropped_examples")
        if name == "many":
            self.assertEqual(examples, {})  # a job gives none: docs/scale.md
        # The host is said, too.
        report["file_problems"] = [problem.split(" (on ")[0] for problem in report["file_problems"]]
        return report

    def test_one_large_file(self):
        self.check_same("-pgn", self.big, "-min-game", 1)
        self.check_same("-pgn", self.big, "-max-ply", 30, "-min-ply", 3, "-min-game", 2, "-weight", "recency", ranks=(3,))
        self.check_same("-pgn", self.big, "-variations", "-unknown", "draw", "-weight", "elo", "-top", 2, ranks=(2, 5))
        self.check_same("-pgn", self.big, "-filter", "WhiteElo >= 2200", "-no-header", "-keep-losses", ranks=(3,))

    def test_files_and_archives(self):
        self.check_same("-pgn", self.many, self.big, "-min-game", 1)
        self.check_same("-pgn", self.big, self.many, "-uniform", "-only-white", "-min-score", 40, ranks=(2, 5))

    def test_duplicates(self):
        self.check_same("-pgn", self.many, self.big, self.big, "-unique", "-min-game", 1)
        self.check_same("-pgn", self.many, "-unique", "-filter", "WhiteElo > 2000", "-skip-marks", ranks=(3,))
        self.check_same("-pgn", self.big, "-filter", "OpeningECO in A00..C99", "-min-game", 1, ranks=(3,))
        self.check_same("-pgn", self.many, "-unique", "-variations", "-max-ply", 20, "-memory", "16M", ranks=(3,))

    def test_compat(self):
        # The order of games decides.
        self.check_same("-pgn", self.many, self.big, "-compat", "-min-game", 1)
        self.check_same("-pgn", self.big, self.many, "-compat", "-unique", "-max-ply", 40, ranks=(2, 5))

    def test_compat_with_halved_counts(self):
        games = "".join(f'[Event "{i}"]\n[Result "{result}"]\n\n1. {move} {result}\n\n'
                        for i in range(24000) for move, result in [(("e4", "d4", "c4")[i % 7 % 3], ("1-0", "0-1")[i % 3 % 2])])
        (self.folder / "halved.pgn").write_text(games * 2, encoding="utf-8")
        self.check_same("-pgn", "halved.pgn", "-compat", "-min-game", 1)

    def test_statistics(self):
        self.check_same("-pgn", self.many, "-stats", "OUT.pgstats", outputs=("OUT.pgstats",))
        shutil.copy(self.folder / "one.pgstats", self.folder / "a.pgstats")
        self.check_same("-pgn", self.big, "-stats", "OUT.pgstats", outputs=("OUT.pgstats", "OUT.bin"), ranks=(3,))
        self.check_same("-from-stats", "a.pgstats", "one.pgstats", "-weight", "rate", "-min-game", 1)
        self.check_same("-from-stats", "a.pgstats", "-pgn", self.big, "-stats", "OUT.pgstats",
                        outputs=("OUT.pgstats", "OUT.bin"), ranks=(2, 5))

    def test_kept_games_are_left_out(self):
        run([POLYGLOT, "make-book", "-pgn", self.big, "-stats", "kept.pgstats", "-games", "2"], cwd=self.folder)
        self.one_machine("-from-stats", "kept.pgstats", "-games", 0, "-stats", "OUT.pgstats")
        many = self.ranks(2, "-from-stats", "kept.pgstats", "-stats", "OUT.pgstats")
        self.assertEqual(many.stderr, b"kept.pgstats: the games that it keeps are left out; polyglot make-book keeps them\n")
        self.assertTrue((self.folder / "one.pgstats").read_bytes() == (self.folder / "many.pgstats").read_bytes())

    def test_little_memory(self):
        # 60,000 games do not fit into 16 MB: runs on disk, and the parts of the book, too.
        make_games(self.folder / "more.pgn", 40000, 3, "plain", "clocks")
        self.check_same("-pgn", "more.pgn", "-memory", "16M", "-min-game", 1, "-stats", "OUT.pgstats",
                        outputs=("OUT.pgstats", "OUT.bin"), ranks=(1, 3))

    def test_odd_texts(self):
        odd = self.folder / "odd.pgn"
        header = '[Event "x"]\n[Result "1-0"]\n\n'
        # Without tags, with one game of two megabytes, with the letters of another language.
        odd.write_text("1. e4 e5 1-0\n\n" * 200_000, encoding="utf-8")
        self.check_same("-pgn", odd, ranks=(3,))
        odd.write_text("".join(header + f"1. e4 {{{'x' * (i % 11) * 300_000}}} e5 1-0\n\n" for i in range(40)), encoding="utf-8")
        self.check_same("-pgn", odd, ranks=(3,))
        odd.write_text((header + "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. La4 Sf6 5. O-O 1-0\n\n") * 30_000, encoding="utf-8")
        self.check_same("-pgn", odd, ranks=(1, 3))
        # One game that is larger than what is kept of it, with games around it.
        game = header + "1. e4 e5 1-0\n\n"
        odd.write_text(game * 40_000 + header + "1. d4 " + "{comment} " * 1_900_000 + "1-0\n\n" + game * 40_000, encoding="utf-8")
        self.check_same("-pgn", odd, ranks=(3,))

    def test_standard_input(self):
        words = ["-pgn", "-", "-min-game", "1", "-bin"]
        for command in (mpirun(3, *words, "many.bin"), [POLYGLOT, "make-book", *words, "one.bin"]):
            with self.big.open("rb") as games:
                run(command, cwd=self.folder, stdin=games)
        self.assertEqual(*((self.folder / name).read_bytes() for name in ("one.bin", "many.bin")))

    def test_strict(self):
        # The first broken game of the text is named, whoever has read it.
        one = self.one_machine("-pgn", self.many, self.big, "-strict", "-bin", "OUT.bin", status=BAD_INPUT)
        for count in RANKS:
            many = self.ranks(count, "-pgn", self.many, self.big, "-strict", "-bin", "OUT.bin", status=BAD_INPUT)
            self.assertEqual(self.sentences(many), [one.stderr.decode().replace("make-book:", "polyglot-mpi:").strip()])
            self.assertEqual(list(self.folder.iterdir()), [])

    @staticmethod
    def sentences(ran):
        return [line for line in ran.stderr.decode().splitlines() if line.startswith("polyglot-mpi:")]

    def test_nothing_to_write(self):
        (self.folder / "no.pgn").write_text("nothing\n", encoding="utf-8")
        many = self.ranks(3, "-pgn", "no.pgn", "-bin", "OUT.bin", status=BAD_INPUT)
        self.assertIn("no game is counted", self.sentences(many)[0])
        many = self.ranks(3, "-pgn", "missing.pgn", "-bin", "OUT.bin", status=BAD_INPUT)
        self.assertEqual(self.sentences(many), ["polyglot-mpi: missing.pgn: No such file or directory"])
        self.assertEqual([path.name for path in self.folder.iterdir()], ["no.pgn"])
        self.ranks(2, "-no-such-option", status=BAD_USAGE)
        self.ranks(2, "-pgn", "no.pgn", "-threads", 2, status=BAD_USAGE)

    def test_real_games(self):
        if not REAL_GAMES.exists():
            self.skipTest("no ../shared/data/pgn")
        with (self.folder / "games.pgn").open("wb") as plain:
            subprocess.run(["zstd", "-dcq", REAL_GAMES], stdout=plain, check=True)
        self.check_same("-pgn", "games.pgn", "-min-game", 1, "-max-ply", 40)
        self.check_same("-pgn", "games.pgn", REAL_GAMES, "-unique", "-min-game", 1, ranks=(2,))
        self.check_same("-pgn", "games.pgn", "-compat", ranks=(3,))


if __name__ == "__main__":
    unittest.main(verbosity=2)
