"""A store of grow-book as a book that one reads: show-book, find-book and explore, also while engines search for it."""
import json
import os
import re
import shlex
import signal
import sqlite3
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from e2e_support import LIMIT, adapter, fake_engine
from explore_support import AXE, By, Explorer, InChromium, run_tests

ENGINE = f"{shlex.quote(fake_engine())} --key-values --random-legal --seed 1"
GROW = ("grow-book", "-depth", "1", "-width", "1000")
START_KEY = 0x463b96181691fc9c  # less than 2^63


class WithStore(unittest.TestCase):
    """grow.db of 40 searches, in a folder of its own for each test."""

    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory(prefix="polyglot grown ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.run_polyglot(*GROW, "-store", "grow.db", "-ec", ENGINE, "-positions", "40")

    def run_polyglot(self, *words, status=0):
        ran = subprocess.run([adapter(), *words], cwd=self.folder, capture_output=True, text=True, timeout=LIMIT, check=False)
        self.assertEqual(ran.returncode, status, (words, ran.stdout, ran.stderr))
        return ran.stdout + ran.stderr

    def sql(self, text, *values):
        with sqlite3.connect(self.folder / "grow.db", timeout=LIMIT) as store:
            rows = store.execute(text, values).fetchall()
        store.close()
        return rows

    def claim(self, key, seconds=600):
        """As a process does that begins to search the position."""
        self.sql("INSERT OR REPLACE INTO claims VALUES (?, 7, ?)", key, int(time.time()) + seconds)

    def explore(self, *words):
        explorer = Explorer(self.folder, "grow.db", *words)
        self.addCleanup(explorer.end, signal.SIGTERM)
        return explorer

    def start_growing(self):
        """A process that searches until it is ended, each search taking a moment."""
        process = subprocess.Popen([adapter(), *GROW, "-store", "grow.db", "-ec", ENGINE + " --think 50", "-concurrency", "2"],
                                   cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process


class Commands(WithStore):
    def test_show_book(self):
        text = self.run_polyglot("show-book", "grow.db", "-min-share", "0", "-depth", "1")
        self.assertIn("grow.db (grow-book store), the start position\nvalue ", text)
        self.assertRegex(text, r"\nlast search: Fake Engine, depth 1, \S+ nodes, 20\d\d-\d\d-\d\d\n")
        self.assertIn("\nsearched now: nothing\n", text)
        moves = set(self.sql("SELECT move FROM moves WHERE key = ?", START_KEY))
        self.assertGreater(len(moves), 2)
        # Each move of the book and the engine's answer, if the book has not followed it yet, with value and depth.
        moves.update(self.sql("SELECT move FROM positions WHERE key = ?", START_KEY))
        rows = re.findall(r"^1\. \S+ .*[+-]\d+\.\d\d, depth \d+", text, re.MULTILINE)
        self.assertEqual(len(rows), len(moves), text)
        shown = json.loads(self.run_polyglot("show-book", "grow.db", "-min-share", "0", "-depth", "1", "-json"))
        self.assertEqual(shown["search"]["engine"], "Fake Engine")
        values = [move["value"]["white"] for move in shown["tree"]["moves"]]
        self.assertEqual(shown["tree"]["value"]["white"], max(values))
        page = self.run_polyglot("show-book", "grow.db", "-html", "-")
        self.assertIn("<br>searched now: nothing", page)

    def test_what_is_searched_now(self):
        child, move = self.sql("SELECT child, move FROM moves WHERE key = ? LIMIT 1", START_KEY)[0]
        self.claim(child)
        text = self.run_polyglot("show-book", "grow.db", "-min-share", "0", "-depth", "1")
        self.assertRegex(text, r"\nsearched now: 1\. \S+\n")
        self.assertEqual(len(re.findall("searched now; [+-]", text)), 1, text)
        # A position that is new: only the answer to the one before leads there.
        self.sql("DELETE FROM claims")
        answer = self.sql("SELECT move FROM positions WHERE key = ? AND state = 1", child)
        shown = json.loads(self.run_polyglot("show-book", "grow.db", "-min-share", "0", "-depth", "2", "-json"))
        self.assertEqual(shown["searched_now"], [])
        if answer:
            fens = {found["uci"]: found["after"]["fen"] for one in shown["tree"]["moves"] if "after" in one
                    for found in one["after"]["moves"] if "after" in found}
            self.assertTrue(fens)
            known = {key for (key,) in self.sql("SELECT key FROM positions")}
            for fen in fens.values():
                key = int(re.search(r"[0-9a-f]{16}", self.run_polyglot("key", "-fen", fen)).group(), 16)
                key -= 2**64 if key >= 2**63 else 0
                if key not in known:
                    self.claim(key)
                    break
            else:
                self.fail("all positions are known")
            self.assertRegex(self.run_polyglot("show-book", "grow.db"), r"\nsearched now: 1\. \S+ \S+\n")
        self.sql("DELETE FROM claims")
        self.claim(123456)  # nowhere in the book
        self.assertIn("\nsearched now: elsewhere\n", self.run_polyglot("show-book", "grow.db"))
        self.claim(123456, seconds=-5)  # of a process that has died
        self.assertIn("\nsearched now: nothing\n", self.run_polyglot("show-book", "grow.db"))

    def test_other_commands(self):
        text = self.run_polyglot("find-book", "grow.db")
        self.assertRegex(text, r"may be played.*[+-]\d\.\d\d")
        for extension in ("bin", "abk", "yacb", "exp", "csv", "json"):
            converted, written = f"converted.{extension}", f"written.{extension}"
            self.run_polyglot("convert-book", "grow.db", "-to", converted)
            self.run_polyglot("grow-book", "-store", "grow.db", "-bin", written)
            self.assertEqual((self.folder / converted).read_bytes(), (self.folder / written).read_bytes(), extension)
        before = (self.folder / "grow.db").read_bytes()
        for words in (("edit-book", "grow.db", "-move", "e4", "-delete"), ("merge-book", "grow.db", "converted.bin", "-out", "x.bin"),
                      ("learn-book", "grow.db", "-show"), ("repair-book", "grow.db", "-out", "x.bin"), ("info-book", "grow.db"),
                      ("verify-book", "grow.db"), ("explore", "grow.db", "-edit", "-no-open")):
            with self.subTest(words=words):
                self.assertRegex(self.run_polyglot(*words, status=1), "grow-book|grow.db: ")
                self.assertEqual((self.folder / "grow.db").read_bytes(), before)
        ran = subprocess.run([adapter(), "-noini", "-book", "grow.db", "--", fake_engine()], input="uci\nisready\nucinewgame\nquit\n", cwd=self.folder,
                             capture_output=True, text=True, timeout=LIMIT, check=False)
        self.assertIn("a store of polyglot grow-book", ran.stdout)

    def test_a_damaged_store(self):
        data = (self.folder / "grow.db").read_bytes()
        (self.folder / "grow.db").write_bytes(data[:100] + b"x" * (len(data) - 100))
        for words in (("show-book", "grow.db"), ("find-book", "grow.db"), ("convert-book", "grow.db", "-to", "x.bin")):
            self.assertIn("grow.db: ", self.run_polyglot(*words, status=1))

    def test_while_it_grows(self):
        process = self.start_growing()
        before = self.sql("SELECT count(*) FROM positions")[0][0]
        now = 0
        deadline = time.monotonic() + LIMIT
        while (self.sql("SELECT count(*) FROM positions")[0][0] < before + 10 or now < 3) and time.monotonic() < deadline:
            text = self.run_polyglot("show-book", "grow.db", "-depth", "2")
            self.assertIn("searched now: ", text)
            now += len(re.findall(r"searched now: 1\.", text))
        self.assertGreaterEqual(now, 3)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(LIMIT), 130, process.stderr.read())
        self.assertIn("searched now: nothing", self.run_polyglot("show-book", "grow.db"))


class Api(WithStore):
    def test_a_position(self):
        explorer = self.explore()
        about = explorer.ask("about")["books"][0]
        self.assertEqual((about["format"], about["is_store"], about["has_values"]), ("grow-book store", True, True))
        (book,) = explorer.ask("position")["books"]
        self.assertFalse(book["searched_now"])
        self.assertEqual(book["search"]["engine"], "Fake Engine")
        self.assertTrue(all("value" in branch and branch["depth"] > 0 for branch in book["branches"]))
        (store,) = explorer.ask("searches")["stores"]
        self.assertEqual((store["name"], store["positions"], store["now"], store["searches"]),
                         ("grow.db", self.sql("SELECT count(*) FROM positions")[0][0], [], 0))
        # What is stored and claimed from now on is seen.
        child = self.sql("SELECT child FROM moves WHERE key = ? LIMIT 1", START_KEY)[0][0]
        self.claim(child)
        self.claim(START_KEY)
        (later,) = explorer.ask("searches")["stores"]
        self.assertGreater(later["revision"], store["revision"])
        self.assertEqual(sorted(len(one["line"]) for one in later["now"]), [0, 1])
        (book,) = explorer.ask("position")["books"]
        self.assertTrue(book["searched_now"])
        self.assertEqual([branch["uci"] for branch in book["branches"] if branch.get("searched_now")],
                         [one["line"][0] for one in later["now"] if one["line"]])
        self.run_polyglot(*GROW, "-store", "grow.db", "-ec", ENGINE, "-positions", "5")
        (grown,) = explorer.ask("searches")["stores"]
        self.assertEqual(grown["positions"], self.sql("SELECT count(*) FROM positions")[0][0])
        self.assertGreater(grown["revision"], later["revision"])
        self.assertEqual(explorer.ask("searches")["stores"][0]["revision"], grown["revision"])

    def test_another_store_in_its_place(self):
        explorer = self.explore()
        self.run_polyglot(*GROW, "-store", "other.db", "-ec", ENGINE, "-positions", "3")
        os.replace(self.folder / "other.db", self.folder / "grow.db")
        (store,) = explorer.ask("searches")["stores"]
        self.assertEqual(store["positions"], self.sql("SELECT count(*) FROM positions")[0][0])
        (self.folder / "grow.db").write_bytes(b"nothing")
        self.assertIn("grow.db", explorer.ask("position")["books"][0]["trouble"])
        self.assertEqual(explorer.ask("searches")["stores"][0]["positions"], store["positions"])

    def test_beside_a_book(self):
        self.run_polyglot("convert-book", "grow.db", "-to", "a.bin")
        explorer = self.explore("a.bin")
        first, second = explorer.ask("position")["books"]
        self.assertIn("search", first)
        self.assertNotIn("search", second)
        self.assertEqual(len(explorer.ask("searches")["stores"]), 1)
        self.assertEqual(explorer.ask("tree", depth=2)["format"], "grow-book store")

    def test_a_writer_is_not_held_up(self):
        explorer = self.explore()
        process = self.start_growing()
        before = self.sql("SELECT count(*) FROM positions")[0][0]
        lines, revisions = 0, set()
        deadline = time.monotonic() + LIMIT
        while (lines < 20 or len(revisions) < 10) and time.monotonic() < deadline:
            (store,) = explorer.ask("searches")["stores"]
            lines += len(store["now"])
            revisions.add(store["revision"])
            # A position that is new has been found by the answer that leads to it.
            self.assertGreaterEqual(store["searches"], len(store["now"]))
            self.assertNotIn("trouble", explorer.ask("position")["books"][0])
        self.assertGreaterEqual(lines, 20)
        self.assertGreaterEqual(len(revisions), 10)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(LIMIT), 130)
        self.assertEqual(process.stderr.read(), "")
        self.assertGreater(self.sql("SELECT count(*) FROM positions")[0][0], before)
        self.assertEqual(self.sql("PRAGMA integrity_check"), [("ok",)])


