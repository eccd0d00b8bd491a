#!/usr/bin/env python3
"""Back-pressure, with real processes: GUIs that write on and do not read, engines that flood, and what that costs.

The four pairs of protocols each. The engines are tests/support's fake_engine and fake_xboard_engine: while they flood
they do not read, so that an adapter that waits for one side to read hangs forever.

POLYGLOT_FULL=1: a GUI that stops reading does so for 10 s, while the engine says a million lines.
"""
import os
import select
import signal
import tempfile
import threading
import time
import unittest
from collections import deque
from pathlib import Path

from e2e_support import Adapter, fake_engine, write_ini
from uci_match import wait_until_gone

FULL = os.environ.get("POLYGLOT_FULL") == "1"
STALL_S, STALL_LINES = (10.0, 1_000_000) if FULL else (2.0, 200_000)
LIMIT_S = 120.0  # for whatever may hang
WRITE_BYTES = 1 << 16  # at once, so that a slow machine is seen to go on
MEMORY_KB = 16 << 10
SHUFFLE = ["g1f3 g8f6 f3g1 f6g8", "b1c3 b8c6 c3b1 c6b8"]
PAIRS = [(gui, engine) for gui in ("uci", "xboard") for engine in ("uci", "xboard")]


def fake_xboard_engine():
    return os.environ["POLYGLOT_FAKE_XBOARD_ENGINE"]


