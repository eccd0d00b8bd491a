#!/usr/bin/env python3
"""Ranks of polyglot-mpi that die, cannot write or cannot read: one sentence names the rank and its host, nothing is half
written, and the next job goes on from the checkpoint to the book of one machine."""
import json
import os
import signal
import socket
import subprocess
import time
import unittest

from cluster_support import BAD_INPUT, ENVIRONMENT, LIMIT, POLYGLOT, POLYGLOT_MPI, ClusterTest, make_games, mpirun, run

INTERRUPTED = 130
HOST = socket.gethostname()


def ranks_of(launcher):
    """Process numbers of the ranks that this mpirun has started, by rank."""
    found = {}
    for status in os.listdir("/proc"):
        try:
            with open(f"/proc/{status}/stat", encoding="utf-8") as file:
                parent = int(file.read().rsplit(")", 1)[1].split()[1])
            if parent != launcher:
                continue
            with open(f"/proc/{status}/environ", "rb") as file:
                variables = dict(line.split(b"=", 1) for line in file.read().split(b"\0") if b"=" in line)
            found[int(variables[b"OMPI_COMM_WORLD_RANK"])] = int(status)
        except (OSError, ValueError, KeyError):
            continue
    return found


class Failures(ClusterTest):
    def setUp(self):
        super().setUp()
        make_games(self.folder / "part.pgn", 6000, 5, "plain", "clocks", "annotated", "broken", "chess960")
        self.games = self.folder / "games.pgn"
        self.games.write_bytes((self.folder / "part.pgn").read_bytes() * 12)
        self.book = self.folder / "made.bin"

    def start(self, ranks, *words):
        job = subprocess.Popen(mpirun(ranks, *words), stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.folder,
                               env=ENVIRONMENT)
        self.addCleanup(job.kill)
        return job

    def wait_for_checkpoint(self, job):
        checkpoint = self.folder / "tmp/made.bin.0.work/checkpoint"
        end = time.monotonic() + LIMIT
        while not checkpoint.exists():
            self.assertIsNone(job.poll(), "the job ended before its first checkpoint")
            self.assertLess(time.monotonic(), end)

    def check_resumed(self, ranks, words):
        many = run(mpirun(ranks, *words, "-resume", "-json", "many.json"), cwd=self.folder)
        self.assertEqual(many.stderr, b"")
        run([POLYGLOT, "make-book", *words[:words.index("-tmp")], "-bin", "one.bin", "-json", "one.json"], cwd=self.folder)
        self.assertTrue(self.book.read_bytes() == (self.folder / "one.bin").read_bytes())
        reports = [json.loads((self.folder / name).read_text(encoding="utf-8")) for name in ("one.json", "many.json")]
        for key in ("files", "bytes", "games", "problems", "first_problems", "samples", "moves", "entries"):
            self.assertEqual(reports[0][key], reports[1][key], key)
        self.assertEqual(list((self.folder / "tmp").iterdir()), [])
        self.assertEqual(list(self.folder.glob("*polyglot-part")), [])

    def check_killed(self, rank, *more):
        words = ["-pgn", "games.pgn", *more, "-min-game", "1", "-no-header", "-tmp", "tmp", "-checkpoint", "0.05", "-bin",
                 "made.bin"]
        self.book.write_bytes(b"an older book")
        job = self.start(3, *words)
        self.wait_for_checkpoint(job)
        os.kill(ranks_of(job.pid)[rank], signal.SIGKILL)
        said = job.communicate(timeout=LIMIT)[1].decode()
        self.assertNotEqual(job.returncode, 0)
        # Ours, and mpirun's own.
        self.assertEqual(said.splitlines().count(f"polyglot-mpi: rank {rank} on {HOST} has died"), 1, said)
        sentences = [line for line in said.splitlines() if f"rank {rank} " in line and f" on node {HOST} " in line]
        self.assertEqual(len(sentences), 1, said)
        self.assertEqual(self.book.read_bytes(), b"an older book")
        self.check_resumed(3, words)

    def test_a_rank_dies(self):
        self.check_killed(1)

    def test_rank_0_dies(self):
        self.check_killed(0, "-unique")

    def test_other_number_of_ranks(self):
        words = ["-pgn", "games.pgn", "-tmp", "tmp", "-checkpoint", "0.05", "-bin", "made.bin"]
        job = self.start(2, *words)
        self.wait_for_checkpoint(job)
        os.kill(ranks_of(job.pid)[1], signal.SIGKILL)
        job.communicate(timeout=LIMIT)
        many = run(mpirun(3, *words, "-resume"), BAD_INPUT, cwd=self.folder)
        self.assertIn("polyglot-mpi: the checkpoint is of a job with 2 ranks: start as many\n", many.stderr.decode())

    def test_interrupt(self):
        words = ["-pgn", "games.pgn", "-tmp", "tmp", "-checkpoint", "0.05", "-bin", "made.bin"]
        job = self.start(2, *words)
        self.wait_for_checkpoint(job)
        # To all ranks, as Slurm does it.
        for process in ranks_of(job.pid).values():
            os.kill(process, signal.SIGTERM)
        said = job.communicate(timeout=LIMIT)[1].decode()
        self.assertEqual(job.returncode, INTERRUPTED, said)
        self.assertIn("polyglot-mpi: stopped; -resume continues from here\n", said)
        self.assertEqual(list(self.folder.glob("made.bin*")), [])

    def two_ranks(self, folder, *more):
        """The second one is in another folder."""
        words = [POLYGLOT_MPI, "make-book", "-pgn", "games.pgn", "-min-game", "1", "-memory", "16M", "-bin", "made.bin", *more]
        return ["mpirun", "--oversubscribe", "-n", "1", *words, ":", "-n", "1", "-wdir", str(folder), *words]

    def test_full_disk(self):
        other = self.folder / "other"
        (other / "tmp").mkdir(parents=True)
        (other / "games.pgn").symlink_to(self.games)
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "none", other / "tmp"], capture_output=True, check=False)
        if mounted.returncode != 0:
            self.skipTest(f"no small file system can be mounted: {mounted.stderr.decode().strip()}")
        self.addCleanup(subprocess.run, ["umount", other / "tmp"], check=True)
        many = run(self.two_ranks(other, "-tmp", "tmp"), BAD_INPUT, cwd=self.folder)
        sentences = [line for line in many.stderr.decode().splitlines() if line.startswith("polyglot-mpi:")]
        self.assertEqual(len(sentences), 1, many.stderr)
        self.assertTrue(sentences[0].startswith(f"polyglot-mpi: rank 1 on {HOST}: "), sentences)
        self.assertTrue(sentences[0].endswith("No space left on device"), sentences)
        self.assertEqual(list(self.folder.glob("made.bin*")), [])

    def test_unreadable_file(self):
        other = self.folder / "other"
        other.mkdir()
        (other / "games.pgn").mkdir()
        self.book.write_bytes(b"an older book")
        many = run(self.two_ranks(other), BAD_INPUT, cwd=self.folder)
        self.assertIn("nothing is written (-partial writes what there is)", many.stderr.decode())
        self.assertEqual(self.book.read_bytes(), b"an older book")
        self.book.unlink()
        many = run(self.two_ranks(other, "-partial"), BAD_INPUT, cwd=self.folder)
        self.assertIn("files that could not be read whole", many.stdout.decode())
        self.assertIn(f"(on {HOST})", many.stdout.decode())
        self.assertTrue(self.book.exists())


if __name__ == "__main__":
    unittest.main(verbosity=2)
