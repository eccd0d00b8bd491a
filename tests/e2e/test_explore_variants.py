"""`polyglot explore` with books of variants: rules, drops, ends of games; and the page's pocket."""
import shutil
import subprocess
import time

from e2e_support import LIMIT, adapter
from explore_support import By, InBrowser, WithBooks, run_tests

GAMES = {
    "crazyhouse": ("1. e4 d5 2. exd5 Qxd5 3. P@h3 1-0", ["e2e4", "d7d5", "e4d5", "d8d5"]),
    "kingofthehill": ("1. e4 e6 2. Ke2 a6 3. Ke3 a5 4. Kd4 1-0", []),
    "racingkings": ("1. Kh3 Ka3 2. Kh4 Ka4 1-0", []),
    "3check": ("1. e4 e5 2. Bc4 Nc6 3. Bxf7+ Kxf7 1-0", ["e2e4", "e7e5", "f1c4", "b8c6"]),
    "atomic": ("1. Nf3 f6 2. Nd4 e6 1-0", []),
    "horde": ("1. e5 e6 2. a5 d6 1-0", []),
    "antichess": ("1. e3 b5 2. Bxb5 Ba6 1-0", []),
}


def make_variant_book(folder, variant, name=None):
    (folder / "v.pgn").write_text(f'[Event "x"]\n[Variant "{variant}"]\n[Result "1-0"]\n\n{GAMES[variant][0]}\n\n' * 3)
    done = subprocess.run([adapter(), "make-book", "-pgn", "v.pgn", "-bin", name or variant + ".bin", "-variant", variant, "-min-game", "1"], cwd=folder,
                          check=False, capture_output=True, text=True, timeout=LIMIT)
    assert done.returncode == 0, done.stderr


