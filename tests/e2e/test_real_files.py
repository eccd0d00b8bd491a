"""Every command that reads a book, over every real book, and over every file that is none, of ../shared/data: the right exit
status, no crash, and the input as it was. Skipped where ../shared is not there."""
import hashlib
import json
import struct
import subprocess
import tempfile
import unittest
from collections import Counter
from pathlib import Path

from e2e_support import adapter, skip

SHARED = Path(__file__).resolve().parents[3] / "shared" / "data"
LIMIT = 300  # only a hang takes longer
START = ["-fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]


def run(*words):
    return subprocess.run([adapter(), *map(str, words)], capture_output=True, timeout=LIMIT, check=False,
                          stdin=subprocess.DEVNULL)


def findings(book, *options):
    report = json.loads(run("verify-book", book, "-json", *options).stdout)
    return {finding["kind"]: finding for finding in report["findings"]}


def weights(book):
    """Of each key."""
    data = book.read_bytes()
    sums = Counter()
    for at in range(0, len(data) - 15, 16):
        key, _, weight, _ = struct.unpack_from(">QHHI", data, at)
        if key not in (0, 2 ** 64 - 1):
            sums[key] += weight
    return sums


class RealFiles(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def commands(self, book):
        """Of every command that reads a book the words, and what it may write."""
        edited = self.folder / ("edited" + book.suffix)
        edited.write_bytes(book.read_bytes())
        edited.chmod(0o600)
        return {
            "info-book": ["info-book", book],
            "find-book": ["find-book", book, *START],
            "find-book -line": ["find-book", book, "-moves", "e4 e5"],
            "show-book": ["show-book", book, "-depth", "3"],
            "show-book -html": ["show-book", book, "-depth", "3", "-html", self.folder / "tree.html"],
            "dump-book": ["dump-book", "-bin", book, "-color", "white", "-out", self.folder / "lines.txt"],
            "verify-book": ["verify-book", book],
            "repair-book": ["repair-book", book, "-out", self.folder / "repaired.bin"],
            "convert-book csv": ["convert-book", "-from", book, "-to", self.folder / "book.csv"],
            "convert-book json": ["convert-book", "-from", book, "-to", self.folder / "book.json"],
            "convert-book pgn": ["convert-book", "-from", book, "-to", self.folder / "book.pgn"],
            "convert-book abk": ["convert-book", "-from", book, "-to", self.folder / "book.abk"],
            "convert-book yacb": ["convert-book", "-from", book, "-to", self.folder / "book.yacb"],
            "edit-book": ["edit-book", edited, "-move", "e4", "-add", "-boost", "x2"],
            "diff-book": ["diff-book", book, "<starter>"],
            "intersect-book": ["intersect-book", book, "<starter>", "-out", self.folder / "both.bin"],
            "subtract-book": ["subtract-book", book, "<starter>", "-out", self.folder / "rest.bin"],
            "merge-book": ["merge-book", "-in", book, "<starter>", "-out", self.folder / "merged.bin"],
            "openings-book": ["openings-book", book, "-n", "5", "-ply", "4", "-out", self.folder / "starts.epd"],
            "learn-book": ["learn-book", "-bin", book, "-show"],
        }

    def check_all(self, files, statuses):
        for file in files:
            before = hashlib.sha256(file.read_bytes()).digest()
            for name, words in self.commands(file).items():
                with self.subTest(file=file.name, command=name):
                    ran = run(*words)
                    as_diff = {0: 0, 1: 0, 2: 1} if name == "diff-book" else {}  # 1: they differ
                    status = as_diff.get(ran.returncode, ran.returncode)
                    self.assertIn(status, statuses, ran.stderr[-500:])
                    if status == 1:
                        self.assertTrue(ran.stderr.strip() or ran.stdout.strip(), "no reason is given")
            self.assertEqual(hashlib.sha256(file.read_bytes()).digest(), before, file)

    def test_books(self):
        self.check_all([file for books in ("books/*.bin", "abk/*.abk", "ctg/*.ctg", "experience/*.bin") for file in SHARED.glob(books)], (0, 1))

    def test_files_that_are_no_books(self):
        self.check_all([*SHARED.glob("books/not-books/*.bin"), *SHARED.glob("ctg/*.ct[ob]")], (1,))

    def test_repair(self):
        """What repair-book leaves has no error but those it names, and every weight that it does not report as changed."""
        for book in sorted(SHARED.glob("books/*.bin")):
            with self.subTest(book=book.name):
                repaired = self.folder / book.name
                said = run("repair-book", book, "-out", repaired)
                if said.returncode == 1:
                    self.assertIn(b"no entry would be left", said.stderr)
                    continue
                errors = {kind for kind, finding in findings(repaired).items() if finding["severity"] == "error"}
                self.assertEqual(errors, set(), said.stdout)
                if b"scaled" not in said.stdout and b"deleted" not in said.stdout:
                    self.assertEqual(weights(repaired), weights(book))
                again = run("repair-book", repaired)
                self.assertIn(b"nothing to repair", again.stdout)

    def test_cures_are_kept(self):
        """Whatever verify-book says that repair-book mends is gone in the repaired copy, whatever the variant; the books of
        Chess960 also from where their games begin."""
        books = [*SHARED.glob("books/*.bin"), *SHARED.glob("variants/books/*.bin"), *SHARED.glob("cases/*/*.bin")]
        for book, options in [*((book, []) for book in sorted(books)), *((book, ["-chess960"]) for book in books if "960" in book.name)]:
            with self.subTest(book=book.name, options=options):
                repaired = self.folder / "repaired.bin"
                repaired.unlink(missing_ok=True)
                promised = self.promised(book, options)
                said = run("repair-book", book, "-out", repaired, *options)
                if said.returncode == 1:
                    self.assertEqual(promised, set(), said.stderr)
                    continue
                self.assertEqual(b"nothing to repair" in said.stdout, not promised, said.stdout)
                self.assertEqual(self.promised(repaired, options), set(), said.stdout)

    def promised(self, book, options):
        found = findings(book, *options).items()
        return {kind for kind, finding in found if finding["cure"].startswith("polyglot repair-book")}

    def test_books_of_variants_are_left_as_they_are(self):
        """Drops, promotions to king and what else chess does not allow are no damage there, and castling is not respelt."""
        books = [*SHARED.glob("variants/books/*.bin"), *SHARED.glob("books/*atomic.bin")]
        for book in sorted(books):
            with self.subTest(book=book.name):
                repaired = self.folder / book.name
                self.assertIn(b"nothing to repair", run("repair-book", book, "-out", repaired).stdout)
                self.assertEqual(repaired.read_bytes(), book.read_bytes())
                found = findings(book)
                self.assertEqual({kind for kind, finding in found.items() if finding["severity"] == "error"}, set())
                if "crazyhouse" in book.name:
                    self.assertIn("looks_like_crazyhouse", found)


    def test_books_of_variants_by_their_rules(self):
        """Only castling is respelt, and with XBoard's keys and back it is the same book, but for what no line reaches."""
        names = {"blackatomic": "atomic", "crazyhouse": "crazyhouse", "horde": "horde", "white3check": "3check",
                 "whiteanti": "antichess", "whitekingofhill": "kingofthehill", "whiterk": "racingkings"}
        for word, variant in names.items():
            for book in SHARED.glob(f"variants/books/*__{word}.bin"):
                with self.subTest(book=book.name):
                    options = ["-variant", variant]
                    repaired = self.folder / "repaired.bin"
                    said = run("repair-book", book, "-out", repaired, *options).stdout
                    self.assertNotIn(b"deleted", said)
                    self.assertEqual(weights(repaired), weights(book))
                    self.assertEqual(b"nothing to repair" in said, not self.promised(book, options), said)
                    self.assertEqual(self.promised(repaired, options), set())
                    self.assertEqual(run("diff-book", book, repaired, *options).returncode, 0)
                    if variant not in ("atomic", "crazyhouse", "3check"):
                        continue
                    xboard, back = self.folder / "x.bin", self.folder / "back.bin"
                    run("convert-book", book, "-to", xboard, "-keys", "xboard", *options)
                    run("convert-book", xboard, "-to", back, "-keys", "plain")
                    self.assertEqual(run("diff-book", book, back, *options).returncode, 0)


if __name__ == "__main__":
    if not SHARED.is_dir():
        skip("no ../shared/data")
    unittest.main()
