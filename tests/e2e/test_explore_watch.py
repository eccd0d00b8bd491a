"""`polyglot explore -watch`: adapters that play are shown from their logs, in a real browser too."""
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from e2e_support import LIMIT, Adapter, adapter, write_ini
from explore_support import AXE, By, Explorer, InChromium, Keys, run_tests

LINE = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6".split()
# Plays LINE, and dies instead of its last move.
ENGINE = f"""
import sys
line = {LINE!r}
def say(*lines): print(*lines, sep="\\n", flush=True)
for text in sys.stdin:
    word = text.split()[0] if text.split() else ""
    if word == "uci": say("id name <b>Ruy</b>", "uciok")
    elif word == "isready": say("readyok")
    elif word == "position": made = len(text.split(" moves ")[1].split()) if " moves " in text else 0
    elif word == "go":
        if made == len(line) - 1:
            print("<i>no memory</i>", file=sys.stderr, flush=True)
            sys.exit(3)
        say("info depth 1 score cp 0 pv " + line[made], "bestmove " + line[made])
    elif word == "quit": break
"""
HOSTILE = "<img src=x onerror=document.title='hacked'>"


class Match:
    """Two real adapters that play LINE against each other, each with its log; White's first two moves are from a book."""

    def __init__(self, folder):
        self.folder = Path(folder)
        (self.folder / "engine.py").write_text(ENGINE)
        (self.folder / "games.pgn").write_text('[Event "x"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0\n\n' * 3)
        subprocess.run([adapter(), "make-book", "-pgn", "games.pgn", "-bin", "b.bin", "-min-game", "1"], cwd=folder, check=True, capture_output=True, timeout=LIMIT)
        self.players = [self.start("white", "true"), self.start("black", "false")]
        self.made = 0

    def start(self, name, book):
        ini = write_ini(self.folder / f"{name}.ini", {"EngineCommand": f'"{sys.executable}" -S engine.py', "EngineDir": self.folder, "Log": "true", "LogFile": f"{name}.log",
                                                      "LogMaxSize": 1, "Book": book, "BookFile": "b.bin"})
        player = Adapter([ini], cwd=self.folder)
        player.send("uci\nisready\n")
        self.until(player, "readyok")
        return player

    @staticmethod
    def until(player, word):
        while not (line := player.process.stdout.readline().decode()).startswith(word):
            if not line:
                raise AssertionError("the adapter has ended")
        return line

    def play(self, plies=1):
        for _ in range(plies):
            player = self.players[self.made % 2]
            moves = " moves " + " ".join(LINE[:self.made]) if self.made else ""
            player.send(f"position startpos{moves}\ngo movetime 1000\n")
            move = self.until(player, "bestmove").split()[1]
            assert move == LINE[self.made], (move, self.made)
            self.made += 1

    def die(self):
        """White's and Black's lines are played but for the last move, at which Black's engine exits."""
        self.play(len(LINE) - 1 - self.made)
        self.players[1].send(f"position startpos moves {' '.join(LINE[:-1])}\ngo movetime 1000\n")

    def fill_log(self):
        """White's adapter renames its log, once: each line stands there twice, from the GUI and to the engine."""
        self.players[0].send(("debug " + "x" * 100_000 + "\n") * 7 + "isready\n")
        self.until(self.players[0], "readyok")
        if not (self.folder / "white.log.1").exists():
            raise AssertionError("the log was not renamed")

    def kill(self):
        for player in self.players:
            player.kill_all()
            for stream in (player.process.stdin, player.process.stdout, player.process.stderr):
                stream.close()


