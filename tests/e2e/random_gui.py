"""What the random GUIs of test_random_gui share: the engines, the adapter as a process that is judged from outside, how
long something really took, and positions to play from.

A deadline here is one of the adapter, not of the machine: the time that adapter, engine or referee stood ready and did
not get a processor (/proc/PID/schedstat), and that by which the referee itself was woken too late, does not count.
"""
import os
import time
from pathlib import Path

from chess_rules import START_FEN, Game
from uci_match import EngineFailure, wait_until_gone
from xboard_host import LineProcess

ENGINES = {  # name: (command, protocol)
    "gnuchess": ("gnuchess --xboard", "xboard"), "phalanx": ("phalanx", "xboard"), "sjeng": ("sjeng", "xboard"),
    "hoichess": ("hoichess", "xboard"), "fairymax": ("fairymax", "xboard"),
    "fairy-stockfish": ("fairy-stockfish", "xboard"), "stockfish": ("stockfish", "uci"), "toga2": ("toga2", "uci"),
}
BUSY = 9  # a machine may delay an action by at most this factor
PROMPT = 6.0  # seconds: the latest pong, move after `stop` or `?`, move after its time is over, and end
FENS = [START_FEN, START_FEN, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 3 20", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1",
        "rnbqkbnr/pppp1ppp/8/8/4pP2/8/PPPPP1PP/RNBQKBNR b KQkq f3 0 3", "8/P6k/8/8/8/8/p6K/8 w - - 0 1",
        "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "7k/8/8/6Q1/8/8/8/K7 w - - 97 90", "8/8/4k3/8/8/3BK3/8/8 w - - 98 120",
        "6k1/8/8/8/8/2r5/1r6/7K b - - 0 1", "k7/2Q5/8/8/8/8/8/1K6 w - - 0 1",
        "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 5"]


class Fault(AssertionError):
    """The adapter has done what it must not do."""


def require(condition, text):
    if not condition:
        raise Fault(text)


def play_random(game, rng, plies):
    """Plays random legal moves until the game is over or has this many more moves."""
    for _ in range(plies):
        legal = list(game.position.legal_moves())
        if not legal:
            return
        game.play(rng.choice(legal))


def play_shuffle(game, rng):
    """Moves a piece of each side out and back, twice: a draw by repetition, if they have such pieces."""
    position, moves = game.position, []
    for _ in range(2):
        quiet = [move for move, after in position.legal_moves().items() if after.halfmoves and len(move) == 4]
        if not quiet:
            return
        moves.append(rng.choice(quiet))
        position = position.after(moves[-1])
    moves += [move[2:] + move[:2] for move in moves]
    for move in moves * 2:
        if move not in game.position.legal_moves():
            return
        game.play(move)


def random_game(rng, fens=()):
    """Returns a game in any state: just begun, long, repeated, one move from its end, or over. fens: more start positions."""
    game = Game(rng.choice([*FENS, *fens]))
    kind = rng.random()
    if kind < 0.5:
        play_random(game, rng, rng.choice((0, 1, 2, 5, 9)))
    elif kind < 0.7:
        play_shuffle(game, rng)
    elif kind < 0.75:
        play_random(game, rng, rng.randrange(60, 160))
    return game


def _waited(pid):
    """Returns for how many seconds the thread that waited longest was ready and had no processor."""
    longest = 0
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            longest = max(longest, int(Path(f"/proc/{pid}/task/{task}/schedstat").read_text(encoding="ascii").split()[1]))
    except (OSError, IndexError):
        pass  # it has ended, or this kernel does not count
    return longest / 1e9


def _tree(pid):
    """Returns the process and its descendants."""
    yield pid
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            for child in Path(f"/proc/{pid}/task/{task}/children").read_text(encoding="ascii").split():
                yield from _tree(int(child))
    except OSError:
        pass


class Duty:
    """An action that the adapter owes within this many seconds from now."""

    def __init__(self, process, what, seconds):
        self.process, self.what, self.seconds = process, what, seconds
        self.began, self.mark = time.monotonic(), process.held_up()

    def left(self):
        """Returns the seconds that are left. Time in which the machine had no processor for it does not count."""
        left = self.began + self.seconds - time.monotonic()
        return left if left > 0 else left + min(self.process.held_up() - self.mark, BUSY * self.seconds)

    def check(self):
        self.process.check_rate(1.0)
        if self.left() <= 0:
            held_up = self.process.held_up() - self.mark
            raise Fault(f"{self.what}: not done after {time.monotonic() - self.began:.2f} s, of which the machine was busy for "
                        f"{held_up:.2f} s; {self.seconds:.2f} s are allowed")


