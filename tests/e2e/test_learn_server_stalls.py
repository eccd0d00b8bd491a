#!/usr/bin/env python3
"""A server of results that stands still while an adapter connects to it, or whose name is not found.

No move waits for it, each game is in the waiting file at once, the adapter ends at once and says why the games wait, and each
counts once when the server answers. Tools end with the reason.
"""
import os
import re
import shutil
import socket
import subprocess
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

from e2e_support import LIMIT, adapter, skip, WINDOWS
from learn_server_support import Breaking, FullQueue, Life, Stall, WithServer, games_in
from postgres_server import need_server

GAMES = 4
AT_ONCE_S = 10.0  # far longer than the second that an adapter gives a server, and shorter than the 15 s of a connection
SILENT = "the server has not answered yet"


class LearnServerStalls(WithServer):
    def start_tool(self, *words, prefix=()):
        return subprocess.Popen([*prefix, adapter(), *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                text=True, cwd=self.folder)

    def check_tool(self, tool, why, fails=True):
        said = tool.communicate(timeout=LIMIT)[0]
        self.assertEqual(tool.returncode != 0, fails, said)
        self.assertEqual(len(re.findall(why, said)), 1, said)

    def wait_until(self, is_so):
        end = time.monotonic() + LIMIT
        while not is_so():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.05)

    def check_stall(self, name, url, heal, why=SILENT, tools_say="the server does not answer", prefix=()):
        """heal() makes the server answer, and returns the prefix of commands that reach it."""
        life = Life(self, name, {"BookLearnFile": url, "BookTimeout": 60000}, prefix)
        tools = [self.start_tool("learn-book", url, "-show", prefix=prefix),
                 self.start_tool("-check-config", self.folder / f"{name}.ini", prefix=prefix)]
        self.assertLess(sum(life.play(game) for game in range(GAMES)), AT_ONCE_S)
        self.assertEqual(life.counted(), (GAMES, GAMES))
        begun = time.monotonic()
        life.quit()
        self.assertLess(time.monotonic() - begun, AT_ONCE_S)
        said = [line for line in life.said if "results" in line]
        self.assertEqual(len(said), 1, life.said)
        self.assertRegex(said[0], rf"the results of {GAMES} games are kept in .*\.waiting and will be learnt later: .*{why}")
        for tool in tools:
            self.check_tool(tool, tools_say)
        replayed = subprocess.run([adapter(), "replay", life.log], capture_output=True, text=True, check=False, timeout=LIMIT)
        self.assertEqual(replayed.returncode, 0, replayed.stdout)
        self.check_tool(self.start_tool("learn-book", url, "-show", prefix=heal()),
                        f"the results of {GAMES} games that had waited in a file are added", fails=False)

    def check_all(self, stalls):
        with ThreadPoolExecutor(len(stalls)) as pool:
            for done in [pool.submit(self.check_stall, name, *more) for name, *more in stalls]:
                done.result()
        self.assertEqual(list(self.folder.glob("*.waiting")), [])
        self.assertEqual(games_in(self.server), {name: GAMES for name, *_ in stalls})

    def test_silence(self):
        """The server answers nothing, the beginning, all but the first question, or no connection."""
        stalls = []
        for size in (0, 1, 40, 419):  # 419: all that comes before the first question
            stall = Stall(self.server.port, size)
            self.addCleanup(stall.close)
            stalls.append((f"stall{size}", self.server.url(port=stall.port), lambda stall=stall: stall.released.set() or ()))
        full = FullQueue(self.server.port)
        self.addCleanup(full.close)
        stalls.append(("full", self.server.url(port=full.port), lambda: full.release() or ()))
        self.check_all(stalls)

    def test_given_up(self):
        """An adapter that plays on gives the connection up, and tries again."""
        stall = Stall(self.server.port, 0)
        self.addCleanup(stall.close)
        life = Life(self, "later", {"BookLearnFile": self.server.url(port=stall.port), "BookTimeout": 60000})
        life.play(0)
        self.wait_until(lambda: stall.clients == 2)
        self.assertLess(life.play(1), AT_ONCE_S)
        stall.released.set()
        self.wait_until(lambda: games_in(self.server) == {"later": 2})
        life.quit()
        self.assertEqual([line for line in life.said if "results" in line], [])
        self.assertEqual(games_in(self.server), {"later": 2})

    def test_lost_between_two_games(self):
        """The connection is lost in the second of the games that are sent together, and the next one stands still."""
        line = Breaking(self.server.port)
        self.addCleanup(line.close)
        life = Life(self, "broken", {"BookLearnFile": self.server.url(port=line.port), "BookTimeout": 60000})
        for game in range(3):
            life.play(game)
        line.opened.set()
        self.wait_until(line.broken.is_set)
        self.wait_until(lambda: line.clients == 2)
        self.assertLess(life.play(3), AT_ONCE_S)
        line.healed.set()
        self.wait_until(lambda: games_in(self.server) == {"broken": 4})
        life.quit()

    @unittest.skipUnless(os.geteuid() == 0 and shutil.which("unshare"), "only root can have another name server")
    def test_names(self):
        """The name server says nothing, or is not there; later the name is known."""
        host = f"127.53.{os.getpid() // 250 % 250}.{os.getpid() % 250 + 1}"
        silent = socket.socket(type=socket.SOCK_DGRAM)
        self.addCleanup(silent.close)
        silent.bind((host, 53))

        def place(file, text):
            (self.folder / file).write_text(text)
            return self.folder / file
        hosts = place("hosts", "127.0.0.1 localhost silent.invalid refused.invalid\n")

        def with_file(file, over):
            return ("unshare", "-m", "sh", "-c", 'mount --bind "$0" "$1" && shift && exec "$@"', file, over)

        def stall(name, settings, why, tools_say):
            prefix = with_file(place(f"{name}.conf", settings), "/etc/resolv.conf")
            return (name, self.server.url(host=f"{name}.invalid"), lambda: with_file(hosts, "/etc/hosts"), why, tools_say,
                    prefix)
        silence, refused = (f'could not translate host name "{name}.invalid" to address' for name in ("silent", "refused"))
        self.check_all([stall("silent", f"nameserver {host}\noptions timeout:2 attempts:3\n", f"({SILENT}|{silence})", silence),
                        stall("refused", f"nameserver 127.54.{host[7:]}\n", refused, refused)])


if __name__ == "__main__":
    if WINDOWS:
        skip("the server runs on Linux")
    need_server()
    unittest.main()
