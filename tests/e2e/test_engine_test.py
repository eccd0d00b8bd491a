#!/usr/bin/env python3
"""polyglot engine-test against engines that do one thing wrong: it must find that, and nothing else.

Without arguments: the steps that must fail, for each fault that is not about time.
--clocks: the same for the faults about time, and all steps for the engines that are right; both take as long as clocks do.
POLYGLOT_ALL_FAULTS=1, or faults named on the command line: every step for each fault, five minutes for all of them.

The tables below say which steps fail for which fault of tests/support/engines/faulty_*_engine. Every fault of these programs must
be in its table, so that engine-test is known to find all of them."""
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from e2e_support import adapter

UCI_FAULTS = {
    # other ways to keep to the protocol
    "": [],
    "slow-uciok": [],
    "no-chess": [],
    "chess-is-not-first": [],
    # the handshake
    "no-uciok": ["handshake/uci"],
    "no-name": ["handshake/id"],
    "no-author": ["handshake/id"],
    "readyok-first": ["handshake/first-words"],
    "banner": [],
    "option-without-name": ["handshake/options"],
    "option-without-type": ["handshake/options"],
    "spin-without-limits": ["handshake/options"],
    "spin-default-outside": ["handshake/options"],
    "spin-limits-swapped": ["handshake/options"],
    "check-without-default": ["handshake/options"],
    "combo-without-var": ["handshake/options"],
    "combo-default-no-var": ["handshake/options"],
    "option-twice": ["handshake/options"],
    "hash-is-a-string": ["handshake/options"],
    "no-readyok": ["handshake/isready"],
    "two-readyok": ["handshake/isready"],
    "dies-of-ucinewgame": ["handshake/newgame"],
    "dies-of-option-maximum": ["options/values"],
    "hangs-at-option-minimum": ["options/values"],
    "dies-of-combo": ["options/values"],
    "dies-of-unknown-option": ["options/unknown"],
    # positions
    "silent-go": ["positions/start"],
    "illegal-move": ["positions/start"],
    "dies-of-go": ["positions/start"],
    "ignores-moves": ["positions/game"],
    "ignores-fen": ["positions/fen"],
    "always-white": ["positions/fen"],
    "castles-king-only": ["positions/castling"],
    "castling-as-king-takes-rook": ["positions/castling"],
    "no-en-passant-field": ["positions/en-passant"],
    "forgets-captured-pawn": ["positions/en-passant"],
    "always-queens": ["positions/promotion"],
    "upper-case-promotion": ["positions/promotion"],
    "king-only-in-check": ["positions/game", "positions/check"],
    "dies-of-long-game": ["positions/long-game"],
    "dies-of-mate": ["positions/finished"],
    "silent-at-stalemate": ["positions/finished"],
    "chess960-castles-two-squares": ["positions/chess960"],
    "chess960-takes-rook-off": ["positions/chess960"],
    # limits
    "movetime-late": ["clocks/movetime"],
    "ignores-movetime": ["clocks/movetime"],
    "slow-with-little-time": ["clocks/little-time"],
    "uses-other-clock": ["clocks/own-clock"],
    "last-move-takes-all": ["clocks/movestogo"],
    "spends-increment": ["clocks/increment"],
    "depth-plus-one": ["clocks/depth"],
    "depth-less-one": ["clocks/depth"],
    "ignores-nodes": ["clocks/nodes"],
    "many-nodes": ["clocks/nodes"],
    "ignores-mate": ["clocks/mate"],
    "ignores-searchmoves": ["clocks/searchmoves"],
    # stop and ponder
    "infinite-ends": ["stop/infinite"],
    "infinite-ends-when-done": ["stop/infinite-done"],
    "ignores-stop": ["stop/infinite"],
    "stop-when-idle": ["stop/idle"],
    "isready-ends-search": ["stop/isready"],
    "no-readyok-while-searching": ["stop/isready"],
    "loses-fiftieth-stop": ["stop/storm"],
    "ten-readyok-for-many": ["stop/isready-storm"],
    "dies-of-setoption-while-searching": ["stop/setoption"],
    "ponder-ends": ["ponder/wait"],
    "ponder-ends-when-done": ["ponder/wait-done"],
    "ignores-ponderhit": ["ponder/wait-done", "ponder/hit"],
    "ponderhit-takes-all": ["ponder/hit"],
    "loses-fifth-ponderhit": ["ponder/hit-at-once"],
    # input
    "dies-of-empty-line": ["input/rubbish"],
    "goes-by-prefix": ["input/rubbish"],
    "dies-of-long-line": ["input/long-line"],
    "no-tabs": ["input/white-space"],
    "single-blanks": ["input/white-space"],
    # output
    "depth-is-no-number": ["output/info", "output/score"],
    "score-without-kind": ["output/info", "output/score"],
    "hashfull-in-percent": ["output/info"],
    "illegal-pv": ["output/pv"],
    "no-info": ["output/score"],
    "bestmove-twice": ["output/one-bestmove"],
    "illegal-ponder-move": ["output/moves"],
    # leaving
    "ignores-quit": ["leave/quit", "leave/quit-searching"],
    "ignores-quit-while-searching": ["leave/quit-searching"],
    "dies-of-quit": ["leave/quit", "leave/quit-searching"],
    "ignores-end-of-input": ["leave/end-of-input", "leave/end-of-input-searching"],
    "ignores-end-of-input-while-searching": ["leave/end-of-input-searching"],
    "leaves-a-child": ["leave/quit", "leave/quit-searching", "leave/end-of-input", "leave/end-of-input-searching"],
}

