"""Books for the learning benchmarks, written from {moves from the start: {our move: weight}}."""
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "e2e"))
from chess_rules import START_FEN, Position, parse_square  # noqa: E402

ENTRY_BYTES = 16


def position_after(moves):
    position = Position(START_FEN)
    for move in moves:
        position = position.after(move)
    return position


def encode_move(position, move):
    """PolyGlot's 16 bits; castling is the king taking its own rook."""
    position.after(move)  # raises when it is not legal
    if move in ("e1g1", "e1c1", "e8g8", "e8c8") and position.board[parse_square(move[:2])] in "Kk":
        move = move[:2] + {"g": "h", "c": "a"}[move[2]] + move[3]
    return " nbrq".index(move[4:] or " ") << 12 | parse_square(move[:2]) << 6 | parse_square(move[2:4])


def write_book(adapter, path, positions):
    """A PolyGlot book. adapter: the program, which is asked for the keys."""
    boards = [position_after(moves) for moves in positions]
    fens = "".join(board.fen() + "\n" for board in boards)
    answer = subprocess.run([adapter, "key"], input=fens, capture_output=True, text=True, check=True)
    entries = []
    for key, board, weights in zip(answer.stdout.split(), boards, positions.values(), strict=True):
        for move, weight in sorted(weights.items(), key=lambda item: -item[1]):
            entries.append((int(key, 16), encode_move(board, move), weight))
    entries.sort(key=lambda entry: entry[0])  # stable: heavy moves first, as in make-book
    Path(path).write_bytes(b"".join(key.to_bytes(8, "big") + move.to_bytes(2, "big") + weight.to_bytes(2, "big") + bytes(4)
                                    for key, move, weight in entries))


def counted_games(path):
    """Games in the learn fields, summed over all entries."""
    data = Path(path).read_bytes()
    return sum(int.from_bytes(data[at + 12:at + 14], "big") for at in range(0, len(data), ENTRY_BYTES))
