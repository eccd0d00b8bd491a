"""`polyglot explore -ec`: an engine analyses the position that the page shows."""
import os
import shutil
import signal
import time

from e2e_support import LIMIT, fake_engine, posix_only
from explore_support import InBrowser, Keys, WithBooks, run_tests


def engine_word(path, *flags):
    return " ".join([f'"{path}"', *flags])


class Engine(WithBooks):
    def until(self, explorer, test, **question):
        """Asks as the page does, until the answer passes the test."""
        deadline = time.monotonic() + LIMIT
        while True:
            answer = explorer.ask("engine", **question)
            if test(answer):
                return answer
            if time.monotonic() > deadline:
                raise AssertionError(answer)
            time.sleep(0.01)

    def pids(self, name):
        file = self.folder / name
        return [int(line) for line in file.read_text().split()] if file.exists() else []

    def refuse_another_page(self, explorer):
        """As long as the first one asks; on a busy machine the time after which it has left may pass between two questions."""
        deadline = time.monotonic() + LIMIT
        while time.monotonic() < deadline:
            explorer.ask("engine", run=True, tab="t", take=True)
            if explorer.ask("engine", run=True, tab="other").get("elsewhere"):
                return
        self.fail("another page has the engine, too")

    def test_without_an_engine(self):
        explorer = self.explore("b.bin")
        self.assertNotIn("engine", explorer.ask("about"))
        status, _, body = explorer.request("POST", "/api/engine", {"run": True})
        self.assertEqual(status, 400)
        self.assertIn("-ec ENGINE", body)

    def test_one_process_from_the_first_question_to_the_end(self):
        explorer = self.explore("b.bin", "-ec", engine_word(fake_engine(), "--random-legal", "--pid-file", "pids"))
        self.assertIn("fake_engine", explorer.ask("about")["engine"]["command"])
        self.assertEqual(explorer.ask("engine")["state"], "off")
        self.assertEqual(self.pids("pids"), [])
        answer = self.until(explorer, lambda answer: len(answer.get("moves", [])) == 2, run=True, check=["a2a3"], tab="t")
        self.assertEqual([(move["uci"], move["value"]["text"], move["loss"]) for move in answer["moves"]], [("e2e4", "+0.20", 0), ("a2a3", "+0.20", 0)])
        self.assertEqual(answer["lines"][0]["text"], "1. e4")
        self.refuse_another_page(explorer)
        self.until(explorer, lambda answer: answer["state"] == "stopped", run=False, tab="t")
        self.assertEqual(len(self.pids("pids")), 1)
        self.assertEqual(explorer.end()[0], 0)
        if os.name == "posix":
            self.assertRaises(ProcessLookupError, os.kill, self.pids("pids")[0], 0)

    def test_the_end_button_ends_the_engine_too(self):
        explorer = self.explore("b.bin", "-ec", engine_word(fake_engine(), "--random-legal", "--ignore-quit", "--pid-file", "pids2"), "-pg", "QuitTimeout=0.1")
        self.until(explorer, lambda answer: answer["state"] == "searching", run=True)
        explorer.ask("quit")
        self.assertEqual(explorer.process.wait(LIMIT), 0)
        if os.name == "posix":
            self.assertRaises(ProcessLookupError, os.kill, self.pids("pids2")[0], 0)

    def test_bad_questions(self):
        explorer = self.explore("b.bin", "-ec", engine_word(fake_engine()))
        explorer.open()
        for question in ({"lines": 0}, {"lines": 11}, {"lines": "3"}, {"check": "e2e4"}, {"check": ["e2e5"]}, {"check": ["e2e4"] * 61}, {"line": ["e2e5"]}):
            self.assertEqual(explorer.request("POST", "/api/engine", {"run": True, **question})[0], 400, question)
        self.assertEqual(explorer.request("POST", "/api/engine", {"run": True}, X_Polyglot_Key=None)[0], 403)
        self.assertEqual(explorer.request("POST", "/api/engine", {"run": True}, host="evil.example")[0], 403)
        self.assertEqual(explorer.ask("engine")["state"], "off")

    def test_failures_are_said(self):
        for words, text in (((engine_word(fake_engine(), "--crash-on", "go"),), ""), (("/no/such/engine",), "no/such/engine")):
            explorer = self.explore("b.bin", "-ec", *words)
            answer = self.until(explorer, lambda answer: answer.get("state") == "failed", run=True)
            self.assertIn(text, answer["error"])
            self.assertTrue(answer["error"])
            self.assertEqual(explorer.end()[0], 0)

    def test_real_engines(self):
        """Both protocols: the lines are legal, and a losing move of the book costs its queen."""
        start = "rnb1kbnr/pppp1ppp/8/4p1q1/4P3/3P4/PPP2PPP/RNBQKBNR w KQkq - 0 3"
        for program, options in (("stockfish", ["-uci", "Threads=1"]), ("sjeng", ["-pg", "EngineProtocol=xboard"]), ("gnuchess", [])):
            path = shutil.which(program) or shutil.which("/usr/games/" + program)
            if not path:
                continue
            with self.subTest(program):
                explorer = self.explore("b.bin", "-ec", path, *options)
                answer = self.until(explorer, lambda answer: answer.get("depth", 0) >= 4 and (not answer["checks"] or any(
                    move["uci"] == "a2a3" for move in answer["moves"])), start=start, run=True, check=["a2a3"])
                self.assertEqual(answer["lines"][0]["uci"], "c1g5", answer)  # takes the queen
                for move in answer["moves"]:
                    if move["uci"] == "a2a3":
                        self.assertGreater(move["loss"], 300, answer)
                self.until(explorer, lambda answer: answer["state"] == "stopped", run=False)
                self.assertEqual(explorer.end()[0], 0)

    @posix_only("it is killed by a signal")
    def test_a_killed_engine_is_started_again(self):
        explorer = self.explore("b.bin", "-ec", engine_word(fake_engine(), "--random-legal", "--pid-file", "pids3"))
        self.until(explorer, lambda answer: answer["state"] == "searching", run=True)
        os.kill(self.pids("pids3")[0], signal.SIGKILL)
        self.until(explorer, lambda answer: len(self.pids("pids3")) == 2 and answer.get("state") == "searching", run=True)


