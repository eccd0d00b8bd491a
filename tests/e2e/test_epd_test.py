#!/usr/bin/env python3
"""polyglot epd-test with engines that play a script, and with Debian's PolyGlot beside it (real ones: test_epd_engines.py).

    test_epd_test.py EpdTest                  what does not depend on time
    test_epd_test.py Clocks                   the same verdicts as PolyGlot, with limits of seconds
    test_epd_test.py --engine PLAN [RECORD]   is the engine: PLAN, a JSON file, says for each board what it prints
                                              after `go`, and when; its starts are appended to RECORD
"""
import csv
import gzip
import io
import json
import os
import pty
import re
import select
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import zipfile
from pathlib import Path

from e2e_support import LIMIT, Adapter, adapter, write_ini
from uci_match import wait_until_gone

DEBIAN = Path("/usr/games/polyglot")
# White has Kd1, Kd2, Kf1, Kf2, e3, e4; boards that differ, so that the engine knows which one is asked.
BOARDS = [f"{black}/8/8/8/8/8/4P3/4K3" for black in ("k7", "1k6", "2k5", "3k4", "4k3", "5k2", "6k1", "7k")]


def run_engine(plan_file, record=None):
    """Reads and writes the pipes itself: between two lines of its plan it still hears `stop`."""
    plan = json.loads(Path(plan_file).read_text(encoding="utf-8"))
    if record:
        with open(record, "a", encoding="utf-8") as file:
            file.write("start\n")
    pending, went, board, lines = b"", 0.0, "", []
    while True:
        wait = max(0.0, went + lines[0][0] / 1000 - time.monotonic()) if lines else None
        if select.select([0], [], [], wait)[0]:
            read = os.read(0, 65536)
            if not read:
                return
            pending += read
        else:
            text = lines.pop(0)[1]
            if text.startswith("exit"):
                os._exit(int(text.split()[1]))
            print(text, flush=True)
        while b"\n" in pending:
            line, pending = pending.split(b"\n", 1)
            words = line.decode().split()
            if words[:1] == ["uci"]:
                print("id name Scripted\noption name Hash type spin default 1 min 1 max 64\nuciok", flush=True)
            elif words[:1] == ["isready"] and plan.get("ready", True):
                print("readyok", flush=True)
            elif words[:2] == ["position", "fen"]:
                board = words[2]
            elif words[:1] == ["go"]:
                went, lines = time.monotonic(), [tuple(step) for step in plan[board]]
            elif words[:1] == ["stop"] and lines:
                for best in [text for _, text in lines if text.startswith("bestmove")]:
                    print(best, flush=True)
                    lines = []
            elif words[:1] == ["quit"]:
                return


def steps(*moves, first=0, every=10, then=None):
    """One depth after the other, each with its move; `then` is the bestmove, else it is the last move."""
    infos = [[first + every * i, f"info depth {i + 1} score cp {10 * i + 5} time {100 * (i + 1)} nodes {2000 * (i + 1)} "
             f"pv {move}"] for i, move in enumerate(moves)]
    return infos + [[first + every * len(moves), f"bestmove {then or moves[-1]}"]]


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="polyglot epd ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.record = self.folder / "record"

    def epd(self, *operations, name="test.epd"):
        """A file with one line for each board, and these operations."""
        file = self.folder / name
        lines = [f"{board} w - - {text}" for board, text in zip(BOARDS, operations)]
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return file

    def engine(self, plans, **more):
        """The command of an engine with these plans, one for each board."""
        plan = self.folder / "plan.json"
        plan.write_text(json.dumps({**dict(zip(BOARDS, plans)), **more}), encoding="utf-8")
        return f'{sys.executable} -B "{os.path.abspath(__file__)}" --engine "{plan}" "{self.record}"'

    def run_test(self, *arguments, program=None, stdin=""):
        return subprocess.run([program or adapter(), *map(str, arguments)], input=stdin, capture_output=True, text=True,
                              cwd=self.folder, timeout=LIMIT)


