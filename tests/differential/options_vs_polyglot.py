#!/usr/bin/env python3
"""Compares how options pass between an xboard GUI and a UCI engine through us and through Debian's PolyGlot.

usage: options_vs_polyglot.py OUR_POLYGLOT [--count N] [--seed S]

Each round makes up an engine with random options of every type. Both programs are started in front of it with the same
command line, and are sent the same `option`, `memory`, `cores` and `egtpath` commands. What must agree:
1. the `feature option=` lines and the features memory, smp and egt,
2. the setoption lines that the engine gets,
3. what the Save button writes, and what either makes of the file that PolyGlot wrote, at the next start.

Values are such that both do the same by design; where we differ on purpose (numbers out of range, combos of one choice,
quotes in a name …) is tested in tests/unit/adapter/session/xboard_gui/options_test.cpp. Exit status 77 (skip) without PolyGlot.
"""
import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

SKIP = 77
ENGINE = """#!{python}
import sys
out = open({log!r}, "ab", buffering=0)
for line in sys.stdin.buffer:
    out.write(line)
    word = line.strip()
    if word == b"uci":
        sys.stdout.buffer.write(b"id name Fake One\\n" + open({options!r}, "rb").read() + b"uciok\\n")
    elif word == b"isready":
        sys.stdout.buffer.write(b"readyok\\n")
    elif word == b"quit":
        break
    sys.stdout.flush()
"""
NAMES = ["OwnBook", "Book File", "LogFile", "Syzygy 50 Move Rule", "Skill Level", "Style", "Clear Hash", "Nets Path", "Contempt",
         "UCI_Elo", "UCI_LimitStrength", "UCI_HashFile", "Position Learning", "NullMove", "Profiler", "MultiPV", "x;y#z[w]\\v"]
HIDDEN = ["UCI_AnalyseMode", "UCI_Opponent", "UCI_Chess960", "UCI_ShowCurrLine", "UCI_ShowRefutations", "UCI_ShredderbasesPath",
          "UCI_SetPositionValue", "UCI_DrawOffers", "Ponder"]
THREADS = ["Threads", "Number of Threads", "Number Threads", "Core Threads", "Max CPUs", "CPUs", "MaxThreads"]
TABLEBASES = {"nalimov": ("NalimovPath", "NalimovCache"), "gaviota": ("GaviotaTbPath", "GaviotaTbCache"),
              "syzygy": ("SyzygyPath", None)}
TEXTS = ["a", "C:\\Games\\x y", "/usr/share/a b", "Some text", "a;b", "x#y", "[z]", "k=v", "\\\\", "\xe4"]
OWN = {"Book": "01", "BookDepth": ["0", "7", "256"], "BookFile": TEXTS, "ShowTbHits": "01", "ResignMoves": ["1", "30"],
       "Resign": "01", "STFudge": ["0", "999"], "BookRandom": "01"}  # LogFile is not for a GUI to name


class Option:
    def __init__(self, rng, name, kind=None):
        self.name = name
        self.kind = kind or rng.choice(["check", "spin", "combo", "string", "button"])
        self.choices = rng.sample(["Solid", "Normal", "Very Risky", "none", "8/8 x"], rng.randrange(2, 5))
        self.low = rng.choice([-100, 0, 1, 3])
        self.high = rng.choice([200, 1024, 100000])
        self.default = self.value(rng)

    def value(self, rng):
        """A value as UCI spells it."""
        return {"check": rng.choice(["true", "false"]), "spin": str(rng.randint(self.low, self.high)),
                "combo": rng.choice(self.choices), "string": rng.choice(TEXTS), "button": ""}[self.kind]

    def declare(self):
        line = "option name %s type %s" % (self.name, self.kind)
        if self.kind != "button":
            line += " default " + self.default
        if self.kind == "spin":
            line += " min %d max %d" % (self.low, self.high)
        if self.kind == "combo":
            line += "".join(" var " + choice for choice in self.choices)
        return line + "\n"

    def command(self, rng):
        value = self.value(rng)
        if self.kind == "check":
            value = "1" if value == "true" else "0"
        return "option " + self.name + ("" if self.kind == "button" else "=" + value)


def random_engine(rng):
    options = [Option(rng, name) for name in rng.sample(NAMES, rng.randrange(1, len(NAMES)))]
    options += [Option(rng, name, "string") for name in rng.sample(HIDDEN, rng.randrange(3))]
    if rng.random() < 0.7:
        options += [Option(rng, "Hash", "spin")]
    options += [Option(rng, name, "spin") for name in rng.sample(THREADS, rng.randrange(3))]
    for path, cache in TABLEBASES.values():
        if rng.random() < 0.5:
            options.append(Option(rng, path, "string"))
        if cache and rng.random() < 0.5:
            options.append(Option(rng, cache, "spin"))
            options[-1].low, options[-1].high, options[-1].default = 1, 64, "8"
    rng.shuffle(options)
    return options


