"""What the cells of the fault matrix share: a folder with book, ini and log, and what must hold after every cell."""
import functools
import shutil
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from e2e_support import adapter, write_ini
from matrix_gui import GUIS, Hangs
from matrix_process import CellProcess, Left, Stuck
from polyglot_book import Book

MOMENTS = ["start", "options", "idle", "thinking", "pondering", "analysing", "quitting"]
PAIRS = [(gui, engine) for gui in ("uci", "xboard") for engine in ("uci", "xboard")]
LIMIT = 120.0  # seconds for a whole cell on a very busy machine; it takes a tenth of one, or what its deadlines say
OWN_FILES = {"polyglot.ini", "book.bin", "polyglot.log", "polyglot.log.1", "stderr", "armed", "committed"}
SAID_TO_USER = ("info string polyglot: ", "tellusererror polyglot: ", "telluser polyglot: ")

LOCK = threading.Lock()


@functools.lru_cache(None)
def make_book():
    """One move for White, at the start."""
    return Book(adapter(), {"": "e2e4 1"})


def book():
    with LOCK:
        return make_book()


@dataclass
class Outcome:
    """The observations in a cell."""
    end: str = ""         # "goes on": the GUI came to the end of its story; "leaves"; "forfeits"; "stuck"
    status: int = None    # of the adapter
    messages: list = field(default_factory=list)   # to the GUI's user
    wrong: list = field(default_factory=list)  # whatever the cell is about
    results: int = 0      # games whose result the GUI has sent
    learnt: int = 0       # games that the book knows of
    log: list = field(default_factory=list)    # its lines, without time and process
    seconds: float = 0.0


class Cell:
    """A run of the adapter. Identified by sheet, row and column of the table, and the variant."""
    sheet = row = column = variant = gui = engine = ""
    program = ""  # matrix_engine, set by the test
    files = OWN_FILES

    def __str__(self):
        return f"{self.sheet} / {self.row} / {self.column} / {self.variant} / {self.gui} GUI, {self.engine} engine"

    # What a sheet says about its cells:
    def settings(self):
        return {}

    def engine_words(self):
        return "none never"

    def prepare(self):
        pass

    def story(self, gui):
        raise NotImplementedError

    def complaints(self, outcome):
        raise NotImplementedError

    def start(self):
        return CellProcess([adapter(), self.folder / "polyglot.ini"], self.folder)

    # The run:
    def run(self):
        """What is wrong, as a list of texts."""
        self.folder = Path(tempfile.mkdtemp(prefix="matrix "))  # a blank, as in many users' paths
        try:
            return self.run_in_folder()
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)

    def run_in_folder(self):
        (self.folder / "book.bin").write_bytes(book().bytes)
        write_ini(self.folder / "polyglot.ini", {
            "EngineCommand": f'"{self.program}" {self.engine} {self.engine_words()} "{self.folder}"{self.once()}',
            "EngineProtocol": self.engine, "Book": "true", "BookFile": self.folder / "book.bin", "BookLearn": "true",
            "BookLearnMinPly": 0, "Log": "true", "LogFile": self.folder / "polyglot.log", "LogMaxSize": 4,
            "QuitTimeout": 0.3, **self.settings()}, {"Noise": 5})
        self.prepare()
        outcome, began = Outcome(), time.monotonic()
        process = self.start()
        gui = GUIS[self.gui](process, self.row)
        try:
            self.play(gui, outcome)
            outcome.status = process.finish()
            outcome.seconds = time.monotonic() - began
            if left := process.left_running():
                outcome.wrong.append(f"left running: {left}")
        except Stuck as stuck:
            outcome.wrong.append(str(stuck))
        finally:
            process.close()
        self.look(outcome, process, gui)
        complaints = outcome.wrong + self.complaints(outcome)
        if outcome.seconds > LIMIT:
            complaints.append(f"took {outcome.seconds:.1f} s")
        if complaints:
            complaints += ["said: " + " | ".join(line[:200] for line in process.said[-12:])]
            complaints += ["log: " + " | ".join(line[:160] for line in outcome.log[-12:])]
        return complaints

    def once(self):
        return ""

    def play(self, gui, outcome):
        try:
            self.story(gui)
            outcome.end = "forfeits" if gui.forfeits else "goes on"
            if zombies := gui.process.unreaped():
                outcome.wrong.append(f"not reaped: {zombies}")
        except Left:
            outcome.end = "leaves"
        except Hangs:
            outcome.end = "waits"
        except Stuck as stuck:
            outcome.end = f"stuck ({stuck})"
        gui.quit()

    def look(self, outcome, process, gui):
        outcome.messages += [line for line in process.said if line.startswith(SAID_TO_USER)] + gui.forfeits
        outcome.wrong += gui.wrong
        outcome.results = gui.results
        outcome.learnt = self.count_learnt()
        outcome.log = read_log(self.folder / "polyglot.log")
        if unknown := {path.name for path in self.folder.iterdir()} - self.files:
            outcome.wrong.append(f"left running: {sorted(unknown)}")
        if errors := (self.folder / "stderr").read_bytes():
            outcome.wrong.append(f"on standard error: {errors[:300]!r}")

    def count_learnt(self):
        return book().learn_fields((self.folder / "book.bin").read_bytes())[0][0]

    def last_outcome(self, outcome, status):
        """The log's last line is that of the end."""
        wanted = f"= exit {status}"
        return [] if outcome.log[-1:] == [wanted] else [f"the log ends with {outcome.log[-1:]}, not with {wanted!r}"]


def read_log(path):
    """Of a log that an engine floods, the end; it may just have been moved aside."""
    moved = path.with_name(path.name + ".1")
    if moved.exists() and (not path.exists() or path.stat().st_size == 0):
        path = moved
    if not path.exists():
        return []
    with open(path, "rb") as file:
        file.seek(max(0, path.stat().st_size - (1 << 20)))
        lines = file.read().decode("utf-8", "replace").splitlines()
    return [line.partition("] ")[2] for line in lines]
