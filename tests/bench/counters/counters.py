#!/usr/bin/env python3
"""What the adapter costs, in figures that do not depend on the clock: system calls, allocations and instructions for each
event (counted by valgrind's callgrind), and private memory. Compares them with counters.json; a change of more than 5 %
must be stated there, in the same commit.

  counters.py --polyglot build/tidy/polyglot [--write]

GUI and engine take turns line by line, so that each line is an event of its own. An event's figures are the difference
between a session with 300 of them and one with 100, divided by 200. Linux only."""
import argparse
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
from pathlib import Path

FIGURES = Path(__file__).with_name("counters.json")
LIMIT = 0.05
FEW, MANY = 100, 300
ALLOCATORS = ("malloc", "calloc", "realloc", "aligned_alloc", "posix_memalign")

# Answers every line with one, in one write; after a byte in the FIFO it sends an info line.
ENGINE = r"""
import os, select, sys
fifo = os.open(sys.argv[1], os.O_RDWR)
pending = b""
info = b"info depth 20 seldepth 31 multipv 1 score cp 34 nodes 1234567 nps 1850000 hashfull 455 time 667 pv e2e4 e7e5 g1f3 b8c6\n"
def say(text):
    os.write(1, text)
while True:
    for ready in select.select([0, fifo], [], [])[0]:
        data = os.read(ready, 65536)
        if ready == fifo:
            say(info)
            continue
        if not data:
            sys.exit()
        pending += data
        *lines, pending = pending.split(b"\n")
        for line in lines:
            if line == b"uci":
                say(b"id name counter\nuciok\n")
            elif line == b"isready":
                say(b"readyok\n")
            elif line.startswith(b"go") and b"infinite" not in line:
                say(b"bestmove b1c3\n")
            elif line == b"stop":
                say(b"bestmove a2a3\n")
            elif line == b"quit":
                sys.exit()
"""