XBOARD_FAULTS = {
    # other ways to keep to the protocol
    "": [],
    "version-1": [],
    "version-1-slow": [],
    "done-later": [],
    "no-usermove": [],
    "no-reuse": [],
    "no-fischerandom": [],
    "no-chess": [],
    "chess-is-not-first": [],
    "easy-is-an-error": [],
    "resigns-before-mate": [],
    "misses-mate": [],
    "no-name": [],
    # the handshake
    "dies-of-protover": ["handshake/xboard"],
    "late-features": ["handshake/features"],
    "loses-protover": ["handshake/features"],
    "no-done": ["handshake/features"],
    "done-never": ["handshake/features"],
    "unclosed-quote": ["handshake/feature-list"],
    "ping-is-yes": ["handshake/feature-list"],
    "spin-outside": ["handshake/feature-list"],
    "spin-without-limits": ["handshake/feature-list"],
    "option-without-type": ["handshake/feature-list"],
    "check-is-true": ["handshake/feature-list"],
    "option-twice": ["handshake/feature-list"],
    "dies-of-rejected": ["handshake/rejected"],
    "no-pong": ["handshake/ping"],
    "wrong-pong": ["handshake/ping"],
    "pong-twice": ["handshake/one-pong", "input/pings"],
    "dies-of-option-maximum": ["options/values"],
    "hangs-at-option-minimum": ["options/values"],
    "dies-of-combo": ["options/values"],
    "dies-of-memory": ["options/memory"],
    # play
    "silent-go": ["play/white"],
    "illegal-move": ["play/white"],
    "dies-of-go": ["play/white"],
    "silent-as-black": ["play/answer"],
    "moves-in-force-mode": ["play/force"],
    "accepts-illegal-moves": ["play/illegal"],
    "takes-nothing-back": ["play/undo", "play/remove"],
    "ignores-remove": ["play/remove"],
    "dies-of-long-game": ["play/long-game"],
    "dies-of-mate": ["play/mate"],
    "dies-of-result": ["play/mate", "play/again"],
    "ignores-playother": ["play/playother"],
    "ignores-setboard": ["positions/board"],
    "castles-king-only": ["positions/castling"],
    "no-en-passant-field": ["positions/en-passant"],
    "always-queens": ["positions/promotion"],
    "stays-in-check": ["positions/check"],
    "dies-of-castling-letters": ["positions/chess960"],
    "silent-at-mate": ["play/result"],
    "silent-when-mated": ["play/result"],
    "silent-at-stalemate": ["play/result"],
    "wrong-result": ["play/result"],
    # search
    "slow-with-little-time": ["clocks/little-time"],
    "level-is-an-error": ["clocks/level"],
    "seconds-are-minutes": ["clocks/level", "clocks/little-time"],
    "ignores-st": ["clocks/st"],
    "sd-plus-one": ["clocks/sd"],
    "ignores-move-now": ["clocks/move-now"],
    "moves-in-analysis": ["search/analyze"],
    "silent-analysis": ["search/analyze"],
    "analysis-ignores-moves": ["search/analyze"],
    "stays-in-analysis": ["search/analyze"],
    "dies-of-dot": ["search/analyze"],
    "moves-while-pondering": ["search/ponder"],
    "no-pong-while-pondering": ["search/ponder"],
    # input and output
    "force-is-an-error": ["output/errors"],
    "dies-of-unknown": ["input/unknown", "input/long-line"],
    "dies-of-long-line": ["input/long-line"],
    "ten-pongs-for-many": ["input/pings"],
    "illegal-pv": ["output/thinking"],
    "no-thinking": ["search/analyze", "output/thinking"],
    "moves-twice": ["play/game", "play/result", "search/ponder", "output/turn"],
    # leaving
    "ignores-quit": ["leave/quit", "leave/quit-thinking"],
    "ignores-quit-while-thinking": ["leave/quit-thinking"],
    "dies-of-quit": ["leave/quit", "leave/quit-thinking"],
    "ignores-end-of-input": ["leave/end-of-input", "leave/end-of-input-thinking"],
    "ignores-end-of-input-while-thinking": ["leave/end-of-input-thinking"],
    "leaves-a-child": ["leave/quit", "leave/quit-thinking", "leave/end-of-input", "leave/end-of-input-thinking"],
}

