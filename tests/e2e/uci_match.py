"""A small, strict UCI match driver: the GUI side of the end-to-end tests and of scripts/play.

It believes nothing: moves and PVs are checked by chess_rules, clocks are wall-clock, every `go` must bring exactly one
`bestmove` preceded by an `info` with depth, score, time and a legal PV that starts with the move, standard error must
stay open, and after `quit` nothing that the adapter started may be left. Violations are collected as text in
UciEngine.violations, so that a match continues and the report names all of them.
"""
import os
import queue
import re
import subprocess
import threading
import time
import uuid
from dataclasses import dataclass, field

from chess_rules import Game

MARKER = "POLYGLOT_E2E_MARKER"  # all descendants of the adapter inherit it, which shows orphans
BOOK_LINE = re.compile(r"^info string book: (?P<moves>.*?)\s*(?:\((?P<file>[^();]*)(?:; (?P<opening>[^()]*))?\))?$")
MOVE = re.compile(r"^[a-h][1-8][a-h][1-8][qrbn]?$")


class EngineFailure(Exception):
    """The engine has exited or is silent."""


@dataclass
class GoResult:
    move: str
    ponder: str | None
    elapsed: float  # seconds from writing go to reading bestmove
    info: dict  # of the last info with a pv: depth, score, time, pv (list)
    book_moves: list  # [(move, share in per cent)] when the answer came from the book
    book_file: str | None
    lines: list

    def gives_no_move(self):
        """The engine has given none, and the user has got a message (docs/supervision.md)."""
        return self.move == "0000" and any(line.startswith("info string polyglot: engine ") and "gives no legal move" in line
                                           for line in self.lines)


def parse_info(line):
    """The fields of an info line that the tests look at; pv as a list, score as its two words."""
    words, info, index = line.split(), {}, 1
    while index < len(words):
        word = words[index]
        if word == "string":
            break
        if word == "pv":
            info["pv"] = words[index + 1 :]
            break
        if word == "score" and index + 2 < len(words):
            info["score"] = (words[index + 1], int(words[index + 2]))
            index += 3
        elif word in ("depth", "time", "nodes", "multipv") and index + 1 < len(words):
            info[word] = int(words[index + 1])
            index += 2
        else:
            index += 1
    return info


def parse_book_line(line):
    """([(move, per cent)], file) of `info string book: e2e4 42.1% d2d4 38.0% (book.bin; B00 …)`, or None for other lines."""
    found = BOOK_LINE.match(line)
    if not found:
        return None
    pairs = re.findall(r"([a-h][1-8][a-h][1-8][qrbn]?) ([0-9.]+)%", found["moves"])
    return ([(move, float(share)) for move, share in pairs], found["file"]) if pairs else None


def processes_with_marker(value):
    """[(pid, command line)] of live processes that inherited the marker. Zombies do not count: they are dead."""
    needle, found = f"{MARKER}={value}".encode(), []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/environ", "rb") as file:
                if needle not in file.read().split(b"\0"):
                    continue
            with open(f"/proc/{pid}/stat", encoding="latin-1") as file:
                if file.read().rpartition(")")[2].split()[0] in "ZX":
                    continue
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                found.append((int(pid), file.read().replace(b"\0", b" ").decode("utf-8", "replace").strip()))
        except OSError:
            continue  # the process has ended, or we may not read it
    return found


def wait_until_gone(marker, seconds):
    """Waits for every process with the marker to end; returns those that did not."""
    deadline = time.monotonic() + seconds
    while left := processes_with_marker(marker):
        if time.monotonic() > deadline:
            return left
        time.sleep(0.01)
    return []


