#!/usr/bin/env python3
"""make_pages.py ROOT FOLDER: README.md, CHANGELOG.md and docs/ as HTML pages in FOLDER, for the zip: index.html is README.md.

Reads the Markdown that our pages use: headings, paragraphs, lists, tables, code, links, pictures. A link to a file that is
no page becomes its text. In commands, 'quotes' become "quotes", because cmd.exe knows no others.
"""
import html
import os
import pathlib
import posixpath
import re
import shutil
import sys

PICTURES = (".png", ".svg")
STYLE = """body { max-width: 54rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 "Segoe UI", sans-serif; }
pre { padding: .7rem; overflow-x: auto; background: #8882; }
code { font-family: Consolas, monospace; font-size: .95em; }
table { border-collapse: collapse; }
th, td { border: 1px solid #8888; padding: .2rem .5rem; text-align: left; vertical-align: top; }
img { max-width: 100%; }
:root { color-scheme: light dark; }"""
ITEM = re.compile(r"(\s*)(?:[*+-]|(\d+)\.)\s+")
FENCE = re.compile(r"\s*(```+|~~~+)")
HEADING = re.compile(r"(#{1,6})\s+(.*)")
CODE = re.compile(r"(`+)(.+?)\1(?!`)", re.DOTALL)
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]*)\)")
COMMAND = re.compile(r"^\s*(?:\$ )?polyglot\b", re.MULTILINE)
QUOTED = re.compile(r"(?<=[\s=])'([^'\"]*)'(?=\s|$)", re.MULTILINE)
PROMPT = re.compile(r"^\$ ", re.MULTILINE)


