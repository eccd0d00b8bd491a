#!/usr/bin/env python3
"""An adapter that ends while its thread is in the middle of a TLS handshake with the server of results.

The thread goes on until the process is gone. Libraries that are cleaned up under it made 4 of 300 adapters crash, so
POLYGLOT_FULL=1 tries 300, half of them at the very moment of the end.
"""
import os
import random
import shutil
import subprocess
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

from e2e_support import LIMIT, adapter, skip, WINDOWS
from learn_server_support import Life, Stall, WithServer, games_in
from postgres_server import need_server

ENDS = 300 if os.environ.get("POLYGLOT_FULL") == "1" else 20
AT_ONCE = 4
LAST_CHANCE_S = 1.0  # how long an adapter that ends waits for the server


class LearnServerEnds(WithServer):
    def setUp(self):
        super().setUp()
        data = self.server.folder / "data"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
                        "-keyout", data / "server.key", "-out", data / "server.crt"], check=True, capture_output=True)
        for name in ("server.key", "server.crt"):
            if os.geteuid() == 0:
                shutil.chown(data / name, "postgres")
            (data / name).chmod(0o600)
        self.server.stop()
        self.server.start(ssl="on")

    def end_one(self, number):
        """Life.quit() fails if the adapter ends by a signal or not at all."""
        rng = random.Random(f"{os.environ.get('POLYGLOT_SEED', '1')} {number}")
        stall = Stall(self.server.port, rng.choice([0, 1, 1, rng.randrange(1, 3500)]))
        self.addCleanup(stall.close)
        address = self.server.url(port=stall.port, more="?sslmode=require")
        life = Life(self, f"end{number}", {"BookLearnFile": address, "BookTimeout": 50})
        life.play(1)
        stall.stalls.wait(2)  # a handshake may be shorter
        when = rng.choice([0, LAST_CHANCE_S, LAST_CHANCE_S, None])
        release = None
        if when is not None:
            release = threading.Timer(max(0, when + rng.uniform(-0.01, 0.06)), stall.released.set)
            release.start()
        begun = time.monotonic()
        life.quit()
        self.assertLess(time.monotonic() - begun, LIMIT / 2)
        if release:
            release.join()
        return address

    def test_ends_in_a_handshake(self):
        with ThreadPoolExecutor(AT_ONCE) as pool:
            addresses = list(pool.map(self.end_one, range(ENDS)))
        self.assertEqual(len(set(addresses)), ENDS)
        waiting = sum(line.startswith("v1 ") for path in self.folder.glob("*.waiting")
                      for line in path.read_text().splitlines())
        sent = games_in(self.server)
        self.assertEqual(set(sent.values()) | {1}, {1})
        # A game that is sent and not marked is in both.
        self.assertGreaterEqual(waiting + len(sent), ENDS)


if __name__ == "__main__":
    if WINDOWS:
        skip("the server runs on Linux")
    need_server()
    if not shutil.which("openssl"):
        skip("openssl is not installed")
    unittest.main()
