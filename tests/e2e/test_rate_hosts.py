"""rate-book with several engines, some of them on another machine by ssh: the hosts share the positions of the book, and a host
that goes away gives its position back."""
import json
import unittest

from grow_support import ENGINE, FAILED
from ssh_server import has_ssh
from test_grow_hosts import HostsCase, SshCase, named

RATE = ("rate-book", "book.bin", "-store", "grow.db", "-depth", 1)


class RateCase:
    """A book of a hundred positions or so."""

    def setUp(self):
        super().setUp()
        self.run_tool("grow-book", "-store", "made.db", "-ec", ENGINE, "-depth", 1, "-width", 1000, "-temperature", 1000,
                      "-positions", 200, "-bin", "book.bin")

    def check_all_rated(self):
        report = json.loads(self.run_tool("rate-book", "book.bin", "-store", "grow.db", "-json"))
        self.assertEqual((report["searched"], report["rated"]), (report["positions"], report["moves"]))
        self.assertGreater(report["positions"], 50)
        self.assertEqual(self.rows("SELECT count(*) FROM claims"), [(0,)])


class RateHosts(RateCase, HostsCase):
    def test_two_engines_share_the_book_and_one_that_dies_loses_nothing(self):
        out = self.run_tool(*RATE, "-ec", named("One", "--think 5"), "-concurrency", 2, "-ec", named("Two", "--think 5"), "-ec",
                            named("Dier", "--crash-on go"), status=FAILED)
        self.assertRegex(out, r"--crash-on go: engine .* was killed by signal 11 .*; given back: ")
        self.assertRegex(out, r"--name One --think 5: \d+ searches\n")
        self.assertNotIn("left alone", out)
        self.assertEqual(set(self.searched_by()), {"One", "Two"})
        self.check_all_rated()


@unittest.skipUnless(has_ssh(), "OpenSSH is not installed")
class RateBySsh(RateCase, SshCase):
    def test_a_connection_that_is_cut_gives_its_position_back_at_once(self):
        process = self.run_in_background(*RATE, "-ec", self.slow_once(), "-ec", named("Near", "--think 20"))
        self.wait_for(process, self.searches_far_away)
        self.server.cut_connections(self.far)
        self.wait_for(process, lambda: "; given back: " in self.messages.read_text())
        out = self.end(process, FAILED)
        self.assertRegex(out, r"grow\.db: \d+ searches \(1 failed\)")
        self.assertRegex(out, r"ssh exited with code 255.*; given back: ")
        self.assertNotIn("left alone", out)
        self.assertIn("Near", self.searched_by())
        self.check_all_rated()


if __name__ == "__main__":
    unittest.main()
