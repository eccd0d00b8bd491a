"""`polyglot setup`: an engine is made ready by questions as its page asks them, and by the page in a browser; what is wrong is
said, and nothing of the user's is lost. Without arguments in a pipe, no browser answers a GUI."""
import os
import shlex
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
import uuid
from pathlib import Path

from e2e_support import LIMIT, adapter, fake_engine, posix_only, run_xboard
from explore_support import AXE, By, Explorer, InChromium, Keys, run_tests
from test_explore_looks import GEOMETRY, HIGHEST_ROW, WIDTHS

STARTER = "<starter>"
CHOICES = {"books": [STARTER], "ini": "e.ini", "script": True}


class Setup(Explorer):
    command = "setup"

    def look(self, what, state, **question):
        """Asks until it is in another state."""
        end = time.monotonic() + LIMIT
        answer = self.ask(what, **question)
        while answer["state"] == state:
            if time.monotonic() > end:
                raise AssertionError((what, answer))
            answer = self.ask(what)
        return answer

    def found(self):
        """The engines, once every folder has answered."""
        end = time.monotonic() + LIMIT
        answer = self.ask("engines", again=True)
        while answer["waiting"]:
            if time.monotonic() > end:
                raise AssertionError(answer)
            answer = self.ask("engines")
        return [one["path"] for one in answer["engines"]]

    def start(self, engine):
        return self.look("engine", "asking", engine=engine)

    def trial(self, **choices):
        return self.look("trial", "running", start=True, **choices)

    def why(self, what, **question):
        status, _, body = self.request("POST", "/api/" + what, question)
        return body if status == 400 else None


class WithFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="polyglot set up ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        # A short name for what is found, and an engine that plays legal moves.
        self.engine = self.folder / "stockfish-fake"
        self.script(self.engine, f"exec {shlex.quote(fake_engine())} --random-legal")

    @staticmethod
    def script(path, text):
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)

    def setup(self, *words):
        setup = Setup(self.folder, *words)
        self.addCleanup(setup.end, signal.SIGTERM)
        setup.open()
        return setup

    def names(self):
        return sorted(path.name for path in self.folder.iterdir())


