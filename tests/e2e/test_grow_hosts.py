"""grow-book with several engines in one run, on this machine and behind a real sshd on the loopback: what fails gives its
positions back, and the others search them."""
import os
import shlex
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from e2e_support import LIMIT, fake_engine
from grow_support import ADAPTER, ENGINE, FAILED, INTERRUPTED, NO_ENGINE, GrowCase
from ssh_server import Server, has_ssh

RULES = ("grow-book", "-store", "grow.db", "-width", 1000, "-depth", 1)


def named(name, flags=""):
    return f"{ENGINE} --name {name} {flags}"


class HostsCase(GrowCase):
    def searched_by(self):
        return dict(self.rows("SELECT name, count(*) FROM positions JOIN engines ON engine = engines.id WHERE state = 1"
                              " GROUP BY name"))

    def script(self, name, text):
        """An engine of several words that is one word for the command line, and may be put out of order."""
        path = self.folder / name
        path.write_text("#!/bin/sh\n" + text)
        path.chmod(0o755)
        return shlex.quote(str(path))

    def run_in_background(self, *words):
        """Its messages go to a file that can be read while it runs."""
        self.messages = self.folder / "messages"
        with open(self.messages, "wb") as messages:
            process = subprocess.Popen([ADAPTER, *map(str, words)], cwd=self.folder, stdout=subprocess.PIPE, stderr=messages,
                                       text=True)
        self.addCleanup(process.kill)
        return process

    def wait_for(self, process, condition):
        deadline = time.monotonic() + 2 * LIMIT
        while not condition() and time.monotonic() < deadline:
            self.assertIsNone(process.poll(), self.messages.read_text())
            time.sleep(0.02)
        self.assertTrue(condition(), self.messages.read_text())

    def end(self, process, status):
        out, _ = process.communicate(timeout=2 * LIMIT)
        err = self.messages.read_text()
        self.assertEqual(process.returncode, status, (out, err))
        return out + err

    def check_nothing_lost(self, searches):
        self.assertEqual(self.rows("SELECT count(*) FROM claims"), [(0,)])
        self.assertEqual(self.rows("SELECT count(*) FROM positions WHERE state NOT IN (1, 2, 3)"), [(0,)])
        self.assertGreater(sum(self.searched_by().values()), searches / 4)  # a position is searched several times


class GrowHosts(HostsCase):
    def test_each_engine_searches_and_the_store_says_which(self):
        out = self.run_tool(*RULES, "-ec", named("One", "--think 5"), "-concurrency", 2, "-ec", named("Two", "--think 5"),
                            "-positions", 60)
        self.assertIn("grow.db: 60 searches, now ", out)
        self.assertRegex(out, r"--name One --think 5: \d+ searches\n")
        self.assertEqual(set(self.searched_by()), {"One", "Two"})
        self.check_nothing_lost(60)

    def test_one_dies_one_hangs_and_all_positions_are_searched(self):
        out = self.run_tool(*RULES, "-hang-time", 1, "-ec", named("Dier", "--crash-on go"), "-ec",
                            named("Hanger", "--hold --ignore-stop"), "-ec", named("Good", "--think 5"), "-concurrency", 2,
                            "-positions", 200, status=FAILED)
        self.assertIn("grow.db: 200 searches (", out)
        self.assertRegex(out, r"--crash-on go: engine .* was killed by signal 11 .*; given back: ")
        self.assertRegex(out, r"--crash-on go: fails in every search, at last: .*; given up\n")
        self.assertRegex(out, r"--hold --ignore-stop: no bestmove after stop; given back: ")
        self.assertRegex(out, r"--crash-on go: 0 searches \(3 failed\), given up\n")
        self.assertRegex(out, r"--name Good --think 5: 200 searches\n")
        self.assertNotIn("left alone", out)
        self.assertEqual(set(self.searched_by()), {"Good"})
        self.check_nothing_lost(200)

    def test_a_position_that_all_engines_fail_in_is_left_alone(self):
        bad = self.script("bad", f"exec {ENGINE} --crash-on go\n")
        out = self.run_tool(*RULES, "-ec", bad, "-ec", bad, status=FAILED)
        self.assertEqual(out.count("; given back: "), 3, out)
        self.assertEqual(out.count("; left alone: "), 1, out)
        self.assertIn("nothing within -width 1000 is left", out)

    def host(self, name):
        """An engine that does not start any more while there is a file `away`, and whose processes are known."""
        return self.script(name, f"if [ -e {name}.away ]; then echo {name} is down >&2; exit 255; fi\n"
                                 f"exec {named(name, f'--think 5 --pid-file {name}.pids')}\n")

    def take_away(self, name):
        (self.folder / f"{name}.away").touch()
        for pid in (self.folder / f"{name}.pids").read_text().split():
            try:
                os.kill(int(pid), signal.SIGKILL)
            except ProcessLookupError:
                pass

    def test_a_host_that_goes_and_comes_back(self):
        process = self.run_in_background(*RULES, "-ec", self.host("far"), "-concurrency", 2, "-ec", named("near", "--think 5"))
        self.wait_for(process, lambda: self.searched() > 0 and self.searched_by().get("far", 0) > 0)
        self.take_away("far")
        self.wait_for(process, lambda: "; it is tried again" in self.messages.read_text())
        near = self.searched_by().get("near", 0)
        self.wait_for(process, lambda: self.searched_by().get("near", 0) > near)
        (self.folder / "far.away").unlink()
        self.wait_for(process, lambda: "far': is back\n" in self.messages.read_text())
        process.send_signal(signal.SIGINT)
        err = self.end(process, INTERRUPTED)
        self.assertIn("last stderr line: 'far is down'; it is tried again\n", err)
        self.assertNotIn("left alone", err)
        self.assertEqual(self.rows("SELECT count(*) FROM claims"), [(0,)])

    def test_the_run_ends_when_no_engine_is_left(self):
        process = self.run_in_background(*RULES, "-ec", self.host("one"), "-ec", self.host("two"), "-retry", 1, "-bin", "out.bin")
        self.wait_for(process, lambda: self.searched() > 0 and len(self.searched_by()) == 2)
        self.take_away("one")
        self.wait_for(process, lambda: "'one is down'; given up\n" in self.messages.read_text())
        two = self.searched_by()["two"]
        self.wait_for(process, lambda: self.searched_by()["two"] > two)
        self.take_away("two")
        err = self.end(process, NO_ENGINE)
        self.assertRegex(err, r"grow-book: no engine is left: the last one does not start: engine .* 'two is down'\n")
        self.assertTrue((self.folder / "out.bin").exists())
        self.assertEqual(self.rows("SELECT count(*) FROM claims"), [(0,)])

    def test_an_engine_that_is_not_there_does_not_hold_up_the_others(self):
        out = self.run_tool(*RULES, "-ec", "./none", "-concurrency", 3, "-ec", named("Good"), "-positions", 20)
        self.assertRegex(out, r"grow-book: \./none: does not start: .*; given up\n")
        self.assertIn("grow.db: 20 searches, now", out)

    def test_an_engine_that_cannot_leave_moves_out(self):
        deaf = self.script("deaf", f"sed -u 's/ searchmoves .*//' | {ENGINE} --name Deaf --record lines\n")
        out = self.run_tool(*RULES, "-ec", deaf, "-positions", 40)
        self.assertEqual(out.count("Deaf: cannot leave moves out: the position after each of the other moves is searched"), 1)
        self.assertIn("grow.db: 40 searches, now ", out)
        self.assertGreater((self.folder / "lines").read_text().count("go depth"), 80)
        self.assertGreater(self.rows("SELECT count(*) FROM moves")[0][0], 20)
        self.check_nothing_lost(40)