# What the report must say, whatever the verdict.
UCI_SAYS = {
    "no-chess": ["it plays no normal chess; its variants: crazyhouse, bughouse"],
    "no-uciok": ["its id and 9 options have come"],
}
XBOARD_SAYS = {
    "version-1-slow": ["protocol version 1"],
    "no-chess": ["it plays no normal chess; its variants: crazyhouse, bughouse"],
    "no-reuse": ["reuse=0: a new process for each game"],
    "misses-mate": ["and d8h4 would have been mate"],
    "easy-is-an-error": ["easy is answered with an error"],
    "late-features": ["ms after protover"],
    "loses-protover": ["when protover had been sent again"],
    "no-done": ["no done=1"],
    "done-never": ["no done=1"],
    "silent-at-mate": ["no result after it has mated"],
    "silent-when-mated": ["no result after it has been mated"],
    "silent-at-stalemate": ["no result after it has been stalemated"],
    "wrong-result": ["'1-0 {White mates}' after it has mated"],
    "level-is-an-error": ["Error (unknown command): level"],
    "force-is-an-error": ["Error (unknown command): force"],
}

TABLES = {"uci": ("POLYGLOT_FAULTY_UCI_ENGINE", UCI_FAULTS, UCI_SAYS),
          "xboard": ("POLYGLOT_FAULTY_XBOARD_ENGINE", XBOARD_FAULTS, XBOARD_SAYS)}


def engine(variable):
    path = os.environ.get(variable, "")
    if not os.access(path, os.X_OK):
        sys.exit(f"{variable} must name the program of tests/support (is {path!r})")
    return os.path.abspath(path)


def engine_test(protocol, command, *options):
    return subprocess.run([adapter(), "engine-test", "-noini", "-protocol", protocol, "-json", *options,
                           "--", *command], capture_output=True, text=True, timeout=250)


CLOCKS = sys.argv[1:] == ["--clocks"]
# Found only if what must not come comes while engine-test listens for it, or an engine starts within a second: a busy
# machine may need longer.
HEARD_IN_TIME = ("late-features", "loses-protover", "done-never",
                 "infinite-ends", "infinite-ends-when-done", "ponder-ends", "ponder-ends-when-done")


def is_thorough():
    return bool(os.environ.get("POLYGLOT_ALL_FAULTS") or (sys.argv[1:] and not CLOCKS))


