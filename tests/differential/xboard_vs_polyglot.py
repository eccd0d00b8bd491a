#!/usr/bin/env python3
"""Our xboard side against that of Debian's PolyGlot: same GUI script, same scripted engine, both streams compared.

    xboard_vs_polyglot.py OUR_POLYGLOT [SCRIPT…] [--show ours|theirs] [--jobs N] [--verbose]

Each file of xboard_scripts/ is one script; the README there has the grammar. For each, both programs are run, and what
they said to the GUI and to the engine is compared line by line. A difference must be named by an `allow` line, with its
reason, in the script or in allowed.txt; an `allow` line that nothing needs is a fault as well. Given PolyGlot itself as
the program, no difference is allowed at all, which proves that the scripts are deterministic.

Exit status 0 if all agree or are explained, 1 if not, 77 if there is no PolyGlot.
"""
import argparse
import collections
import concurrent.futures
import difflib
import itertools
import os
import pathlib
import re
import sys
import tempfile

from xboard_coverage import missing_coverage
from xboard_run import Run, SIDES
from xboard_script import Allowance, Script

SCRIPTS = pathlib.Path(__file__).resolve().parent / "xboard_scripts"
POLYGLOT = pathlib.Path("/usr/games/polyglot")
SKIP = 77
GIVE_UP = 8  # stuck scripts: each takes its time, and the next ones would say the same


def sorted_runs(lines, key):
    """The lines with each run of neighbours that have a key in the order of their keys."""
    result = []
    for _, run in itertools.groupby(lines, lambda line: key(line) is not None):
        run = list(run)
        result += sorted(run, key=key) if key(run[0]) is not None else run
    return result


def what_is_set(line):
    match = re.match(r"setoption name .+?(?= value |$)|ucinewgame$", line)
    return match and match[0]


def book_line(line):
    return line if re.match(r" \S", line) else None


def comparable(stream, lines, features):
    """The lines that are compared, without what has no meaning for the game.

    To the engine: isready is a fence that each program sets where it needs one; what is set before a search is set in
    any order. To the GUI: the answer of `bk` is a list, free in form and order; features come in any order, and only
    scripts about them show them.
    """
    if stream == "engine":
        return sorted_runs([line for line in lines if line != "isready"], what_is_set)
    # The default book.bin is not there: we have the starter book then, and show it.
    lines = [line.replace("-file <starter>", "-file book.bin") for line in lines]
    shown = sorted(line for line in lines if line.startswith("feature ") and features)
    lines = [line for line in lines if not re.match(r"feature |(pong|sync) 9\d\d$", line)]
    return shown + sorted_runs([re.sub(" +", " ", line.rstrip()) for line in lines], book_line)


class Comparison:
    """Both runs of one script: where they differ, and which allowances that needed."""

    def __init__(self, script, common):
        self.script = script
        self.allowed = [*script.allowed, *common]
        self.stuck = {}
        self.traces = {}
        self.streams = {}
        self.visited = set()
        self.faults = []
        self.explained = 0  # differences that an allowance of the script itself was needed for
        self.used = collections.Counter()

    def run(self, programs):
        for side in SIDES:
            with tempfile.TemporaryDirectory() as directory:
                run = Run(programs[side], self.script, directory)
                self.stuck[side] = run.play()
            self.traces[side] = run.trace
            self.streams[side] = run.streams
            if side == "theirs":
                self.visited = run.visited
        for side in SIDES:
            if self.stuck[side]:  # later lines prove nothing
                self.faults += [f"{side}: {self.stuck[side]}", *("    " + line for line in self.traces[side][-12:])]
        if not self.faults:
            for stream in ("gui", "engine"):
                self.compare(stream)
        return self

    def compare(self, stream):
        theirs, ours = (comparable(stream, self.streams[side][stream], self.script.features) for side in SIDES)
        for kind, a, b, c, d in difflib.SequenceMatcher(None, theirs, ours, autojunk=False).get_opcodes():
            if kind == "equal":
                continue
            for side, lines in (("theirs", theirs[a:b]), ("ours", ours[c:d])):
                for line in lines:
                    rule = next((rule for rule in self.allowed if rule.covers(stream, side, line)), None)
                    if rule:
                        self.used[rule] += 1
                        self.explained += rule in self.script.allowed
                    else:
                        self.faults.append(f"to {stream}, only {side}: {line}")


