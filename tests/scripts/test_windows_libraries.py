#!/usr/bin/env python3
"""scripts/windows_libraries where the sources cannot be fetched."""
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"


class WithoutSources(unittest.TestCase):
    def setUp(self):
        self.root = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.root / "scripts").mkdir()
        for name in ("common.sh", "windows_libraries"):
            shutil.copy(SCRIPTS / name, self.root / "scripts")
        for name in ("scripts/setup", "bin/tclsh", "bin/make", "bin/dpkg-source"):
            self.add_program(name, "exit 0")
        self.add_program("bin/apt-get", "echo 'E: 404 Not Found'; exit 100")

    def add_program(self, name, text):
        program = self.root / name
        program.parent.mkdir(exist_ok=True)
        program.write_text(f"#!/bin/bash\n{text}\n")
        program.chmod(0o755)

    def run_script(self):
        environment = {"PATH": f"{self.root}/bin:/usr/bin:/bin", "HOME": str(self.root / "home")}
        return subprocess.run([self.root / "scripts/windows_libraries"], env=environment, text=True, timeout=60,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def test_leaves_no_folder_that_the_other_scripts_would_take(self):
        run = self.run_script()
        self.assertEqual(1, run.returncode, run.stdout)
        self.assertFalse((self.root / "home/windows-libraries").exists())

    def test_says_what_can_be_done(self):
        output = self.run_script().stdout
        self.assertIn("no source of libinih: apt's sources need a line deb-src, after which run apt-get update, or unpack "
                      "the source into build/windows-libraries/libinih-VERSION", output)


if __name__ == "__main__":
    unittest.main()
