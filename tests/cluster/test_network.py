#!/usr/bin/env python3
"""polyglot-mpi on two machines, as far as one can be two: two network namespaces with host names of their own, joined by
nothing but a virtual cable, over which everything goes by TCP."""
import os
import signal
import subprocess
import threading
import time
import unittest

from cluster_support import BAD_INPUT, ENVIRONMENT, LIMIT, POLYGLOT_MPI, ClusterTest, make_games

NETWORK = "10.213.7"
# What ssh would do: agent HOST COMMAND...
AGENT = """#!/bin/sh
[ "$1" = {network}.2 ] || exit 1
shift
exec ip netns exec {prefix}b unshare --uts sh -c "hostname machine-b; $*"
"""


class Network(ClusterTest):
    def setUp(self):
        super().setUp()
        self.prefix = f"polyglot{os.getpid()}"
        for name in "ab":
            made = self.call("ip", "netns", "add", self.prefix + name, check=False)
            if made.returncode != 0:
                self.skipTest(f"no network namespaces here: {made.stderr.decode().strip()}")
            self.addCleanup(self.call, "ip", "netns", "del", self.prefix + name)
        self.call("ip", "link", "add", "cable-a", "netns", self.prefix + "a", "type", "veth", "peer", "name", "cable-b", "netns",
                  self.prefix + "b")
        for number, name in enumerate("ab", start=1):
            inside = ["ip", "-n", self.prefix + name]
            self.call(*inside, "addr", "add", f"{NETWORK}.{number}/24", "dev", f"cable-{name}")
            self.call(*inside, "link", "set", "lo", "up")
            self.call(*inside, "link", "set", f"cable-{name}", "up")
        self.agent = self.folder.with_name(self.folder.name.replace(" ", "-") + "-agent")
        self.agent.write_text(AGENT.format(network=NETWORK, prefix=self.prefix), encoding="utf-8")
        self.agent.chmod(0o755)
        self.addCleanup(self.agent.unlink)
        self.games = self.folder / "games"
        self.games.mkdir()
        for number in range(4):
            make_games(self.games / f"{number}.pgn", 2500, number + 1, "plain", "clocks", "broken")

    @staticmethod
    def call(*command, check=True):
        return subprocess.run(command, capture_output=True, check=check, timeout=LIMIT)

    def job(self, *words):
        return subprocess.run(self.command(*words), cwd=self.folder, env=ENVIRONMENT, capture_output=True, timeout=LIMIT, check=False)

    def command(self, *words):
        script = 'hostname machine-a; exec mpirun "$@"'
        options = ["--host", f"{NETWORK}.1:1,{NETWORK}.2:1", "-n", "2", "--mca", "plm", "rsh", "--mca", "plm_rsh_agent",
                   str(self.agent), "--mca", "btl", "tcp,self"]
        for part in ("btl", "oob"):
            options += ["--mca", f"{part}_tcp_if_include", f"{NETWORK}.0/24"]
        return ["ip", "netns", "exec", self.prefix + "a", "unshare", "--uts", "sh", "-c", script, "mpirun", *options, POLYGLOT_MPI,
                "make-book", *map(str, words)]

    def bytes_on_cable(self):
        counts = self.call("ip", "netns", "exec", self.prefix + "a", "cat",
                           *(f"/sys/class/net/cable-a/statistics/{way}_bytes" for way in ("tx", "rx"))).stdout
        return sum(map(int, counts.split()))

    def test_same_book(self):
        for more in ([], ["-unique"]):
            self.one_machine("-pgn", self.games, "-min-game", 1, *more, "-bin", "OUT.bin")
            before = self.bytes_on_cable()
            many = self.job("-pgn", self.games, "-min-game", 1, *more, "-bin", "many.bin")
            self.assertEqual(many.returncode, 0, many.stderr)
            self.assertTrue((self.folder / "many.bin").read_bytes() == (self.folder / "one.bin").read_bytes())
            # The second rank's part of the book at least, whoever has read most of the games.
            self.assertGreater(self.bytes_on_cable() - before, (self.folder / "one.bin").stat().st_size / 3)

    def test_the_other_machine_fails(self):
        # The name of its work folder is taken by a file.
        (self.folder / "tmp").mkdir()
        (self.folder / "tmp/many.bin.1.work").write_bytes(b"")
        many = self.job("-pgn", self.games, "-tmp", "tmp", "-bin", "many.bin")
        self.assertEqual(many.returncode, BAD_INPUT)
        sentences = [line for line in many.stderr.decode().splitlines() if line.startswith("polyglot-mpi:")]
        self.assertEqual(len(sentences), 1, many.stderr)
        self.assertTrue(sentences[0].startswith("polyglot-mpi: rank 1 on machine-b: tmp/many.bin.1.work: "), sentences)

    def test_the_other_machine_stands_still(self):
        """Nothing ends its rank: only a question shows that it does not answer. When it goes on, the job ends in order."""
        big = self.games / "big.pgn"
        big.write_bytes((self.games / "0.pgn").read_bytes() * 60)
        job = subprocess.Popen(self.command("-pgn", self.games, "-tmp", "tmp", "-checkpoint", "0.05", "-bin", "many.bin"),
                               cwd=self.folder, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(job.kill)
        end = time.monotonic() + LIMIT
        while not (self.folder / "tmp/many.bin.0.work/checkpoint").exists():
            self.assertIsNone(job.poll())
            self.assertLess(time.monotonic(), end)
        ranks = {}
        for number in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{number}/environ", "rb") as file:
                    variables = dict(line.split(b"=", 1) for line in file.read().split(b"\0") if b"=" in line)
                if os.readlink(f"/proc/{number}/cwd") == str(self.folder) and os.readlink(f"/proc/{number}/exe") == POLYGLOT_MPI:
                    ranks[int(variables[b"OMPI_COMM_WORLD_RANK"])] = int(number)
            except (OSError, KeyError):
                continue
        os.kill(ranks[1], signal.SIGSTOP)
        os.kill(ranks[0], signal.SIGTERM)
        sentence = b"polyglot-mpi: rank 1 on machine-b does not answer: it has died, is stopped, or cannot be reached\n"
        patience = threading.Timer(LIMIT, job.kill)  # ends the next line's wait
        patience.start()
        self.addCleanup(patience.cancel)
        self.assertEqual(job.stderr.readline(), sentence)
        os.kill(ranks[1], signal.SIGCONT)
        said = job.communicate(timeout=LIMIT)[1]
        self.assertIn(b"polyglot-mpi: stopped; -resume continues from here\n", said)
        self.assertEqual(job.returncode, 130, said)


if __name__ == "__main__":
    unittest.main(verbosity=2)