class SshCase(HostsCase):
    def setUp(self):
        super().setUp()
        home = tempfile.TemporaryDirectory(prefix="polyglot-ssh-")  # ssh's options have no blanks
        self.addCleanup(home.cleanup)
        self.far_home = Path(home.name)
        self.far = self.far_home / "far_engine"  # a name by which its processes are found
        shutil.copy(fake_engine(), self.far)
        self.server = Server(self.far_home)
        self.addCleanup(self.server.stop)
        self.server.require_login()

    def slow_once(self):
        """Its first search never ends, and its commands are recorded; later ones answer at once."""
        engine = self.far_home / "slow_once"
        engine.write_text(f"#!/bin/sh\ncd {self.far_home}\n"
                          "if mkdir once 2>/dev/null; then exec ./far_engine --hold --record lines --name Far; fi\n"
                          "exec ./far_engine --key-values --random-legal --name Far\n")
        engine.chmod(0o755)
        return self.server.command(engine)

    def searches_far_away(self):
        lines = self.far_home / "lines"
        return lines.exists() and "go depth 1" in lines.read_text()


@unittest.skipUnless(has_ssh(), "OpenSSH is not installed")
class GrowBySsh(SshCase):
    def test_a_connection_that_is_cut_gives_its_position_back_at_once(self):
        process = self.run_in_background(*RULES, "-ec", self.slow_once(), "-ec", named("Near", "--think 20"), "-positions", 100)
        self.wait_for(process, self.searches_far_away)
        self.server.cut_connections(self.far)
        self.wait_for(process, lambda: "; given back: " in self.messages.read_text())
        out = self.end(process, FAILED)
        self.assertIn("grow.db: 100 searches (1 failed), now ", out)
        self.assertRegex(out, r"ssh exited with code 255.*; given back: ")
        self.assertNotIn("left alone", out)
        self.assertEqual(set(self.searched_by()), {"Far", "Near"})
        self.check_nothing_lost(100)

    def test_a_host_without_its_sshd_is_given_up(self):
        far = self.server.command(f"{self.far} --key-values --random-legal --name Far --think 5")
        process = self.run_in_background(*RULES, "-ec", far, "-concurrency", 2, "-ec", named("Near", "--think 5"), "-retry", 1)
        self.wait_for(process, lambda: self.searched() > 0 and len(self.searched_by()) == 2 and
                      len(self.server.engines_of(self.far)) == 2)
        self.server.process.kill()
        self.server.process.wait()
        self.server.cut_connections(self.far)
        self.wait_for(process, lambda: "; given up\n" in self.messages.read_text())
        near = self.searched_by()["Near"]
        self.wait_for(process, lambda: self.searched_by()["Near"] > near)
        process.send_signal(signal.SIGINT)
        out = self.end(process, INTERRUPTED)
        self.assertIn("Connection refused", out)
        self.assertNotIn("left alone", out)
        self.assertEqual(self.server.engines_of(self.far), [])


if __name__ == "__main__":
    unittest.main()
