#!/usr/bin/env python3
"""How soon find-book answers from a large file of statistics, and what merging such files costs. Prints a
Markdown table.

  measure_statistics.py --polyglot build/release/polyglot --make-big-stats build/release/tests/support/make_big_stats
      [--size 10000] [--folder DIR]

The file (of --size MB, in DIR, removed at the end) has every move of the positions that are asked for. An answer is timed
from the write of a FEN into find-book's pipe to the read of its line, so that both programs' work with pipe, FEN and JSON
is in it; once with the file's pages in the system's cache, and once (--cold, as root) with an empty one."""
import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "e2e"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "make_book"))
from chess_rules import Position  # noqa: E402
from measure import Run  # noqa: E402


def positions():
    """FENs of the positions after 0, 1 and 2 half-moves, shuffled."""
    found, frontier = {Position().fen()}, [Position()]
    for _ in range(2):
        frontier = [position.after(move) for position in frontier for move in position.legal_moves()]
        found.update(position.fen() for position in frontier)
    fens = sorted(found)
    random.Random(1).shuffle(fens)
    return fens


def drop_caches():
    subprocess.run(["sync"], check=True)
    Path("/proc/sys/vm/drop_caches").write_text("3", encoding="ascii")


def ask(program, file, fens, cold):
    """Seconds of each answer, and the process's peak memory in MiB."""
    process = subprocess.Popen([program, "find-book", file, "-fen", "-", "-json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    times = []
    for fen in fens:
        if cold:
            drop_caches()
        begin = time.perf_counter()
        process.stdin.write(fen + "\n")
        process.stdin.flush()
        answer = json.loads(process.stdout.readline())
        times.append(time.perf_counter() - begin)
        if not answer["moves"]:
            sys.exit(f"{fen}: {answer}")
    peak = int(next(line for line in Path(f"/proc/{process.pid}/status").read_text().splitlines() if line.startswith("VmHWM")).split()[1])
    process.stdin.close()
    if process.wait() != 0:
        sys.exit("find-book failed")
    return times, peak / 1024


def ask_at_once(program, file, fens):
    """Seconds for each answer when find-book never waits for a question."""
    questions = ("\n".join(fens) + "\n") * 10
    nothing = min(timed(program, file, "")[0] for _ in range(5))
    took, out = min(timed(program, file, questions) for _ in range(5))
    if out.count("\n") != 10 * len(fens):
        sys.exit("find-book lost an answer")
    return (took - nothing) / (10 * len(fens))


def timed(program, file, questions):
    begin = time.perf_counter()
    done = subprocess.run([program, "find-book", file, "-fen", "-", "-json"], input=questions, stdout=subprocess.PIPE, text=True, check=True)
    return time.perf_counter() - begin, done.stdout


def report(what, times):
    times.sort()
    print(f"| {what} | {statistics.median(times) * 1e6:.0f} | {times[min(len(times) - 1, len(times) * 99 // 100)] * 1e6:.0f} |")


def measure_answers(arguments, file):
    fens = positions()
    command = []
    for _ in range(20):
        begin = time.perf_counter()
        subprocess.run([arguments.polyglot, "find-book", file], check=True, stdout=subprocess.DEVNULL)
        command.append(time.perf_counter() - begin)
    ask(arguments.polyglot, file, fens, False)
    times, peak = ask(arguments.polyglot, file, fens, False)
    print(f"{os.path.getsize(file) / 1e6:,.0f} MB\n\n| us | median | p99 |\n|---|---|---|")
    report("an answer", times)
    report("an answer, all asked at once", [ask_at_once(arguments.polyglot, file, fens)])
    if arguments.cold:
        report("an answer, nothing in the cache", ask(arguments.polyglot, file, fens[:40], True)[0])
    report("the command, start to end", command)
    print(f"\nPeak memory: {peak:.1f} MiB.\n")


def measure_merging(arguments, folder):
    """Four files made into one."""
    size = max(arguments.size // 20, 1)
    shards = [folder / f"{number}.pgstats" for number in range(4)]
    for number, shard in enumerate(shards):
        subprocess.run([arguments.make_big_stats, shard, str(size), str(number)], check=True, stdout=subprocess.DEVNULL)
    into = folder / "all.pgstats"
    run = Run([arguments.polyglot, "make-book", "-from-stats", *shards, "-stats", into, "-progress", "none"], into)
    read = sum(os.path.getsize(shard) for shard in shards)
    print(f"Four files of {size:,} MB into one: {run.cpu:.1f} s of CPU time, {read / 1e6 / run.cpu:.0f} MB/s read, "
          f"peak memory {run.memory:.0f} MiB.\n")
    for file in (*shards, into):
        file.unlink()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--polyglot", type=Path, required=True)
    parser.add_argument("--make-big-stats", type=Path, required=True)
    parser.add_argument("--size", type=int, default=10_000, help="MB")
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--cold", action="store_true")
    parser.add_argument("--smoke", action="store_true", help="a small file: shows that all of it works")
    arguments = parser.parse_args()
    if arguments.smoke:
        arguments.size = 20
    with tempfile.TemporaryDirectory(dir=arguments.folder) as name:
        folder = Path(name)
        measure_merging(arguments, folder)  # first: a child's peak memory is not below that of this script
        subprocess.run([arguments.make_big_stats, folder / "big.pgstats", str(arguments.size)], check=True, stdout=subprocess.DEVNULL)
        measure_answers(arguments, folder / "big.pgstats")


if __name__ == "__main__":
    main()
