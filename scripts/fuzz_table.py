#!/usr/bin/env python3
"""fuzz_table.py [RESULTS]: prints the last long run (10 minutes and more) of each target in RESULTS (default:
build/fuzz-findings/results.tsv) as a Markdown table."""
import csv
import sys
from pathlib import Path

LONG = 600


def main(results="build/fuzz-findings/results.tsv"):
    root = Path(__file__).resolve().parent.parent
    with open(root / results, encoding="utf-8", newline="") as file:
        runs = [run for run in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE) if int(run["seconds"]) >= LONG]
    last = {run["target"]: run for run in runs}
    print("| target | date | seconds | executions | edges | result |\n|---|---|---|---|---|---|")
    for target, run in sorted(last.items()):
        executions = f"{int(run['executions']):,}" if run["executions"].isdigit() else run["executions"]
        print(f"| `{target}` | {run['date']} | {run['seconds']} | {executions} | {run['edges']} | {run['result']} |")


if __name__ == "__main__":
    main(*sys.argv[1:])