def random_commands(rng, options):
    names = {option.name: option for option in options}
    commands = []
    for _ in range(rng.randrange(12)):
        pick = rng.random()
        if pick < 0.6:
            commands.append(rng.choice([o for o in options if o.name not in HIDDEN] or options).command(rng))
        elif pick < 0.7 and "Hash" in names:  # always inside the range of Hash, whatever the cache
            commands.append("memory %d" % rng.randint(70, 200))
        elif pick < 0.8:
            commands.append("cores %d" % rng.randint(3, 100))
        elif pick < 0.9:
            commands.append("egtpath %s /tb/%d a" % (rng.choice(list(TABLEBASES)), rng.randrange(9)))
        else:
            name = rng.choice(list(OWN))
            commands.append("option Polyglot %s=%s" % (name, rng.choice(OWN[name])))
    return commands


class EndedEarly(Exception):
    """A program has ended in the middle of a session."""


class Peer:
    """One of the two programs, with a separate home and engine."""

    def __init__(self, program, directory):
        self.program, self.directory = program, directory
        os.mkdir(directory)
        self.log, self.options, self.engine = (os.path.join(directory, n) for n in ("engine.log", "options.txt", "engine.py"))
        with open(self.engine, "w") as file:
            file.write(ENGINE.format(python=sys.executable, log=self.log, options=self.options))
        os.chmod(self.engine, 0o755)
        self.saved = os.path.join(directory, ".polyglot", "Fake_One.ini")

    def play(self, declarations, arguments, commands):
        """(features, setoption lines) of one session."""
        with open(self.options, "w", encoding="latin1") as file:
            file.write(declarations)
        with open(self.log, "wb"):
            pass
        with open(os.path.join(self.directory, "stderr.txt"), "w+b") as errors:
            process = subprocess.Popen([self.program, "-noini", "-ec", self.engine] + arguments, cwd=self.directory,
                                       env=dict(os.environ, HOME=self.directory), stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, stderr=errors)
            heard = []

            def say(text):
                process.stdin.write((text + "\n").encode("latin1"))
                process.stdin.flush()

            def read_until(end):
                for line in process.stdout:
                    heard.append(line.decode("latin1").rstrip("\n"))
                    if heard[-1] == end:
                        break

            try:
                say("xboard\nprotover 2")
                read_until("feature done=1")
                shown = heard[:]
                for command in commands:
                    say(command)
                say("ping 1")
                read_until("pong 1")
                say("quit")
                process.stdin.close()
                process.stdout.read()
                process.wait(timeout=60)
            except OSError as error:  # a broken pipe
                errors.seek(0)
                raise EndedEarly("%s ended with status %s\n%r\n%r\n%r\n%s" % (
                    self.program, process.wait(timeout=60), arguments, commands, heard, errors.read().decode("latin1"))) from error
        with open(self.log, encoding="latin1") as file:
            sent = [line for line in file.read().split("\n") if line.startswith("setoption")]
        return features(shown, only_for_xboard="-wb false" not in " ".join(arguments)), sent

    def read_saved(self):
        """{"[Section]name": value}"""
        entries, section = {}, ""
        with open(self.saved, encoding="latin1") as file:
            for line in file.read().split("\n"):
                if line.startswith("["):
                    section = line
                elif line and not line.startswith(";"):
                    name, value = re.match(r"((?:\\.|[^=\\]|\\)*?) ?= ?(.*)", line).groups()
                    entries[section + unquoted(name)] = unquoted(value)
        entries.pop("[PolyGlot]EngineCommand")  # has a separate directory
        entries.pop("[PolyGlot]EngineDir", None)  # PolyGlot writes it always, we if it is not the default
        return entries


def play_both(theirs, ours, *session):
    """What both say in the same session. Once in thousands of sessions PolyGlot dies: then it plays again."""
    found = ours.play(*session)
    for _ in range(2):
        try:
            return theirs.play(*session), found
        except EndedEarly as death:
            print("again, since", death)
    return theirs.play(*session), found


def unquoted(text):
    if len(text) > 1 and text[0] == text[-1] == '"' and '"' not in text[1:-1]:
        return text[1:-1]
    return re.sub(r"\\([;#\[\]=\\])", r"\1", text)


