"""`polyglot explore` as a process: what its server gives to whom, and its page in a real browser."""
import contextlib
import http.client
import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

try:
    import resource
except ImportError:  # Windows
    resource = None

from e2e_support import LIMIT, adapter, posix_only
from explore_support import AXE, START, By, Explorer, InBrowser, Keys, WithBooks, make_books, run_tests, webdriver


class Server(WithBooks):
    def test_answers(self):
        explorer = self.explore("a<b>.bin")
        self.assertEqual(explorer.ask("about")["books"][0]["name"], "a<b>.bin")
        answer = explorer.ask("position", line=["e2e4"])
        self.assertEqual([move["san"] for move in answer["books"][0]["moves"]], ["c5"])
        self.assertEqual(explorer.ask("tree", depth=3)["tree"]["moves"][0]["san"], "e4")
        self.assertEqual(explorer.ask("paste", text="1. d4 d5")["line"], ["d2d4", "d7d5"])

    def test_only_the_user_is_served(self):
        explorer = self.explore("a<b>.bin")
        self.assertEqual(explorer.request("POST", "/api/about", {}, Cookie=None)[0], 403)
        self.assertEqual(explorer.request("GET", "/", Cookie=None)[0], 403)
        # What does not get the page does not use the address up.
        self.assertEqual(explorer.request("HEAD", "/?token=" + explorer.token)[0], 403)
        self.assertEqual(explorer.request("POST", "/?token=" + explorer.token, {})[0], 403)
        self.assertEqual(explorer.request("GET", "/page.js?token=" + explorer.token)[0], 403)
        for waits in (True, False):
            self.break_off(explorer, waits)
        status, headers, page = explorer.open()
        self.assertEqual(status, 200)
        self.assertIn("HttpOnly; SameSite=Strict", headers["Set-Cookie"])
        self.assertNotIn(explorer.token, page + headers["Set-Cookie"])
        self.assertEqual(explorer.request("GET", "/?token=" + explorer.token, Cookie=None)[0], 403)  # used
        self.assertEqual(explorer.request("GET", "/?token=" + explorer.token)[0], 200)  # by the same browser
        # A foreign name that leads here, and another site's page.
        self.assertEqual(explorer.request("POST", "/api/about", {}, host="evil.example")[0], 403)
        self.assertEqual(explorer.request("POST", "/api/about", {}, Origin="http://evil.example")[0], 403)
        self.assertEqual(explorer.request("POST", "/api/about", {}, Sec_Fetch_Site="cross-site")[0], 403)
        self.assertEqual(explorer.request("POST", "/api/quit", {}, Content_Type="text/plain")[0], 415)
        self.assertIn("MIT License", explorer.request("GET", "/licences.txt")[2])  # of what the page is made from
        self.assertIn("CC BY-SA 3.0", explorer.request("GET", "/licences.txt")[2])
        for path in ("/../../etc/passwd", "/a<b>.bin", "//etc/passwd", "/%2e%2e/"):
            self.assertEqual(explorer.request("GET", path)[0], 404, path)

    @staticmethod
    def break_off(explorer, waits):
        """Asks for the page and ends without having read it, after it has come or at once."""
        with socket.create_connection(("127.0.0.1", explorer.port), LIMIT) as client:
            client.sendall(f"GET /?token={explorer.token} HTTP/1.1\r\nHost: 127.0.0.1:{explorer.port}\r\n\r\n".encode())
            if waits:
                select.select([client], [], [], LIMIT)
        while explorer.request("GET", "/")[2].startswith("The cookie is missing"):
            time.sleep(0.01)  # until the program has seen the end

    def test_the_cookie_alone_is_good_for_nothing(self):
        """Another user's server on this computer gets it: cookies do not know ports."""
        explorer = self.explore("b.bin", "-edit")
        _, _, page = explorer.open()
        self.assertIn(explorer.key, page)
        before = explorer.ask("about")
        self.assertNotIn(explorer.key, "".join(explorer.request("GET", path, X_Polyglot_Key=None)[2] for path in ("/", "/watch", "/page.js")))
        for what in ("about", "position", "edit", "save", "export", "quit"):
            for key in (None, "", explorer.cookie.split("=")[1], explorer.key[:-1]):
                self.assertEqual(explorer.request("POST", "/api/" + what, {**before["editing"], "edit": "weight", "value": "9", "move": "e2e4",
                                                                           "format": "csv"}, X_Polyglot_Key=key)[0], 403, what)
        self.assertEqual(explorer.ask("about"), before)

    def test_strangers_cost_little_and_keep_nobody_waiting(self):
        explorer = self.explore("b.bin", "-edit")
        explorer.open()
        header = f"POST /api/import HTTP/1.1\r\nHost: 127.0.0.1:{explorer.port}\r\nContent-Type: application/json\r\nContent-Length: 16000000\r\n\r\n"
        strangers = []
        self.addCleanup(lambda: [client.close() for client in strangers])
        for number in range(300):
            client = socket.create_connection(("127.0.0.1", explorer.port), LIMIT)
            client.setblocking(False)
            strangers.append(client)
            if number % 2:
                with contextlib.suppress(OSError):
                    client.send(header.encode() + b"x" * 100000)
        self.assertEqual(explorer.ask("about")["books"][0]["name"], "b.bin")
        if sys.platform == "linux":
            status = Path(f"/proc/{explorer.process.pid}/status").read_text(encoding="ascii")
            self.assertLess(int(re.search(r"VmHWM:\s*(\d+) kB", status).group(1)), 300_000)

    @unittest.skipUnless(sys.platform == "linux", "reads /proc")
    @unittest.skipIf("UBSAN_OPTIONS" in os.environ, "the sanitizer opens a pipe to look at an object, and reports it if it cannot")
    def test_without_descriptors_it_waits(self):
        def few_descriptors():
            resource.setrlimit(resource.RLIMIT_NOFILE, (30, 30))
        explorer = self.explore("b.bin", preexec_fn=few_descriptors)
        explorer.open()
        strangers = [socket.create_connection(("127.0.0.1", explorer.port), LIMIT) for _ in range(100)]
        self.addCleanup(lambda: [client.close() for client in strangers])
        self.assertIn("explore: no connection can be accepted at the moment", explorer.process.stderr.readline())

        def processor_time():
            fields = Path(f"/proc/{explorer.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        before = processor_time()
        time.sleep(1)
        self.assertLess(processor_time() - before, 0.5)
        self.assertEqual(explorer.ask("about")["books"][0]["name"], "b.bin")
        code, _, err = explorer.end()
        self.assertEqual((code, err), (0, ""))  # said once

    def test_ends_when_asked(self):
        explorer = self.explore("b.bin")
        explorer.ask("quit")
        self.assertEqual(explorer.process.wait(LIMIT), 0)

    @posix_only("Windows has no signals")
    def test_ends_with_ctrl_c(self):
        explorer = self.explore("b.bin")
        idle = http.client.HTTPConnection("127.0.0.1", explorer.port, timeout=LIMIT)
        idle.connect()  # a connection without a request does not hold it
        code, _, err = explorer.end()
        idle.close()
        self.assertEqual((code, err), (0, ""))

    def test_what_cannot_be_shown(self):
        for words, message in ((["nowhere.bin"], "nowhere.bin"), (["b.bin", "-port", "80"], "-port 80 is outside 1024 to 65535"),
                               (["b.bin", "b.bin", "b.bin"], "two books"), (["b.bin", "-stats", "b.bin"], "b.bin: is not a file of statistics"), (["b.bin", "-store", "no.db"], "no.db")):
            done = subprocess.run([adapter(), "explore", *words, "-no-open"], cwd=self.folder, capture_output=True, text=True, timeout=LIMIT,
                                  check=False)
            self.assertNotEqual(done.returncode, 0, words)
            self.assertIn(message, done.stderr)
        explorer = self.explore("b.bin")
        done = subprocess.run([adapter(), "explore", "b.bin", "-no-open", "-port", str(explorer.port)], cwd=self.folder, capture_output=True,
                              text=True, timeout=LIMIT, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"port {explorer.port}", done.stderr)


class Editing(unittest.TestCase):
    """-edit, without a browser. Each test has books of its own."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        make_books(self.folder)
        self.book = self.folder / "b.bin"
        self.before = self.book.read_bytes()
        self.revision = 0

    def explore(self, *words):
        explorer = Explorer(self.folder, *words)
        self.addCleanup(explorer.end, signal.SIGTERM)
        self.revision = explorer.ask("about").get("editing", {}).get("revision")
        return explorer

    def change(self, explorer, what, **question):
        answer = explorer.ask(what, revision=self.revision, **question)
        self.revision = answer["revision"]
        return answer

    def refused(self, explorer, what, **question):
        status, _, body = explorer.request("POST", "/api/" + what, question)
        self.assertEqual(status, 400, body)
        return json.loads(body)["error"]

    def moves(self, explorer, *line):
        return {move["san"]: move["weight"] for move in explorer.ask("position", line=line)["books"][0]["moves"]}

    def polyglot(self, *words):
        return subprocess.run([adapter(), *words], cwd=self.folder, capture_output=True, text=True, timeout=LIMIT, check=False)

    def test_edits_are_undone_made_again_and_saved(self):
        explorer = self.explore("b.bin", "a<b>.bin", "-edit")
        self.assertEqual(self.moves(explorer), {"e4": 3})
        self.change(explorer, "edit", edit="weight", value="70", move="e2e4")
        self.change(explorer, "edit", edit="add", move="d2d4")
        self.change(explorer, "edit", edit="share", value="30%", move="d2d4")
        self.change(explorer, "edit", edit="copy-from", line=["e2e4"], move="c7c5")
        self.assertEqual(self.moves(explorer, "e2e4", "c7c5"), {"Nf3": 3})
        self.assertEqual(self.moves(explorer), {"e4": 70, "d4": 30})
        for expected in ({"e4": 70, "d4": 30}, {"e4": 70, "d4": 1}, {"e4": 70}, {"e4": 3}):
            self.change(explorer, "undo")
            self.assertEqual(self.moves(explorer), expected)
        self.assertIn("nothing to undo", self.refused(explorer, "undo", revision=self.revision))
        for _ in range(4):
            self.change(explorer, "redo")
        self.assertEqual(self.book.read_bytes(), self.before)  # until it is saved
        self.assertEqual(self.change(explorer, "save")["unsaved"], 0)
        self.assertEqual(self.moves(explorer), {"e4": 70, "d4": 30})
        self.assertIn("e4", self.polyglot("find-book", "b.bin").stdout)
        history = self.polyglot("edit-book", "b.bin", "-history").stdout
        self.assertIn('-move e2e4 -weight 70 -move d2d4 -add -move d2d4 -share 30% -line "e2e4" -move c7c5 -copy-from a<b>.bin', history)
        self.assertEqual(self.polyglot("edit-book", "b.bin", "-undo").returncode, 0)
        self.assertEqual(self.book.read_bytes(), self.before)

    def test_what_is_refused_changes_nothing(self):
        explorer = self.explore("b.bin", "-edit")
        for question, why in (({"edit": "weight", "value": "65536", "move": "e2e4"}, "not a weight"), ({"edit": "weight", "value": "1"}, "none is given"),
                              ({"edit": "weight", "value": "1", "move": "e2e5"}, "not legal"), ({"edit": "eat"}, "there is no edit"),
                              ({"edit": "copy-from", "value": "/etc/passwd"}, "no second book"),
                              ({"edit": "forbid", "move": "a2a3"}, "is not in the book here")):
            self.assertIn(why, self.refused(explorer, "edit", revision=self.revision, **question))
            self.revision = explorer.ask("about")["editing"]["revision"]
        self.assertEqual(explorer.ask("about")["editing"]["unsaved"], 0)
        shown_only = self.explore("b.bin")
        self.assertIn("-edit", self.refused(shown_only, "edit", edit="forbid", move="e2e4"))
        for words, why in ((["b.csv"], "b.csv: "), (["missing.bin"], "missing.bin")):
            (self.folder / "b.csv").write_text("line,move,weight\ne4,e5,1\n")
            done = self.polyglot("explore", *words, "-edit", "-no-open")
            self.assertEqual(done.returncode, 1)
            self.assertIn(why, done.stderr)

    def test_two_tabs(self):
        explorer = self.explore("b.bin", "-edit")
        old = self.revision
        self.change(explorer, "edit", edit="weight", value="5", move="e2e4")
        self.assertIn("another tab", self.refused(explorer, "edit", revision=old, edit="weight", value="6", move="e2e4"))
        self.assertIn("another tab", self.refused(explorer, "undo"))
        self.assertEqual(self.moves(explorer), {"e4": 5})

    def test_a_save_from_outside(self):
        explorer = self.explore("b.bin", "-edit")
        self.change(explorer, "edit", edit="weight", value="50", move="e2e4")
        self.polyglot("edit-book", "b.bin", "-line", "e4", "-move", "c5", "-add")  # elsewhere: stays
        self.assertIn("changed on disk", explorer.ask("position")["books"][0]["trouble"])
        self.change(explorer, "save")
        self.assertEqual(self.moves(explorer), {"e4": 50})
        self.assertEqual(self.moves(explorer, "e2e4"), {"e5": 3, "c5": 1})
        self.change(explorer, "edit", edit="weight", value="60", move="e2e4")
        self.polyglot("edit-book", "b.bin", "-move", "e4", "-weight", "9")  # the same: refused, and the edits are kept
        outside = self.book.read_bytes()
        self.assertIn("another program has changed", self.refused(explorer, "save", revision=self.revision))
        self.assertEqual(self.book.read_bytes(), outside)
        self.assertEqual(self.moves(explorer), {"e4": 60})
        self.change(explorer, "discard")
        self.assertEqual(self.moves(explorer), {"e4": 9})
        self.polyglot("edit-book", "b.bin", "-move", "e4", "-weight", "11")  # with nothing unsaved: shown and edited
        self.assertEqual(self.moves(explorer), {"e4": 11})
        self.revision = explorer.ask("about")["editing"]["revision"]
        self.change(explorer, "edit", edit="boost", value="x2", move="e2e4")
        self.assertEqual(self.moves(explorer), {"e4": 22})

    def test_import_and_export(self):
        explorer = self.explore("b.bin", "-edit")
        self.change(explorer, "import", text="line,move,weight\ne4,c6,4\n")
        self.change(explorer, "import", text='[Event "x"]\n\n1. d4 d5 2. c4 *\n')
        self.assertEqual(self.moves(explorer), {"e4": 3, "d4": 1})
        self.assertEqual(self.moves(explorer, "d2d4", "d7d5"), {"c4": 1})
        for text, why in (("", "neither"), ("line,move,weight\ne4,e4,4\n", "the text:2"), ("1. e4 e5 2. Ke3", "the text:1")):
            self.assertIn(why, self.refused(explorer, "import", revision=self.revision, text=text))
        for form in ("csv", "json", "pgn"):
            text = explorer.ask("export", format=form)["text"]
            (self.folder / ("out." + form)).write_text(text)
            self.assertEqual(self.polyglot("convert-book", "-from", "out." + form, "-to", form + ".bin").returncode, 0, text)
        self.change(explorer, "save")
        for form in ("csv", "json", "pgn"):
            self.assertIn("0 changed", self.polyglot("diff-book", "b.bin", form + ".bin").stdout)

    def test_unsaved_edits_are_asked_about(self):
        explorer = self.explore("b.bin", "-edit")
        self.change(explorer, "edit", edit="weight", value="50", move="e2e4")
        self.assertEqual(explorer.request("POST", "/api/quit", {})[0], 409)
        if os.name == "posix":
            explorer.process.send_signal(signal.SIGINT)
            self.assertIn("1 edit not saved", explorer.process.stderr.readline())
            self.change(explorer, "save")  # it is still there
            self.assertEqual(explorer.end()[0], 0)
            self.assertNotEqual(self.book.read_bytes(), self.before)
        else:
            explorer.ask("quit", discard=True)
            self.assertEqual(explorer.process.wait(LIMIT), 0)

    @posix_only("signals")
    def test_ctrl_c_in_the_middle_of_a_save(self):
        """Whenever it comes, the book is the old one or the new one, and the undo file fits."""
        for _ in range(5):
            explorer = self.explore("b.bin", "-edit")
            before = self.moves(explorer)
            self.change(explorer, "edit", edit="weight", value=str(before["e4"] + 1), move="e2e4")
            connection = http.client.HTTPConnection("127.0.0.1", explorer.port, timeout=LIMIT)
            connection.request("POST", "/api/save", json.dumps({"revision": self.revision}),
                               explorer.fields())
            explorer.process.send_signal(signal.SIGINT)
            self.assertEqual(connection.getresponse().status, 200)
            connection.close()
            explorer.end()
            self.assertEqual(sorted(file.name for file in self.folder.glob("b.bin*")), ["b.bin", "b.bin.undo"])
        for _ in range(5):
            self.assertEqual(self.polyglot("edit-book", "b.bin", "-undo").returncode, 0)
        self.assertEqual(self.book.read_bytes(), self.before)

    @posix_only("signals")
    def test_the_end_in_the_middle_of_a_save(self):
        """Whenever it comes, the edit is in the book, or is offered when the next explorer begins."""
        for number, moment in ((signal.SIGKILL, 0), (signal.SIGKILL, 1), (signal.SIGINT, 0), (signal.SIGTERM, 1)):
            explorer = self.explore("b.bin", "-edit")
            before = self.moves(explorer)["e4"]
            self.change(explorer, "edit", edit="weight", value=str(before + 1), move="e2e4")
            connection = http.client.HTTPConnection("127.0.0.1", explorer.port, timeout=LIMIT)
            connection.request("POST", "/api/save", json.dumps({"revision": self.revision}),
                               explorer.fields())
            if moment:
                connection.getresponse().read()
            connection.close()
            while number == signal.SIGINT and explorer.process.poll() is None:  # one before the save asks for another
                explorer.process.send_signal(number)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    explorer.process.wait(0.5)
            explorer.end(number)
            again = self.explore("b.bin", "-edit")
            if "left" in again.ask("about")["editing"]:
                self.assertEqual(self.moves(again)["e4"], before)
                self.change(again, "recover", how="take-up")
                self.change(again, "save")
            self.assertEqual(self.moves(again)["e4"], before + 1)
            again.end()
            self.assertEqual(sorted(file.name for file in self.folder.glob("b.bin*")), ["b.bin", "b.bin.undo"])


class Page(InBrowser):
    def test_moves_by_keyboard_mouse_and_address(self):
        self.open("a<b>.bin")
        self.assertNotIn("token", self.browser.current_url)
        self.assertEqual(self.fen(), START)
        self.until_moves("e4")
        self.assertEqual(self.one("#books .pill").get_attribute("title"), "a<b>.bin (PolyGlot)")
        self.assertTrue(self.browser.title.startswith("a<b>.bin – "))
        self.one("#moves tbody button").click()
        self.until_moves("c5")
        self.assertIn("line=e2e4", self.browser.current_url)
        self.until(lambda: "King" in self.one("#opening").text)
        self.leave_fields()
        self.type(Keys.ENTER)
        self.until_moves("Nf3")
        self.type(Keys.ARROW_LEFT)
        self.until_moves("c5")
        self.assertEqual([item.text for item in self.browser.find_elements(By.CSS_SELECTOR, "#line button")], ["start", "e4", "c5"])
        self.browser.back()
        self.until_moves("Nf3")
        self.browser.refresh()
        self.until_moves("Nf3")
        self.type(Keys.HOME)
        self.until_moves("e4")
        self.type(Keys.ARROW_RIGHT)
        self.until_moves("c5")

    def test_pieces_are_dragged(self):
        self.open("b.bin")
        self.drag("e2", "e5")  # not legal: nothing happens
        self.drag("e2", "e4")
        self.until_moves("e5")
        self.drag("a7", "a6")
        self.until(lambda: "not in the book" in self.one("#notes").text)
        self.type("f")
        self.until(lambda: "black=1" in self.browser.current_url)

    def test_a_promotion_asks(self):
        self.open("b.bin")
        self.go_to("4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
        self.until(lambda: self.fen().startswith("4k3/P7"))
        self.drag("a7", "a8")
        self.until(lambda: self.one("#promotion").is_displayed())
        choices = self.browser.find_elements(By.CSS_SELECTOR, "#promotion button")
        self.assertEqual(sorted(choice.text for choice in choices), ["a8=B", "a8=N", "a8=Q+", "a8=R+"])
        next(choice for choice in choices if choice.text == "a8=N").click()
        self.until(lambda: self.fen().startswith("N3k3/"))

    def test_what_is_pasted(self):
        self.open("a<b>.bin")
        self.go_to("1. e4 c5")
        self.until_moves("Nf3")
        self.go_to("nonsense")
        self.until(lambda: "neither a FEN nor a PGN" in self.one("#message").text)
        self.type(Keys.HOME)

    def test_two_books(self):
        self.open("a<b>.bin", "b.bin")
        self.until_moves("e4")
        self.assertIn("0.0 %", self.one("#moves tbody").text)
        self.leave_fields()
        self.type("d")
        self.until_moves("c5", "e5")
        self.assertIn("−100.0 %", self.one("#moves tbody td.less").text)
        self.assertIn("+100.0 %", self.one("#moves tbody td.more").text)
        arrows = self.browser.find_elements(By.CSS_SELECTOR, "polygon.book-arrow")
        self.assertEqual(len(arrows), 2)
        self.type("d")
        self.until(lambda: "no other position" in self.one("#message").text)

    def test_statistics(self):
        self.open("a<b>.bin", "-stats", "b.pgstats")
        self.go_to("e4")
        self.until_moves("c5", "e5")  # the second is not in the book
        self.assertIn("b.pgstats (3 games)", self.one("#moves .groups").text)
        self.assertEqual(self.cells("played"), ["", "3"])
        self.assertEqual(self.cells("played-score"), ["", "50.0 %"])
        self.assertEqual(self.one("#moves .wdl .drawn").text, "100")

    def test_values(self):
        """Of a book of values: at the move the value of the position after it, above the table that of the one shown."""
        boards = [(START, "e2e4", 1, 25, "exact"), ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "e7e5", 1, 30, "exact"),
                  ("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1", "", 0, -12, "lower bound")]
        (self.folder / "v.csv").write_text("fen,move,weight,value,type,bound,source\n" + "".join(
            f"{fen},{move},{weight},{value},centipawns,{bound},engine\n" for fen, move, weight, value, bound in boards))
        subprocess.run([adapter(), "convert-book", "-from", "v.csv", "-to", "v.yacb"], cwd=self.folder, check=True, capture_output=True, timeout=LIMIT)
        explorer = self.explore("v.yacb")
        values = {branch["san"]: branch["value"] for branch in explorer.ask("position")["books"][0]["branches"]}
        self.assertEqual({san: value["text"] for san, value in values.items()}, {"e4": "+0.30", "d4": "-0.12"})
        self.assertIn("lower bound", values["d4"]["about"])
        self.open("v.yacb")
        self.until_moves("e4", "d4")
        self.assertEqual(self.cells("value0"), ["+0.30", "-0.12"])
        self.assertIn("value for White +0.25 (exact; engine", self.one("#notes").text)

    def test_what_an_adapter_plays(self):
        (self.folder / "a.ini").write_text("[PolyGlot]\nEngineCommand = x\nBook = true\nBookFile = b.bin\nBookDepth = 1\n")
        self.open("-config", "a.ini")
        self.until_moves("e4")
        self.assertEqual(self.one("#adapter li.answers").text, "b.bin: plays e4 100.0 %")
        self.go_to("e4 e5")
        self.until(lambda: "not asked: BookDepth = 1" in self.one("#adapter").text)

    def test_the_tree(self):
        self.open("a<b>.bin")
        self.leave_fields()
        self.type("t")
        self.until(lambda: "e4" in self.one("#tree").text)
        self.one("#tree button.fold").click()
        self.until(lambda: "c5" in self.one("#tree").text)
        next(button for button in self.browser.find_elements(By.CSS_SELECTOR, "#tree button") if button.text == "c5").click()
        self.until_moves("Nf3")

    def test_a_book_is_edited(self):
        (self.folder / "e.bin").write_bytes((self.folder / "b.bin").read_bytes())
        self.open("e.bin", "a<b>.bin", "-edit")
        field = self.one("#moves input.weight")
        field.send_keys(Keys.CONTROL + "a")
        field.send_keys("40", Keys.TAB)
        self.until(lambda: "1 edit not saved" in self.one("#unsaved").text)
        self.one("#adds").click()
        self.drag("d2", "d4")  # added by moving the piece
        self.until(lambda: " b " in self.fen())
        self.leave_fields()
        self.type(Keys.HOME)
        self.until(lambda: self.fen() == START and self.moves() == ["e4", "d4"])
        self.assertEqual(self.weights(), ["40", "1"])
        bar = self.browser.find_elements(By.CSS_SELECTOR, "#moves svg.draggable")[1]
        width = bar.size["width"]
        webdriver.ActionChains(self.browser).move_to_element_with_offset(bar, -int(width / 2) + 2, 0).click_and_hold().move_to_element(bar).release().perform()
        self.until(lambda: "3 edits not saved" in self.one("#unsaved").text)
        shares = [int(weight) for weight in self.weights()]
        self.assertAlmostEqual(shares[1] / sum(shares), 0.5, delta=0.1)
        self.button("forbid").click()
        self.until(lambda: "0" in self.weights())
        self.type("u")
        self.until(lambda: "0" not in self.weights())
        self.type("r")
        self.until(lambda: "0" in self.weights())
        self.button("delete").click()
        self.until(lambda: len(self.weights()) == 1)
        self.one("#edit summary").click()
        self.one("#import-text").send_keys("1. c4 e5")
        self.one("[data-edit=import]").click()
        self.until(lambda: "c4" in self.moves())
        self.until(lambda: self.one("#message").text == "Imported: 2 moves in 2 positions. Save writes them.")
        self.go_to("e4")
        self.until(lambda: self.moves() == ["e5", "c5"])
        self.button("copy B").click()
        self.until(lambda: len(self.weights()) == len(self.moves()))
        self.browser.execute_script("window.confirm = () => true")
        self.one("[data-edit=save]").click()
        self.until(lambda: self.one("#message").text.startswith("Saved"))
        self.assertEqual(self.one("#unsaved").text, "")
        found = subprocess.run([adapter(), "find-book", "e.bin", "e4", "-json"], cwd=self.folder, capture_output=True, text=True, timeout=LIMIT, check=True)
        self.assertIn("c7c5", found.stdout)

    def test_two_tabs_of_an_edited_book(self):
        (self.folder / "e.bin").write_bytes((self.folder / "b.bin").read_bytes())
        explorer = self.open("e.bin", "-edit")
        explorer.cookie = f"polyglot-{explorer.port}=" + self.browser.get_cookie(f"polyglot-{explorer.port}")["value"]
        explorer.key = self.browser.execute_script("return localStorage.getItem('key')")
        revision = explorer.ask("about")["editing"]["revision"]
        explorer.ask("edit", edit="weight", value="8", move="e2e4", revision=revision)  # as another tab
        self.one("#moves input.weight").send_keys(Keys.ARROW_UP, Keys.TAB)
        self.until(lambda: "another tab" in self.one("#message").text)
        self.assertEqual(self.weights(), ["8"])
        self.browser.execute_script("window.confirm = () => true")
        self.one("[data-edit=discard]").click()
        self.until(lambda: self.weights() == ["3"])

    @unittest.skipUnless(AXE.exists(), "no axe-core (scripts/setup build)")
    def test_accessibility(self):
        """What axe-core calls serious or critical, contrast too: in both colours, wide and on a phone."""
        self.open("a<b>.bin", "b.bin", "-edit")
        self.leave_fields()
        self.type("t")
        self.until(lambda: "e4" in self.one("#tree").text)
        self.check_accessibility()

    def test_the_end(self):
        explorer = self.open("b.bin")
        self.one("#quit").click()
        self.assertEqual(explorer.process.wait(LIMIT), 0)
        self.until(lambda: "has ended" in self.one("#message").text)


if __name__ == "__main__":
    run_tests()
