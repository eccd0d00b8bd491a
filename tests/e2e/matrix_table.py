"""docs/fault-matrix.md: what the cells of the fault matrix expect, as tables."""
import matrix_engines
import matrix_files
import matrix_guis
from matrix_run import MOMENTS, PAIRS

INTRODUCTION = """# The fault matrix

What polyglot does when an engine, a GUI or a file fails, for each moment of a session:

```sh
ctest --preset dev -R fault_matrix               # a sample of {sample} of the {cells} cells
tests/e2e/test_fault_matrix.py --write-table     # writes this page from what the test expects
```

The test's option `--all` runs all cells. Each is run with each pair of protocols (UCI or xboard
GUI, UCI or xboard engine): a game with a book move is played to its result, then the fault occurs,
then the rest of the session is played. In every run

* polyglot ends within 20 seconds, with the exit status in the table, or 0;
* the GUI's user gets each message of the table once, with the fault and its cause;
* no process is left running, and a dead engine is reaped while polyglot runs;
* every result sent before or after the fault is in the book; a loss caused only by the failed
  engine does not count;
* the log ends with `= exit`, standard error stays empty, and no temporary file is left.
"""
LEGEND = """The words of the tables:

* **goes on**: the rest of the session is played as if nothing had happened
* **reported**: the same, with a message about what is no longer used or kept
* **replaced**: a new process replaces the engine and answers the running search
* **gives up**: the game is lost; with `resign`, and where the engine is replaced, the next game is
  played
* **waits**: after a message that the engine hangs polyglot waits for the GUI's `quit`
* **leaves N**: the GUI's user gets the reason, and polyglot exits with status N
* **ends**: polyglot exits with status 0, as at every fault during `quit` without a column
* **gone**: SIGKILL: no message is possible; engine and files are in order
"""


def columns_of(moments, rows_of):
    """Moments that follow each other and differ in no row are one column: its name, and the place of the first one."""
    groups = []
    for place, moment in enumerate(moments):
        if groups and all(row[place] == row[groups[-1][0]] for row in rows_of):
            groups[-1][1].append(moment)
        elif moment != "quitting" or any(row[place] != "ends" for row in rows_of):  # else as in LEGEND
            groups.append((place, [moment]))
    return [(", ".join(names) if len(names) < 3 else f"{names[0]} to {names[-1]}", place) for place, names in groups]


def table(rows, moments, word_of):
    """One line for all rows that have the same words."""
    rows_of = {}
    for row in rows:
        rows_of.setdefault(tuple(word_of(row, moment) for moment in moments), []).append(row)
    columns = columns_of(moments, rows_of)
    lines = ["| | " + " | ".join(name for name, _ in columns) + " |", "|---" * (len(columns) + 1) + "|"]
    lines += [f"| {'; '.join(same)} | " + " | ".join(row_words[place] for _, place in columns) + " |"
              for row_words, same in rows_of.items()]
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


def meanings(texts):
    return [*(f"* **{name}**: {text}" for name, text in texts.items()), ""]


def select(cells, **wanted):
    return [cell for cell in cells if all(getattr(cell, name) == value for name, value in wanted.items())]


def engine_tables(cells):
    """One for the faults that all policies treat alike, and one for each policy."""
    def outcome(fault, column, policy):
        return words(select(cells, row=fault, column=column, variant=policy))

    def is_alike(fault):
        return all(len({outcome(fault, moment, policy) for policy in ("report", "resign", "restart")}) == 1 for moment in MOMENTS)

    alike = [fault for fault in matrix_engines.FAULTS if is_alike(fault)]
    lines = ["### With any `OnEngineFailure`", ""]
    lines += table(alike, MOMENTS, lambda fault, moment: outcome(fault, moment, "report"))
    for policy, text in matrix_engines.POLICIES.items():
        chosen = select(cells, variant=policy)
        rows = [fault for fault in matrix_engines.FAULTS if fault not in alike and select(chosen, row=fault)]
        columns = [moment for moment in MOMENTS if select(chosen, column=moment)]
        lines += [f"### {text}", ""]
        lines += table(rows, columns, lambda fault, moment, of=policy: outcome(fault, moment, of))
    return lines


def make_page(cells, sample):
    lines = INTRODUCTION.format(cells=len(cells), sample=len(sample)).splitlines() + ["", *LEGEND.splitlines(), ""]
    lines += ["## An engine fails", ""] + meanings(matrix_engines.FAULTS)
    lines += engine_tables([cell for cell in cells if cell.sheet == "engine"])
    lines += ["## A GUI misbehaves", "", "Each with two engines: " +
              "; ".join(f"`{name}` {text}" for name, text in matrix_guis.ENGINES.items()) + ".", ""]
    lines += meanings(matrix_guis.MISBEHAVIOURS)
    lines += table(matrix_guis.MISBEHAVIOURS, MOMENTS,
                   lambda row, column: words(select(cells, sheet="gui", row=row, column=column)))
    lines += ["## A file changes or cannot be written", ""]
    lines += meanings({name: fault.meaning for name, fault in matrix_files.FAULTS.items()})
    lines += table(matrix_files.FAULTS, matrix_files.MOMENTS,
                   lambda row, column: words(select(cells, sheet="file", row=row, column=column)))
    return "\n".join(lines)
