#!/usr/bin/env python3
"""Compares how ini files are read by us and by Debian's PolyGlot (apt-get install polyglot).

usage: ini_vs_polyglot.py OUR_POLYGLOT [--count N] [--seed S] [--shared DIR]

1. Random ini text in the dialect: PolyGlot starts a fake engine that writes down the setoption lines it gets, and shows
   its own options in answer to `uci`; ours says by --check-config what it would do. Both must agree, or both refuse.
2. Every file in ../shared/data/ini: both find an engine command in it, or neither does.

Exit status 77 (skip) without PolyGlot.
"""
import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

SKIP = 77
NAMES = ["Alpha", "Beta Two", "C_3", "D-4", "Clear Hash"]
# What PolyGlot shows of itself to a UCI host, with a value that it copies unchanged.
OWN = ["LogFile", "BookFile"]
CHECKS = ["BookRandom", "UseNice"]

# PolyGlot takes "yes" and "on" for false, although its users mean true; we take them for what they say.
BOOLEANS = ["true", "TRUE", "false", "False", "1", "0", "no", "off"]

ENGINE = """#!{python}
import sys
out = open({log!r}, "ab", buffering=0)
out.write(b"started\\n")
for line in sys.stdin.buffer:
    out.write(line)
    word = line.strip()
    if word == b"uci":
        for name in {names!r}:
            # PolyGlot does not send what is the default already, so it is one that no file here gives.
            sys.stdout.write("option name %s type string default \\x01\\n" % name)
        sys.stdout.write("uciok\\n")
    elif word == b"isready":
        sys.stdout.write("readyok\\n")
    elif word == b"quit":
        break
    sys.stdout.flush()
"""


def find_polyglot():
    path = os.environ.get("PATH", "") + os.pathsep + "/usr/games"
    return shutil.which("polyglot", path=path)


