"""A GUI that closes its end of standard input, or is gone: polyglot.exe quits, and its engine with it.

The pipe is one of the system that the test runs on. Under Wine it is a Unix pipe, whose end is not the end of a Windows
pipe: ReadFile reads 0 bytes again and again.
"""
import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "e2e"))
from e2e_support import LIMIT, adapter, skip

ENGINE = os.environ["POLYGLOT_PLAIN_ENGINE"]
WINE = next(filter(None, map(shutil.which, ("wine64", "/usr/lib/wine/wine64", "wine"))), None)

if os.name != "nt" and not WINE:
    skip("Wine is not installed")


class GuiGone(unittest.TestCase):
    def play_until_gone(self, first_line, answer):
        program = [adapter(), "-noini", "-ec", ENGINE]
        child = subprocess.Popen(program if os.name == "nt" else [WINE, *program], stdin=subprocess.PIPE,
                                 stdout=subprocess.PIPE, env={**os.environ, "WINEDEBUG": "-all"})
        self.addCleanup(child.stdout.close)
        self.addCleanup(child.wait)
        self.addCleanup(child.kill)
        child.stdin.write(first_line)
        child.stdin.flush()
        self.assertTrue(any(answer in line for line in child.stdout))
        child.stdin.close()
        self.assertEqual(child.wait(LIMIT), 0)

    def test_uci_gui(self):
        self.play_until_gone(b"uci\n", b"uciok")

    def test_xboard_gui(self):
        self.play_until_gone(b"xboard\nprotover 2\n", b"done=1")


if __name__ == "__main__":
    unittest.main()
