#!/usr/bin/env python3
"""A random GUI in both protocols in front of the real engines, with a referee (random_uci_gui.py,
random_xboard_gui.py): whatever the user does, every `go` brings one legal bestmove in time, a pong comes within 6 s,
the engine is sent a bounded number of lines, and `quit` ends it with status 0. The log then shows whether each move is the
engine's or the book's, and what was the engine's own fault: that it crashed, or gave no legal move (random_stories.py).

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
import shutil
import sys
import tempfile
import time
from pathlib import Path

from e2e_support import adapter, skip
from engine_habits import REAL
from random_gui import ENGINES
from random_stories import PROTOCOLS, Story, Tally, tell
from test_xboard_gui import book_tree, write_book


class Stories:
    """Tells stories one after the other, and counts them."""

    def __init__(self, arguments, folder):
        self.arguments, self.folder = arguments, Path(folder)
        self.program = os.path.abspath(arguments.adapter) if arguments.adapter else adapter()
        self.book = self.folder / "book.bin"
        write_book(self.book, book_tree())
        self.tally = Tally()

    def run(self, seed, engine, protocol):
        """One story; True if it ended well."""
        command, spoken = ENGINES[engine]
        story = tell(Story(seed, engine, command, spoken, protocol, self.arguments.steps, REAL), self.program,
                     self.folder / "story", self.book)
        self.tally.add(story)
        print(story.result(), flush=True)
        if self.arguments.keep and (story.problem or story.engine_faults):
            story.keep(self.arguments.keep)
        if story.problem:
            print(story.report())
            print(f"   again: --seed {seed} --engine {engine} --protocol {protocol} --steps {self.arguments.steps}", flush=True)
        return not story.problem

    def run_all(self, pairs):
        """Until the time is over, or a story fails."""
        options, seed = self.arguments, self.arguments.seed
        end = time.monotonic() + 60 * options.minutes
        while True:
            for engine, protocol in pairs:
                well = self.run(seed, engine, protocol)
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
    parser.add_argument("--keep", help="a folder for the logs of stories with faults, the adapter's or the engine's")
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
    tally = stories.tally
    print(f"{tally.stories} stories, {tally.steps} steps, {tally.failed} failed, "
          f"{(time.monotonic() - began) / 60:.1f} minutes, seeds from {options.seed}")
    for key, count in sorted(tally.stories_of.items()):
        print(f"   {', '.join(key)}: {count} stories, {tally.restarts[key]} restarts of the engine, "
              f"{tally.faults[key]} faults of its own")
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
