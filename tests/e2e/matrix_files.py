"""The third sheet of the fault matrix: files that change, vanish or cannot be written while they are in use."""
import itertools
import resource
import shutil
import sqlite3
from dataclasses import dataclass

from matrix_run import OWN_FILES, PAIRS, Cell, book

MOMENTS = ["start", "idle", "thinking", "pondering", "analysing", "quitting"]
GARBAGE = bytes(range(256)) * 40


def write_over(path, data):
    """Writes in place: a process that has the file open reads the new bytes."""
    with open(path, "r+b" if path.exists() else "wb") as file:
        file.truncate(len(data))
        file.write(data)


def put_beside(path, data):
    part = path.with_suffix(".part")
    part.write_bytes(data)
    part.replace(path)


def remove(path):
    path.unlink(missing_ok=True)


def make_folder(path):
    remove(path)
    path.mkdir()


@dataclass
class Fault:
    meaning: str
    file: str
    spoil: object           # the function that damages the file; None: see FileCell.spoil()
    message: str = ""          # message to the GUI's user, after the moment
    message_at_start: str = ""  # message at the start, if it differs
    keeps: str = "all"      # results: "all"; "old", sent before; "new", sent after; "none"
    keeps_at_start: str = "all"
    waits: bool = False      # results sent after the moment wait in a file beside the store


FAULTS = {
    "book emptied": Fault("is truncated to nothing", "book.bin", lambda path: write_over(path, b""),
                          "no book: ", "no book: ", "old", "none"),
    "book cut": Fault("is truncated within an entry", "book.bin", lambda path: write_over(path, book().bytes[:9]),
                      "no book: ", "no book: ", "old", "none"),
    "book overwritten": Fault("is overwritten by garbage, in place", "book.bin", lambda path: write_over(path, GARBAGE),
                              "no book: ", "no book: ", "old", "none"),
    "book replaced": Fault("is replaced by a longer one", "book.bin", lambda path: put_beside(path, book().bytes * 3)),
    "book spoilt": Fault("is replaced by garbage", "book.bin", lambda path: put_beside(path, GARBAGE),
                         "stays in use", "no book: ", "all", "none"),
    "book removed": Fault("is deleted", "book.bin", remove, "stays in use", "no book: ", "all", "none"),
    "book folder": Fault("is replaced by a folder of its name", "book.bin", make_folder, "stays in use", "no book: ",
                         "all", "none"),
    "results emptied": Fault("`BookLearnFile` is truncated to nothing", "learn.db", lambda path: write_over(path, b""),
                             "was overwritten", "", "none", waits=True),
    "results overwritten": Fault("`BookLearnFile` is overwritten by garbage, in place", "learn.db",
                                 lambda path: write_over(path, GARBAGE), "was overwritten", "is not an SQLite file", "none",
                                 "none", waits=True),
    "results removed": Fault("`BookLearnFile` is deleted; polyglot makes a new one", "learn.db", remove, keeps="new"),
    "log removed": Fault("the log is deleted", "logs/polyglot.log", remove),
    "log folder removed": Fault("the log's folder is deleted", "logs",
                                lambda path: shutil.rmtree(path, ignore_errors=True), message_at_start="cannot write log"),
    "log full": Fault("the log's disk is full from the start (`/dev/full`)", "logs/polyglot.log", None),
    "disk full": Fault("no file can be written any more; results go into `BookLearnFile`", "learn.db", None, "learn.db",
                       "learn.db", "old", "none"),
    "disk full, book": Fault("no file can be written any more; results go into the book", "book.bin", None, "book.bin",
                             "book.bin", "old", "none"),
}


