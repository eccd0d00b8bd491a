#!/usr/bin/env python3
"""Which functions of polyglot an adapter calls, for the linker: lets adapters of several kinds play under valgrind's
callgrind, and writes the names to functions.txt. The build target record_function_order runs this; docs/performance.md
says what it is for.

  record.py POLYGLOT FAKE_ENGINE FAKE_XBOARD_ENGINE MAKE_BIG_BOOK

The functions of a plain round trip come first, since they are called for each line, then the others in the order of the
first session that calls them."""
import collections
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

LIST = Path(__file__).with_name("functions.txt")
ROUND_TRIPS = 300


class Session:
    """An adapter under callgrind with its GUI."""

    def __init__(self, folder, programs, number, settings, engine):
        ini = folder / f"{number}.ini"
        ini.write_text(f"[PolyGlot]\nEngineDir = .\nEngineCommand = {engine}\n{settings}[Engine]\n", encoding="utf-8")
        self.profile = folder / f"{number}.profile"
        self.process = subprocess.Popen(["valgrind", "--tool=callgrind", "--demangle=no", f"--callgrind-out-file={self.profile}",
                                         programs["polyglot"], ini], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, bufsize=0, cwd=folder)
        self.rest = b""

    def say(self, *lines):
        os.write(self.process.stdin.fileno(), "".join(line + "\n" for line in lines).encode())

    def hear(self, start):
        while True:
            while b"\n" not in self.rest:
                data = os.read(self.process.stdout.fileno(), 65536)
                if not data:
                    sys.exit(f"record: no line that starts with {start!r}")
                self.rest += data
            line, self.rest = self.rest.split(b"\n", 1)
            if line.startswith(start):
                return

    def ask(self, *lines_and_answer):
        *lines, answer = lines_and_answer
        self.say(*lines)
        self.hear(answer)

    def quit(self):
        self.say("quit")
        while os.read(self.process.stdout.fileno(), 65536):
            pass
        self.process.wait()


def play_round_trips(session):
    session.ask("uci", b"uciok")
    for _ in range(ROUND_TRIPS):
        session.ask("isready", b"readyok")


def play_uci(session):
    session.ask("uci", b"uciok")
    session.ask("setoption name Hash value 64", "setoption name Book value true", "isready", b"readyok")
    for _ in range(2):
        session.ask("ucinewgame", "isready", b"readyok")
        moves = ""
        for move in ("e2e4 e7e5", " g1f3 b8c6", " a2a3 a7a6", " h2h3 h7h6"):
            session.ask("position startpos" + (" moves " + moves if moves else ""), "go wtime 60000 btime 60000", b"bestmove")
            moves += move
        session.ask("position startpos moves " + moves, "go movetime 10", b"bestmove")
        session.ask("position startpos moves " + moves, "go nodes 20000", b"bestmove")
        session.ask("position fen 8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", "go depth 5", b"bestmove")
    session.say("position startpos moves a2a3 a7a6 h2h3", "go infinite")
    session.ask("stop", b"bestmove")
    session.say("position startpos moves a2a3 a7a6 h2h3", "go ponder wtime 60000 btime 60000")
    session.ask("ponderhit", b"bestmove")


def play_xboard(session):
    session.ask("xboard", "protover 2", b"feature done=1")
    session.say("accepted setboard", "new", "random", "level 40 5 0", "post", "hard", "time 30000", "otim 30000")
    session.ask("ping 1", b"pong 1")
    session.ask("usermove e2e4", b"move")
    session.say("time 29000", "otim 29000")
    session.ask("usermove h2h3", b"move")
    session.say("time 28000", "otim 28000", "force", "undo", "undo", "go")
    session.hear(b"move")
    session.ask("force", "result 1-0 {White mates}", "ping 2", b"pong 2")
    session.ask("new", "analyze", "exit", "ping 3", b"pong 3")


def sessions(programs):
    """Settings, engine, and what the GUI does."""
    plain = "Log = false\nBook = false\n"
    book = f"Log = false\nBook = true\nBookFile = {programs['book']}\n"
    log = f"Log = true\nLogFile = a.log\nBook = true\nBookFile = {programs['book']}\nBookLearn = true\n"
    uci, xboard = programs["fake_engine"], programs["fake_xboard_engine"]
    return [(plain, uci, play_round_trips), (book, f"{uci} --random-legal --ponder e7e5", play_uci),
            (log, f"{uci} --random-legal", play_uci), (book, f"{uci} --random-legal --thinking 50", play_xboard),
            (log, f"{uci} --random-legal", play_xboard), (book, xboard, play_uci), (book, xboard, play_xboard)]


def called_functions(profile):
    """The functions of the program that have been called, in the order of the profile, and how often."""
    names, objects, counts, called = {}, {}, collections.Counter(), {}
    in_program = False
    callee = ""

    def resolve(table, text):
        number, name = re.match(r"(\(\d+\)) ?(.*)", text).groups()
        if name:
            table[number] = name
        return table[number]

    for line in profile.read_text(encoding="latin-1").splitlines():
        if line.startswith("ob="):
            in_program = Path(resolve(objects, line[3:])).name == "polyglot"
        elif line.startswith("cob="):
            resolve(objects, line[4:])
        elif line.startswith("fn="):
            name = resolve(names, line[3:]).split("'")[0]
            if in_program:
                called.setdefault(name)
        elif line.startswith("cfn="):
            callee = resolve(names, line[4:]).split("'")[0]
        elif line.startswith("calls="):
            counts[callee] += int(line[6:].split()[0])
    return list(called), counts


def symbols(program):
    """Each function's names: a constructor often has two, and its section one of them."""
    by_address = collections.defaultdict(list)
    for line in subprocess.run(["nm", program], capture_output=True, text=True, check=True).stdout.splitlines():
        fields = line.split()
        if len(fields) == 3 and fields[1] in "tTwW":
            by_address[fields[0]].append(fields[2])
    return {name: sorted(names) for names in by_address.values() for name in names}


def main():
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    polyglot, fake_engine, fake_xboard_engine, make_big_book = (Path(name).resolve() for name in sys.argv[1:])
    ordered = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        subprocess.run([make_big_book, folder / "book.bin", "1"], check=True, stdout=subprocess.DEVNULL)
        programs = {"polyglot": polyglot, "fake_engine": fake_engine, "fake_xboard_engine": fake_xboard_engine,
                    "book": folder / "book.bin"}
        for number, (settings, engine, play) in enumerate(sessions(programs)):
            session = Session(folder, programs, number, settings, engine)
            play(session)
            session.quit()
            called, counts = called_functions(session.profile)
            if number == 0:
                called.sort(key=lambda function: counts[function] < ROUND_TRIPS)
            ordered.update(dict.fromkeys(called))
    names = symbols(polyglot)
    lines = dict.fromkeys(alias for function in ordered for alias in names.get(function, ()) if alias.startswith("_Z"))
    LIST.write_text("".join(line + "\n" for line in lines), encoding="ascii")
    print(f"{LIST}: {len(lines)} names")


if __name__ == "__main__":
    main()
