"""The first sheet of the fault matrix: an engine commits a fault at a moment, under each policy."""
import itertools

from e2e_support import CRASH
from matrix_run import MOMENTS, PAIRS, Cell

POLICIES = {
    "report": "`OnEngineFailure = report`",
    "resign": "`OnEngineFailure = resign`",
    "restart": "`OnEngineFailure = restart`",
    "in vain": "`OnEngineFailure = restart`, and each new process fails in the same way (`RestartLimit = 2`)",
}
SEARCHES = ("thinking", "pondering", "analysing")

# The faults of tests/support/engines/matrix_engine.cpp, described for the reader of the table.
FAULTS = {
    "silent": "reads, exits at `quit`, but does not answer",
    "late": "answers 300 ms late",
    "exits": "exits with code 3 and a line on standard error",
    "crashes": "dies by SIGSEGV",
    "closes": "closes its standard output and keeps running",
    "deaf": "stops reading and answering",
    "long-line": "sends a line of 1.5 MB once",
    "garbage": "sends 4 KB of random bytes once",
    "zeros": "sends lines with NUL bytes once",
    "stderr": "writes to its standard error without end",
    "stay": "ignores `quit` and the end of its input",
    "stubborn": "as `stay`, and ignores SIGTERM",
    "forks": "forks a child that keeps its pipes open, and exits with code 4",
    "twice": "sends its move twice, or two unrequested moves",
    "illegal": "sends an illegal move",
    "stale": "repeats a move after a stopped search, or sends an unrequested one",
    "wrong": "answers in the other protocol",
}
HARMLESS = {"late", "long-line", "garbage", "zeros", "stderr", "stay", "stubborn"}
HANGS = {"silent", "deaf", "wrong"}
DEATHS = {"exits": "exited with code 3", "crashes": CRASH, "closes": "closed its output",
          "forks": "exited with code 4"}
# The activity that the message names: the engine may have got another command before its end is known.
ACTIVITIES = {
    "start": ("starting",), "options": ("starting", "idle"), "idle": ("idle",), "thinking": ("thinking",),
    "pondering": ("idle", "pondering", "thinking"), "analysing": ("idle", "analysing", "thinking"),
}


class Expected:
    def __init__(self, end, status=0, words=(), unlearnt=0, or_else=None):
        self.end, self.status = end, status
        self.words = words        # alternatives in tuples: all in one line to the GUI's user
        self.unlearnt = unlearnt  # results sent for games that do not count
        self.or_else = or_else    # another possible outcome, if the other side is quicker

    def word(self):
        is_replaced = self.end == "goes on" and any("restarted" in word for word in self.words)
        words = {"forfeits": "gives up", "leaves": f"leaves {self.status}"}
        word = "replaced" if is_replaced else words.get(self.end, self.end)
        return word + (" or " + self.or_else.word() if self.or_else else "")


def expect(fault, moment, gui, engine, policy):
    if moment == "quitting" or fault in HARMLESS:
        return Expected("goes on")
    if fault in DEATHS:
        return failure(("leaves", 6), (DEATHS[fault], ACTIVITIES[moment]), moment, policy)
    if fault == "wrong" and moment == "start":
        return Expected("leaves", 4, ("is not UCI" if engine == "uci" else "speaks UCI",))
    if fault == "wrong" and (moment == "options" or moment == "analysing" and engine == "xboard"):
        return Expected("goes on")  # no answer is due
    if fault in HANGS and moment == "start":
        return Expected("leaves", 5, ("is silent",))
    if fault in HANGS:
        return failure(("waits", 0), (" hangs: ",), moment, policy)
    asks_for_move = moment in SEARCHES and moment != "analysing"
    # An xboard engine is asked once more: with `restart` and `resign` it commits the fault once.
    if fault == "illegal" and asks_for_move and (engine == "uci" or policy == "report"):
        if policy != "report":
            return failure(("goes on", 0), ("illegal move",), moment, policy)
        if gui == "xboard":
            return Expected("forfeits", 0, ("illegal engine move",))
        return Expected("goes on", unlearnt=1)
    return Expected("goes on")


def failure(reported, words, moment, policy):
    """Returns what each policy does with the fault."""
    if moment == "start" or policy in ("report", "in vain"):
        return Expected(*reported, words)
    replaced = (*words, "restarted (1 of ")
    given_up = Expected("forfeits", 0, replaced, unlearnt=1)
    if policy == "resign" and moment == "thinking":
        return given_up
    # A ponder search becomes a search for a move when the opponent has moved.
    return Expected("goes on", 0, replaced, or_else=given_up if policy == "resign" and moment == "pondering" else None)


class EngineCell(Cell):
    sheet = "engine"

    def __init__(self, fault, moment, policy, pair):
        self.row, self.column, self.variant = fault, moment, policy
        self.gui, self.engine = pair
        self.expected = expect(fault, moment, *pair, policy)

    def word(self):
        return "ends" if self.column == "quitting" else self.expected.word()

    def settings(self):
        settings = {} if self.variant == "report" else {"OnEngineFailure": self.variant}
        if self.variant == "in vain":
            settings = {"OnEngineFailure": "restart", "RestartLimit": 2}
        if self.row in HANGS:  # else a busy machine has enough time
            settings |= {"ReadyTimeout": 1, "StopTimeout": 1, "MoveOverrun": 1}
            if self.column == "start":
                settings["StartTimeout"] = 1
        return settings

    def engine_words(self):
        return f"{self.row} {self.column}"

    def once(self):
        return " once" if self.variant in ("resign", "restart") else ""

    def prepare(self):
        if self.column in ("start", "options"):
            (self.folder / "armed").touch()

    def story(self, gui):
        gui.introduce(ponder=self.column == "pondering")
        gui.reach(self.column)

    def complaints(self, outcome):
        want, found = self.expected, []
        if want.or_else and outcome.end == want.or_else.end:
            want = want.or_else
        if outcome.end != want.end or outcome.status != want.status:
            found.append(f"{outcome.end} with status {outcome.status}, not {want.end} with {want.status}")
        if want.words and not any(all(has(line, word) for word in want.words) for line in outcome.messages):
            found.append(f"messages {outcome.messages}, nothing with {want.words}")
        if want.end == "leaves" and self.variant != "in vain" and len(outcome.messages) != 1:
            found.append(f"{len(outcome.messages)} messages: {outcome.messages}")
        if outcome.learnt != outcome.results - want.unlearnt:
            found.append(f"{outcome.learnt} games learnt of {outcome.results}, {want.unlearnt} of which do not count")
        if not (self.folder / "committed").exists():
            found.append("the engine did not come to its fault")
        return found + self.last_outcome(outcome, want.status)


def has(line, words):
    return words in line if isinstance(words, str) else any(word in line for word in words)


def is_cell(fault, moment, policy):
    """`in vain`: the new process fails in the same way, which needs a moment that comes again."""
    if policy != "in vain":
        return True
    return moment in ("options", "idle", "thinking") and (fault in DEATHS or fault in HANGS)


def cells():
    return [EngineCell(fault, moment, policy, pair)
            for fault, moment, policy, pair in itertools.product(FAULTS, MOMENTS, POLICIES, PAIRS)
            if is_cell(fault, moment, policy)]
