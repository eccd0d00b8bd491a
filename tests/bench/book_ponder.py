#!/usr/bin/env python3
"""What the engine knows at its first move out of book, with and without BookPonder = always.

    book_ponder.py path/to/polyglot [--engine /usr/games/stockfish] [--protocol xboard] [--games 6] [--think 2.0] [--clock 20]

A UCI host that never sends `go ponder` plays a line of a book; its moves take --think seconds each. Then the book ends,
once with the expected move and once with another one. The depth, nodes and seconds of the first search are medians; games
of all kinds take turns, so that a busy machine slows all alike. Exit status 77 if there is no engine.
"""
import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "e2e"))
from polyglot_book import Book  # noqa: E402

LINE = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6".split()  # ours are White's; the last move is the one out of book
OTHER = "f8e7"  # instead of the last move


class Host:
    def __init__(self, adapter, ini):
        self.process = subprocess.Popen([adapter, ini], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.send("uci", "isready")
        self.wait_for("readyok")

    def send(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def wait_for(self, word):
        info = {}
        for line in self.process.stdout:
            words = line.split()
            if words[:1] == ["info"] and "pv" in words and "nodes" in words:
                info = {name: int(words[words.index(name) + 1]) for name in ("depth", "nodes")}
            if words[:1] == [word]:
                return words, info
        raise RuntimeError("the adapter has ended")

    def go(self, moves, clock):
        began = time.monotonic()
        self.send("position startpos" + (" moves " + " ".join(moves) if moves else ""),
                  f"go wtime {clock} btime {clock} winc 100 binc 100")
        words, info = self.wait_for("bestmove")
        return words[1], info, time.monotonic() - began

    def end(self):
        self.send("quit")
        self.process.wait(30)


def play(host, line, think, clock):
    """Depth, nodes and seconds of the first search."""
    host.send("ucinewgame", "isready")
    host.wait_for("readyok")
    for ply in range(0, len(line), 2):
        move, _, _ = host.go(line[:ply], clock)
        if move != line[ply]:
            raise RuntimeError(f"the book move is {line[ply]}, not {move}")
        time.sleep(think)
    _, info, seconds = host.go(line, clock)
    return info["depth"], info["nodes"], seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("polyglot")
    parser.add_argument("--engine", default=shutil.which("stockfish") or "/usr/games/stockfish")
    parser.add_argument("--protocol", default="auto", help="the engine's (EngineProtocol)")
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--think", type=float, default=2.0)
    parser.add_argument("--clock", type=float, default=20.0, help="seconds on both clocks")
    arguments = parser.parse_args()
    if not Path(arguments.engine).is_file():
        print("no engine:", arguments.engine)
        sys.exit(77)
    adapter = str(Path(arguments.polyglot).resolve())
    results = {}
    with tempfile.TemporaryDirectory() as folder:
        positions = {" ".join(LINE[:ply]): LINE[ply] + " 1" for ply in range(len(LINE))}
        book = Path(folder) / "book.bin"
        book.write_bytes(Book(adapter, positions).bytes)
        hosts = {}
        for mode in ("off", "always"):
            ini = Path(folder) / f"{mode}.ini"
            ini.write_text(f"[PolyGlot]\nEngineCommand = {arguments.engine}\nEngineProtocol = {arguments.protocol}\nBook = true\nBookFile = {book}\n"
                           f"BookPonder = {mode}\n[Engine]\nHash = 64\nThreads = 1\n", encoding="utf-8")
            hosts[mode] = Host(adapter, str(ini))
        for _ in range(arguments.games):
            for guess, line in (("right", LINE), ("wrong", LINE[:-1] + [OTHER])):
                for mode, host in hosts.items():
                    found = play(host, line, arguments.think, round(arguments.clock * 1000))
                    results.setdefault((guess, mode), []).append(found)
        for host in hosts.values():
            host.end()
    print("last guess  BookPonder  depth      nodes  seconds")
    for (guess, mode), found in results.items():
        depth, nodes, seconds = (statistics.median(column) for column in zip(*found))
        print(f"{guess:<10}  {mode:<10}  {depth:5.0f}  {nodes:9.0f}  {seconds:7.2f}")


if __name__ == "__main__":
    main()