class EpdTest(Case):

    def test_positions_solved_and_not(self):
        command = self.engine([steps("e2e3", "e2e4", "e2e4"), steps("e2e4", "e2e3"), steps("e1d1"), steps("e2e4", "e2e3"),
                               [[0, "info depth 4 score mate 2 time 40 nodes 900 pv e2e4"], [5, "bestmove e2e4"]]])
        file = self.epd('bm e4; id "found";', 'bm e4; id "lost";', 'am Kd1; id "avoid";',
                        'bm e4; c0 "e4=10, e3=4"; id "points";', 'dm 2; id "mate";')
        done = self.run_test("epd-test", "-noini", "-ec", command, "-epd", file)
        self.assertEqual(done.stdout.splitlines()[2:], [
            "EngineName=Scripted", "",
            "[Search parameters: MaxDepth=63   MaxTime=5.0   DepthDelta=3   MinDepth=8   MinTime=1.0]", "",
            ' 1: "found"         OK    1 score= +0.25    pv [D= 2, T=   0.20s, N=     4k] =e4',
            ' 2: "lost"          --    1 score= +0.15    pv [D= 2, T=   0.20s, N=     4k] =e3 {bm e4}',
            ' 3: "avoid"         --    1 score= +0.05    pv [D= 1, T=   0.10s, N=     2k] =Kd1 {am Kd1}',
            ' 4: "points"        --    1 score= +0.15    pv [D= 2, T=   0.20s, N=     4k] =e3 {4/10 points; bm e4}',
            ' 5: "mate"          OK    2 score=+1000.02    pv [D= 4, T=   0.04s, N=     0k] =e4', "",
            "score=2/5 [averages on correct positions: depth=3.0 time=0.12 nodes=2450]",
            "points=4/10 (40.0%)"])
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_concurrency_changes_nothing(self):
        plans = [steps("e2e3", "e2e4", first=400), steps("e2e4", first=10), steps("e2e3", first=300), steps("e2e4"),
                 steps("e2e3", "e1f1", "e2e4"), steps("e1d1", first=200), steps("e2e4", first=100), steps("e1f2")]
        file = self.epd(*['bm e4; c0 "e4=10, e3=4, Kf2=1";'] * 8)
        command = self.engine(plans)
        outputs = set()
        for engines in (1, 2, 5, 20):
            done = self.run_test("epd-test", "-noini", "-ec", command, "-epd", file, "-concurrency", engines,
                                 "-json", "out.json", "-csv", "out.csv")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            outputs.add((done.stdout, *(self.folder.joinpath(name).read_text() for name in ("out.json", "out.csv"))))
        self.assertEqual(len(outputs), 1)
        self.assertIn("score=5/8", outputs.pop()[0])
        # No more engines than positions.
        self.assertEqual(len(self.record.read_text().splitlines()), 1 + 2 + 5 + 8)

    def test_engines_that_crash_and_hang(self):
        plans = [steps("e2e4"), [[0, "info depth 1 score cp 1 pv e2e4"], [5, "exit 7"]], steps("e2e4"),
                 [[0, "info depth 3 pv e2e4"], [60_000, "info depth 4"]], [[0, "exit 0"]], steps("e2e4")]
        file = self.epd(*["bm e4;"] * 6)
        for engines in (1, 2):
            self.record.unlink(missing_ok=True)
            done = self.run_test("epd-test", "-noini", "-ec", self.engine(plans), "-epd", file, "-max-time", "0.2",
                                 "-hang-time", "5", "-concurrency", engines)
            self.assertEqual(done.returncode, 1, done.stderr)
            marks = re.findall(r"^ \d: +(OK|--)", done.stdout, re.MULTILINE)
            self.assertEqual(marks, ["OK", "--", "OK", "--", "--", "OK"], done.stdout)
            self.assertIn("crashed: engine", done.stdout)
            self.assertIn("exited with code 7", done.stdout)
            self.assertIn("hung: no bestmove after stop", done.stdout)
            self.assertIn("\nscore=3/6 ", done.stdout)
            self.assertIn("\ncrashed: 2, hung: 1\n", done.stdout)
            if engines == 1:  # with more, one may have done all the rest when another could start again
                self.assertEqual(len(self.record.read_text().splitlines()), 1 + 3)

    def test_engines_that_do_not_start(self):
        file = self.epd("bm e4;", "bm e4;")
        done = self.run_test("epd-test", "-noini", "-ec", "/no/such/engine", "-epd", file)
        self.assertEqual(done.returncode, 3)
        self.assertIn("/no/such/engine", done.stderr)
        deaf = self.run_test("epd-test", "-noini", "-ec", self.engine([], ready=False), "-epd", file, "-hang-time", "0.3")
        self.assertEqual(deaf.returncode, 3)
        self.assertIn("does not say readyok", deaf.stderr)
        self.assertEqual(len(self.record.read_text().splitlines()), 3)
        self.assertEqual(self.run_test("epd-test", "-noini", "-epd", file).returncode, 2)

    def test_bad_lines_and_files(self):
        command = self.engine([steps("e2e4")])
        good = f"{BOARDS[0]} w - - 3 17 bm e4;\n"
        done = self.run_test("epd-test", "-noini", "-ec", command, "-epd", "-",
                             stdin=f"{good}{BOARDS[0]} w - - bm Qd4;\nnonsense\n\n{BOARDS[0]} w - - 0 1\n")
        self.assertEqual(done.returncode, 1)
        self.assertIn("standard input:2: bm: 'Qd4' is not legal here\n", done.stderr)
        self.assertIn("standard input:3: ", done.stderr)
        self.assertIn("score=1/1 ", done.stdout)
        self.assertIn(" 2:                 ??    1 ", done.stdout)
        self.assertIn("without solution: 1, bad lines: 2", done.stdout)
        empty = self.run_test("epd-test", "-noini", "-ec", command, "-epd", "-", stdin="# nothing\n")
        self.assertEqual(empty.returncode, 1)
        missing = self.run_test("epd-test", "-noini", "-ec", command, "-epd", "no such.epd")
        self.assertEqual((missing.returncode, missing.stdout), (2, ""))
        self.assertIn("no such.epd", missing.stderr)

    def test_packed_suites(self):
        """Read as they are unpacked, as games are."""
        command = self.engine([steps("e2e4")])
        text = f"{BOARDS[0]} w - - bm e4;\n"
        with gzip.open(self.folder / "suite.epd.gz", "wt") as packed:
            packed.write(text)
        with zipfile.ZipFile(self.folder / "suites.zip", "w") as packed:
            packed.writestr("a.epd", text)
            packed.writestr("b.epd", text + "nonsense\n")
        done = self.run_test("epd-test", "-noini", "-ec", command, "-epd", "suite.epd.gz")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("score=1/1 ", done.stdout)
        done = self.run_test("epd-test", "-noini", "-ec", command, "-epd", "suites.zip")
        self.assertEqual(done.returncode, 1)
        self.assertIn("score=2/2 ", done.stdout)
        self.assertIn("suites.zip/b.epd:2: ", done.stderr)

    def test_json_and_csv(self):
        plans = [steps("e2e4", "e2e4"), steps("e2e3"), [[0, "exit 1"]]]
        file = self.epd('bm e4; id "a, \'b\'"; c7 "e4 e3"; c8 "10 4"; c9 "e2e4 e2e3";', "bm e4 Kd1;", "dm 7;")
        command = self.engine(plans)
        done = self.run_test("epd-test", "-noini", "-ec", command, "-epd", file, "-json", "-", "-csv", "out.csv")
        self.assertEqual(done.returncode, 1)
        self.assertIn("score=1/3 ", done.stderr)
        results = json.loads(done.stdout)
        self.assertEqual([p["verdict"] for p in results["positions"]], ["solved", "unsolved", "crashed"])
        self.assertEqual(results["positions"][0] | {"note": ""}, {
            "line": 1, "id": "a, 'b'", "fen": f"{BOARDS[0]} w - - 0 1", "bm": ["e4"], "verdict": "solved", "move": "e4",
            "uci": "e2e4", "score": {"cp": 15}, "found": {"depth": 1, "time_ms": 100, "nodes": 2000},
            "end": {"depth": 2, "time_ms": 200, "nodes": 4000}, "pv": "e4", "points": 10, "max_points": 10, "note": ""})
        self.assertEqual((results["solved"], results["judged"], results["crashed"], results["points"]), (1, 3, 1, 10))
        rows = list(csv.DictReader(io.StringIO((self.folder / "out.csv").read_text())))
        self.assertEqual([row["verdict"] for row in rows], ["solved", "unsolved", "crashed"])
        self.assertEqual((rows[0]["id"], rows[1]["wanted"], rows[0]["score_cp"]), ("a, 'b'", "bm e4 Kd1", "15"))
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["out.csv", "plan.json", "record", "test.epd"])
        nowhere = self.run_test("epd-test", "-noini", "-ec", command, "-epd", file, "-json", "no such directory/x")
        self.assertEqual(nowhere.returncode, 2)

    def test_config_file_and_options_before_the_command(self):
        command = self.engine([steps("e2e4")])
        file = self.epd("bm e4;")
        ini = write_ini(self.folder / "my.ini", {"EngineCommand": command}, {"Hash": 32})
        for words in (["my.ini", "epd-test"], ["epd-test", "my.ini"], ["-noini", "-ec", command, "epd-test"],
                      [ini, "-log", "false", "epd-test", "-hash", "16"]):
            done = self.run_test(*words, "-epd", file)
            self.assertIn("score=1/1 ", done.stdout, words)
            self.assertEqual(done.returncode, 0, done.stderr)
        named_after_dashes = self.run_test("epd-test", "-noini", "-epd", file, "--", *shlex.split(command))
        self.assertIn("score=1/1 ", named_after_dashes.stdout)
        default = self.run_test("my.ini", "epd-test")
        self.assertEqual((default.returncode, "wac.epd" in default.stderr), (2, True))  # PolyGlot's default

    def test_settings_that_the_engine_cannot_have(self):
        done = self.run_test("epd-test", "-noini", "-ec", self.engine([steps("e2e4")] * 2), "-epd",
                             self.epd("bm e4;", "bm e4;"), "-hash", "100", "-threads", "2", "-concurrency", "2")
        self.assertEqual(done.stderr.splitlines(),
                         ["polyglot: the engine's Hash is 64", "polyglot: the engine has no option Threads"])
        self.assertEqual(done.returncode, 0)

    def test_nobody_reads_the_table(self):
        """`epd-test | head`: no more engine time for it."""
        command = self.engine([steps("e2e4", every=100)] + [steps("e2e4", every=100, first=20_000)] * 7)
        running = Adapter(["epd-test", "-noini", "-ec", command, "-epd", self.epd(*["bm e4;"] * 8), "-movetime", "1"])
        self.addCleanup(running.kill_all)
        self.addCleanup(running.process.stderr.close)
        self.addCleanup(running.process.stdin.close)
        running.process.stdout.readline()
        running.process.stdout.close()
        self.assertEqual(running.process.wait(LIMIT), 1)
        self.assertEqual(wait_until_gone(running.marker, LIMIT), [], "left running")

    def test_interrupted(self):
        plans = [steps("e2e4"), steps("e2e4", first=60_000), steps("e2e4"), steps("e2e4", first=60_000)]
        command = self.engine(plans)
        running = Adapter(["epd-test", "-noini", "-ec", command, "-epd", self.epd(*["bm e4;"] * 4), "-movetime", "100",
                           "-concurrency", "2", "-json", self.folder / "out.json"])
        self.addCleanup(running.kill_all)
        shown = b""
        while b" 1: " not in shown:
            line = running.process.stdout.readline()
            self.assertTrue(line, shown)
            shown += line
        running.process.send_signal(signal.SIGINT)
        out, err, status = running.finish()
        self.assertEqual(status, 1, err)
        self.assertIn("interrupted", err)
        self.assertRegex(out, r"\nscore=[12]/[12] ")
        self.assertRegex(out, r"\nnot run: [23]\n")
        verdicts = [p["verdict"] for p in json.loads((self.folder / "out.json").read_text())["positions"]]
        self.assertEqual((verdicts[0], verdicts[1], verdicts[3]), ("solved", "not run", "not run"))
        self.assertEqual(wait_until_gone(running.marker, LIMIT), [], "left running")

    def test_progress_on_a_terminal(self):
        command = self.engine([steps("e2e4"), steps("e2e4", first=1_500), steps("e2e4")])
        file = self.epd(*["bm e4;"] * 3)
        child, terminal = pty.fork()
        if child == 0:
            os.execv(adapter(), [adapter(), "epd-test", "-noini", "-ec", command, "-epd", str(file)])
        shown = b""
        while True:
            try:
                read = os.read(terminal, 4096)
            except OSError:  # Linux raises this when the other side is closed
                break
            if not read:
                break
            shown += read
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)
        text = shown.decode()
        self.assertIn("\r1/3 positions, 1 solved", text)
        self.assertRegex(text, r"1/3 positions, 1 solved, 0:0\d left")
        # What is left on the screen is the table alone.
        screen = [line.rpartition("\r")[2] for line in text.replace("\r\n", "\n").split("\n")]
        self.assertEqual(len([line for line in screen if re.match(r" \d: ", line)]), 3, text)
        self.assertFalse([line for line in screen if "positions," in line], text)


