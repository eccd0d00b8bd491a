"""The second sheet of the fault matrix: a GUI misbehaves at a moment, with a harmless engine and with the most difficult one."""
import itertools
import os
import random
import signal

from matrix_run import MOMENTS, PAIRS, Cell

MISBEHAVIOURS = {
    "eof": "closes its output, and keeps reading",
    "dies": "closes both pipes, as if killed",
    "kills": "kills the adapter by SIGKILL",
    "unread, gone": "asks 10,000 times without reading, then dies",
    "unread, quits": "asks 10,000 times without reading, then sends `quit`",
    "unread, reads": "asks 10,000 times without reading, then reads",
    "garbage": "sends 64 KB of random bytes",
    "huge line": "sends a position of 10 MB in one line",
}
ENDS = {"eof": 0, "dies": 0, "kills": -signal.SIGKILL, "unread, gone": 0, "unread, quits": 0}
ENGINES = {"holds": "thinks until it is stopped", "mule": "too, but ends only by SIGKILL"}
ASKED = 10_000
GOODBYE = 20.0  # seconds; it exits after one (goodbye_grace, QuitTimeout) although its remaining output is not read


class GuiCell(Cell):
    sheet = "gui"

    def __init__(self, misbehaviour, moment, engine, pair):
        self.row, self.column, self.variant = misbehaviour, moment, engine
        self.gui, self.engine = pair

    def word(self):
        if self.row == "kills":
            return "gone"
        return "ends" if self.row in ENDS or self.column == "quitting" else "goes on"

    def engine_words(self):
        return f"{self.variant} {self.column}"

    def prepare(self):
        if self.column in ("start", "options"):
            (self.folder / "armed").touch()

    def story(self, gui):
        gui.come_near(self.column)
        self.misbehave(gui)
        if self.word() == "goes on":
            if self.column == "start":
                gui.read_introduction()
            if self.row == "unread, reads":
                gui.read_answers(ASKED)
            gui.go_on_from(self.column)
            gui.game()

    def misbehave(self, gui):
        process = gui.process
        how = self.row
        if how.startswith("unread"):
            gui.ask_often(ASKED)
        elif how == "garbage":
            generator = random.Random(7)  # always the same
            process.send_bytes(generator.randbytes(1 << 16) + b"\n")
        elif how == "huge line":
            process.send(gui.huge_line())
        if how == "kills":
            os.kill(process.pid, signal.SIGKILL)
        if how == "unread, quits":
            gui.quit()
            process.leave_unread(GOODBYE)
        if how in ("eof", "dies", "unread, gone"):
            process.process.stdin.close()
        if how in ("dies", "unread, gone"):
            process.process.stdout.close()

    def complaints(self, outcome):
        found = []
        status = ENDS.get(self.row, 0)
        if self.row == "kills" and self.column == "quitting":
            status = outcome.status  # it may have been quicker
        if outcome.end != "goes on" and not (outcome.end == "leaves" and self.word() == "ends"):
            found.append(f"{outcome.end}, not {self.word()}")
        if outcome.status != status:
            found.append(f"status {outcome.status}, not {status}")
        if outcome.learnt != outcome.results:
            found.append(f"{outcome.learnt} games learnt of {outcome.results} results")
        cuts = sum("longer than 1 MiB" in line for line in outcome.messages)
        least, most = (self.word() == "goes on", 1) if self.row == "huge line" else (0, 0)
        if not least <= cuts <= most:
            found.append(f"reported a long line {cuts} times")
        return found + ([] if self.row == "kills" else self.last_outcome(outcome, status))


def cells():
    return [GuiCell(misbehaviour, moment, engine, pair)
            for misbehaviour, moment, engine, pair in itertools.product(MISBEHAVIOURS, MOMENTS, ENGINES, PAIRS)]
