"""One adapter process between a scripted GUI and a scripted engine, driven step by step. See xboard_vs_polyglot.py."""
import fcntl
import os
import pathlib
import re
import selectors
import socket
import struct
import subprocess
import sys
import termios
import time

ENGINE = pathlib.Path(__file__).resolve().parent.parent / "support" / "engines" / "scripted_uci_engine.py"
STEP_S = 30.0  # nothing here takes long: more than this is a hang
SIDES = ("theirs", "ours")
GO_VALUES = ("wtime", "btime", "winc", "binc", "movestogo", "movetime", "depth", "nodes", "mate")


class Stuck(Exception):
    """What was waited for did not come."""


def normal_go(line):
    """A go with its arguments in one order. Clocks run down while we look: they are taken up to the next second."""
    words, plain, pairs, moves = line.split()[1:], [], [], []
    while words:
        word = words.pop(0)
        if word == "searchmoves":
            moves, words = ["searchmoves", *sorted(words)], []
        elif word in GO_VALUES and words:
            value = words.pop(0)
            if word in ("wtime", "btime") and value.isdigit():
                value = str(-(-int(value) // 1000) * 1000)
            pairs.append((GO_VALUES.index(word), f"{word} {value}"))
        else:
            plain.append(word)
    return " ".join(["go", *plain, *(pair for _, pair in sorted(pairs)), *moves])


def normal(stream, line, directory):
    """The line, or the lines it stands for, as they are compared."""
    line = line.replace(str(directory), "DIR")
    if stream == "engine" and line.split(" ")[0] == "go":
        return [normal_go(line)]
    if stream == "gui" and line.startswith("feature "):
        return ["feature " + one for one in re.findall(r'\w+=(?:"[^"]*"|\S+)', line)]
    if stream == "gui":
        # If the engine sends no time we show our own clock, PolyGlot 0: on a slow machine some hundredths of a second.
        line = re.sub(r"^(\d+ [+-]\d+|stat01:) \d ", r"\1 0 ", line)
    return [line]


def unread(pipe):
    """Bytes waiting in a pipe. There is no event for an empty pipe, so it has to be polled."""
    return struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, b"    "))[0]


