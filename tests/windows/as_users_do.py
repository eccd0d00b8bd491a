#!/usr/bin/env python3
"""What users of Windows do: long-path names, blanks without quotes, wildcards, a wrong command line in a GUI's field, the
ini file beside the program, a port that is taken.

    POLYGLOT_ADAPTER, POLYGLOT_FAKE_ENGINE: programs of Windows; POLYGLOT_EMULATOR: what runs them (wine64), empty on Windows
"""
import os
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

EMULATOR = shlex.split(os.environ.get("POLYGLOT_EMULATOR", ""))
PROGRAM, ENGINE = Path(os.environ["POLYGLOT_ADAPTER"]), Path(os.environ["POLYGLOT_FAKE_ENGINE"])
LIMIT = 300  # seconds; only a hang is longer
UCI = "uci\nposition startpos\ngo movetime 1\nquit\n"


def windows_name(path):
    return "Z:" + str(path).replace("/", "\\") if EMULATOR else str(path)


class AsUsersDo(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="polyglot users ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_program(self, *words, program=PROGRAM, text="", folder=None):
        return subprocess.run([*EMULATOR, str(program), *words], cwd=folder or self.folder, input=text, capture_output=True,
                              text=True, timeout=LIMIT, check=False)

    def write_ini(self, name, **settings):
        path = self.folder / name
        path.write_text("[PolyGlot]\n" + "".join(f"{name} = {value}\n" for name, value in settings.items()), encoding="utf-8")
        return path

    def make_book(self, name):
        self.assertEqual(self.run_program("make-book", "-starter", "-bin", name).returncode, 0)

    def assert_plays_from_book(self, done):
        self.assertIn("info string book: ", done.stdout, done.stderr)
        self.assertIn("\nbestmove ", done.stdout)

    def test_long_path_names(self):
        self.make_book("book.bin")
        long = {name: f'"\\\\?\\{windows_name(path)}"' for name, path in
                {"EngineCommand": ENGINE, "BookFile": self.folder / "book.bin", "LogFile": self.folder / "long.log"}.items()}
        ini = self.write_ini("long.ini", Book="true", Log="true", **long)
        self.assert_plays_from_book(self.run_program("\\\\?\\" + windows_name(ini), text=UCI))
        self.assertIn("bestmove", (self.folder / "long.log").read_text(encoding="utf-8"))

    def test_a_share_keeps_its_server(self):
        ini = self.write_ini("share.ini", EngineCommand=r'"\\server\share\engine.exe"', Book="true", Log="true",
                             BookFile=r'"\\server\share\book.bin"', LogFile=r'"\\server\share\polyglot.log"')
        shown = self.run_program("-check-config", ini.name).stdout
        for name in ("engine.exe does not exist", "book.bin: ", "polyglot.log"):
            self.assertIn(r"\\server\share" + "\\" + name, shown)
        self.assertNotIn(r":\server", shown)

    def name_on_a_share(self):
        """The folder's. Wine looks for shares in a folder of its prefix; Windows has one of each drive for administrators."""
        if not EMULATOR:
            return r"\\localhost" + "\\" + str(self.folder).replace(":", "$")
        shares = Path(os.environ.get("WINEPREFIX", Path.home() / ".wine")) / "dosdevices" / "unc" / "localhost"
        shares.mkdir(parents=True, exist_ok=True)
        share = shares / self.folder.name
        share.symlink_to(self.folder)
        self.addCleanup(share.unlink)
        return r"\\localhost" + "\\" + share.name

    def test_plays_and_learns_on_a_share(self):
        self.make_book("book.bin")
        shutil.copy(ENGINE, self.folder / "engine.exe")
        share = self.name_on_a_share()
        self.write_ini("share.ini", EngineCommand=f'"{share}\\engine.exe"', Book="true", BookFile=f'"{share}\\book.bin"',
                       BookLearn="true", Log="true", LogFile=f'"{share}\\polyglot.log"')
        done = self.run_program(share + "\\share.ini", folder=EMULATOR and "/" or "C:\\",
                                text="xboard\nprotover 2\nnew\ngo\nresult 1-0 {told}\nping 1\nquit\n")
        self.assertIn("\nmove ", done.stdout, done.stderr)
        self.assertIn("# learnt: 2 half-points for 1 move", (self.folder / "polyglot.log").read_text(encoding="utf-8"))
        self.assertIn("1 game", self.run_program("learn-book", "-bin", share + "\\book.bin", "-show").stdout)

    def test_blanks_without_quotes(self):
        engine = self.folder / "My Engines 1.2" / "engine 1.2.exe"
        engine.parent.mkdir()
        shutil.copy(ENGINE, engine)
        shutil.copy(ENGINE, engine.parent / "engine.exe")  # what PolyGlot's first blank would leave
        ini = self.write_ini("blanks.ini", EngineCommand=windows_name(engine))
        self.assertIn("engine: " + windows_name(engine), self.run_program("-check-config", ini.name).stdout)
        self.assertIn("\nbestmove ", self.run_program(ini.name, text=UCI).stdout)

    def test_wildcards(self):
        for name in ("a.bin", "b.bin"):
            self.make_book(name)
        shown = self.run_program("verify-book", "*.bin").stdout
        self.assertIn("a.bin: ", shown)
        self.assertIn("b.bin: ", shown)

    def test_wrong_use_is_shown_in_the_gui(self):
        for gui, message in {"uci\n": "info string polyglot: ", "xboard\n": "tellusererror polyglot: "}.items():
            shown = self.run_program("C:\\My", "Chess\\engine.ini", text=gui).stdout
            self.assertIn(message + "more than one config file is given", shown)

    def test_ini_beside_the_program(self):
        program = self.folder / "fritz" / "polyglot.exe"
        program.parent.mkdir()
        shutil.copy(PROGRAM, program)
        self.write_ini("fritz/polyglot.ini", EngineCommand=f'"{windows_name(ENGINE)}"', Book="true", BookFile="<starter>")
        elsewhere = self.folder / "elsewhere"
        elsewhere.mkdir()
        self.assert_plays_from_book(self.run_program(program=program, text=UCI, folder=elsewhere))

    def test_a_port_that_is_taken(self):
        self.make_book("book.bin")
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            done = self.run_program("explore", "book.bin", "-no-open", "-port", str(port))
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr, f"explore: port {port} of this computer: another program uses it; "
                         "-port names another one, and without -port a free one is taken\n")


if __name__ == "__main__":
    if EMULATOR and not shutil.which(EMULATOR[0]):
        print(f"skipped: no {EMULATOR[0]} to run Windows programs")
        sys.exit(77)
    unittest.main()