class Panel(InBrowser):
    def first_line(self):
        """Its value and moves, read at one moment: the page draws them anew."""
        return self.browser.execute_script("return [...document.querySelectorAll('#engine ol.lines li:first-child > *')].map(part => part.textContent)")

    def test_start_and_stop(self):
        self.open("b.bin", "-ec", engine_word(fake_engine(), "--random-legal"))
        self.type("a")
        self.until(lambda: {"+0.20", "1. e4"} <= set(self.first_line()))
        self.assertEqual(self.one("#engine h2").text, "Fake Engine")
        self.assertTrue(self.one("#value-bar").is_displayed())
        self.check_accessibility()
        self.type("a")
        self.until(lambda: "stopped" in self.one("#engine header").text)

    def test_a_weight_is_typed_while_the_engine_runs(self):
        (self.folder / "e.bin").write_bytes((self.folder / "b.bin").read_bytes())
        self.open("e.bin", "-edit", "-ec", engine_word(fake_engine(), "--random-legal"))
        self.leave_fields()
        self.type("w")
        self.browser.execute_script("window.field = document.activeElement; document.querySelector('#engine button.main').click()")
        self.browser.switch_to.active_element.send_keys("4")
        self.until(self.first_line)
        self.assertTrue(self.browser.execute_script("return window.field.isConnected && window.field === document.activeElement && window.field.value === '4'"))
        self.assertEqual(self.cells("engine"), [])
        self.browser.switch_to.active_element.send_keys("0", Keys.ENTER)
        self.until(lambda: self.one("#unsaved").text == "1 edit not saved")
        self.until(lambda: self.browser.execute_script("return document.querySelector('#moves td[data-column=engine]')?.textContent") == "+0.20")
        self.assertEqual(self.weights(), ["40"])

    def test_the_page_that_was_started_last_has_the_engine(self):
        explorer = self.open("b.bin", "-ec", engine_word(fake_engine(), "--random-legal"))
        self.type("a")
        self.until(self.first_line)
        self.ask_as_the_browser(explorer)

        def is_said():
            self.assertNotIn("elsewhere", explorer.ask("engine", run=True, tab="other", take=True))
            return "Another tab has the engine" in self.one("#engine").text

        self.until(is_said)

    def test_no_engine_no_panel(self):
        self.open("b.bin")
        self.assertFalse(self.one("#engine").is_displayed())


if __name__ == "__main__":
    run_tests()
