#!/usr/bin/env python3
"""make-book while it is interrupted, killed and resumed, and while the disk is full or fails, at every step: either the
old or the new book is there as a whole, no other file is left, and a resumed run makes the same book.
POLYGLOT_THOROUGH: at many more moments, and at each system call instead of every few."""
import itertools
import os
import random
import resource
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from e2e_support import adapter, preloaded, skip

PROGRAM = adapter()
THOROUGH = bool(os.environ.get("POLYGLOT_THOROUGH"))
ROUNDS = 40 if THOROUGH else 5
FAULT_POINTS = os.environ.get("POLYGLOT_FAULT_POINTS", "")
MAKE_GAMES = os.environ.get("POLYGLOT_MAKE_GAMES", "")
if not os.access(MAKE_GAMES, os.X_OK):
    skip(f"POLYGLOT_MAKE_GAMES names nothing that was built (is {MAKE_GAMES!r})")
OLD_BOOK = b"an old book, whatever it is"
DONE, BAD_INPUT, INTERRUPTED = 0, 1, 130
# (kind of fault of tests/support/harness/fault_points.cpp, whether it stays from its first time on)
FAULTS = [("kill", False), ("short", False), ("EIO", False), ("EIO", True), ("ENOSPC", False), ("ENOSPC", True),
          ("EROFS", True), ("EINTR", False)]


