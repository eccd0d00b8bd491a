"""`polyglot explore games.pgn`: what was played in games, counted in memory; filters, lists, games that are opened from their file."""
import gzip
import json
import lzma
import os
import re
import shutil
import subprocess
import time
import unittest
import zipfile

from e2e_support import LIMIT, adapter
from explore_support import AXE, By, InBrowser, Keys, WithBooks, run_tests

PLAYERS = ("Kasparov, Garry", "Karpov, Anatoly", "Short, Nigel", "Stockfish 17 of a rather long name")
LINES = ("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6", "e4 e5 Nf3 Nc6 Bb5 a6", "d4 d5 c4 e6", "d4 Nf6 c4 g6", "Nf3 d5 d4 Nf6 c4 e6", "e4 c5 Nc3 Nc6")


def game(number):
    white, black = PLAYERS[number % 4], PLAYERS[(number + 1 + number // 7) % 4]
    tags = {"Event": ("Linares", "World Championship Match", "?")[number % 3], "Site": "?", "Date": f"{1985 + number % 30}.{1 + number % 12:02}.??", "White": white, "Black": black,
            "Result": ("1-0", "1/2-1/2", "0-1", "1/2-1/2")[number % 4]}
    if number % 5:
        tags |= {"WhiteElo": str(2500 + 10 * (number % 40)), "BlackElo": str(2480 + 10 * (number % 31))}
    moves = LINES[number * 5 % len(LINES)].split()
    text = " ".join((f"{ply // 2 + 1}. " if ply % 2 == 0 else "") + move + f" {{[%eval {ply / 10:.2f}] [%clk 1:{59 - ply:02}:30]}}" for ply, move in enumerate(moves))
    return "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + f"\n{text} {tags['Result']}\n\n"


BROKEN = '[Event "broken"]\n[Result "1-0"]\n\n1. e4 e5 2. Ke3 1-0\n\n[Variant "Atomic"]\n[Result "1-0"]\n\n1. e4 1-0\n\n[Event "empty"]\n[Result "1-0"]\n\n1-0\n\n'


class WithGames(WithBooks):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        (cls.folder / "collection").mkdir()
        (cls.folder / "few.pgn").write_text("".join(map(game, range(120))))
        (cls.folder / "collection/a.pgn.gz").write_bytes(gzip.compress("".join(map(game, range(60))).encode()))
        (cls.folder / "collection/b.pgn.xz").write_bytes(lzma.compress("".join(map(game, range(60, 80))).encode()))
        with zipfile.ZipFile(cls.folder / "collection/c.zip", "w") as archive:
            archive.writestr("x.pgn", "".join(map(game, range(80, 100))))
            archive.writestr("y.pgn", "".join(map(game, range(100, 120))))
        (cls.folder / "bad.pgn").write_text(game(1) + BROKEN + game(2))

    def read(self, explorer):
        deadline = time.monotonic() + LIMIT
        while not (facts := explorer.ask("games"))["ready"]:
            self.assertLess(time.monotonic(), deadline)
        return facts

    def open_game(self, explorer, listed):
        while "reading" in (opened := explorer.ask("game", game=listed["game"])):
            pass
        return opened


class Games(WithGames):
    def test_figures_are_those_of_make_book(self):
        subprocess.run([adapter(), "make-book", "few.pgn", "-stats", "few.pgstats"], cwd=self.folder, check=True, capture_output=True, timeout=LIMIT)
        explorer = self.explore("-pgn", "few.pgn", "-stats", "few.pgstats")
        facts = self.read(explorer)
        self.assertEqual((facts["games"], facts["empty"], facts["problems"]), (120, 0, []))
        self.assertEqual(explorer.ask("about")["games"], {"name": "few.pgn"})
        for line in ([], ["e2e4"], ["e2e4", "c7c5"], ["g1f3", "d7d5", "d2d4"], ["d2d4", "d7d5", "c2c4"]):
            answer = explorer.ask("position", line=line)
            fields = ("uci", "games", "wins", "losses", "last_year")
            of = lambda part: sorted([*(move[field] for field in fields), round(move.get("elo") or 0)] for move in answer[part]["moves"])
            self.assertEqual(of("games"), of("statistics"), line)
            self.assertEqual(answer["games"]["games"], sum(move["games"] for move in answer["games"]["moves"]))

    def test_a_folder_of_archives_and_a_book_beside(self):
        one, packed = self.explore("few.pgn"), self.explore("b.bin", "-pgn", "collection")
        self.assertEqual(self.read(one)["plies"], self.read(packed)["plies"])
        self.assertEqual(one.ask("position")["games"], packed.ask("position")["games"])
        self.assertEqual((one.ask("position")["books"], len(packed.ask("position")["books"])), ([], 1))
        order = lambda explorer: [[entry[name] for name in ("white", "black", "date", "ply")] for entry in explorer.ask("game-list", line=["e2e4"], order="newest")["games"]]
        self.assertEqual(order(one), order(packed))
        for listed in packed.ask("game-list")["games"]:
            opened = self.open_game(packed, listed)
            self.assertEqual([opened["white"], opened["date"], len(opened["moves"])], [listed["white"], listed["date"], listed["plies"]])
            self.assertEqual((opened["moves"][1]["value"], opened["moves"][1]["left_ms"]), ("+0.10", 7110_000))

    def test_filters(self):
        explorer = self.explore("few.pgn")
        self.read(explorer)
        chosen = lambda **filter: explorer.ask("position", filter=filter)["games"]["games"]
        games = [dict(re.findall(r'\[(\w+) "(.*)"\]', game(number))) for number in range(120)]
        counted = lambda test: sum(1 for one in games if test(one))
        self.assertEqual(chosen(player="kasparov", side="white"), counted(lambda one: one["White"] == PLAYERS[0]))
        self.assertEqual(chosen(player="GARRY"), counted(lambda one: PLAYERS[0] in (one["White"], one["Black"])))
        self.assertEqual(chosen(min_rating=2600, max_rating=2800), counted(lambda one: "WhiteElo" in one and 2600 <= min(int(one["WhiteElo"]), int(one["BlackElo"]))
                                                                     and max(int(one["WhiteElo"]), int(one["BlackElo"])) <= 2800))
        self.assertEqual(chosen(first_year=1990, last_year=1992), counted(lambda one: "1990" <= one["Date"][:4] <= "1992"))
        self.assertEqual(chosen(result="1/2-1/2", event="match"), counted(lambda one: one["Result"] == "1/2-1/2" and "Match" in one["Event"]))
        self.assertEqual(chosen(opening="ruy lopez"), 20)
        self.assertEqual(chosen(player="nobody"), 0)
        self.assertEqual(explorer.request("POST", "/api/position", {"filter": {"result": "won"}})[0], 400)

    def test_bad_games_and_bad_files(self):
        facts = self.read(self.explore("bad.pgn"))
        self.assertEqual((facts["games"], facts["empty"]), (3, 1))
        said = "\n".join(facts["problems"])
        for words in ("1 game: illegal move", "1 game: unknown variant", "bad.pgn:"):
            self.assertIn(words, said)
        whole = gzip.compress("".join(map(game, range(3000))).encode(), mtime=0)
        (self.folder / "cut.pgn.gz").write_bytes(whole[:len(whole) // 2])
        facts = self.read(self.explore("cut.pgn.gz"))
        self.assertIn("cut.pgn.gz", facts["problems"][0])
        self.assertTrue(0 < facts["games"] < 3000, facts)
        (self.folder / "mixed").mkdir()
        (self.folder / "mixed" / "one.pgn").write_text(game(1))
        try:
            (self.folder / "mixed" / "gone.pgn").symlink_to("nowhere.pgn")
        except OSError: # Windows may refuse
            pass
        else:
            facts = self.read(self.explore("-pgn", "mixed"))
            self.assertEqual((facts["games"], len(facts["problems"])), (1, 1))
            self.assertIn("gone.pgn", facts["problems"][0])
        (self.folder / "none.pgn").write_text("no game\n")
        explorer = self.explore("none.pgn")
        self.assertEqual(self.read(explorer)["games"], 0)
        self.assertEqual(explorer.ask("position")["games"], {"games": 0, "ended": 0, "moves": []})

    @unittest.skipUnless(shutil.which("zstd"), "no zstd")
    def test_a_cut_zst(self):
        subprocess.run(["zstd", "-q", "few.pgn"], cwd=self.folder, check=True)
        whole = (self.folder / "few.pgn.zst").read_bytes()
        (self.folder / "cut.pgn.zst").write_bytes(whole[:len(whole) // 2])
        self.assertEqual(self.read(self.explore("few.pgn.zst"))["games"], 120)
        self.assertIn("cut.pgn.zst", self.read(self.explore("cut.pgn.zst"))["problems"][0])

    def test_a_file_that_changes(self):
        (self.folder / "changing.pgn").write_text(game(1) + game(2))
        explorer = self.explore("changing.pgn")
        self.read(explorer)
        listed = explorer.ask("game-list")["games"][0]
        self.open_game(explorer, listed)
        (self.folder / "changing.pgn").write_text(game(2))
        self.assertEqual(explorer.ask("position")["games"]["games"], 2)
        status, _, body = explorer.request("POST", "/api/game", {"game": listed["game"]})
        self.assertEqual(status, 400)
        self.assertIn("changing.pgn has changed since its games were counted", json.loads(body)["error"])

    def test_what_is_refused(self):
        words_of_pipe = []
        if os.name == "posix":
            os.mkfifo(self.folder / "pipe")
            words_of_pipe.append((["-pgn", "pipe"], "not a regular file"))
        for words, said in (*words_of_pipe, (["-pgn", "b.bin"], "not games"), (["-pgn", "-"], "standard input"), (["-pgn", "no.pgn"], "no.pgn"), (["-pgn", "few.pgn", "-edit"], "book.bin")):
            done = subprocess.run([adapter(), "explore", *words, "-no-open"], cwd=self.folder, capture_output=True, text=True, check=False, timeout=LIMIT)
            self.assertEqual((done.returncode, said in done.stderr), (1, True), (words, done.stderr))
        explorer = self.explore("b.bin")
        self.assertNotIn("games", explorer.ask("position"))
        self.assertIn("polyglot explore games.pgn", explorer.request("POST", "/api/games", {})[2])

    def test_a_book_in_pgn_is_a_book(self):
        subprocess.run([adapter(), "convert-book", "-from", "b.bin", "-to", "book.pgn"], cwd=self.folder, check=True, capture_output=True, timeout=LIMIT)
        about = self.explore("book.pgn").ask("about")
        self.assertEqual((len(about["books"]), "games" in about), (1, False))


class InThePage(WithGames, InBrowser):
    def cell(self, san, column):
        return self.browser.execute_script("return document.querySelector(arguments[0])?.textContent", f"#moves tr[data-san='{san}'] [data-column='{column}']")

    def games(self):
        return self.browser.execute_script("return [...document.querySelectorAll('#game-list [data-game]')].map(one => one.textContent)")

    def test_moves_filter_list_and_game(self):
        self.open("few.pgn")
        self.assertEqual(self.cell("e4", "game-count"), "60")
        self.assertIn("120 games", self.one("#games-state").text)
        self.until(lambda: self.browser.title.startswith("few.pgn"))
        self.type("p")
        self.browser.switch_to.active_element.send_keys("kasparov")
        self.until(lambda: self.cell("e4", "game-count") not in (None, "60"))
        self.assertTrue(all("Kasparov" in one for one in self.games()))
        self.one("#filter-clear").click()
        self.until(lambda: self.cell("e4", "game-count") == "60")
        # The games of one move, the best rated first; one of them is opened where the board is.
        self.one("[data-games=e2e4]").click()
        self.until(lambda: "(60)" in self.one("#game-move option:checked").text)
        self.until(lambda: len(self.games()) == 50)
        self.browser.execute_script("location.hash = 'line=e2e4.c7c5.g1f3'")
        self.until(lambda: self.moves() == ["d6"])
        self.until(lambda: len(self.games()) == 20)
        self.one("#game-list [data-game]").click()
        self.until(lambda: self.one("#game").is_displayed())
        current = lambda: self.one("#game [aria-current]").text
        self.until(lambda: current().startswith("Nf3"))
        self.assertIn("+0.20", current())
        self.assertIn("1:57:30", current())
        self.leave_fields()
        self.type(Keys.ARROW_RIGHT)
        self.until(lambda: current().startswith("d6"))
        self.type(Keys.HOME)
        self.until(lambda: not self.browser.find_elements(By.CSS_SELECTOR, "#game [aria-current]"))
        self.one("[data-move=d2d4]").click()
        self.until(lambda: "Back to the game" in self.one("#game").text)
        self.one("#game header button").click()
        self.until(lambda: "Back to the game" not in self.one("#game").text)
        self.one("#game [aria-label='Close the game']").click()
        self.assertFalse(self.one("#game").is_displayed())

    def test_a_book_beside(self):
        self.open("b.bin", "-pgn", "few.pgn")
        self.until(lambda: self.browser.find_elements(By.CSS_SELECTOR, "[data-games]"))
        self.assertEqual([self.cell("e4", "share0"), self.cell("e4", "game-count"), self.cell("d4", "game-count")], ["100.0 %", "60", "40"])
        self.assertIn("few.pgn", self.one("#moves .groups").text)

    def test_progress_while_games_are_read(self):
        # A gigabyte, which is not read to its end.
        (self.folder / "large.pgn.gz").write_bytes(gzip.compress("".join(map(game, range(3000))).encode()) * 400)
        explorer = self.explore("large.pgn.gz")
        self.browser.get(explorer.address)
        self.until(lambda: "large.pgn.gz is being read: " in self.one("#games-state").text)
        self.assertTrue(self.one("#games-progress").is_displayed())
        self.assertRegex(self.one("#games-state").text, r": \d+ %, [\d,]+ games? so far")
        self.until(lambda: "when the games have been read" in self.one("#notes").text)
        self.browser.get("about:blank")  # ends the page's questions
        self.assertEqual(explorer.end()[0], 0)

    def test_progress_and_problems(self):
        self.open("bad.pgn")
        self.assertFalse(self.one("#games-progress").is_displayed())
        self.one("#games-problems summary").click()
        self.assertIn("illegal move", self.one("#games-problems").text)
        explorer = self.explore("none.pgn")
        self.browser.get(explorer.address)
        self.until(lambda: "No game came to this position" in self.one("#notes").text)

    @unittest.skipUnless(AXE.exists(), "no axe-core (scripts/setup build)")
    def test_accessibility(self):
        self.open("few.pgn")
        self.until(self.games)
        self.check_accessibility()
        self.one("#game-list [data-game]").click()
        self.until(lambda: self.one("#game").is_displayed())
        self.check_accessibility()

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        (cls.folder / "none.pgn").write_text("no game\n")


if __name__ == "__main__":
    run_tests()