class WithFolder(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def explore(self, *words):
        explorer = Explorer(self.folder, *words)
        self.addCleanup(explorer.end, signal.SIGTERM)
        return explorer

    def match(self):
        match = Match(self.folder)
        self.addCleanup(match.kill)
        return match

    def log(self, name, *texts, pid=7):
        with open(self.folder / name, "a", encoding="utf-8", newline="\n") as file:
            for text in texts:
                file.write(f"2026-11-21 02:47:46.000 [{pid}] {text}\n")

    def first_move(self, name, engine, move="c2c4", pid=7):
        self.log(name, "! polyglot 3.0.0", f"engine> id name {engine}", "gui> uci", "gui> position startpos", "gui> go movetime 1", f"gui< bestmove {move}", pid=pid)


class Api(WithFolder):
    def until(self, explorer, test):
        """The answer that passes. An adapter's log is written after its answer: not at once."""
        deadline = time.monotonic() + LIMIT
        while not test(answer := explorer.ask("watch")):
            if time.monotonic() > deadline:
                raise AssertionError(answer)
            time.sleep(0.02)
        return answer

    def test_two_adapters_through_a_rotation(self):
        explorer = self.explore("-watch", "white.log", "black.log")
        self.assertEqual([log["trouble"] for log in explorer.ask("watch")["logs"]], ["is not there yet"] * 2)
        match = self.match()
        match.play(5)
        made = lambda plies: lambda answer: [len(game["moves"]) for game in answer["games"]] == plies
        answer = self.until(explorer, made([5, 4]))
        white, black = answer["games"]
        self.assertEqual((white["engine"], white["white"], white["left_at"], white["book_moves"]), ("<b>Ruy</b>", True, "3.", 2))
        self.assertEqual([(move["san"], move["by"]) for move in white["moves"]],
                         [("e4", "book"), ("e5", "gui"), ("Nf3", "book"), ("Nc6", "gui"), ("Bb5", "engine")])
        self.assertEqual((black["white"], black["book_moves"]), (False, 0))
        match.fill_log()
        match.play(2)
        answer = self.until(explorer, made([7, 6]))
        self.assertEqual((len(answer["games"]), answer["games"][0]["left_at"], answer["logs"][0]["gaps"]), (2, "3.", 0))
        match.die()
        answer = self.until(explorer, lambda answer: answer["failure_count"])
        self.assertIn("engine exited 3", answer["failures"][0]["what"])
        self.assertIn("<i>no memory</i>", answer["failures"][0]["what"])

    def test_who_is_served_and_what_is_refused(self):
        explorer = self.explore("-watch", "a.log")
        self.assertEqual(explorer.request("POST", "/api/watch", {}, Cookie=None)[0], 403)
        self.assertEqual(explorer.request("GET", "/watch", Cookie=None)[0], 403)
        self.assertIn("polyglot watch", explorer.open()[2])  # no book: the watch is the first page
        self.assertEqual(explorer.request("POST", "/api/watch", {}, Origin="http://evil.example")[0], 403)
        self.assertEqual(explorer.ask("about")["books"], [])
        for question in ({"revision": -1}, {"revision": "x"}, {"revision": 1e300}, {"known": 7}, {"known": [None, -3, 1e99]}):
            self.assertEqual(explorer.ask("watch", **question)["games"], [])
        for what in ("position", "tree", "difference", "edit", "export"):
            self.assertIn(explorer.request("POST", "/api/" + what, {})[0], (200, 400))
        done = subprocess.run([adapter(), "explore", "-watch", "-no-open"], cwd=self.folder, capture_output=True, text=True, timeout=LIMIT, check=False)
        self.assertEqual(done.returncode, 2)

    def test_an_emptied_log(self):
        self.first_move("a.log", "One")
        explorer = self.explore("-watch", "a.log")
        self.assertEqual(len(explorer.ask("watch")["games"]), 1)
        (self.folder / "a.log").write_text("")
        explorer.ask("watch")
        self.first_move("a.log", "Two", pid=8)
        answer = explorer.ask("watch")
        self.assertEqual(answer["logs"][0]["gaps"], 1)
        self.assertEqual([game["engine"] for game in answer["games"]], ["One", "Two"])


class Page(InChromium, WithFolder):
    expected = "ERR_CONNECTION_REFUSED"  # the program has ended

    def texts(self, selector):
        return self.browser.execute_script("return [...document.querySelectorAll(arguments[0])].map(node => node.textContent)", selector)

    def has(self, selector, part):
        return any(part in text for text in self.texts(selector))

    def test_a_match_is_watched(self):
        explorer = self.explore("-watch", "white.log", "black.log")
        self.browser.get(explorer.address)
        self.until(lambda: self.has("#logs", "white.log: is not there yet"))
        self.assertNotIn("token", self.browser.current_url)
        match = self.match()
        match.play(4)
        self.until(lambda: self.texts(".game h2") == ["<b>Ruy</b> (White)", "<b>Ruy</b> (Black)"])
        self.until(lambda: self.texts(".game .moves .by-book") == ["1. e4", "2. Nf3"] and self.has(".of-book", "in the book: 2 moves"))
        self.assertEqual(len(self.browser.find_elements(By.CSS_SELECTOR, ".game:first-child .picture use")), 32)
        match.play()
        self.until(lambda: self.has(".of-book", "left the book at 3. (2 book moves)"))
        self.assertIn("3. Bb5 by the engine", self.texts(".last"))
        match.fill_log()
        match.play()
        self.until(lambda: self.has(".last", "3... a6 by the engine"))
        self.assertEqual(len(self.texts(".game")), 2)
        match.die()
        self.until(lambda: self.has("#failures", "<i>no memory</i>"))
        self.assertFalse(self.browser.find_elements(By.CSS_SELECTOR, ".game b, .game i, #failures i"))
        match.players[0].send("ucinewgame\n")
        self.until(lambda: self.has("#results li", "<b>Ruy</b> (White)"))

    def test_hostile_names_books_keys_and_the_end(self):
        self.first_move("a.log", HOSTILE)
        self.log("a.log", f"! start-failed 2 {HOSTILE}")
        self.first_move("b.log", "Plain", move="d2d4", pid=8)
        subprocess.run([adapter(), "make-book", "-starter", "-bin", "s.bin"], cwd=self.folder, check=True, capture_output=True, timeout=LIMIT)
        explorer = self.explore("s.bin", "-watch", "a.log", "b.log")
        self.browser.get(explorer.address)
        self.until(lambda: self.one("#watch").is_displayed())
        self.one("#watch").click()
        self.until(lambda: len(self.texts(".game")) == 2)
        self.assertEqual(self.texts(".game h2"), [HOSTILE + " (White)", "Plain (White)"])
        self.assertTrue(self.has("#failures", HOSTILE) and self.has(".failure", HOSTILE))
        self.assertFalse(self.browser.find_elements(By.TAG_NAME, "img"))
        self.one("body").send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ENTER)
        self.until(lambda: self.texts(".game.large h2") == ["Plain (White)"])
        self.one("body").send_keys(Keys.ESCAPE)
        self.assertEqual(self.texts(".game.large"), [])
        if AXE.exists():
            self.check_accessibility()
        self.browser.find_elements(By.CSS_SELECTOR, ".game a")[1].click()
        self.until(lambda: self.one("#fen-text").get_property("value").startswith("rnbqkbnr/pppppppp/8/8/3P4"))
        self.browser.back()
        self.until(lambda: len(self.texts(".game")) == 2)
        self.one("#quit").click()
        self.assertEqual(explorer.process.wait(LIMIT), 0)
        self.until(lambda: self.has("#message", "has ended"))


if __name__ == "__main__":
    run_tests()