def load_common():
    path = SCRIPTS / "allowed.txt"
    lines = enumerate(path.read_text().splitlines(), 1) if path.exists() else []
    return [Allowance(line.removeprefix("allow "), f"{path.name}:{number}")
            for number, line in lines if line.startswith("allow ")]


def run_all(scripts, common, programs, jobs):
    """The comparisons of the scripts, or of fewer when too many hang."""
    stuck = []

    def compare(script):
        if len(stuck) >= GIVE_UP:
            return None
        comparison = Comparison(script, common).run(programs)
        unneeded = [rule for rule in script.allowed if not comparison.used[rule]]
        if (comparison.faults or unneeded) and not any(comparison.stuck.values()):
            # PolyGlot polls its two sides by turns: on a busy machine it may read them in another order than intended.
            # A real fault shows the second time as well.
            print(f"once more: {script.name}: {[*comparison.faults, *(rule.text for rule in unneeded)][0]}")
            comparison = Comparison(script, common).run(programs)
        if any(comparison.stuck.values()):
            stuck.append(script)
        return comparison

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return [comparison for comparison in pool.map(compare, scripts) if comparison]


def report(comparisons, common, everything, verbose):
    faults = 0
    used = sum((comparison.used for comparison in comparisons), collections.Counter())
    for comparison in comparisons:
        wrong = list(comparison.faults)
        if not any(comparison.stuck.values()):
            wrong += [f"not needed: {rule.text}" for rule in comparison.script.allowed if not used[rule]]
        faults += bool(wrong)
        if wrong:
            print(f"DIFFERENT {comparison.script.name}: {comparison.script.title}")
            print("\n".join("    " + line for line in wrong))
    if everything:
        unused = [rule for rule in common if not used[rule]]
        missing = missing_coverage([c.script for c in comparisons], set().union(*(c.visited for c in comparisons)))
        for line in [f"not needed: {rule.text}" for rule in unused] + missing:
            print(line)
        faults += len(unused) + len(missing)
    if verbose:
        for rule, count in used.most_common():
            print(f"{count:5}  {rule.text}")
    exact = sum(not c.faults and not c.explained for c in comparisons)
    explained = sum(not c.faults and c.explained > 0 for c in comparisons)
    print(f"{len(comparisons)} scripts: {exact} agree (but for allowed.txt), {explained} differ as they explain, "
          f"{len(comparisons) - exact - explained} differ")
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("scripts", nargs="*", type=pathlib.Path, help="default: all of xboard_scripts/")
    parser.add_argument("--show", choices=SIDES, help="print the transcripts of one side instead")
    parser.add_argument("--jobs", type=int, default=4 * (os.cpu_count() or 1), help="most of a run is waiting")
    parser.add_argument("--verbose", action="store_true", help="list the allowances with how often they were needed")
    options = parser.parse_args()

    if not POLYGLOT.exists():
        print("skipped: no Debian polyglot here (apt-get install polyglot)")
        return SKIP
    programs = {"theirs": POLYGLOT, "ours": os.path.abspath(options.program)}
    itself = os.path.samefile(*programs.values())
    paths = options.scripts or sorted(path for path in SCRIPTS.glob("*.txt") if path.name != "allowed.txt")
    common = [] if itself else load_common()
    scripts = [Script(path) for path in paths]
    if itself:
        for script in scripts:
            script.allowed = []
    comparisons = run_all(scripts, common, programs, options.jobs)
    if options.show:
        for comparison in comparisons:
            print(f"=== {comparison.script.name}: {comparison.script.title}")
            print("\n".join(comparison.traces[options.show]))
            print(comparison.stuck[options.show] or "(done)")
        return 0
    faults = report(comparisons, common, not options.scripts and len(comparisons) == len(scripts), options.verbose)
    if len(comparisons) < len(scripts):
        print(f"given up after {len(comparisons)} of {len(scripts)} scripts: too many are stuck")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