class UciEngine:
    """One UCI process and its violations."""

    def __init__(self, argv, name=None, cwd=None, env=None):
        self.argv = [str(word) for word in argv]
        self.name = name or os.path.basename(self.argv[0])
        self.marker = uuid.uuid4().hex
        self.violations = []
        self.options = {}
        self.stderr_text = ""
        self._stderr_closed_at = None
        self._lines = queue.Queue()
        self._quit_sent = False
        self.process = subprocess.Popen(
            self.argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=cwd,
            env={**os.environ, **(env or {}), MARKER: self.marker}, bufsize=0, start_new_session=True,
        )
        self._threads = [
            threading.Thread(target=self._read_stdout, daemon=True),
            threading.Thread(target=self._read_stderr, daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def _read_stdout(self):
        rest = b""
        while chunk := os.read(self.process.stdout.fileno(), 65536):
            now = time.monotonic()
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                self._lines.put((now, line.decode("utf-8", "replace").rstrip("\r")))
        self._lines.put((time.monotonic(), None))

    def _read_stderr(self):
        while chunk := os.read(self.process.stderr.fileno(), 65536):
            self.stderr_text += chunk.decode("utf-8", "replace")
        self._stderr_closed_at = time.monotonic()

    def complain(self, text):
        self.violations.append(f"{self.name}: {text}")

    def send(self, line):
        try:
            self.process.stdin.write((line + "\n").encode())
        except (BrokenPipeError, ValueError):
            raise EngineFailure(f"{self.name} is gone (status {self.process.poll()})") from None

    def read_line(self, timeout):
        """(time read, line); EngineFailure at the end of output or on silence."""
        try:
            when, line = self._lines.get(timeout=timeout)
        except queue.Empty:
            raise EngineFailure(f"{self.name} said nothing for {timeout:.1f} s") from None
        if line is None:
            self._lines.put((when, None))  # for the next call
            raise EngineFailure(f"{self.name} ended its output; stderr: {self.stderr_text[-300:]!r}")
        return when, line

    def read_until(self, first_word, timeout=15.0):
        """All lines up to the one that begins with the word, which comes last."""
        lines, deadline = [], time.monotonic() + timeout
        while True:
            lines.append(self.read_line(max(0.001, deadline - time.monotonic()))[1])
            if lines[-1].split(" ", 1)[0] == first_word:
                return lines

    def handshake(self, options=None):
        self.send("uci")
        for line in self.read_until("uciok"):
            if line.startswith("id name "):
                self.name = line[8:]
            elif line.startswith("option name "):
                self.options[line[12:].split(" type ")[0]] = line
            elif line != "uciok" and not line.startswith(("id ", "info string ")) and self._is_protocol_noise(line):
                self.complain(f"not UCI before uciok: {line!r}")
        for key, value in (options or {}).items():
            if key not in self.options:
                self.complain(f"has no option {key!r}")
            self.send(f"setoption name {key} value {value}")
        self.sync()

    @staticmethod
    def _is_protocol_noise(line):
        # Engines greet with a banner, and GUIs must bear it; an adapter passes that one through and adds none.
        return bool(line.strip()) and not re.match(r"^\S+ .*\bby\b", line)

    def sync(self, timeout=15.0):
        self.send("isready")
        for line in self.read_until("readyok", timeout):
            if line.startswith("bestmove"):
                self.complain("a bestmove without a go")

    def new_game(self):
        self.send("ucinewgame")
        self.sync()

    def go(self, game, command, timeout):
        """Sends position and go for where the game stands, and checks all that comes back."""
        while not self._lines.empty():
            line = self._lines.get_nowait()[1]
            if line is None:
                raise EngineFailure(f"{self.name} exited between moves")
            if line.startswith("bestmove"):
                self.complain(f"a bestmove without a go: {line!r}")
        self.send(game.uci_position())
        began = time.monotonic()
        self.send(command)
        lines, last_info, book = [], {}, None
        deadline = began + timeout
        while True:
            when, line = self.read_line(max(0.001, deadline - time.monotonic()))
            lines.append(line)
            if line.startswith("info "):
                book = parse_book_line(line) or book
                info = parse_info(line)
                if "pv" in info and info.get("multipv", 1) == 1:
                    last_info = info
            elif line.startswith("bestmove"):
                break
        words = line.split()
        result = GoResult(
            move=words[1] if len(words) > 1 else "", ponder=words[3] if len(words) > 3 else None, elapsed=when - began,
            info=last_info, book_moves=book[0] if book else [], book_file=book[1] if book else None, lines=lines,
        )
        self._check_answer(game, result, line)
        return result

    def _check_answer(self, game, result, line):
        words = line.split(" ")
        if not (len(words) == 2 or (len(words) == 4 and words[2] == "ponder")):
            self.complain(f"malformed {line!r}")
        for wanted in ("depth", "score", "time", "pv") if not result.gives_no_move() else ():
            if wanted not in result.info:
                self.complain(f"no info with {wanted} before {line!r}")
        pv = result.info.get("pv", [])
        if pv and pv[0] != result.move:
            self.complain(f"PV starts with {pv[0]}, bestmove is {result.move}")
        position = game.position
        for move in pv:
            if move not in position.legal_moves():
                self.complain(f"illegal PV move {move} in {position.fen()} (pv {' '.join(pv)})")
                break
            position = position.after(move)
        legal = game.position.legal_moves()
        if result.move in legal and result.ponder and result.ponder not in legal[result.move].legal_moves():
            self.complain(f"illegal ponder move in {line!r} at {game.position.fen()}")
        if result.book_moves:
            if result.move not in dict(result.book_moves):
                self.complain(f"{line!r} is not among its book moves {result.book_moves}")
            for move, _ in result.book_moves:
                if move not in legal:
                    self.complain(f"illegal book move {move} shown at {game.position.fen()}")

    def quit(self, timeout=5.0):
        """Ends it as a GUI does; returns the exit status and complains about anything but a clean end."""
        if self._stderr_closed_at is not None and self.process.poll() is None:
            self.complain("closed its standard error while running")
        try:
            self.send("quit")
        except EngineFailure as failure:
            self.complain(f"at quit: {failure}")
        try:
            status = self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.complain(f"still running {timeout:.0f} s after quit")
            self.process.kill()
            status = self.process.wait()
        if status != 0:
            self.complain(f"exit status {status} after quit; stderr: {self.stderr_text[-300:]!r}")
        for pid, command in wait_until_gone(self.marker, 10.0):
            self.complain(f"left an orphan: pid {pid}, {command}")
            os.kill(pid, 9)
        for thread in self._threads:
            thread.join(2.0)  # its last line is then in the queue
        while not self._lines.empty():
            line = self._lines.get_nowait()[1]
            if line is not None and line.startswith("bestmove"):
                self.complain("a second bestmove after the last go")
        self._close()
        return status

    def _close(self):
        for thread in self._threads:
            thread.join(2.0)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            stream.close()

    def kill(self):
        """Kills the process and its descendants in any state, for clean-up only."""
        for pid, _ in processes_with_marker(self.marker):
            try:
                os.kill(pid, 9)
            except ProcessLookupError:
                pass
        self.process.wait()
        self._close()


@dataclass
class Clock:
    """Wall clock of one side, seconds."""

    base: float
    increment: float
    left: float = 0.0

    def __post_init__(self):
        self.left = self.base

    def spend(self, seconds, margin=0.0):
        """False: the flag fell, by more than margin."""
        self.left -= seconds
        if self.left < -margin:
            return False
        self.left = max(0.0, self.left) + self.increment
        return True


# Seconds a flag may be overstepped where the clock is not what is tested: an engine may be off its processor for one (CI has
# seen 0.85), and that is no fault of the adapter.
BUSY_MACHINE = 2.0


@dataclass
class MatchGame:
    result: str
    reason: str
    game: Game
    book_plies: list = field(default_factory=list)  # index of each ply answered from a book


def play_game(white, black, clock=None, movetime=None, max_plies=400, on_move=None, fen=None, margin=0.0):
    """One game. clock: (seconds, increment) for each side, or movetime in seconds. An illegal move, a fallen flag (by more
    than margin, seconds) or a dead engine loses, and stands in the loser's violations."""
    game = Game(fen) if fen else Game()
    clocks = [Clock(*clock), Clock(*clock)] if clock else None
    record = MatchGame("*", "", game)
    for engine in (white, black):
        engine.new_game()
    while True:
        over = game.over()
        if over or len(game.moves) >= max_plies:
            record.result, record.reason = over or ("*", "stopped after the moves asked for")
            return record
        white_to_move = game.position.white
        engine = white if white_to_move else black
        loss = "0-1" if white_to_move else "1-0"
        if clocks:
            left = [max(1, int(side.left * 1000)) for side in clocks]
            step = int(clocks[0].increment * 1000)
            command = f"go wtime {left[0]} btime {left[1]} winc {step} binc {step}"
            timeout = clocks[0 if white_to_move else 1].left + 10.0
        else:
            command = f"go movetime {int(movetime * 1000)}"
            timeout = movetime + 20.0
        try:
            answer = engine.go(game, command, timeout)
        except EngineFailure as failure:
            engine.complain(str(failure))
            record.result, record.reason = loss, "engine failure"
            return record
        if answer.move not in game.position.legal_moves():
            engine.complain(f"illegal move {answer.move!r} in {game.position.fen()}")
            record.result, record.reason = loss, "illegal move"
            return record
        if clocks and not clocks[0 if white_to_move else 1].spend(answer.elapsed, margin):
            engine.complain(f"lost on time at ply {len(game.moves)} (move took {answer.elapsed:.3f} s)")
            record.result, record.reason = loss, "time"
            return record
        if answer.book_moves:
            record.book_plies.append(len(game.moves))
        game.play(answer.move)
        if on_move:
            on_move(game, engine, answer)
