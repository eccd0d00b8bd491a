"""PolyGlot books written by tests, and what was learnt in them since."""
import functools
import subprocess

from chess_rules import START_FEN, Position, parse_square

ENTRY_BYTES = 16


@functools.lru_cache(None)
def key_of(program, fen):
    """By the program's `key` command."""
    answer = subprocess.run([program, "key", "-fen", fen], capture_output=True, text=True, check=True)
    return int(answer.stdout.split()[-1], 16)


@functools.lru_cache(None)
def after(path):
    """The legal moves after these moves from the start, and the resulting positions."""
    return position_at(path).legal_moves()


def position_at(path):
    """The position after moves from the start, or of a FEN."""
    if "/" in path:
        return Position(path)
    head, _, last = path.rpartition(" ")
    return after(head)[last] if path else Position(START_FEN)


def result_by_rule(path):
    """The result of a game that ends in mate or stalemate (1.d3 g5 2.e4 f6 3.Qh5#), which counts more than the GUI's report.
    None: the game continues."""
    position = position_at(path)
    if position.legal_moves():
        return None
    return "1/2-1/2" if not position.in_check() else "0-1" if position.white else "1-0"


def encode_move(move, position):
    """PolyGlot's 16 bits: a king castles by taking its rook. After "!" the text is taken unchanged."""
    text = move.removeprefix("!")
    if text == move and text in ("e1g1", "e1c1", "e8g8", "e8c8") and position.board[parse_square(text[:2])] in "Kk":
        text = text[:2] + {"g": "h", "c": "a"}[text[2]] + text[3]
    return " nbrq".index(text[4:] or " ") << 12 | parse_square(text[:2]) << 6 | parse_square(text[2:4])


class Book:
    """The bytes of a book: {moves from the start, or a FEN: "move weight [games half-points], …"}."""

    def __init__(self, program, positions):
        rows = []
        for path, entries in positions.items():
            position = position_at(path)
            key = key_of(program, position.fen())
            for entry in entries.split(", "):
                name, *numbers = entry.split()
                weight, games, half_points = [int(number) for number in numbers] + [0] * (3 - len(numbers))
                rows.append((key, encode_move(name, position), weight, games, half_points, path, name))
        rows.sort(key=lambda row: row[0])  # stable: the entries of a position stay in their order
        self.entries = [row[-2:] for row in rows]       # (path, move) of each
        self.keys_and_moves = [row[:2] for row in rows]
        self.bytes = b"".join(row[0].to_bytes(8, "big") + b"".join(field.to_bytes(2, "big") for field in row[1:5])
                              for row in rows)

    def learn_fields(self, now):
        """Games and half-points of each entry. ValueError if anything else of the book has changed."""
        if len(now) != len(self.bytes):
            raise ValueError(f"{len(now)} bytes instead of {len(self.bytes)}")
        fields = []
        for at in range(0, len(now), ENTRY_BYTES):
            if now[at:at + 12] != self.bytes[at:at + 12]:
                raise ValueError(f"entry {at // ENTRY_BYTES} is {now[at:at + ENTRY_BYTES].hex()} instead of "
                                 f"{self.bytes[at:at + ENTRY_BYTES].hex()}")
            fields.append((int.from_bytes(now[at + 12:at + 14], "big"), int.from_bytes(now[at + 14:at + 16], "big")))
        return fields

    def learnt(self, now):
        """{"e2e4 1/2", …}: games and half-points of the entries in which they changed, or what is wrong."""
        try:
            fields = zip(self.entries, self.learn_fields(self.bytes), self.learn_fields(now))
            return {f"{move} {new[0]}/{new[1]}" for (_, move), old, new in fields if old != new}
        except ValueError as error:
            return {str(error)}
