#!/usr/bin/env python3
"""Many adapters on one big book, as on a server that plays many games: how much memory each has for itself, and how soon
each answers. Prints a Markdown table.

  measure.py --polyglot build/release/polyglot --engine build/release/tests/support/fake_engine \\
      --make-book build/release/tests/support/make_big_book --limit 0.6

A book of --size MB is written first, and removed at the end. Every adapter has a separate engine, which is not
counted. Linux only: memory is read from /proc/PID/smaps_rollup."""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MEBIBYTE_KB = 1024


class Adapter:
    """One adapter under UCI, playing against itself from the book until it leaves it, and then from the start again."""

    NO_BOOK_MOVE = "0000"  # what its engine answers

    def __init__(self, program, ini):
        began = time.perf_counter()
        self.process = subprocess.Popen([program, ini], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.output = self.process.stdout
        self.rest = b""
        self.ask("uci", "uciok")
        self.to_open = time.perf_counter() - began  # with the book
        self.moves = []
        self.book_moves = 0

    def send(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines).encode())

    def expect(self, word):
        """The next line that begins with the word."""
        while True:
            line, newline, rest = self.rest.partition(b"\n")
            if newline:
                self.rest = rest
                if line.startswith(word.encode()):
                    return line.decode().rstrip()
                continue
            chunk = self.output.read(65536)
            if not chunk:
                sys.exit("an adapter ended")
            self.rest += chunk

    def ask(self, line, word):
        self.send(line)
        return self.expect(word)

    def go(self):
        """Asks for a move in the present game."""
        position = "position startpos" + (" moves " + " ".join(self.moves) if self.moves else "")
        self.send(position, "go")

    def take_answer(self):
        move = self.expect("bestmove").split()[1]
        if move == self.NO_BOOK_MOVE:
            self.moves = []
            return False
        self.moves.append(move)
        self.book_moves += 1
        return True

    def memory_kb(self):
        """What smaps_rollup says, and Own: what no other process has, and would be free if this one ended."""
        with open(f"/proc/{self.process.pid}/smaps_rollup", encoding="ascii") as lines:
            values = {words[0].rstrip(":"): int(words[1]) for words in map(str.split, lines) if words[-1] == "kB"}
        return {"Own": values["Private_Clean"] + values["Private_Dirty"], "Pss": values["Pss"], "Rss": values["Rss"]}

    def quit(self):
        self.send("quit")
        self.process.wait(20)


def median_and_worst(values):
    """The median, and what 99 of 100 do not exceed."""
    ordered = sorted(values)
    return statistics.median(ordered), ordered[(99 * len(ordered) - 1) // 100]


def write_ini(folder, engine, book):
    path = folder / "polyglot.ini"
    path.write_text(f"[PolyGlot]\nEngineDir = .\nEngineCommand = \"{engine}\" --bestmove {Adapter.NO_BOOK_MOVE}\n"
                    f"Log = false\nBook = true\nBookFile = {book}\nBookDepth = 9999\n[Engine]\n", encoding="utf-8")
    return path


def measure(program, ini, count, asks):
    adapters = [Adapter(program, ini) for _ in range(count)]
    to_open = [adapter.to_open for adapter in adapters]
    # One asked at a time, by turns, so that none waits for a processor.
    alone = []
    for _ in range(asks):
        for adapter in adapters:
            began = time.perf_counter()
            adapter.go()
            if adapter.take_answer():
                alone.append(time.perf_counter() - began)
    # All at once, as when a server's games all start: the last one has waited for all others.
    together = []
    for _ in range(20):
        for adapter in adapters:
            adapter.moves = []
        began = time.perf_counter()
        for adapter in adapters:
            adapter.go()
        for adapter in adapters:
            adapter.take_answer()
        together.append(time.perf_counter() - began)
    silent = sum(adapter.book_moves == 0 for adapter in adapters)
    memory = [adapter.memory_kb() for adapter in adapters]
    for adapter in adapters:
        adapter.quit()
    if silent:
        sys.exit(f"{silent} adapters never played from the book")
    return to_open, alone, together, memory


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--polyglot", "--engine", "--make-book"):
        parser.add_argument(name, required=True, type=os.path.abspath)
    parser.add_argument("--size", type=int, default=2000, help="of the book, MB (default 2000)")
    parser.add_argument("--adapters", type=int, default=256)
    parser.add_argument("--asks", type=int, default=100, help="of each adapter, one at a time (default 100)")
    parser.add_argument("--limit", type=float, help="MiB of private memory that no adapter may exceed, else exit status 1")
    options = parser.parse_args()
    if not os.path.exists("/proc/self/smaps_rollup"):
        sys.exit("measure.py: there is no /proc/self/smaps_rollup")

    with tempfile.TemporaryDirectory(prefix="many_adapters") as name:
        folder = Path(name)
        book = folder / "big.bin"
        subprocess.run([options.make_book, book, str(options.size)], check=True, stdout=subprocess.DEVNULL)
        ini = write_ini(folder, options.engine, book)
        to_open, alone, together, memory = measure(options.polyglot, ini, options.adapters, options.asks)

    print(f"| {options.adapters} adapters, a book of {options.size} MB | median | p99 |\n|---|---:|---:|")
    for what, values, factor, unit in (("start to uciok", to_open, 1e3, "ms"), ("go to bestmove, one asked at a time", alone, 1e6, "us"),
                                       ("go to the last bestmove, all asked at once", together, 1e3, "ms")):
        middle, worst = median_and_worst(values)
        print(f"| {what} ({unit}) | {middle * factor:.2f} | {worst * factor:.2f} |")
    for what, key in (("private memory", "Own"), ("Pss", "Pss"), ("resident", "Rss")):
        middle, worst = median_and_worst([usage[key] for usage in memory])
        print(f"| {what} (MiB) | {middle / MEBIBYTE_KB:.2f} | {worst / MEBIBYTE_KB:.2f} |")
    most = max(usage["Own"] for usage in memory) / MEBIBYTE_KB
    print(f"\n{len(alone)} book moves; at most {most:.2f} MiB private, "
          f"{sum(usage['Pss'] for usage in memory) / MEBIBYTE_KB:.0f} MiB (Pss) for all adapters.")
    if options.limit and most > options.limit:
        sys.exit(f"more than {options.limit} MiB")


if __name__ == "__main__":
    main()
