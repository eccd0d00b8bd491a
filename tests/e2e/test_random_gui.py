#!/usr/bin/env python3
"""A random GUI in both protocols in front of the real engines, with a referee (random_uci_gui.py,
random_xboard_gui.py): whatever the user does, every `go` brings one legal bestmove in time, a pong comes within 6 s,
the engine is sent a bounded number of lines, and `quit` ends it with status 0.

A story is one adapter and some dozen steps; its seed says what the GUI does, as far as the engine's answers are the same.
Without --minutes there is one short story for each engine and protocol: what ctest runs. With it, stories follow each
other until the time is over or one fails; a failing one prints its last lines and how it is repeated. An engine that is
not installed is left out, and named.

usage: test_random_gui.py [--adapter PROGRAM] [--minutes N] [--seed N] [--engine NAME]… [--protocol uci|xboard]
                          [--other NAME uci|xboard COMMAND]… [--steps N] [--keep FOLDER] [--go-on]
"""
import argparse
import os
import random
import re
import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path

from e2e_support import adapter, skip
from random_gui import ENGINES, Fault, Judged
from random_uci_gui import RandomUciGui
from random_xboard_gui import JudgedXboard, RandomXboardGui
from test_xboard_gui import book_tree, write_book
from uci_match import EngineFailure

# The engine's own fault, whatever it was sent: aborted, or a signal of the processor's. (GNU Chess 6.2: "buffer overflow".)
ENGINE_CRASH = re.compile(r"\] ! engine killed (?:4|6|7|8|11) .*")

PROTOCOLS = {"uci": (Judged, RandomUciGui), "xboard": (JudgedXboard, RandomXboardGui)}