def anchor(heading):
    """What GitHub calls the place of a heading."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def page_names(root):
    """{file in the repository: page}"""
    names = {"README.md": "index.html", "CHANGELOG.md": "changelog.html"}
    for path in sorted((root / "docs").rglob("*.md")):
        names[path.relative_to(root).as_posix()] = path.relative_to(root / "docs").with_suffix(".html").as_posix()
    return names


class Page:
    def __init__(self, source, names):
        self.source, self.names, self.pictures = source, names, set()

    def address(self, target, picture):
        """None if nothing in the zip is there."""
        if re.match(r"https?:|mailto:", target):
            return target
        path, _, place = target.partition("#")
        place = "#" + place if place else ""
        if not path:
            return place
        file = posixpath.normpath(posixpath.join(posixpath.dirname(self.source), path))
        here = posixpath.dirname(self.names[self.source]) or "."
        if file in self.names:
            return posixpath.relpath(self.names[file], here) + place
        if picture and file.startswith("docs/") and file.endswith(PICTURES):
            self.pictures.add(file)
            return posixpath.relpath(file.removeprefix("docs/"), here)
        return None

    def inline(self, text):
        kept = []

        def keep(what):
            kept.append(what)
            return f"\0{len(kept) - 1}\0"

        def link(found):
            picture, words, target = found.groups()
            address = self.address(target, picture)
            if picture:
                return keep(f'<img src="{html.escape(address)}" alt="{html.escape(words)}">') if address else words
            return keep(f'<a href="{html.escape(address)}">') + words + keep("</a>") if address else words

        text = CODE.sub(lambda found: keep(f"<code>{html.escape(found[2].strip(), False)}</code>"), text)
        text = re.sub(r"\\([\\`*_|<>\[\]#])", lambda found: keep(html.escape(found[1], False)), text)
        text = re.sub(r"<(https?:[^ >]+)>", lambda found: keep(f'<a href="{found[1]}">{found[1]}</a>'), text)
        text = LINK.sub(link, LINK.sub(link, text))  # twice: a picture may be the text of a link
        text = html.escape(text, False)
        text = re.sub(r"\*\*(\S(?:.*?\S)??)\*\*", r"<strong>\1</strong>", text, flags=re.DOTALL)
        text = re.sub(r"(?<![\w*])\*(\S(?:.*?\S)??)\*(?![\w*])", r"<em>\1</em>", text, flags=re.DOTALL)
        while "\0" in text:
            text = re.sub(r"\0(\d+)\0", lambda found: kept[int(found[1])], text)
        return text

    def heading(self, marks, words):
        level = len(marks)
        plain = LINK.sub(lambda found: found[2], words).replace("`", "").replace("*", "")
        return f'<h{level} id="{anchor(plain)}">{self.inline(words)}</h{level}>'

    @staticmethod
    def code(lines):
        text = "\n".join(lines)
        if COMMAND.search(text):
            text = PROMPT.sub("> ", QUOTED.sub(r'"\1"', text))
        return f"<pre><code>{html.escape(text, False)}</code></pre>"

    def table(self, lines):
        def cells(line):
            hidden = CODE.sub(lambda found: found[0].replace("|", "\1"), line.strip().removeprefix("|").removesuffix("|"))
            return [cell.replace("\1", "|").replace("\\|", "|").strip() for cell in re.split(r"(?<!\\)\|", hidden)]

        def row(line, tag):
            return "<tr>" + "".join(f"<{tag}>{self.inline(cell)}</{tag}>" for cell in cells(line)) + "</tr>"

        return "\n".join(["<table>", row(lines[0], "th"), *(row(line, "td") for line in lines[2:]), "</table>"])

    def listing(self, lines):
        """A list; its items are blocks again."""
        numbered = ITEM.match(lines[0])[2]
        items = []
        for line in lines:
            found = ITEM.match(line)
            if found and len(found[1]) == len(ITEM.match(lines[0])[1]):
                items.append([line[found.end():]])
                width = found.end()
            else:
                items[-1].append(line[min(width, len(line) - len(line.lstrip())):])
        tag = "ol" if numbered else "ul"
        start = f' start="{numbered}"' if numbered not in (None, "1") else ""
        inner = "\n".join(f"<li>{self.blocks(item, tight=True)}</li>" for item in items)
        return f"<{tag}{start}>\n{inner}\n</{tag}>"

    def blocks(self, lines, tight=False):
        made, at = [], 0
        while at < len(lines):
            end = block_end(lines, at)
            block, line = lines[at:end], lines[at]
            if FENCE.match(line):
                made.append(self.code(block[1:-1]))
            elif not line.strip() or line.startswith("<!--"):
                pass
            elif found := HEADING.match(line):
                made.append(self.heading(*found.groups()))
            elif line.startswith("|"):
                made.append(self.table(block))
            elif line.startswith("    "):
                made.append(self.code([part[4:] for part in block]))
            elif ITEM.match(line):
                made.append(self.listing(block))
            else:
                words = self.inline("\n".join(part.strip() for part in block))
                made.append(words if tight else f"<p>{words}</p>")
            at = end
        return "\n".join(made)


def block_end(lines, at):
    """The line after the block that begins at a line."""
    line, end = lines[at], at + 1
    if fence := FENCE.match(line):
        while end < len(lines) and not lines[end].strip().startswith(fence[1]):
            end += 1
        return end + 1
    if not line.strip() or HEADING.match(line) or line.startswith("<!--"):
        return end
    if line.startswith("|"):
        continues = lambda next_line: next_line.startswith("|")
    elif line.startswith("    "):
        continues = lambda next_line: next_line.startswith("    ")
    elif found := ITEM.match(line):
        return list_end(lines, at, len(found[1]), found[2] is not None)
    else:
        continues = lambda text: text.strip() and not (
            HEADING.match(text) or FENCE.match(text) or ITEM.match(text) or text.startswith(("|", "<!--")))
    while end < len(lines) and continues(lines[end]):
        end += 1
    return end


def list_end(lines, at, indent, numbered):
    """A list goes on with items of its kind and with what is indented deeper; blank lines may lie between."""
    end = last = at + 1
    while end < len(lines):
        line, item = lines[end], ITEM.match(lines[end])
        if line.strip():
            same = item and len(item[1]) == indent and (item[2] is not None) == numbered
            if not same and len(line) - len(line.lstrip()) <= indent:
                break
            last = end + 1
        end += 1
    return last


def write_pages(root, folder):
    names = page_names(root)
    for source, name in names.items():
        page = Page(source, names)
        text = (root / source).read_text(encoding="utf-8")
        title = re.search(r"^# (.*)", text, re.MULTILINE)[1].replace("`", "")
        up = posixpath.relpath("index.html", posixpath.dirname(name) or ".")
        body = page.blocks(text.splitlines())
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(f'<!DOCTYPE html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{html.escape(title)}</title>\n'
                          f'<style>\n{STYLE}\n</style>\n<p><a href="{up}">polyglot</a></p>\n{body}\n</html>\n',
                          encoding="utf-8", newline="\r\n")
        for picture in page.pictures:
            copy = folder / picture.removeprefix("docs/")
            os.makedirs(copy.parent, exist_ok=True)
            shutil.copyfile(root / picture, copy)
    return len(names)


def main():
    count = write_pages(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
    print(f"{count} pages")


if __name__ == "__main__":
    main()
