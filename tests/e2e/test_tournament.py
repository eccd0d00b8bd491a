#!/usr/bin/env python3
"""A round robin of eight engines with one book and one store, from what `polyglot make-config` has written.

The runner is ours, and reads the command line that make-config prints for fastchess or cutechess-cli: name, command,
arguments and folder of each engine. It plays several games at once, a new process for each side of each game. No game may be
lost (an illegal move, a crash, a fallen flag), no process may be left, and the store has each game of each engine that
began with a move of the book: with this result, this opponent and this name.
"""
import concurrent.futures
import json
import os
import shlex
import sqlite3
import subprocess
import tempfile
import unittest
from dataclasses import dataclass
from pathlib import Path

from e2e_support import adapter, fake_engine
from polyglot_book import key_of, position_at
from uci_match import BUSY_MACHINE, UciEngine, play_game

GAMES_AT_ONCE = 3
LEARN_MIN_PLY = 16  # BookLearnMinPly
HALF_POINTS = {"1-0": (2, 0), "0-1": (0, 2), "1/2-1/2": (1, 1)}


@dataclass
class Engine:
    name: str = ""
    cmd: str = ""
    args: str = ""
    dir: str = ""


def engines_of(command_line):
    """The -engine parts of the runner's command line."""
    engines, words = [], shlex.split(command_line)
    for word in words:
        if word == "-engine":
            engines.append(Engine())
        elif word.startswith("-"):
            if word == "-each":
                break
        elif engines:
            key, value = word.split("=", 1)
            key = {"arg": "args"}.get(key, key)
            if key != "proto":
                setattr(engines[-1], key, value)
    return engines


