#!/usr/bin/env python3
"""Attacks that once worked (docs/security.md): by the GUI's lines, by files that a GUI names or a stranger sends, and by
running out of file descriptors."""
import shutil
import sys
import unittest

from security_case import SecurityCase, for_shell_words

# Reads `setoption` as Stockfish does, which skips the word behind it unread; takes every word for a command, as engines
# that read words instead of lines do; and has a command that writes a file.
WORDY_ENGINE = f"""#!{sys.executable}
import os, sys
folder = os.environ["TEST_FOLDER"]
def say(text):
    print(text, flush=True)
say_at = {{"uci": "id name Wordy\\noption name Debug Log File type string default <empty>\\n"
                  "option name Style type string default calm\\nuciok",
          "isready": "readyok", "go": "bestmove e2e4"}}
for line in sys.stdin:
    words = line.split()
    for number, word in enumerate(words):
        if word == "setoption":
            text = " ".join(words[number + 2:])
            name, _, value = text.partition(" value ")
            if name == "Debug Log File":
                open(os.path.join(folder, value), "a").close()
        elif word == "export_net":
            open(os.path.join(folder, *words[number + 1:][:1]), "a").close()
        elif word == "quit":
            sys.exit(0)
        elif word in say_at:
            say(say_at[word])
"""


class BlockedLines(SecurityCase):
    """BlockOptions and BlockCommands: no line of a GUI reaches an engine that might read a blocked name in it."""

    def setUp(self):
        super().setUp()
        self.engine = self.script("wordy", WORDY_ENGINE)

    disguises = ("setoption x Debug Log File value victim", "joho setoption x Debug Log File value victim",
                 "SetOption setoption x Debug Log File value victim", "setoption\tx Debug Log File value victim",
                 "isready setoption x Debug Log File value victim", "debug on setoption x Debug Log File value victim",
                 "position startpos moves setoption x Debug Log File value victim",
                 "setoption name Style value setoption x Debug Log File value victim")

    def test_an_option_that_a_uci_gui_disguises(self):
        running = self.uci(self.ini(BlockOptions="Debug Log File"))
        before = self.files()
        for line in self.disguises:
            said = self.say_uci(running, line)
            self.assertTrue([told for told in said if "BlockOptions" in told], (line, said))
        self.assertIn("bestmove e2e4", self.say_uci(running, "position startpos", "go movetime 1"))
        self.leave(running)
        self.assertEqual(self.files(), before)

    def test_an_option_that_an_xboard_gui_disguises(self):
        running = self.xboard(self.ini(BlockOptions="Debug Log File"))
        before = self.files()
        for line in ("option Style=setoption x Debug Log File value victim",
                     "option Style=name Debug Log File value victim",
                     "setboard setoption x Debug Log File value victim", "name setoption x Debug Log File value victim"):
            said = self.say_xboard(running, line)
            self.assertTrue([told for told in said if "BlockOptions" in told], (line, said))
        self.send(running, "new\ngo\n")
        self.read_until(running, "move e2e4")
        self.leave(running)
        self.assertEqual(self.files(), before)

    def test_a_command_of_the_engine_that_writes(self):
        ini = self.ini(BlockCommands="export_net, bench*")
        running = self.uci(ini)
        before = self.files()
        for line in ("export_net victim", "EXPORT_NET victim", "joho export_net victim", "isready export_net victim",
                     "go movetime 1 export_net victim", "setoption name Style value wild export_net victim",
                     "benchmark 1 1 1 victim"):
            said = self.say_uci(running, line)
            self.assertTrue([told for told in said if "BlockCommands" in told], (line, said))
        self.leave(running)
        running = self.xboard(ini)
        for line in ("option Style=wild export_net victim", "setboard export_net victim", "usermove export_net"):
            said = self.say_xboard(running, line)
            self.assertTrue([told for told in said if "BlockCommands" in told], (line, said))
        self.leave(running)
        self.assertEqual(self.files(), before)

    def test_nothing_is_blocked_that_is_not_named(self):
        running = self.uci(self.ini())
        self.say_uci(running, "export_net made", "setoption x Debug Log File value made too")
        self.leave(running)
        self.assertLess({"made", "made too"}, self.files())

    def test_stockfish_writes_no_file_that_is_blocked(self):
        stockfish = shutil.which("stockfish", path="/usr/games:/usr/bin")
        if stockfish is None:
            self.skipTest("stockfish is not installed (scripts/setup test installs it)")
        running = self.uci(self.ini(EngineCommand=for_shell_words(stockfish), BlockOptions="Debug Log File"))
        before = self.files()
        for line in self.disguises:
            self.say_uci(running, line.replace("victim", f"{self.folder}/victim"))
        self.leave(running)
        self.assertEqual(self.files(), before)


if __name__ == "__main__":
    unittest.main()
