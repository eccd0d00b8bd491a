#!/usr/bin/env python3
"""The tools of polyglot.exe print and write the same bytes as those of the native program, from the same inputs.

    same_output.py [-v] WINDOWS-BUILD [NATIVE-BUILD]    build directories; skipped without a native program
    POLYGLOT_EMULATOR: the command that runs Windows programs (wine64); empty on Windows

Every step runs in a folder of each program, with relative names, and leaves its files for later steps. Compared are the
exit status, standard output, standard error and every file. Only what DIFFERS names is allowed to differ.
"""
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared" / "data"
SKIPPED = 77
LIMIT = 300  # seconds; only a hang is longer
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
LINE = "e2e4 e7e5 g1f3 b8c6"
NATIVE_BUILDS = ("ci", "dev", "release")

# Times of the machine: (steps, pattern, what both have instead).
DIFFERS = [
    (r"make-book|pgn-stat", rb"^\d+\.\d+ s\b", b"SECONDS"),
    (r"make-book|pgn-stat", rb'"seconds": ?[\d.eE+-]+', b"SECONDS"),
    (r"pgn-stat", rb"[\d,.]+ (games|plies|MB)/s", b"SPEED"),
    (r"perft", rb"time= *[\d.]+s nps= *\d+", b"TIME"),
    (r"epd-test", rb"T= *[\d.]+s|time=[\d.]+", b"TIME"),
    (r"epd-test", rb'"time_ms":\d+', b"TIME"),
    (r"epd-test", rb",(\d+),\d+,(\d+),(\d+),\d+,(\d+),", rb",\1,MS,\2,\3,MS,\4,"),  # columns found_ms and ms
]
NOT_COMPARED = re.compile(r"results\.db")  # SQLite's files, in its own order; -show and -export print what they hold

STEPS = {}  # name: (words after the program, file that is its standard input)


def step(name, *words, stdin=None):
    STEPS[name] = (words, stdin)


def steps_of_games():
    for number, words in enumerate([
            [], ["-min-game", "1", "-no-header", "-max-ply", "16"], ["-min-game", "1", "-max-ply", "12", "-uniform"],
            ["-min-game", "2", "-weight", "elo", "-top", "2"], ["-min-game", "1", "-weight", "recency", "-reference-year", "2015"],
            ["-min-game", "1", "-variations", "-unknown", "draw"], ["-min-game", "1", "-unique", "-keep-losses"],
            ["-min-game", "2", "-filter", 'WhiteElo >= 2200 && Result != "*"'], ["-min-game", "1", "-compat"],
            ["-min-game", "1", "-memory", "16M", "-tmp", "."]]):
        step(f"make-book {number}", "make-book", "-pgn", "games.pgn", "-bin", f"made{number}.bin", "-threads", "2",
             "-json", f"report{number}.json", "-progress", "none", *words)
    step("make-book from standard input", "make-book", "-pgn", "-", "-bin", "piped.bin", "-min-game", "1", stdin="games.pgn")
    step("make-book -stats", "make-book", "-pgn", "games.pgn", "-bin", "a.bin", "-stats", "a.pgstats", "-min-game", "1")
    step("make-book -from-stats", "make-book", "-from-stats", "a.pgstats", "-bin", "b.bin", "-min-game", "2")
    step("make-book CRLF", "make-book", "-pgn", "crlf.pgn", "-bin", "crlf.bin", "-min-game", "1")
    step("make-book -strict", "make-book", "-pgn", "games.pgn", "-bin", "none.bin", "-strict")
    step("pgn-stat", "pgn-stat", "games.pgn", "crlf.pgn", "-threads", "2", "-progress", "none")
    step("pgn-stat -json", "pgn-stat", "games.pgn", "-json", "-", "-variations")
    step("pgn-stat from standard input", "pgn-stat", "-", "-json", "stat.json", stdin="crlf.pgn")


