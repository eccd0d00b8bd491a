"""What scripts/mutate does: builds a copy of the tree once, then compiles, links and tests one mutant after the other.

The copy is never changed: a mutant is a file beside it, whose object stands before the libraries when a test is linked.
"""
import argparse
import json
import os
import random
import re
import resource
import shlex
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import mutants

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "build/mutate"
TREE, BUILD, MADE = WORK / "tree", WORK / "build", WORK / "mutant"
SURVIVORS = WORK / "survivors.txt"
EQUIVALENT = ROOT / "tests/mutation/equivalent.txt"
CONFIGURE = ["-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O1 -g0 -Werror=return-type", "-DPOLYGLOT_WERROR=ON",
             "-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld"]
MEMORY = 8 << 30  # of address space: a mutant that allocates forever has failed
PROMISE = 0.95
SKIPPED = 77  # exit status of a test whose peer is missing
ABORT = "--abort-after=1"


@dataclass(frozen=True)
class Stage:
    """A test of ctest, or a part of it, and the programs it needs that the mutant is linked into."""
    test: str
    arguments: tuple = ()
    also: tuple = ()      # programs besides the test's own
    on_clocks: bool = False  # a busy machine may fail it: what fails is run once more

    def targets(self):
        if self.test.startswith("e2e_"):
            return ("polyglot", *self.also)
        own = "transcript_runner" if self.test in ("transcripts", "fault_sweep") else self.test
        return (own, *self.also)


def unit(area, *arguments):
    return Stage("unit_" + area, (ABORT, *arguments), on_clocks=area in ("shell", "tools"))


TRANSCRIPTS, SWEEP, REPLAY = Stage("transcripts"), Stage("fault_sweep"), unit("tools", "--source-file=*replay*")


def e2e(name, *also):
    return Stage("e2e_" + name, also=also, on_clocks=True)


# What only the adapter as a process passes through.
PROCESS = (unit("shell"), e2e("chess_rules"), e2e("replay"), e2e("ends"), e2e("end_moments"), e2e("flow"), e2e("supervision"))
# The page's requests as a browser makes them.
EXPLORE = tuple(e2e("explore" + name) for name in ("", "_editing", "_folder", "_games", "_learning", "_variants", "_engine",
                                                   "_watch"))
# By the longest prefix of the mutated file's name; what finds most soonest stands first, tests of whole processes last.
STAGES = {
    "adapter/session": (TRANSCRIPTS, unit("session"), REPLAY, SWEEP, e2e("flow"), e2e("end_moments"), e2e("supervision")),
    "adapter/session/shared/answers": (TRANSCRIPTS, unit("session"), REPLAY, e2e("replay")),  # log lines of the process
    "adapter/protocol": (unit("session"), TRANSCRIPTS, SWEEP),
    **{"adapter/" + name: PROCESS for name in ("streams", "engine", "shell")},
    "adapter/replay": (REPLAY, TRANSCRIPTS, e2e("replay")),
    "adapter/cli": (unit("config"),),
    "storage": (unit("storage"), unit("shell"), unit("tools")),
    "storage/files": (unit("storage"), unit("shell"), unit("tools"), e2e("overwriting"), e2e("output")),
    "storage/stores/learn": (unit("storage"), unit("tools"), e2e("learn_faults", "learn_probe")),
    "storage/books": (unit("storage"), unit("shell"), unit("tools"), e2e("changing_books")),
    "config": (unit("config"), TRANSCRIPTS),
    "core": (unit("core"), TRANSCRIPTS, unit("session"), unit("tools")),
    "core/book": (unit("core"), TRANSCRIPTS, unit("storage"), unit("tools"), e2e("book_tools"), e2e("format_matrix")),
    "core/pgn": (unit("core"), unit("tools")),
    "core/text": (unit("core"), unit("session"), unit("config"), TRANSCRIPTS, unit("tools")),
    "tools": (unit("tools"),),
    "tools/explore": (unit("tools"), *EXPLORE),
}