def all_said(report):
    return "\n".join(text for step in report["steps"] for text in [step["detail"], *step["faults"], *step["remarks"]])


def takes_its_time(fault, expected):
    return fault in HEARD_IN_TIME or not expected or any(step.startswith("clocks/") for step in expected)


def judge(protocol, program, fault, expected, says):
    """What is wrong with the verdict on this fault; empty if nothing is. says: texts that the report must contain."""
    steps = [] if is_thorough() else [option for step in expected for option in ("-only", step)]
    done = engine_test(protocol, [program, fault] if fault else [program], *steps)
    if done.returncode not in (0, 1) or not done.stdout:
        return f"exit status {done.returncode}\n{done.stdout}{done.stderr}"
    report = json.loads(done.stdout)
    failed = {step["name"]: step for step in report["steps"] if step["verdict"] == "failed"}
    problems = [f"{name} should have failed" for name in expected if name not in failed]
    problems += [f"the report should say: {text}" for text in says if text not in all_said(report)]
    if done.returncode != (1 if failed else 0):
        problems.append(f"exit status {done.returncode}")
    for name, step in failed.items():
        if not step["faults"] or (not step["wire"] and name != "handshake/uci"):
            problems.append(f"{name} failed without a fault or without the lines that show it")
        if name not in expected:
            lines = "\n".join(f"      {line['what']}: {line['text']}" for line in step["wire"])
            problems.append(f"{name} should not have failed: {step['faults']}\n{lines}")
    return "\n  ".join(problems)


def test_every_fault_is_found(only):
    failures = 0
    for protocol, (variable, table, says) in TABLES.items():
        if only[:1] and only[0] in TABLES and only[0] != protocol:
            continue
        program = engine(variable)
        known = set(subprocess.run([program, "--list"], capture_output=True, text=True, check=True).stdout.split())
        if known != set(table) - {""}:
            print("the table and the engine differ in:", known ^ (set(table) - {""}))
            failures += 1
        rows = [(fault, expected) for fault, expected in table.items() if not only or fault in only or only == [protocol]]
        if not is_thorough():
            rows = [(fault, expected) for fault, expected in rows if takes_its_time(fault, expected) == CLOCKS]
        # Nearly all the time is waiting: for answers that must not come.
        with ThreadPoolExecutor(10) as pool:  # each must start within the two seconds of protover
            verdicts = pool.map(lambda row: judge(protocol, program, *row, says.get(row[0], [])), rows)
            for (fault, _), problem in zip(rows, verdicts):
                failures += bool(problem)
                if problem:
                    print(f"{protocol} {fault}:\n  {problem}")
        print(f"{protocol}: {len(rows)} faults", flush=True)
    return failures


