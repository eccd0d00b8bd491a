"""The table of formats and commands in README.md, found by running every cell on one small book in each format: what a
command reads and writes, and that every refusal has an exit status and a sentence that names the file's format.

    POLYGLOT_ADAPTER=build/dev/polyglot POLYGLOT_FAKE_ENGINE=… POLYGLOT_MAKE_CTG=… tests/e2e/test_format_matrix.py --write

puts what was found into README.md. The formats are those of `polyglot help formats`. A command is one or more lines of WAYS; a
command of `polyglot help` that has none is an error, unless NO_BOOKS says that it takes no book. A format that convert-book
does not write has a function in SAMPLES that makes a book, or a book in tests/e2e/books."""
import concurrent.futures
import dataclasses
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Callable

from book_files import SfttEntry, stockfish_keys, stockfish_move, write_sftt
from chess_rules import START_FEN
from e2e_support import LIMIT, adapter, fake_engine
from explore_support import Explorer

README = Path(__file__).resolve().parents[2] / "README.md"
BEGIN, END = "<!-- formats: tests/e2e/test_format_matrix.py --write -->\n", "<!-- end of formats -->\n"

# 1. e4 e5 2. Nf3 and 1. d4: what each book says, as far as its format has a place for it.
AFTER_E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
AFTER_E5 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
BEST = {START_FEN: "e2e4", AFTER_E4: "e7e5", AFTER_E5: "g1f3"}
TABLE = "fen,move,weight,value,type,bound,source,depth,best,learn_count,learn_sum\n" + "".join(
    f"{fen},{move},3,30,centipawns,exact,engine,20,1,2,3\n" for fen, move in BEST.items()) + f"{START_FEN},d2d4,1,,,,,,,1,1\n"
GAMES = "".join(f'[Event "x"]\n[Result "1/2-1/2"]\n\n{moves} 1/2-1/2\n\n' for moves in ("1. e4 e5 2. Nf3", "1. e4 e5 2. Nf3", "1. d4"))


def run(folder, *words, stdin=""):
    return subprocess.run([adapter(), *map(str, words)], cwd=folder, input=stdin, capture_output=True, text=True,
                          timeout=LIMIT, check=False)


def convert(folder, name, *options):
    """The table in the format that the name says, or the options."""
    done = run(folder, "convert-book", "table.csv", "-to", name, *options)
    if done.returncode != 0:
        raise AssertionError(done.stderr)


def make_sftt(folder, name):
    keys = stockfish_keys(adapter(), list(BEST))
    write_sftt(folder / name, [SfttEntry(key, value=62, move=stockfish_move(move)) for key, move in zip(keys, BEST.values())],
               root_fen=START_FEN)


def make_ctg(folder, name):
    """No command of ours writes one."""
    subprocess.run([os.environ["POLYGLOT_MAKE_CTG"], folder / name, "e4+g e5+g Nf3+g", "e4+g e5+g Nf3+g", "d4+g"], check=True, timeout=LIMIT)


def make_statistics(folder, name):
    done = run(folder, "make-book", "games.pgn", "-bin", "unused.bin", "-stats", name, "-min-game", 1, "-progress", "none")
    if done.returncode != 0:
        raise AssertionError(done.stderr)


def make_store(folder, name):
    """The positions are those of the table; their values, which engines would have found, are put in."""
    done = run(folder, "grow-book", "-store", name, "-from", "table.csv")
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    with sqlite3.connect(folder / name) as store:
        store.execute("UPDATE positions SET state = 3 WHERE key IN (SELECT key FROM moves)")
        store.execute("UPDATE positions SET state = 2, value = -30 WHERE state = 0")
        store.execute("UPDATE positions SET value = 10 WHERE key = (SELECT child FROM moves WHERE move = ?)", (11 << 6 | 27,))
    store.close()


def copy_sample(folder, name):
    shutil.copy(Path(__file__).parent / "books" / name, folder / name)


@dataclasses.dataclass
class Format:
    title: str  # in the table
    file: str   # of the book that is made
    named: str  # what a refusal calls it: a regular expression
    make: Callable = convert
    begins: bytes = b""  # how a file that a command has written is known
    options: str = ""    # of convert-book, besides -to
    positions: int = 3   # that verify-book finds
    has_ending: bool = True  # else no name promises the format, and what is written is another one
    can: frozenset = frozenset()  # play, write, edit: by `polyglot help formats`


