"""`make-book -stats x.pgstats -games N`: the best rated and the newest games of each move, against a naive count, and in explore."""
import bz2
import gzip
import json
import os
import random
import re
import shutil
import subprocess
import tempfile
import unittest
import zipfile
from pathlib import Path

from e2e_support import LIMIT, adapter
from explore_support import By, Explorer, InChromium, run_tests

# No position is reached in two ways, so that a line names a position.
TREE = {"": ["e4", "d4", "c4"], "e4": ["e5", "c5", "e6"], "d4": ["d5", "f5"], "c4": ["e5", "c5"], "e4 e5": ["Nf3", "f4"], "e4 c5": ["Nf3", "b4"], "e4 e6": ["d4"],
        "d4 d5": ["c4", "Bf4"], "d4 f5": ["g3"], "c4 e5": ["Nc3"], "c4 c5": ["b3"]}
UCI = {"e4": "e2e4", "d4": "d2d4", "c4": "c2c4", "e5": "e7e5", "c5": "c7c5", "e6": "e7e6", "d5": "d7d5", "f5": "f7f5", "Nf3": "g1f3", "f4": "f2f4", "b4": "b2b4",
       "Bf4": "c1f4", "g3": "g2g3", "Nc3": "b1c3", "b3": "b2b3"}
BAD_INPUT, BAD_USAGE = 1, 2
MAKE_GAMES = os.environ.get("POLYGLOT_MAKE_GAMES", "")


class Game:
    def __init__(self, number, rng, file):
        self.number, self.file = number, file
        self.line = []
        while options := TREE.get(" ".join(self.line)):
            self.line.append(rng.choice(options))
        self.elo = [rng.choice([0, 0, 2000 + 10 * rng.randrange(20)]) for _ in range(2)]
        self.date = rng.choice([(0, 0, 0), (1990 + rng.randrange(20), 0, 0), (1990 + rng.randrange(20), 1 + rng.randrange(12), 1 + rng.randrange(28)), (1995, 1, 1)])
        self.result = rng.choice(["1-0", "0-1", "1/2-1/2"])

    def text(self):
        year, month, day = self.date
        date = (str(year) if year else "????") + "." + (f"{month:02}" if month else "??") + "." + (f"{day:02}" if day else "??")
        tags = {"Event": f"Event {self.number}", "Date": date, "White": f"White {self.number}", "Black": f"Black {self.number % 7}", "Result": self.result}
        tags |= {name: str(elo) for name, elo in zip(("WhiteElo", "BlackElo"), self.elo) if elo}
        moves = " ".join((f"{ply // 2 + 1}. " if ply % 2 == 0 else "") + move + (" {[%clk 1:00:00] why not}" if self.number % 3 == 0 else "") for ply, move in enumerate(self.line))
        return "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + f"\n{moves} {self.result}\n\n"

    def rank(self, order):
        rating, date = sum(self.elo), self.date
        return tuple(-part for part in ((rating, *date) if order == "best" else (*date, rating))) + (self.file, self.number)


