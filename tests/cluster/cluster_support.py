"""What the tests of polyglot-mpi share: its ranks on this machine, and the book that make-book makes of the same games."""
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

REAL_GAMES = Path(__file__).resolve().parents[2].parent / "shared/data/pgn/games.pgn.zst"
DONE, BAD_INPUT, BAD_USAGE = 0, 1, 2
LIMIT = 300  # seconds; only a hang is longer


def program(variable):
    path = os.environ.get(variable, "")
    if not os.access(path, os.X_OK):
        print(f"skipped: {variable} names nothing that was built (is {path!r})")
        sys.exit(77)
    return os.path.abspath(path)


POLYGLOT, POLYGLOT_MPI, MAKE_GAMES = map(program, ("POLYGLOT_ADAPTER", "POLYGLOT_MPI", "POLYGLOT_MAKE_GAMES"))
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_rmaps_base_oversubscribe": "1"}


def mpirun(ranks, *words):
    return ["mpirun", "--oversubscribe", "-n", str(ranks), POLYGLOT_MPI, "make-book", *map(str, words)]


def run(command, status=DONE, **how):
    ran = subprocess.run(command, capture_output=True, timeout=LIMIT, check=False, env=ENVIRONMENT, **how)
    if ran.returncode != status:
        raise AssertionError(f"{command}: status {ran.returncode}\n{ran.stdout.decode()}{ran.stderr.decode()}")
    return ran


def make_games(path, count, seed, *kinds):
    subprocess.run([MAKE_GAMES, path, str(count), str(seed), *kinds], capture_output=True, check=True)


class ClusterTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="polyglot-mpi ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def one_machine(self, *words, name="one", status=DONE):
        """The book and the rest of what make-book writes."""
        return run([POLYGLOT, "make-book", "-threads", "1", *self.outputs(name, words)], status, cwd=self.folder)

    def ranks(self, count, *words, name="many", status=DONE, **how):
        return run(mpirun(count, *self.outputs(name, words)), status, cwd=self.folder, **how)

    @staticmethod
    def outputs(name, words):
        return [str(word).replace("OUT", name) for word in words]
