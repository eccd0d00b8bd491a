#!/usr/bin/env python3
"""The fault matrix: what goes wrong, in an engine, a GUI or a file, times the moment at which it does. Each cell is a run
of the adapter that must end in bounded time with the right words, no process left, no result lost and no file half
written. docs/fault-matrix.md is written from what the cells expect (--write-table) and compared with it here.

Without arguments: a sample in which every row and column of a table occurs together, and every variant and pair of
protocols with every row."""
import argparse
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import matrix_engines
import matrix_files
import matrix_guis
from e2e_support import WINDOWS, adapter
from matrix_run import Cell
from matrix_table import make_page

SHEETS = [matrix_engines, matrix_guis, matrix_files]
# What cannot be done to polyglot.exe under Wine: (words that are in the cell's name, why).
NOT_ON_WINDOWS = [
    ("file / disk full", "the limit of file sizes ends Wine itself"),
    ("file / results removed", "Windows does not remove a store that is open"),
    ("engine / closes", "Wine adds a process to each without a window, which keeps the pipe open"),
]
PAGE = Path(__file__).resolve().parents[2] / "docs" / "fault-matrix.md"


def program():
    path = os.environ.get("POLYGLOT_MATRIX_ENGINE", "")
    if not path or not os.access(path, os.X_OK):
        sys.exit(f"POLYGLOT_MATRIX_ENGINE must name tests/support's matrix_engine (is {path!r})")
    return os.path.abspath(path)


def sample(cells):
    """Of each field of the tables the cell whose variant and pair have been seen least with its row, or at all."""
    fields, seen, chosen = {}, {}, []
    for cell in cells:
        fields.setdefault((cell.sheet, cell.row, cell.column), []).append(cell)

    def marks(cell):
        pair = (cell.gui, cell.engine)
        return [(cell.sheet, cell.row, cell.variant), (cell.sheet, cell.row, pair),
                (cell.sheet, cell.column, cell.variant, pair)]
    for field in fields.values():
        cell = min(field, key=lambda cell: [seen.get(mark, 0) for mark in marks(cell)])
        for mark in marks(cell):
            seen[mark] = seen.get(mark, 0) + 1
        chosen.append(cell)
    return chosen


def what_occurs(cells):
    """Everything of which a sample must have at least one."""
    found = set()
    for cell in cells:
        found |= {(cell.sheet, cell.row, cell.column), (cell.sheet, cell.row, cell.variant),
                  (cell.sheet, cell.variant, cell.gui, cell.engine), (cell.sheet, cell.row, cell.gui, cell.engine)}
    return found


def run(cell):
    try:
        return cell, cell.run()
    except Exception as error:  # one cell must not keep the others from being run
        return cell, [f"{type(error).__name__}: {error}"]


def run_all(cells, at_a_time):
    began, bad = time.monotonic(), 0
    with ThreadPoolExecutor(at_a_time) as pool:
        for cell, complaints in pool.map(run, cells):
            if complaints:
                bad += 1
                print(f"{cell}:", *complaints, sep="\n    ", flush=True)
    print(f"{len(cells)} cells, {bad} wrong, {time.monotonic() - began:.0f} s")
    return bad


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--all", action="store_true", help="every cell")
    options.add_argument("--only", action="append", default=[], metavar="WORDS", help="cells that are called so")
    options.add_argument("--list", action="store_true", help="what they are called")
    options.add_argument("--write-table", action="store_true", help=f"write {PAGE.name}")
    options.add_argument("-j", type=int, default=4 * (os.cpu_count() or 1), help="number of parallel cells: they mostly wait")
    wanted = options.parse_args()
    cells = [cell for sheet in SHEETS for cell in sheet.cells()]
    chosen = sample(cells)
    missing = what_occurs(cells) - what_occurs(chosen)
    page = make_page(cells, chosen)
    if wanted.write_table:
        PAGE.write_text(page, encoding="utf-8")
        return 0
    if wanted.all or wanted.only:
        chosen = [cell for cell in cells if all(words in str(cell) for words in wanted.only)]
    if wanted.list:
        print(*chosen, sep="\n")
        return 0
    adapter()
    Cell.program = program()
    for words, reason in NOT_ON_WINDOWS if WINDOWS else []:
        left_out = [cell for cell in chosen if str(cell).startswith(words)]
        chosen = [cell for cell in chosen if cell not in left_out]
        print(f"skipped: {len(left_out)} cells {words}: {reason}")
    bad = run_all(chosen, wanted.j)
    if missing:
        print("not in the sample:", *sorted(missing, key=str), sep="\n    ")
    stale = not PAGE.exists() or PAGE.read_text(encoding="utf-8") != page
    if stale:
        print(f"{PAGE} is not what the cells expect: test_fault_matrix.py --write-table, and read it")
    return 1 if bad or missing or stale or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