@posix_only("its engines are scripts")
class Questions(WithFolder):
    def ready(self, setup, engine=None):
        known = setup.start(str(engine or self.engine))
        self.assertEqual(known["state"], "ready", known)
        return {**CHOICES, "engine": known["engine"]}

    def test_the_whole_way(self):
        setup = self.setup()
        self.assertIn(str(self.engine), setup.found())
        choices = self.ready(setup)
        played = setup.trial(**choices)
        self.assertEqual((played["state"], len(played["moves"])), ("passed", 10), played)
        self.assertTrue(played["own_move"] or "engine" in [move["by"] for move in played["moves"]])
        self.assertEqual(played["moves"][0]["by"], "book")
        self.assertEqual(self.names(), ["stockfish-fake"])  # the trial has left nothing
        written = setup.ask("write", **choices)
        self.assertEqual((written["kept"], written["unchanged"]), ("", False))
        self.assertEqual(self.names(), ["e.ini", "e.sh", "stockfish-fake"])
        checked = subprocess.run([adapter(), "-check-config", "e.ini"], cwd=self.folder, capture_output=True, text=True, check=False, timeout=LIMIT)
        self.assertEqual(checked.returncode, 0, checked.stdout)
        xboard = next(host for host in written["hosts"] if host["name"] == "XBoard")
        line = next(field["text"] for field in xboard["fields"] if field["label"] == "Engine Command")
        # What is to be copied works, from any folder; so does the script.
        bot = next(host for host in written["hosts"] if host["name"] == "lichess-bot")["fields"][0]["text"]
        self.assertEqual(bot.split("\n")[1:3], [f"  dir: '{self.folder}'", "  name: 'e.sh'"])
        for words in (shlex.split(line), [str(self.folder / "e.sh")]):
            said = subprocess.run(words, cwd="/", input="uci\nposition startpos\ngo movetime 50\nquit\n", capture_output=True, text=True, check=False, timeout=LIMIT)
            self.assertIn("bestmove", said.stdout)
            self.assertIn("info string book:", said.stdout)
        self.assertEqual(setup.end()[0], 0)

    def fields(self, written, host):
        return {field["label"]: field["text"] for one in written["hosts"] if one["name"] == host for field in one["fields"]}

    def test_copied_commands_in_real_hosts(self):
        """The engine's folder has blanks in its name."""
        setup = self.setup()
        choices = self.ready(setup)
        self.assertEqual(setup.trial(**choices)["state"], "passed")
        written = setup.ask("write", **choices)
        if shutil.which("xboard") and shutil.which("xvfb-run"):
            first = shlex.split(self.fields(written, "XBoard")["Command"])[1:]
            second = self.fields(written, "XBoard")["Engine Command"]
            (self.folder / "home").mkdir()
            timed_out, _ = run_xboard([*first, "-scp", second, "-matchGames", "1", "-timeControl", "0:10"], self.folder, uuid.uuid4().hex, LIMIT, 5.0)
            said = (self.folder / "xboard.debug").read_text(errors="replace")
            self.assertFalse(timed_out, said[-500:])
            for side in ("first", "second"):
                self.assertRegex(said, f"<{side} *: # book: ")
        if shutil.which("cutechess-cli"):
            engine = shlex.split(self.fields(written, "cutechess-cli")["Arguments"])
            done = subprocess.run(["cutechess-cli", *engine, *engine, "-each", "tc=10", "-games", "1", "-maxmoves", "20", "-pgnout", str(self.folder / "g.pgn")], cwd="/",
                                  capture_output=True, text=True, check=False, timeout=LIMIT)
            self.assertRegex((self.folder / "g.pgn").read_text(), r"1\. \S+ \{0\.00/1 ", done.stderr)  # a book's move

    def test_what_is_replaced_is_kept(self):
        setup = self.setup()
        (self.folder / "e.ini").write_text("; mine\n")
        (self.folder / "e.sh").write_text("mine\n")
        choices = self.ready(setup)
        self.assertTrue(setup.ask("preview", **choices)["exists"])
        self.assertEqual(setup.trial(**choices)["state"], "passed")
        written = setup.ask("write", **choices)
        self.assertEqual(Path(written["kept"]).name, "e.replaced.ini")
        self.assertEqual((self.folder / "e.replaced.ini").read_text(), "; mine\n")
        self.assertEqual((self.folder / "e.replaced.sh").read_text(), "mine\n")
        self.assertTrue(setup.ask("write", **choices)["unchanged"])
        other = {**choices, "variety": 10, "script": False}
        self.assertIn("play them first", setup.why("write", **other))
        self.assertEqual(setup.trial(**other)["state"], "passed")
        self.assertEqual(Path(setup.ask("write", **other)["kept"]).name, "e.replaced-2.ini")
        self.assertIn("BookVariety = 10", (self.folder / "e.ini").read_text())
        self.assertNotIn("BookVariety", (self.folder / "e.replaced-2.ini").read_text())
        self.assertEqual((self.folder / "e.replaced.ini").read_text(), "; mine\n")

    def test_several_books_options_and_learning(self):
        setup = self.setup()
        subprocess.run([adapter(), "make-book", "-starter", "-bin", "a b.bin"], cwd=self.folder, check=True, capture_output=True, timeout=LIMIT)
        choices = self.ready(setup)
        choices |= {"books": ["a b.bin", STARTER], "learn": True, "learn_file": "results.db", "best_moves": 2, "options": {"Hash": "32"}}
        played = setup.trial(**choices)
        self.assertEqual(played["state"], "passed", played)
        setup.ask("write", **choices)
        text = (self.folder / "e.ini").read_text()
        for line in (f"BookFile = {self.folder}/a b.bin", "[Book 2]", "File = <starter>", "BookTopN = 2", f"BookLearnFile = {self.folder}/results.db", "Hash = 32"):
            self.assertIn(line, text)

    @unittest.skipUnless(shutil.which("fairymax"), "no fairymax (scripts/setup test)")
    def test_an_xboard_engine(self):
        setup = self.setup()
        choices = self.ready(setup, shutil.which("fairymax"))
        self.assertEqual(setup.ask("engine")["protocol"], "xboard")
        played = setup.trial(**choices)
        self.assertEqual(played["state"], "passed", played)

    def test_engines_that_are_none(self):
        setup = self.setup()
        (self.folder / "notes.txt").write_text("x")
        self.assertIn("is a folder", setup.why("engine", engine=str(self.folder)))
        self.assertIn("is not executable", setup.why("engine", engine="./notes.txt"))
        self.assertIn("does not exist", setup.why("engine", engine="./missing"))
        self.assertIn("nor in PATH", setup.why("engine", engine="no-such-engine"))
        self.assertIn("no engine is named", setup.why("engine", engine=" "))
        for name, text, said in (("ends", "exit 3", "3"), ("crashes", "kill -SEGV $$", "SIGSEGV"), ("talks", "echo hello; exec cat >/dev/null", ""),
                                 ("hangs", "exec sleep 1000", "")):
            self.script(self.folder / name, text)
            state = setup.start(f"./{name}")
            self.assertEqual(state["state"], "failed", (name, state))
            self.assertTrue(state["error"])
            self.assertIn(said, state["error"])
        self.assertIn("no engine has answered", setup.why("preview", **CHOICES, engine="./ends"))

    def test_engines_that_fail_in_the_ten_plies(self):
        setup = self.setup()
        for flags in ("--crash-on go", "--bestmove e2e5"):
            self.script(self.folder / "bad", f"exec {shlex.quote(fake_engine())} {flags}")
            choices = {**self.ready(setup, "./bad"), "books": []}
            played = setup.trial(**choices)
            self.assertEqual(played["state"], "failed", played)
            self.assertTrue(played["error"])
            self.assertIn("play them first", setup.why("write", **choices))
        setup.end()
        self.assertEqual(self.names(), ["bad", "stockfish-fake"])

    def test_polyglot_is_no_engine(self):
        """Nor is the script that setup has written, which starts polyglot: it would start itself endlessly."""
        setup = self.setup()
        self.assertIn("is polyglot itself", setup.why("engine", engine=adapter()))
        choices = self.ready(setup)
        self.assertEqual(setup.trial(**choices)["state"], "passed")
        setup.ask("write", **choices)
        script, text = self.folder / "e.sh", (self.folder / "e.sh").read_text()
        self.assertNotIn(str(script), setup.found())
        choices = self.ready(setup, script)
        self.assertIn("which is the engine", setup.why("trial", **choices, start=True))
        self.assertIn("which is the engine", setup.why("write", **choices))
        os.symlink("e.sh", self.folder / "link.sh")
        self.assertIn("which is the engine", setup.why("preview", **{**choices, "ini": "link.ini", "script": False}))
        self.assertEqual(script.read_text(), text)

    def test_the_trial_leaves_the_results_alone(self):
        setup = self.setup()
        choices = {**self.ready(setup), "learn": True, "learn_file": "results.db"}
        played = setup.trial(**choices)
        self.assertEqual((played["state"], played["notes"]), ("passed", []), played)
        self.assertIn("results.db", played["text"])
        (self.folder / "notes.txt").write_text("text, and no results\n" * 10)
        self.assertIn("SQLite", setup.why("trial", **{**choices, "learn_file": "notes.txt"}, start=True))
        setup.end()
        self.assertEqual(self.names(), ["notes.txt", "stockfish-fake"])

    def test_a_trial_that_is_cancelled(self):
        """Its engine ends, which alone would go on."""
        pids = self.folder / "pid"
        self.script(self.folder / "slow", f"exec {shlex.quote(fake_engine())} --think 100000 --ignore-stop --pid-file {shlex.quote(str(pids))}")
        setup = self.setup()
        choices = {**self.ready(setup, "./slow"), "books": []}
        self.assertEqual(setup.ask("trial", **choices, start=True)["state"], "running")
        cancelled = setup.ask("trial", cancel=True)
        self.assertEqual((cancelled["state"], cancelled["error"]), ("failed", "it was ended"))
        self.assertEqual(setup.end()[0], 0)
        self.assertEqual(self.names(), ["pid", "slow", "stockfish-fake"])
        for pid in pids.read_text().split():
            with self.assertRaises(ProcessLookupError):
                os.kill(int(pid), 0)

    def test_books_that_are_none(self):
        setup = self.setup()
        (self.folder / "text.bin").write_text("this is no book\n")
        (self.folder / "empty.bin").write_text("")
        (self.folder / "dir.bin").mkdir()
        shown = setup.ask("book", books=["text.bin", "missing.bin", "dir.bin", STARTER])["books"]
        self.assertEqual([bool(book["error"]) for book in shown], [True, True, True, False])
        choices = self.ready(setup)
        for name in ("text.bin", "missing.bin", "dir.bin"):
            self.assertIn(name, setup.why("trial", **{**choices, "books": [name]}, start=True))

    def test_files_that_cannot_be_written(self):
        setup = self.setup()
        choices = self.ready(setup)
        (self.folder / "dir.ini").mkdir()
        self.assertIn("is a folder", setup.why("preview", **{**choices, "ini": "dir.ini"}))
        self.assertIn("does not exist", setup.why("preview", **{**choices, "ini": "no/e.ini"}))
        self.assertIn("must end in .ini", setup.why("preview", **{**choices, "ini": "e.txt"}))
        played = setup.trial(**{**choices, "ini": "/proc/e.ini"})
        self.assertEqual(played["state"], "failed")
        self.assertIn("/proc/", played["error"])
        if os.getuid() != 0:
            (self.folder / "sealed").mkdir(mode=0o500)
            self.assertIn("ermission", setup.trial(**{**choices, "ini": "sealed/e.ini"})["error"])
        # Between trial and writing somebody has put a folder in the script's place.
        self.assertEqual(setup.trial(**choices)["state"], "passed")
        (self.folder / "e.sh").mkdir()
        self.assertIn("e.sh", setup.why("write", **choices))
        self.assertFalse((self.folder / "e.ini").exists())

    def test_other_tabs_and_strangers(self):
        setup = self.setup()
        choices = self.ready(setup)
        self.assertIn("another tab", setup.why("preview", **{**choices, "engine": "./other"}))
        self.assertEqual(setup.request("POST", "/api/folder", {}, X_Polyglot_Key=None)[0], 403)
        self.assertEqual(setup.request("POST", "/api/engine", {"engine": "/bin/true"}, X_Polyglot_Key=None)[0], 403)
        self.assertEqual(setup.request("POST", "/api/engine", {"engine": "/bin/true"}, host="example.org")[0], 403)
        self.assertEqual(setup.request("GET", "/", Cookie=None)[0], 403)
        self.assertIn("cannot be listed", setup.why("folder", folder="/no/such"))

    @unittest.skipUnless(os.path.exists("/proc/net/tcp") and os.getuid() == 0, "only Linux knows whose connection it is, and only root can be another user")
    def test_other_users(self):
        setup = Setup(self.folder)
        self.addCleanup(setup.end, signal.SIGTERM)
        os.seteuid(65534)
        try:
            status, _, body = setup.request("GET", "/?token=" + setup.token, Cookie=None, X_Polyglot_Key=None)
        finally:
            os.seteuid(0)
        self.assertEqual(status, 403)
        self.assertIn("Only the user who has started polyglot", body)
        setup.open()  # nor has the token been used up

    def test_the_end_ends_the_engine(self):
        pids = self.folder / "pid"
        self.script(self.folder / "slow", f"exec {shlex.quote(fake_engine())} --start-delay 100000 --pid-file {shlex.quote(str(pids))}")
        setup = self.setup()
        self.assertEqual(setup.ask("engine", engine="./slow")["state"], "asking")
        self.assertEqual(setup.request("POST", "/api/quit", {})[0], 200)
        self.assertEqual(setup.process.wait(timeout=LIMIT), 0)

    def test_a_name_for_the_file(self):
        setup = self.setup("wanted.ini")
        self.ready(setup)
        self.assertEqual(setup.ask("engine")["ini"], str(self.folder / "wanted.ini"))

    def test_real_engines(self):
        for name in ("stockfish", "toga2", "fairymax", "hoichess"):
            program = shutil.which(name)
            if not program:
                continue
            with self.subTest(name):
                setup = self.setup()
                choices = self.ready(setup, program)
                report = setup.look("test", "running", start=True, engine=choices["engine"])
                self.assertEqual(report["state"], "done", report)
                played = setup.trial(**choices)
                self.assertEqual(played["state"], "passed", played)
                setup.ask("write", **{**choices, "ini": "e.ini"})
                self.assertEqual(setup.end()[0], 0)


