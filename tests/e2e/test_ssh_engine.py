"""An engine on another machine: EngineCommand = ssh …, through a real sshd on the loopback. Skipped where OpenSSH is not
installed or lets nobody in."""
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import unittest
from pathlib import Path

from e2e_support import LIMIT, Adapter, fake_engine, skip, write_ini

SSHD = shutil.which("sshd", path=os.environ["PATH"] + ":/usr/sbin:/sbin")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class DelayingRelay:
    """Between ssh and sshd: each byte arrives DELAY seconds late."""

    def __init__(self, port, delay):
        self.port, self.delay = port, delay
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.own_port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            near, _ = self.listener.accept()
            far = socket.create_connection(("127.0.0.1", self.port))
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self.copy, args=(one, other), daemon=True).start()

    def copy(self, source, target):
        while data := source.recv(65536):
            time.sleep(self.delay)
            target.sendall(data)
        target.close()


class Server:
    """sshd for this user alone, with keys of its own."""

    def __init__(self, folder):
        self.folder, self.port = folder, free_port()
        for name in ("host", "client"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / name], check=True)
        shutil.copy(folder / "client.pub", folder / "authorized")
        if os.geteuid() == 0:
            Path("/run/sshd").mkdir(exist_ok=True)  # Debian's sshd wants it
        (folder / "sshd_config").write_text(
            f"Port {self.port}\nListenAddress 127.0.0.1\nHostKey {folder}/host\nAuthorizedKeysFile {folder}/authorized\n"
            "PidFile none\nStrictModes no\nUsePAM no\nPermitRootLogin yes\nPasswordAuthentication no\n")
        self.log = open(folder / "sshd.log", "wb")
        self.process = subprocess.Popen([SSHD, "-D", "-e", "-f", folder / "sshd_config"], stderr=self.log,
                                        stdin=subprocess.DEVNULL)

    def command(self, engine, port=None):
        """As in docs/remote-engine.md, with what the test's keys need."""
        options = {"Port": port or self.port, "IdentityFile": self.folder / "client", "BatchMode": "yes",
                   "UserKnownHostsFile": "/dev/null", "StrictHostKeyChecking": "no", "LogLevel": "ERROR",
                   "ServerAliveInterval": 5}
        words = " ".join(f"-o {name}={value}" for name, value in options.items())
        return f"ssh -F none {words} 127.0.0.1 {engine}"

    def lets_us_in(self):
        deadline = time.monotonic() + LIMIT
        while time.monotonic() < deadline and self.process.poll() is None:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return subprocess.run(self.command("true").split(), stdin=subprocess.DEVNULL, timeout=LIMIT,
                                          stderr=subprocess.DEVNULL, check=False).returncode == 0
            time.sleep(0.05)
        return False

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.log.close()


class SshEngine(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory(prefix="polyglot-ssh-")
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = Path(temporary.name)
        cls.server = Server(cls.folder)
        cls.addClassCleanup(cls.server.stop)
        if not cls.server.lets_us_in():
            raise unittest.SkipTest("this sshd lets nobody in: " + (cls.folder / "sshd.log").read_text()[-300:])
        cls.engine = cls.folder / "far_engine"  # a name by which its processes are found
        shutil.copy(fake_engine(), cls.engine)

    def start(self, flags="", port=None, **settings):
        command = self.server.command(f"{self.engine} {flags}", port)
        ini = write_ini(self.folder / "polyglot.ini", {"EngineCommand": command, "StartTimeout": 60, "QuitTimeout": 10,
                                                       **settings})
        running = Adapter([ini])
        self.addCleanup(running.kill_all)
        running.send("uci\n")
        self.read_until(running, "uciok")
        return running

    def read_until(self, running, word):
        lines = []
        while True:
            line = running.process.stdout.readline().decode()
            self.assertTrue(line, f"output ended before {word}: {lines}")
            lines.append(line.rstrip("\n"))
            if line.split()[:1] == [word]:
                return lines

    def far_engines(self):
        found = []
        for process in Path("/proc").iterdir():
            try:
                if process.name.isdigit() and os.readlink(process / "exe") == str(self.engine):
                    found.append(int(process.name))
            except OSError:
                pass
        return found

    def assert_no_far_engine(self):
        deadline = time.monotonic() + LIMIT
        while self.far_engines() and time.monotonic() < deadline:
            time.sleep(0.02)
        self.assertEqual(self.far_engines(), [], "left running on the far side")

    def cut_connection(self):
        """Kills sshd's processes of the session, which are the engine's ancestors below the server itself."""
        engine, = self.far_engines()
        parents = []
        pid = engine
        while pid not in (0, 1, self.server.process.pid):
            pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
            parents.append(pid)
        for pid in parents[:-1]:
            if os.path.basename(os.readlink(f"/proc/{pid}/exe")).startswith("sshd"):
                os.kill(pid, signal.SIGKILL)

    def test_a_game_and_quit(self):
        running = self.start()
        for moves in ("", " moves e2e4 e7e5"):
            running.send(f"position startpos{moves}\ngo movetime 100\n")
            self.read_until(running, "bestmove")
        running.send("quit\n")
        self.assertEqual(running.finish()[2], 0)
        self.assert_no_far_engine()

    def test_a_lost_connection_is_reported(self):
        running = self.start("--think 100000")
        running.send("position startpos\ngo movetime 100000\n")
        self.cut_connection()
        out, _, status = running.finish()
        self.assertEqual(status, 6)
        self.assertIn("info string polyglot: engine ", out)
        self.assertIn("ssh exited with code 255", out)
        self.assert_no_far_engine()

    def test_a_lost_connection_is_made_again(self):
        running = self.start(OnEngineFailure="restart")
        running.send("position startpos\n" "isready\n")
        self.read_until(running, "readyok")
        self.cut_connection()
        self.assert_no_far_engine_but_one(running)
        running.send("position startpos moves e2e4\ngo movetime 100\n")
        self.read_until(running, "bestmove")
        running.send("quit\n")
        self.assertEqual(running.finish()[2], 0)
        self.assert_no_far_engine()

    def assert_no_far_engine_but_one(self, running):
        running.send("isready\n")
        self.read_until(running, "readyok")  # of the new process
        self.assertEqual(len(self.far_engines()), 1)

    def test_no_engine_is_left_by_a_killed_adapter(self):
        running = self.start()
        running.process.kill()
        running.finish()
        self.assert_no_far_engine()

    def test_the_lag_is_taken_off_the_clock(self):
        relay = DelayingRelay(self.server.port, 0.03)
        log = self.folder / "lag.log"
        running = self.start(port=relay.own_port, EngineLag="auto", Log="true", LogFile=log)
        running.send("isready\n")
        self.read_until(running, "readyok")  # follows the answer to the adapter's own
        running.send("position startpos\ngo wtime 60000 btime 60000\n")
        self.read_until(running, "bestmove")
        running.send("quit\n")
        running.finish()
        sent = [line.split() for line in log.read_text().splitlines() if " go wtime " in line]
        clocks = [int(words[words.index("wtime") + 1]) for words in sent]
        self.assertEqual(clocks[0], 60000, "as the GUI sent it")
        self.assertLessEqual(clocks[1], 60000 - 60, "as the engine gets it")
        self.assertIn("EngineLag: an answer takes ", log.read_text())


if __name__ == "__main__":
    if SSHD is None or shutil.which("ssh") is None:
        skip("OpenSSH is not installed (scripts/setup test installs it)")
    unittest.main()