class Adapter:
    """A running adapter with the engine above and the starter book."""

    def __init__(self, program, folder, wrapper=()):
        self.fifo_name = folder / "fifo"
        if not self.fifo_name.exists():
            os.mkfifo(self.fifo_name)
            (folder / "engine.py").write_text(ENGINE, encoding="ascii")
            (folder / "a.ini").write_text(f"[PolyGlot]\nEngineDir = {folder}\nEngineCommand = {sys.executable} -B -S engine.py fifo\n"
                                          "Log = false\nBook = true\nBookFile = <starter>\nBookRandom = false\n[Engine]\n", encoding="utf-8")
        self.fifo = os.open(self.fifo_name, os.O_RDWR)
        self.process = subprocess.Popen([*wrapper, program, folder / "a.ini"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, bufsize=0)
        self.rest = b""
        self.ask("uci", b"uciok")
        self.ask("isready", b"readyok")

    def read_until(self, start):
        while True:
            while b"\n" not in self.rest:
                data = os.read(self.process.stdout.fileno(), 65536)
                if not data:
                    sys.exit("counters: the adapter has ended")
                self.rest += data
            line, self.rest = self.rest.split(b"\n", 1)
            if line.startswith(start):
                return line

    def say(self, text):
        os.write(self.process.stdin.fileno(), text.encode() + b"\n")

    def ask(self, text, answer):
        self.say(text)
        return self.read_until(answer)

    def quit(self):
        self.say("quit")
        self.process.wait()
        os.close(self.fifo)


def round_trips(adapter, count):
    for _ in range(count):
        adapter.ask("isready", b"readyok")


def book_moves(adapter, count):
    for number in range(count):
        moves = " moves e2e4" if number % 2 else ""
        if b"ponder" not in adapter.ask(f"position startpos{moves}\ngo wtime 60000 btime 60000", b"bestmove"):
            sys.exit("counters: not a move of the book")


def engine_moves(adapter, count):
    for number in range(count):
        moves = "a2a3 a7a6 h2h3 h7h6" + " b1c3 b8c6 c3b1 c6b8" * (number % 10)  # not in the book
        adapter.ask(f"position startpos moves {moves}\ngo wtime 60000 btime 60000", b"bestmove")


def info_lines(adapter, count):
    adapter.say("go infinite")
    for _ in range(count):
        os.write(adapter.fifo, b"x")
        adapter.read_until(b"info depth")
    adapter.ask("stop", b"bestmove")


EVENTS = {"isready round trip": round_trips, "book move": book_moves, "engine move": engine_moves, "info line": info_lines}


def totals(file):
    """Instructions, system calls and allocations of a callgrind run."""
    names, calls, callee = {}, 0, ""
    instructions = system_calls = 0
    for line in file.read_text(encoding="latin-1").splitlines():
        if line.startswith("cfn="):
            number, name = re.match(r"cfn=(\(\d+\)) ?(.*)", line).groups()
            if name:
                names[number] = name
            callee = names[number]
        elif line.startswith("fn=") and " " in line:
            number, name = re.match(r"fn=(\(\d+\)) (.*)", line).groups()
            names[number] = name
        elif line.startswith("calls=") and callee.split("'")[0] in ALLOCATORS:
            calls += int(line[6:].split()[0])
        elif line.startswith("totals:"):
            instructions, system_calls = map(int, line.split()[1:3])
    return instructions, system_calls, calls


def count_run(program, folder, play, count):
    out = folder / "callgrind.out"
    wrapper = ["valgrind", "--tool=callgrind", "--collect-systime=yes", f"--callgrind-out-file={out}"]
    adapter = Adapter(program, folder, wrapper)
    play(adapter, count)
    adapter.quit()
    result = totals(out)
    out.unlink()
    return result


def private_memory(program, folder):
    """KiB that a session of book moves, engine moves and infos has written to: not Private_Dirty, which has the pages of a
    program that has just been linked and is not on disk yet."""
    adapter = Adapter(program, folder)
    for play in EVENTS.values():
        play(adapter, 200)
    rollup = Path(f"/proc/{adapter.process.pid}/smaps_rollup").read_text(encoding="ascii")
    adapter.quit()
    return int(re.search(r"^Anonymous: *(\d+)", rollup, re.M).group(1))


def measure(program, folder):
    figures = {}
    for name, play in EVENTS.items():
        few, many = (count_run(program, folder, play, count) for count in (FEW, MANY))
        for what, before, after in zip(("instructions", "system calls", "allocations"), few, many):
            figures[f"{name}: {what}"] = round((after - before) / (MANY - FEW), 2)
    figures["start and quit: instructions"] = count_run(program, folder, round_trips, 0)[0]
    figures["private memory (KiB)"] = private_memory(program, folder)
    return figures


def tool_version(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[0]


def built_with():
    """What instructions and memory depend on, beside the program."""
    return [platform.machine(), tool_version(os.environ.get("CXX", "g++"), "--version"), tool_version("ldd", "--version"),
            tool_version("valgrind", "--version")]


def compare(stated, figures):
    """Prints the table; the names of the figures that have changed."""
    same_tools = stated["built_with"] == built_with()
    if not same_tools:
        print(f"counters: the stated figures are those of {', '.join(stated['built_with'])}; here instructions and memory are only shown")
    changed = []
    print(f"{'':36}{'stated':>12}{'now':>12}")
    for name, now in figures.items():
        before = stated["figures"].get(name)
        judged = same_tools or name.endswith(("system calls", "allocations"))
        # Of a few calls per event, one more in every tenth event is noise as well.
        is_changed = before is None or abs(now - before) > max(LIMIT * before, 0.1)
        if is_changed and judged:
            changed.append(name)
        difference = "" if not before else f"{100 * (now / before - 1):+8.1f} %"
        print(f"{name:36}{'-' if before is None else before:>12}{now:>12}{difference}{'  CHANGED' if is_changed and judged else ''}")
    return changed + [name for name in stated["figures"] if name not in figures]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--polyglot", type=Path, required=True)
    parser.add_argument("--write", action="store_true", help="state the figures of this program")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        figures = measure(arguments.polyglot.resolve(), Path(name))
    if arguments.write:
        FIGURES.write_text(json.dumps({"built_with": built_with(), "figures": figures}, indent=1) + "\n", encoding="ascii")
        print(FIGURES.read_text(encoding="ascii"), end="")
        return 0
    changed = compare(json.loads(FIGURES.read_text(encoding="ascii")), figures)
    if changed:
        print(f"counters: changed by more than {100 * LIMIT:.0f} %: {', '.join(changed)}\n"
              "error: if this is meant, state it in the same commit: scripts/bench --counters --write")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
