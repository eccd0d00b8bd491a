"""Stories of the random GUIs: one adapter and some dozen steps of a GUI in front of one engine, from a seed, and what became
of it. test_random_gui tells them of real engines, test_zoo of scripted ones."""
import random
import re
import shutil
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from engine_habits import Habits
from log_referee import LogReferee
from random_gui import Fault, Judged
from random_uci_gui import RandomUciGui
from random_xboard_gui import JudgedXboard, RandomXboardGui
from uci_match import EngineFailure

PROTOCOLS = {"uci": (Judged, RandomUciGui), "xboard": (JudgedXboard, RandomXboardGui)}
# A real engine's own fault, whatever it was sent: aborted, or a signal of the processor's. (GNU Chess 6.2: "buffer overflow".)
CRASH = re.compile(r"engine killed (?:4|6|7|8|11) ")
ENGINE_HAS_ENDED = 6  # exit status


@dataclass
class Story:
    """A story and its outcome."""

    seed: object
    engine: str  # its name
    command: str
    engine_protocol: str
    protocol: str  # of the GUI
    steps: int
    habits: Habits
    settings: list = field(default_factory=list)  # NAME=VALUE, in addition to those that the seed chooses

    done: int = 0  # steps
    problem: str = ""  # the adapter's fault
    engine_faults: list = field(default_factory=list)  # the engine's own: how it ended, what it gave for a move
    restarts: int = 0
    figures: str = ""
    seconds: float = 0.0
    held_up: float = 0.0
    wire: str = ""
    log: str = ""

    def title(self):
        return f"{self.engine}, {self.protocol} GUI, seed {self.seed}"

    def result(self):
        text = (f"{'FAILED' if self.problem else 'ok':6} {self.title()}: {self.done} steps, {self.figures}, "
                f"{self.restarts} restarts of the engine, {self.held_up:.1f} s held up, {self.seconds:.1f} s")
        return "\n".join([text, *(f"   the engine's own fault: {fault}" for fault in self.engine_faults)])

    def report(self):
        return (f"   PROBLEM {self.problem}\n--- the last lines of the wire\n" + "\n".join(self.wire.splitlines()[-50:]) +
                "\n--- the end of the log\n" + "\n".join(self.log.splitlines()[-40:]))

    def keep(self, folder):
        """Keeps log and wire for a reader."""
        kept = Path(folder) / re.sub(r"[^\w.+-]+", "-", f"{self.engine}-{self.protocol}-{self.seed}")
        shutil.rmtree(kept, ignore_errors=True)
        kept.mkdir(parents=True)
        (kept / "adapter.log").write_text(self.log, encoding="utf-8")
        (kept / "wire").write_text(f"{self.problem}\n{self.result()}\n{self.wire}\n", encoding="utf-8")


def command_line(story, program, folder, rng, book):
    """Returns the settings of the adapter, with those that the seed chooses."""
    detected = rng.random() >= 0.7 and story.engine != "fairy-stockfish"
    settings = [f"EngineProtocol={'auto' if detected else story.engine_protocol}", "Log=true",
                f"LogFile={folder}/adapter.log", "LogMaxSize=50"]
    if rng.random() < 0.25:
        settings += ["Book=true", f"BookFile={book}"]
        if not story.habits.is_real and rng.random() < 0.5:
            settings += ["BookLearn=true", f"BookLearnFile={folder}/learn.db"]
    if not story.habits.is_real:
        settings.append("OnEngineFailure=" + rng.choice(("report", "restart", "restart", "resign")))
    words = [program, "-noini", "-ec", story.command, "-ed", str(folder)]
    for setting in settings + story.settings:
        words += ["-pg", setting]
    return words


def tell(story, program, folder, book):
    """Plays the story in this folder, which is made and removed."""
    rng, folder, began = random.Random(f"{story.seed} {story.engine} {story.protocol}"), Path(folder), time.monotonic()
    folder.mkdir()
    kind, gui_kind = PROTOCOLS[story.protocol]
    process = kind(command_line(story, program, folder, rng, book), folder / "adapter.log", cwd=folder,
                   env={"HOME": str(folder)})
    process.patience += story.habits.delay
    process.prompt += story.habits.start_delay
    gui, problem = gui_kind(process, rng, story.engine_protocol == "uci", story.habits), ""
    try:
        gui.begin()
        for story.done in range(1, story.steps + 1):
            gui.step()
        gui.end()
    except (Fault, EngineFailure) as fault:
        problem = str(fault)
    except Exception:  # a mistake of the referee must not hide what led to it
        problem = traceback.format_exc()
    finally:
        status = process.process.poll()
        process.close()
    path = folder / "adapter.log"
    story.log = path.read_text("utf-8", "replace") if path.exists() else ""
    judge(story, gui, problem, status)
    story.restarts = story.log.count("] = restart engine")
    story.figures, story.wire = gui.figures(), process.tail(4000)
    story.held_up, story.seconds = process.held_up_so_far(), time.monotonic() - began
    shutil.rmtree(folder)
    return story


def judge(story, gui, problem, status):
    """Separates the engine's own faults from the adapter's."""
    log, habits = LogReferee(story.log, story.engine_protocol == "uci"), story.habits
    deaths = log.deaths if not habits.is_real else [death for death in log.deaths if CRASH.match(death) or "exited" in death]
    if deaths and not habits.may_die:
        problem = problem or f"the engine {deaths[0]}"
    elif deaths:
        story.engine_faults += deaths
        if status == ENGINE_HAS_ENDED or habits.is_real:
            problem = ""  # the adapter ended with the engine, and its earlier lines have been judged
    story.engine_faults += [text for text in log.failures if "no legal move" in text]
    if story.engine_faults and not (habits.may_die or habits.may_fail_to_move):
        problem = problem or f"a failure of the engine, which makes none: {story.engine_faults[0]}"
    if not problem:
        problem = "; ".join([*log.foreign_moves(gui.given), *log.lost_results()])
    story.problem = problem


@dataclass
class Tally:
    """Counts of many stories."""

    stories: int = 0
    steps: int = 0
    failed: int = 0
    stories_of: Counter = field(default_factory=Counter)  # (engine, protocol of the GUI): stories
    restarts: Counter = field(default_factory=Counter)
    faults: Counter = field(default_factory=Counter)  # of engines

    def add(self, story):
        key = (story.engine, story.protocol)
        self.stories += 1
        self.steps += story.done
        self.failed += bool(story.problem)
        self.stories_of[key] += 1
        self.restarts[key] += story.restarts
        self.faults[key] += len(story.engine_faults)
