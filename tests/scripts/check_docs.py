#!/usr/bin/env python3
"""No line of prose in README.md, CONTRIBUTING.md or docs/ is longer than 100 columns.

usage: check_docs.py ROOT     exit status 1: there are such lines, printed as FILE:LINE; 2: no page was found
Exempt: tables, headings, fenced and indented code, and a line that cannot be broken because it is one link or one piece of code.
"""

import pathlib
import re
import sys

WIDTH = 100
UNBREAKABLE = re.compile(r"\s*(?:[*+-] |\d+\. )?\(?(?:!?\[(?:[^\[\]]|\[[^\]]*\])*\]\([^)]*\)|`[^`]*`|\S+)\S*")


def is_prose(line):
    return not line.startswith(("|", "#", "    ")) and not UNBREAKABLE.fullmatch(line)


def long_lines(text):
    """The numbers of the lines that are too long."""
    in_fence = False
    for number, line in enumerate(text.splitlines(), start=1):
        if line.lstrip().startswith(("```", "~~~")):
            in_fence = not in_fence
        elif not in_fence and len(line) > WIDTH and is_prose(line):
            yield number


def check_the_checker():
    long = "word " * 20 + "word"
    fine = ["| " + long, "# " + long, "    " + long, "```", long, "```", "* [" + long + "](x.md),", "é" * 50 + " " + "é" * 49]
    bad = [long, "* " + long, "  " + long, "[a](b.md) " + long]
    assert list(long_lines("\n".join(fine + bad))) == [len(fine) + n for n in range(1, len(bad) + 1)]


def main():
    check_the_checker()
    root = pathlib.Path(sys.argv[1])
    pages = [root / "README.md", root / "CONTRIBUTING.md", *sorted(root.glob("docs/**/*.md"))]
    if len(pages) < 10:
        print(f"only {len(pages)} pages under {root}")
        return 2
    found = [f"{page}:{number}: longer than {WIDTH} columns" for page in pages for number in long_lines(page.read_text(encoding="utf-8"))]
    print(*found, f"{len(pages)} pages, {len(found)} lines too long", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
