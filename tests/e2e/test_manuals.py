"""Man pages and completions (packaging/make_manuals.py): complete, without warnings of man, and working in the shells that
are installed."""
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from e2e_support import LIMIT, adapter

PACKAGING = Path(__file__).resolve().parents[2] / "packaging"
sys.path.insert(0, str(PACKAGING))
import help_texts  # noqa: E402

BASH = """
source "$1"
shift
COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); COMPREPLY=()
_polyglot 2>/dev/null
printf '%s\\n' "${COMPREPLY[@]}"
"""


class Manuals(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory(prefix="polyglot-manuals-")
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = Path(temporary.name)
        environment = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000"}
        subprocess.run([sys.executable, "-B", PACKAGING / "make_manuals.py", adapter(), cls.folder], check=True,
                       env=environment)
        cls.commands = help_texts.read_commands(adapter())
        cls.options, cls.settings, cls.books = help_texts.read_settings(adapter())

    def page(self, name):
        """As plain text without hyphenation marks."""
        return (self.folder / "man6" / f"{name}.6").read_text().replace("\\-", "-").replace("\\(aq", "'")

    def test_the_help_is_read_whole(self):
        self.assertEqual(len(self.commands), 27)
        self.assertGreater(len(self.settings), 60)
        self.assertGreater(len(self.books), 10)
        for command in self.commands:
            with self.subTest(command=command.name):
                self.assertTrue(command.usage.startswith("polyglot "), command.usage)
                self.assertGreaterEqual(len(command.options), 2)
                for option in command.options:
                    self.assertTrue(option.text, option)

    def test_every_command_option_and_setting_has_its_entry(self):
        main = self.page("polyglot")
        for command in self.commands:
            self.assertIn(f"polyglot-{command.name} (6)", main)
            page = self.page(f"polyglot-{command.name}")
            for option in command.options:
                self.assertRegex(page, rf"(?m)^\.B -{re.escape(option.name)}( |$)")
        for setting in [*self.settings, *self.books]:
            self.assertIn(f"\n.BR {setting.name} ", main)

    def test_man_has_no_warnings(self):
        if not shutil.which("man"):
            self.skipTest("man is not installed")
        for page in sorted((self.folder / "man6").iterdir()):
            done = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", page], capture_output=True,
                                  check=False, env={**os.environ, "MANROFFSEQ": "", "LC_ALL": "C.UTF-8"}, timeout=LIMIT)
            self.assertEqual((done.returncode, done.stderr), (0, b""), page)

    def test_bash(self):
        def complete(*words):
            done = subprocess.run(["bash", "-c", BASH, "bash", self.folder / "completions" / "polyglot.bash", *words],
                                  capture_output=True, text=True, cwd=self.folder, check=True, timeout=LIMIT)
            return done.stdout.split()

        self.assertEqual(complete("polyglot", "inf"), ["info-book"])
        self.assertEqual(complete("polyglot", "help", "fin"), ["find-book"])
        self.assertEqual(complete("polyglot", "find-book", "-th"), ["-threshold"])
        self.assertEqual(complete("polyglot", "-pg", "BookLearnPol"), ["BookLearnPolicy="])
        self.assertEqual(complete("polyglot", "-pg", "BookLearnPolicy", "=", "th"), ["thompson"])
        self.assertEqual(complete("polyglot", "-pg", "Book", "="), ["true", "false"])
        self.assertEqual(complete("polyglot", "-book", "comp"), ["completions"])
        self.assertEqual(complete("polyglot", "-ed", "man"), ["man6"])
        (self.folder / "my.ini").touch()
        (self.folder / "my.txt").touch()
        self.assertEqual(complete("polyglot", "my"), ["my.ini"])

    def test_fish(self):
        if not shutil.which("fish"):
            self.skipTest("fish is not installed")

        def complete(line):
            done = subprocess.run(["fish", "-c", f"source {self.folder}/completions/polyglot.fish; complete -C '{line}'"],
                                  capture_output=True, text=True, check=True, cwd=self.folder, timeout=LIMIT,
                                  env={**os.environ, "HOME": str(self.folder)})
            return [found.split("\t")[0] for found in done.stdout.splitlines()]

        self.assertEqual(complete("polyglot inf"), ["info-book"])
        self.assertEqual(complete("polyglot find-book -th"), ["-threshold"])
        self.assertIn("BookLearnPolicy=thompson", complete("polyglot -pg BookLearnPolicy=th"))

    def test_zsh(self):
        if not shutil.which("zsh"):
            self.skipTest("zsh is not installed")
        self.assertIn("info-book", self.type_in_zsh("polyglot inf\t"))
        self.assertIn("-threshold", self.type_in_zsh("polyglot find-book -th\t"))
        self.assertIn("BookLearnPolicy=thompson", self.type_in_zsh("polyglot -pg BookLearnPolicy=th\t"))

    def type_in_zsh(self, keys):
        """The line as zsh shows it after the keys, on a terminal."""
        setup = (f"PS1='>'; fpath=({self.folder}/completions $fpath); autoload -U compinit; "
                 f"compinit -u -d {self.folder}/dump; bindkey '^I' complete-word; echo rea''dy\n")
        pid, terminal = pty.fork()
        if pid == 0:
            os.environ.update({"TERM": "dumb", "HOME": str(self.folder)})
            os.execvp("zsh", ["zsh", "-f", "-i"])
        try:
            os.write(terminal, setup.encode())
            self.read_terminal(terminal, lambda text: "\nready" in text.replace("\r", ""))
            os.write(terminal, keys.encode())
            typed = keys.strip()
            return self.read_terminal(terminal, lambda text: len(text.strip()) > len(typed))
        finally:
            os.kill(pid, 9)
            os.waitpid(pid, 0)
            os.close(terminal)

    def read_terminal(self, terminal, is_whole):
        text, deadline = "", time.monotonic() + LIMIT
        while time.monotonic() < deadline:
            if select.select([terminal], [], [], 1 if is_whole(text) else LIMIT)[0]:
                text += os.read(terminal, 65536).decode("utf-8", "replace").replace("\a", "")
            elif is_whole(text):
                return text
        raise AssertionError(f"zsh said only {text!r}")


if __name__ == "__main__":
    unittest.main()
