#!/usr/bin/env python3
"""Results are kept while every step of it goes wrong: killed, disk full, read-only, an error of the disk, locks that are
refused, interrupted calls, half a write. After each, what is kept is what was before or what is after the game. Games that
wait in the file beside the store are put there and taken from there while the same goes wrong: each of them counts once.
"""
import collections
import itertools
import os
import shutil
import signal
import sqlite3
import struct
import subprocess
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from e2e_support import preloaded, skip

# Published with the format, for the positions of this line.
LINE = ["e2e4", "d7d5", "e4e5", "f7f5", "e1e2", "e8f7"]
KEYS = [0x463B96181691FC9C, 0x0756B94461C50FB0, 0x22A48B5A8E47FF78]
# (kind of fault, whether it stays from its first time on)
FAULTS = [("kill", False), ("short", False), ("EIO", False), ("EIO", True), ("ENOSPC", False), ("ENOSPC", True),
          ("EROFS", True), ("EAGAIN", False), ("ENOLCK", False), ("EINTR", False)]


def program(variable):
    path = os.environ.get(variable, "")
    if not path or not os.path.exists(path):
        skip(f"{variable} names nothing that was built (is {path!r})")
    return os.path.abspath(path)


PROBE = program("POLYGLOT_LEARN_PROBE")
FAULT_POINTS = program("POLYGLOT_FAULT_POINTS")


def move(text):
    def square(at):
        return ord(text[at]) - ord("a") + 8 * (int(text[at + 1]) - 1)
    return square(0) << 6 | square(2)


def entry(key, text, count, total):
    return struct.pack(">QHHHH", key, move(text), 100, count, total)


def make_book(results):
    """Each move of White's in LINE, with what was learnt of it, among others; a header, an end marker and a stray byte."""
    played = [entry(key, LINE[2 * i], *results[i]) for i, key in enumerate(KEYS)]
    others = [entry(KEYS[0], "d2d4", 3, 4), entry(KEYS[2], "g1f3", 0, 0), entry(0x652A607CA3F242C1, "e8f7", 9, 9)]
    header = b"".join(struct.pack(">Q", 0) + text for text in (b"@PG@\n1.0", b"\n1\nnorma", b"l\nBook.\0"))
    end = struct.pack(">QHHHH", (1 << 64) - 1, 0, 0, 0, 0)
    return header + b"".join(sorted(played + others, key=lambda raw: raw[:8])) + end + b"\n"


class Case:
    """A store before the game, in a separate folder that is copied for every fault."""

    def __init__(self, folder, store):
        self.folder, self.store = Path(folder), store
        # One more game carries into the upper byte of either field: half of a write would show.
        self.before, self.after = [(255, 254), (0, 0), (65534, 65533)], [(256, 256), (1, 2), (65535, 65535)]
        self.folder.mkdir()
        (self.folder / "book.bin").write_bytes(make_book(self.before))

    def probe(self, folder, *words, fault=None):
        store = "-" if self.store == "-" else str(folder / self.store)
        environment = dict(os.environ)
        if fault:
            kind, at, stays = fault
            environment.update(preloaded(FAULT_POINTS), FAULT_KIND=kind, FAULT_AT=str(at),
                               FAULT_FILES=str(folder / "book.bin") if self.store == "-" else store)
            if stays:
                environment["FAULT_STAYS"] = "1"
            if kind == "replace":
                environment["FAULT_REPLACEMENT"] = str(folder / "new.bin")
        return subprocess.run([PROBE, str(folder / "book.bin"), store, *words], env=environment, capture_output=True,
                              text=True, timeout=60, check=False)

    def record(self, folder, fault=None):
        return self.probe(folder, "record", "2", *LINE, fault=fault)

    def prepare(self):
        pass

    def kept(self, folder):
        """[(games, half-points)] of the moves played; fails when anything else has changed."""
        raw = (folder / "book.bin").read_bytes()
        results = []
        for key, text in zip(KEYS, LINE[::2]):
            at = raw.index(struct.pack(">QH", key, move(text)))
            results.append(struct.unpack(">HH", raw[at + 12:at + 16]))
        assert raw == make_book(results), "other bytes of the book have changed"
        return results

    def is_possible(self, results):
        """Entry by entry, in the order of the game."""
        return any(results == self.after[:done] + self.before[done:] for done in range(len(KEYS) + 1))


class DatabaseCase(Case):
    def __init__(self, folder, store, games_before):
        super().__init__(folder, store)
        self.book = (self.folder / "book.bin").read_bytes()
        for _ in range(games_before):
            assert self.record(self.folder).returncode == 0
        self.before = [(games_before, 2 * games_before)] * len(KEYS)
        self.after = [(games_before + 1, 2 * games_before + 2)] * len(KEYS)

    def kept(self, folder):
        assert (folder / "book.bin").read_bytes() == self.book, "the book has changed"
        shown = self.probe(folder, "show", *LINE)
        assert shown.returncode == 0, shown.stdout + shown.stderr
        with sqlite3.connect(folder / self.store) as database:
            state = database.execute("PRAGMA integrity_check").fetchall()
        database.close()
        assert state == [("ok",)], state
        return [tuple(map(int, line.split("/"))) for line in shown.stdout.split()]

    def is_possible(self, results):
        return results in (self.before, self.after)


