"""docs/fault-matrix.md: what the cells of the fault matrix expect, as tables."""
import matrix_engines
import matrix_files
import matrix_guis
from matrix_run import MOMENTS, PAIRS

INTRODUCTION = """# What goes wrong, when, and what comes of it

Written by `tests/e2e/test_fault_matrix.py --write-table` from what the test expects; the test complains when this page says something else. Every cell of every table stands for
runs of polyglot with each pair of protocols (UCI or xboard GUI, UCI or xboard engine): a game with a book move is played to its result, then comes the moment, then the rest of the
session as if nothing had happened. In every run

* it ends in bounded time (within 20 seconds on a busy machine, most in a tenth of one), with the exit status of the table (0 where there is none),
* the GUI's user is told once what has happened, and by whom,
* no process is left running, and a dead engine is reaped while polyglot lives on,
* every result that was told before is in the book, and every one that is told later: what a failed engine has lost by itself does not count,
* the log ends with `= exit`, nothing is written to standard error, and no temporary file is left.

`--all` runs all {cells} cells, ctest a sample of {sample} in which everything occurs.
"""
LEGEND = """| word | meaning |
|---|---|
| goes on | the rest of the session is played as if nothing had happened |
| told | … and the GUI's user is told what is no longer used or kept |
| replaced | the GUI's user is told, a new process takes the engine's place, and the search that ran is answered by it |
| gives up | the game is lost; with `resign`, and where the engine is replaced, the next one is played |
| waits | the GUI's user is told that the engine hangs; polyglot waits with the GUI, and leaves when that says `quit` |
| leaves N | the GUI's user is told why, and polyglot exits with status N |
| ends | polyglot exits with status 0 |
| gone | SIGKILL: nothing can be said any more; engine and files are in order all the same |
"""


def table(title, rows, columns, word_of):
    lines = [f"| {title} | " + " | ".join(columns) + " |", "|---" * (len(columns) + 1) + "|"]
    lines += [f"| {row} | " + " | ".join(word_of(row, column) for column in columns) + " |" for row in rows]
    return lines + [""]


def words(cells):
    """The word of most pairs, and the others with the pairs that they are for."""
    by_word = {}
    for cell in cells:
        by_word.setdefault(cell.word(), {})[cell.gui, cell.engine] = None
    most, *others = sorted(by_word, key=lambda word: -len(by_word[word])) or [""]
    return most + "".join(f"; {name_of(by_word[word])}: {word}" for word in others)


def name_of(pairs):
    names = {"uci": "UCI", "xboard": "xboard"}
    for side, place in (("GUI", 0), ("engine", 1)):
        for protocol, name in names.items():
            if set(pairs) == {pair for pair in PAIRS if pair[place] == protocol}:
                return f"{name} {side}"
    return ", ".join(f"{names[gui]} GUI with {names[engine]} engine" for gui, engine in pairs)


def meanings(title, texts):
    return [f"| {title} | it |", "|---|---|", *(f"| {name} | {text} |" for name, text in texts.items()), ""]


def select(cells, **wanted):
    return [cell for cell in cells if all(getattr(cell, name) == value for name, value in wanted.items())]


def make_page(cells, sample):
    lines = INTRODUCTION.format(cells=len(cells), sample=len(sample)).splitlines() + ["", *LEGEND.splitlines(), ""]
    lines += ["## An engine fails", ""] + meanings("the engine", matrix_engines.FAULTS)
    for policy, text in matrix_engines.POLICIES.items():
        chosen = select(cells, sheet="engine", variant=policy)
        rows = [fault for fault in matrix_engines.FAULTS if select(chosen, row=fault)]
        columns = [moment for moment in MOMENTS if select(chosen, column=moment)]
        lines += [f"### {text}", ""]
        lines += table("", rows, columns, lambda row, column, of=chosen: words(select(of, row=row, column=column)))
    lines += ["## A GUI misbehaves", "", "Each with two engines: " +
              "; ".join(f"`{name}` {text}" for name, text in matrix_guis.ENGINES.items()) + ".", ""]
    lines += meanings("the GUI", matrix_guis.MISBEHAVIOURS)
    lines += table("", matrix_guis.MISBEHAVIOURS, MOMENTS,
                   lambda row, column: words(select(cells, sheet="gui", row=row, column=column)))
    lines += ["## A file changes or cannot be written", ""]
    lines += meanings("the file", {name: fault.meaning for name, fault in matrix_files.FAULTS.items()})
    lines += table("", matrix_files.FAULTS, matrix_files.MOMENTS,
                   lambda row, column: words(select(cells, sheet="file", row=row, column=column)))
    return "\n".join(lines)
