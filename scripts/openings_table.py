"""core/openings/openings.tsv for scripts: its rows, and their moves as coordinates (docs/starter-book.md)."""
import os
import re
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

root = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(root / "tests" / "e2e"))
sys.dont_write_bytecode = True

from chess_rules import START_FEN, Position, parse_square  # noqa: E402

TABLE = root / "core" / "openings" / "openings.tsv"


@dataclass
class Row:
    number: int  # of the line in the file, from 1
    code: str
    name: str
    moves: str
    continuation: str | None  # "-": not in the starter book

    def key(self):
        return self.code, self.name, self.moves


def parse_row(line, number):
    """None for a comment or an empty line."""
    fields = line.rstrip("\r\n").split("\t")
    if not line.strip() or line.startswith("#"):
        return None
    if len(fields) not in (3, 4):
        raise SystemExit(f"line {number}: {len(fields)} fields, not 3 or 4")
    return Row(number, *fields[:3], fields[3] if len(fields) > 3 else None)


def read_rows(table):
    with open(table, encoding="utf-8-sig", newline="") as file:
        rows = [parse_row(line, number) for number, line in enumerate(file, 1)]
    return [row for row in rows if row]


SAN = re.compile(r"([KQRBN]?)([a-h]?[1-8]?)x?([a-h][1-8])=?([QRBN]?)[+#!?]*")


def read_move(position, word):
    """A legal move as coordinates, of coordinates or SAN with or without marks and needless disambiguation; else None."""
    moves = position.legal_moves()
    if word in moves:
        return word
    plain = word.rstrip("+#!?").replace("0", "O")
    if plain in ("O-O", "O-O-O"):
        return next((move for move in moves if position.san(move).rstrip("+#") == plain), None)
    parts = SAN.fullmatch(word)
    if not parts:
        return None
    piece, origin, target, promotion = parts.groups()
    found = [move for move in moves
             if move[2:4] == target and move[4:] == promotion.lower() and all(c in move[:2] for c in origin)
             and position.board[parse_square(move[:2])].upper() == (piece or "P")]
    return found[0] if len(found) == 1 else None


def play(position, words):
    """The moves as coordinates, and the position after them."""
    played = []
    for word in words:
        move = read_move(position, word)
        if move is None:
            raise ValueError(f"{word} is not legal after {' '.join(played) or 'the start'}")
        played.append(move)
        position = position.after(move)
    return played, position


def start():
    return Position(START_FEN)


def add_continuations(table, found):
    """Writes the fourth field of rows that have none. Reads the table again, as somebody may have edited it, and replaces it
    in one step. found: {Row.key(): continuation}."""
    with open(table, encoding="utf-8", newline="") as file:
        lines = file.readlines()
    for index, line in enumerate(lines):
        row = parse_row(line.removeprefix("\ufeff"), index + 1)
        if row and row.continuation is None and row.key() in found:
            body = line.rstrip("\r\n")
            lines[index] = f"{body}\t{found[row.key()]}{line[len(body):] or chr(10)}"
    descriptor, name = tempfile.mkstemp(prefix=table.name + ".", dir=table.parent)
    with os.fdopen(descriptor, "w", encoding="utf-8", newline="") as file:
        file.writelines(lines)
        file.flush()
        os.fsync(file.fileno())
    os.chmod(name, os.stat(table).st_mode & 0o777)
    os.replace(name, table)