def features(lines, only_for_xboard):
    """The lines about options, in order, without intended differences."""
    kept = []
    for word in re.findall(r'(?:memory|smp|egt|option)=(?:"[^"]*"|\S+)', "\n".join(l for l in lines if l.startswith("feature "))):
        # We take `exclude` as a command (feature exclude=1), and have a path in SettingsFile that is as good.
        # Of learning PolyGlot has one option, and these of the book it has not.
        if re.match(r'option="Polyglot Book(Learn\w|TopN|Variety|MinElo|MinDepth|CtgMoves|Misses|AvoidDraws|Ponder)|option="Polyglot InfoRate', word):
            continue
        # What a GUI cannot set or has no effect is not offered, and all that chooses book moves is.
        if re.match(r'option="Polyglot (exclude move|SettingsFile|LogFile|Affinity)', word):
            continue
        if only_for_xboard and re.match(r'option="Polyglot (BookTreshold|BookLearn|ShowPonder|SyncStop)', word):
            continue
        kept.append(word.replace("Handledraws", "HandleDraws"))
    return [w for w in kept if not w.startswith("option=")] + [w for w in kept if w.startswith("option=")]


def report(what, theirs, ours, context):
    # Where neither the default book.bin is there nor another book is named, we have the starter book, and show it.
    if isinstance(ours, list):
        ours = [word.replace("<starter>", "book.bin") if isinstance(word, str) else word for word in ours]
    if theirs == ours:
        return 0
    print("DIFFERENT: %s\n%s" % (what, context))
    for side, mine, other in (("PolyGlot", theirs, ours), ("we", ours, theirs)):
        mine, other = ([*x.items()] if isinstance(x, dict) else x for x in (mine, other))
        print("  only %s: %r" % (side, [line for line in mine if line not in other]))
    if sorted(map(str, theirs)) == sorted(map(str, ours)):
        print("  another order: %r against %r" % (theirs, ours))
    return 1


def play_round(rng, theirs, ours):
    options = random_engine(rng)
    declarations = "".join(option.declare() for option in options)
    arguments = ["-wb", rng.choice(["true", "false"])]
    for option in options:
        value = option.value(rng)
        if value and value != option.default and rng.random() < 0.2:  # PolyGlot sends no default
            if not set(value) & set(";#[]=\\") and not set(option.name) & set(";#[]=\\"):
                arguments += ["-uci", "%s=%s" % (option.name, value)]
    arguments += ["-uci", "Lacking=7"]  # xboard gives options that the engine may not have
    commands = random_commands(rng, options) + ["option Polyglot Save"]
    context = "%s%s\n%s" % (declarations, " ".join(arguments), "\n".join(commands))
    wrong = 0
    for peer in (theirs, ours):
        shutil.rmtree(os.path.dirname(peer.saved), ignore_errors=True)
    expected, found = play_both(theirs, ours, declarations, arguments, commands)
    wrong += report("features", expected[0], found[0], context)
    wrong += report("setoption", expected[1], found[1], context)
    # We keep what this engine lacks, since an ini file may serve several, and UCI_HashFile, which PolyGlot forgets: of
    # names with UCI_ it saves UCI_LimitStrength and UCI_Elo only. A book that a GUI has named is saved as one only to read.
    saved = {name: value for name, value in ours.read_saved().items()
             if not re.match(r"\[Engine\](Lacking$|UCI_(?!LimitStrength$|Elo$))|\[PolyGlot\]BookReadOnly$", name)}
    wrong += report("saved file", theirs.read_saved(), saved, context)
    shutil.copy(theirs.saved, ours.saved)
    expected, found = play_both(theirs, ours, declarations, [], [])
    wrong += report("features after reading back", expected[0], found[0], context)
    wrong += report("setoption after reading back", sorted(expected[1]), sorted(found[1]), context)
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("polyglot", help="our program")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    args = parser.parse_args()
    program = shutil.which("polyglot", path=os.environ.get("PATH", "") + os.pathsep + "/usr/games")
    if program is None or os.path.samefile(program, args.polyglot):
        print("skipped: no Debian polyglot here (apt-get install polyglot)")
        return SKIP
    print("seed %d" % args.seed)
    seeds = random.Random(args.seed)

    def run(seed):
        with tempfile.TemporaryDirectory() as directory:
            theirs = Peer(program, os.path.join(directory, "a"))
            ours = Peer(os.path.abspath(args.polyglot), os.path.join(directory, "b"))
            return play_round(random.Random(seed), theirs, ours)

    with ThreadPoolExecutor(4 * (os.cpu_count() or 1)) as pool:  # most of a round is waiting
        wrong = sum(pool.map(run, [seeds.randrange(1 << 32) for _ in range(args.count)]))
    print("%d engines, %d differences" % (args.count, wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
