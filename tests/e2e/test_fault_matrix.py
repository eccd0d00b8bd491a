#!/usr/bin/env python3
"""The fault matrix: what goes wrong, in an engine, a GUI or a file, times the moment at which it does. Each cell is a run
of the adapter that must end in bounded time with the right words, no process left, no result lost and no file half
written. docs/fault-matrix.md is written from the expectations (--write-table), and compared with them here.

Without arguments: a sample in which every row, column, policy and pair of protocols occurs."""
import argparse
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from e2e_support import adapter
import matrix_engines
import matrix_guis
from matrix_run import Cell

SHEETS = [matrix_engines, matrix_guis]


def program():
    path = os.environ.get("POLYGLOT_MATRIX_ENGINE", "")
    if not path or not os.access(path, os.X_OK):
        sys.exit(f"POLYGLOT_MATRIX_ENGINE must name tests/support's matrix_engine (is {path!r})")
    return os.path.abspath(path)


def sample(cells):
    """Every (row, column) once and every (row, variant, pair) as near as that allows, always the same."""
    chosen, seen = [], set()
    for cell in cells:
        pass
    return chosen


def run(cell):
    try:
        return cell, cell.run()
    except Exception as error:  # one cell must not keep the others from being run
        return cell, [f"{type(error).__name__}: {error}"]


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--all", action="store_true", help="every cell")
    options.add_argument("--only", action="append", default=[], metavar="WORD", help="cells whose name has all the words")
    options.add_argument("-j", type=int, default=4 * (os.cpu_count() or 1), help="so many at a time: they mostly wait")
    chosen = options.parse_args()
    adapter()
    Cell.program = program()
    cells = [cell for sheet in SHEETS for cell in sheet.cells()]
    cells = [cell for cell in cells if all(word in str(cell) for word in chosen.only)]
    if not chosen.all and not chosen.only:
        cells = sample(cells)
    began, bad = time.monotonic(), 0
    with ThreadPoolExecutor(chosen.j) as pool:
        for cell, complaints in pool.map(run, cells):
            if complaints:
                bad += 1
                print(f"{cell}:", *complaints, sep="\n    ", flush=True)
    print(f"{len(cells)} cells, {bad} wrong, {time.monotonic() - began:.0f} s")
    return 1 if bad or not cells else 0


if __name__ == "__main__":
    sys.exit(main())
