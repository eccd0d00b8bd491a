"""What tests of results in a server share (postgres_server.py has the server): a proxy before it, an adapter's life."""
import re
import signal
import socket
import subprocess
import tempfile
import threading
import time
import unittest
from pathlib import Path

from e2e_support import LIMIT, adapter, fake_engine, write_ini
from postgres_server import Server

KEPT = re.compile(r"\? results kept ")


def games_in(server):
    """{opponent: games}"""
    rows = server.sql("SELECT convert_from(o.name, 'UTF8'), sum(won + drawn + lost) FROM polyglot.days d JOIN "
                      "polyglot.names o ON o.id = opponent WHERE begins = 1 GROUP BY 1")
    return {name: int(games) for name, games in (row.rsplit("|", 1) for row in rows)}


class WithServer(unittest.TestCase):
    """Each test has a folder, and a server with tables for results."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="polyglot server ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.server = Server()
        self.addCleanup(self.server.remove)
        subprocess.run([adapter(), "learn-book", self.server.url(), "-create"], check=True, timeout=LIMIT)


class Relay:
    """Passes bytes to the server and back: copy(source, target, is_answer) does, until it ends."""

    def __init__(self, port):
        self.target, self.clients = port, 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.begin()

    def begin(self):
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client = self.listener.accept()[0]
                server = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                return
            self.clients += 1
            for ends in ((client, server, False), (server, client, True)):
                threading.Thread(target=self.run, args=ends, daemon=True).start()

    def run(self, source, target, is_answer):
        try:
            self.copy(source, target, is_answer)
        except OSError:
            pass
        for end in (source, target):
            end.close()

    def close(self):
        self.listener.close()


class Proxy(Relay):
    """Passes bytes later, or not at all."""

    def __init__(self, port):
        self.delay_s, self.is_cut = 0.0, False
        self.last_words = None  # of a client: they arrive, and the connection ends without an answer
        super().__init__(port)

    def copy(self, source, target, is_answer):
        while data := source.recv(65536):
            time.sleep(self.delay_s)
            while self.is_cut:
                time.sleep(0.01)
            is_last = self.last_words is not None and self.last_words in data
            if is_last:
                self.last_words, self.is_cut = None, True
            target.sendall(data)
            if is_last:
                source.shutdown(socket.SHUT_RDWR)
                time.sleep(0.2)  # the other direction holds the answer back until it cannot be delivered
                self.is_cut = False
                break

    def close(self):
        self.is_cut = False
        super().close()


class Stall(Relay):
    """Passes this many bytes of the server's in each connection, and the rest when it is released."""

    def __init__(self, port, size):
        self.size = size
        self.released, self.stalls = threading.Event(), threading.Event()
        super().__init__(port)

    def copy(self, source, target, is_answer):
        left = self.size
        while data := source.recv(65536):
            if is_answer and not self.released.is_set():
                passed, data = data[:left], data[left:]
                left -= len(passed)
                target.sendall(passed)
                if data:
                    self.stalls.set()
                    self.released.wait(LIMIT)
            target.sendall(data)

    def close(self):
        self.released.set()
        super().close()


class Breaking(Relay):
    """Passes nothing before `opened`, ends the connection when a client sends the second game, and passes nothing in later
    ones before `healed`."""

    def __init__(self, port):
        self.opened, self.broken, self.healed = threading.Event(), threading.Event(), threading.Event()
        self.games = 0
        super().__init__(port)

    def copy(self, source, target, is_answer):
        self.opened.wait(LIMIT)
        if self.broken.is_set():
            self.healed.wait(LIMIT)
        while data := source.recv(65536):
            if not is_answer and not self.healed.is_set() and b"INTO polyglot.taken" in data:
                self.games += 1
                if self.games == 2:
                    self.broken.set()
                    target.shutdown(socket.SHUT_RDWR)
                    return
            target.sendall(data)

    def close(self):
        for event in (self.opened, self.healed):
            event.set()
        super().close()


class FullQueue(Proxy):
    """Answers no connection until it is released, because its queue is full."""

    def __init__(self, port):
        self.first = [socket.socket() for _ in range(4)]
        super().__init__(port)

    def begin(self):
        self.listener.listen(0)
        for one in self.first:
            one.setblocking(False)
            one.connect_ex(("127.0.0.1", self.port))

    def release(self):
        for one in self.first:
            one.close()
        self.listener.listen()
        super().begin()


class Life:
    """An adapter under an xboard GUI, from its start to its end."""

    def __init__(self, test, name, settings, prefix=()):
        self.log = test.folder / f"{name}.log"
        ini = write_ini(test.folder / f"{name}.ini", {
            "EngineCommand": f'"{fake_engine()}"', "Book": "true", "BookFile": "<starter>", "BookLearn": "true",
            "BookLearnPolicy": "thompson", "BookTimeout": 300, "StartTimeout": 600, "Log": "true", "LogFile": self.log,
            **settings})
        self.name = name
        self.process = subprocess.Popen([*prefix, adapter(), ini], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True, bufsize=1, cwd=test.folder)
        test.addCleanup(self.kill)
        self.said, self.is_killed = [], False
        self.send("xboard\nprotover 2")
        self.wait_for("feature done=1")

    def send(self, lines):
        self.process.stdin.write(lines + "\n")

    def wait_for(self, beginning):
        for line in self.process.stdout:
            self.said.append(line.rstrip())
            if line.startswith(beginning):
                return line
        raise AssertionError(f"no {beginning}: {self.said} {self.log.read_text()[-3000:]}")

    def play(self, game):
        """One game with one move; returns how long the move took."""
        self.send(f"new\nname {self.name}")
        begun = time.monotonic()
        self.send("go")
        self.wait_for("move ")
        waited = time.monotonic() - begun
        self.send(f"result {'1-0' if game % 2 else '0-1'} {{x}}\nping {game}")
        self.wait_for(f"pong {game}")
        return waited

    def wait_for_log(self, text):
        end = time.monotonic() + LIMIT
        while text not in self.log.read_text(errors="replace"):
            if time.monotonic() > end:
                raise AssertionError(f"no {text}: {self.log.read_text()[-3000:]}")
            time.sleep(0.02)

    def quit(self):
        self.send("quit")
        self.said += self.process.stdout.read().splitlines()
        status = self.process.wait(LIMIT)
        assert status == 0, (status, self.log.read_text(errors="replace")[-3000:])

    def kill(self):
        if self.process.poll() is None:
            self.is_killed = True
            self.process.send_signal(signal.SIGKILL)
            self.process.wait(LIMIT)
        self.process.stdin.close()
        self.process.stdout.close()

    def counted(self):
        """(games that must count, games that may count). The log lacks the last event before a kill."""
        kept = len(KEPT.findall(self.log.read_text(errors="replace")))
        return kept, kept + (1 if self.is_killed else 0)
