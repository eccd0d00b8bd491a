"""YACB books and SFTT tables written by tests, byte for byte (docs/formats/yacb.md, docs/formats/sftt.md).

Keys come from the program: stockfish_keys(program, fens). A FEN of Chess960 is one as any other.

    keys = stockfish_keys(polyglot, [START_FEN])
    write_yacb(path, [YacbEntry(keys[0], value=30, best_move=stockfish_move("e2e4"))])
    write_sftt(path, [SfttEntry(keys[0], depth=20, move=stockfish_move("e2e4"), value=62)], root_fen=START_FEN)
"""
import dataclasses
import struct
import subprocess

NORMAL, PROMOTION, EN_PASSANT, CASTLING = range(4)
CENTIPAWNS, WON_CENTIPAWNS, DTZ, DTM, PER_CENT = range(5)   # YACB: types of value
EXACT, LOWER, UPPER, PROVEN = range(4)                      # YACB: bounds, for White
TABLE, ENGINE, STATISTICS, OTHER = range(4)                 # YACB: sources
BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT = range(4)  # SFTT: for the side to move
VALUE_NONE = 32002


def keys_of(program, fens, *options):
    """One for each FEN, by the program's `key` command."""
    answer = subprocess.run([program, "key", *options], input="\n".join(fens) + "\n", capture_output=True, text=True,
                            check=True)
    return [int(line, 16) for line in answer.stdout.split()]


def stockfish_keys(program, fens):
    return keys_of(program, fens, "-stockfish")


def stockfish_move(text, kind=None):
    """Stockfish's 16 bits. Promotion is seen by the fifth letter; en passant and castling (e1h1, king takes rook) must
    be named, because the text alone does not show them."""
    square = [ord(text[i]) - ord("a") + 8 * (int(text[i + 1]) - 1) for i in (0, 2)]
    piece = "nbrq".index(text[4]) if len(text) > 4 else 0
    if kind is None:
        kind = PROMOTION if len(text) > 4 else NORMAL
    return kind << 14 | piece << 12 | square[0] << 6 | square[1]


@dataclasses.dataclass
class YacbEntry:
    key: int
    value: int = 0      # for White; per cent: 0 to 40000
    best_move: int = 0  # stockfish_move(); 0: no move
    elo: int = 0
    type: int = CENTIPAWNS
    bound: int = EXACT
    source: int = ENGINE
    reserved: int = 0   # of the value meta byte: bit 0
    padding: int = 0    # the byte after it

    def bytes(self):
        meta = self.type << 5 | self.bound << 3 | self.source << 1 | self.reserved
        return struct.pack("<QHBBHH", self.key, self.elo, meta, self.padding, self.value & 0xffff, self.best_move)


def yacb_bytes(entries, numbers=None, sort=True, version=0):
    """numbers: the 781 of the file's own keys, in PolyGlot's order; without them, the keys are Stockfish's."""
    header = b"YACB" + bytes([version, 0 if numbers is None else 1]) + bytes(26)
    if numbers is not None:
        header += struct.pack("<781Q", *numbers)
    return header + b"".join(e.bytes() for e in (sorted(entries, key=lambda e: e.key) if sort else entries))


@dataclasses.dataclass
class SfttEntry:
    key: int
    depth: int = 20
    move: int = 0
    value: int = 0      # for the side to move, in Stockfish's units
    bound: int = BOUND_EXACT
    eval: int = VALUE_NONE
    generation: int = 0  # 0 to 31
    pv: bool = False

    def bytes(self):
        flags = self.generation << 3 | self.pv << 2 | self.bound
        return struct.pack("<QBBHHH", self.key, self.depth + 7, flags, self.move, self.value & 0xffff,
                           self.eval & 0xffff)


def sftt_bytes(entries, root_fen="", nodes=0, root_depth=0, min_entry_depth=0, version=0):
    header = struct.pack("<4sB91sQBB22x", b"SFTT", version, root_fen.encode(), nodes, root_depth, min_entry_depth)
    return header + b"".join(entry.bytes() for entry in entries)


def write_yacb(path, entries, **options):
    with open(path, "wb") as file:
        file.write(yacb_bytes(entries, **options))


def write_sftt(path, entries, **options):
    with open(path, "wb") as file:
        file.write(sftt_bytes(entries, **options))
