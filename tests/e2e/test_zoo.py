#!/usr/bin/env python3
"""Random GUIs of both protocols in front of scripted engines with two habits of real ones at once: every pair that can
combine (engine_habits.py; the habits themselves are named, with the engines that have them, by
tests/support/engines/faulty_{uci,xboard}_engine.cpp, `--habits`).

The referee is that of test_random_gui, and stricter: an engine without a deadly habit must not die, one that always has a
legal move must not be said to have none, and each move must be the engine's or the book's.

Without --minutes there is one short story for each pair, its GUI's protocol chosen by the seed: what ctest runs. With it,
or --hours, stories of all pairs and both GUIs follow each other until the time is over. Stories run side by side, because
engines are idle most of the time.

usage: test_zoo.py [--adapter PROGRAM] [--minutes N | --hours N] [--seed N] [--pair HABIT+HABIT]… [--engine uci|xboard]
                   [--protocol uci|xboard] [--both] [--steps N] [--jobs N] [--keep FOLDER] [--go-on] [--pairs]
"""
import argparse
import os
import random
import shlex
import subprocess
import sys
import tempfile
import time
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from pathlib import Path

import engine_habits
from e2e_support import adapter
from random_stories import PROTOCOLS, Story, Tally, tell
from test_xboard_gui import book_tree, write_book


def program_of(protocol):
    """The scripted engine that ctest names."""
    variable = f"POLYGLOT_FAULTY_{protocol.upper()}_ENGINE"
    path = os.environ.get(variable, "")
    if not os.access(path, os.X_OK):
        sys.exit(f"{variable} must name tests/support's faulty_{protocol}_engine (is {path!r})")
    return os.path.abspath(path)


def animals(options):
    """[(protocol of the engine, its habits)] of all pairs that the options ask for."""
    found = []
    for protocol in [options.engine] if options.engine else list(PROTOCOLS):
        names = subprocess.run([program_of(protocol), "--habits"], capture_output=True, text=True, check=True).stdout.split()
        wanted = [tuple(filter(None, text.split("+"))) for text in options.pair]
        found += [(protocol, pair) for pair in wanted or engine_habits.pairs(protocol, names) if {*pair} <= {*names}]
    return found


def stories(options, chosen):
    """Yields all stories in order, without end if a time is given."""
    seed = options.seed
    while True:
        for index, (protocol, pair) in enumerate(chosen):
            # A GUI of each protocol, or by turns, so that the next seed brings the other one.
            guis = [options.protocol] if options.protocol else list(PROTOCOLS)
            if not (options.both or options.time):
                guis = [guis[(index + seed) % len(guis)]]
            for gui in guis:
                command = shlex.join([program_of(protocol), "thinks-aloud", *pair])
                yield Story(seed, f"{protocol}:{'+'.join(pair)}", command, protocol, gui, options.steps,
                            engine_habits.of_scripted(protocol, pair, gui))
        seed += 1
        if not options.time:
            return


def tell_apart(story, program, folder, book):
    """Runs in a process of the pool."""
    with tempfile.TemporaryDirectory(prefix="story ", dir=folder) as place:
        return tell(story, program, Path(place) / "story", book)


class Zoo:
    def __init__(self, options, folder):
        self.options, self.folder, self.tally, self.failed = options, Path(folder), Tally(), []
        self.program = os.path.abspath(options.adapter) if options.adapter else adapter()
        self.book = self.folder / "book.bin"
        write_book(self.book, book_tree())

    def run(self, to_tell):
        end = time.monotonic() + 60 * self.options.time if self.options.time else None
        with ProcessPoolExecutor(self.options.jobs) as pool:
            running = set()
            for story in to_tell:
                if (end and time.monotonic() > end) or (self.failed and not self.options.go_on):
                    break
                running.add(pool.submit(tell_apart, story, self.program, self.folder, self.book))
                if len(running) >= self.options.jobs:
                    done, running = wait(running, return_when=FIRST_COMPLETED)
                    self.take(done)
            self.take(running)

    def take(self, futures):
        for future in futures:
            story = future.result()
            self.tally.add(story)
            if self.options.verbose or story.problem:
                print(story.result(), flush=True)
            if self.options.keep and story.problem:
                story.keep(self.options.keep)
            if story.problem:
                self.failed.append(story)
                print(story.report())
                protocol, _, pair = story.engine.partition(":")
                print(f"   again: --seed {story.seed} --engine {protocol} --pair {pair} --protocol {story.protocol} "
                      f"--steps {story.steps}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--adapter", help="instead of the one that ctest names")
    parser.add_argument("--minutes", type=float, default=0.0, help="0: one story for each pair")
    parser.add_argument("--hours", type=float, default=0.0)
    parser.add_argument("--seed", type=int, default=1, help="of the first stories; 0: another each time")
    parser.add_argument("--steps", type=int, help="of a story: 30, without --minutes 8")
    parser.add_argument("--engine", choices=PROTOCOLS, help="only engines of this protocol")
    parser.add_argument("--protocol", choices=PROTOCOLS, help="only GUIs of this protocol")
    parser.add_argument("--both", action="store_true", help="a GUI of each protocol for each pair")
    parser.add_argument("--pair", action="append", default=[], metavar="HABIT+HABIT", help="only these; one habit, or many, too")
    parser.add_argument("--pairs", action="store_true", help="print the pairs and end")
    parser.add_argument("--jobs", type=int, default=3 * (os.cpu_count() or 2), help="stories at a time")
    parser.add_argument("--keep", help="a folder for the logs of failing stories")
    parser.add_argument("--go-on", action="store_true", help="after a story that failed")
    parser.add_argument("--verbose", action="store_true", help="a line for each story")
    options = parser.parse_args()
    options.time = options.minutes + 60 * options.hours
    options.steps = options.steps or (30 if options.time else 8)
    options.seed = options.seed or random.randrange(1, 1 << 32)
    chosen = animals(options)
    if options.pairs or not chosen:
        print("\n".join(f"{protocol}: {' + '.join(pair)}" for protocol, pair in chosen) or "no such habits")
        return 0 if chosen else 2
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="polyglot zoo ") as folder:
        zoo = Zoo(options, folder)
        zoo.run(stories(options, chosen))
    tally = zoo.tally
    print(f"{len(chosen)} pairs of habits, {tally.stories} stories, {tally.steps} steps, {tally.failed} failed, "
          f"{sum(tally.faults.values())} faults of the engines, {sum(tally.restarts.values())} restarts, "
          f"{(time.monotonic() - began) / 60:.1f} minutes, seeds from {options.seed}")
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