def make_games(count, seed, files):
    rng = random.Random(seed)
    return [Game(number, rng, files[number * len(files) // count]) for number in range(count)]


def naive(games, line, move, order, most):
    """The names of the games with the move after the line."""
    those = [game for game in games if game.line[:len(line) + (1 if move else 0)] == line + ([move] if move else [])]
    return [f"White {game.number}" for game in sorted(those, key=lambda game: game.rank(order))[:most]]


class WithKeptGames(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def make(self, *words, status=0):
        done = subprocess.run([adapter(), "make-book", *map(str, words)], cwd=self.folder, capture_output=True, text=True, check=False, timeout=LIMIT)
        self.assertEqual(done.returncode, status, (words, done.stderr))
        return done

    def write(self, games):
        for file in {game.file for game in games}:
            (self.folder / file).parent.mkdir(exist_ok=True)
            (self.folder / file).write_text("".join(game.text() for game in games if game.file == file))

    def explore(self, *words):
        explorer = Explorer(self.folder, *words)
        self.addCleanup(explorer.end)
        explorer.open()
        return explorer

    def list(self, explorer, **question):
        while "games" not in (answer := explorer.ask("game-list", **question)):
            self.assertEqual(answer, {"reading": True})
        return answer

    def game(self, explorer, name):
        while "reading" in (answer := explorer.ask("game", game=name)):
            pass
        return answer

    def refusal(self, explorer, name):
        while True:
            status, _, body = explorer.request("POST", "/api/game", {"game": name})
            if "reading" not in json.loads(body):
                return status, json.loads(body).get("error", "")

    def check_lists(self, explorer, games, most):
        for text, moves in TREE.items():
            line = text.split()
            question = {"line": [UCI[move] for move in line]}
            for order in ("best", "newest"):
                for move in moves:
                    found = self.list(explorer, move=UCI[move], order=order, **question)
                    self.assertEqual(([one["white"] for one in found["games"]], found["problems"], found["kept"]),
                                     (naive(games, line, move, order, most), [], most), (text, move, order))


class KeptGames(WithKeptGames):
    def test_the_kept_games_are_those_of_a_naive_count(self):
        for most, count in ((1, 300), (4, 400), (20, 900)):
            games = make_games(count, most, ["a.pgn", "b.pgn", "sub/c.pgn"])
            self.write(games)
            self.make("-pgn", "a.pgn", "b.pgn", "sub", "-stats", "x.pgstats", "-games", most)
            explorer = self.explore("x.pgstats")
            self.assertEqual(explorer.ask("about")["statistics"]["kept"], most)
            self.check_lists(explorer, games, most)
            # All moves of a position: the first of them are the first of all.
            found = self.list(explorer, order="newest")
            self.assertEqual([one["white"] for one in found["games"]][:most], naive(games, [], None, "newest", most))
            # Each game that is listed can be opened.
            for listed in found["games"]:
                opened = self.game(explorer, listed["game"])
                game = games[int(listed["white"].split()[1])]
                self.assertEqual([move["san"] for move in opened["moves"]], game.line)
                self.assertEqual([opened[name] for name in ("white", "date", "event", "ply")], [listed[name] for name in ("white", "date", "event", "ply")])
                self.assertEqual(opened["moves"][0].get("left_ms"), 3_600_000 if game.number % 3 == 0 else None)

    def test_the_same_list_as_of_games_in_memory(self):
        games = make_games(200, 7, ["a.pgn"])
        self.write(games)
        self.make("-pgn", "a.pgn", "-stats", "x.pgstats", "-games", 5)
        kept, memory = self.explore("x.pgstats"), self.explore("a.pgn")
        while not memory.ask("games")["ready"]:
            pass
        for order in ("best", "newest"):
            for line in ([], ["e2e4"], ["e2e4", "e7e5"]):
                of = lambda explorer: [{name: value for name, value in one.items() if name != "game"}
                                       for one in self.list(explorer, line=line, order=order, move="e2e4" if not line else "e7e5" if len(line) == 1 else "g1f3")["games"][:5]]
                self.assertEqual(of(kept), of(memory), (order, line))

    def test_threads_order_and_interruption_change_nothing(self):
        games = make_games(60_000, 3, ["a.pgn", "b.pgn", "c.pgn"])
        self.write(games)
        files = ["a.pgn", "b.pgn", "c.pgn"]
        made = []
        for number, words in enumerate(([*files, "-threads", 1], [*files, "-threads", 4], [*files[::-1], "-threads", 2, "-tmp", "t"],
                                        [*files, "-threads", 3, "-unique"], [*files[::-1], "-threads", 1, "-unique"])):
            self.make("-pgn", *words, "-stats", f"{number}.pgstats", "-games", 3)
            made.append((self.folder / f"{number}.pgstats").read_bytes())
        self.assertTrue(made[0] == made[1] == made[2])
        self.assertTrue(made[3] == made[4])
        self.check_lists(self.explore("1.pgstats"), games, 3)
        # A run that is stopped and continued. On a busy machine it may have ended before this test looks.
        for _ in range(10):
            process = subprocess.Popen([adapter(), "make-book", "-pgn", *files, "-stats", "r.pgstats", "-games", "3", "-tmp", "u", "-checkpoint", "0.01", "-threads", "1",
                                        "-memory", "16M"], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            while process.poll() is None and not (self.folder / "u/r.pgstats.work/checkpoint").exists():
                pass
            process.kill()
            process.wait()
            if (self.folder / "u/r.pgstats.work/checkpoint").exists():
                break
        else:
            self.fail("no run was stopped after its first checkpoint")
        said = self.make("-pgn", *files, "-stats", "r.pgstats", "-games", 2, "-tmp", "u", "-resume", status=BAD_INPUT).stderr
        self.assertIn("games 3", said)
        # There the files have other names, and another order.
        (self.folder / "sub").mkdir()
        said = self.make("-pgn", *files, "-stats", "sub/r.pgstats", "-games", 3, "-tmp", "u", "-resume", status=BAD_INPUT).stderr
        self.assertIn("the checkpoint is of statistics in another folder", said)
        self.make("-pgn", *files, "-stats", "r.pgstats", "-games", 3, "-tmp", "u", "-resume")
        self.assertTrue((self.folder / "r.pgstats").read_bytes() == made[0])

    @unittest.skipUnless(os.access(MAKE_GAMES, os.X_OK), "POLYGLOT_MAKE_GAMES names nothing that was built")
    def test_games_that_do_not_fit_into_memory(self):
        """Their moves are many: runs are written to disk."""
        subprocess.run([MAKE_GAMES, self.folder / "a.pgn", "20000", "3", "plain"], check=True, stdout=subprocess.DEVNULL, timeout=LIMIT)
        for name, memory in (("small", "16M"), ("large", "1G")):
            self.make("-pgn", "a.pgn", "-stats", name + ".pgstats", "-games", 3, "-threads", 2, "-memory", memory)
        self.assertTrue((self.folder / "small.pgstats").read_bytes() == (self.folder / "large.pgstats").read_bytes())

    def test_copies_of_a_game_are_kept_once_with_unique(self):
        games = make_games(30, 5, ["a.pgn"])
        self.write(games)
        shutil.copy(self.folder / "a.pgn", self.folder / "b.pgn")
        for words, copies in ((["-unique"], 1), ([], 2)):
            self.make("-pgn", "b.pgn", "a.pgn", *words, "-stats", "x.pgstats", "-games", 4)
            names = [one["white"] for one in self.list(self.explore("x.pgstats"), move="e2e4")["games"]]
            self.assertEqual(names, [name for name in naive(games, [], "e4", "best", 4) for _ in range(copies)][:4])

    def test_without_the_option_nothing_changes(self):
        self.write(make_games(100, 9, ["a.pgn"]))
        self.make("-pgn", "a.pgn", "-stats", "x.pgstats")
        self.assertEqual((self.folder / "x.pgstats").read_bytes()[:12], b"PGSTATS\n\0\0\0\2")
        self.make("-pgn", "a.pgn", "-stats", "y.pgstats", "-games", 0)
        self.assertTrue((self.folder / "x.pgstats").read_bytes() == (self.folder / "y.pgstats").read_bytes())
        self.make("-pgn", "a.pgn", "-stats", "z.pgstats", "-games", 2)
        self.assertEqual((self.folder / "z.pgstats").read_bytes()[:12], b"PGSTATS\n\0\0\0\4")
        # The statistics themselves are the same, and so are books that are made of them.
        for name in ("x", "z"):
            self.make("-from-stats", name + ".pgstats", "-bin", name + ".bin", "-min-game", 1, "-no-header")
        self.assertTrue((self.folder / "x.bin").read_bytes() == (self.folder / "z.bin").read_bytes())
        for command, words in (("find-book", ["e4"]), ("show-book", []), ("info-book", []), ("verify-book", [])):
            done = [subprocess.run([adapter(), command, name + ".pgstats", *words], cwd=self.folder, capture_output=True, text=True, check=False, timeout=LIMIT) for name in ("x", "z")]
            same = [(one.returncode, re.sub(r"[xz]\.pgstats|[\d,.]+ (bytes|kB|KB|MB)", "", one.stdout + one.stderr)) for one in done]
            self.assertEqual(same[0], same[1], command)

    def test_joined_statistics(self):
        games = make_games(600, 11, ["a.pgn", "b.pgn", "c.pgn"])
        self.write(games)
        for name in "abc":
            self.make("-pgn", name + ".pgn", "-stats", name + ".pgstats", "-games", 4)
        self.make("-pgn", "a.pgn", "b.pgn", "c.pgn", "-stats", "all.pgstats", "-games", 4)
        whole = (self.folder / "all.pgstats").read_bytes()
        for words in (["-from-stats", "c.pgstats", "a.pgstats", "b.pgstats"], ["-from-stats", "b.pgstats", "a.pgstats", "-pgn", "c.pgn", "-games", 4]):
            self.make(*words, "-stats", "joined.pgstats")
            self.assertTrue((self.folder / "joined.pgstats").read_bytes() == whole, words)
        self.make("-from-stats", "all.pgstats", "-stats", "two.pgstats", "-games", 2)
        self.check_lists(self.explore("two.pgstats"), games, 2)
        # Beside the games or elsewhere, their files are found where they were.
        (self.folder / "sub").mkdir()
        self.make("-from-stats", "all.pgstats", "-stats", "sub/all.pgstats")
        self.check_lists(self.explore("sub/all.pgstats", "-games-in", "."), games, 4)
        # One file keeps none: the user decides.
        self.make("-pgn", "b.pgn", "-stats", "none.pgstats")
        said = self.make("-from-stats", "a.pgstats", "none.pgstats", "-stats", "joined.pgstats").stderr
        self.assertIn("none.pgstats keeps no games, so none are kept of the other files", said)
        self.assertEqual((self.folder / "joined.pgstats").read_bytes()[11], 2)
        said = self.make("-from-stats", "a.pgstats", "none.pgstats", "-stats", "joined.pgstats", "-games", 4).stderr
        self.assertIn("none.pgstats keeps no games of each move", said)
        self.check_lists(self.explore("joined.pgstats"), [game for game in games if game.file == "a.pgn"], 4)

    def test_more_files_than_are_open_at_once(self):
        names = [f"{number:03}" for number in range(140)]
        self.write(make_games(700, 41, [name + ".pgn" for name in names]))
        for name in names:
            self.make("-pgn", name + ".pgn", "-stats", name + ".pgstats", "-games", 3)
        self.make("-from-stats", *(name + ".pgstats" for name in names), "-stats", "joined.pgstats")
        self.make("-pgn", *(name + ".pgn" for name in names), "-stats", "all.pgstats", "-games", 3)
        self.assertTrue((self.folder / "joined.pgstats").read_bytes() == (self.folder / "all.pgstats").read_bytes())

    def test_packed_files(self):
        games = make_games(300, 13, ["a.pgn", "b.pgn", "c.pgn", "d.pgn"])
        self.write(games)
        read = lambda name: (self.folder / name).read_bytes()
        (self.folder / "a.pgn.gz").write_bytes(gzip.compress(read("a.pgn")))
        (self.folder / "b.pgn.bz2").write_bytes(bz2.compress(read("b.pgn")))
        with zipfile.ZipFile(self.folder / "cd.zip", "w") as archive:
            archive.writestr("c.pgn", read("c.pgn"))
            archive.writestr("d.pgn", read("d.pgn"))
        (self.folder / "text").write_bytes(read("c.pgn"))
        for name in "abcd":
            (self.folder / (name + ".pgn")).unlink()
        self.make("-pgn", "a.pgn.gz", "b.pgn.bz2", "cd.zip", "-stats", "x.pgstats", "-games", 3)
        explorer = self.explore("x.pgstats")
        self.check_lists(explorer, games, 3)
        for listed in self.list(explorer)["games"]:
            self.assertEqual(self.game(explorer, listed["game"])["white"], listed["white"])
        whole = read("a.pgn.gz")
        (self.folder / "a.pgn.gz").write_bytes(whole[:len(whole) // 3])
        problems = self.list(explorer, order="newest")["problems"]
        self.assertTrue(any("a.pgn.gz" in one for one in problems), problems)
        with zipfile.ZipFile(self.folder / "cd.zip", "w") as archive:
            archive.writestr("c.pgn", (self.folder / "text").read_bytes())
        problems = self.list(explorer, order="newest")["problems"]
        self.assertTrue(any("cd.zip has changed since make-book read it" in one and "there is no game now" in one for one in problems), problems)

    def test_files_that_are_gone_or_have_changed(self):
        games = make_games(60, 17, ["a.pgn"])
        self.write(games)
        self.make("-pgn", "a.pgn", "-stats", "x.pgstats", "-games", 4)
        explorer = self.explore("x.pgstats")
        listed = self.list(explorer, move="e2e4")["games"]
        whole = (self.folder / "a.pgn").read_text()
        path = self.folder / "a.pgn"

        def said(*words):
            answer = self.list(explorer, move="e2e4")
            text = "\n".join(answer["problems"])
            for word in words:
                self.assertIn(word, text)
            return [one["white"] for one in answer["games"]]

        path.rename(self.folder / "moved.pgn")
        self.assertEqual(said("a.pgn is not in", "(4 games)", "-games-in FOLDER"), [])
        self.assertEqual(self.refusal(explorer, listed[0]["game"])[0], 400)
        (self.folder / "else").mkdir()
        shutil.copy(self.folder / "moved.pgn", self.folder / "else/a.pgn")
        other = self.explore("x.pgstats", "-games-in", "else")
        self.assertEqual(self.list(other, move="e2e4")["games"], listed)
        # Another game at the place, the end of the file missing, a game that has another move.
        for text in ("% another line\n" * 9 + whole, whole[len(games[0].text()):]):
            path.write_text(text)
            for name in said("a.pgn has changed since make-book read it", "at byte"):
                self.assertIn(name, [one["white"] for one in listed])
        path.write_text(whole[:len(whole) // 2])
        kept = said("there is no game now")
        self.assertTrue(len(kept) < 4, kept)
        number = int(listed[0]["white"].split()[1])
        path.write_text(whole.replace(f'[White "White {number}"]', f'[White "Whitf {number}"]'))
        self.assertNotIn(listed[0]["white"], said("there is another game now"))
        self.assertIn("another game", self.refusal(explorer, listed[0]["game"])[1])
        path.write_text(whole)
        self.assertEqual(self.list(explorer, move="e2e4")["games"], listed)

    def test_explore_opens_only_what_is_recorded_and_named(self):
        games = make_games(40, 19, ["in/a.pgn"])
        self.write(games)
        (self.folder / "out").mkdir()
        self.make("-pgn", "in/a.pgn", "-stats", "out/x.pgstats", "-games", 2)
        self.assertIn(str((self.folder / "in/a.pgn").resolve()).encode() if os.name == "posix" else b"in/a.pgn", (self.folder / "out/x.pgstats").read_bytes())
        explorer = self.explore("out/x.pgstats")
        answer = self.list(explorer)
        self.assertEqual(answer["games"], [])
        self.assertIn("-games-in FOLDER", answer["problems"][0])
        self.assertEqual(len(self.list(self.explore("out/x.pgstats", "-games-in", "in"), move="e2e4")["games"]), 2)
        for name in ("", "0.0", "463b96181691fc9c.796.0.0.1", "../in/a.pgn", "463b96181691fc9c.796.0.0.99999999999999999999"):
            status, _, body = explorer.request("POST", "/api/game", {"game": name})
            self.assertEqual(status, 400, (name, body))
        if os.name == "posix":
            (self.folder / "out/a.pgn").symlink_to("../in/a.pgn")
            self.assertEqual(self.list(explorer)["games"], [])
            (self.folder / "out/a.pgn").unlink()
            os.mkfifo(self.folder / "out/a.pgn")
            self.assertEqual(self.list(explorer)["games"], [])

    def test_statistics_of_a_folder(self):
        games = make_games(40, 37, ["in/a.pgn"])
        self.write(games)
        self.make("-pgn", "in/a.pgn", "-stats", "in/x.pgstats", "-games", 2)
        self.make("-pgn", "in/a.pgn", "-bin", "in/b.bin", "-min-game", 1)
        explorer = self.explore("in")
        for books, kept in ((["x.pgstats"], True), (["b.bin"], False), (["b.bin", "x.pgstats"], True)):
            about = explorer.ask("open", books=books)
            self.assertEqual("kept" in about.get("statistics", {}), kept, about)
            if kept:
                self.check_lists(explorer, games, 2)

    def test_damage_is_said_with_its_place(self):
        self.write(make_games(200, 23, ["a.pgn"]))
        self.make("-pgn", "a.pgn", "-stats", "x.pgstats", "-games", 3)
        whole = (self.folder / "x.pgstats").read_bytes()
        size = int.from_bytes(whole[12:16], "big")
        games_at = 12 + 12 + size
        for place, words in ((games_at + 30, "damaged at byte"), (games_at + 1, "damaged at byte"), (whole.index(b"a.pgn"), "its list of files"), (len(whole) - 30, "cut off")):
            bad = bytearray(whole)
            bad[place] ^= 0x40
            (self.folder / "bad.pgstats").write_bytes(bytes(bad))
            said = self.make("-from-stats", "bad.pgstats", "-stats", "y.pgstats", status=BAD_INPUT).stderr
            self.assertIn("bad.pgstats", said)
            self.assertIn(words, said)
            self.assertFalse((self.folder / "y.pgstats").exists())
            if words != "cut off":
                status, _, body = self.explore("bad.pgstats").request("POST", "/api/game-list", {"line": []})
                self.assertEqual(status, 400)
                self.assertRegex(json.loads(body)["error"], "bad.pgstats: is damaged at byte")
        # Without the games, the list of their files does not matter.
        bad = whole.replace(b"a.pgn", b"b.pgn")
        (self.folder / "bad.pgstats").write_bytes(bad)
        self.make("-from-stats", "bad.pgstats", "-stats", "y.pgstats", "-games", 0)
        self.assertEqual((self.folder / "y.pgstats").read_bytes()[11], 2)

    def test_what_is_refused(self):
        self.write(make_games(10, 29, ["a.pgn"]))
        for words, said in ((["-bin", "b.bin"], "no -stats"), (["-stats", "x.pgstats", "-variant", "atomic"], "not of variants"), (["-stats", "x.pgstats", "-by-variant"], "not of variants"),
                            (["-stats", "x.pgstats", "-pgn", "-"], "standard input"), (["-stats", "x.pgstats", "-compat"], "")):
            self.assertIn(said, self.make("-pgn", "a.pgn", "-games", 2, *words, status=BAD_USAGE).stderr)
        self.make("-pgn", "a.pgn", "-games", 21, "-stats", "x.pgstats", status=BAD_USAGE)


class InThePage(InChromium, WithKeptGames):
    def test_list_and_game(self):
        games = make_games(80, 31, ["a.pgn"])
        self.write(games)
        self.make("-pgn", "a.pgn", "-stats", "x.pgstats", "-games", 4)
        explorer = Explorer(self.folder, "x.pgstats")
        self.addCleanup(explorer.end)
        self.browser.get(explorer.address)
        self.until(lambda: self.browser.find_elements(By.CSS_SELECTOR, "[data-games=e2e4]"))
        self.one("[data-games=e2e4]").click()
        texts = lambda: self.browser.execute_script("return [...document.querySelectorAll('#game-list [data-game]')].map(one => one.textContent)")
        names = lambda: [text.split(" (")[0].split(" – ")[0] for text in texts()]
        self.until(lambda: names() == naive(games, [], "e4", "best", 4))
        self.assertIn("4 best rated and newest games of each move", self.one("#game-count").text)
        self.one("#game-list [data-game]").click()
        self.until(lambda: self.one("#game").is_displayed())
        self.assertIn(names()[0], self.one("#game").text)
        (self.folder / "a.pgn").unlink()
        self.one("#game-list [data-game]").click()
        self.until(lambda: "a.pgn is not in" in self.browser.find_element(By.TAG_NAME, "body").text)


if __name__ == "__main__":
    run_tests()
