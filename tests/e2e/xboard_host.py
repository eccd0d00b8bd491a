"""A small, strict xboard-protocol (CECP v2) GUI: the other side of the xboard end-to-end tests.

Like uci_match it believes nothing. Every line that comes is of a kind that the protocol knows or is a violation; moves,
PVs and claims of a result are checked by chess_rules; clocks are wall-clock. Standard error is merged into the protocol,
as XBoard does it. One thread that blocks in poll(): what a move costs here is two system calls, so that clocks of a tenth
of a second measure the adapter and not this program.

Protocol as in XBoard's engine-intf.html; the order of commands as seen in XBoard 4.9.1's debug log.
"""
import os
import re
import select
import signal
import subprocess
import time
import uuid
from collections import deque
from dataclasses import dataclass, field

from chess_rules import START_FEN, Game
from uci_match import MARKER, EngineFailure, processes_with_marker, wait_until_gone

# Features a GUI knows: all others are rejected, and the adapter must live with that.
KNOWN_FEATURES = set("""ping setboard playother san usermove time draw sigint sigterm reuse analyze myname variants colors
    ics name pause nps debug memory smp egt option exclude setscore highlight done""".split())
FEATURE = re.compile(r'(\w+)=(?:"([^"]*)"|(\S+))')
THINKING = re.compile(r"^\s*(\d+)[.+\-]?\s+([+-]?\d+)[!?]?\s+(\d+)\s+(\d+)\b(.*)$")
RESULT = re.compile(r"^(1-0|0-1|1/2-1/2|\*)(?:\s+\{(.*)\})?\s*$")


# The tests give many engines one [Engine] section. Options that an engine lacks are reported once.
MISSING_OPTIONS = r"^telluser polyglot: \[Engine\] .*the engine has no such option"


