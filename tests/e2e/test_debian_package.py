"""The Debian package (cmake/PolyglotPackage.cmake): built, looked at by lintian, unpacked and run; in CI, as root, installed
beside Debian's polyglot and removed without a trace."""
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from e2e_support import LIMIT, skip

CPACK, BUILD = os.environ.get("POLYGLOT_CPACK", ""), os.environ.get("POLYGLOT_BUILD", "")
MAY_INSTALL = os.environ.get("CI") == "true" and hasattr(os, "geteuid") and os.geteuid() == 0


def run(*words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, timeout=5 * LIMIT,
                          stdin=subprocess.DEVNULL, **options)


class DebianPackage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory(prefix="polyglot-deb-")
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = Path(temporary.name)
        made = run(CPACK, "-G", "DEB", "--config", f"{BUILD}/CPackConfig.cmake", "-B", cls.folder, cwd=BUILD)
        assert made.returncode == 0, made.stdout + made.stderr
        cls.package, = cls.folder.glob("*.deb")

    def test_fields(self):
        def field(name):
            return run("dpkg-deb", "-f", self.package, name).stdout.strip()

        self.assertEqual(field("Package"), "polyglot3")
        self.assertIn("libarchive13", field("Recommends"))
        self.assertIn("libc6", field("Depends"))
        self.assertIn("libsqlite3-0", field("Depends"))

    def test_lintian(self):
        if not shutil.which("lintian"):
            self.skipTest("lintian is not installed")
        said = run("lintian", self.package, env={**os.environ, "HOME": str(self.folder), "LC_ALL": "C.UTF-8"})
        self.assertEqual([line for line in said.stdout.splitlines() if line.startswith("E:")], [])

    def test_unpacked(self):
        root = self.folder / "root"
        self.assertEqual(run("dpkg-deb", "-x", self.package, root).returncode, 0)
        version = run(root / "usr/bin/polyglot3", "-version")
        self.assertTrue(version.stdout.startswith("polyglot "), version.stderr)
        for file in ("usr/share/man/man6/polyglot3-make-book.6.gz", "usr/share/doc/polyglot3/copyright",
                     "usr/share/doc/polyglot3/polyglot.ini.example", "usr/share/doc/polyglot3/docs/config.md",
                     "usr/share/bash-completion/completions/polyglot3", "usr/share/zsh/site-functions/_polyglot3",
                     "usr/share/fish/vendor_completions.d/polyglot3.fish"):
            self.assertTrue((root / file).is_file(), file)

    @unittest.skipUnless(MAY_INSTALL, "only CI, as root, installs packages")
    def test_installed_and_removed(self):
        self.addCleanup(run, "dpkg", "-P", "polyglot3")
        installed = run("dpkg", "-i", self.package)
        self.assertEqual(installed.returncode, 0, installed.stdout + installed.stderr)
        self.assertEqual(os.path.realpath("/usr/bin/polyglot"), "/usr/bin/polyglot3")
        self.assertTrue(run("/usr/bin/polyglot", "-version").stdout.startswith("polyglot 3"))
        removed = run("dpkg", "-P", "polyglot3")
        self.assertEqual(removed.returncode, 0, removed.stderr)
        for file in ("/usr/bin/polyglot", "/usr/bin/polyglot3", "/usr/share/doc/polyglot3", "/etc/alternatives/polyglot"):
            self.assertFalse(os.path.lexists(file), file)


if __name__ == "__main__":
    if not CPACK or not shutil.which("dpkg-deb"):
        skip("no dpkg-deb, or no CPack")
    unittest.main()
