"""The adapter as a process of one cell of the fault matrix: lines with deadlines, and what is left of its session."""
import collections
import os
import select
import signal
import subprocess
import time
from pathlib import Path

PATIENCE = 60.0  # seconds for anything that has to come; LIMIT is that of a whole cell


class Left(Exception):
    """The adapter has closed its output."""


class Stuck(Exception):
    """A line that had to come has not come."""


def session_members(session):
    """Returns [(pid, parent, state, command)] of all processes of a session, including zombies."""
    found = []
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat", encoding="latin-1") as file:
                text = file.read()
        except OSError:
            continue  # the process has just ended
        head, _, tail = text.rpartition(")")
        state, parent, _, its_session = tail.split()[:4]
        if int(its_session) == session:
            found.append((int(name), int(parent), state, head.partition("(")[2]))
    return found


class CellProcess:
    def __init__(self, argv, folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, preexec=None, cwd=None):
        self.folder, self.said = Path(folder), []
        self._rest = b""
        with open(self.folder / "stderr", "wb") as errors:
            self.process = subprocess.Popen(
                [str(word) for word in argv], stdin=stdin, stdout=stdout, stderr=errors, cwd=cwd or folder,
                start_new_session=True, bufsize=0, preexec_fn=preexec)
        self.pid = self.process.pid
        self._lines = collections.deque()

    def send(self, *lines):
        self.send_bytes("".join(line + "\n" for line in lines).encode())

    def send_bytes(self, data):
        """Writes all of it, or as much as a process that ends takes."""
        try:
            view = memoryview(data)
            while view:
                view = view[self.process.stdin.write(view):]
        except (BrokenPipeError, ConnectionResetError, ValueError):
            pass  # the test looks at what it wrote before it ended

    def read_line(self, seconds=PATIENCE):
        until = time.monotonic() + seconds
        while not self._lines:
            left = until - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                raise Stuck(f"nothing said for {seconds} s")
            chunk = os.read(self.process.stdout.fileno(), 1 << 16)
            if not chunk:
                raise Left
            *lines, self._rest = (self._rest + chunk).split(b"\n")
            self._lines.extend(line.decode("utf-8", "replace").rstrip("\r") for line in lines)
        self.said.append(self._lines.popleft())
        return self.said[-1]

    def read_until(self, condition, seconds=PATIENCE):
        until = time.monotonic() + seconds
        while True:
            line = self.read_line(max(0.001, until - time.monotonic()))
            if condition(line):
                return line

    def leave_unread(self, seconds):
        """Waits for the exit without reading output."""
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise Stuck(f"still running {seconds} s after quit because its output is not read") from None

    def finish(self, seconds=PATIENCE):
        """Returns the exit status. Reads the remaining output; standard input stays open, so that the adapter must
        exit by itself."""
        try:
            while self.process.stdout and not self.process.stdout.closed:
                self.read_line(seconds)
        except Left:
            pass
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise Stuck(f"still running {seconds} s after the end of its output") from None

    def unreaped(self, seconds=5.0):
        """Returns children of the adapter that have died and are not reaped."""
        return self._wait_for_none(lambda: [m for m in session_members(self.pid) if m[1] == self.pid and m[2] in "ZX"],
                                   seconds)

    def left_running(self, seconds=5.0):
        return self._wait_for_none(lambda: [m for m in session_members(self.pid) if m[2] not in "ZX"], seconds)

    @staticmethod
    def _wait_for_none(look, seconds):
        until, pause = time.monotonic() + seconds, 0.002
        while found := look():
            if time.monotonic() > until:
                return found
            time.sleep(pause)
            pause = min(0.1, 2 * pause)
        return []

    def close(self):
        for pid, _, state, _ in session_members(self.pid):
            if state not in "ZX":
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream and not stream.closed:
                stream.close()


def wait_for_file(path, seconds=PATIENCE):
    """Waits for the file: creating it is the engine's only way to notify us."""
    until = time.monotonic() + seconds
    while not path.exists():
        if time.monotonic() > until:
            raise Stuck(f"{path.name} has not come")
        time.sleep(0.002)