class Gui:
    """One thread with raw pipes: while it writes it does not read, as simple GUIs do."""

    def __init__(self, test, protocol, engine, flood, flags="", settings=None):
        self.test, self.protocol, self.engine = test, protocol, engine
        command = f'"{fake_engine()}" --flood {flood} {flags}' if engine == "uci" else f'"{fake_xboard_engine()}" {flood}'
        ini = write_ini(test.folder / "polyglot.ini",
                        {"EngineCommand": command, "EngineProtocol": engine, **(settings or {})})
        self.adapter = Adapter([ini])
        test.addCleanup(self.end)
        self.pid = self.adapter.process.pid
        self.out = self.adapter.process.stdout.fileno()
        self.rest, self.waiting = b"", deque()
        self.write("uci\n" if protocol == "uci" else "xboard\nprotover 2\nnew\npost\nping 0\n")
        self.read_until("uciok" if protocol == "uci" else "pong 0")
        self.memory_at_start = self.most_memory()

    def write(self, text):
        """All of it, however long that takes: in vain if nothing of it is taken for LIMIT_S."""
        left = memoryview(text.encode())
        while left:
            timer = threading.Timer(LIMIT_S, self.adapter.process.kill)
            timer.start()
            try:
                left = left[os.write(self.adapter.process.stdin.fileno(), left[:WRITE_BYTES]):]
            except BrokenPipeError:
                self.test.fail(f"a write of {len(text)} bytes hangs")
            finally:
                timer.cancel()

    def read_until(self, start, times=1):
        """Reads up to the n-th line with this prefix; keeps the rest for the next call."""
        found, start = [], start.encode()
        while True:
            while self.waiting:
                line = self.waiting.popleft()
                found.append(line.decode())
                times -= line.startswith(start)
                if times == 0:
                    return found
            if not select.select([self.out], [], [], LIMIT_S)[0]:
                self.test.fail("silence")
            data = os.read(self.out, 1 << 16)
            if not data:
                self.test.fail(f"the output ends after {found[-3:]}")
            *lines, self.rest = (self.rest + data).split(b"\n")
            self.waiting.extend(lines)

    def most_memory(self):
        """VmHWM of the adapter, kB: the most that was ever resident of it."""
        for line in Path(f"/proc/{self.pid}/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
        raise AssertionError

    def wait_until_all_is_said(self):
        """Until the adapter has nothing more to do, for it is not read from: a busy machine may need long for a flood."""
        before, give_up = None, time.monotonic() + LIMIT_S
        while time.monotonic() < give_up:
            used = Path(f"/proc/{self.pid}/schedstat").read_text(encoding="ascii").split()[:2]
            if used == before:
                return
            before = used
            time.sleep(1.0)
        self.test.fail("the adapter works on and on")

    def wait_for(self, log, words):
        """Until the adapter's log has them, for its output is not read."""
        give_up = time.monotonic() + LIMIT_S
        while words not in (said := log.read_text(encoding="utf-8")):
            if time.monotonic() > give_up:
                self.test.fail(f"the log does not say '{words}'; it ends:\n{said[-4000:]}")
            time.sleep(0.05)

    def skip(self, size):
        """Reads this much, and forgets it."""
        while size > 0:
            if not select.select([self.out], [], [], LIMIT_S)[0]:
                self.test.fail("silence")
            data = os.read(self.out, size)
            if not data:
                self.test.fail("the output ends")
            size -= len(data)

    def move_by(self):
        """What a line with a move begins with."""
        return "bestmove" if self.protocol == "uci" else "move"

    def ask(self, number=0):
        """For a move, in some position. An xboard engine that is late is told to move, and then replaced: its flood may take long."""
        time_of_move = "movetime 10" if self.engine == "uci" else "wtime 600000 btime 600000"
        self.write(f"position startpos moves {SHUFFLE[number % 2]}\ngo {time_of_move}\n" if self.protocol == "uci" else "new\npost\ngo\n")

    def is_info(self, line):
        return line.startswith("info ") if self.protocol == "uci" else line[:1].isdigit()

    def assert_memory(self):
        grown = self.most_memory() - self.memory_at_start
        self.test.assertLessEqual(grown, MEMORY_KB, "kB more than at the start")
        return grown

    def end(self):
        self.adapter.kill_all()
        for stream in (self.adapter.process.stdin, self.adapter.process.stdout, self.adapter.process.stderr):
            if stream:
                stream.close()

    def quit(self):
        self.write("quit\n")
        _, err, status = self.adapter.finish(LIMIT_S)
        self.test.assertEqual((status, err), (0, ""))
        self.test.assertEqual(wait_until_gone(self.adapter.marker, LIMIT_S), [], "left running")


class Flow(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="polyglot e2e ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def say(self, *words):
        print(f"{self.id().split('.')[-1]}:", *words, flush=True)

    # --- a GUI that writes on while the engine floods ---------------------------------------------------------------

    def test_gui_floods_while_engine_floods_uci(self):
        """3 MB of commands before the GUI reads its first byte, and after every `go` the engine floods. An
        adapter such as PolyGlot, which waits for one side before it reads the other, hangs."""
        goes, lines = 40, 20_000
        filler = f"position startpos moves {' '.join(SHUFFLE[:1] * 380)}\n" * 10
        for engine in ("uci", "xboard"):
            with self.subTest(engine=engine):
                gui = Gui(self, "uci", engine, lines)
                gui.write((filler + "go movetime 1\n") * goes)
                heard = gui.read_until("bestmove", goes)
                for before, line in zip(heard, heard[1:]):
                    if line.startswith("bestmove"):
                        self.assertTrue(before.startswith("info "), f"no info before {line}")
                grown = gui.assert_memory()
                gui.write("isready\n")
                self.assertEqual([line for line in gui.read_until("readyok") if line.startswith("bestmove")], [])
                gui.quit()
                self.say(f"{engine} engine: {goes} bestmoves, {len(heard)} lines of {goes * lines} infos, {grown} kB")

    def test_gui_floods_while_engine_floods_xboard(self):
        """100,000 pings before the GUI reads its first byte, while the engine that analyses floods."""
        pings = 100_000
        for engine in ("uci", "xboard"):
            with self.subTest(engine=engine):
                gui = Gui(self, "xboard", engine, 500_000)
                gui.write("analyze\n" + "".join(f"ping {i}\n" for i in range(1, pings + 1)))
                heard = gui.read_until(f"pong {pings}")
                pongs = [line for line in heard if line.startswith("pong ")]
                self.assertEqual(pongs, [f"pong {i}" for i in range(1, pings + 1)])
                grown = gui.assert_memory()
                gui.write("exit\nnew\ngo\n")
                gui.read_until("move")
                gui.quit()
                self.say(f"{engine} engine: {pings} pongs in order, {grown} kB")

    # --- a GUI that does not read -----------------------------------------------------------------------------------

    def test_gui_that_stops_reading(self):
        for protocol, engine in PAIRS:
            with self.subTest(gui=protocol, engine=engine):
                gui = Gui(self, protocol, engine, STALL_LINES)
                gui.ask()
                time.sleep(STALL_S)  # this is what is tested
                gui.wait_until_all_is_said()
                began = time.monotonic()
                heard = gui.read_until(gui.move_by())
                took = time.monotonic() - began
                infos = [line for line in heard if gui.is_info(line)]
                self.assertTrue(infos)
                self.assertLess(sum(map(len, infos)), 1 << 20, "a move waits for a megabyte of infos")
                grown = gui.assert_memory()
                # It reads again, and gets another move.
                gui.ask(1)
                again = gui.read_until(gui.move_by())
                self.assertTrue(gui.is_info(again[-2]), again[-2])
                gui.quit()
                self.say(f"{protocol} GUI, {engine} engine: the move {took * 1000:.0f} ms after it reads again, "
                         f"{len(infos)} of {STALL_LINES} lines, {grown} kB")

    def test_gui_that_stops_reading_halfway(self):
        """However much of a flood the GUI has read when it stops, the engine's move is heard, and the engine does not
        count as hung because it was made to wait."""
        for protocol, engine in PAIRS:
            for kib in range(16, 112, 16):
                with self.subTest(gui=protocol, engine=engine, kib=kib):
                    log = self.folder / f"{protocol}-{engine}-{kib}.log"
                    gui = Gui(self, protocol, engine, 20_000, settings={"Log": "true", "LogFile": log})
                    gui.ask()
                    gui.wait_for(log, "! gui congested")
                    gui.skip(kib << 10)
                    gui.wait_for(log, "engine> bestmove" if engine == "uci" else "engine> move")
                    self.assertNotIn("hangs", log.read_text(encoding="utf-8"))
                    gui.read_until(gui.move_by())
                    gui.quit()

    def test_gui_that_reads_gets_every_byte(self):
        """No info is left out just because infos come faster than they are read."""
        gui = Gui(self, "uci", "uci", 300_000)
        gui.ask()
        heard = gui.read_until("bestmove")
        self.assertEqual(sum(map(gui.is_info, heard)), 300_001)
        gui.quit()

    def test_nothing_is_left_out_that_is_no_info(self):
        """Unknown words pass however late they are read: the engine waits."""
        gui = Gui(self, "uci", "uci", STALL_LINES, '--flood-line "a line that means something to somebody, perhaps"')
        gui.ask()
        time.sleep(STALL_S / 2)
        heard = gui.read_until("bestmove")
        self.assertEqual(sum(line.startswith("a line that means") for line in heard), STALL_LINES)
        self.say(f"{STALL_LINES} lines, {gui.assert_memory()} kB")
        gui.quit()

    def test_many_questions_with_long_answers(self):
        """`uci` costs four bytes and is answered with kilobytes."""
        for protocol, engine, question, last, end in (
                ("uci", "uci", "uci\n" * 16_384, "isready\n", "readyok"),
                ("uci", "xboard", "uci\n" * 16_384, "isready\n", "readyok"),
                ("xboard", "uci", "protover 2\n" * 5_958, "ping 9\n", "pong 9"),
                ("xboard", "xboard", "result 1-0 {x}\nusermove g1f3\nusermove g8f6\n" * 2_000 + "bk\n" * 10_000,
                 "ping 9\n", "pong 9")):
            with self.subTest(gui=protocol, engine=engine):
                gui = Gui(self, protocol, engine, 0)
                if protocol == "xboard":
                    gui.write("force\n")
                writer = threading.Thread(target=gui.write, args=(question + last,))
                writer.start()
                time.sleep(STALL_S / 2)
                heard = gui.read_until(end)
                writer.join()
                self.say(f"{protocol} GUI, {engine} engine: {len(question)} bytes, {len(heard)} lines, "
                         f"{gui.assert_memory()} kB")
                gui.quit()

    def test_gui_that_never_reads_and_goes(self):
        """Whatever waits for it, its end is the end."""
        for protocol, engine in PAIRS:
            for end in ("closes", "SIGTERM"):
                with self.subTest(gui=protocol, engine=engine, end=end):
                    gui = Gui(self, protocol, engine, 200_000)
                    gui.ask()
                    time.sleep(0.5)
                    if end == "closes":
                        gui.adapter.process.stdin.close()
                    else:
                        gui.adapter.process.send_signal(signal.SIGTERM)
                    gui.adapter.process.wait(LIMIT_S)
                    self.assertEqual(wait_until_gone(gui.adapter.marker, LIMIT_S), [], "left running")

    # --- InfoRate ---------------------------------------------------------------------------------------------------

    def test_info_rate(self):
        """Of 300,000 lines at most InfoRate a second, and the newest before the move."""
        rate = 20
        for protocol, engine in PAIRS:
            with self.subTest(gui=protocol, engine=engine):
                gui = Gui(self, protocol, engine, 300_000, settings={"InfoRate": rate, "RepeatPV": "false"})
                began = time.monotonic()
                gui.ask()
                heard = gui.read_until(gui.move_by())
                took = time.monotonic() - began
                infos = [line for line in heard if gui.is_info(line)]
                self.assertLessEqual(len(infos), rate * took + 4, f"in {took:.2f} s")
                self.assertTrue(gui.is_info(heard[-2]), heard[-2:])
                gui.quit()


if __name__ == "__main__":
    unittest.main()
