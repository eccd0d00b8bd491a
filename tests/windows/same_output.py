#!/usr/bin/env python3
"""Every command of polyglot.exe prints and writes the same bytes as that of the native program, from the same inputs.

    same_output.py [-v] [--steps REGEX] WINDOWS-BUILD [NATIVE-BUILD]    build directories; skipped without a native program
    POLYGLOT_EMULATOR: the command that runs Windows programs (wine64); empty on Windows; skipped if it is not there

Every step runs in a folder of each program, with relative names, and leaves its files for later steps. Compared are the
exit status, standard output, standard error and every file. Only what DIFFERS names is allowed to differ. Not compared
are the pages that explore serves (tests/unit/tools/explore) and the times that engine-test measures.
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
    (r"edit-book|rate-book", rb"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", b"TIME"),
    (r".*", rb"^polyglot \d+\.\d+\.\d+ \(\w+(?:-dirty)?\)", b"polyglot VERSION"),  # the builds may be of different commits
    (r"grow-book|rate-book", rb"\b\d+(\.\d+)? s\b", b"TIME"),
    # Command lines for the system's own shell: cmd.exe knows no single quotes; and polyglot's own path.
    (r"make-config", rb"'([^'\n]*)'", rb'"\1"'),
    (r"make-config", rb"(cmd=\"?|\"command\":\")[^\s\"]*polyglot(\.exe)?\b", rb"\1POLYGLOT"),
    (r"make-config", rb'(match/[^"/]*)\.(?:bat|sh)"', rb'\1.SCRIPT"'),
    # A path that is looked up is shown as the system writes it.
    (r"log-stat", rb"\btranscripts\\+", b"transcripts/"),
]
# SQLite's files, in its own order (-show and -export print what they hold), and scripts of the system's own shell.
NOT_COMPARED = re.compile(r".*\.(db|bat|sh)$|epd\.ini")

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


COMMANDS = ("make-book merge-book convert-book info-book find-book show-book explore dump-book edit-book verify-book"
            " repair-book diff-book intersect-book subtract-book learn-book grow-book rate-book openings-book make-config"
            " engine-test epd-test pgn-stat log-stat replay perft key").split()


def steps_of_changed_books():
    """Commands that came later: what they print and write."""
    for words in (["-depth", "4"], ["-json"], ["-html", "-"], ["-dot", "show.dot"], ["-line", "e4 e5", "-min-share", "0"]):
        step(f"show-book {words[0]}", "show-book", "made1.bin", *words)
    for kind, book in (("bin", "edited.bin"), ("abk", "edited.abk"), ("yacb", "edited.yacb")):
        step(f"edit-book {kind} copy", "convert-book", "-from", "made1.bin" if kind == "bin" else "small.bin", "-to", book)
        step(f"edit-book {kind}", "edit-book", book, "-line", "", "-move", "e2e4", "-weight", "7", "-move", "d2d4", "-add")
        step(f"edit-book {kind} -dry-run", "edit-book", book, "-move", "e2e4", "-forbid", "-dry-run")
        step(f"edit-book {kind} -history", "edit-book", book, "-history")
        step(f"edit-book {kind} -undo", "edit-book", book, "-undo")
    step("repair-book", "repair-book", "damaged.bin", "-out", "repaired.bin")
    step("repair-book to see", "repair-book", "damaged.bin")
    step("diff-book", "diff-book", "made1.bin", "made3.bin")
    step("diff-book -json", "diff-book", "made1.bin", "lines.abk", "-json", "-max", "0")
    for command in ("intersect-book", "subtract-book"):
        for by in ("move", "position"):
            step(f"{command} -by {by}", command, "made1.bin", "made3.bin", "-by", by, "-out", f"{command}-{by}.bin")
    for kind in ("epd", "pgn"):
        step(f"openings-book {kind}", "openings-book", "made1.bin", "-n", "20", "-ply", "4", "-out", f"openings.{kind}")
        step(f"openings-book -check {kind}", "openings-book", "-check", f"openings.{kind}")
    step("openings-book -balance", "openings-book", "a.pgstats", "-n", "5", "-ply", "3", "-balance", "30..70")
    for transcript in transcripts()[:3]:
        step(f"log-stat {transcript.stem}", "log-stat", f"transcripts/{transcript.name}")
    step("log-stat -json", "log-stat", *(f"transcripts/{transcript.name}" for transcript in transcripts()), "-json")
    step("log-stat of a folder without logs", "log-stat", "transcripts")


def steps_of_engines():
    """With an engine of tests/support: {fake_engine} is its path."""
    engine = '"{fake_engine}" --key-values --random-legal --seed 1'
    search = ("-ec", engine, "-depth", "1", "-width", "1000")
    step("grow-book", "grow-book", "-store", "grow.db", *search, "-positions", "12", "-bin", "grown.bin", "-bin", "grown.json")
    step("grow-book of a store", "grow-book", "-store", "grow.db", "-bin", "grown.csv", "-width", "1000")
    step("rate-book", "rate-book", "small.bin", "-store", "rate.db", *search, "-positions", "12", "-out", "rated.bin", "-out",
         "rated.csv")
    step("rate-book -json", "rate-book", "small.bin", "-store", "rate.db", "-json", "-")
    step("make-config", "make-config", engine, "-book", "made1.bin", "-dir", "match")
    step("make-config fastchess", "make-config", engine, "-book", "made1.bin", "-dir", "match", "-runner", "fastchess", "-force")
    step("make-config again", "make-config", engine, "-dir", "match")
    step("engine-test -list", "engine-test", "-list")
    play = ["-noini", "-ec", engine, "-book", "small.bin", "-pg", "BookRandom=false", "-pg", "QuitTimeout=60000"]
    step("play", *play, stdin="play.txt")
    step("play xboard", *play, stdin="xboard.txt")
    step("-check-config", "-check-config", "-no-start", "config.ini")
    step("-check-config of mistakes", "-check-config", "-no-start", "mistakes.ini")


def steps_of_help_and_wrong_use():
    for command in COMMANDS:
        step(f"{command} -help", command, "-help")
        step(f"{command} -nonsense", command, "-nonsense")
    for topic in ([], ["options"], ["formats"], ["make-book"], ["nothing"]):
        step(" ".join(["help", *topic]), "help", *topic)
    step("-help", "-help")
    step("mistyped", "make-boko")
    for command, words in {"show-book": [], "explore": ["-no-open"], "edit-book": ["-history"], "repair-book": [],
                           "diff-book": ["small.bin"], "openings-book": [], "rate-book": [], "log-stat": []}.items():
        step(f"{command} without a file", command, "nowhere.bin", *words)


class Side:
    """A program, and the folder that its steps are run in."""

    def __init__(self, build, emulator, folder):
        self.build, self.folder = Path(build).resolve(), folder
        self.suffix = ".exe" if emulator or os.name == "nt" else ""
        self.emulator = emulator
        self.known = {}  # its files before the next step
        self.folder.mkdir()

    def command(self, name):
        """None if it was not built."""
        path = self.build / (name + self.suffix)
        return [*self.emulator, str(path)] if path.is_file() else None

    def engine(self, name):
        return self.build / "tests" / "support" / (name + self.suffix)

    def run(self, words, stdin):
        words = [word.replace("{fake_engine}", str(self.engine("fake_engine"))) for word in words]
        with open(self.folder / stdin if stdin else os.devnull, "rb") as data:
            done = subprocess.run([*self.command("polyglot"), *words], cwd=self.folder, stdin=data, capture_output=True,
                                  timeout=LIMIT, check=False)
        found = {"exit status": str(done.returncode).encode(), "standard output": done.stdout,
                 "standard error": done.stderr, **self.new_files()}
        return {what: self.without_places(data) for what, data in found.items()}

    def without_places(self, data):
        """With names for the folders of this program, however they are spelt."""
        for place, name in ((self.engine("fake_engine"), b"ENGINE"), (self.engine("fake_engine").parent, b"ENGINES"),
                            (self.folder, b"FOLDER")):
            spelling = r"(Z:)?" + r"[\\/]+".join(map(re.escape, str(place).split("/")))
            data = re.sub(spelling.encode() + rb"(?![\w-])", name, data)
        return re.sub(rb"(FOLDER|ENGINES)([\\/]+[\w.{}-]+)+", lambda found: re.sub(rb"\\+", b"/", found[0]), data)

    def new_files(self):
        files = {path.relative_to(self.folder).as_posix(): path.read_bytes() for path in sorted(self.folder.rglob("*"))
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
    (folder / "play.txt").write_text("uci\nisready\nposition startpos\ngo movetime 10\nposition startpos moves e2e4\n"
                                     "go movetime 10\nquit\n", encoding="ascii")
    (folder / "xboard.txt").write_text("xboard\nprotover 2\nnew\nforce\nusermove e2e4\nping 1\nquit\n", encoding="ascii")
    (folder / "config.ini").write_text("[PolyGlot]\nEngineName = Name\nBook = true\nBookFile = small.bin\nBookDepth = 12\n"
                                       "[Engine]\nHash = 16\n", encoding="ascii")
    (folder / "mistakes.ini").write_text("[PolyGlot]\nBookDepht = 1\nBookTopN = many\nBookFile = nowhere.bin\n[What]\na = b\n",
                                         encoding="ascii")
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
    rest = b"".join(max(lines, key=len)[min(map(len, lines)):])
    return f"native has {len(lines[0])} lines, Windows {len(lines[1])}; the further ones: {rest[:300]!r}"


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
    only = re.compile(words.pop(words.index("--steps") + 1) if "--steps" in words else "")
    words = [word for word in words if word != "--steps"]
    emulator = shlex.split(os.environ.get("POLYGLOT_EMULATOR", ""))
    if emulator and not shutil.which(emulator[0]):
        print(f"skipped: no {emulator[0]} to run Windows programs")
        return SKIPPED
    native_at = words[1] if len(words) > 1 else native_build()
    if not native_at:
        print(f"skipped: no native program in build/{{{','.join(NATIVE_BUILDS)}}} to compare with")
        return SKIPPED
    for steps in (steps_of_games, steps_of_books, steps_of_others, steps_of_changed_books, steps_of_engines,
                  steps_of_help_and_wrong_use):
        steps()
    with tempfile.TemporaryDirectory(prefix="polyglot same ") as temporary:
        native = Side(native_at, [], Path(temporary) / "native")
        windows = Side(words[0], emulator, Path(temporary) / "windows")
        inputs = Path(temporary) / "inputs"
        inputs.mkdir()
        make_inputs(inputs, windows, native)
        engines = [write_engine_settings(side) for side in (native, windows)]
        for side in native, windows:
            shutil.copytree(inputs, side.folder, dirs_exist_ok=True)
            side.new_files()
        failed, things, by_rule, left_out, no_store = 0, 0, 0, 0, False
        for name, (arguments, stdin) in STEPS.items():
            if not only.search(name):
                continue
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
