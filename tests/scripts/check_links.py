#!/usr/bin/env python3
"""Every link of the README and of the documentation leads to a file that is there, and to a heading that it has.

usage: check_links.py ROOT     exit status 1: links that lead nowhere, as FILE:LINE; 2: no page was found
Links to other servers are not followed. The test of the checker itself is the page of broken links below.
"""

import pathlib
import re
import sys
import tempfile
import urllib.parse

LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)|^\s{0,3}\[[^\]]+\]:\s+(\S+)")
CODE = re.compile(r"`[^`]*`")
HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*$")


def lines_outside_code(page):
    """(number, line) of what is not in a fenced block."""
    fence = None
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
        mark = re.match(r"\s*(```+|~~~+)", line)
        if mark and (fence is None or line.strip().startswith(fence)):
            fence = mark.group(1) if fence is None else None
        elif fence is None:
            yield number, line


def anchors(page):
    """Anchors as GitHub derives them from headings: small letters, no punctuation, dashes for blanks, -1 after a second one."""
    seen = {}
    result = set()
    for _, line in lines_outside_code(page):
        heading = HEADING.match(line)
        if heading:
            text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading.group(1))
            slug = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
            count = seen[slug] = seen.get(slug, -1) + 1
            result.add(f"{slug}-{count}" if count else slug)
        result.update(re.findall(r"<a (?:name|id)=\"([^\"]+)\"", line))
    return result


def links(page):
    for number, line in lines_outside_code(page):
        for match in LINK.finditer(CODE.sub("", line)):
            yield number, match.group(1) or match.group(2)


def broken_links(pages):
    for page in pages:
        for number, link in links(page):
            if re.match(r"[a-z][a-z0-9+.-]*:", link):
                continue
            path, _, anchor = urllib.parse.unquote(link).partition("#")
            target = page.parent / path if path else page
            if not target.exists():
                yield f"{page}:{number}: {link}: there is no {path}"
            elif anchor and target.suffix == ".md" and anchor not in anchors(target):
                yield f"{page}:{number}: {link}: no heading of {target.name} has this anchor"


def check_the_checker():
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder) / "page.md"
        (pathlib.Path(folder) / "other.md").write_text("# A `b`: c & d\n## Twice\n## Twice\n```\n# not this\n```\n")
        good = ["other.md", "other.md#a-b-c--d", "other.md#twice-1", "#here", "https://nowhere.invalid/x", "#here"]
        bad = ["none.md", "other.md#nowhere", "#there", "other.md#not-this", "other.md#twice-2"]
        text = "# Here\n`[x](code.md)`\n```\n[x](fenced.md)\n```\n"
        page.write_text(text + "".join(f"a [b [c] d]({link}) e ![f]({link})\n" for link in good + bad))
        found = [report.split(": ")[1] for report in broken_links([page])]
        assert found == [link for link in bad for _ in range(2)], found


def main():
    check_the_checker()
    root = pathlib.Path(sys.argv[1])
    pages = sorted([*root.glob("*.md"), *root.glob("docs/**/*.md"), *root.glob("tests/**/*.md")])
    if len(pages) < 10:
        print(f"only {len(pages)} pages under {root}")
        return 2
    broken = list(broken_links(pages))
    print(*broken, f"{len(pages)} pages, {sum(1 for page in pages for _ in links(page))} links, {len(broken)} broken", sep="\n")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