class Stories:
    """Runs stories, and counts them."""

    def __init__(self, arguments, folder):
        self.arguments, self.folder = arguments, Path(folder)
        self.program = os.path.abspath(arguments.adapter) if arguments.adapter else adapter()
        self.book = self.folder / "book.bin"
        write_book(self.book, book_tree())
        self.counts, self.steps, self.restarts, self.crashes, self.failed = Counter(), 0, Counter(), Counter(), 0

    def command(self, engine, folder, rng):
        """The adapter's command line."""
        command, protocol = ENGINES[engine]
        settings = [f"EngineProtocol={protocol if rng.random() < 0.7 or engine == 'fairy-stockfish' else 'auto'}",
                    "Log=true", f"LogFile={folder}/adapter.log", "LogMaxSize=50"]
        if rng.random() < 0.25:
            settings += ["Book=true", f"BookFile={self.book}"]
        words = [self.program, "-noini", "-ec", command, "-ed", str(folder)]
        for setting in settings:
            words += ["-pg", setting]
        return words

    def run(self, seed, engine, protocol, steps):
        """One story; True if it ended well."""
        rng, folder = random.Random(f"{seed} {engine} {protocol}"), self.folder / "story"
        folder.mkdir()
        words = self.command(engine, folder, rng)
        kind, gui_kind = PROTOCOLS[protocol]
        process = kind(words, folder / "adapter.log", cwd=folder, env={"HOME": str(folder)})
        gui, began, done, problem = gui_kind(process, rng, ENGINES[engine][1] == "uci"), time.monotonic(), 0, None
        try:
            gui.begin()
            for done in range(1, steps + 1):
                gui.step()
            gui.end()
        except (Fault, EngineFailure) as fault:
            problem = str(fault)
        except Exception:  # a mistake of the referee is not to hide what led to it
            problem = traceback.format_exc()
        finally:
            process.close()
        self.counts[engine, protocol] += 1
        self.steps += done
        log = folder / "adapter.log"
        text = log.read_text("utf-8", "replace") if log.exists() else ""
        restarts = text.count("] = restart engine")
        self.restarts[engine, protocol] += restarts
        if problem and (crash := ENGINE_CRASH.search(text)):
            self.crashes[engine, protocol] += 1
            print(f"   {engine} crashes by itself: {crash[0][4:]}")
            problem = None
        print(f"{'FAILED' if problem else 'ok':6} {engine}, {protocol}, seed {seed}: {done} steps, {gui.figures()}, "
              f"{restarts} restarts of the engine, {process.held_up_so_far():.1f} s held up, "
              f"{time.monotonic() - began:.1f} s", flush=True)
        if problem:
            self.report(seed, engine, protocol, problem, process, text)
        shutil.rmtree(folder)
        return not problem

    def report(self, seed, engine, protocol, problem, process, log):
        print(f"   PROBLEM {problem}")
        print(f"   again: --seed {seed} --engine {engine} --protocol {protocol} --steps {self.arguments.steps}")
        print(f"--- the last lines of the wire\n{process.tail(50)}")
        print("--- the end of the log\n" + "\n".join(log.splitlines()[-40:]), flush=True)
        self.failed += 1
        if self.arguments.keep:
            kept = Path(self.arguments.keep) / f"{engine}-{protocol}-{seed}"
            shutil.rmtree(kept, ignore_errors=True)
            shutil.copytree(self.folder / "story", kept)
            (kept / "wire").write_text(f"{problem}\n{process.tail(4000)}\n", encoding="utf-8")

    def run_all(self, pairs):
        """Until the time is over, or a story fails."""
        options, seed = self.arguments, self.arguments.seed
        end = time.monotonic() + 60 * options.minutes
        while True:
            for engine, protocol in pairs:
                well = self.run(seed, engine, protocol, options.steps)
                if (not well and not options.go_on) or (options.minutes and time.monotonic() > end):
                    return
            seed += 1
            if not options.minutes:
                return


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--adapter", help="instead of the one that ctest names")
    parser.add_argument("--minutes", type=float, default=0.0, help="0: one story for each engine and protocol")
    parser.add_argument("--seed", type=int, default=1, help="of the first story; 0: another each time")
    parser.add_argument("--steps", type=int, help="of a story: 60, without --minutes and --engine 12")
    parser.add_argument("--engine", action="append", choices=ENGINES)
    parser.add_argument("--other", action="append", nargs=3, default=[], metavar=("NAME", "PROTOCOL", "COMMAND"),
                        help="another engine, by a name of your choice, with its protocol")
    parser.add_argument("--protocol", choices=PROTOCOLS)
    parser.add_argument("--keep", help="a folder for the logs of failing stories")
    parser.add_argument("--go-on", action="store_true", help="after a story that failed")
    options = parser.parse_args()
    for name, protocol, command in options.other:
        ENGINES[name] = (command, protocol)
        options.engine = (options.engine or []) + [name]
    options.steps = options.steps or (60 if options.minutes or options.engine else 12)
    options.seed = options.seed or random.randrange(1, 1 << 32)
    engines = [name for name in options.engine or ENGINES if shutil.which(ENGINES[name][0].split()[0])]
    for name in options.engine or ENGINES:
        if name not in engines:
            print(f"{name} is not installed (scripts/setup test installs it)")
    if not engines:
        skip("no engine is installed")
    protocols = [options.protocol] if options.protocol else list(PROTOCOLS)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="polyglot random gui ") as folder:
        stories = Stories(options, folder)
        stories.run_all([(engine, protocol) for engine in engines for protocol in protocols])
    print(f"{sum(stories.counts.values())} stories, {stories.steps} steps, {stories.failed} failed, "
          f"{(time.monotonic() - began) / 60:.1f} minutes, seeds from {options.seed}")
    for (engine, protocol), count in sorted(stories.counts.items()):
        print(f"   {engine}, {protocol}: {count} stories, {stories.restarts[engine, protocol]} restarts of the engine, "
              f"{stories.crashes[engine, protocol]} crashes by itself")
    return 1 if stories.failed else 0


if __name__ == "__main__":
    sys.exit(main())