class NoArguments(unittest.TestCase):
    """A GUI that starts the program without arguments is never answered by a browser."""

    def test_in_a_pipe(self):
        with tempfile.TemporaryDirectory() as folder:
            said = subprocess.run([adapter()], cwd=folder, input="uci\nquit\n", capture_output=True, text=True, check=False, timeout=LIMIT)
        self.assertNotIn("http://", said.stdout + said.stderr)
        self.assertIn("config file cannot be opened", said.stdout)

    @posix_only("pty is a module of POSIX")
    def test_at_a_terminal_of_another_program(self):
        with tempfile.TemporaryDirectory() as folder:
            said = subprocess.run(["script", "-qec", shlex.quote(adapter()), "/dev/null"], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                  check=False, timeout=LIMIT)
        self.assertNotIn("http://", said.stdout)
        self.assertIn("polyglot help options", said.stdout)

    @posix_only("pty is a module of POSIX")
    def test_started_by_hand(self):
        """Who starts the adapter at a terminal, where it hears no GUI, is told what it waits for."""
        import pty
        terminal, side = pty.openpty()
        self.addCleanup(os.close, terminal)
        with subprocess.Popen([adapter(), "-book", STARTER, "--", fake_engine()], stdin=side, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                              text=True) as process:
            os.close(side)
            os.write(terminal, b"quit\n")
            self.assertIn("waiting for the commands of a GUI", process.communicate(timeout=LIMIT)[1])
            self.assertEqual(process.returncode, 0)


