#!/usr/bin/env python3
"""What our BookLearn writes into a book against what that of Debian's PolyGlot does.

    learn_vs_polyglot.py OUR_POLYGLOT [--games N] [--seed S] [--only TEXT] [--jobs N]
                         [--itself]

The same games are played through both programs in xboard mode, with the same engine and each with its own copy of the
book; after each result, and at the end, the two files are compared byte for byte, and so are the moves (BookRandom is
off: the choice depends on what was learnt so far). The games are the scenarios of learn_scenarios.py and N random ones.
A scenario that ends otherwise here names its difference and what it leaves in our book; a named difference that
does not occur is a fault. --itself: PolyGlot on both sides, without any difference, proves that the games are deterministic.

Exit status 0 if all is as it should be, 1 if not, 77 if there is no PolyGlot.
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "e2e"))
from learn_scenarios import DIFFERENCES, SCENARIOS  # noqa: E402
from polyglot_book import Book  # noqa: E402
from random_learn_games import GAMES, RandomSession  # noqa: E402
from xboard_run import Run, SIDES, Stuck  # noqa: E402
from xboard_script import STANDARD  # noqa: E402

POLYGLOT = pathlib.Path("/usr/games/polyglot")
SKIP = 77
MOVE = re.compile(r"[a-h][1-8][a-h][1-8][qrbn]?")
SETTINGS = ["BookLearn = true", "Book = true", "BookFile = book.bin", "BookRandom = false"]


# --- one program ----------------------------------------------------------------------------------------------------

class LearnRun(Run):
    """Plays the steps of a scenario (learn_scenarios.py has their grammar)."""

    def __init__(self, program, scenario, book, directory):
        self.name, self.id, self.engine_ini, self.options, self.args = scenario.title, "Fake 1.0", [], STANDARD, []
        self.ini = [*scenario.head, *SETTINGS, *scenario.ini]
        self.book = book.bytes.hex()
        self.moves = []  # ours, with who chose them: "e2e4 book"
        self.books = []  # the file after each result and at the end
        self.broken = None
        super().__init__(program, self, directory)  # the script is this object itself

    def play(self, scenario):
        try:
            super().step("start", "")
            for text in scenario.steps(self):
                self.at = text
                self.play_step(*text.split(" ", 1))
            self.fence()
            self.say("gui", "quit")
            super().step("end", "")
        except Stuck as stuck:
            self.broken = f"at `{self.at}`: {stuck}"
        finally:
            self.close()
        self.look()

    def look(self):
        self.books.append((self.directory / "book.bin").read_bytes())

    def play_step(self, word, rest=""):
        if word == "wait":
            self.wait("engine", "go")
        elif word == "bestmove":
            self.say("engine", f"bestmove {rest}")
        elif word == "go":
            self.move("go", rest)
        elif MOVE.fullmatch(word) and rest == "...":
            self.say("gui", f"usermove {word}")
            self.wait("engine", "go")
        elif MOVE.fullmatch(word) and rest:
            self.move(f"usermove {word}", rest)
        elif MOVE.fullmatch(word):
            self.say("gui", f"usermove {word}")
        else:
            self.say("gui", f"{word} {rest}".rstrip())
            if word == "result":
                self.fence()
                self.look()

    def move(self, command, of_engine):
        """Our move, by the book or by the engine, whichever answers first."""
        gui, engine = self.streams["gui"], self.streams["engine"]
        seen_gui, self.cursor["engine"] = len(gui), len(engine)
        self.cursor["gui"] = seen_gui
        self.say("gui", command)

        def by_book():
            return any(line.startswith("move ") for line in gui[seen_gui:])

        def engine_asked():  # a search of an analysis that ends may still be on its way
            return any(line.startswith("go ") and "infinite" not in line for line in engine[self.cursor["engine"]:])

        self.wait_until(lambda: by_book() or engine_asked(), f"a move after {command}")
        chosen_by = "book" if by_book() else "engine"
        if chosen_by == "engine":
            self.say("engine", f"bestmove {of_engine}")
        self.wait("gui", "move ")
        self.moves.append(f"{gui[self.cursor['gui'] - 1].split()[1]} {chosen_by}")


def play(program, scenario, book):
    with tempfile.TemporaryDirectory() as directory:
        run = LearnRun(program, scenario, book, directory)
        run.play(scenario)
    return run


# --- both -----------------------------------------------------------------------------------------------------------

def as_set(learnt):
    return {change for change in learnt.split(", ") if change}


def expectation_faults(side, expected, run, book):
    """What the scenario says of this side, which keeps it from meaning nothing."""
    if expected is None:
        return [] if run.broken else [f"{side}: should have broken down"]
    if run.broken:
        return [f"{side}: {run.broken}"]
    found = book.learnt(run.books[-1])
    return [] if found == as_set(expected) else [f"{side}: learnt {sorted(found)} instead of {expected or 'nothing'}"]


def equality_faults(runs, book):
    theirs, ours = (runs[side] for side in SIDES)
    if theirs.broken or ours.broken:
        return [f"{side}: {runs[side].broken}" for side in SIDES if runs[side].broken]
    if theirs.moves != ours.moves:
        first = next((pair for pair in zip(theirs.moves, ours.moves) if pair[0] != pair[1]), ("", "more"))
        return [f"PolyGlot played {first[0]}, ours {first[1]}: {theirs.moves} {ours.moves}"]
    for number, (a, b) in enumerate(zip(theirs.books, ours.books), 1):
        if a != b:
            return [f"after result {number}: PolyGlot learnt {sorted(book.learnt(a))}, ours {sorted(book.learnt(b))}"]
    return []


def scenario_faults(scenario, runs, book, itself):
    if itself or scenario.difference is None:
        return expectation_faults("theirs", scenario.learnt, runs["theirs"], book) + (
            [] if scenario.learnt is None else equality_faults(runs, book))
    faults = [fault for side, expected in (("theirs", scenario.learnt), ("ours", scenario.ours))
              for fault in expectation_faults(side, expected, runs[side], book)]
    if runs["theirs"].books[-1] == runs["ours"].books[-1]:
        faults.append(f"the difference `{scenario.difference}` is not needed")
    return faults


def unknown_differences():
    named = {scenario.difference for group in SCENARIOS.values() for scenario in group} - {None}
    return [f"no such difference: {name}" for name in sorted(named - set(DIFFERENCES))] + \
           [f"an unused difference: {name}" for name in sorted(set(DIFFERENCES) - named)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--games", type=int, default=240, help="random games, ten in a session")
    parser.add_argument("--seed", type=int, default=20261121)
    parser.add_argument("--only", default="", help="scenarios with this in their title")
    parser.add_argument("--jobs", type=int, default=4 * (os.cpu_count() or 1), help="most of a run is waiting")
    parser.add_argument("--itself", action="store_true")
    options = parser.parse_args()
    if not POLYGLOT.exists():
        print("skipped: no Debian polyglot here (apt-get install polyglot)")
        return SKIP
    ours = os.path.abspath(options.program)
    programs = {"theirs": str(POLYGLOT), "ours": str(POLYGLOT) if options.itself else ours}
    sessions = [(f"{name}: ", scenario) for name, group in SCENARIOS.items() for scenario in group]
    sessions += [("", RandomSession(options.seed + i)) for i in range(-(-options.games // GAMES))]
    sessions = [(group, scenario) for group, scenario in sessions if options.only in group + scenario.title]
    counts = collections.Counter()

    def compare(session):
        group, scenario = session
        book = Book(ours, scenario.book)
        runs = {side: play(programs[side], scenario, book) for side in SIDES}
        if isinstance(scenario, RandomSession):
            faults = equality_faults(runs, book)
        else:
            faults = scenario_faults(scenario, runs, book, options.itself)
        # A file is looked at after each result and once more at the end.
        counts["results"] += len(runs["theirs"].books) - 1
        counts["learning"] += len(set(runs["theirs"].books) - {book.bytes})
        counts["book moves"] += sum(move.endswith("book") for move in runs["theirs"].moves)
        counts["engine moves"] += sum(move.endswith("engine") for move in runs["theirs"].moves)
        return [f"{group}{scenario.title}: {fault}" for fault in faults]

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        faults = [fault for faults in pool.map(compare, sessions) for fault in faults]
    faults += [] if options.only else unknown_differences()
    for fault in faults:
        print(fault)
    print(f"{len(sessions)} sessions with {counts['results']} results (seed {options.seed}), of which "
          f"{counts['learning']} changed the book; {counts['book moves']} moves of the book, "
          f"{counts['engine moves']} of the engine: {len(faults) or 'no'} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
