"""`polyglot explore FOLDER`: its books are listed, opened and edited; nothing outside of it is. And books that vanish."""
import os
import shutil
import signal
import socket
import subprocess

from e2e_support import LIMIT, adapter, posix_only
from explore_support import By, InBrowser, WithBooks, run_tests
from test_explore_variants import make_variant_book


class WithFolder(WithBooks):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        books = cls.folder / "books" / "deep"
        books.mkdir(parents=True)
        shutil.copy(cls.folder / "b.bin", books.parent / "b.bin")
        shutil.copy(cls.folder / "a<b>.bin", books / "a.bin")
        (books.parent / "notes.txt").write_text("no book")
        shutil.copy(cls.folder / "b.bin", cls.folder / "outside.bin")


class Folder(WithFolder):
    def refused(self, explorer, **question):
        status, _, body = explorer.request("POST", "/api/open", question)
        self.assertEqual(status, 400, body)
        return body

    def test_list_open_compare(self):
        explorer = self.explore("books")
        about = explorer.ask("about")
        self.assertEqual((about["books"], about["folder"]["name"]), ([], "books"))
        files = {file["name"]: file for file in explorer.ask("folder")["files"]}
        self.assertEqual(sorted(files), ["b.bin", "deep/a.bin"])
        self.assertEqual(files["b.bin"], {"name": "b.bin", "format": "PolyGlot", "size": (self.folder / "b.bin").stat().st_size, "editable": True})
        self.assertEqual(explorer.ask("position")["books"], [])
        make_variant_book(self.folder / "books", "crazyhouse", "zh.bin")
        self.assertEqual({file["name"]: file.get("variant") for file in explorer.ask("folder")["files"]},
                         {"b.bin": None, "deep/a.bin": None, "zh.bin": "crazyhouse"})
        (self.folder / "books/zh.bin").unlink()
        now = explorer.ask("open", books=["deep/a.bin", "b.bin"])
        self.assertEqual([book["format"] for book in now["books"]], ["PolyGlot"] * 2)
        self.assertGreater(now["shelf"], about["shelf"])
        self.assertEqual({file["name"]: file.get("open") for file in explorer.ask("folder")["files"]}, {"deep/a.bin": 0, "b.bin": 1})
        answer = explorer.ask("position", line=["e2e4"])
        self.assertEqual([book["moves"][0]["san"] for book in answer["books"]], ["c5", "e5"])
        self.assertEqual(answer["shelf"], now["shelf"])
        while "looked_at" in (compared := explorer.ask("compare")):
            pass
        explorer.ask("open", books=["b.bin", "deep/a.bin"])  # another comparison, not the last one
        while "looked_at" in (again := explorer.ask("compare")):
            pass
        self.assertNotEqual(compared["number"], again["number"])
        self.assertEqual(explorer.end()[0], 0)

    def test_nothing_outside(self):
        explorer = self.explore("books")
        names = ["../outside.bin", "./b.bin", "deep/../b.bin", str(self.folder / "outside.bin"), "/etc/passwd", "notes.txt", "", "b.bin\0", "books/b.bin"]
        if os.name == "posix":
            (self.folder / "books/link.bin").symlink_to("../outside.bin")
            (self.folder / "books/up").symlink_to("..")
            self.addCleanup((self.folder / "books/link.bin").unlink)
            self.addCleanup((self.folder / "books/up").unlink)
            names += ["link.bin", "up/outside.bin", "up/books/b.bin"]
            self.assertEqual(explorer.ask("folder")["skipped"], 2)
        for name in names:
            self.assertIn("no book of this name", self.refused(explorer, books=[name]), name)
        for books in ([], "b.bin", ["b.bin"] * 3, [1], None):
            self.refused(explorer, books=books)
        self.assertEqual(explorer.request("POST", "/api/folder", {}, X_Polyglot_Key=None)[0], 403)
        self.assertEqual(explorer.request("POST", "/api/open", {"books": ["b.bin"]}, X_Polyglot_Key=None)[0], 403)
        self.assertEqual(explorer.ask("about")["books"], [])
        shown = self.explore("b.bin")
        shown.open()
        self.assertIn("explore FOLDER", self.refused(shown, books=["b.bin"]))

    def test_editing_and_two_tabs(self):
        explorer = self.explore("books")
        first = explorer.ask("open", books=["b.bin"], edit=True)["editing"]
        explorer.ask("edit", revision=first["revision"], edit="weight", value="7", move="e2e4")
        self.assertIn("not saved", self.refused(explorer, books=["deep/a.bin"]))
        other = explorer.ask("open", books=["deep/a.bin"], edit=True, discard=True)["editing"]
        # A tab that still shows the first book edits nothing.
        status, _, body = explorer.request("POST", "/api/edit", {"revision": first["revision"], "edit": "forbid", "move": "e2e4"})
        self.assertEqual((status, "another tab" in body), (400, True))
        self.assertEqual(other["unsaved"], 0)
        self.assertNotIn("editing", explorer.ask("open", books=["b.bin"]))
        self.assertFalse(list(self.folder.glob("books/**/*.unsaved")))
        self.assertEqual(explorer.ask("position")["books"][0]["moves"][0]["weight"], 3)

    @posix_only("it reads the list of open files")
    def test_a_closed_book_is_closed(self):
        explorer = self.explore("books")
        descriptors = f"/proc/{explorer.process.pid}/fd"
        explorer.ask("open", books=["b.bin"])
        explorer.ask("open", books=["deep/a.bin"])
        names = []
        for descriptor in os.listdir(descriptors) if os.path.isdir(descriptors) else []:
            try:
                names.append(os.readlink(f"{descriptors}/{descriptor}"))
            except OSError:
                pass
        self.assertFalse([name for name in names if name.endswith("books/b.bin")])

    def test_a_folder_is_named_alone(self):
        done = subprocess.run([adapter(), "explore", "books", "b.bin", "-no-open"], cwd=self.folder, capture_output=True, text=True, check=False, timeout=LIMIT)
        self.assertEqual(done.returncode, 1)
        self.assertIn("books is a folder", done.stderr)