def steps_of_books():
    step("merge-book", "merge-book", "-in1", "made1.bin", "-in2", "made3.bin", "-out", "merged.bin")
    for kind in ("max", "average", "priority"):
        step(f"merge-book -by {kind}", "merge-book", "-in", "made1.bin", "made3.bin", "made5.bin", "-by", kind, "-learn",
             "sum", "-factor", "1", "2", "0.5", "-out", f"{kind}.bin")
    sources = {"made1.bin": "bin", "lines.abk": "abk", "values.yacb": "yacb", "table.sftt": "sftt"}
    for source, kind in sources.items():
        for extension in ("bin", "abk", "yacb", "csv", "json", "pgn"):
            step(f"convert-book {kind} to {extension}", "convert-book", "-from", source, "-to", f"of-{kind}.{extension}")
        step(f"convert-book {kind} to standard output", "convert-book", "-from", source, "-to", "-", "-format", "csv")
        for colour in ("white", "black"):
            step(f"dump-book {kind} {colour}", "dump-book", "-bin", source, "-color", colour, "-max-ply", "12", "-out",
                 f"{kind}-{colour}.txt")
        for words in (["info-book"], ["info-book", "-json"], ["find-book"], ["find-book", "-moves", LINE, "-json"],
                      ["verify-book"], ["verify-book", "-strict", "-json"]):
            step(f"{' '.join(words[:1] + [w for w in words[1:] if w[0] == '-'])} {kind}", words[0], source, *words[1:])
    step("convert-book statistics", "convert-book", "-from", "a.pgstats", "-to", "of-statistics.csv")
    step("convert-book with texts", "convert-book", "-from", "made1.bin", "-to", "texts.abk", "-comment",
         "B\u00fccher \u4e66", "-author", "\u0418\u0432\u0430\u043d")
    step("dump-book to standard output", "dump-book", "-bin", "made1.bin", "-color", "white", "-out", "-", "-max-ply", "10")
    step("info-book -exact", "info-book", "made1.bin", "-exact")
    step("find-book of FENs", "find-book", "made1.bin", "-fen", "-", "-json", stdin="fens.txt")
    step("verify-book -chess960", "verify-book", "made1.bin", "-chess960")
    step("verify-book of damage", "verify-book", "damaged.bin")
    step("verify-book of a text", "verify-book", "games.pgn")
    for tool in ("info-book", "find-book", "verify-book", "dump-book"):
        step(f"{tool} without a book", tool, "-bin", "nowhere.bin", *(["-color", "white"] if tool == "dump-book" else []))


def steps_of_others():
    step("key", "key", stdin="fens.txt")
    step("key -stockfish", "key", "-stockfish", stdin="fens.txt")
    step("perft", "perft", "-max-depth", "4")
    step("perft -divide", "perft", "-fen", KIWIPETE, "-max-depth", "3", "-divide")
    step("perft -chess960", "perft", "-fen", KIWIPETE, "-max-depth", "3", "-divide", "-chess960")
    for transcript in transcripts():
        step(f"replay {transcript.stem}", "replay", f"transcripts/{transcript.name}")
    step("replay -minimise", "replay", "changed.txt", "-minimise", "-output", "short.txt")
    step("learn-book -replay", "learn-book", "-store", "results.db", "-replay", "games.pgn", "-book", "made1.bin")
    step("learn-book -show", "learn-book", "-store", "results.db", "-show", "-csv")
    step("learn-book -export", "learn-book", "-store", "results.db", "-export", "-")
    step("epd-test", "epd.ini", "epd-test", "-epd", "suite.epd", "-depth", "1", "-csv", "suite.csv")
    step("epd-test -json", "epd.ini", "epd-test", "-epd", "suite.epd", "-nodes", "5", "-json", "suite.json")
    for tool in ("make-book", "merge-book", "convert-book", "dump-book", "info-book", "find-book", "verify-book", "pgn-stat",
                 "perft", "epd-test", "replay", "key", "learn-book"):
        step(f"{tool} -help", tool, "-help")


