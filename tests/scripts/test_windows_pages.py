#!/usr/bin/env python3
"""packaging/windows/make_pages.py: every link of the pages in the Windows zip leads to a place in it, and blocks are what
they are on GitHub."""
import html.parser
import pathlib
import posixpath
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "packaging" / "windows"))
import make_pages  # noqa: E402 pylint: disable=wrong-import-position,import-error


class Reader(html.parser.HTMLParser):
    """Links, places, and whether every tag is closed."""

    def __init__(self, text):
        super().__init__()
        self.links, self.places, self.open, self.wrong, self.text = [], set(), [], [], ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.links += [values[name] for name in ("href", "src") if name in values]
        self.places |= {values["id"]} if "id" in values else set()
        if tag not in ("meta", "img"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)

    def handle_data(self, data):
        if "code" not in self.open:
            self.text += data


def blocks(text):
    return make_pages.Page("docs/x.md", {"docs/x.md": "x.html", "docs/y.md": "y.html"}).blocks(text.splitlines())


class Pages(unittest.TestCase):
    def test_blocks(self):
        for text, expected in [
                ("# A `b`", '<h1 id="a-b">A <code>b</code></h1>'),
                ("a\nb *c* **d** <e>", "<p>a\nb <em>c</em> <strong>d</strong> &lt;e&gt;</p>"),
                ("**a** b **c** *d* e", "<p><strong>a</strong> b <strong>c</strong> <em>d</em> e</p>"),
                ("* a\n  b\n* c", "<ul>\n<li>a\nb</li>\n<li>c</li>\n</ul>"),
                ("2. a\n3. b", '<ol start="2">\n<li>a</li>\n<li>b</li>\n</ol>'),
                ("| a | b |\n|---|---|\n| `c|d` | e |", "<table>\n<tr><th>a</th><th>b</th></tr>\n<tr><td><code>c|d</code></td>"
                                                       "<td>e</td></tr>\n</table>"),
                ("[a](y.md#b) [c](z.cpp)", '<p><a href="y.html#b">a</a> c</p>'),
                ("```ini\na = 'b c'\n```", "<pre><code>a = 'b c'</code></pre>"),
                ("```\n$ polyglot x -filter 'A >= 1'\n```", '<pre><code>&gt; polyglot x -filter "A &gt;= 1"</code></pre>')]:
            with self.subTest(text):
                self.assertEqual(blocks(text), expected)

    def test_every_page(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            make_pages.write_pages(ROOT, folder)
            pages = {path.relative_to(folder).as_posix(): Reader(path.read_text(encoding="utf-8"))
                     for path in folder.rglob("*.html")}
            self.assertGreater(len(pages), 60)
            for name, page in pages.items():
                with self.subTest(name):
                    self.assertEqual((page.open, page.wrong), ([], []))
                    for link in page.links:
                        if link.startswith("http"):
                            continue
                        path, _, place = link.partition("#")
                        file = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
                        self.assertTrue((folder / file).is_file(), f"{name} links to {link}")
                        self.assertTrue(not place or place in pages[file].places, f"{name} links to {link}")
                    for mark in ("](", "`", "**"):
                        self.assertNotIn(mark, page.text)


if __name__ == "__main__":
    unittest.main()