# Of a format by its name, if the table of formats does not say it. A format of two layouts is two lines of README.md.
SAMPLES = {
    "Arena": [{"begins": b"\3ABK"}],
    "YACB": [{"begins": b"YACB"}],
    "SFTT": [{"make": make_sftt, "begins": b"SFTT"}],
    "experience": [{"begins": b"SugaR Experience version 2"},
                   {"title": "experience: BrainLearn", "file": "brainlearn.exp", "options": "-format brainlearn",
                    "make": lambda folder, name: convert(folder, name, "-format", "brainlearn")}],
    "ChessBase": [{"make": make_ctg, "positions": 5}],
    "CSV": [{"begins": b"fen,"}],
    "JSON": [{"begins": b"{"}],
    "PGN": [{"begins": b"[Event"}],
    "grow-book store": [{"make": make_store, "begins": b"SQLite", "named": "grow-book"}],
    "lines": [{"named": "opening lines"}],
    "statistics of make-book": [{"make": make_statistics, "begins": b"PGSTATS", "named": "statistics"}],
}


def list_formats():
    lines = run(".", "help", "formats").stdout.splitlines()
    head = next(line for line in lines if line.startswith("format "))
    starts = [found.start() for found in re.finditer(r"\S+(?: \S+)*", head)]
    for line in lines[lines.index(head) + 1:]:
        name, files, play, write, edit, page = (line[begin:end].strip() for begin, end in zip(starts, [*starts[1:], None]))
        can = frozenset(word for word, value in (("play", play), ("write", write), ("edit", edit)) if value == "yes")
        for known in SAMPLES.get(name, [{}]):
            file = "book" + (files.split() or [".txt"])[0]
            yield Format(**{"has_ending": bool(files), "title": f"[{name}]({page})" + (f" `{files}`" if files else ""), "file": file, "can": can,
                            "named": name + (f"|[.]{files.strip('.')}" if files else ""), "make": convert if "write" in can else copy_sample, **known})


FORMATS = list(list_formats())


@dataclasses.dataclass
class Way:
    """One way of handing a book to a command. In words, BOOK is the book, OTHER a .bin with the same moves, D4 a .bin with
    1. d4 alone, OUT the file to write, which has the name of the book in another folder. In shows, POSITIONS is the number
    of positions in BOOK."""
    command: str
    does: str       # "r" reads BOOK, "w" writes OUT, "rw" reads and changes BOOK
    words: str
    shows: str = ""  # what standard output has if the command has done it: a regular expression
    status: tuple = (0,)
    only: str = ""   # the one file that it is for


WAYS = [
    Way("make-book", "r", "make-book BOOK -unknown draw -min-game 1 -keep-losses -bin new.bin -progress none", "in 3 positions"),
    Way("make-book", "r", "make-book -from-stats BOOK -min-game 1 -keep-losses -bin new.bin -progress none", "in 3 positions"),
    Way("make-book", "w", "make-book games.pgn -min-game 1 -bin OUT -progress none"),
    Way("make-book", "w", "make-book games.pgn -stats OUT -progress none", only="book.pgstats"),
    Way("merge-book", "r", "merge-book BOOK D4 -out new.bin", "3 positions, 1 of them"),
    Way("merge-book", "w", "merge-book OTHER D4 -out OUT"),
    Way("convert-book", "r", "convert-book BOOK -to - -format csv", "w KQkq - 0 1,0,e2e4,"),
    Way("convert-book", "w", "convert-book table.csv -to OUT OPTIONS"),
    Way("info-book", "r", "info-book BOOK", "(?m)^First moves: e4 .*[0-9]%"),
    Way("find-book", "r", "find-book BOOK", "(?m)^ +(e2e4 +)?e4 "),
    Way("show-book", "r", "show-book BOOK", "1[.] e4 "),
    Way("dump-book", "r", "dump-book BOOK -color white -out -", "1: 1[.] e4[{]"),
    Way("edit-book", "rw", "edit-book BOOK -move e4 -delete", "e4 .*deleted"),
    Way("edit-book", "r", "edit-book D4 -move e4 -copy-from BOOK", "e4 .*added"),
    Way("edit-book", "r", "edit-book D4 -from BOOK", "e4 .*added"),
    Way("verify-book", "r", "verify-book BOOK", "POSITIONS positions, POSITIONS reached"),
    Way("repair-book", "r", "repair-book BOOK -out new.bin", "nothing to repair"),
    Way("repair-book", "w", "repair-book OTHER -out OUT"),
    Way("diff-book", "r", "diff-book BOOK OTHER", "[23] positions alike", (0, 1)),
    Way("diff-book", "r", "diff-book OTHER BOOK", "[23] positions alike", (0, 1)),
    Way("intersect-book", "r", "intersect-book BOOK OTHER -out new.bin", "3 positions"),
    Way("intersect-book", "r", "intersect-book OTHER BOOK -out new.bin", "3 positions"),
    Way("intersect-book", "w", "intersect-book OTHER OTHER -out OUT"),
    Way("subtract-book", "r", "subtract-book BOOK D4 -out new.bin", "3 positions"),
    Way("subtract-book", "r", "subtract-book wide.bin BOOK -out new.bin", "1 position"),
    Way("subtract-book", "w", "subtract-book OTHER D4 -out OUT"),
    Way("learn-book", "r", "learn-book BOOK -show", "e4"),
    Way("learn-book", "rw", "learn-book BOOK -reset", "forgotten"),
    Way("openings-book", "r", "openings-book BOOK -n 1 -ply 2", "^rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w"),
]
PLAY, EXPLORE = "play", "explore"  # these run until they are ended
COLUMNS = [PLAY, "make-book", "merge-book", "convert-book", "info-book", "find-book", "show-book", EXPLORE, "dump-book",
           "edit-book", "verify-book", "repair-book", "diff-book", "intersect-book", "subtract-book", "learn-book",
           "openings-book"]