class Side:
    """A program, and the folder that its steps are run in."""

    def __init__(self, build, emulator, folder):
        self.build, self.folder = Path(build), folder
        self.suffix = ".exe" if emulator or os.name == "nt" else ""
        self.emulator = emulator
        self.known = {}  # its files before the next step
        self.folder.mkdir()

    def command(self, name):
        """None if it was not built."""
        path = self.build / (name + self.suffix)
        return [*self.emulator, str(path)] if path.is_file() else None

    def run(self, words, stdin):
        with open(self.folder / stdin if stdin else os.devnull, "rb") as data:
            done = subprocess.run([*self.command("polyglot"), *words], cwd=self.folder, stdin=data, capture_output=True,
                                  timeout=LIMIT, check=False)
        return {"exit status": str(done.returncode).encode(), "standard output": done.stdout,
                "standard error": done.stderr, **self.new_files()}

    def new_files(self):
        files = {str(path.relative_to(self.folder)): path.read_bytes() for path in sorted(self.folder.rglob("*"))
                 if path.is_file()
                 and not NOT_COMPARED.match(path.name)}
        old, self.known = self.known, files
        return {f"file {name}": data for name, data in files.items() if old.get(name) != data}


def native_build():
    builds = [ROOT / "build" / name for name in NATIVE_BUILDS]
    return next((build for build in builds if (build / "polyglot").is_file()), None)


