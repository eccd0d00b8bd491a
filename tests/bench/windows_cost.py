"""What polyglot.exe costs under Wine, beside a plain relay that is written the same way, in one run: scripts/bench windows.

    windows_cost.py [--check] POLYGLOT.EXE FAKE_ENGINE.EXE RELAY.EXE
    POLYGLOT_EMULATOR: the command that runs Windows programs (wine64)

Prints medians. --check: exit status 1 when a promise is not kept.
"""
import os
import re
import shlex
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROUNDS, TRIPS = 5, 400  # sessions of each program, one after the other; isready in each
FLOOD_LINES = 100_000
MOST_TRIP_RATIO, LEAST_FLOOD, MOST_QUIT_MS, MOST_PRIVATE_MIB = 3, 200_000, 20, 8


class Session:
    def __init__(self, command):
        emulator = shlex.split(os.environ.get("POLYGLOT_EMULATOR", "wine64"))
        self.process = subprocess.Popen([*emulator, *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL)
        self.ask(b"uci\n", b"uciok")
        self.ask(b"isready\n", b"readyok")

    def ask(self, command, answer):
        """The lines before the answer."""
        self.process.stdin.write(command)
        self.process.stdin.flush()
        for number, line in enumerate(self.process.stdout):
            if line.startswith(answer):
                return number
        sys.exit(f"windows_cost: the program ended before {answer.decode()}")

    def timed(self, command, answer):
        begin = time.perf_counter()
        lines = self.ask(command, answer)
        return lines, time.perf_counter() - begin

    def private_mib(self):
        """What is no page of a file: of those, processes of the same program share one copy."""
        rollup = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text(encoding="ascii")
        return int(re.search(r"Anonymous: +(\d+)", rollup)[1]) / 1024

    def quit(self):
        begin = time.perf_counter()
        self.process.stdin.write(b"quit\n")
        self.process.stdin.close()
        self.process.stdout.read()
        self.process.wait()
        return time.perf_counter() - begin


def measure(programs):
    figures = {name: {"trip": [], "flood": [], "quit": [], "private": []} for name in programs}
    for _ in range(ROUNDS):
        for name, command in programs.items():
            session = Session(command)
            mine = figures[name]
            mine["trip"] += [session.timed(b"isready\n", b"readyok")[1] for _ in range(TRIPS)]
            mine["private"].append(session.private_mib())
            lines, seconds = session.timed(f"position startpos\ngo nodes {FLOOD_LINES}\n".encode(), b"bestmove")
            if lines < FLOOD_LINES:
                sys.exit(f"windows_cost: {name} lost lines: {lines} of {FLOOD_LINES}")
            mine["flood"].append(lines / seconds)
            mine["quit"].append(session.quit())
    return {name: {what: statistics.median(values) for what, values in mine.items()} for name, mine in figures.items()}


def main(words):
    check = words[:1] == ["--check"]
    polyglot, engine, relay = words[check:]
    median = measure({"engine alone": [engine], "relay": [relay, engine], "polyglot.exe": [polyglot, "-noini", "-ec", engine]})
    print(f"{'':14}{'isready':>12}{'flood':>18}{'quit':>10}{'private':>12}")
    for name, its in median.items():
        print(f"{name:14}{its['trip'] * 1e6:9.0f} us{its['flood']:10,.0f} lines/s{its['quit'] * 1e3:7.1f} ms{its['private']:8.1f} MiB")
    ours, alone = median["polyglot.exe"], median["engine alone"]
    promises = [
        ("isready, times the relay's", ours["trip"] / median["relay"]["trip"], MOST_TRIP_RATIO, 1),
        ("flood, lines/s", ours["flood"], LEAST_FLOOD, -1),
        ("quit, ms after the engine's own", (ours["quit"] - alone["quit"]) * 1e3, MOST_QUIT_MS, 1),
        ("private memory, MiB", ours["private"], MOST_PRIVATE_MIB, 1),
    ]
    kept = True
    for what, figure, limit, sign in promises:
        good = sign * figure <= sign * limit
        kept = kept and good
        print(f"{'kept    ' if good else 'NOT KEPT'}  {what}: {figure:,.2f} (promise: {'at most' if sign > 0 else 'at least'} {limit:,})")
    return 1 if check and not kept else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
