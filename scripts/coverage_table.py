"""coverage_table.py SUMMARY REASONS: prints gcovr's summary as tables; status 1 where a promise is not kept.

The promises: 90 % of each folder's lines; a file with less has a line "FILE: REASON" in REASONS.
"""
import json
import sys
from pathlib import Path

FOLDERS = ["core/chess", "core/book", "core/pgn", "core/text", "config", "adapter/protocol", "adapter/session"]
LEAST = 90.0


def percent(covered, lines):
    return 100.0 * covered / lines if lines else 100.0


def main(summary, reasons):
    files = {file["filename"]: (file["line_covered"], file["line_total"])
             for file in json.loads(Path(summary).read_text(encoding="utf-8"))["files"]}
    lines_of_reasons = Path(reasons).read_text(encoding="utf-8").splitlines()
    known = {line.partition(":")[0] for line in lines_of_reasons if not line.startswith("#")}
    problems = []
    print("\n| folder | lines | passed through | |\n|---|---|---|---|")
    for folder in FOLDERS:
        inside = [counts for name, counts in files.items() if name.startswith(folder + "/")]
        covered, lines = (sum(column) for column in zip(*inside)) if inside else (0, 0)
        print(f"| `{folder}` | {lines} | {covered} | {percent(covered, lines):.1f} % |")
        if not inside or percent(covered, lines) < LEAST:
            problems.append(f"{folder}: less than {LEAST:.0f} % of its lines")
    print("\n| file | lines | not passed through | |\n|---|---|---|---|")
    for name, (covered, lines) in sorted(files.items(), key=lambda file: percent(*file[1])):
        if percent(covered, lines) >= LEAST:
            break
        print(f"| `{name}` | {lines} | {lines - covered} | {percent(covered, lines):.1f} % |")
        if name not in known:
            problems.append(f"{name}: {percent(covered, lines):.1f} %, and {reasons} does not say why")
    for problem in problems:
        print("coverage: " + problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
