#!/usr/bin/env python3
"""fuzz_table.py [RESULTS [PAGE]]: puts the last long run of each target (10 minutes and more) from
build/fuzz-findings/results.tsv into the table of docs/testing.md."""
import csv
import re
import sys
from pathlib import Path

LONG = 600


def main(results="build/fuzz-findings/results.tsv", page="docs/testing.md"):
    root = Path(__file__).resolve().parent.parent
    with open(root / results, encoding="utf-8", newline="") as file:
        runs = [run for run in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE) if int(run["seconds"]) >= LONG]
    last = {run["target"]: run for run in runs}
    text = (root / page).read_text(encoding="utf-8")

    def row(match):
        run = last.get(match["target"])
        if run is None:
            return match[0]
        executions = f"{int(run['executions']):,}" if run["executions"].isdigit() else run["executions"]
        return (f"| `{run['target']}` | {match['input']} | {run['date']} | {run['seconds']} | {executions} "
                f"| {run['edges']} | {run['result']} |")

    text, rows = re.subn(r"^\| `(?P<target>fuzz_\w+)` \| (?P<input>[^|]+) \|(?:[^|\n]*\|){5}$", row, text, flags=re.M)
    (root / page).write_text(text, encoding="utf-8")
    print(f"{len(last)} of {rows} targets have run for {LONG} s")


if __name__ == "__main__":
    main(*sys.argv[1:])