# grow-book and rate-book need an engine: tests/e2e/test_grow_book.py, test_rate_book.py.
NO_BOOKS = {"setup", "grow-book", "rate-book", "make-config", "engine-test", "epd-test", "pgn-stat", "log-stat", "replay", "perft", "key"}


NO_PAGE = "the page is not part of this program"  # built without Node.js: explore's column is left as it is


class Cell:
    """One command on one format, in a folder of its own."""

    def __init__(self, books, book, command):
        self.books, self.book, self.command = books, book, command
        self.letters, self.faults = set(), []
        self.is_tried = True

    def fault(self, words, what):
        self.faults.append(f"{self.command}, {self.book.file}: polyglot {words}: {what}")

    def refused(self, words, status, text):
        """Nothing has been done: that must be said."""
        if status <= 0 or status >= 128:
            self.fault(words, f"exit status {status}, and does nothing that is seen: {text!r}")
        elif not re.search(self.book.named, text.replace(self.book.file, "")) and not self.named_by_ending(words, text):
            self.fault(words, f"the refusal does not name the format: {text!r}")

    def named_by_ending(self, words, text):
        """What cannot be written is known by the name alone."""
        return " out/" in words and Path(self.book.file).suffix in text

    def is_written(self, folder):
        out = folder / "out" / self.book.file
        if not out.exists():
            return False
        data = out.read_bytes()
        known = [book for book in FORMATS if book.begins and data.startswith(book.begins)]
        if known:
            return known == [self.book]
        return not self.book.begins and len(data) % (24 if "BrainLearn" in self.book.title else 16) == 0

    def try_way(self, way):
        with tempfile.TemporaryDirectory(dir=self.books) as name:
            folder = Path(name)
            (folder / "out").mkdir()
            for file in ("table.csv", "games.pgn", "wide.bin", self.book.file):
                shutil.copy(self.books / file, folder / file)
            for file, copy in (("book.bin", "other.bin"), ("d4.bin", "d4.bin")):
                shutil.copy(self.books / file, folder / copy)
            names = {"BOOK": self.book.file, "OTHER": "other.bin", "D4": "d4.bin", "OUT": "out/" + self.book.file,
                     "OPTIONS": self.book.options}
            words = " ".join(names.get(word, word) for word in way.words.split())
            before = (folder / self.book.file).read_bytes()
            done = run(folder, *words.split())
            shown = done.returncode in way.status and re.search(way.shows.replace("POSITIONS", str(self.book.positions)), done.stdout)
            if way.does == "w" and shown and not self.is_written(folder):
                self.fault(words, f"what is written is not in the format of its name: {done.stdout!r}")
            elif way.does == "rw" and shown and (folder / self.book.file).read_bytes() == before:
                self.fault(words, "nothing has changed")
            elif shown:
                self.letters.update(way.does)
            else:
                self.refused(words, done.returncode, done.stderr)
                if (folder / "new.bin").exists() or (folder / "out" / self.book.file).exists():
                    self.fault(words, "a file is written all the same")

    def play(self):
        talk = "uci\nisready\nucinewgame\nposition startpos\ngo movetime 10\nquit\n"
        done = run(self.books, "-noini", "-book", self.book.file, "--", fake_engine(), stdin=talk)
        if "info string book: e2e4" in done.stdout:
            self.letters.add("r")
            return
        checked = run(self.books, "-noini", "-book", self.book.file, "-check-config", "--", fake_engine())
        messages = [line for line in done.stdout.splitlines() if line.startswith("info string polyglot: no book:")]
        self.refused("-book " + self.book.file, checked.returncode, messages[0] if messages else "")

    def explore(self):
        for letter, options in (("r", []), ("w", ["-edit"])):
            try:
                explorer = Explorer(self.books, self.book.file, *options)
            except AssertionError as refusal:
                if NO_PAGE in str(refusal):
                    self.is_tried = False
                    return
                self.refused(" ".join(["explore", self.book.file, *options]), 1, str(refusal))
                continue
            try:
                branches = explorer.ask("position")["books"][0]["branches"]
                if not any(branch["san"] == "e4" for branch in branches):
                    self.fault("explore " + self.book.file, f"does not show e4: {branches}")
                self.letters.add(letter)
            finally:
                explorer.end()

    def find(self):
        if self.command == PLAY:
            self.play()
        elif self.command == EXPLORE:
            self.explore()
        else:
            for way in WAYS:
                names_format = way.does != "w" or self.book.has_ending
                if way.command == self.command and way.only in ("", self.book.file) and names_format:
                    self.try_way(way)
        return self