class Theirs:
    """What Debian's PolyGlot makes of an ini file."""

    def __init__(self, program, directory):
        self.program = program
        self.directory = directory
        self.log = os.path.join(directory, "engine.log")
        self.engine = os.path.join(directory, "engine.py")
        with open(self.engine, "w") as file:
            file.write(ENGINE.format(python=sys.executable, log=self.log, names=NAMES))
        os.chmod(self.engine, 0o755)

    def read(self, ini):
        """None if it refuses the file, else ({engine option: value}, {own option: value})."""
        if os.path.exists(self.log):
            os.remove(self.log)
        process = subprocess.Popen([self.program, ini], cwd=self.directory, stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        try:
            process.stdin.write(b"uci\nisready\n")
            process.stdin.flush()
            shown = []
            for line in process.stdout:
                shown.append(line)
                if line.startswith(b"readyok") or b"tellusererror" in line:
                    break
            process.stdin.write(b"quit\n")
            process.stdin.close()
        except BrokenPipeError:
            pass
        process.stdout.read()
        process.wait(timeout=60)
        text = b"".join(shown)
        if b"tellusererror" in text:
            return None
        engine = {}
        with open(self.log, "rb") as file:
            for line in file.read().splitlines():
                match = re.fullmatch(rb"setoption name (.*?) value (.*)", line)
                if match:
                    engine[match[1].decode("latin1").lower()] = match[2].decode("latin1")
        own = {}
        for match in re.finditer(rb"option name Polyglot (\S+) type \S+ default (.*?)( min .*)?\n", text):
            own[match[1].decode()] = match[2].decode("latin1")
        return engine, own


class Ours:
    def __init__(self, program, directory):
        self.program = program
        self.directory = directory

    def report(self, ini):
        run = subprocess.run([self.program, ini, "--check-config", "-all", "-no-start"], cwd=self.directory, stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)
        return run.stdout.decode("latin1")

    def read(self, ini):
        text = self.report(ini)
        if re.search(r"error: ('=' is missing|the section is not closed|no name before|EngineCommand is not set)", text):
            return None
        settings, section = {"[PolyGlot]": {}, "[Engine]": {}}, None
        for line in text.split("\n"):
            if line in settings:
                section = settings[line]
            elif not line.strip():
                section = None
            elif section is not None:
                name, value = line.rsplit("  # ", 1)[0].split(" =", 1)
                section[name] = plain(value[1:])
        engine = {name.lower(): value for name, value in settings["[Engine]"].items()}
        known = {name.lower() for name in NAMES}
        return {name: value for name, value in engine.items() if name in known}, settings["[PolyGlot]"]


def plain(value):
    """A value as --check-config spells it, without quoting."""
    if len(value) > 1 and value[0] == value[-1] == '"' and '"' not in value[1:-1]:
        return value[1:-1]
    return re.sub(r"\\([;#\[\]=\\])", r"\1", value)


def shown(value):
    """A value of PolyGlot's, its bytes as Latin-1, as --check-config shows it: Latin-1 unless all of it is UTF-8."""
    try:
        value.encode("latin1").decode("utf-8")
        return value
    except UnicodeDecodeError:
        return value.encode("utf-8").decode("latin1")


def random_case(rng, name):
    return "".join(c.upper() if rng.random() < 0.5 else c.lower() for c in name) if rng.random() < 0.4 else name


def random_value(rng):
    pieces = ["a", "Bc", "7", " ", "  ", "\\", "\\;", "\\#", "\\=", "\\[", "\\]", "\\\\", "=", "[", "]", ":", "%", "/", ".", ",",
              "'", "C:\\x", "\xe9", "\xc3\xa9", "%s", "(x)"]
    if rng.random() < 0.3:
        pieces += [";", "#"]
    value = "".join(rng.choice(pieces) for _ in range(rng.randrange(8)))
    if rng.random() < 0.2:
        value = value + '"' + rng.choice("xyz") + '" z'  # quotes that do not enclose the value are characters
    if rng.random() < 0.05:
        value += "long" * rng.randrange(40, 120)
    return value


def random_line(rng):
    kind = rng.random()
    if kind < 0.08:
        return rng.choice(["", "  ", "# comment = 1", ";x", "  # [Engine]"])
    if kind < 0.11:
        return rng.choice(["[Engine]", "[engine] ", "[ENGINE] # x", "[Other]", "[PolyGlot]", "[polyGLOT];"])
    if kind < 0.115:
        return rng.choice(["no equals", "[open", "= 1", "\\", "a # = 1", "[Eng#ine]"])
    if kind < 0.16:
        return "%s = %s" % (rng.choice(CHECKS), rng.choice(BOOLEANS))
    name = random_case(rng, rng.choice(NAMES + OWN + ["Unknown"]))
    blanks = [rng.choice(["", " ", "  "]) for _ in range(4)]
    return blanks[0] + name + blanks[1] + "=" + blanks[2] + random_value(rng) + blanks[3]


def random_ini(rng, engine):
    lines = ["[PolyGlot]"] if rng.random() < 0.97 else []
    lines.append("EngineCommand = " + engine)
    lines += [random_line(rng) for _ in range(rng.randrange(4))]
    lines.append("[Engine]")
    lines += [random_line(rng) for _ in range(rng.randrange(1, 10))]
    end = "\r\n" if rng.random() < 0.2 else "\n"
    # PolyGlot refuses a file whose very last character is a backslash. We do not.
    return end.join(lines) + (end if rng.random() < 0.8 or lines[-1].endswith("\\") else "")


def difference(theirs, ours):
    if theirs is None or ours is None:
        if theirs is ours:
            return None
        return "PolyGlot %s the file, we %s" % tuple("refuses" if x is None else "reads" for x in (theirs, ours))
    theirs = [{name: shown(value) for name, value in values.items()} for values in theirs]
    if theirs[0] != ours[0]:
        return "[Engine]: PolyGlot sends %r, we %r" % (theirs[0], ours[0])
    for name in OWN + CHECKS:
        if name == "BookFile" and ours[1].get(name) == "<starter>" and theirs[1].get(name) == "book.bin":
            continue  # the default file is not there: we have the starter book then
        if theirs[1].get(name) != ours[1].get(name):
            return "%s: PolyGlot shows %r, we %r" % (name, theirs[1].get(name), ours[1].get(name))
    return None


def compare_random(theirs, ours, directory, rng, count):
    wrong = refused = 0
    for _ in range(count):
        text = random_ini(rng, theirs.engine)
        path = os.path.join(directory, "random.ini")
        with open(path, "w", encoding="latin1", newline="") as file:
            file.write(text)
        expected = theirs.read(path)
        refused += expected is None
        found = difference(expected, ours.read(path))
        if found:
            wrong += 1
            print("DIFFERENT: %s\n%s\n" % (found, text))
    print("%d random files (%d refused by both), %d read differently" % (count, refused, wrong))
    return wrong


def compare_shared(program, ours, directory, shared):
    """Their engines do not exist here, so what is compared is whether the file gives an engine at all."""
    wrong = 0
    names = sorted(os.listdir(shared))
    for name in names:
        path = os.path.join(shared, name)
        run = subprocess.run([program, path], cwd=directory, input=b"uci\nquit\n", stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, timeout=60)
        loads = b"EngineCommand not set" not in run.stdout and b"ini_parse" not in run.stdout
        if loads != (ours.read(path) is not None):
            wrong += 1
            print("DIFFERENT: %s: PolyGlot %s it" % (name, "loads" if loads else "refuses"))
    print("%d real files, %d read differently" % (len(names), wrong))
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("polyglot", help="our program")
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--shared", default=os.path.join(os.path.dirname(__file__), "../../../shared/data/ini"))
    args = parser.parse_args()

    program = find_polyglot()
    if program is None:
        print("skipped: no Debian polyglot here (apt-get install polyglot)")
        return SKIP
    print("seed %d" % args.seed)
    with tempfile.TemporaryDirectory() as directory:
        theirs, ours = Theirs(program, directory), Ours(os.path.abspath(args.polyglot), directory)
        wrong = compare_random(theirs, ours, directory, random.Random(args.seed), args.count)
        if os.path.isdir(args.shared):
            wrong += compare_shared(program, ours, directory, args.shared)
        else:
            print("no %s: the real files are left out" % args.shared)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