class Run:
    def __init__(self, program, script, directory):
        self.script = script
        self.directory = pathlib.Path(directory)
        self.streams = {"gui": [], "engine": []}  # what the adapter said to each
        self.cursor = {"gui": 0, "engine": 0}     # after the line that was last waited for
        self.partial = {"gui": b"", "engine": b"", "stderr": b""}
        self.trace = []
        self.visited = set()     # (command of the GUI, what the engine did then)
        self.search = "idle"
        self.ready = True        # isready is answered at once
        self.on_stop = "0000"    # the bestmove that answers a stop, or None
        self.pings = 900
        self.at = 0
        self.engine = None
        self.selector = selectors.DefaultSelector()
        path = str(self.directory / "engine.sock")
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(path)
        self.listener.listen(1)
        self.process = self.start(program, path)
        self.selector.register(self.process.stdout, selectors.EVENT_READ, self.on_gui)
        self.selector.register(self.process.stderr, selectors.EVENT_READ, self.on_stderr)
        self.selector.register(self.listener, selectors.EVENT_READ, self.on_engine_start)

    def start(self, program, path):
        ini = ["[PolyGlot]", f'EngineCommand = "{sys.executable}" -ISE "{ENGINE}" {path}',
               f"SettingsDir = {self.directory}", *self.script.ini, "[Engine]", *self.script.engine_ini]
        file = self.directory / "run.ini"
        file.write_text("\n".join(ini) + "\n")
        if self.script.book:
            (self.directory / "book.bin").write_bytes(bytes.fromhex(self.script.book))
        return subprocess.Popen([program, str(file), *self.script.args], cwd=self.directory, stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    # --- events ---------------------------------------------------------------------------------------------------

    def pump(self, timeout):
        for key, _ in self.selector.select(timeout):
            key.data()

    def take(self, name, data):
        *lines, self.partial[name] = (self.partial[name] + data).split(b"\n")
        for line in lines:
            text = line.decode("latin1").rstrip("\r")
            self.trace.append(f"{name}< {text}")
            self.streams[name] += normal(name, text, self.directory)
            yield text

    def on_gui(self):
        data = os.read(self.process.stdout.fileno(), 65536)
        if not data:
            self.selector.unregister(self.process.stdout)
            self.trace.append("gui< (end)")
        for _ in self.take("gui", data):
            pass

    def on_stderr(self):
        data = os.read(self.process.stderr.fileno(), 65536)
        if not data:
            self.selector.unregister(self.process.stderr)
        self.partial["stderr"] += data

    def on_engine_start(self):
        """The engine process hands us its standard input and output, and lives as long as the connection."""
        self.engine, _ = self.listener.accept()
        _, (self.engine_in, self.engine_out), _, _ = socket.recv_fds(self.engine, 1, 2)
        self.selector.register(self.engine_in, selectors.EVENT_READ, self.on_engine)
        self.selector.register(self.engine, selectors.EVENT_READ, self.close_engine)

    def on_engine(self):
        data = os.read(self.engine_in, 65536)
        if not data:
            self.close_engine()
        for line in self.take("engine", data):
            self.answer(line)

    def answer(self, line):
        """What every engine does by itself."""
        if line == "uci":
            self.say("engine", "\n".join([f"id name {self.script.id}", "id author Nobody", *self.script.options,
                                          "uciok"]))
        elif line == "isready" and self.ready:
            self.say("engine", "readyok")
        elif line.startswith("go"):
            kinds = {"ponder": "pondering", "infinite": "analysing"}
            self.search = next((kind for word, kind in kinds.items() if word in line.split()), "thinking")
        elif line == "ponderhit" and self.search == "pondering":
            self.search = "thinking"
        elif line == "stop" and self.on_stop and self.search != "idle":
            self.say("engine", f"bestmove {self.on_stop}")
        elif line == "quit":
            self.close_engine()

    def close_engine(self):
        if self.engine:
            self.selector.unregister(self.engine_in)
            self.selector.unregister(self.engine)
            os.close(self.engine_in)
            os.close(self.engine_out)
            self.engine.close()
            self.engine = None
            self.trace.append("engine< (end)")

    # --- steps ----------------------------------------------------------------------------------------------------

    def say(self, who, text):
        self.trace += [f"{who}> {line}" for line in text.split("\n")]
        data = (text + "\n").encode("latin1")
        try:
            if who == "gui":
                self.visited.add((text.split(" ")[0], self.search))
                self.process.stdin.write(data)
                self.process.stdin.flush()
            elif self.engine:
                if "bestmove" in text:
                    self.search = "idle"
                while data:
                    data = data[os.write(self.engine_out, data):]
            else:
                raise Stuck(f"there is no engine to say: {text}")
        except (BrokenPipeError, ConnectionResetError):
            self.trace.append(f"({who} says it to no engine)")

    def wait_until(self, done, what):
        deadline = time.monotonic() + STEP_S
        while not done():
            if self.process.poll() is not None and not self.selector.select(0) and not done():
                raise Stuck(f"{what}: the adapter is gone")
            if time.monotonic() > deadline:
                raise Stuck(f"{what}: waited for {STEP_S:g} s")
            self.pump(0.05)

    def wait(self, stream, start):
        lines = self.streams[stream]

        def found():
            while self.cursor[stream] < len(lines):
                self.cursor[stream] += 1
                if lines[self.cursor[stream] - 1].startswith(start):
                    return True
            return False

        self.wait_until(found, f"{stream}< {start}")

    def fence(self):
        """All that the GUI said before has been dealt with."""
        self.pings += 1
        self.say("gui", f"ping {self.pings}")
        self.wait("gui", f"pong {self.pings}")

    def sync(self):
        """All that the engine said before has been dealt with."""
        if self.search != "idle":  # then the adapter passes on what is meant for the GUI
            self.pings += 1
            self.say("engine", f"info string xboard sync {self.pings}")
            self.wait("gui", f"sync {self.pings}")
            return
        deadline = time.monotonic() + STEP_S
        while self.engine and unread(self.engine_out):
            if time.monotonic() > deadline:
                raise Stuck("the adapter does not read the engine's lines")
            self.pump(0.001)
        self.fence()

    def step(self, word, rest):
        if word in ("gui>", "engine>"):
            self.say(word[:-1], rest)
        elif word in ("gui<", "engine<"):
            self.wait(word[:-1], rest)
        elif word == "start":
            self.say("gui", "xboard")
            self.say("gui", "protover 2")
            self.wait("gui", "feature done=1")
        elif word == "fence":
            self.fence()
        elif word == "sync":
            self.sync()
        elif word == "ready":
            self.ready = rest == "auto"
        elif word == "stop":
            self.on_stop = None if rest == "manual" else rest
        elif word == "engine-dies":
            self.close_engine()
        elif word == "gui-closes":
            self.process.stdin.close()
        elif word == "end":
            self.wait_until(self.ended, "its end")
        else:
            raise ValueError(f"{self.script.name}: no such step: {word} {rest}")

    def ended(self):
        open_streams = {key.fileobj for key in self.selector.get_map().values()} - {self.listener}
        return self.process.poll() is not None and not open_streams

    def play(self):
        """None, or why it did not come to its end."""
        steps = list(self.script.steps)
        if steps[-1][1] != "end":
            steps += [("quit", "gui>", "quit"), ("quit", "end", "")]
        try:
            for self.at, word, rest in steps:
                self.step(word, rest)
            return None
        except Stuck as stuck:
            status = self.process.poll()
            return (f"stuck at line {self.at}: {stuck}" + (f", status {status}" if status is not None else "") +
                    ("; it says: " + self.partial["stderr"].decode("latin1").strip() if self.partial["stderr"] else ""))
        finally:
            self.close()

    def close(self):
        self.process.kill()
        self.process.wait()
        self.close_engine()
        self.listener.close()
        self.selector.close()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                pipe.close()
            except BrokenPipeError:
                pass