class FileCell(Cell):
    sheet = "file"
    files = OWN_FILES | {"logs", "learn.db", "learn.db-wal", "learn.db-shm", "learn.db-journal", "learn.db.waiting"}

    def __init__(self, name, moment, pair):
        self.row, self.column = name, moment
        self.gui, self.engine = pair
        self.fault, self.results_before = FAULTS[name], 0
        at_start = moment == "start"
        self.message = "" if moment == "quitting" else self.fault.message_at_start if at_start else self.fault.message
        self.keeps = self.fault.keeps_at_start if at_start else self.fault.keeps

    def word(self):
        return "ends" if self.column == "quitting" else "reported" if self.message else "goes on"

    def settings(self):
        settings = {"LogFile": self.folder / "logs" / "polyglot.log"}
        if self.row != "disk full, book":
            settings["BookLearnFile"] = self.folder / "learn.db"
        return settings

    def engine_words(self):
        return f"holds {self.column}"

    def prepare(self):
        (self.folder / "logs").mkdir()
        if self.row == "log full":
            (self.folder / "logs" / "polyglot.log").symlink_to("/dev/full")
        if self.column == "start" and self.fault.spoil:
            self.fault.spoil(self.folder / self.fault.file)

    def story(self, gui):
        gui.come_near(self.column)
        self.results_before = gui.results
        if self.column != "start" and self.fault.spoil:
            self.fault.spoil(self.folder / self.fault.file)
        if self.row.startswith("disk full"):
            self.fill_disk(gui.process)
        if self.column == "quitting":
            return
        if self.column == "start":
            gui.read_introduction()
        gui.go_on_from(self.column)
        gui.game()
        gui.game()

    @staticmethod
    def fill_disk(process):
        """Lets one process write no file."""
        try:
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (0, 0))
        except ProcessLookupError:
            pass  # the process has ended already

    def count_learnt(self):
        if self.row == "disk full, book":
            return super().count_learnt()
        if not (self.folder / "learn.db").exists():
            return 0
        database = sqlite3.connect(self.folder / "learn.db")
        try:
            return database.execute("SELECT max(games) FROM results").fetchone()[0] or 0
        except sqlite3.Error:
            return 0
        finally:
            database.close()

    def count_waiting(self):
        """Reads a file of waiting games (docs/formats/waiting-games.md)."""
        file = self.folder / "learn.db.waiting"
        lines = [line.split(" ") for line in file.read_text("utf-8").splitlines()] if file.exists() else []
        done = {words[2] for words in lines if words[1:2] == ["done"]}
        return sum(words[1:2] == ["game"] and words[2] not in done for words in lines)

    def complaints(self, outcome):
        found = []
        # A file that is not a store at the start is refused, and nothing is learnt.
        is_kept = self.fault.waits and self.column not in ("start", "quitting")
        wait = outcome.results - self.results_before if is_kept else 0
        waiting, messages = self.count_waiting(), outcome.messages
        if self.fault.waits and self.column == "quitting" and waiting == 1:
            # The last result was still on its way to the store: it waits, and the user is told.
            wait = 1
            messages = [line for line in messages if "the results of 1 game are kept in" not in line]
            if len(messages) == len(outcome.messages):
                found.append("nobody is told of the game that waits")
        if waiting != wait:
            found.append(f"{waiting} games wait beside the store, not {wait}")
        if outcome.end != "goes on" and self.column != "quitting":
            found.append(f"{outcome.end}, not goes on")
        if outcome.status != 0:
            found.append(f"status {outcome.status}, not 0")
        if not self.message and messages:
            found.append(f"messages {messages}")
        if self.message and not any(self.message in line for line in messages):
            found.append(f"messages {messages}, nothing with {self.message!r}")
        wanted = {"all": outcome.results, "old": self.results_before, "new": outcome.results - self.results_before,
                  "none": 0}
        if outcome.learnt != wanted[self.keeps]:
            found.append(f"{outcome.learnt} games learnt of {outcome.results}, not {wanted[self.keeps]}")
        return found


def cells():
    return [FileCell(name, moment, pair) for name, moment, pair in itertools.product(FAULTS, MOMENTS, PAIRS)]