class Changes(WithBooks):
    def test_a_book_that_vanishes_and_comes_back(self):
        book = self.folder / "c.bin"
        shutil.copy(self.folder / "b.bin", book)
        explorer = self.explore("c.bin")
        before = explorer.ask("changes")
        self.assertEqual(before["books"], [{"name": "c.bin", "trouble": ""}])
        self.assertEqual(explorer.ask("changes"), before)
        book.rename(self.folder / "d.bin")
        gone = explorer.ask("changes")
        self.assertGreater(gone["revision"], before["revision"])
        self.assertIn("deleted or renamed", gone["books"][0]["trouble"])
        answer = explorer.ask("position")
        self.assertIn("deleted or renamed", answer["books"][0]["trouble"])
        self.assertEqual(answer["books"][0]["moves"][0]["san"], "e4")
        self.assertEqual(explorer.ask("changes"), gone)
        (self.folder / "d.bin").rename(book)
        back = explorer.ask("changes")
        self.assertGreater(back["revision"], gone["revision"])
        self.assertEqual(back["books"][0]["trouble"], "")
        shutil.copy(self.folder / "a<b>.bin", self.folder / "e.bin")
        os.replace(self.folder / "e.bin", book)
        self.assertGreater(explorer.ask("changes")["revision"], back["revision"])
        self.assertEqual(explorer.ask("position", line=["e2e4"])["books"][0]["moves"][0]["san"], "c5")

    def test_a_port_that_is_in_use(self):
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            other.listen()
            port = str(other.getsockname()[1])
            done = subprocess.run([adapter(), "explore", "b.bin", "-no-open", "-port", port], cwd=self.folder, capture_output=True, text=True, check=False,
                                  timeout=LIMIT)
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"port {port} of this computer: another program uses it; -port names another one", done.stderr)