class LineProcess:
    """A child process with which a test exchanges lines, and its violations."""

    def __init__(self, argv, name=None, cwd=None, env=None):
        self.argv = [str(word) for word in argv]
        self.name = name or os.path.basename(self.argv[0])
        self.marker = uuid.uuid4().hex
        self.violations = []
        self.transcript = deque(maxlen=4000)  # (seconds since the start, "<" or ">", line)
        self._lines, self._rest, self._ended = deque(), b"", False
        self.process = subprocess.Popen(
            self.argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=cwd, bufsize=0,
            env={**os.environ, **(env or {}), MARKER: self.marker}, start_new_session=True)
        self.began = time.monotonic()
        self._output = self.process.stdout.fileno()
        self._poller = select.poll()
        self._poller.register(self._output, select.POLLIN)

    def complain(self, text):
        self.violations.append(f"{self.name}: {text}")

    def tail(self, count=40):
        """The last lines in both directions but for the features, for messages of failure."""
        lines = [f"{when:9.3f} {way} {line}" for when, way, line in self.transcript
                 if not line.startswith(("feature ", "accepted "))]
        return "\n".join(lines[-count:])

    def send(self, *lines):
        """Writes the lines at once; returns the time just before."""
        data, now = "".join(line + "\n" for line in lines).encode(), time.monotonic()
        for line in lines:
            self.transcript.append((now - self.began, ">", line))
        try:
            while data:  # a pipe takes a long position in pieces
                data = data[os.write(self.process.stdin.fileno(), data):]
        except BrokenPipeError:
            raise EngineFailure(f"{self.name} is gone (status {self.process.poll()})") from None
        return now

    def _fill(self, milliseconds):
        """Waits for output and takes it in. False: there was none in that time, or it has ended."""
        if self._ended or not self._poller.poll(milliseconds):
            return False
        chunk = os.read(self._output, 1 << 16)
        now = time.monotonic()
        self._ended = not chunk
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        for line in lines:
            text = line.decode("utf-8", "replace").rstrip("\r")
            self._lines.append((now, text))
            self.transcript.append((now - self.began, "<", text))
        return bool(chunk)

    def read_line(self, deadline):
        """(time read, line); EngineFailure at the end of output, or if nothing comes until the deadline."""
        while not self._lines:
            left = deadline - time.monotonic()
            if not self._fill(max(0.0, left * 1000)):
                if self._ended:
                    raise EngineFailure(f"{self.name} ended its output")
                if left <= 0:
                    raise EngineFailure(f"{self.name} did not answer in time")
        return self._lines.popleft()

    def _fill_all(self):
        while self._fill(0):
            pass

    def waiting_lines(self):
        """Returns the lines that have come already, without waiting."""
        self._fill_all()
        lines = list(self._lines)
        self._lines.clear()
        return lines

    def wait_exit(self, seconds):
        """Seconds until the process ended; None: it still runs. Its output is read meanwhile, as a GUI does."""
        if self.process.poll() is not None:
            self._fill_all()
            return 0.0
        began, pidfd = time.monotonic(), os.pidfd_open(self.process.pid)
        poller = select.poll()
        poller.register(pidfd, select.POLLIN)
        poller.register(self._output, select.POLLIN)
        try:
            while (left := began + seconds - time.monotonic()) > 0:
                ready = [fd for fd, _ in poller.poll(left * 1000)]
                if pidfd in ready:
                    took = time.monotonic() - began
                    self.process.wait()
                    self._fill_all()
                    return took
                if self._output in ready and not self._fill(0):
                    poller.unregister(self._output)
            return None
        finally:
            os.close(pidfd)

    def quit(self, limit=1.0, command="quit"):
        """Ends it as a GUI does. Seconds until it had ended; complains about anything but a clean, quick end.
        XBoard kills an engine that is still there about a second after `quit`. command None: input is just closed."""
        try:
            if command:
                self.send(command)
            else:
                self.process.stdin.close()
        except EngineFailure as failure:
            self.complain(f"at quit: {failure}")
        took = self.wait_exit(limit)
        if took is None:
            self.complain(f"still running {limit} s after {command or 'the end of its input'}")
            self.kill()
            return limit
        if self.process.returncode != 0:
            self.complain(f"exit status {self.process.returncode} after {command or 'the end of its input'}")
        for pid, command_line in wait_until_gone(self.marker, 60.0):
            self.complain(f"left an orphan: pid {pid}, {command_line}")
        self.kill()
        return took

    def kill(self):
        """Kills the process and its descendants in any state."""
        for pid, _ in processes_with_marker(self.marker):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if not stream.closed:
                stream.close()
        self._ended = True


@dataclass
class Thinking:
    """One line of thinking output. time in centiseconds, score as it was written, pv as text."""

    depth: int
    score: int
    centiseconds: int
    nodes: int
    pv: str
    when: float


@dataclass
class Answer:
    move: str  # UCI text; the line itself if it is not a move
    elapsed: float  # seconds from writing the opponent's move to reading this one
    thinking: Thinking | None = None  # the last line before the move


def parse_thinking(line, when=0.0):
    """A Thinking, or None for any other line. With ShowTbHits the PV follows a tab."""
    found = THINKING.match(line)
    if not found:
        return None
    depth, score, centiseconds, nodes = (int(found[group]) for group in (1, 2, 3, 4))
    return Thinking(depth, score, centiseconds, nodes, found[5].rpartition("\t")[2].strip(), when)


def move_of(position, text):
    """UCI text of a legal move given in SAN or coordinates, with or without check marks; None for anything else."""
    text = text.rstrip("+#!?")
    moves = position.legal_moves()
    if text in moves:
        return text
    castling = {"O-O": ("e1g1", "e8g8"), "O-O-O": ("e1c1", "e8c8")}.get(text)
    target = text.split("=")[0][-2:]
    for move in moves:
        if move in castling if castling else move[2:4] == target:
            if position.san(move).rstrip("+#") == text:
                return move
    return None


def without_candidates(pv):
    """Removes what follows a book move: "e4 (book.bin: e4 60.0% d4 40.0%)"."""
    return re.sub(r" \([^()]*: .*\)$", "", pv)


def illegal_pv(position, pv):
    """Returns the first word of the PV that is not a legal move at its place, or None."""
    for word in without_candidates(pv).split():
        if word in "!?":
            continue
        move = move_of(position, word)
        if move is None:
            return word
        position = position.after(move)
    return None


