#!/usr/bin/env python3
"""find-book and verify-book on books of variants, whose keys and legal moves are python-chess's (all but losers).

    variant_books.py path/to/polyglot [--games N] [--seed S] [--variant NAME] [--book FILE]

Makes a plain book of random games of each variant. Every position of the games is asked for: find-book must have the
same key, and the book's moves that are legal by python-chess as legal ones, no others. verify-book must reach every
position and find nothing wrong. With --book, of one --variant, the positions are those of a walk through that book.
Exit status 0 if all agree, 1 if not, 77 without python-chess.
"""
import argparse
import json
import random
import struct
import subprocess
import sys
import tempfile
from collections import defaultdict, deque
from pathlib import Path

try:
    import chess
    import chess.polyglot
    import chess.variant
except ImportError:
    print("skipped: python-chess is not here")
    sys.exit(77)

VARIANTS = ["antichess", "giveaway", "suicide", "atomic", "crazyhouse", "horde", "kingofthehill", "racingkings",
            "3check"]
DROPS = [chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN]
ENTRY = struct.Struct(">QHHI")


def encode(board, move):
    if move.drop:
        return DROPS.index(move.drop) << 12 | move.to_square << 6 | move.to_square
    text = board.uci(move, chess960=True)  # castling as the king taking its rook
    return (move.promotion - 1 if move.promotion else 0) << 12 | move.from_square << 6 | chess.parse_square(text[2:4])


def legal_moves(board):
    castles = board.uci_variant != "suicide"  # as on FICS
    return [move for move in board.legal_moves if castles or not board.is_castling(move)]


class Book:
    def __init__(self, content):
        self.moves = defaultdict(list)  # by key
        for key, move, _, _ in ENTRY.iter_unpack(content):
            if key:
                self.moves[key].append(move)

    def legal(self, board):
        """The legal moves that the book has, as find-book writes them in a game of chess."""
        moves = self.moves.get(chess.polyglot.zobrist_hash(board), [])
        spellings = defaultdict(set)
        for move in legal_moves(board):
            spellings[encode(board, move)].add(move)
            if board.is_castling(move):
                spellings[move.from_square << 6 | move.to_square].add(move)
        return [(move.uci() if not move.drop else board.uci(move)) for raw in moves for move in spellings.get(raw, [])]


def identity(board):
    """What decides about the legal moves: pockets too."""
    checks = getattr(board, "remaining_checks", None)
    pockets = [sorted(str(pocket)) for pocket in getattr(board, "pockets", [])]
    return board.board_fen(promoted=True), chess.polyglot.zobrist_hash(board), str(checks), str(pockets)


def play(variant, games, dice):
    entries, boards = set(), {}
    for _ in range(games):
        board = chess.variant.find_variant(variant)()
        for _ in range(dice.randrange(4, 40)):
            moves = legal_moves(board)
            if not moves or board.is_variant_end():
                break
            drops = [move for move in moves if move.drop]
            captures = [move for move in moves if board.is_capture(move)]
            move = dice.choice(dice.choice([moves, moves, captures or moves, drops or moves]))
            boards[identity(board)] = board.copy(stack=False)
            entries.add((chess.polyglot.zobrist_hash(board), encode(board, move), dice.randrange(1, 100), 0))
            board.push(move)
    unique = {entry[:2]: entry for entry in entries}
    return b"".join(ENTRY.pack(*entry) for entry in sorted(unique.values())), list(boards.values())


def walk(variant, book):
    board = chess.variant.find_variant(variant)()
    boards, waiting = {identity(board): board}, deque([board])
    while waiting:
        board = waiting.popleft()
        own = book.legal(board)
        for move in legal_moves(board):
            after = board.copy(stack=False)
            after.push(move)
            if board.uci(move) in own or chess.polyglot.zobrist_hash(after) in book.moves:
                if boards.setdefault(identity(after), after) is after:
                    waiting.append(after)
    return [board for board in boards.values() if chess.polyglot.zobrist_hash(board) in book.moves]


def find(polyglot, file, variant, boards):
    fens = "".join(board.fen(en_passant="fen") + "\n" for board in boards)
    command = [polyglot, "find-book", file, "-variant", variant, "-threshold", "0", "-json", "-fen", "-"]
    answer = subprocess.run(command, input=fens, stdout=subprocess.PIPE, text=True, check=True)
    return [json.loads(line) for line in answer.stdout.splitlines()]


def check(options, variant, file, boards, must_verify):
    book = Book(Path(file).read_bytes())
    answers = find(options.polyglot, file, variant, boards)
    if len(answers) != len(boards):
        print(f"{variant}: {len(answers)} answers to {len(boards)} positions")
        return 1
    failures = moves = 0
    for board, answer in zip(boards, answers):
        theirs = sorted(book.legal(board))
        ours = sorted(move["uci"] for move in answer["moves"] if move["san"])
        moves += len(theirs)
        if ours != theirs or answer["key"] != f"{chess.polyglot.zobrist_hash(board):016x}":
            failures += 1
            if failures <= 5:
                print(f"{variant} {board.fen()}: ours {answer['key']} {ours} theirs {theirs}")
    command = [options.polyglot, "verify-book", file, "-variant", variant, "-json"]
    verified = json.loads(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False).stdout)
    if must_verify and (verified["findings"] or verified["reached"] != verified["positions"]):
        failures += 1
        print(f"{variant}: {verified}")
    print(f"{variant}: {len(boards)} positions, {moves} legal moves, {verified['reached']} of {verified['positions']} "
          f"keys reached, {failures} differ", flush=True)
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("polyglot")
    parser.add_argument("--games", type=int, default=100, help="of each variant")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**32))
    parser.add_argument("--variant", action="append", choices=VARIANTS, help="only these")
    parser.add_argument("--book", help="this plain book, of one --variant, instead of random ones")
    options = parser.parse_args()
    variants = options.variant or VARIANTS
    if options.book:
        boards = walk(variants[0], Book(Path(options.book).read_bytes()))
        return 1 if check(options, variants[0], options.book, boards, False) else 0
    print(f"seed {options.seed}")
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for variant in variants:
            content, boards = play(variant, options.games, random.Random(f"{options.seed} {variant}"))
            file = Path(folder) / f"{variant}.bin"
            file.write_bytes(content)
            failures += check(options, variant, str(file), boards, True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