class Page(InBrowser, WithFolder):
    def test_open_a_book_and_see_it_vanish(self):
        explorer = self.explore("books")
        self.browser.get(explorer.address)
        self.until(lambda: self.browser.find_elements(By.CSS_SELECTOR, "#shelf [aria-label='Open b.bin']"))
        self.one("#shelf [aria-label='Open b.bin']").click()
        self.until_moves("e4")
        self.assertIn("b.bin", self.one("#books").text)
        self.assertIn("b.bin", self.browser.title)
        (self.folder / "books/b.bin").rename(self.folder / "books/away.bin")
        self.until(lambda: "deleted or renamed" in self.one("#notes").text)
        (self.folder / "books/away.bin").rename(self.folder / "books/b.bin")
        self.until(lambda: "deleted or renamed" not in self.one("#notes").text)
        self.type("o")
        self.until(lambda: self.browser.find_elements(By.CSS_SELECTOR, "#shelf [aria-label='Compare b.bin with deep/a.bin']"))
        self.one("#shelf [aria-label='Compare b.bin with deep/a.bin']").click()
        self.until(lambda: self.one("#books").text.count(".bin") == 2)
        self.check_accessibility()
        self.one("#tab-compare").click()
        self.until(lambda: self.one("#compare").is_displayed())
        self.one("#shelf-open").click()
        self.one("#shelf input[type=checkbox]").click()
        self.choose("b.bin")
        self.until(lambda: self.books() == ["b.bin"])
        self.until(lambda: self.one("#tree-box").is_displayed())
        self.assertFalse(self.one("#compare").is_displayed())
        self.edits_of_another_tab(explorer)
        self.assertEqual(explorer.end(signal.SIGINT)[0], 0)

    def books(self):
        return self.browser.execute_script("return [...document.querySelectorAll('#books b')].map(name => name.textContent.replace(/^books./, '').replace('\\\\', '/'))")

    def choose(self, name):
        """In the list of books, which is shown first if it is not."""
        self.browser.execute_script("if (!document.querySelector('#shelf').open) document.querySelector('#shelf-open').click()")
        self.until(lambda: self.browser.find_elements(By.CSS_SELECTOR, f"#shelf[open] [aria-label='Open {name}']"))
        self.one(f"#shelf [aria-label='Open {name}']").click()

    def edits_of_another_tab(self, explorer):
        """What this tab has not made is not lost without a question, and a book that another tab opens is noticed."""
        self.ask_as_the_browser(explorer)
        explorer.ask("edit", revision=explorer.ask("about")["editing"]["revision"], edit="weight", value="7", move="e2e4")
        self.browser.execute_script("window.asked = []; window.confirm = text => { window.asked.push(text); return window.asked.length > 1 }")
        self.choose("deep/a.bin")
        self.until(lambda: self.browser.execute_script("return window.asked.length === 1"))
        self.assertEqual(explorer.ask("about")["editing"]["unsaved"], 1)
        self.assertEqual(self.books(), ["b.bin"])
        self.choose("deep/a.bin")
        self.until(lambda: self.books() == ["deep/a.bin"])
        self.until(lambda: self.browser.execute_script("return document.querySelector('#edit').checkVisibility()"))
        explorer.ask("open", books=["b.bin"], edit=True, discard=True)
        self.until(lambda: self.books() == ["b.bin"])
        make_variant_book(self.folder, "racingkings", "books/kings.bin")
        self.browser.execute_script("location.hash = 'line=e2e4.e7e5'")
        self.until(lambda: self.fen().startswith("rnbqkbnr/pppp1ppp"))
        explorer.ask("open", books=["kings.bin"])  # the line is not legal there: its start is shown
        self.until(lambda: self.books() == ["kings.bin"])
        self.until(lambda: self.fen().startswith("8/8/8/8/8/8/krbnNBRK"))


if __name__ == "__main__":
    run_tests()