TESTED_WITH = {"fingerprint_run": "seen_games", "launch_plan": "find_program", "shared_file": "learn_fields", "sqlite": "learn_db"}


def stages_for(file):
    """The test of the same name first, if there is one: most mutants are caught there, the rest of the program is spared."""
    places = [place for place in STAGES if file.startswith(place)]
    if not places:
        sys.exit(f"mutate: there are no tests for {file}: only for {', '.join(STAGES)}")
    stages = list(STAGES[max(places, key=len)])
    first = stages[0]
    name = name_of_tests(file)
    if first.on_clocks and name:
        stages.insert(0, Stage(first.test, (*first.arguments, f"--source-file=*{name}*"), on_clocks=True))
    return stages


def name_of_tests(file):
    """The tests of storage/games/game_files_archive.cpp are unit/storage/games/game_files*: the longest beginning of its name
    that a test in the folder of the same name has."""
    folder = ROOT / "tests/unit" / Path(file).parent
    stem = re.sub(r"_(posix|windows)$", "", Path(file).stem)
    stem = TESTED_WITH.get(stem, stem)
    names = [path.name for path in folder.glob("*.cpp")]
    while stem and not any(name.startswith(stem) for name in names):
        stem = stem.rpartition("_")[0]
    return f"unit/{Path(file).parent.as_posix()}/{stem}" if stem else ""


# --- the copy

def files_of_project():
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
                            check=True, capture_output=True, text=True).stdout
    return [name for name in listed.split("\0") if name and (ROOT / name).is_file()]


def copy_tree():
    """Makes the copy the same as the tree; what has not changed keeps its date, so that it is not built again."""
    names = files_of_project()
    for name in names:
        to, content = TREE / name, (ROOT / name).read_bytes()
        if not to.is_file() or to.read_bytes() != content:
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_bytes(content)
            to.chmod((ROOT / name).stat().st_mode)
    wanted = {TREE / name for name in names}
    for path in list(TREE.rglob("*")):
        if path.is_file() and path not in wanted and "__pycache__" not in path.parts:
            path.unlink()


def configure():
    if not (BUILD / "build.ninja").is_file():
        launcher = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if subprocess.run(
            ["which", "ccache"], capture_output=True, check=False).returncode == 0 else []
        subprocess.run(["cmake", "-S", TREE, "-B", BUILD, "-G", "Ninja", *CONFIGURE, *launcher], check=True,
                       stdout=subprocess.DEVNULL)
    # Again if a CMakeLists.txt has changed.
    subprocess.run(["cmake", "--build", BUILD, "--target", "build.ninja"], check=True, stdout=subprocess.DEVNULL)


def tests_by_name():
    shown = subprocess.run(["ctest", "--test-dir", BUILD, "--show-only=json-v1"], check=True, capture_output=True, text=True)
    return {test["name"]: test for test in json.loads(shown.stdout)["tests"]}


def environment_of(test):
    properties = {entry["name"]: entry["value"] for entry in test["properties"]}
    return dict(entry.split("=", 1) for entry in properties.get("ENVIRONMENT", []))


def peers_of(stages):
    """Targets that the tests name in their environment: engines, libraries to preload."""
    tests = tests_by_name()
    return {Path(value).stem.removeprefix("lib") for stage in stages if stage.test in tests
            for value in environment_of(tests[stage.test]).values() if value.startswith(str(BUILD))}


