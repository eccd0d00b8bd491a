"""What the checks of test_xboard_host share: adapters with separate logs, waiting for their output, and the report."""
import os
import re
import tempfile
import time
import traceback
from pathlib import Path

from e2e_support import adapter, peer
from test_xboard_gui import book_tree, write_book
from uci_match import EngineFailure
from xboard_host import UciPeer, XboardEngine, illegal_pv, move_of

PROMPT = 3.0  # seconds: the latest pong, move on `?`, and exit; milliseconds are usual, one second is what CI has seen
OPTIONS = {"Hash": 16, "Threads": 1, "Move Overhead": 10}


class Bench:
    """What the checks share: programs, a folder, and the adapters that they started."""

    first_feature, exit_limit = 2.0, PROMPT  # seconds

    def __init__(self, program, folder):
        self.program, self.folder, self.stockfish, self.started = program, Path(folder), peer("stockfish"), []
        # PolyGlot greets, and shows what engines say of themselves as if it were analysis.
        self.ignored = None if program == adapter() else "^PolyGlot |NNUE evaluation"
        self.book = book_tree()
        self.book_file = self.folder / "book.bin"
        write_book(self.book_file, self.book)

    def command(self, log, *settings, engine=None):
        words = [self.program, "-noini", "-ec", engine or self.stockfish, "-ed", "."]
        for setting in ("Log=true", f"LogFile={log}", *settings):
            words += ["-pg", setting]
        for name, value in OPTIONS.items():
            words += ["-uci", f"{name}={value}"]
        return words

    def start(self, *settings, handshake=True, engine=None):
        log = self.folder / f"adapter{len(self.started)}.log"
        engine = XboardEngine(self.command(log, *settings, engine=engine), "adapter", cwd=self.folder)
        engine.log, engine.ignored = log, self.ignored
        self.started.append(engine)
        if handshake:
            engine.handshake(first_feature=self.first_feature)
        return engine

    def log_text(self, engine):
        return engine.log.read_text("utf-8", "replace") if engine.log.exists() else ""

    def direct(self):
        return self.start_peer(UciPeer, "direct")

    def start_peer(self, kind, name, options=None):
        """Stockfish without an adapter."""
        engine = kind([self.stockfish], name)
        self.started.append(engine)
        engine.log = Path(os.devnull)
        engine.handshake({**OPTIONS, **(options or {})})
        return engine


def require(condition, text):
    if not condition:
        raise AssertionError(text)


def await_move(engine, position, seconds):
    """The move that comes, which must be legal, as UCI text."""
    _, _, text = engine.await_kind(("move",), seconds)
    move = move_of(position, text)
    require(move, f"illegal move {text!r} in {position.fen()}")
    return move


def await_line(engine, pattern, seconds=PROMPT):
    """The first line that fits, whatever it is; those before it are noted as usual."""
    deadline = time.monotonic() + seconds
    while True:
        when, line = engine.read_line(deadline)
        if re.search(pattern, line):
            return line
        engine.note(when, line)


def move_now(engine, position):
    """`?` must bring the move of the running search, and at once."""
    began = engine.send("?")
    move = await_move(engine, position, PROMPT)
    took = time.monotonic() - began
    require(took < PROMPT / 2, f"? took {took:.3f} s")
    return move


def require_quiet(engine):
    """Nothing is thought, and no move comes, once a ping is answered."""
    engine.ping(PROMPT)
    engine.waiting_lines()
    engine.ping(PROMPT)
    for _, line in engine.waiting_lines():
        raise AssertionError(f"said {line!r} when it should be quiet")


def set_up(engine, *commands):
    """A new game with the clock in the commands, pondering off, the engine to play Black."""
    engine.send("new", "random", *commands, "post", "hard", "easy")
    engine.ping(PROMPT)


def analysis_of(engine, position, depth=6):
    """Awaits analysis of this very position: after the pong nothing may come that is not about it."""
    engine.ping(PROMPT)
    seen = []
    engine.await_thinking(lambda thinking: seen.append(thinking) or thinking.depth >= depth, 10.0)
    for thinking in seen[:3] + seen[-1:]:
        bad = illegal_pv(position, thinking.pv)
        require(not bad, f"analysis PV {thinking.pv!r} is illegal at {bad!r} in {position.fen()}")


def run(check, program, kind=Bench):
    """The problems of one check; all that helps to find them is printed."""
    began, problems, said = time.monotonic(), [], ""
    with tempfile.TemporaryDirectory(prefix="polyglot e2e ") as folder:
        bench = kind(program, folder)
        try:
            said = check(bench)
            for engine in bench.started:
                if engine.process.poll() is None:
                    engine.quit(bench.exit_limit)
        except (AssertionError, EngineFailure) as error:
            line = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if "test_" in frame.filename][-1]
            problems.append(f"{error} (line {line} of the checks)")
        except Exception:  # a mistake in the check: the next one is to run all the same
            problems.append(traceback.format_exc())
        finally:
            for engine in bench.started:
                engine.kill()
        problems += [violation for engine in bench.started for violation in engine.violations]
        print(f"{'FAILED' if problems else 'ok':6} {check.__name__} ({time.monotonic() - began:.1f} s): {said}", flush=True)
        for problem in problems[:20]:
            print("   PROBLEM", problem)
        for engine in bench.started[-2:] if problems else ():
            print(f"--- {engine.name}: last lines of the wire\n{engine.tail(30)}")
            print(f"--- {engine.name}: end of its log\n{bench.log_text(engine)[-3000:]}", flush=True)
    return problems
