#!/usr/bin/env python3
"""Results in a PostgreSQL server (docs/learning.md): a real one, in a folder of the test.

Whatever happens to the server or the adapters, play goes on, and each game counts once: a game whose adapter has logged that
it is kept in the waiting file is in the server in the end. Of a life of an adapter that was killed at most one more game
counts, the one that it was about to log.

POLYGLOT_FULL=1: 20 adapters in two network namespaces, 2,000 games, and a network that is cut (as root).
"""
import os
import random
import re
import shutil
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from e2e_support import LIMIT, adapter, fake_engine, skip, write_ini, WINDOWS
from explore_support import Explorer
from learn_server_support import KEPT, Life, Proxy, games_in
from postgres_server import Server, need_server

FULL = os.environ.get("POLYGLOT_FULL") == "1"
ADAPTERS, GAMES = (20, 100) if FULL else (4, 8)
START = "5060803636482931868"  # the key of the start position


class LearnServer(unittest.TestCase):
    server = None

    @classmethod
    def setUpClass(cls):
        cls.server = Server()

    @classmethod
    def tearDownClass(cls):
        cls.server.remove()

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="polyglot server ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.server.sql("DROP SCHEMA IF EXISTS polyglot CASCADE")

    def learn_book(self, *arguments, fails=False, environment=None):
        done = subprocess.run([adapter(), "learn-book", *map(str, arguments)], capture_output=True, text=True, cwd=self.folder,
                              timeout=LIMIT, check=False, env={**os.environ, **(environment or {})})
        self.assertEqual(done.returncode != 0, fails, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def create(self):
        self.learn_book(self.server.url(), "-create")

    def waiting_files(self):
        return list(self.folder.glob("*.waiting"))

    def games(self):
        return games_in(self.server)

    def check_games(self, lives):
        """After the last adapter has ended: what still waits is sent now."""
        self.learn_book(self.server.url(), "-show")
        self.assertEqual(self.waiting_files(), [])
        games = self.games()
        for life in lives:
            least, most = life.counted()
            self.assertIn(games.get(life.name, 0), range(least, most + 1), life.name)
        self.assertEqual(sum(games.values()), int(self.server.sql(
            "SELECT sum(games) FROM polyglot.results WHERE key = " + START)[0]), "results and days")

    def test_commands(self):
        url = self.server.url()
        self.assertIn("has no tables for results; polyglot learn-book " + url + " -create", self.learn_book(
            url, "-show", fails=True))
        self.assertIn("tables for results made", self.learn_book(url, "-create"))
        self.assertIn("has tables for results already", self.learn_book(url, "-create", fails=True))
        self.assertIn("-create goes with a server", self.learn_book("learn.db", "-create", fails=True))
        table = self.folder / "t.csv"
        table.write_text("key,move,engine,opponent,games,half_points,first,last,drawn,begins,variant\r\n"
                         "0x463b96181691fc9c,e2e4,Fruit 2.1,\"Toga, II\",12,13,2026-01-30,2026-11-20,,,\r\n"
                         "0x463b96181691fc9c,e2e4,Fruit 2.1,\"Toga, II\",2,3,2026-11-21,2026-11-21,1,1,\r\n"
                         "0x463b96181691fc9c,d2d4,fruit 3,It's \\me,4294967295,4294967294,2026-11-21,2026-11-21,,,\r\n"
                         "0x1234567812345678,e2e4,Fruit 2.1,X,1,2,2026-11-21,2026-11-21,0,1,crazyhouse\r\n")
        self.learn_book("one.db", "-import", table)
        self.assertIn("3 results of 1 store added", self.learn_book(url, "-merge", "one.db"))
        exported = self.learn_book("one.db", "-export", "-")
        self.assertEqual(sorted(self.learn_book(url, "-export", "-").splitlines()), sorted(exported.splitlines()))
        self.learn_book("two.db", "-merge", url)
        self.assertEqual(self.learn_book("two.db", "-export", "-"), exported)
        self.learn_book(url, "-merge", "two.db")  # sums, halved beyond 32 bits
        self.learn_book("one.db", "-merge", "two.db")
        self.assertEqual(sorted(self.learn_book(url, "-export", "-").splitlines()),
                         sorted(self.learn_book("one.db", "-export", "-").splitlines()))
        self.assertIn("cannot be merged into itself", self.learn_book(url, "-merge", url, fails=True))
        self.assertRegex(self.learn_book(url, "-show", "-engine", "fruit 2*"), r"28 .* e4 +Fruit 2.1")
        self.assertIn("no results of 'Nobody'; there are results of", self.learn_book(
            url, "-reset", "-engine", "Nobody", fails=True))
        before = self.learn_book(url, "-export", "-")
        self.assertIn("brings them back", self.learn_book(url, "-reset"))
        self.assertIn("no results", self.learn_book(url, "-show"))
        self.learn_book(url, "-import", next(self.folder.glob("*.before-reset-1.csv")))
        self.assertEqual(self.learn_book(url, "-export", "-"), before)
        self.server.sql("UPDATE polyglot.store SET version = 5")
        self.assertIn("newer version of polyglot", self.learn_book(url, "-show", fails=True))

    def test_another_spelling(self):
        """One server by two addresses is one store."""
        self.create()
        self.server.sql("INSERT INTO polyglot.names (name) VALUES ('x')")
        self.server.sql("INSERT INTO polyglot.results SELECT " + START + ", 666, 1, 1, '', 3, 4, 20000, 20000")
        url, other = self.server.url(), self.server.url(host="localhost", more="?application_name=x")
        self.assertIn("cannot be merged into itself", self.learn_book(url, "-merge", other, fails=True))
        self.assertIn("would count twice", self.learn_book("x.db", "-merge", url, other, fails=True))
        shown = self.learn_book(url.replace("postgresql", "PostgreSQL"), "-show")
        self.assertRegex(shown, r"3 .* 66.7%")

    def test_lost_answers(self):
        """A COMMIT that is not answered is looked up: what is added counts once."""
        self.create()
        table = self.folder / "t.csv"
        table.write_text("key,move,engine,opponent,games,half_points,first,last,drawn,begins,variant\r\n"
                         "0x463b96181691fc9c,e2e4,Fruit 2.1,Toga,12,13,2026-01-30,2026-11-20,,,\r\n")
        proxy = Proxy(self.server.port)
        self.addCleanup(proxy.close)
        proxy.last_words = b"COMMIT"
        self.assertIn("1 result added", self.learn_book(self.server.url(port=proxy.port), "-import", table))
        self.assertIsNone(proxy.last_words)
        self.assertEqual(self.server.sql("SELECT games FROM polyglot.results"), ["12"])
        proxy.last_words = b"INSERT INTO polyglot.results"
        self.learn_book(self.server.url(port=proxy.port), "-import", table, fails=True)
        self.assertEqual(self.server.sql("SELECT games FROM polyglot.results"), ["12"])
        # show-book, whose questions are the first that name the results.
        proxy.last_words = b"FROM polyglot.results"
        shown = subprocess.run([adapter(), "show-book", "<starter>", "-store", self.server.url(port=proxy.port), "-depth", "1"],
                               capture_output=True, text=True, check=False, timeout=LIMIT)
        self.assertNotEqual(shown.returncode, 0, shown.stdout)
        self.assertIn("server closed the connection unexpectedly", shown.stderr)

    def test_notices(self):
        """What the server says at every connection does not reach stderr, which GUIs merge with the protocol."""
        self.create()
        self.server.sql("DROP ROLE IF EXISTS noisy; CREATE ROLE noisy LOGIN; "
                        "GRANT USAGE ON SCHEMA polyglot TO noisy; GRANT SELECT ON ALL TABLES IN SCHEMA polyglot TO noisy")
        self.server.sql("ALTER ROLE noisy SET client_min_messages = debug5")
        shown = self.learn_book(self.server.url().replace("postgres@", "noisy@"), "-show")
        self.assertNotIn("DEBUG", shown)

    def test_many_results(self):
        """Counting that takes too long is given up for an estimate."""
        self.create()
        self.server.sql("ALTER TABLE polyglot.days RENAME TO real_days; CREATE VIEW polyglot.days AS SELECT * FROM "
                        "polyglot.real_days WHERE (SELECT pg_sleep(60)::text) IS NULL")
        ini = write_ini(self.folder / "a.ini", {
            "EngineCommand": f'"{fake_engine()}"', "Book": "true", "BookFile": "<starter>", "BookLearn": "true",
            "BookLearnFile": self.server.url()})
        checked = subprocess.run([adapter(), "-check-config", ini], capture_output=True, text=True, check=True, timeout=LIMIT)
        self.assertIn("format 4: more results than can be counted in 8 s", checked.stdout)
        self.server.sql("INSERT INTO polyglot.results SELECT k, 666, 1, 1, '', 1, 1, 1, 1 FROM generate_series(1, 5000) k; "
                        "ANALYZE polyglot.results")
        checked = subprocess.run([adapter(), "-check-config", ini], capture_output=True, text=True, check=True, timeout=LIMIT)
        self.assertIn("format 4: about 5,000 results", checked.stdout)

    def test_lasting_trouble(self):
        """What only the user can mend is shown to him at once, and once."""
        life = Life(self, "early", {"BookLearnFile": self.server.url()})
        for game in range(3):
            life.play(game)
            life.wait_for_log("has no tables for results")
        life.quit()
        said = "\n".join(life.said)
        self.assertEqual(len(re.findall("are not learnt: .*has no tables for results", said)), 1, said)
        replayed = subprocess.run([adapter(), "replay", life.log], capture_output=True, text=True, check=False, timeout=LIMIT)
        self.assertEqual(replayed.returncode, 0, replayed.stdout)
        self.create()
        self.check_games([life])
        self.assertEqual(self.games(), {"early": 3})

    def test_game_during_a_reset(self):
        """The server is silent while it forgets: a game that ends meanwhile is in the file at once."""
        self.create()
        proxy = Proxy(self.server.port)
        self.addCleanup(proxy.close)
        life = Life(self, "silent", {"BookLearnFile": self.server.url(port=proxy.port), "BookTimeout": 50})
        life.play(0)
        life.wait_for_log("results took 1")
        proxy.is_cut = True
        life.send("option Polyglot BookLearnReset")
        life.play(1)
        life.wait_for_log("? results forgot 0")
        end = time.monotonic() + LIMIT
        while len(KEPT.findall(life.log.read_text(errors="replace"))) < 2:
            self.assertLess(time.monotonic(), end, life.log.read_text()[-3000:])
            time.sleep(0.02)
        life.kill()
        self.assertEqual(len(self.waiting_files()), 1)
        self.assertNotIn("results were not reset", life.log.read_text(errors="replace").rsplit("results kept", 1)[0])

    def test_replay_and_book(self):
        self.create()
        (self.folder / "g.pgn").write_text('[White "A"]\n[Black "B"]\n[Date "2020.01.02"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n')
        self.learn_book(self.server.url(), "-replay", "g.pgn", "-book", "<starter>")
        self.assertRegex(self.learn_book(self.server.url(), "-show"), r"1 +100.0% .* e4 +A ")
        shown = subprocess.run([adapter(), "show-book", "<starter>", "-store", self.server.url(), "-depth", "1"],
                               capture_output=True, text=True, check=False, timeout=LIMIT)
        self.assertEqual(shown.returncode, 0, shown.stderr)
        ini = write_ini(self.folder / "a.ini", {
            "EngineCommand": f'"{fake_engine()}"', "Book": "true", "BookFile": "<starter>", "BookLearn": "true",
            "BookLearnFile": self.server.url()})
        for words in (["<starter>", "-store", self.server.url()], ["-config", str(ini)]):
            explorer = Explorer(self.folder, *words)
            self.addCleanup(explorer.end)
            answer = explorer.ask("learning", start="", moves=[])
            self.assertEqual((answer["store"], answer["games"]["games"]), (self.server.url(), 2))

    def test_no_password_is_shown(self):
        text = self.learn_book("postgresql://me:secret@127.0.0.1/learn", "-show", fails=True)
        text += self.learn_book("x.db", "-merge", "postgresql://h/learn?password=secret", fails=True)
        self.assertIn("the address of the server has a password", text)
        ini = write_ini(self.folder / "a.ini", {"EngineCommand": f'"{fake_engine()}"', "Book": "true", "BookLearn": "true",
                                                "BookLearnFile": "postgresql://me:secret@127.0.0.1/learn"})
        done = subprocess.run([adapter(), "-check-config", ini], capture_output=True, text=True, check=False, timeout=LIMIT)
        text += done.stdout + done.stderr
        self.assertIn(f"{ini}:5:", done.stdout + done.stderr)
        self.assertNotIn("secret", text)

    def test_password_by_libpq(self):
        self.create()
        self.server.sql("DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN PASSWORD 'secret'; "
                        "GRANT USAGE ON SCHEMA polyglot TO guest; GRANT SELECT ON ALL TABLES IN SCHEMA polyglot TO guest")
        rules = self.server.folder / "data" / "pg_hba.conf"
        before = rules.read_text()
        self.addCleanup(lambda: (rules.write_text(before), self.server.sql("SELECT pg_reload_conf()")))
        rules.write_text("host all guest all scram-sha-256\n" + before)
        self.server.sql("SELECT pg_reload_conf()")
        url = self.server.url().replace("postgres@", "guest@")
        home = {"PGPASSFILE": str(self.folder / "none")}
        self.assertIn("no password supplied", self.learn_book(url, "-show", fails=True, environment=home))
        self.assertIn("no results", self.learn_book(url, "-show", environment={**home, "PGPASSWORD": "secret"}))
        wrong = self.learn_book(url, "-show", fails=True, environment={**home, "PGPASSWORD": "wr0ng"})
        self.assertIn("password authentication failed", wrong)
        self.assertNotIn("wr0ng", wrong)
        (self.folder / "pass").write_text("*:*:*:guest:secret\n")
        (self.folder / "pass").chmod(0o600)
        self.assertIn("no results", self.learn_book(url, "-show", environment={"PGPASSFILE": str(self.folder / "pass")}))
        # This user may only read: the game waits, and the reason is shown.
        ini = {"BookLearnFile": url}
        os.environ["PGPASSWORD"] = "secret"
        self.addCleanup(os.environ.pop, "PGPASSWORD")
        life = Life(self, "reader", ini)
        life.play(1)
        life.wait_for_log("permission denied")
        life.quit()
        self.assertRegex("\n".join(life.said), "results of 1 game are kept in ")
        self.assertNotIn("secret", life.log.read_text())

    def test_service_file(self):
        self.create()
        services = self.folder / "services.conf"
        services.write_text(f"[mine]\nhost=127.0.0.1\nport={self.server.port}\nuser=postgres\ndbname=learn\n")
        environment = {"PGSERVICEFILE": str(services)}
        self.assertIn("no results", self.learn_book("postgresql:///?service=mine", "-show", environment=environment))
        self.assertIn('definition of service "none" not found', self.learn_book(
            "postgresql:///?service=none", "-show", fails=True, environment=environment))

    def test_grow_book(self):
        self.create()
        (self.folder / "g.pgn").write_text('[White "A"]\n[Black "B"]\n[Date "2020.01.02"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n')
        self.learn_book(self.server.url(), "-replay", "g.pgn", "-book", "<starter>")

        def grow(address):
            done = subprocess.run([adapter(), "grow-book", "-store", "g.db", "-ec", f'"{fake_engine()}"', "-positions", "1",
                                   "-learn", address], capture_output=True, text=True, check=False, cwd=self.folder,
                                  timeout=LIMIT)
            return done.stdout + done.stderr
        self.assertIn(self.server.url() + ": results of 1 move of the book", grow(self.server.url()))
        self.assertIn("Connection refused", grow("postgresql://postgres@127.0.0.1:1/learn"))
        refused = grow("postgresql://me:secret@127.0.0.1/learn")
        self.assertIn("the address of the server has a password", refused)
        self.assertNotIn("secret", refused)

    def test_where_a_server_is_none(self):
        """A store of searches is a file, and so is what is imported."""
        url, secret = "postgresql://me@127.0.0.1:1/learn", "postgresql://me:secret@127.0.0.1:1/learn"
        (self.folder / "t.csv").write_text("key,move,engine,opponent,games,half_points,first,last,drawn,begins,variant\r\n"
                                           "0x463b96181691fc9c,e2e4,x,y,1,2,2026-01-30,2026-11-20,,,\r\n")
        self.learn_book("l.db", "-import", "t.csv")
        one_search = ("-ec", f'"{fake_engine()}"', "-positions", "1")
        for command in (("grow-book", "-bin", "o.bin", "-store"), ("grow-book", *one_search, "-store"),
                        ("grow-book", "-store", "g.db", *one_search, "-merge"), ("rate-book", "<starter>", "-store"),
                        ("rate-book", "<starter>", *one_search, "-store"),
                        ("rate-book", "<starter>", "-store", "r.db", *one_search, "-merge"),
                        ("learn-book", "l.db", "-show", "-values"), ("learn-book", "l.db", "-import"),
                        ("learn-book", "l.db", "-book", "<starter>", "-replay")):
            for address in (url, secret):
                done = subprocess.run([adapter(), *command, address], capture_output=True, text=True, check=False,
                                      cwd=self.folder, timeout=LIMIT, stdin=subprocess.DEVNULL)
                self.assertNotEqual(done.returncode, 0, command)
                self.assertNotIn("secret", done.stdout + done.stderr)
                self.assertRegex(done.stderr, "the address of the server has a password" if address == secret else
                                 url + ": (a server keeps results of games|results of a server are added by -merge)")
        self.assertEqual([path for path in self.folder.rglob("*") if "postgresql" in path.name], [])

    def test_many_adapters(self):
        self.create()
        lives = [Life(self, f"a{i}", {"BookLearnFile": self.server.url()}) for i in range(ADAPTERS)]
        for game in range(GAMES):
            for life in lives:
                life.play(game)
        for life in lives:
            life.quit()
        self.check_games(lives)
        self.assertEqual(self.games(), {life.name: GAMES for life in lives})
        checked = subprocess.run([adapter(), "-check-config", self.folder / "a0.ini"], capture_output=True, text=True,
                                 check=True, timeout=LIMIT)
        self.assertRegex(checked.stdout, rf"results: postgresql://.*: PostgreSQL \d+\.\d+, format 4: \d+ results, "
                                         rf"{ADAPTERS * GAMES:,} games")

    def test_results_are_played(self):
        """The move waits for the server's results: it plays what has won."""
        self.create()
        self.server.sql("INSERT INTO polyglot.names (name) VALUES ('x')")
        self.server.sql("INSERT INTO polyglot.results SELECT " + START + ", 666, 1, 1, '', 100000, 200000, 20000, 20000")
        life = Life(self, "reader", {"BookLearnFile": self.server.url(), "BookLearnPer": "all", "BookLearnPolicy": "thompson",
                                     "BookRandom": "false", "BookTimeout": 60000})
        life.play(0)
        life.wait_for_log("results took 1")  # it is connected
        life.said.clear()
        life.play(1)
        life.quit()
        self.assertIn("move c2c4", life.said)

    def test_server_away_and_back(self):
        self.create()
        self.server.stop()
        self.addCleanup(lambda: self.server.process.poll() is None or self.server.start())
        life = Life(self, "early", {"BookLearnFile": self.server.url()})
        for game in range(3):
            life.play(game)
        life.wait_for_log("Connection refused")
        life.quit()
        self.assertRegex("\n".join(life.said), "results of 3 games are kept in ")
        self.server.start()
        later = Life(self, "later", {"BookLearnFile": self.server.url()})
        later.play(1)
        # In mid-game, the connection is lost.
        later.send("new\nname later\ngo")
        later.wait_for("move ")
        self.server.kill()
        later.send("result 1-0 {x}\nping 2")
        later.wait_for("pong 2")
        self.server.start()
        later.play(3)
        later.quit()
        self.check_games([life, later])
        self.assertEqual(self.games(), {"early": 3, "later": 3})

    def test_server_that_takes_nothing(self):
        self.create()
        self.server.stop()
        self.server.start(default_transaction_read_only="on")
        life = Life(self, "early", {"BookLearnFile": self.server.url()})
        life.play(1)
        life.wait_for_log("read-only")
        life.quit()
        self.assertRegex("\n".join(life.said), "results of 1 game are kept in ")
        self.server.stop()
        self.server.start()
        self.check_games([life])
        self.assertEqual(self.games(), {"early": 1})

    def test_slow_server(self):
        """Each answer takes longer than BookTimeout: a move waits for that at most, and later moves do not wait."""
        self.create()
        proxy = Proxy(self.server.port)
        self.addCleanup(proxy.close)
        life = Life(self, "slow", {"BookLearnFile": self.server.url(port=proxy.port), "BookTimeout": 100})
        life.play(0)
        proxy.delay_s = 0.4
        games = 8
        waits = [life.play(game) for game in range(1, games)]
        life.quit()
        self.assertLess(min(waits[3:]), 0.1, waits)  # after three misses none is waited for
        self.assertLessEqual(life.log.read_text().count("! timeout"), 60)
        proxy.delay_s = 0.0
        self.learn_book(self.server.url(port=proxy.port), "-show")
        self.assertEqual(self.games(), {"slow": games})
        replayed = subprocess.run([adapter(), "replay", life.log], capture_output=True, text=True, check=False, timeout=LIMIT)
        self.assertEqual(replayed.returncode, 0, replayed.stdout)

    def test_cut_network(self):
        """What was sent is not answered: the adapter ends, and the games count once when the network is back."""
        self.create()
        proxy = Proxy(self.server.port)
        self.addCleanup(proxy.close)
        life = Life(self, "cut", {"BookLearnFile": self.server.url(port=proxy.port), "BookTimeout": 50})
        life.play(0)
        proxy.is_cut = True
        for game in range(1, 4):
            life.play(game)
        life.quit()
        self.assertRegex("\n".join(life.said), "results of . games? are kept in ")
        proxy.is_cut = False
        self.learn_book(self.server.url(port=proxy.port), "-show")
        self.assertEqual(self.games(), {"cut": 4})

    @unittest.skipUnless(FULL and os.geteuid() == 0, "POLYGLOT_FULL=1, as root")
    def test_full_disk(self):
        self.server = Server()  # which cannot recover without that disk
        self.addCleanup(self.server.remove)
        self.create()
        place = self.server.folder / "small"
        place.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", place], check=True)
        self.addCleanup(subprocess.run, ["umount", "-l", place], check=False)
        shutil.chown(place, "postgres")
        self.server.sql(f"CREATE TABLESPACE small LOCATION '{place}'")
        self.server.sql("ALTER TABLE polyglot.days SET TABLESPACE small")
        self.server.sql("DO $$ BEGIN LOOP BEGIN INSERT INTO polyglot.days SELECT (random() * 1e15)::bigint, 1, 1, 1, '', 1, 0, "
                        "1, 0, 0; EXCEPTION WHEN disk_full THEN EXIT; END; END LOOP; END $$")
        life = Life(self, "full", {"BookLearnFile": self.server.url()})
        life.play(1)
        life.wait_for_log("No space left on device")
        life.quit()
        self.assertRegex("\n".join(life.said), "results of 1 game are kept in ")
        self.server.sql("DELETE FROM polyglot.days")
        self.server.sql("ALTER TABLE polyglot.days SET TABLESPACE pg_default")
        self.check_games([life])

    def test_tls(self):
        if not shutil.which("openssl"):
            skip("openssl is not installed")
        data = self.server.folder / "data"
        for name in ("ours", "theirs"):
            subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
                            "-addext", "subjectAltName=DNS:localhost", "-keyout", self.folder / f"{name}.key", "-out",
                            self.folder / f"{name}.crt"], check=True, capture_output=True)
        for suffix in ("key", "crt"):
            shutil.copy(self.folder / f"ours.{suffix}", data / f"server.{suffix}")
            if os.geteuid() == 0:
                shutil.chown(data / f"server.{suffix}", "postgres")
            (data / f"server.{suffix}").chmod(0o600)
        plain = self.server.url(more="?sslmode=require")
        self.assertIn("server does not support SSL", self.learn_book(plain, "-show", fails=True))
        self.server.stop()
        self.server.start(ssl="on")
        self.addCleanup(lambda: (self.server.stop(), self.server.start()))
        self.create()

        def address(root, host="localhost"):
            return self.server.url(host=host, more=f"?sslmode=verify-full&sslrootcert={self.folder}/{root}.crt".replace(
                " ", "%20"))
        self.assertIn("no results", self.learn_book(address("ours"), "-show"))
        self.assertIn("certificate verify failed", self.learn_book(address("theirs"), "-show", fails=True))
        self.assertRegex(self.learn_book(address("ours", "127.0.0.1"), "-show", fails=True),
                         "server certificate for .* does not match host name")
        self.assertIn("does not exist", self.learn_book(address("none"), "-show", fails=True))

    def test_kills(self):
        self.check_kills(lambda number: ((), self.server.url()), lambda: None)

    @unittest.skipUnless(FULL and os.geteuid() == 0 and shutil.which("ip"), "POLYGLOT_FULL=1, as root")
    def test_kills_and_cut_networks(self):
        """Two network namespaces, each with a cable to ours that is pulled now and then."""
        cables = []
        for number in (0, 1):
            space, cable = f"pgq{os.getpid() % 10000}{number}", f"q{os.getpid() % 10000}{number}"
            network = f"10.213.{number}."
            self.addCleanup(subprocess.run, ["ip", "netns", "del", space], check=False)
            for command in (f"netns add {space}", f"link add {cable} type veth peer name eth0 netns {space}",
                            f"addr add {network}1/24 dev {cable}", f"link set {cable} up",
                            f"-n {space} addr add {network}2/24 dev eth0", f"-n {space} link set eth0 up"):
                subprocess.run(["ip", *command.split()], check=True)
            cables.append((space, cable, network + "1"))

        def place(number):
            space, _, host = cables[number % 2]
            return ("ip", "netns", "exec", space), self.server.url(host=host)

        def cut():
            cable = random.choice(cables)[1]
            subprocess.run(["ip", "link", "set", cable, "down"], check=True)
            time.sleep(random.uniform(0.1, 2))
            subprocess.run(["ip", "link", "set", cable, "up"], check=True)
        self.check_kills(place, cut)

    def send_rest(self, prefix, url):
        """A network that has just been mended may lose more."""
        end = time.monotonic() + LIMIT
        while True:
            done = subprocess.run([*prefix, adapter(), "learn-book", url, "-show"], capture_output=True, text=True, check=False,
                                  cwd=self.folder, timeout=LIMIT)
            if not done.returncode:
                return
            print(done.stderr, flush=True)
            self.assertLess(time.monotonic(), end, done.stderr)
            time.sleep(0.2)

    def check_kills(self, place, cut):
        """place(number) -> (prefix of the command, address)."""
        self.create()
        rng = random.Random(int(os.environ.get("POLYGLOT_SEED", "1")))
        lives, current, played = [], {}, dict.fromkeys(range(ADAPTERS), 0)
        left = set(played)
        moves = 0
        while left:
            number = rng.choice(sorted(left))
            if number not in current:
                prefix, url = place(number)
                current[number] = Life(self, f"n{number}l{len(lives)}", {"BookLearnFile": url}, prefix)
                lives.append(current[number])
            life = current[number]
            life.play(played[number])
            played[number] += 1
            moves += 1
            if rng.random() < 0.1:  # a result is on its way
                life.send("new\nname " + life.name + "\ngo")
                life.wait_for("move ")
                life.send("result 1-0 {x}")
                time.sleep(rng.uniform(0, 0.005))
                current.pop(number).kill()
            if played[number] >= GAMES:
                left.discard(number)
                if number in current:
                    current.pop(number).quit()
            if moves % (ADAPTERS * GAMES // 4) == ADAPTERS:
                self.server.kill()
                self.server.start()
            if rng.random() < 0.02:
                cut()
        for number in range(min(ADAPTERS, 2)):  # the addresses by which games wait
            self.send_rest(*place(number))
        self.check_games(lives)


if __name__ == "__main__":
    if WINDOWS:
        skip("the server runs on Linux")
    need_server()
    unittest.main()