class Tournament(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix="polyglot tournament ")
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def make_config(self, *words, status=0):
        done = subprocess.run([adapter(), "make-config", *map(str, words)], capture_output=True, text=True, timeout=120,
                              cwd=self.folder, check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def commands(self):
        uci = [f"{shlex.quote(fake_engine())} --random-legal --thinking 1 --name '{name}'"
               for name in ("Ann 1.0", "Bob", "Bob", "Café", "Dave/../x", "nul")]
        return uci + [shlex.quote(os.environ["POLYGLOT_FAKE_XBOARD_ENGINE"])] * 2

    def play(self, white, black):
        """One game as a runner plays it; returns it with what was wrong."""
        sides = []
        try:
            for engine in (white, black):
                sides.append(UciEngine([engine.cmd, *engine.args.split()], cwd=engine.dir))
                sides[-1].handshake()
                said = sides[-1].name
                if said != engine.name:
                    sides[-1].complain(f"calls itself {said!r}, and is {engine.name!r} to the runner")
            for side, opponent in zip(sides, (black, white)):
                side.send(f"setoption name UCI_Opponent value none none computer {opponent.name}")
            game = play_game(*sides, clock=(20.0, 0.2), max_plies=100, margin=BUSY_MACHINE)
            if game.result == "*":
                game.result = "1/2-1/2"  # as runners adjudicate
            for side in sides:
                side.send(f"result {game.result}")
                side.quit(timeout=30)
            # The lines of play that the fake engines show are not of this game.
            return game, [text for side in sides for text in side.violations if "PV" not in text]
        finally:
            for side in sides:
                side.kill()

    def test_round_robin(self):
        for runner in ("fastchess", "cutechess"):
            with self.subTest(runner):
                self.round_robin(runner)

    def round_robin(self, runner):
        target = self.folder / f"a {runner} tournament"
        done = self.make_config(*self.commands(), "-book", "<starter>", "-store", target / "learn.db", "-dir", target,
                                "-runner", runner, "-uci", "Hash=8", "-pg", "BookLearnPolicy=record-only", "-log")
        engines = engines_of(done.stdout)
        self.assertEqual([engine.name for engine in engines],
                         ["Ann 1.0", "Bob", "Bob 2", "Café", "Dave/../x", "nul", "Fake xboard", "Fake xboard 2"])
        pairs = [(a, b) for a in engines for b in engines if a is not b]
        if runner == "cutechess":  # the same files: a few games
            pairs = pairs[:8]
            configured = json.loads((target / "engines.json").read_text("utf-8"))
            self.assertEqual([entry["name"] for entry in configured], [engine.name for engine in engines])
            for entry, engine in zip(configured, engines):
                self.assertEqual((entry["workingDirectory"], entry["protocol"]), (engine.dir, "uci"))
                # Cute Chess starts a program of this name, whatever blanks and quotes it has: the engine's script.
                engine.cmd, engine.args = entry["command"], ""
        with concurrent.futures.ThreadPoolExecutor(GAMES_AT_ONCE) as pool:
            games = list(pool.map(lambda pair: self.play(*pair), pairs))
        expected = {}
        for (white, black), (game, problems) in zip(pairs, games):
            self.assertEqual(problems, [], f"{white.name} - {black.name}: {game.result} {game.reason}")
            self.assertIn(game.result, HALF_POINTS, game.reason)
            for side, (ours, theirs) in enumerate(((white, black), (black, white))):
                plies = [ply for ply in game.book_plies if ply % 2 == side]
                before = [position_at(" ".join(game.game.moves[:ply])).fen() for ply in plies]
                # What a game comes back to is learnt each time.
                is_repeated = any(fen.split()[:4] == before[0].split()[:4] for fen in before[1:])
                if plies and not is_repeated and len(game.game.moves) >= LEARN_MIN_PLY:
                    key = key_of(adapter(), before[0])
                    expected[key, ours.name, theirs.name] = (1, HALF_POINTS[game.result][side])
        self.assertGreater(len(expected), len(pairs) * 3 // 2)  # both sides play from the book
        learnt = self.learnt(target / "learn.db")
        self.assertEqual({place: learnt.get(place) for place in expected}, expected)
        self.judge_logs(target / "logs", [game for game, _ in games])
        logs = sorted(path.name for path in (target / "logs").iterdir())
        self.assertEqual(len(logs), 2 * len(pairs))  # one for each process
        self.assertTrue(any(name.startswith("Bob_2-") for name in logs), logs)
        self.assertFalse([name for name in os.listdir(self.folder) if name not in ("a fastchess tournament",
                                                                                  "a cutechess tournament")])

    def judge_logs(self, logs, games):
        """What `polyglot log-stat` says about the logs is what the runner has seen."""
        done = subprocess.run([adapter(), "log-stat", logs, "-json"], capture_output=True, text=True, timeout=60, check=True)
        stat = json.loads(done.stdout)
        self.assertEqual((stat["processes"], stat["failures"], stat["remarks"]), (2 * len(games), 0, []))
        for colour, won in (("white", "1-0"), ("black", "0-1")):
            tallies = [engine[colour] for engine in stat["engines"].values()]
            seen = [sum(tally[what] for tally in tallies) for what in ("games", "won", "drawn", "unknown", "book_moves")]
            side = 0 if colour == "white" else 1
            self.assertEqual(seen, [len(games), sum(game.result == won for game in games),
                                    sum(game.result == "1/2-1/2" for game in games), 0,
                                    sum(ply % 2 == side for game in games for ply in game.book_plies)])
        self.assertGreater(len(stat["openings"]), 3)

    def learnt(self, store):
        """{(position's key, engine, opponent): (games, half-points)}"""
        database = sqlite3.connect(store)
        rows = database.execute("SELECT key, e.name, o.name, sum(games), sum(half_points) FROM results "
                                "JOIN names e ON e.id = engine JOIN names o ON o.id = opponent GROUP BY key, engine, opponent")
        found = {(key % (1 << 64), engine, opponent): (games, points) for key, engine, opponent, games, points in rows}
        database.close()
        return found

    def test_nothing_is_overwritten(self):
        engine = f"{shlex.quote(fake_engine())} --name Solo"
        self.make_config(engine, "-dir", "d")
        ini = self.folder / "d" / "Solo.ini"
        before = ini.read_bytes()
        (self.folder / "d" / "common.ini").write_text("mine")
        refused = self.make_config(engine, "-dir", "d", status=1)
        self.assertIn("common.ini exists; nothing is written", refused.stderr)
        self.assertEqual((self.folder / "d" / "common.ini").read_text(), "mine")
        self.assertEqual(ini.read_bytes(), before)
        self.make_config(engine, "-dir", "d", "-force")
        self.assertIn("make-config", (self.folder / "d" / "common.ini").read_text())

    def test_an_engine_that_does_not_answer(self):
        good = f"{shlex.quote(fake_engine())} --name Solo"
        for bad, why in ((f"{shlex.quote(fake_engine())} --exit-on uci --exit-code 3", "3"), ("no-such-engine", "neither in EngineDir")):
            done = self.make_config(good, bad, "-dir", "new", status=1)
            self.assertIn(why, done.stderr)
            self.assertEqual(done.stdout, "")
            self.assertFalse((self.folder / "new").exists())

    def test_an_engine_is_asked_where_it_runs(self):
        script = self.folder / "my.sh"
        script.write_text(f"exec {shlex.quote(fake_engine())} --name Solo\n")
        refused = self.make_config("sh my.sh", "-dir", "cup", status=1)  # in cup there is no my.sh
        self.assertIn(f"(asked in {self.folder / 'cup'}, where it will run)", refused.stderr)
        self.assertFalse((self.folder / "cup").exists())
        (self.folder / "cup").mkdir()
        script.rename(self.folder / "cup" / "my.sh")
        self.make_config("sh my.sh", "-dir", "cup")
        done = subprocess.run([adapter(), "-check-config", self.folder / "cup" / "Solo.ini"], capture_output=True, text=True,
                              timeout=60, check=False)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_the_folder_of_the_store_is_made(self):
        engine = f"{shlex.quote(fake_engine())} --name Solo"
        book = ["-book", "<starter>", "-dir", "cup"]
        self.make_config(engine, *book, "-store", "res/deep/{opponent}.db")
        self.assertTrue((self.folder / "res" / "deep").is_dir())
        self.assertIn(f"BookLearnFile = {self.folder}/res/deep/{{opponent}}.db", (self.folder / "cup" / "common.ini").read_text())
        self.make_config(engine, *book, "-force", "-store", "by/{opponent}/learn.db")  # below it polyglot makes the folders
        self.assertEqual(list((self.folder / "by").iterdir()), [])
        (self.folder / "file").write_text("")
        before = (self.folder / "cup" / "common.ini").read_text()
        refused = self.make_config(engine, *book, "-force", "-store", "file/learn.db", status=1)
        self.assertIn(f"-store file/learn.db: the directory {self.folder / 'file'} cannot be made", refused.stderr)
        self.assertEqual((self.folder / "cup" / "common.ini").read_text(), before)

    def test_every_option_can_be_taken_in(self):
        self.make_config(f"{shlex.quote(fake_engine())} --name Solo --extra-options 3", "-dir", "d", "-book", "<starter>")
        ini = self.folder / "d" / "Solo.ini"
        ini.write_text("\n".join(line.removeprefix(";") if " =" in line and line.startswith(";") and line[1] != " " else line
                                 for line in ini.read_text("utf-8").split("\n")), "utf-8")
        done = subprocess.run([adapter(), "--check-config", ini], capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("Style = Normal", done.stdout)
        self.assertIn(str(self.folder / "d" / "common.ini"), done.stdout)

    def test_wrong_use(self):
        for words, why in ((["-store", "x", "e"], "-store needs -book"), ([], "no engine is named"),
                           (["e", "-runner", "arena"], "cutechess or fastchess"), (["e", "-pg", "BookDepht=3"], "BookDepth?"),
                           (["e", "-uci", "Hash"], "NAME=VALUE"), (["e", "-rounds", "0"], "outside 1 to")):
            self.assertIn(why, self.make_config(*words, status=2).stderr)


if __name__ == "__main__":
    unittest.main()