class Judged(LineProcess):
    """The adapter as a process: its lines, its duties, and how many lines it sends to its engine."""

    def __init__(self, argv, log, **settings):
        self._waits, self._held_up = {}, 0.0
        self._log_path, self._log, self.sent_to_engine, self.allowed = log, None, 0, 300.0
        self.plies, self.lines_sent, self._checked = 0, 0, time.monotonic()  # plies: of the longest game in play
        self.patience = PROMPT  # seconds beyond its time for a move
        self.prompt = PROMPT    # seconds for a readyok or a pong
        super().__init__(argv, "adapter", **settings)
        self._waits[os.getpid()] = _waited(os.getpid())

    # Time

    def held_up(self):
        """Returns for how many seconds since the start adapter, engine or referee had no processor."""
        for pid in [os.getpid(), *_tree(self.process.pid)]:
            waited = _waited(pid)
            self._held_up += max(0.0, waited - self._waits.get(pid, 0.0))
            self._waits[pid] = waited
        return self._held_up

    def held_up_so_far(self):
        return self._held_up

    def line_within(self, seconds):
        """Returns the next line, or None if no line comes in this time."""
        if self._lines:
            return self._lines.popleft()[1]
        began = time.monotonic()
        if not self._fill(max(0.0, seconds * 1000)) and not self._lines:
            if self._ended:
                status = self.wait_exit(PROMPT) is not None and self.process.returncode
                raise EngineFailure(f"the adapter ended its output (status {status})")
            self._held_up += max(0.0, time.monotonic() - began - seconds - 0.002)
        return self._lines.popleft()[1] if self._lines else None

    def read_line(self, deadline):
        """As in LineProcess, but on a machine that may be busy."""
        duty = Duty(self, "an answer", max(0.0, deadline - time.monotonic()))
        while (line := self.line_within(min(0.1, max(0.0, duty.left())))) is None:
            duty.check()
        return time.monotonic(), line

    # The lines to the engine are counted in the log, which is read while it grows

    def _lines_to_engine(self):
        count = 0
        while True:
            if self._log is None:
                if not self._log_path.exists():
                    return count
                self._log = self._log_path.open("rb")
            text = self._log.read()
            count += text.count(b"] engine< ") - text.count(b"] engine< \n")  # empty lines wake GNU Chess up
            if not self._log_path.exists() or self._log_path.stat().st_ino == os.fstat(self._log.fileno()).st_ino:
                return count
            self._log.close()
            self._log = None  # the log was renamed (LogMaxSize); the next call opens the new one

    def check_rate(self, seconds=0.0):
        """Unless the last check is only this number of seconds old: a line of the GUI costs at most a set-up of the game,
        tried three times,
        and time costs `?` now and then."""
        now = time.monotonic()
        if now - self._checked < seconds:
            return
        self.sent_to_engine += self._lines_to_engine()
        step = 3 * (self.plies + 25)
        self.allowed += self.lines_sent * step + 10 * (now - self._checked)
        self.lines_sent, self._checked = 0, now
        require(self.sent_to_engine <= self.allowed,
                f"{self.sent_to_engine} lines were sent to the engine; {self.allowed:.0f} are allowed")
        self.allowed = min(self.allowed, self.sent_to_engine + 300 + 10 * step)  # an earlier silence does not permit a flood

    def send(self, *lines):
        self.lines_sent += len(lines)
        return super().send(*lines)

    # The end

    def leave(self, by_quit=True):
        """Ends the adapter as a GUI does, by `quit` or the end of input. Returns the lines that came meanwhile."""
        if by_quit:
            self.send("quit")
        else:
            self.process.stdin.close()
        duty = Duty(self, "the end after " + ("quit" if by_quit else "the end of input"), PROMPT)
        while self.wait_exit(0.1) is None:
            duty.check()
        lines = [line for _, line in self.waiting_lines()]
        require(self.process.returncode == 0, f"exit status {self.process.returncode} after "
                                              f"{'quit' if by_quit else 'the end of its input'}")
        duty = Duty(self, "the end of all that it has started", PROMPT)
        while wait_until_gone(self.marker, 0.1):
            duty.check()
        return lines

    def close(self):
        self.kill()
        if self._log:
            self._log.close()