def test_features_that_are_late_once():
    """A machine that was busy for a moment costs a second try, not the verdict."""
    with tempfile.TemporaryDirectory() as folder:
        # The first one that is spoken to: engine-test starts another before, only to see that it can be started.
        late = f"read xboard && mkdir '{folder}/started' 2>/dev/null && sleep 2.5; exec '{engine('POLYGLOT_FAULTY_XBOARD_ENGINE')}'"
        done = engine_test("xboard", ["sh", "-c", late], "-only", "handshake/features")
    step = json.loads(done.stdout)["steps"][0]
    if done.returncode == 0 and "tried once more" in str(step):
        return 0
    print(f"late once: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    return 1


def test_that_weak_engines_are_tested_to_the_end():
    """An engine that misses a mate breaks no rule; what it does at the end of a game is judged in other games."""
    failures = 0
    for fault, said in (("silent-when-mated", "no result after it has been mated"),
                        ("silent-at-mate", "no result after it has mated")):
        done = engine_test("xboard", [engine("POLYGLOT_FAULTY_XBOARD_ENGINE"), "misses-mate", fault],
                           "-only", "play/mate", "-only", "play/result")
        steps = {step["name"]: step for step in json.loads(done.stdout)["steps"]}
        if steps["play/mate"]["verdict"] != "passed" or steps["play/result"]["faults"] != [
                f"{said}: {'0-1' if 'been' in said else '1-0'} {{comment}} is due"]:
            print(f"misses-mate {fault}: {steps}")
            failures += 1
    return failures


def report_of(command, *options):
    """Status, standard output and standard error of a run whose protocol is detected; the report is for people."""
    done = subprocess.run([adapter(), "engine-test", "-noini", *options, "--", *command], capture_output=True, text=True,
                          timeout=250)
    return done.returncode, done.stdout, done.stderr


def expect(what, outcome, status, lines):
    if outcome[0] == status and all(line in outcome[1] for line in lines):
        return 0
    print(f"{what}: status {status} and {lines} expected, is:", *outcome, sep="\n")
    return 1


def test_names():
    """The report names the engine as the engine does; an engine without a name has that of its script or program."""
    uci, xboard = engine("POLYGLOT_FAULTY_UCI_ENGINE"), engine("POLYGLOT_FAULTY_XBOARD_ENGINE")
    failures = expect("xboard name", report_of([xboard], "-only", "handshake/feature-list"), 0, ["testing Faulty (xboard)\n"])
    failures += expect("UCI name", report_of([uci], "-only", "handshake/id"), 0, ["testing Faulty (uci)\n"])
    program = os.path.basename(xboard)
    failures += expect("no name", report_of([xboard, "no-name"], "-only", "handshake/ping"), 0, [f"testing {program} (xboard)\n"])
    with tempfile.TemporaryDirectory() as folder:
        script = os.path.join(folder, "nameless.py")
        with open(script, "w", encoding="utf-8") as out:
            out.write("input()\n")
        failures += expect("script", report_of([sys.executable, "-u", script]), 1, ["testing nameless.py (unknown)\n"])
    return failures


def test_uci_without_uciok():
    """id and option lines are UCI, although uciok is missing."""
    outcome = report_of([engine("POLYGLOT_FAULTY_UCI_ENGINE"), "no-uciok"])
    return expect("no uciok", outcome, 1, ["testing Faulty (uci)\n", "FAIL handshake/uci", "its id and 9 options have come"])


def test_left_out_steps_are_one_line():
    outcome = report_of([engine("POLYGLOT_FAULTY_XBOARD_ENGINE"), "no-chess"], "-only", "handshake", "-only", "play")
    return expect("left out", outcome, 0, ["normal chess is needed; the engine's variants: crazyhouse, bughouse\n"])


def test_slow_start():
    """Later than -timeout, but within StartTimeout: the engine is judged, and its slow start is mentioned."""
    slow = [engine("POLYGLOT_FAULTY_UCI_ENGINE"), "slow-uciok"]
    outcome = report_of(slow, "-protocol", "uci", "-timeout", "1", "-only", "handshake/uci")
    return expect("slow uciok", outcome, 0, ["note: uciok came only after"])


def test_progress():
    """A step that takes long shows that it goes on, on standard error; a report for programs has nothing beside it."""
    silent = [engine("POLYGLOT_FAULTY_XBOARD_ENGINE"), "no-done"]  # engine-test waits for StartTimeout
    status, _, err = report_of(silent, "-protocol", "xboard", "-only", "handshake/features")
    failures = expect("progress", (status, err), 1, ["polyglot engine-test: handshake/features: "])
    quiet = engine_test("xboard", silent, "-only", "handshake/features")
    return failures + expect("no progress", (quiet.returncode, "silent" if quiet.stderr == "" else quiet.stderr), 1, ["silent"])


if __name__ == "__main__":
    FAILURES = test_every_fault_is_found([] if CLOCKS else sys.argv[1:])
    if CLOCKS:
        FAILURES += test_features_that_are_late_once() + test_uci_without_uciok() + test_slow_start() + test_progress()
    elif not sys.argv[1:]:
        FAILURES += (test_names() + test_left_out_steps_are_one_line()
                     + test_that_weak_engines_are_tested_to_the_end())
    print("ok" if not FAILURES else f"{FAILURES} failed")
    sys.exit(1 if FAILURES else 0)