def level(base, increment, moves=0, fraction=True):
    """A `level` command; base and increment in seconds. fraction False: whole seconds only, as XBoard writes the base, so
    that only `time` has the fraction."""
    minutes, seconds = divmod(base, 60)
    text = f"{int(minutes)}:{seconds:05.2f}" if fraction and seconds != int(seconds) else f"{int(minutes)}:{int(seconds):02d}"
    return f"level {moves} {text} {increment:g}"


class XboardEngine(LineProcess):
    """An engine, or an adapter, that speaks xboard."""

    def __init__(self, argv, name=None, cwd=None, env=None, check_pv=True):
        super().__init__(argv, name, cwd, env)
        self.features, self.options, self.claims, self.remarks = {}, {}, [], []
        self.check_pv = check_pv
        self.ignored = None  # a pattern of lines to overlook, for adapters other than ours
        self.hard = self.in_force = self.analysing = False
        self.thinking_lines = self.ponder_lines = 0
        self._pings = self._pongs = 0
        self.awaits_pongs = False  # True: every ping is sent before what makes the engine move
        self.plies_known = 0  # number of moves that the engine knows
        self.last_thinking = None

    # Lines that come

    def note(self, when, line):
        """(kind, value) of a line; what no GUI expects becomes a violation."""
        first = line.split(" ", 1)[0]
        if (self.ignored and re.search(self.ignored, line)) or re.search(MISSING_OPTIONS, line):
            return "ignored", line
        if thinking := parse_thinking(line, when):
            self.thinking_lines += 1
            self.last_thinking = thinking
            return "thinking", thinking
        if first == "feature":
            return "feature", self._take_features(line[8:])
        if first == "move":
            if self.awaits_pongs and not self.all_pongs():  # XBoard: "Ignoring extra move from first"
                self.complain(f"{line!r} while {self._pings - self._pongs} pongs are owed")
            return "move", line[5:].strip()
        if first == "pong":
            self._pongs += 1
            if line != f"pong {self._pongs}":
                self.complain(f"{line!r} instead of pong {self._pongs}")
            return "pong", self._pongs
        if found := RESULT.match(line):
            self.claims.append((found[1], found[2] or ""))
            return "claim", found[1]
        if line.startswith(("# ", "stat01: ", "Hint: ", "tellics", "tellall ", "tellothers ")) or line == "#":
            self.remarks.append(line)
            return first.rstrip(":#") or "remark", line
        self.complain(f"said {line!r}")
        return "unknown", line

    def _take_features(self, text):
        for name, quoted, bare in FEATURE.findall(text):
            value = quoted or bare
            if name == "option":
                found = re.match(r"(.*?) -(\w+)(?: (.*))?$", value)
                if not found:
                    self.complain(f"malformed option {value!r}")
                    continue
                self.options[found[1]] = (found[2], found[3] or "")
            else:
                self.features[name] = value
            self.send(("accepted " if name in KNOWN_FEATURES else "rejected ") + name)
        return text

    def await_kind(self, kinds, seconds):
        """(time, kind, value) of the first line of one of the kinds. An unexpected move is a violation."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                when, line = self.read_line(deadline)
            except EngineFailure as failure:
                raise EngineFailure(f"{failure}; waited {seconds:.2f} s for {'/'.join(kinds)}") from None
            kind, value = self.note(when, line)
            if kind in kinds:
                return when, kind, value
            if kind == "move":
                self.complain(f"a move out of turn: {line!r}")

    def await_thinking(self, condition, seconds):
        """The first line of thinking output that satisfies the condition."""
        deadline = time.monotonic() + seconds
        while True:
            _, _, thinking = self.await_kind(("thinking",), deadline - time.monotonic())
            if condition(thinking):
                return thinking

    # Commands

    def handshake(self, commands=(), first_feature=2.0):
        """first_feature: seconds that XBoard waits for one; done=0 buys an hour."""
        self.send("xboard", "protover 2")
        deadline = time.monotonic() + first_feature
        while self.features.get("done") != "1":
            when, line = self.read_line(deadline)
            if self.note(when, line)[0] == "feature":
                deadline = time.monotonic() + max(first_feature, 20.0)
        for wanted in ("ping", "setboard", "usermove"):
            if self.features.get(wanted) != "1":
                self.complain(f"no feature {wanted}=1")
        if not self.features.get("myname"):
            self.complain("no name (feature myname)")
        if commands:
            self.send(*commands)
        self.ping(15.0)

    def send_ping(self):
        self._pings += 1
        return self.send(f"ping {self._pings}")

    def all_pongs(self):
        return self._pongs == self._pings

    def ping(self, seconds=1.0):
        """Seconds until the pong; all that was sent before has taken effect then."""
        began = self.send_ping()
        while True:
            when, _, number = self.await_kind(("pong",), seconds)
            if number == self._pings:
                return when - began

    def ping_storm(self, count, seconds=1.0):
        """Many pings in one write; seconds until the last pong. Their order is checked as they come."""
        numbers = range(self._pings + 1, self._pings + count + 1)
        self._pings += count
        began = self.send(*(f"ping {number}" for number in numbers))
        while True:
            when, _, number = self.await_kind(("pong",), seconds)
            if number == self._pings:
                return when - began

    def new_game(self, game, clock, opponent="Opponent", fraction=True, setup=()):
        """A game from where `game` stands, in force mode. clock: (base, increment) in seconds, or None: setup says it."""
        self.claims.clear()
        commands = ["new", "random", *([level(*clock, fraction=fraction)] if clock else []), *setup, "post", "hard"]
        if not self.hard:
            commands.append("easy")  # as XBoard does it: first hard, then easy
        self.send(*commands)
        self.ping()
        commands = ["force"]
        if game.start_fen != START_FEN:
            commands.append("setboard " + game.start_fen)
        commands += ["usermove " + move for move in game.moves]
        self.send(*commands, "computer", "name " + opponent)
        self.ping()
        self.plies_known, self.in_force = len(game.moves), True

    def stop_playing(self):
        self.send("force")
        self.in_force = True
        self.ping()

    def think(self, game, left, other_left, timeout):
        """Sends the opponent's last move and waits for the answer. left, other_left: seconds on the clocks; sent in whole
        centiseconds, rounded down."""
        self._between_moves(game)
        commands = [f"time {int(left * 100)}", f"otim {int(other_left * 100)}"] if left is not None else []
        commands += ["usermove " + move for move in game.moves[self.plies_known:]]
        if self.in_force:
            commands.append("go")
            self.in_force = False
        self.last_thinking = None
        began = self.send(*commands)
        when, _, text = self.await_kind(("move",), timeout)
        answer = Answer(text, when - began, self.last_thinking)
        answer.move = move_of(game.position, text) or text
        self.plies_known = len(game.moves) + 1
        self._check_answer(game, answer, text)
        return answer

    def _between_moves(self, game):
        for when, line in self.waiting_lines():
            kind, _ = self.note(when, line)
            if kind == "move":
                self.complain(f"a move out of turn: {line!r} at {game.position.fen()}")
            if kind == "thinking":
                self.ponder_lines += 1
                if not self.hard:
                    self.complain(f"thinks in its opponent's time though pondering is off: {line!r}")

    def _check_answer(self, game, answer, text):
        if not re.fullmatch(r"[a-h][1-8][a-h][1-8][qrbn]?", text):
            self.complain(f"a move that is not in coordinates: {text!r}")
        if not self.check_pv or not answer.thinking or answer.move not in game.position.legal_moves():
            return
        pv = answer.thinking.pv
        if bad := illegal_pv(game.position, pv):
            self.complain(f"illegal PV move {bad} in {game.position.fen()} (pv {pv})")
        elif pv and move_of(game.position, pv.split()[0]) != answer.move:
            self.complain(f"PV starts with {pv.split()[0]}, the move is {text} in {game.position.fen()}")

    def end_game(self, game, result, reason):
        """Says the result, and checks those that it claimed itself: only what the rules say, and never a move more."""
        self._between_moves(game)
        commands = ["usermove " + move for move in game.moves[self.plies_known:]]
        self.send(*commands, f"result {result} {{{reason}}}", "force")
        self.in_force = True
        self.ping()
        over = game.over()
        for claimed, why in self.claims:
            if not over or over[0] != claimed:
                self.complain(f"claimed {claimed} {{{why}}}, but the game is {over} in {game.position.fen()}")


class UciPeer(LineProcess):
    """The same engine without an adapter, spoken to through the same pipes. uci_match's driver is stricter; this one costs
    as little as XboardEngine does, so that both sides of a match have the same clock."""

    def __init__(self, argv, name=None, cwd=None):
        super().__init__(argv, name, cwd)
        self.increment = 0.0

    def read_until(self, word, seconds):
        deadline = time.monotonic() + seconds
        while True:
            when, line = self.read_line(deadline)
            if line.split(" ", 1)[0] == word:
                return when, line

    def handshake(self, options=None):
        self.send("uci")
        self.read_until("uciok", 15.0)
        self.send(*(f"setoption name {name} value {value}" for name, value in (options or {}).items()), "isready")
        self.read_until("readyok", 15.0)

    def new_game(self, _game, clock, _opponent="", **_):
        self.increment = clock[1]
        self.send("ucinewgame", "isready")
        self.read_until("readyok", 15.0)

    def think(self, game, left, other_left, timeout):
        # Whole centiseconds, because that is all that xboard's `time` can say to the other side.
        mine, theirs, step = int(left * 100) * 10, int(other_left * 100) * 10, int(self.increment * 1000)
        white, black = (mine, theirs) if game.position.white else (theirs, mine)
        began = self.send(game.uci_position(), f"go wtime {white} btime {black} winc {step} binc {step}")
        when, line = self.read_until("bestmove", timeout)
        return Answer(line.split()[1], when - began)

    def end_game(self, _game, _result, _reason):
        pass


@dataclass
class Record:
    game: Game
    result: str = "*"
    reason: str = ""
    forfeit: object = None  # the side whose flag fell
    overrun: dict = field(default_factory=dict)  # name → the most that a move took beyond what the clock had, seconds
    used: dict = field(default_factory=dict)  # name → [seconds of each move]


def play_game(white, black, clock, opening=(), margin=0.0, max_plies=300, fen=START_FEN, fraction=True, on_move=None):
    """One game. clock: (base, increment) in seconds. A flag falls when a move takes longer than what is left plus margin
    (seconds, for the operating system's scheduling): that, an illegal move and a dead engine lose."""
    game = Game(fen)
    for move in opening:
        game.play(move)
    record, left = Record(game), {white: clock[0], black: clock[0]}
    for side, other in ((white, black), (black, white)):
        side.new_game(game, clock, other.name, fraction=fraction)
        record.overrun[side.name], record.used[side.name] = -clock[0], []
    while not (over := game.over()) and len(game.moves) < max_plies:
        side, other = (white, black) if game.position.white else (black, white)
        over = "0-1" if game.position.white else "1-0"
        try:
            answer = side.think(game, left[side], left[other], left[side] + margin + 5.0)
        except EngineFailure as failure:
            side.complain(str(failure))
            record.result, record.reason = over, "engine failure"
            return record
        record.used[side.name].append(answer.elapsed)
        record.overrun[side.name] = max(record.overrun[side.name], answer.elapsed - left[side])
        if answer.elapsed > left[side] + margin:
            record.result, record.reason, record.forfeit = over, "time forfeit", side
            break
        if answer.move not in game.position.legal_moves():
            side.complain(f"illegal move {answer.move!r} in {game.position.fen()}")
            record.result, record.reason = over, "illegal move"
            break
        left[side] = max(0.0, left[side] - answer.elapsed) + clock[1]
        game.play(answer.move)
        if on_move:
            on_move(game, side, answer)
    else:
        record.result, record.reason = over or ("1/2-1/2", f"adjudicated after {max_plies} plies")
    for side in (white, black):
        side.end_game(game, record.result, record.reason)
    return record
