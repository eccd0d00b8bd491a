"""polyglot pgn-stat as a process: libarchive is loaded when it is needed and not before; pipes; figures that do not
depend on threads or packing."""
import gzip
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from e2e_support import WINDOWS, posix_only

ADAPTER = os.environ["POLYGLOT_ADAPTER"]
GAMES = b"".join(b'[Event "%d"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n' % i for i in range(20_000))


def pgn_stat(*words, **options):
    return subprocess.run([ADAPTER, "pgn-stat", *map(str, words)], capture_output=True, timeout=60, check=False, **options)


class PgnStat(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.folder = Path(self.temporary.name)
        (self.folder / "a.pgn").write_bytes(GAMES)
        (self.folder / "b.pgn.gz").write_bytes(gzip.compress(GAMES))

    @posix_only("Wine has no libarchive")
    def test_plain_packed_and_piped_are_the_same_on_any_threads(self):
        figures = []
        for words, data in [(["a.pgn"], None), (["b.pgn.gz"], None), (["-"], GAMES), (["-"], gzip.compress(GAMES))]:
            for threads in 1, 4:
                done = pgn_stat(*words, "-json", "-", "-threads", threads, cwd=self.folder, input=data)
                self.assertEqual(done.returncode, 0, done.stderr)
                report = json.loads(done.stdout)
                self.assertEqual((report["games"], report["plies"]), (20_000, 80_000))
                figures.append(report["key_sum"])
        self.assertEqual(len(set(figures)), 1)

    @unittest.skipUnless(sys.platform == "linux", "how libraries are found")
    def test_without_libarchive_packed_files_are_told_and_others_read(self):
        (self.folder / "libarchive.so.13").write_text("no library")
        environment = dict(os.environ, LD_LIBRARY_PATH=str(self.folder))
        done = pgn_stat(self.folder, "-json", "-", env=environment)
        self.assertEqual(done.returncode, 1)
        report = json.loads(done.stdout)
        self.assertEqual((report["games"], report["files"], report["damaged_files"]), (20_000, 2, 1))
        self.assertIn(b"archiveint.dll" if WINDOWS else b"libarchive13", done.stderr)
        # Nothing that reads no packed file so much as looks for it.
        for words in ["-help"], ["pgn-stat", "a.pgn"]:
            done = subprocess.run([ADAPTER, *words], cwd=self.folder, env=dict(environment, LD_DEBUG="libs"),
                                  capture_output=True, timeout=60, check=False)
            self.assertEqual(done.returncode, 0)
            self.assertNotIn(b"libarchive", done.stderr)


if __name__ == "__main__":
    unittest.main()
