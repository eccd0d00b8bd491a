"""Engine, book, ini, log, results and games in folders with Cyrillic, Chinese and German names: the adapter and the book
tools, on Linux, and polyglot.exe under Wine (POLYGLOT_ADAPTER ends in .exe)."""
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from e2e_support import LIMIT, adapter, skip

ENGINE = os.environ["POLYGLOT_PLAIN_ENGINE"]
WINDOWS = adapter().endswith(".exe")
FOLDERS = ["Шахматы", "国际象棋", "Bücher"]
PGN = '[White "Müller"]\n[Black "Иванов"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n\n'
START_AND_TWO_MOVES = "position startpos moves a2a3 h7h6"

WINE = next(filter(None, map(shutil.which, ("wine64", "/usr/lib/wine/wine64", "wine"))), None)

if WINDOWS and not WINE:
    skip("Wine is not installed")


def native(path):
    """The path as polyglot is given it."""
    return "Z:" + str(path).replace("/", "\\") if WINDOWS else str(path)


def run(arguments, text=b"", cwd=None, environment=None):
    """(standard output, standard error, exit status) of polyglot, in bytes."""
    settings = {"WINEDEBUG": "-all", "WINEDLLOVERRIDES": "winedbg.exe=d;mscoree=;mshtml=", "LC_ALL": "C.UTF-8"} if WINDOWS else {}
    done = subprocess.run([*([WINE] if WINDOWS else []), adapter(), *arguments], input=text, capture_output=True,
                          cwd=cwd, env={**os.environ, **settings, **(environment or {})}, timeout=LIMIT)
    return done.stdout.replace(b"\r\n", b"\n"), done.stderr, done.returncode


