"""An engine on another machine: EngineCommand = ssh …, through a real sshd on the loopback. Skipped where OpenSSH is not
installed or refuses logins."""
import shutil
import socket
import tempfile
import threading
import time
import unittest
from pathlib import Path

from e2e_support import LIMIT, Adapter, fake_engine, write_ini
from ssh_server import Server, skip_without_ssh

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


class SshEngine(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory(prefix="polyglot-ssh-")
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = Path(temporary.name)
        cls.server = Server(cls.folder)
        cls.addClassCleanup(cls.server.stop)
        cls.server.require_login()
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

    def assert_no_far_engine(self):
        deadline = time.monotonic() + LIMIT
        while self.server.engines_of(self.engine) and time.monotonic() < deadline:
            time.sleep(0.02)
        self.assertEqual(self.server.engines_of(self.engine), [], "left running on the far side")

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
        self.server.cut_connections(self.engine)
        out, _, status = running.finish()
        self.assertEqual(status, 6)
        self.assertIn("info string polyglot: engine ", out)
        self.assertIn("ssh exited with code 255", out)
        self.assert_no_far_engine()

    def test_a_lost_connection_is_made_again(self):
        running = self.start(OnEngineFailure="restart")
        running.send("position startpos\n" "isready\n")
        self.read_until(running, "readyok")
        self.server.cut_connections(self.engine)
        self.assert_no_far_engine_but_one(running)
        running.send("position startpos moves e2e4\ngo movetime 100\n")
        self.read_until(running, "bestmove")
        running.send("quit\n")
        self.assertEqual(running.finish()[2], 0)
        self.assert_no_far_engine()

    def assert_no_far_engine_but_one(self, running):
        running.send("isready\n")
        self.read_until(running, "readyok")  # of the new process
        self.assertEqual(len(self.server.engines_of(self.engine)), 1)

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
    skip_without_ssh()
    unittest.main()