class Variants(WithBooks):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        for variant in GAMES:
            make_variant_book(cls.folder, variant)

    def refused(self, *words):
        done = subprocess.run([adapter(), "explore", *words, "-no-open"], cwd=self.folder, capture_output=True, text=True, check=False, timeout=LIMIT)
        self.assertEqual(done.returncode, 1, done.stderr)
        return done.stderr

    def test_every_variant_by_its_header(self):
        for variant, (_, line) in GAMES.items():
            with self.subTest(variant):
                explorer = self.explore(variant + ".bin")
                self.assertEqual(explorer.ask("about")["variant"]["name"], variant)
                answer = explorer.ask("position", line=line)
                self.assertEqual(answer["variant"], variant)
                self.assertEqual(answer["end"], "")
                (branch, *_) = answer["books"][0]["branches"]
                self.assertTrue(branch["of_book"])
                self.assertIn(branch["uci"], [move["uci"] for move in answer["legal"]])
                self.assertEqual([move["uci"] for move in answer["books"][0]["moves"]], [branch["uci"]])
                self.assertEqual([move["uci"] for move in explorer.ask("line", line=line)["line"]], line)
                self.assertTrue(explorer.ask("tree", depth=4)["tree"]["moves"])
                self.assertEqual(explorer.end()[0], 0)

    def test_crazyhouse(self):
        explorer = self.explore("crazyhouse.bin")
        line = GAMES["crazyhouse"][1]
        answer = explorer.ask("position", line=line)
        self.assertEqual(answer["books"][0]["branches"][0]["uci"], "P@h3")
        self.assertEqual((answer["pockets"]["white"]["p"], answer["pockets"]["black"]["p"]), (1, 1))
        self.assertNotIn("[", answer["board"])
        self.assertIn({"uci": "P@h3", "san": "P@h3", "drop": "p", "to": "h3"}, answer["legal"])
        self.assertEqual(explorer.ask("position", line=[*line, "P@h3"])["pockets"]["white"]["p"], 0)
        self.assertEqual(explorer.ask("paste", text="e4 d5 exd5 Qxd5 P@h3")["line"], [*line, "P@h3"])
        status, _, body = explorer.request("POST", "/api/position", {"line": ["P@h3"]})
        self.assertEqual((status, "not legal in crazyhouse" in body), (400, True))
        status, _, body = explorer.request("POST", "/api/export", {"format": "csv"})
        self.assertEqual((status, "crazyhouse" in body), (400, True))

    def test_ends(self):
        king = ["e2e4", "e7e6", "e1e2", "a7a6", "e2e3", "a6a5", "e3d4"]
        answer = self.explore("kingofthehill.bin").ask("position", line=king)
        self.assertEqual((answer["end"], answer["winner"], answer["end_text"]), ("variant", "white", "White wins: the king is in the centre"))
        self.assertEqual((answer["legal"], answer["goal"]), ([], ["d4", "e4", "d5", "e5"]))
        self.assertEqual(self.explore("3check.bin").ask("position", line=[*GAMES["3check"][1], "c4f7"])["checks_left"], {"white": 2, "black": 3})
        chess = self.explore("b.bin").ask("position", line=["f2f3", "e7e5", "g2g4", "d8h4"])
        self.assertEqual((chess["end"], chess["winner"], chess["end_text"]), ("checkmate", "black", "Black wins: checkmate"))

    def test_what_is_refused(self):
        self.assertIn("atomic.bin: the book is of atomic, and crazyhouse.bin of crazyhouse", self.refused("crazyhouse.bin", "atomic.bin"))
        self.assertIn("crazyhouse", self.refused("crazyhouse.bin", "-edit"))
        self.assertIn("polyglot edit-book", self.refused("crazyhouse.bin", "-edit"))
        self.assertIn("atomic", self.refused("crazyhouse.bin", "-variant", "atomic"))

    def test_statistics_of_a_variant(self):
        make_variant_book(self.folder, "antichess")  # and its games
        made = subprocess.run([adapter(), "make-book", "-pgn", "v.pgn", "-variant", "antichess", "-stats", "v.pgstats"], cwd=self.folder, check=False,
                              capture_output=True, text=True, timeout=LIMIT)
        self.assertEqual(made.returncode, 0, made.stderr)
        for books in (("antichess.bin", "-stats", "v.pgstats"), ("-stats", "v.pgstats")):
            explorer = self.explore(*books)
            about = explorer.ask("about")
            self.assertEqual((about["variant"]["name"], about["statistics"]["games"]), ("antichess", 3))
            answer = explorer.ask("position", line=["e2e3", "b7b5"])
            self.assertEqual([(move["uci"], move["games"], move["wins"]) for move in answer["statistics"]["moves"]], [("f1b5", 3, 3)])
        for book, variant in (("b.bin", "chess"), ("atomic.bin", "atomic")):
            self.assertIn(f"-stats: v.pgstats is not of {variant}, as the book is", self.refused(book, "-stats", "v.pgstats"))

    def test_two_books_of_a_variant(self):
        make_variant_book(self.folder, "crazyhouse", "other.bin")
        explorer = self.explore("crazyhouse.bin", "other.bin")
        self.assertEqual([book["branches"][0]["san"] for book in explorer.ask("position")["books"]], ["e4", "e4"])
        self.assertIn("diff-book", explorer.ask("compare")["error"])

    def test_an_engine(self):
        path = shutil.which("fairy-stockfish")
        if not path:
            self.skipTest("fairy-stockfish is not installed")
        explorer = self.explore("crazyhouse.bin", "-ec", path, "-uci", "Threads=1")
        deadline = time.monotonic() + LIMIT
        # Mate by a drop, which chess does not have.
        start = "6rk/6pp/8/6N1/8/8/8/K7[n] b - - 0 1".replace("[n] b", "[N] w")
        while True:
            answer = explorer.ask("engine", start=start, run=True)
            if answer.get("lines") and answer["lines"][0]["value"].get("mate"):
                break
            self.assertNotEqual(answer.get("state"), "failed", answer)
            self.assertLess(time.monotonic(), deadline, answer)
            time.sleep(0.05)
        legal = [move["uci"] for move in explorer.ask("position", start=start)["legal"]]
        self.assertIn(answer["lines"][0]["uci"], legal)


class Page(InBrowser):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        make_variant_book(cls.folder, "crazyhouse")

    def test_a_drop_by_click(self):
        self.open("crazyhouse.bin")
        self.go_to("e4 d5 exd5 Qxd5")
        self.until(lambda: self.browser.find_elements(By.CSS_SELECTOR, "#pocket-bottom [data-drop='p@']"))
        self.one("#pocket-bottom [data-drop='p@']").click()
        self.one("#board [data-square=h3]").click()
        self.until(lambda: "P@h3" in self.one("#line").text)
        self.assertIn("no piece to drop", self.one("#pocket-bottom").text)
        self.check_accessibility()


if __name__ == "__main__":
    run_tests()
