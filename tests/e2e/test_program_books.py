#!/usr/bin/env python3
"""Books that are programs (docs/program-books.md): the examples of docs/examples, one of them with a server of ours on
the loopback, and programs that misbehave. The adapter plays on and leaves no process."""
import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

from e2e_support import LIMIT, adapter, fake_engine, write_ini
from uci_match import processes_with_marker
from xboard_host import LineProcess

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"
ENGINE = "a2a3"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
ENGINE_COMMAND = f'"{fake_engine()}" --bestmove {ENGINE}'
BOOK = {"Book": "true", "BookRandom": "false"}


def command(*words):
    quoted = " ".join('"%s"' % word for word in words)
    return f'|"{sys.executable}" -B {quoted}'


class Player(LineProcess):
    def expect(self, word):
        deadline = time.monotonic() + LIMIT
        while True:
            line = self.read_line(deadline)[1]
            if line.startswith(word):
                return line

    def move(self, position="startpos"):
        self.send("position " + position, "go wtime 300000 btime 300000")
        return self.expect("bestmove ").split()[1]


class Explorer(http.server.BaseHTTPRequestHandler):
    """What Lichess's explorer and ChessDB answer."""

    def do_GET(self):
        self.server.asked.append(self.path)
        if self.server.gate is not None:
            self.server.gate.wait(LIMIT)
        if "/broken" in self.path:
            self.send_error(429)
            return
        reply = {"status": "ok", "moves": [{"uci": "c2c4", "score": 5}, {"uci": "g1f3", "score": 1}]}
        if "/lichess" in self.path:
            reply = {"moves": [{"uci": "d2d4", "white": 30, "draws": 20, "black": 9},
                               {"uci": "e2e4", "white": 3, "draws": 2, "black": 1}]}
        body = json.dumps(reply).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class ProgramBooks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.players = 0

    def play(self, settings):
        self.players += 1
        self.log = self.folder / f"polyglot{self.players}.log"
        settings = {"EngineCommand": ENGINE_COMMAND, "Log": "true", "LogFile": str(self.log),
                    "BookTimeout": 20000, **BOOK, **settings}
        ini = write_ini(self.folder / "polyglot.ini", settings)
        player = Player([adapter(), ini], cwd=self.folder)
        self.addCleanup(self.end, player)
        player.send("uci", "isready")
        player.expect("readyok")
        return player

    def end(self, player):
        player.send("quit")
        player.process.stdin.close()
        self.assertEqual(player.process.wait(LIMIT), 0)
        deadline = time.monotonic() + LIMIT
        while processes_with_marker(player.marker):
            self.assertLess(time.monotonic(), deadline, "a process is left")
            time.sleep(0.01)
        player.process.stdout.close()

    def serve(self, gate=None):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Explorer)
        server.asked, server.gate = [], gate
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return server

    def program(self, text):
        path = self.folder / "program.py"
        path.write_text("import json, os, sys, time\n" + text, encoding="utf-8")
        return command(path)

    def log_text(self):
        return self.log.read_text(encoding="utf-8", errors="replace")

    def test_a_table(self):
        table = self.folder / "my table.txt"
        table.write_text(f"{START}: c2c4 10 b2b4 90\nnonsense\n", encoding="utf-8")
        player = self.play({"BookFile": command(EXAMPLES / "book_table.py", table)})
        self.assertEqual(player.move(), "b2b4")
        self.assertEqual(player.move("startpos moves e2e4 e7e5"), ENGINE)
        self.assertIn("says: 1 positions", self.log_text())
        self.assertIn("my table.txt:2: skipped", self.log_text())

    def test_servers(self):
        server = self.serve()
        for name, path, move in (("lichess", "lichess", "d2d4"), ("players", "lichess", "d2d4"),
                                 ("chessdb", "cdb.php", "c2c4")):
            with self.subTest(name):
                url = f"http://127.0.0.1:{server.server_address[1]}/{path}"
                player = self.play({"BookFile": command(EXAMPLES / "book_server.py", name, "--url", url)})
                self.assertEqual(player.move(), move)
                asked = len(server.asked)
                self.assertEqual(player.move(), move)  # from the cache
                self.assertEqual(len(server.asked), asked)

    def test_a_server_that_fails(self):
        server = self.serve()
        url = f"http://127.0.0.1:{server.server_address[1]}/broken"
        player = self.play({"BookFile": command(EXAMPLES / "book_server.py", "lichess", "--url", url)})
        self.assertEqual(player.move(), ENGINE)
        self.assertIn("429", self.log_text())

    def test_a_late_answer_is_kept(self):
        gate = threading.Event()
        self.addCleanup(gate.set)
        server = self.serve(gate)
        url = f"http://127.0.0.1:{server.server_address[1]}/lichess"
        player = self.play({"BookFile": command(EXAMPLES / "book_server.py", "lichess", "--url", url),
                            "BookTimeout": 10})
        self.assertEqual(player.move(), ENGINE)
        gate.set()
        deadline = time.monotonic() + LIMIT
        while "answers too late: kept" not in self.log_text():
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)
        self.assertEqual(player.move(), "d2d4")

    def test_misbehaviour(self):
        programs = {
            "dies at once": "sys.exit(3)",
            "dies when asked": "sys.stdin.readline(); os._exit(3)",
            "closes its output": "sys.stdin.readline(); os.close(1); time.sleep(1000)",
            "floods": "while True: print('x' * 1000)",
            "a flood without an end of line": "while True: sys.stdout.write('x' * 100000)",
            "garbage": "sys.stdin.readline(); print('{', flush=True); os.write(1, bytes(range(256))); sys.exit()",
        }
        for name, text in programs.items():
            with self.subTest(name):
                player = self.play({"BookFile": self.program(text)})
                self.assertEqual(player.move(), ENGINE)
                self.assertIn("started again in 1 s", self.log_text())

    def test_a_flood_on_standard_error(self):
        player = self.play({"BookFile": self.program("""
for line in sys.stdin:
    print("noise\\n" * 50000, file=sys.stderr, flush=True)
    print(json.dumps({"id": json.loads(line)["id"], "moves": [{"move": "h2h4"}]}), flush=True)
""")})
        self.assertEqual(player.move(), "h2h4")
        self.assertEqual(self.log_text().count("says: noise"), 100)
        self.assertIn("left out of the log", self.log_text())

    def test_silence(self):
        for name, text in (("does not read", "time.sleep(1000)"),
                           ("does not answer", "for line in sys.stdin: pass\ntime.sleep(1000)"),
                           ("closes its input", "os.close(0); time.sleep(1000)")):  # perhaps after the question
            with self.subTest(name):
                player = self.play({"BookFile": self.program(text), "BookTimeout": 10})
                self.assertEqual(player.move(), ENGINE)

    def test_it_is_started_again(self):
        mark = self.folder / "mark"
        text = f"""
mark = {str(mark)!r}
if not os.path.exists(mark):
    open(mark, "w").close()
    sys.exit(1)
for line in sys.stdin:
    print(json.dumps({{"id": json.loads(line)["id"], "moves": [{{"move": "h2h4"}}]}}), flush=True)
"""
        player = self.play({"BookFile": self.program(text)})
        deadline = time.monotonic() + LIMIT
        while self.log_text().count("= program 1 start") < 2:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)
        self.assertEqual(player.move(), "h2h4")

    def test_none_is_started_for_a_gui_or_by_check_config(self):
        mark = self.folder / "mark"
        program = self.program(f"open({str(mark)!r}, 'w').close()")
        player = self.play({"BookFile": "none.bin"})
        player.send("setoption name Polyglot BookFile value " + program)
        self.assertIn("a program is for the config file and the command line", player.expect("info string polyglot:"))
        player.move()
        ini = write_ini(self.folder / "check.ini", {"EngineCommand": ENGINE_COMMAND, "BookFile": program, **BOOK})
        checked = subprocess.run([adapter(), "-check-config", "-no-start", ini], capture_output=True, text=True,
                                 encoding="utf-8", cwd=self.folder, timeout=LIMIT)
        self.assertEqual(checked.returncode, 0, checked.stdout)
        self.assertIn("book: the program " + os.path.realpath(sys.executable)[:4], checked.stdout)
        self.assertIn("not started by -check-config", checked.stdout)
        self.assertFalse(mark.exists())

    def test_saved_settings_name_none(self):
        mark = self.folder / "mark"
        program = self.program(f"open({str(mark)!r}, 'w').close()")
        saved = write_ini(self.folder / "saved.ini", {"Book": "true", "BookFile": program})
        with open(saved, "a", encoding="utf-8") as file:
            file.write(f"[Book Other]\nFile = {program}\n")
        ini = write_ini(self.folder / "polyglot.ini", {"EngineCommand": ENGINE_COMMAND})
        player = Player([adapter(), "-pg", f"SettingsFile={saved}", ini], cwd=self.folder)
        self.addCleanup(self.end, player)
        player.send("uci", "isready")
        player.expect("readyok")
        player.move()
        self.assertFalse(mark.exists())


if __name__ == "__main__":
    unittest.main()
