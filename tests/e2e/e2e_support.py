"""What the end-to-end tests share: where the peers are, ini files, and how a test says that it was skipped."""
import os
import shutil
import signal
import subprocess
import sys
import time
import unittest
import uuid
from pathlib import Path

from uci_match import MARKER, processes_with_marker, wait_until_gone

SKIPPED = 77  # SKIP_RETURN_CODE in CMakeLists.txt
# The adapter is polyglot.exe, under Wine or not, and the engines are programs of Windows: tests/windows.
WINDOWS = "POLYGLOT_ON_WINDOWS" in os.environ
CRASH = "access violation" if WINDOWS else "SIGSEGV"
LIMIT = 60.0  # seconds for actions that take a fraction of one; only a hang takes longer, even on a busy machine
GNUCHESS_BOOK = Path("/usr/share/games/gnuchess/book.bin")

os.environ["PATH"] += ":/usr/games:/usr/local/games"


def posix_only(reason):
    """Skips a test case that has no meaning on Windows."""
    return unittest.skipIf(WINDOWS, reason)


def skip(reason):
    print("skipped:", reason)
    sys.exit(SKIPPED)


def adapter():
    """The adapter under test: $POLYGLOT_ADAPTER, set by ctest."""
    path = os.environ.get("POLYGLOT_ADAPTER", "")
    if not path or not os.access(path, os.X_OK):
        sys.exit(f"POLYGLOT_ADAPTER must name the adapter's executable (is {path!r})")
    return os.path.abspath(path)


def fake_engine():
    path = os.environ.get("POLYGLOT_FAKE_ENGINE", "")
    if not path or not os.access(path, os.X_OK):
        sys.exit(f"POLYGLOT_FAKE_ENGINE must name tests/support's fake_engine (is {path!r})")
    return os.path.abspath(path)


def preloaded(library):
    """Returns the environment that preloads it. In LD_PRELOAD a blank ends a path, in LD_LIBRARY_PATH it does not."""
    folder, name = os.path.split(os.path.abspath(library))
    return {"LD_PRELOAD": name, "LD_LIBRARY_PATH": folder}


def peer(name):
    """Full path of an installed program, or the end of this test as skipped."""
    path = shutil.which(name)
    if not path:
        skip(f"{name} is not installed (scripts/setup test installs it)")
    return path


def debian_polyglot():
    """Debian's PolyGlot 2.0.4: never our own program, which has the same name."""
    path = "/usr/games/polyglot"
    if not os.access(path, os.X_OK):
        skip("Debian's polyglot is not installed (scripts/setup test installs it)")
    return path


def book():
    if not GNUCHESS_BOOK.exists():
        skip(f"{GNUCHESS_BOOK} is not installed (scripts/setup test installs gnuchess-book)")
    return GNUCHESS_BOOK


def run_xboard(arguments, folder, marker, limit, patience):
    """An XBoard match without windows, in `folder`: whether it took longer than `limit` seconds, and which processes of it,
    known by `marker`, still ran `patience` seconds later: (pid, command line), killed by now."""
    command = [
        peer("xvfb-run"), "-a", peer("xboard"), *arguments, "-noGUI", "-saveGameFile", f"{folder}/games.pgn",
        "-debug", "-nameOfDebugFile", f"{folder}/xboard.debug", "-xponder",
        # Errors end the match, as no user closes a window; a program for sound may be missing.
        "-xpopup", "-xexit", "-soundProgram", "true",
    ]
    with open(f"{folder}/xboard.out", "wb") as out:
        process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=out,
                                   start_new_session=True, env={**os.environ, "HOME": f"{folder}/home", MARKER: marker})
    timed_out = False
    try:
        process.wait(limit)
    except subprocess.TimeoutExpired:
        timed_out = True
        os.killpg(process.pid, signal.SIGTERM)
    left = wait_until_gone(marker, patience)
    for pid, _ in processes_with_marker(marker):
        os.kill(pid, signal.SIGKILL)
    process.wait()
    return timed_out, left


def write_ini(path, settings, engine_options=None):
    lines = ["[PolyGlot]"] + [f"{key} = {value}" for key, value in settings.items()]
    lines += ["[Engine]"] + [f"{key} = {value}" for key, value in (engine_options or {}).items()]
    Path(path).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


class Adapter:
    """The adapter as a bare process with a marker, for tests that look at exits rather than at play."""

    def __init__(self, arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=None):
        self.marker = uuid.uuid4().hex
        self.process = subprocess.Popen(
            [adapter(), *map(str, arguments)], stdin=stdin, stdout=stdout, stderr=subprocess.PIPE, cwd=cwd,
            env={**os.environ, MARKER: self.marker}, start_new_session=True,
        )

    def send(self, text):
        try:
            self.process.stdin.write(text.encode())
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # the tests look at what it wrote before it ended

    def finish(self, timeout=LIMIT):
        """(stdout, stderr, exit status). Standard input stays open: it must end by itself."""
        try:
            stdin, self.process.stdin = self.process.stdin, None
            out, err = self.process.communicate(timeout=timeout)
            if stdin:
                stdin.close()
        except subprocess.TimeoutExpired:
            self.kill_all()
            raise AssertionError(f"the adapter did not end within {timeout} s") from None
        return (out or b"").decode("utf-8", "replace"), err.decode("utf-8", "replace"), self.process.returncode

    def wait_for_engine(self, timeout=LIMIT):
        """Pid of the engine: the process with the marker that is not the adapter."""
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline:
            # A child between fork and exec still has the adapter's command line: not the engine yet.
            engines = [pid for pid, cmd in processes_with_marker(self.marker)
                       if pid != self.process.pid and not cmd.startswith(adapter())]
            if engines:
                return engines[0]
            time.sleep(0.005)
        raise AssertionError("the adapter started no engine")

    def kill_all(self):
        for pid, _ in processes_with_marker(self.marker):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait()
