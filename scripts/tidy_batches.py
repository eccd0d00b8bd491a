#!/usr/bin/env python3
"""tidy_batches.py PRESET CHECKS < files, divided by NUL: clang-tidy 14 over several files of one folder at a time, as one unit.

Nearly all its time goes into the standard library's headers, once for every file. Files that do not compile together
(two helpers of one name) are divided until they do. What a check looks for in the main file only (unused
using-declarations among them) is not found so: scripts/tidy without --quick finds it. Exit status 1 on any finding.
"""
import concurrent.futures
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / sys.argv[1]
BATCH = 8  # more seldom compile together


def flags_of(entry):
    words = shlex.split(entry["command"])[1:]
    if not words[0].startswith("-"):
        words = words[1:]  # the compiler, after ccache
    drop = {words.index("-o"), words.index("-o") + 1, words.index("-c"), words.index("-c") + 1}
    return tuple(word for at, word in enumerate(words) if at not in drop)


def tidy(file, flags, checks):
    command = ["clang-tidy-14", "--quiet", *([f"--checks={checks}"] if checks else []),
               "--header-filter=/(core|config|storage|adapter|tools|cluster|tests)/", str(file), "--", *flags]
    run = subprocess.run(command, cwd=BUILD, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return run.returncode, run.stdout


def look_at(number, files, flags, checks):
    unit = BUILD / "batches" / f"{number}.cpp"
    lines = [f'#include "{file}" // NOLINT(bugprone-suspicious-include)\n' for file in files]
    unit.write_text("".join(lines), encoding="utf-8")
    status, said = tidy(unit, flags, checks)
    if status == 0:
        return ""
    if len(files) > 1 and "[clang-diagnostic-" in said:
        half = len(files) // 2
        return look_at(f"{number}a", files[:half], flags, checks) + look_at(f"{number}b", files[half:], flags, checks)
    return said


def main(checks):
    wanted = {str(ROOT / name) for name in sys.stdin.read().split("\0") if name}
    groups = {}
    for entry in json.loads((BUILD / "compile_commands.json").read_text(encoding="utf-8")):
        if entry["file"] in wanted:
            wanted.remove(entry["file"])
            groups.setdefault((os.path.dirname(entry["file"]), flags_of(entry)), []).append(entry["file"])
    if wanted:
        sys.exit(f"not in compile_commands.json: {sorted(wanted)}")
    (BUILD / "batches").mkdir(exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        batches = [(files[at:at + BATCH], flags) for (_, flags), files in sorted(groups.items())
                   for at in range(0, len(files), BATCH)]
        found = list(pool.map(lambda job: look_at(job[0], *job[1], checks), enumerate(batches)))
    for text in found:
        if text:
            print(text)
    return 1 if any(found) else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[2:]))