class Faults(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="polyglot faults ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def one_fault(self, case, kind, at, stays):
        """What became of the record: done, error, warning or killed; nothing when there was no such call any more."""
        where = f"{kind}{' for ever' if stays else ''} at {at}, store {case.store}"
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        try:
            shutil.copytree(case.folder, folder, dirs_exist_ok=True)
            ran = case.record(folder, (kind, at, stays))
            where += f": {ran.stdout}{ran.stderr} status {ran.returncode}"
            happened = "fault:" in ran.stderr
            says = ran.stdout.split(" ")[0].rstrip(":\n")
            if kind == "kill" and happened:
                self.assertEqual(ran.returncode, -signal.SIGKILL, where)
                says = says or "killed"
            else:
                self.assertEqual(ran.returncode, 0 if says == "done" else 1, where)
            self.assertIn(says, ("done", "error", "warning", "killed"), where)
            if says in ("error", "warning"):
                self.assertIn(str(folder), ran.stdout, where)  # which file
            if kind == "EINTR" or not happened:
                self.assertEqual(ran.stdout, f"done {len(KEYS)}\n", where)

            results = case.kept(folder)
            self.assertTrue(case.is_possible(results), f"{where}: {results}")
            if says == "done":
                self.assertEqual(results, case.after, where)
            if says == "warning":
                self.assertEqual(results, case.before, where)
            # And nothing is left that keeps the next game from being recorded.
            again = case.record(folder)
            self.assertEqual(again.stdout, f"done {len(KEYS)}\n", where)
            for was, now in zip(results, case.kept(folder)):
                self.assertTrue(now[0] > was[0] or was[0] == 65535, f"{where}: {was} -> {now}")
            return says if happened else None
        except AssertionError as error:
            raise AssertionError(f"{where}: {error}") from error
        finally:
            shutil.rmtree(folder)

    def sweep(self, case, faults):
        """Each kind of fault at each of its calls; how often each ended how."""
        def one_kind(fault):
            seen = collections.Counter()
            for at in itertools.count(1):
                says = self.one_fault(case, fault[0], at, fault[1])
                if says is None:
                    return fault, seen
                seen[says] += 1
        with ThreadPoolExecutor(max_workers=4) as pool:
            table = dict(pool.map(one_kind, faults))
        for (kind, stays), seen in table.items():
            print(f"{case.store:8} {kind:6} {'for ever' if stays else 'once':8} {dict(sorted(seen.items()))}")
        return table

    def test_learn_fields_of_a_book(self):
        table = self.sweep(Case(self.folder / "fields", "-"), [*FAULTS, ("ENOLCK", True)])
        # To open; a lock to see that there are locks, and one for each entry; a write for each.
        self.assertEqual(table["kill", False], {"killed": 1 + 4 + 3})
        self.assertEqual(table["short", False], {"done": 3})
        self.assertEqual(table["ENOSPC", False], {"error": 3})
        self.assertEqual(table["ENOSPC", True], {"error": 3})
        self.assertEqual(table["EROFS", True], {"warning": 1})
        self.assertEqual(table["EAGAIN", False], {"done": 4})
        self.assertEqual(table["ENOLCK", True], {"warning": 1, "error": 3})
        self.assertEqual(table["ENOLCK", False], {"warning": 1, "error": 3})
        self.assertGreaterEqual(table["EIO", False]["error"], 3 + 3)

    def test_a_book_that_is_replaced_while_a_game_is_written(self):
        """By a program that knows no locks, at each lock and each write: the book that has the name at the end has the
        whole game."""
        case = Case(self.folder / "replaced", "-")
        case.before, case.after = [(7, 8), (0, 0), (3, 1)], [(8, 10), (1, 2), (4, 3)]
        for action in ("record", "take"):
            kept = []
            for at in itertools.count(1):
                folder = Path(tempfile.mkdtemp(dir=self.folder))
                shutil.copytree(case.folder, folder, dirs_exist_ok=True)
                (folder / "new.bin").write_bytes(make_book(case.before))
                if action == "take":
                    self.assertEqual(case.probe(folder, "keep", "2", *LINE).stdout, "kept 1\n")
                words = ("record", "2", *LINE) if action == "record" else ("take",)
                ran = case.probe(folder, *words, fault=("replace", at, False))
                if (folder / "new.bin").exists():  # there was no such call any more
                    break
                self.assertEqual(ran.stdout, f"done {len(KEYS)}\n" if action == "record" else "took 1\n", ran.stderr)
                kept.append(case.kept(folder))
            if action == "take":  # the game was written when it was noted as done
                self.assertEqual(kept.pop(), case.before)
            self.assertEqual(kept, [case.after] * len(kept), action)
            self.assertGreaterEqual(len(kept), 1 + 3 + 3)

    def test_a_database_that_is_there(self):
        self.check_database(DatabaseCase(self.folder / "old", "learn.db", 3))

    def test_a_database_that_is_made(self):
        self.check_database(DatabaseCase(self.folder / "new", "learn.db", 0))

    def check_database(self, case):
        # Without any locks SQLite tries for ten seconds, each time.
        table = self.sweep(case, FAULTS)
        self.assertGreater(table["kill", False]["killed"], 10)
        self.assertGreater(sum(table["ENOSPC", True].values()), 3)


WAITING = 3  # games


class WaitingFaults(unittest.TestCase):
    """At every call that can fail while games are put into the file beside the store, or are taken from there."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="polyglot waiting ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def case(self, store, note=False):
        """A store with WAITING games beside it, and perhaps a line that is no game."""
        case = Case(self.folder / "fields", "-") if store == "-" else DatabaseCase(self.folder / "db", store, 1)
        case.waiting = case.folder / ("book.bin.waiting" if store == "-" else f"{store}.waiting")
        if store == "-":
            case.before = [(255, 254), (0, 0), (200, 300)]  # no field is halved by a few games more
            (case.folder / "book.bin").write_bytes(make_book(case.before))
        case.note = b"a user's note\n" if note else b""
        return case

    def keep(self, case, folder, fault=None):
        return case.probe(folder, "keep", f"2x{WAITING}", *LINE, fault=fault)

    @staticmethod
    def with_games(case, games):
        return [(count + games, total + 2 * games) for count, total in case.before]

    def check_all_taken(self, case, folder, games, where):
        """Whatever has happened before: now everything is taken in, and each game has counted once."""
        ran = case.probe(folder, "take")
        self.assertEqual(ran.returncode, 0, where + ran.stdout + ran.stderr)
        self.assertEqual(case.kept(folder), self.with_games(case, games), where)
        self.assertEqual((folder / case.waiting.name).exists(), bool(case.note), where)
        if case.note:
            self.assertTrue((folder / case.waiting.name).read_bytes().endswith(b"\n" + case.note), where)
        self.assertEqual(list(folder.glob("*.polyglot-part")), [], where)

    def one_fault(self, case, action, kind, at, stays):
        """What became of it: done, error, warning, killed; None when there was no such call any more."""
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        try:
            shutil.copytree(case.folder, folder, dirs_exist_ok=True)
            fault = (kind, at, stays)
            ran = self.keep(case, folder, fault) if action == "keep" else case.probe(folder, "take", fault=fault)
            where = f"{action}, {kind} at {at}, store {case.store}: {ran.stdout}{ran.stderr} status {ran.returncode}: "
            happened = "fault:" in ran.stderr
            says = ran.stdout.split(" ")[0].rstrip(":\n")
            if ran.returncode == -signal.SIGKILL:
                says = says or "killed"
            if kind == "EINTR" or not happened:
                self.assertIn(says, ("kept", "took"), where)
            games = WAITING
            if action == "keep":
                waits = (folder / case.waiting.name).exists() and \
                    (folder / case.waiting.name).read_bytes().count(b"v1 game ")
                self.assertIn(waits, (0, False, WAITING), where)  # all or none
                self.assertTrue(waits == WAITING if says == "kept" else not waits or says == "killed", where)
                games = int(waits)
            else:
                for was, now in zip(case.before, case.kept(folder)):
                    self.assertIn(now, [(was[0] + n, was[1] + 2 * n) for n in range(WAITING + 1)], where)
            self.check_all_taken(case, folder, games, where)
            return says if happened else None
        finally:
            shutil.rmtree(folder)

    def sweep(self, case, action):
        if action == "take":
            ran = self.keep(case, case.folder)
            self.assertEqual(ran.stdout, f"kept {WAITING}\n", ran.stderr)
            with case.waiting.open("ab") as file:
                file.write(case.note)

        def one_kind(fault):
            seen = collections.Counter()
            for at in itertools.count(1):
                says = self.one_fault(case, action, fault[0], at, fault[1])
                if says is None:
                    return fault, seen
                seen[says] += 1
        with ThreadPoolExecutor(max_workers=4) as pool:
            table = dict(pool.map(one_kind, FAULTS))
        for (kind, stays), seen in table.items():
            print(f"{action} {case.store:8} {kind:6} {'for ever' if stays else 'once':8} {dict(sorted(seen.items()))}")
        return table

    def test_keeping(self):
        for store in ("-", "learn.db"):
            table = self.sweep(self.case(store), "keep")
            self.assertEqual(table["ENOSPC", True]["kept"], 0)
            self.assertGreaterEqual(table["kill", False]["killed"], 3)  # to make the file, to lock it, to write
            shutil.rmtree(self.folder / ("fields" if store == "-" else "db"))

    def test_taking_from_beside_a_book(self):
        table = self.sweep(self.case("-"), "take")
        # Of each game a note before each move, the move, and a last note.
        self.assertGreater(table["kill", False]["killed"], WAITING * (2 * len(KEYS) + 1))

    def test_taking_from_beside_a_book_what_is_no_game(self):
        self.sweep(self.case("-", note=True), "take")

    def test_taking_from_beside_a_database(self):
        table = self.sweep(self.case("learn.db"), "take")
        self.assertGreater(table["kill", False]["killed"], 10)


if __name__ == "__main__":
    unittest.main()