def make_inputs(folder, windows, native):
    """The same files for both, made by the native program and by Python."""
    sys.path.insert(0, str(ROOT / "tests" / "e2e"))
    # pylint: disable=import-error,import-outside-toplevel
    from book_files import SfttEntry, YacbEntry, sftt_bytes, stockfish_keys, stockfish_move, yacb_bytes
    from chess_rules import START_FEN
    from polyglot_book import Book, position_at

    program = native.command("polyglot")[0]
    make_games = native.command("tests/support/make_games") or windows.command("tests/support/make_games")
    for name, styles in {"games.pgn": ["plain", "plain", "glued", "clocks", "annotated", "unfinished", "latin1", "cr", "fen",
                                       "chess960", "broken"], "crlf.pgn": ["crlf"]}.items():
        subprocess.run([*make_games, name, "1200", "7", *styles], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    paths = {" ".join(LINE.split()[:n]): move for n, move in enumerate(LINE.split())}
    book = Book(program, {path: f"{move} 5 {n} {n}, a2a3 1" if n % 2 == 0 else f"{move} 3" for n, (path, move) in
                          enumerate(paths.items())}).bytes
    (folder / "small.bin").write_bytes(book)
    (folder / "damaged.bin").write_bytes(book[16:32] + book[:16] + book[32:] + b"\n")
    fens = [position_at(path).fen() for path in paths]
    (folder / "fens.txt").write_text("".join(fen + "\n" for fen in fens), encoding="ascii")
    (folder / "suite.epd").write_text("".join(f'{" ".join(fen.split()[:4])} bm {move}; id "{n}";\n' for n, (fen, move) in
                                              enumerate(zip(fens, ("e4", "e5", "Nf3", "Nc6")))), encoding="ascii")
    keys = stockfish_keys(program, fens)
    moves = [stockfish_move(move) for move in paths.values()]
    (folder / "values.yacb").write_bytes(yacb_bytes([YacbEntry(k, value=30, best_move=m) for k, m in zip(keys, moves)]))
    (folder / "table.sftt").write_bytes(sftt_bytes([SfttEntry(k, value=30, move=m) for k, m in zip(keys, moves)],
                                                   root_fen=START_FEN))
    arena = SHARED / "abk" / "ArjunBhalla98_Chess-AI__Titus2.4.abk"
    if arena.exists():
        shutil.copy(arena, folder / "lines.abk")
    else:
        subprocess.run([program, "convert-book", "-from", "small.bin", "-to", "lines.abk"], cwd=folder, check=True,
                       stdout=subprocess.DEVNULL)
    (folder / "transcripts").mkdir()
    for transcript in transcripts():
        shutil.copy(transcript, folder / "transcripts")
    (folder / "changed.txt").write_bytes(transcripts()[0].read_bytes().replace(b"gui< ", b"gui< not ", 1))


def transcripts():
    return sorted((ROOT / "tests" / "transcripts").glob("*/*.txt"))[::40]


def write_engine_settings(side):
    engine = side.build / "tests" / "support" / ("plain_engine" + side.suffix)
    if engine.is_file():
        (side.folder / "epd.ini").write_text(f'[PolyGlot]\nEngineCommand = "{engine}"\n', encoding="utf-8")
    return engine.is_file()


def without_differences(name, data):
    for steps, pattern, both in DIFFERS:
        if re.match(steps, name):
            data = re.sub(pattern, both, data, flags=re.MULTILINE)
    return data


def first_difference(there, here):
    """Of two byte strings, as text."""
    lines = there.splitlines(True), here.splitlines(True)
    for number, (a, b) in enumerate(zip(*lines), start=1):
        if a != b:
            return f"line {number}: native {a[:300]!r}, Windows {b[:300]!r}"
    return f"native has {len(lines[0])} lines, Windows {len(lines[1])}"


def compare(name, native, windows):
    """[(what, how it differs)]; the number of compared things, and how many were the same only by DIFFERS."""
    wrong, same, allowed = [], 0, 0
    for what in sorted(set(native) | set(windows)):
        if what not in native or what not in windows:
            wrong.append((what, "only the native program has it" if what in native else "only the Windows program has it"))
            continue
        a, b = native[what], windows[what]
        if a != b:
            a, b = without_differences(name, a), without_differences(name, b)
            allowed += a == b
        if a != b:
            wrong.append((what, first_difference(a, b)))
        same += a == b
    return wrong, same, allowed


def main():
    words = [word for word in sys.argv[1:] if word != "-v"]
    native_at = words[1] if len(words) > 1 else native_build()
    if not native_at:
        print(f"skipped: no native program in build/{{{','.join(NATIVE_BUILDS)}}} to compare with")
        return SKIPPED
    for steps in steps_of_games, steps_of_books, steps_of_others:
        steps()
    with tempfile.TemporaryDirectory(prefix="polyglot same ") as temporary:
        native = Side(native_at, [], Path(temporary) / "native")
        windows = Side(words[0], shlex.split(os.environ.get("POLYGLOT_EMULATOR", "")), Path(temporary) / "windows")
        inputs = Path(temporary) / "inputs"
        inputs.mkdir()
        make_inputs(inputs, windows, native)
        engines = [write_engine_settings(side) for side in (native, windows)]
        for side in native, windows:
            shutil.copytree(inputs, side.folder, dirs_exist_ok=True)
            side.new_files()
        failed, things, by_rule, left_out, no_store = 0, 0, 0, 0, False
        for name, (arguments, stdin) in STEPS.items():
            if arguments[0] == "epd.ini" and not all(engines):
                left_out += 1
                print(f"skipped: {name}: no plain_engine in both builds")
                continue
            there, here = native.run(arguments, stdin), windows.run(arguments, stdin)
            no_store = no_store or b"needs SQLite" in here["standard error"]
            if no_store and "results.db" in arguments:
                left_out += 1
                print(f"skipped: {name}: the Windows program finds no SQLite")
                continue
            wrong, same, allowed = compare(name, there, here)
            things, by_rule, failed = things + same, by_rule + allowed, failed + bool(wrong)
            for what, how in wrong:
                print(f"DIFFERS: {name}: {what}: {how}")
            if "-v" in sys.argv:
                print(f"{name}: {same} the same, {allowed} of them but for times", flush=True)
    print(f"{len(STEPS)} steps, {failed} differ, {left_out} skipped; {things} outputs the same, {by_rule} of them but for times")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