class Page(InChromium, WithStore):
    def open(self):
        explorer = self.explore()
        self.browser.get(explorer.address)
        self.until(lambda: "positions" in self.text("#searches"))
        return explorer

    def text(self, selector):
        return self.browser.execute_script("return document.querySelector(arguments[0])?.innerText ?? ''", selector)

    def chosen(self):
        return self.browser.execute_script("return document.querySelector('#moves tr.chosen').dataset.san")

    def test_the_page_follows_the_store(self):
        self.open()
        self.assertIn("nothing is searched now", self.text("#searches"))
        self.assertIn("last search: Fake Engine, depth 1", self.text("#notes"))
        self.assertIn("Value", self.text("#moves thead"))
        self.assertIn("Depth", self.text("#moves thead"))
        # The second row is chosen, and stays so when the page is renewed.
        self.one("body").send_keys("\ue015")
        chosen = self.chosen()
        child = self.sql("SELECT child FROM moves WHERE key = ? ORDER BY move LIMIT 1", START_KEY)[0][0]
        self.claim(child)
        self.until(lambda: "searched now:" in self.text("#searches") and "searched now" in self.text("#moves tbody"))
        self.assertEqual(self.chosen(), chosen)
        line = self.one("#searches li button").text
        self.assertRegex(line, r"^1\. \S+$")
        self.one("#searches li button").click()
        self.until(lambda: "this position is searched now" in self.text("#notes"))
        self.sql("DELETE FROM claims")
        self.until(lambda: "nothing is searched now" in self.text("#searches")
                   and "this position is searched now" not in self.text("#notes"))

    def test_while_it_grows(self):
        self.open()
        before = self.text("#searches")
        process = self.start_growing()
        self.until(lambda: "searched now:" in self.text("#searches"))
        self.until(lambda: self.text("#searches p") != before and re.search(r"\d+", self.text("#searches p")).group()
                   != re.search(r"\d+", before).group())
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(LIMIT), 130)
        self.until(lambda: "nothing is searched now" in self.text("#searches"))

    @unittest.skipUnless(AXE.exists(), "no axe-core (scripts/setup build)")
    def test_accessibility(self):
        self.open()
        self.claim(START_KEY)
        self.until(lambda: "the start position" in self.text("#searches"))
        self.check_accessibility()


if __name__ == "__main__":
    run_tests()