@posix_only("its engine is a script")
class Page(InChromium, WithFolder):
    def open(self, *words):
        setup = Setup(self.folder, *words)
        self.addCleanup(setup.end, signal.SIGTERM)
        self.browser.get(setup.address)
        self.until(lambda: self.browser.find_elements(By.CSS_SELECTOR, "#found .pick"))
        return setup

    def text(self, selector):
        """What is seen of the first one; read at once, because the page may replace it."""
        return self.browser.execute_script(
            "const node = document.querySelector(arguments[0]); return node?.checkVisibility() ? node.innerText : ''", selector)

    def ready(self):
        # Found and clicked at once: the page replaces the list while it finds more.
        self.until(lambda: self.browser.execute_script(
            "const node = document.querySelector(arguments[0]); node?.click(); return Boolean(node)",
            f"#found [data-path='{self.engine}']"))
        self.until(lambda: self.text("#engine-state") == "ready")
        self.until(lambda: "Short test" in self.text("#tested"))

    def show_at(self, width, colours):
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": colours}]})
        height = 800 if width < 500 else 900 if width < 1900 else 1080
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.browser.execute_async_script("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def walk(self, view):
        self.addCleanup(self.browser.execute_cdp_cmd, "Emulation.clearDeviceMetricsOverride", {})
        self.addCleanup(self.browser.execute_cdp_cmd, "Emulation.setEmulatedMedia", {"features": []})
        for width in WIDTHS:
            for colours in ("light", "dark"):
                self.show_at(width, colours)
                wrong = self.browser.execute_script(GEOMETRY, HIGHEST_ROW)
                wrong = [one for one in wrong if view != "browser" or "is covered by" not in one]  # a dialog covers the rest
                if width < 700:  # there the board follows the steps
                    wrong = [one for one in wrong if not one.startswith("the board ends at")]
                self.assertEqual(wrong, [], (view, width, colours))
        self.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    def test_the_whole_way(self):
        setup = self.open()
        self.assertIn("e4", self.text("#book-moves"))
        self.ready()
        self.one("#try").click()
        self.until(lambda: self.text("#try-state").startswith("it works"))
        self.assertEqual(len(self.browser.find_elements(By.CSS_SELECTOR, "#plies li")), 10)
        self.one("#write").click()
        self.until(lambda: "is written" in self.text("#written"))
        self.assertTrue(list(self.folder.glob("*.ini")))
        self.assertTrue(list(self.folder.glob("*.sh")))
        self.assertIn("xboard -fcp", self.one("#gui-fields input").get_property("value"))
        self.one("#quit").click()
        self.until(lambda: "has ended" in self.text("#message"))
        self.assertEqual(setup.process.wait(timeout=LIMIT), 0)

    def test_by_keyboard(self):
        """Tab, Enter and letters only."""
        self.open()
        path = self.one("#engine-path")
        path.send_keys(str(self.engine), Keys.ENTER)
        self.until(lambda: self.text("#engine-state") == "ready")
        self.tab_to("variety").send_keys(Keys.BACKSPACE * 3, "20")
        self.tab_to("learn").send_keys(Keys.SPACE)
        self.tab_to("options-summary").send_keys(Keys.ENTER)
        self.tab_to("option-0")
        self.tab_to("try").send_keys(Keys.ENTER)
        self.until(lambda: self.active() == "write")  # it works: the next step is at hand
        self.browser.switch_to.active_element.send_keys(Keys.ENTER)
        self.until(lambda: self.active() == "head-gui")
        ini, = [path for path in self.folder.glob("*.ini")]
        self.assertIn("BookVariety = 20", ini.read_text())
        self.assertIn("BookLearn = true", ini.read_text())
        self.tab_to("gui").send_keys("Scid")
        self.until(lambda: "Analysis Engine" in self.text("#gui-steps"))

    def active(self):
        return self.browser.switch_to.active_element.get_attribute("id")

    def tab_to(self, name):
        for _ in range(200):
            if self.active() == name:
                return self.browser.switch_to.active_element
            self.browser.switch_to.active_element.send_keys(Keys.TAB)
        raise AssertionError(f"Tab does not reach {name}")

    def test_what_is_wrong_is_said(self):
        self.open()
        self.assertFalse(self.one("#step-try").is_displayed())
        for typed, said in ((str(self.folder), "is a folder"), ("./missing", "does not exist"), ("false", "answers"), ("", "no engine is named")):
            field = self.one("#engine-path")
            field.clear()
            field.send_keys(typed, Keys.ENTER)
            self.until(lambda: said in self.text("#engine-trouble"))
        self.ready()
        self.assertFalse(self.one("#engine-trouble").is_displayed())
        (self.folder / "text.bin").write_text("no book")
        self.one("#book-path").send_keys("text.bin", Keys.ENTER)
        self.until(lambda: "text.bin" in self.text("#books .trouble"))
        self.one("#try").click()
        self.until(lambda: "text.bin" in self.text("#try-trouble"))
        self.one("[aria-label^='Remove'][aria-label$='text.bin']").click()
        self.until(lambda: not self.browser.find_elements(By.CSS_SELECTOR, "#books .trouble"))
        ini = self.one("#ini")
        ini.clear()
        ini.send_keys("/no/such/e.ini")
        self.until(lambda: "does not exist" in self.text("#try-trouble"))
        ini.clear()
        ini.send_keys(str(self.folder / "e.ini"))
        self.until(lambda: not self.one("#try-trouble").is_displayed())
        (self.folder / "e.ini").write_text("; mine\n")
        self.one("#variety").send_keys(Keys.ARROW_UP)
        self.until(lambda: "exists" in self.text("#exists"))
        self.one("#try").click()
        self.until(lambda: self.text("#try-state").startswith("it works"))
        self.one("#best").send_keys(Keys.ARROW_UP)
        self.until(lambda: not self.one("#write").is_enabled())
        self.assertIn("changed", self.text("#try-state"))

    def test_folders_are_listed(self):
        (self.folder / "books").mkdir()
        subprocess.run([adapter(), "make-book", "-starter", "-bin", "books/mine.bin"], cwd=self.folder, check=True, capture_output=True, timeout=LIMIT)
        self.open()
        self.one("#engine-browse").click()
        self.until(lambda: "stockfish-fake" in self.text("#browser"))
        self.one(f"#browser [title='{self.engine}']").click()
        self.until(lambda: self.text("#engine-state") == "ready")
        self.one("#book-browse").click()
        self.until(lambda: self.browser.find_elements(By.CSS_SELECTOR, f"#browser[open] [title='{self.folder / 'books'}']"))
        self.one(f"#browser [title='{self.folder / 'books'}']").click()
        self.until(lambda: self.browser.find_elements(By.CSS_SELECTOR, "#browser [title$='mine.bin']"))
        self.walk("browser")
        self.one("#browser [title$='mine.bin']").click()
        self.until(lambda: "mine.bin" in self.text("#books"))
        self.assertIn("mine.bin", self.text("#books li"))  # before the starter book
        self.one("[aria-label$='<starter> earlier']").click()
        self.until(lambda: "Starter" in self.text("#books li"))

    def test_the_board_follows_the_rules(self):
        self.open()
        self.until(lambda: "e4" in self.text("#book-moves"))
        best = self.one("#best")
        best.clear()
        best.send_keys("2")
        self.until(lambda: len(self.browser.find_elements(By.CSS_SELECTOR, "#book-moves button")) == 2)
        variety = self.one("#variety")
        variety.clear()
        variety.send_keys("100")
        self.until(lambda: self.text("#book-moves").count("50.0") == 2)
        variety.clear()
        variety.send_keys("0")
        self.until(lambda: "100.0" in self.text("#book-moves"))

    def test_options_that_are_not_touched(self):
        """However the engine spells its defaults."""
        options = ("Log type check default True", "Style type combo default NORMAL var Solid var Normal", "Mode type combo default x var a var b",
                   "Hash type spin default +16 min 1 max 64", "Own Book type check default true")
        says = "; ".join(f"echo option name {shlex.quote(option)}" for option in options)
        self.script(self.folder / "odd", f"while read -r line; do case $line in uci) {says}; echo uciok;; isready) echo readyok;; quit) exit;; esac; done")
        self.open()
        self.one("#engine-path").send_keys("./odd", Keys.ENTER)
        self.until(lambda: self.text("#engine-state") == "ready")
        self.assertEqual(self.text("#options-state"), "the engine's defaults")
        preview = "return document.getElementById('preview').textContent"
        self.until(lambda: "BookFile" in self.browser.execute_script(preview))
        text = self.browser.execute_script(preview)
        for name in ("Log", "Style", "Mode", "Hash"):
            self.assertNotRegex(text, rf"(?m)^{name} = ")
        self.one("#options-summary").click()
        self.assertEqual([self.one(f"[data-option={name}]").get_property("value") for name in ("Style", "Mode", "Hash")], ["Normal", "x", "16"])
        self.one("[data-option=Log]").click()
        self.until(lambda: "Log = false" in self.browser.execute_script(preview))
        self.one("[data-option=Log]").click()
        self.until(lambda: "Log = false" not in self.browser.execute_script(preview))

    def test_a_trial_that_is_cancelled(self):
        self.script(self.folder / "slow", f"exec {shlex.quote(fake_engine())} --think 100000")
        self.open()
        self.one("#engine-path").send_keys("./slow", Keys.ENTER)
        self.until(lambda: self.text("#engine-state") == "ready")
        self.one("#try").click()
        self.until(lambda: self.text("#plies"))
        self.one("#cancel-try").click()
        self.until(lambda: "it was ended" in self.text("#try-trouble"))
        self.assertFalse(self.one("#cancel-try").is_displayed())

    def test_browsing_after_the_end(self):
        """The server is gone: that is said, once."""
        setup = self.open()
        setup.end()
        self.one("#engine-browse").click()
        self.until(lambda: "polyglot has ended" in self.text("#message"))
        self.expected = "ERR_CONNECTION_REFUSED"

    def test_an_engine_that_comes_later(self):
        self.open()
        shutil.copy(self.engine, self.folder / "toga-new")
        self.one("#look-again").click()
        self.until(lambda: "toga-new" in self.text("#found"))

    def test_a_second_tab_sees_the_engine(self):
        self.open()
        self.ready()
        self.browser.refresh()
        self.until(lambda: self.text("#engine-state") == "ready")

    def test_looks(self):
        self.open()
        self.walk("no engine")
        self.ready()
        self.one("#options-summary").click()
        self.one("#learn").click()
        self.walk("ready")
        self.one("#try").click()
        self.until(lambda: self.text("#try-state").startswith("it works"))
        self.one("#write").click()
        self.until(lambda: self.one("#step-gui").is_displayed())
        self.walk("written")

    @unittest.skipUnless(AXE.exists(), "no axe-core (scripts/setup build)")
    def test_accessibility(self):
        self.open()
        self.check_accessibility()
        self.ready()
        self.one("#options-summary").click()
        self.one("#try").click()
        self.until(lambda: self.text("#try-state").startswith("it works"))
        self.one("#write").click()
        self.until(lambda: self.one("#step-gui").is_displayed())
        self.check_accessibility()


if __name__ == "__main__":
    run_tests()
