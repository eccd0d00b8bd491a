"""`polyglot explore -store` in a real browser: a move's results per engine and opponent, and the view of what was learnt."""
import sqlite3
import subprocess
import unittest

from e2e_support import LIMIT, adapter
from explore_support import AXE, By, InBrowser, Keys, run_tests

HOSTILE = "<img src=x onerror=alert(1)>"
GAMES = [("Fruit", "Toga", "2026.01.05", "1-0", "1. e4 e5 2. Nf3"), ("Fruit", "Toga", "2026.01.06", "1/2-1/2", "1. e4 c5 2. Nf3"),
         ("Fruit", HOSTILE, "2026.01.07", "0-1", "1. d4 d5 2. c4"), ("Fruit", HOSTILE, "2026.01.07", "0-1", "1. d4 d5 2. c4"),
         ("Glaurung", "Toga", "2026.01.09", "1-0", "1. e4 e5 2. Nf3")]


class Learning(InBrowser):
    """One session of the browser; a store with days, and one of the format before."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        (cls.folder / "learnt.pgn").write_text("".join(
            f'[White "{white}"]\n[Black "{black}"]\n[Date "{date}"]\n[Result "{result}"]\n\n{moves} {result}\n\n'
            for white, black, date, result, moves in GAMES))
        cls.run_polyglot("make-book", "-starter", "-bin", "starter.bin")
        for store in ("learn.db", "old.db"):
            cls.run_polyglot("learn-book", store, "-replay", "learnt.pgn", "-book", "starter.bin")
        database = sqlite3.connect(cls.folder / "old.db")
        database.executescript("DROP TABLE days; DROP TABLE taken; PRAGMA user_version = 1")
        database.close()

    @classmethod
    def run_polyglot(cls, *words):
        subprocess.run([adapter(), *words], cwd=cls.folder, check=True, capture_output=True, timeout=LIMIT)

    def text(self, selector):
        return self.browser.execute_script("return document.querySelector(arguments[0])?.innerText ?? ''", selector)

    def open_view(self, *words):
        self.open(*words)
        self.leave_fields()
        self.type("l")
        self.until(lambda: self.lines())

    def lines(self):
        return self.browser.execute_script("return [...document.querySelectorAll('#learning-lines tbody th')].map(cell => cell.textContent)")

    def choose(self, selector, text):
        """At one moment: an answer that arrives makes the options again."""
        self.assertTrue(self.browser.execute_script("""
            const select = document.querySelector(arguments[0])
            const option = [...select.options].find(one => one.text.startsWith(arguments[1]))
            if (!option) return false
            select.value = option.value
            select.dispatchEvent(new Event("change"))
            return true""", selector, text), (selector, text))

    def test_results_per_engine_and_opponent(self):
        self.open("starter.bin", "-store", "learn.db")
        cell = self.one("#moves button.unfold[aria-label*='3 games']")
        self.assertEqual((cell.text, cell.find_element(By.XPATH, "../following-sibling::td[@data-column='learntScore0']").text), ("3", "83.3 %"))
        cell.send_keys(Keys.ENTER)
        self.until(lambda: "Glaurung" in self.text("#moves tr.detail"))
        rows = self.browser.find_elements(By.CSS_SELECTOR, "#moves tr.detail tbody tr")
        self.assertEqual([row.text.split()[:3] for row in rows], [["Fruit", "Toga", "2"], ["Glaurung", "Toga", "1"]])
        self.assertEqual(rows[0].find_element(By.CSS_SELECTOR, ".wdl").get_attribute("aria-label"), "won 1, drawn 1, lost 0")
        cell.send_keys(Keys.ENTER)
        self.assertEqual(self.text("#moves tr.detail"), "")
        self.one("#moves button.unfold[aria-label*='2 games']").click()
        self.until(lambda: HOSTILE in self.text("#moves tr.detail"))
        self.assertEqual(self.browser.find_elements(By.TAG_NAME, "img"), [])

    def test_the_view(self):
        self.open_view("starter.bin", "-store", "learn.db")
        # Both sides' games are learnt: each has two results.
        self.assertIn("10 games with a day, 2026-01-05 to 2026-01-09", self.text("#learning-store"))
        self.assertEqual(self.text("#learning-store .figures").split(), "10 games 50.0 % score 4 won 2 drawn 4 lost".split())
        self.assertIn("1. e4", self.lines())
        self.until(lambda: self.browser.execute_script("return document.querySelector('#learning-chart canvas')?.width > 100"))
        self.assertIn("50.0 %", self.one("#learning-chart .chart").get_attribute("aria-label"))
        self.one("#learning-chart summary").click()
        self.assertIn("2026-01-07\t4\t2\t0\t2\t50.0 %", self.text("#learning-chart table"))
        self.choose("#learning-engine", "Fruit")
        self.until(lambda: "4 games with a day" in self.text("#learning-store"))
        self.assertEqual(self.text("#learning-gained tbody tr").split()[-3:], ["2", "75.0", "+0.5"])
        self.assertEqual(self.text("#learning-lost tbody tr").split()[-3:], ["2", "0.0", "−1.0"])
        self.choose("#learning-opponent", HOSTILE)
        self.until(lambda: self.lines() == ["1. d4", "1. d4 d5 2. c4"])
        self.assertEqual(self.browser.find_elements(By.TAG_NAME, "img"), [])
        self.choose("#learning-opponent", "all")
        self.choose("#learning-engine", "all")
        self.until(lambda: "10 games" in self.text("#learning-store"))
        # The choice: by another policy, and at another position, to which a line leads.
        first = self.text("#learning-choice tbody")
        self.assertIn("3\t83.3 %", first)
        self.choose("#learning-policy", "polyglot")
        self.until(lambda: self.text("#learning-choice tbody") != first)
        next(one for one in self.browser.find_elements(By.CSS_SELECTOR, "#learning-lines tbody button") if one.text == "1. e4").click()
        self.until(lambda: "1... c5" in self.lines() and "line=e2e4" in self.browser.current_url)
        self.choose("#learning-of", "games that came")
        self.until(lambda: "3 games" in self.text("#learning-chart .readout"))

    def test_what_an_old_store_does_not_have(self):
        self.open_view("starter.bin", "-store", "old.db")
        self.assertIn("Of no result it is kept when the game was played", self.text("#learning-store"))
        self.assertEqual(self.browser.find_elements(By.CSS_SELECTOR, "#learning-chart canvas"), [])
        self.assertIn("not kept", self.text("#learning-lines tbody"))
        self.assertIn("2026-01-05", self.text("#learning-lines tbody"))

    def test_the_adapters_store_and_choice(self):
        (self.folder / "l.ini").write_text("[PolyGlot]\nEngineCommand = x\nBook = true\nBookFile = starter.bin\nBookLearn = true\n"
                                           "BookLearnFile = learn.db\nBookLearnPolicy = thompson\n")
        self.open_view("-config", "l.ini")
        self.assertIn("What an adapter with l.ini would play", self.text("#learning-choice"))
        self.assertFalse(self.one("#learning-policy").is_displayed())

    def test_without_a_store(self):
        self.open("b.bin")
        self.assertFalse(self.one("#learning-box").is_displayed())
        self.leave_fields()
        self.type("l")
        self.until(lambda: "-store" in self.one("#message").text)

    @unittest.skipUnless(AXE.exists(), "no axe-core (scripts/setup build)")
    def test_accessibility(self):
        self.open_view("starter.bin", "-store", "learn.db")
        self.one("#moves button.unfold").click()
        self.one("#learning-chart summary").click()
        self.check_accessibility()


# What this module has only inherited is tested in its own.


if __name__ == "__main__":
    run_tests()