def build(targets):
    done = subprocess.run(["cmake", "--build", BUILD, "--target", *sorted(targets)], capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        sys.exit(f"mutate: the tree does not build\n{done.stdout[-5000:]}{done.stderr[-2000:]}")


# --- one mutant

class Workshop:
    """Compiles, links and tests one mutant at a time, with the commands of the build."""

    def __init__(self):
        with open(BUILD / "compile_commands.json", encoding="utf-8") as file:
            entries = json.load(file)
        self.compile_commands = {str(Path(entry["file"]).relative_to(TREE)): entry["command"] for entry in entries
                                 if Path(entry["file"]).is_relative_to(TREE)}
        self.tests = tests_by_name()
        rules = subprocess.run(["ninja", "-C", BUILD, "-t", "targets", "all"], check=True, capture_output=True, text=True).stdout
        self.programs = {Path(name).name: name for name in re.findall(r"^(\S+): CXX_EXECUTABLE_LINKER__", rules, re.MULTILINE)}
        self.link_commands = {}
        self.limits = {}
        self.linked = set()
        MADE.mkdir(exist_ok=True)

    def compile(self, mutant):
        """Whether it compiles, without a warning."""
        self.linked = set()
        lines = (TREE / mutant.file).read_text(encoding="utf-8").split("\n")
        assert lines[mutant.line - 1] == mutant.before
        lines[mutant.line - 1] = mutant.after
        source = MADE / Path(mutant.file).name
        source.write_text("\n".join(lines), encoding="utf-8")
        command = shlex.split(self.compile_commands[mutant.file])
        command[command.index("-o") + 1] = str(MADE / "mutant.o")
        command[command.index("-c") + 1] = str(source)
        done = subprocess.run(command, cwd=BUILD, capture_output=True, check=False)
        source.unlink()
        return done.returncode == 0

    def link(self, target):
        if target in self.linked:
            return
        if target not in self.link_commands:
            shown = subprocess.run(["ninja", "-C", BUILD, "-t", "commands", "-s", self.programs[target]], check=True,
                                   capture_output=True, text=True).stdout.strip().splitlines()[-1]
            command = re.sub(r" (\S+\.o) ", rf" {shlex.quote(str(MADE / 'mutant.o'))} \1 ", shown, count=1)
            self.link_commands[target] = re.sub(r" -o \S+ ", f" -o {shlex.quote(str(MADE / target))} ", command, count=1)
        done = subprocess.run(["sh", "-c", self.link_commands[target]], cwd=BUILD, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"mutate: {target} does not link with the mutant\n{done.stderr[-3000:]}")
        self.linked.add(target)

    def commands(self, stage):
        """What ctest runs for a stage, as (commands, environment, folder)."""
        test = self.tests["fault_sweep_1" if stage.test in ("transcripts", "fault_sweep") else stage.test]
        properties = {entry["name"]: entry["value"] for entry in test["properties"]}
        environment = environment_of(test)
        commands = [[*test["command"], *stage.arguments]]
        if stage.test in ("transcripts", "fault_sweep"):
            runner, sweep = test["command"][:2]
            transcripts = sorted(path for name, one in self.tests.items() if name.startswith("fault_sweep_")
                                 for path in one["command"][2:])
            if stage.test == "transcripts":
                commands = [[runner, *transcripts]]
            else:  # in parts, so that the first failure ends it soon
                commands = [[runner, sweep, *transcripts[part::10]] for part in range(10) if transcripts[part::10]]
        return commands, environment, properties["WORKING_DIRECTORY"]

    def passes(self, stage, limit, mutated=True):
        """None if the stage passes, else how it does not. The mutant's programs stand in the place of the build's."""
        def chosen(text):
            name = Path(text).name
            return str(MADE / name) if mutated and name in stage.targets() and text.startswith(str(BUILD)) else text

        commands, environment, folder = self.commands(stage)
        environment = {name: chosen(value) for name, value in environment.items()}
        for command in commands:
            how = run([chosen(word) for word in command], environment, folder, limit)
            if how is not None:
                return how
        return None

    def measure(self, stage):
        """The test without a mutant: it must pass, and what it takes is the measure of its time limit."""
        began = time.monotonic()
        how = self.passes(stage, 1200, mutated=False)
        if how == "fails" and stage.on_clocks:
            began = time.monotonic()
            how = self.passes(stage, 1200, mutated=False)
        took = time.monotonic() - began
        if how not in (None, "skipped"):
            sys.exit(f"mutate: {stage.test} {' '.join(stage.arguments)} fails without a mutant: {how}\n"
                     + (MADE / "output").read_text(encoding="utf-8", errors="replace")[-3000:])
        self.limits[stage] = 20 + 5 * took
        print(f"   {stage.test} {' '.join(stage.arguments)} without a mutant: {took:.1f} s"
              + (", skipped: it catches nothing" if how else ""), flush=True)

    def caught_by(self, mutant, stages):
        """The name of the test that fails, or None."""
        for stage in stages:
            if stage not in self.limits:
                self.measure(stage)
            for target in stage.targets():
                self.link(target)
            how = self.passes(stage, self.limits[stage])
            if how == "fails" and stage.on_clocks:
                how = self.passes(stage, self.limits[stage])
            if how not in (None, "skipped"):
                return stage.test + (" (time limit)" if how == "time limit" else "")
        return None


def run(command, environment, folder, limit):
    """None for status 0; "skipped" for 77; whatever it has started and left is ended."""
    def bounded():
        for name in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):  # a shell ignores them for what it starts aside
            signal.signal(name, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    with open(MADE / "output", "wb") as output, \
            subprocess.Popen(command, cwd=folder, env={**os.environ, **environment}, stdin=subprocess.DEVNULL,
                          stdout=output, stderr=subprocess.STDOUT, start_new_session=True,
                          preexec_fn=bounded) as process:
        how = None
        try:
            how = {0: None, SKIPPED: "skipped"}.get(process.wait(limit), "fails")
        except subprocess.TimeoutExpired:
            how = "time limit"
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    return how


# --- which mutants

def sources_in(places, without):
    files = []
    for place in places:
        path = (ROOT / place).resolve()
        found = sorted(path.rglob("*.cpp")) if path.is_dir() else [path]
        files += [str(file.relative_to(ROOT)) for file in found]
    files = [file for file in dict.fromkeys(files) if not file.endswith("_windows.cpp")
             and not any(text in file for text in without)]
    if not files:
        sys.exit(f"mutate: no .cpp file in {' '.join(places)}")
    return files


def all_mutants(files):
    texts = [path.read_text(encoding="utf-8") for folder in ("adapter", "core", "config", "tools")
             for path in sorted((ROOT / folder).rglob("*.[ch]pp"))]
    enums = mutants.enums_of(texts)
    return [row for file in files for row in mutants.mutants_of(file, (ROOT / file).read_text(encoding="utf-8"), enums)]


def read_named(path):
    """{key of a mutant: reason} of a file in the form of tests/mutation/equivalent.txt."""
    named, file, above, before, key = {}, "", "", "", ()
    for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else []:
        if line.startswith("  "):
            above = line.strip()
        elif line.startswith("- "):
            before = line[2:].strip()
        elif line.startswith("+ "):
            key = file, above, before, line[2:].strip()
            named[key] = ""
        elif line.startswith("= "):
            named[key] = line[2:].strip()
        elif line.strip() and not line.startswith("#"):
            file, above = line.split(":")[0].strip(), ""
    return named


def gone(named):
    """The keys of mutants whose line, below the line above it, does not stand in its file any more."""
    for key in named:
        file, above, before, _ = key
        path = ROOT / file
        lines = [line.strip() for line in path.read_text(encoding="utf-8").splitlines()] if path.is_file() else []
        lines = [line for line in lines if line]
        if (above, before) not in zip(["", *lines], lines):
            yield key


def reason_of(mutant, named):
    """Why the mutant changes nothing; None if it is not named. "*" names every mutant of its line."""
    key = mutant.key()
    return named.get(key, named.get((*key[:3], "*")))


def shown(mutant):
    return f"{mutant.file}:{mutant.line}\n  {mutant.above.strip()}\n- {mutant.before.strip()}\n+ {mutant.after.strip()}\n"


# --- the run

def choose(options):
    """The mutants to try, in order."""
    if options.again:
        wanted = read_named(SURVIVORS)
        files = sorted({file for file, _, _ in wanted if (ROOT / file).is_file()})
        return [mutant for row in all_mutants(files) for mutant in row if mutant.key() in wanted] if files else []
    return list(mutants.in_random_order(all_mutants(sources_in(options.places, options.without)), options.seed))


def try_all(queue, wanted, equivalent):
    """(caught, survivors, equivalents, not compiled)."""
    if not queue:
        return Counter(), [], [], 0
    stages = {file: stages_for(file) for file in {mutant.file for mutant in queue}}
    copy_tree()
    configure()
    used = {stage for chosen in stages.values() for stage in chosen}
    build({target for stage in used for target in stage.targets()} | peers_of(used))
    workshop = Workshop()
    caught, survivors, same, broken = Counter(), [], [], 0
    for mutant in queue:
        tried = sum(caught.values()) + len(survivors) + len(same)
        if tried >= wanted:
            break
        place = f"{tried + 1:4}/{wanted} {mutant.file}:{mutant.line} {mutant.kind}"
        if reason_of(mutant, equivalent) is not None:
            same.append(mutant)
            print(f"{place}: equivalent", flush=True)
            continue
        began = time.monotonic()
        if not workshop.compile(mutant):
            broken += 1
            continue
        test = workshop.caught_by(mutant, stages[mutant.file])
        print(f"{place}: {'caught by ' + test if test else 'SURVIVES'} ({time.monotonic() - began:.0f} s)", flush=True)
        if test:
            caught[test] += 1
        else:
            survivors.append(mutant)
            print(shown(mutant), flush=True)
    return caught, survivors, same, broken


def report(caught, survivors, same, broken, equivalent):
    total = sum(caught.values()) + len(survivors) + len(same)
    counted = total - len(same)
    print(f"\n{total} mutants, {broken} more did not compile")
    print(f"{sum(caught.values())} of {counted} that mean something caught", end="")
    print(f": {100 * sum(caught.values()) / counted:.1f} %" if counted else "")
    for test, count in caught.most_common():
        print(f"   {count:4} {test}")
    for title, found in (("equivalent", same), ("survivors", survivors)):
        print(f"{len(found)} {title}")
        for mutant in found:
            reason = reason_of(mutant, equivalent)
            print(shown(mutant) + (f"= {reason}\n" if reason else ""))
    SURVIVORS.write_text("\n".join(shown(mutant) for mutant in survivors), encoding="utf-8")
    return 0 if counted == 0 or sum(caught.values()) >= PROMISE * counted else 1


def parse_arguments():
    parser = argparse.ArgumentParser(prog="mutate", add_help=False)
    parser.add_argument("places", nargs="*", default=[])
    parser.add_argument("--seed", type=int)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--without", action="append", default=[])
    options = parser.parse_args()
    options.number = int(options.places.pop(0)) if options.places and options.places[0].isdigit() else 100
    options.places = options.places or ["adapter/session"]
    options.seed = options.seed if options.seed is not None else random.randrange(1_000_000)
    return options


def main():
    options = parse_arguments()
    equivalent = read_named(EQUIVALENT)
    for file, above, before, _ in gone(equivalent):
        print(f"mutate: {EQUIVALENT.relative_to(ROOT)} names lines that {file} does not have any more: {above} / {before}", file=sys.stderr)
    queue = choose(options)
    wanted = min(options.number, len(queue)) if not options.again else len(queue)
    if options.list:
        print("\n".join(shown(mutant) for mutant in queue[:wanted]))
        return 0
    print("the survivors of the last run again" if options.again else
          f"{wanted} mutants of {' '.join(options.places)}, seed {options.seed}", flush=True)
    return report(*try_all(queue, wanted, equivalent), equivalent)


if __name__ == "__main__":
    sys.exit(main())