class Names(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if WINDOWS:  # else the first process of Wine keeps what we read from open
            server = next(filter(None, map(shutil.which, ("wineserver", "/usr/lib/wine/wineserver"))))
            subprocess.run([server, "-p"], check=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL, timeout=LIMIT)

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="polyglot-names-")
        self.addCleanup(folder.cleanup)
        self.top = Path(folder.name).resolve()

    def fill(self, name):
        """A folder of this name with an engine, games, and a book of them."""
        folder = self.top / name
        folder.mkdir()
        self.engine = folder / ("Движок-棋ß.exe" if WINDOWS else "Движок-棋ß")
        shutil.copy(ENGINE, self.engine)
        (folder / "Партии 棋局.pgn").write_text(PGN * 5, encoding="utf-8", newline="\r\n")
        out, err, status = run(["make-book", "-pgn", native(folder / "Партии 棋局.pgn"), "-bin",
                                native(folder / "Книга.bin"), "-min-game", "1"])
        self.assertEqual((status, err.count(b"rror")), (0, 0), (out, err))
        self.assertIn("Книга.bin".encode(), out + err)
        self.assertTrue((folder / "Книга.bin").is_file())
        return folder

    def ini(self, folder, **more):
        settings = {"EngineDir": native(folder), "EngineCommand": '"Движок-棋ß" "Argument ü"',
                    "BookFile": native(folder / "Книга.bin"), "Book": "true", "Log": "true",
                    "LogFile": native(folder / "Журнал-ß.log"), "BookLearn": "true",
                    "BookLearnFile": native(folder / "Результаты.db"), **more}
        return "[PolyGlot]\r\n" + "".join(f"{name} = {value}\r\n" for name, value in settings.items())

    def play(self, arguments, cwd=None, environment=None, text=b"\xd0\x96 \xfc \xff"):
        """A book move, then a move of the engine; the GUI's bytes come back as they were sent."""
        lines = [b"uci", b"setoption name Text value " + text, b"isready", b"position startpos", b"go movetime 50",
                 START_AND_TWO_MOVES.encode(), b"go movetime 50", b"isready", b"quit", b""]
        out, err, status = run(arguments, b"\n".join(lines), cwd, environment)
        self.assertEqual(status, 0, (out, err))
        self.assertIn(b"id name Plain Engine\n", out)
        self.assertIn(b"info string Text is " + text + b"\n", out)
        moves = [line for line in out.split(b"\n") if line.startswith(b"bestmove")]
        self.assertEqual(len(moves), 2, out)
        self.assertEqual(moves[0], b"bestmove e2e4", out)
        return out

    def test_play(self):
        for name in FOLDERS:
            with self.subTest(name):
                folder = self.fill(name)
                (folder / "Настройки-设.ini").write_bytes(self.ini(folder).encode())
                out = self.play([native(folder / "Настройки-设.ini")])
                if not WINDOWS:  # the C library there gives the engine its argument in the code page
                    self.assertIn("info string argument Argument ü\n".encode(), out)
                log = (folder / "Журнал-ß.log").read_bytes().decode("utf-8", "replace")
                for file in ("Настройки-设.ini", "Книга.bin", "Движок-棋ß", "Результаты.db"):
                    self.assertIn(native(folder / file), log)

    def test_command_line_and_relative_paths(self):
        for name in FOLDERS:
            with self.subTest(name):
                folder = self.fill(name)
                separator = "\\" if WINDOWS else "/"
                self.play(["-noini", "-ec", f'"{separator.join([".", "Движок-棋ß"])}"', "-ed", name, "-book",
                           f"{name}{separator}Книга.bin", "-log", "true", "-lf", f"./{name}/Журнал.log"], cwd=self.top)
                self.assertIn("Книга.bin", (folder / "Журнал.log").read_text(encoding="utf-8", errors="replace"))

    def test_check_config(self):
        folder = self.fill("国际象棋 Bücher")
        (folder / "ü.ini").write_bytes(b"\xef\xbb\xbf" + self.ini(folder).encode())
        out, err, status = run([native(folder / "ü.ini"), "--check-config"])
        self.assertEqual(status, 0, (out, err))
        for file in ("ü.ini", "Книга.bin", self.engine.name, "Журнал-ß.log"):
            self.assertIn(native(folder / file), out.decode())

    def test_book_tools(self):
        for name in FOLDERS:
            with self.subTest(name):
                folder = self.fill(name)
                book, games = native(folder / "Книга.bin"), native(folder / "Партии 棋局.pgn")
                commands = [
                    (["info-book", "-bin", book], "Партии 棋局.pgn"), (["verify-book", book], "Книга.bin"),
                    (["find-book", "-bin", book], "e4"), (["dump-book", "-bin", book, "-color", "white", "-out", native(folder / "Дамп.txt")], ""),
                    (["convert-book", "-from", book, "-to", native(folder / "书.abk")], "书.abk"),
                    (["merge-book", "-in1", book, "-in2", book, "-out", native(folder / "Merge-ß.bin")], ""),
                    (["pgn-stat", native(folder)], ""), (["pgn-stat", games], ""),
                    (["make-book", "-pgn", native(folder), "-stats", native(folder / "статистика.pgstats")], ""),
                ]
                for command, expected in commands:
                    out, err, status = run(command)
                    self.assertEqual(status, 0, (command, out, err))
                    self.assertIn(expected.encode(), out + err, command)
                for file in ("Дамп.txt", "书.abk", "Merge-ß.bin", "статистика.pgstats"):
                    self.assertTrue((folder / file).is_file(), file)
                out, err, status = run(["info-book", "-bin", native(folder / "нет.bin")])
                self.assertNotEqual(status, 0)
                self.assertIn("нет.bin".encode(), out + err)

    def test_old_ini_in_a_code_page(self):
        """Wine's system has the Western page here. On Linux the bytes are kept, and so are the names of such folders."""
        if WINDOWS:
            folder = self.top / "Bücher"
            folder.mkdir()
            engine = "Müller.exe"
        else:
            folder = Path(os.fsdecode(os.fsencode(self.top) + b"/B\xfccher"))
            folder.mkdir()
            engine = os.fsdecode(b"M\xfcller.exe")
        shutil.copy(ENGINE, folder / engine)
        (self.top / "old.ini").write_bytes(
            b"[PolyGlot]\r\nEngineDir = B\xfccher\r\nEngineCommand = ./M\xfcller.exe\r\nLog = true\r\n"
            b"LogFile = B\xfccher/\xdcbung.log\r\n")
        out, err, status = run([native(self.top / "old.ini")], b"uci\nquit\n", cwd=self.top)
        self.assertEqual(status, 0, (out, err))
        self.assertIn(b"id name Plain Engine\n", out)
        log = folder / ("Übung.log" if WINDOWS else os.fsdecode(b"\xdcbung.log"))
        self.assertTrue(log.is_file())
        if WINDOWS:
            self.assertIn("Bücher", log.read_text(encoding="utf-8"))

    def test_long_paths(self):
        """Beyond the 259 characters of old Windows programs; Wine, unlike Windows, sets no limit by itself."""
        folder = self.fill("Bücher")
        deep = folder / ("длинное-имя-" * 8) / ("很长" * 30) / ("ü" * 100)
        deep.mkdir(parents=True)
        (folder / "Книга.bin").rename(deep / "Книга.bin")
        (deep / "long.ini").write_bytes(self.ini(folder, BookFile=native(deep / "Книга.bin"),
                                                 LogFile=native(deep / "Журнал.log")).encode())
        self.assertGreater(len(native(deep / "long.ini")), 260)
        self.play([native(deep / "long.ini")])
        self.assertTrue((deep / "Журнал.log").is_file())
        out, err, status = run(["convert-book", "-from", native(deep / "Книга.bin"), "-to", native(deep / "书.abk")])
        self.assertEqual(status, 0, (out, err))
        self.assertTrue((deep / "书.abk").is_file())

    def test_variables(self):
        folder = self.fill("Шахматы ü")
        ini = self.top / "v.ini"
        environment = {"POLYGLOT_TEST_BOOKS": native(folder)}
        ini.write_bytes(self.ini(folder, EngineDir="%POLYGLOT_TEST_BOOKS%", BookFile="%POLYGLOT_TEST_BOOKS%/Книга.bin").encode())
        if WINDOWS:
            self.play([native(ini)], environment=environment)
            ini.write_bytes(self.ini(folder, EngineDir="%POLYGLOT_TEST_NONE%").encode())
            out, err, status = run([native(ini)], b"uci\nquit\n")
            self.assertEqual(status, 2, (out, err))
            self.assertIn(b"v.ini:2: EngineDir: there is no environment variable POLYGLOT_TEST_NONE", out)
        else:  # '%' is an ordinary character
            (self.top / "%POLYGLOT_TEST_BOOKS%").symlink_to(folder)
            self.play([native(ini)], cwd=self.top, environment=environment)


if __name__ == "__main__":
    unittest.main()