class Clocks(Case):
    @unittest.skipUnless(os.access(DEBIAN, os.X_OK), "Debian's polyglot is not installed")
    def test_like_polyglot(self):
        """Line by line what PolyGlot 2.0.4 prints for the same engine: verdict, score, depth, time, nodes, pv."""
        plans = [steps("e2e3", "e2e4", "e2e4"),            # found and kept
                 steps("e2e4", "e2e3"),                    # lost
                 steps("e2e4", "e2e3", "e2e4"),            # found again
                 steps("e2e4", "e2e3"),                    # am
                 steps("e2e3", "e1d1"),                    # wrong twice
                 steps(*["e2e4"] * 20, every=30),          # stopped early
                 steps(*["e2e3"] * 3, *["e2e4"] * 17, every=30),
                 steps(*["e2e3"] * 20, every=30)]          # stopped at the last depth
        # Both stop at depth 10, the first that has min-time, and at depth 12, beyond max-depth; what comes a second
        # later would change the score.
        for plan, last in ((plans[5], 10), (plans[6], 10), (plans[7], 12)):
            for step in plan[last:]:
                step[0] += 1_000
            plan[-1][0] = 30_000
        file = self.epd(*[f'{wanted}; id "{i}";' for i, wanted in enumerate(
            ["bm e4", "bm e4", "bm e4", "am e4", "bm e4", "bm e4", "bm e4", "bm e4"])])
        command = self.engine(plans)
        options = ["-epd", file, "-min-depth", "6", "-min-time", "1", "-max-time", "2", "-max-depth", "11"]
        started = time.monotonic()
        theirs = self.run_test("-noini", "-ec", command, "epd-test", *options, program=str(DEBIAN))
        middle = time.monotonic()
        ours = self.run_test("-noini", "-ec", command, "epd-test", *options)
        self.assertLess(time.monotonic() - middle, middle - started + 5)

        def results(output):
            lines = [re.sub(r" \{.*\}$", "", line) for line in output.splitlines()]
            return [line for line in lines if line.startswith("[Search") or re.match(r" *\d+: |score=", line)]

        self.assertEqual(len(results(theirs.stdout)), 10, theirs.stdout)
        self.assertEqual(results(ours.stdout), results(theirs.stdout))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--engine"]:
        run_engine(*sys.argv[2:])
    else:
        unittest.main()