class Workplace:
    """A folder with an old book, and the options of make-book in it."""

    def __init__(self, parent, games, *words):
        self.folder = Path(tempfile.mkdtemp(dir=parent))
        self.out = self.folder / "book.bin"
        self.out.write_bytes(OLD_BOOK)
        self.tmp = self.folder / "tmp"
        self.command = [PROGRAM, "make-book", "-pgn", str(games), "-bin", str(self.out), "-min-game", "1", *words]

    def start(self, *words, **how):
        return subprocess.Popen([*self.command, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, **how)

    def run(self, *words, **how):
        return subprocess.run([*self.command, *words], capture_output=True, timeout=120, check=False, **how)

    def left_over(self):
        """Names beside the book, and in the folder for runs."""
        names = set(os.listdir(self.folder)) - {"book.bin", "tmp"}
        return names | (set(os.listdir(self.tmp)) if self.tmp.exists() else set())

    def remove(self):
        shutil.rmtree(self.folder)


class Faults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="polyglot make-book faults ")
        cls.addClassCleanup(folder.cleanup)
        cls.parent = Path(folder.name)
        cls.games, cls.book = cls.games_and_book("games.pgn", 12000, "plain", "annotated", "broken")
        cls.few_games, cls.few_book = cls.games_and_book("few.pgn", 1500, "plain")
        cls.dice = random.Random(1)

    @classmethod
    def games_and_book(cls, name, count, *styles):
        games = cls.parent / name
        subprocess.run([MAKE_GAMES, games, str(count), "5", *styles], stdout=subprocess.DEVNULL, check=True)
        place = Workplace(cls.parent, games)
        ran = place.run()
        assert ran.returncode == DONE, ran.stderr
        book = place.out.read_bytes()
        place.remove()
        return games, book

    def moments(self, seconds):
        """Seconds after the start at which something happens, over the whole run and a little longer."""
        return [seconds * 1.1 * (n + self.dice.random()) / ROUNDS for n in range(ROUNDS)]

    def duration(self, *words):
        place = Workplace(self.parent, self.games, *words)
        before = os.times().elapsed
        self.assertEqual(place.run().returncode, DONE)
        self.assertEqual(place.left_over(), set())
        place.remove()
        return os.times().elapsed - before

    def signal_at(self, process, moment, number):
        """Output and exit status."""
        try:
            process.wait(moment)
        except subprocess.TimeoutExpired:
            process.send_signal(number)
        out, err = process.communicate(timeout=60)
        return (out + err).decode(), process.returncode

    def test_interrupted_at_any_moment(self):
        for words in ((), ("-memory", "16M", "-threads", "2")):
            seconds = self.duration(*words)
            statuses = set()
            for number, moment in itertools.product((signal.SIGINT, signal.SIGTERM), self.moments(seconds)):
                with self.subTest(words=words, signal=number.name, moment=moment):
                    place = Workplace(self.parent, self.games, *words)
                    told, status = self.signal_at(place.start(), moment, number)
                    # Before the program listens to signals it ends by them as all programs do.
                    self.assertIn(status, (DONE, INTERRUPTED, -number), told)
                    self.assertEqual(place.out.read_bytes() == self.book, status == DONE, told)
                    if status != DONE:
                        self.assertEqual(place.out.read_bytes(), OLD_BOOK)
                    self.assertEqual(place.left_over(), set())
                    if status == INTERRUPTED:
                        self.assertIn("nothing is written", told)
                    statuses.add(status)
                    place.remove()
            self.assertIn(INTERRUPTED, statuses)

    def test_interrupted_and_taken_up(self):
        words = ("-memory", "16M", "-checkpoint", "1000")  # none before the signal
        seconds = self.duration()
        for moment in self.moments(seconds):
            with self.subTest(moment=moment):
                place = Workplace(self.parent, self.games, *words)
                # Taken up from another folder than it was begun in.
                process = place.start("-tmp", "tmp", "-threads", "2", cwd=place.folder)
                told, status = self.signal_at(process, moment, signal.SIGINT)
                self.assertIn(status, (DONE, INTERRUPTED, -signal.SIGINT), told)
                if status != DONE:
                    self.assertEqual(place.out.read_bytes(), OLD_BOOK)
                again = place.run("-tmp", place.tmp, "-resume", "-threads", "1")
                self.assertEqual(again.returncode, DONE, again.stderr)
                self.assertEqual(place.out.read_bytes() == self.book, True, told)
                self.assertEqual(place.left_over(), set())
                place.remove()

    def test_killed_again_and_again(self):
        self.kill_again_and_again(self.book)

    def test_killed_again_and_again_with_games_that_have_been_seen(self):
        place = Workplace(self.parent, self.games, "-unique")
        self.assertEqual(place.run().returncode, DONE)
        self.kill_again_and_again(place.out.read_bytes(), "-unique")
        place.remove()

    def kill_again_and_again(self, book, *more):
        words = ("-memory", "16M", "-threads", "2", "-checkpoint", "0.02", *more)
        place = Workplace(self.parent, self.games, *words)
        seconds = self.duration("-memory", "16M", *more)
        kills, moments = 0, self.moments(seconds) + self.moments(seconds)
        while moments or kills < 2:  # earlier and earlier, if the measured run was one that the machine held up
            moment = moments.pop(0) if moments else (seconds := seconds / 2)
            process = place.start("-tmp", place.tmp, "-resume")
            told, status = self.signal_at(process, moment, signal.SIGKILL)
            if status == DONE:
                self.assertTrue(place.out.read_bytes() == book, told)
                self.assertEqual(place.left_over(), set(), told)
                place.remove()
                place = Workplace(self.parent, self.games, *words)
                continue
            self.assertEqual(status, -signal.SIGKILL, told)
            self.assertIn(place.out.read_bytes(), (OLD_BOOK, book))  # the new one: killed after the renaming
            kills += 1
        ran = place.run("-tmp", place.tmp, "-resume")
        self.assertEqual(ran.returncode, DONE, ran.stderr)
        self.assertTrue(place.out.read_bytes() == book)
        self.assertEqual(place.left_over(), set())

    def start_and_signal(self, place, number, *words):
        """Sent when the first run or checkpoint stands on the disk; once more, if it came after the end."""
        while True:
            process = place.start("-memory", "16M", *words)
            while process.poll() is None and not [name for name in place.left_over() if "polyglot-part" not in name]:
                time.sleep(0.002)
            told, status = self.signal_at(process, 0, number)
            if status != DONE:
                return told, status
            place.out.write_bytes(OLD_BOOK)

    def test_a_killed_run_that_is_not_taken_up_leaves_nothing_for_long(self):
        for words in ((), ("-checkpoint", "0.02", "-tmp", "tmp")):
            with self.subTest(words=words):
                place = Workplace(self.parent, self.games)
                words = [str(place.tmp) if word == "tmp" else word for word in words]
                told, status = self.start_and_signal(place, signal.SIGKILL, *words)
                self.assertEqual(status, -signal.SIGKILL, told)
                self.assertNotEqual(place.left_over(), set())
                ran = place.run(*words)
                self.assertEqual(ran.returncode, DONE, ran.stderr)
                self.assertTrue(place.out.read_bytes() == self.book)
                self.assertEqual(place.left_over(), set())
                place.remove()

    def test_a_checkpoint_of_something_else_is_refused(self):
        place = Workplace(self.parent, self.games)
        place.command += ["-checkpoint", "0.02", "-tmp", str(place.tmp)]
        told, status = self.start_and_signal(place, signal.SIGINT)
        self.assertEqual(status, INTERRUPTED, told)
        for words in (("-max-ply", "9"), ("-unique",), ("-pgn", str(self.few_games))):
            ran = place.run("-resume", *words)
            self.assertEqual(ran.returncode, BAD_INPUT, words)
            self.assertIn(b"checkpoint", ran.stderr)
            self.assertEqual(place.out.read_bytes(), OLD_BOOK)
        # Other rules for the book do not touch the sums.
        self.assertEqual(place.run("-resume", "-uniform").returncode, DONE)
        self.assertEqual(place.left_over(), set())

    def check_fault(self, place, ran, where):
        """A failure is reported with the file, the old book stays, and the next run succeeds; the new book is whole."""
        if ran.returncode == DONE:
            self.assertTrue(place.out.read_bytes() == self.few_book, where)
        elif ran.returncode == -signal.SIGKILL:  # perhaps while it removed what the new book no longer needed
            self.assertTrue(place.out.read_bytes() in (OLD_BOOK, self.few_book), where)
        else:
            self.assertEqual(place.out.read_bytes(), OLD_BOOK, where)
        if ran.returncode == BAD_INPUT:
            self.assertIn(str(place.folder).encode(), ran.stderr, where)
            if not place.tmp.exists():
                self.assertEqual(place.left_over(), set(), where)

    def one_fault(self, words, kind, at, stays):
        """Whether there was such a call."""
        place = Workplace(self.parent, self.few_games, *words)
        where = f"{kind}{' for ever' if stays else ''} at {at}, {words}"
        try:
            words = ("-tmp", str(place.tmp)) if words else ()
            environment = {**os.environ, **preloaded(FAULT_POINTS), "FAULT_KIND": kind, "FAULT_AT": str(at),
                           "FAULT_FILES": str(place.folder), **({"FAULT_STAYS": "1"} if stays else {})}
            ran = place.run(*words, env=environment)
            happened = b"fault:" in ran.stderr
            where += f": {ran.stderr.decode()} status {ran.returncode}"
            self.assertIn(ran.returncode, (DONE, BAD_INPUT, -signal.SIGKILL), where)
            if not happened or kind in ("EINTR", "short"):
                self.assertEqual(ran.returncode, DONE, where)
            self.check_fault(place, ran, where)
            if ran.returncode != DONE:
                again = place.run(*words, *(("-resume",) if words else ()))
                self.assertEqual(again.returncode, DONE, where + again.stderr.decode())
                self.assertTrue(place.out.read_bytes() == self.few_book, where)
                self.assertEqual(place.left_over(), set(), where)
            return happened
        finally:
            place.remove()

    def sweep(self, step, *words):
        """How many calls each kind could befall. All are tried, or every step-th; of a disk that is full once, all."""
        def one_kind(fault):
            kind, stays = fault
            for at in itertools.count(1, 1 if THOROUGH or fault == ("ENOSPC", False) else step):
                if not self.one_fault(words, kind, at, stays):
                    return kind, stays, at - 1
        with ThreadPoolExecutor(max_workers=2) as pool:
            counts = {(kind, stays): count for kind, stays, count in pool.map(one_kind, FAULTS)}
        print(" ".join(words) or "in memory", counts)
        return counts

    @unittest.skipUnless(os.access(FAULT_POINTS, os.R_OK), "POLYGLOT_FAULT_POINTS names nothing that was built")
    def test_every_call_of_the_system(self):
        counts = self.sweep(1)
        self.assertGreater(counts["kill", False], 3)  # create, write, sync at least
        self.assertGreater(counts["ENOSPC", False], 1)
        counts = self.sweep(7, "-checkpoint", "0.001", "-threads", "1")  # a run with each piece
        self.assertGreater(counts["kill", False], 12)

    def test_a_limit_on_files(self):
        """Stands for a full disk: no file may grow beyond this number of bytes."""
        def limited():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        for limit in (0, 16, 4096, 65536, len(self.book) - 1):
            for words in ((), ("-memory", "16M")):
                with self.subTest(limit=limit, words=words):
                    place = Workplace(self.parent, self.games, *words)
                    ran = place.run(preexec_fn=limited)
                    self.assertEqual(ran.returncode, BAD_INPUT, ran.stderr)
                    self.assertIn(str(place.folder).encode(), ran.stderr)
                    self.assertIn(b"too large", ran.stderr)
                    self.assertEqual(place.out.read_bytes(), OLD_BOOK)
                    self.assertEqual(place.left_over(), set())
                    place.remove()

    def test_a_full_disk(self):
        """A small separate file system, in a name space that ends with the shell."""
        script = ('mount -t tmpfs -o size="$1" none "$2" || exit 77; printf "%s" "$3" > "$2/book.bin"; shift; cd "$1"; '
                  'shift 2; "$@"; echo "status $?"; ls -A | tr "\\n" " "; head -c 99 book.bin')
        for size, words in itertools.product((64 << 10, 1 << 20), ((), ("-memory", "16M"),
                                                                   ("-tmp", "tmp", "-checkpoint", "0.02"))):
            with self.subTest(size=size, words=words):
                place = Workplace(self.parent, self.games, *words)
                command = ["unshare", "--mount", "sh", "-c", script, "sh", str(size), str(place.folder),
                           OLD_BOOK.decode(), *place.command]
                ran = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
                if ran.returncode == 77 or "unshare failed" in ran.stderr:
                    self.skipTest("no mounting here: " + ran.stderr.strip())
                self.assertIn("status 1\n", ran.stdout, ran.stderr)
                self.assertIn("No space left on device", ran.stderr)
                self.assertIn("book.bin", ran.stderr)
                listing, book = ran.stdout.split("status 1\n")[1].split(" a", 1)
                self.assertEqual(("a" + book).encode(), OLD_BOOK)
                self.assertLessEqual(set(listing.split()), {"book.bin", "tmp"} if "-tmp" in words else {"book.bin"})
                place.remove()


if __name__ == "__main__":
    unittest.main()
