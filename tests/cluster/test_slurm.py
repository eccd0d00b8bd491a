#!/usr/bin/env python3
"""scripts/slurm/make-book.sbatch in a Slurm of this machine alone: two slurmd with names of their own, whose ranks talk
over TCP. The book is that of one machine, with a shared and with a local file system, and after a rank has died."""
import os
import shutil
import signal
import socket
import subprocess
import time
import unittest
from pathlib import Path

from cluster_support import LIMIT, POLYGLOT_MPI, ClusterTest, make_games

SCRIPT = Path(__file__).resolve().parents[2] / "scripts/slurm/make-book.sbatch"
NODES = ("n1", "n2")
CONFIGURATION = """
ClusterName=polyglot
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={control}
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
TmpFS={folder}/tmp-%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SchedulerType=sched/builtin
SelectType=select/linear
ReturnToService=2
SlurmdParameters=config_overrides
NodeName=n1 NodeHostname={host} NodeAddr=127.0.0.1 Port={first} CPUs=2
NodeName=n2 NodeHostname={host} NodeAddr=127.0.0.1 Port={second} CPUs=2
PartitionName=all Nodes=n1,n2 Default=YES State=UP
"""


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Slurm(ClusterTest):
    def setUp(self):
        super().setUp()
        missing = [name for name in ("slurmctld", "slurmd", "munged", "sbatch") if not shutil.which(name, path=self.path())]
        if missing or os.geteuid() != 0:
            self.skipTest(f"needs root and {missing or 'nothing else'}")
        self.slurm = self.folder / "slurm"
        self.slurm.mkdir()
        os.chmod(self.folder, 0o755)
        for name in ("state", *(f"{kind}-{node}" for kind in ("spool", "tmp") for node in NODES)):
            (self.slurm / name).mkdir()
        (self.slurm / "munge.key").write_bytes(os.urandom(1024))
        os.chmod(self.slurm / "munge.key", 0o400)
        control, first, second = free_ports(3)
        # The folder's name has no blanks here: Slurm's configuration cannot quote them.
        link = Path(f"/tmp/polyglot-slurm-{os.getpid()}")
        link.symlink_to(self.slurm)
        self.addCleanup(link.unlink)
        (self.slurm / "slurm.conf").write_text(CONFIGURATION.format(
            host=socket.gethostname(), folder=link, control=control, first=first, second=second), encoding="utf-8")
        self.environment = {**os.environ, "PATH": self.path(), "SLURM_CONF": f"{link}/slurm.conf",
                            "OMPI_MCA_btl": "tcp,self", "OMPI_MCA_btl_tcp_if_include": "lo"}
        self.daemon("munged", "--foreground", "--force", f"--key-file={link}/munge.key", f"--socket={link}/munge.socket",
                    f"--pid-file={link}/munged.pid", f"--log-file={link}/munged.log", f"--seed-file={link}/munged.seed")
        self.wait_until(lambda: (self.slurm / "munge.socket").exists())
        self.daemon("slurmctld", "-c", "-D")
        for node in NODES:
            self.daemon("slurmd", "-D", "-N", node)
        self.wait_until(lambda: self.ask("sinfo", "-h", "-o", "%D %t").split() == ["2", "idle"])

        self.games = self.folder / "games"
        self.games.mkdir()
        for number in range(3):
            make_games(self.games / f"{number}.pgn", 2500, number + 1, "plain", "clocks", "broken")
        self.one_machine("-pgn", self.games, "-min-game", 1, "-bin", "OUT.bin")

    @staticmethod
    def path():
        return os.environ["PATH"] + ":/usr/sbin:/sbin"

    def daemon(self, *command):
        process = subprocess.Popen(command, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        def end():
            process.terminate()
            process.wait(timeout=LIMIT)
        self.addCleanup(end)

    def wait_until(self, is_true):
        end = time.monotonic() + LIMIT
        while not is_true():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.1)

    def ask(self, *command):
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=LIMIT, check=False).stdout

    def submit(self, *words, **variables):
        """The number of the job, whose output is in OUTPUT."""
        self.output = self.folder / "output"
        asked = subprocess.run(["sbatch", "--parsable", "-N", "2", "--ntasks-per-node=1", "-o", self.output, SCRIPT, *words],
                               cwd=self.folder, capture_output=True, text=True, timeout=LIMIT, check=True,
                               env={**self.environment, **variables, "POLYGLOT_MPI": POLYGLOT_MPI, "GAMES": str(self.games),
                                    "BOOK": str(self.folder / "many.bin")})
        return asked.stdout.strip()

    def end_of(self, job):
        state = []

        def has_ended():
            state[:] = [field.split("=")[1] for field in self.ask("scontrol", "show", "job", job).split()
                        if field.startswith("JobState=")]
            return state and state[0] not in ("PENDING", "RUNNING", "COMPLETING", "CONFIGURING")
        self.wait_until(has_ended)
        return state[0]

    def check_book(self):
        said = self.output.read_text(encoding="utf-8")
        self.assertTrue((self.folder / "many.bin").exists(), said)
        self.assertTrue((self.folder / "many.bin").read_bytes() == (self.folder / "one.bin").read_bytes())
        return said

    def test_shared_file_system(self):
        self.assertEqual(self.end_of(self.submit("-min-game", "1")), "COMPLETED", self.output.read_text(encoding="utf-8"))
        self.check_book()

    def test_local_file_system(self):
        job = self.submit("-min-game", "1", SCRATCH=str(self.folder / "scratch-%n"))
        self.assertEqual(self.end_of(job), "COMPLETED", self.output.read_text(encoding="utf-8"))
        self.check_book()
        for node in NODES:
            self.assertEqual(len(list((self.folder / f"scratch-{node}/games").iterdir())), 3)

    def test_a_rank_dies(self):
        big = self.games / "big.pgn"
        big.write_bytes((self.games / "0.pgn").read_bytes() * 40)
        job = self.submit("-min-game", "1", "-checkpoint", "0.05")
        checkpoint = self.folder / "many.bin.work/many.bin.0.work/checkpoint"
        self.wait_until(checkpoint.exists)
        os.kill(self.process_of(rank=1), signal.SIGKILL)
        self.assertEqual(self.end_of(job), "FAILED")
        said = self.output.read_text(encoding="utf-8")
        self.assertEqual([line for line in said.splitlines() if "task 1: Killed" in line], ["srun: error: n2: task 1: Killed"])
        self.assertFalse((self.folder / "many.bin").exists())
        self.one_machine("-pgn", self.games, "-min-game", 1, "-bin", "OUT.bin")
        self.assertEqual(self.end_of(self.submit("-min-game", "1", "-checkpoint", "0.05")), "COMPLETED")
        self.assertNotIn("no checkpoint", self.check_book().split("task 1: Killed")[1])

    @staticmethod
    def process_of(rank):
        for number in filter(str.isdigit, os.listdir("/proc")):
            try:
                words = Path(f"/proc/{number}/cmdline").read_bytes()
                variables = Path(f"/proc/{number}/environ").read_bytes().split(b"\0")
            except OSError:
                continue
            if words.startswith(POLYGLOT_MPI.encode()) and f"SLURM_PROCID={rank}".encode() in variables:
                return int(number)
        raise AssertionError("the rank does not run")


if __name__ == "__main__":
    unittest.main(verbosity=2)