def make_books(folder):
    (folder / "table.csv").write_text(TABLE)
    (folder / "games.pgn").write_text(GAMES)
    for name, moves in (("d4", ["d2d4"]), ("wide", [*BEST.values(), "a7a6"])):  # wide: one position more
        rows = [f"{START_FEN},d2d4,1"] if name == "d4" else [f"{fen},{move},1" for fen, move in BEST.items()]
        if "a7a6" in moves:
            rows.append("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2,a7a6,1")
        (folder / f"{name}.csv").write_text("fen,move,weight\n" + "\n".join(rows) + "\n")
        done = run(folder, "convert-book", f"{name}.csv", "-to", f"{name}.bin")
        if done.returncode != 0:
            raise AssertionError(done.stderr)
    for book in FORMATS:
        book.make(folder, book.file)


def find_cells():
    with tempfile.TemporaryDirectory(prefix="polyglot-formats-") as name:
        folder = Path(name)
        make_books(folder)
        cells = [Cell(folder, book, command) for book in FORMATS for command in COLUMNS]
        with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
            return list(pool.map(Cell.find, cells))


def table_of(cells):
    # What stands there now, by the format's title: for what cannot be tried here.
    old = {row[1].strip(): row[2:-1] for row in (line.split("|") for line in split_readme()[1].splitlines()[2:])}
    names = [command.removesuffix("-book") for command in COLUMNS]
    lines = ["| | " + " | ".join(names) + " |", "|---|" + ":-:|" * len(names)]
    for book in FORMATS:
        found = []
        for place, cell in enumerate(cell for cell in cells if cell.book is book):
            letters = "".join(letter for letter in "rw" if letter in cell.letters) or "–"
            found.append(letters if cell.is_tried or book.title not in old else old[book.title][place].strip())
        lines.append("| " + " | ".join([book.title, *found]) + " |")
    return "\n".join(lines) + "\n"


def split_readme():
    text = README.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    table, after = rest.split(END)
    return before, table, after


class FormatMatrix(unittest.TestCase):
    def test_every_command_has_a_column(self):
        listed = re.findall(r"(?m)^  ([a-z]+(?:-[a-z]+)?) {2,}\S", run(".", "help").stdout)
        rows = re.findall(r"(?m)^\| (\[?`.*?) \|", split_readme()[0])
        self.assertEqual(set(re.findall("`(.*?)`", " ".join(rows))), set(listed), "README.md: the table of commands")
        self.assertEqual(set(listed), set(COLUMNS) - {PLAY} | NO_BOOKS)
        self.assertEqual({way.command for way in WAYS} | {PLAY, EXPLORE}, set(COLUMNS))

    def test_every_cell(self):
        cells = find_cells()
        self.assertEqual([fault for cell in cells for fault in cell.faults], [])
        for command, letter, word in ((PLAY, "r", "play"), ("convert-book", "w", "write"), ("edit-book", "w", "edit")):
            found = {cell.book.title for cell in cells if cell.command == command and letter in cell.letters}
            self.assertEqual(found, {book.title for book in FORMATS if word in book.can}, f"help formats: {word}")
        self.assertEqual(split_readme()[1], table_of(cells), "README.md: --write puts the table there")


def write():
    cells = find_cells()
    for cell in cells:
        print(*cell.faults, sep="\n", end="\n" if cell.faults else "")
    before, _, after = split_readme()
    README.write_text(before + BEGIN + table_of(cells) + END + after, encoding="utf-8")
    return any(cell.faults for cell in cells)


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        sys.exit(write())
    unittest.main()
