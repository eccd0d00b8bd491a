#!/usr/bin/env python3
"""A book that is a program: it serves a table of your own (docs/program-books.md).

    BookFile = |python3 docs/examples/book_table.py table.txt

A line of the table has a position (the first four fields of its FEN; the en-passant field may be -), a colon, and
moves with their weights; # begins a comment:

    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -: e2e4 60 d2d4 40
"""
import json
import sys


def read_table(path):
    table = {}
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line = line.split("#")[0].strip()
            if not line:
                continue
            place, colon, moves = line.partition(":")
            words = moves.split()
            if not colon or len(place.split()) < 4 or len(words) % 2 or not all(w.isdigit() for w in words[1::2]):
                print(f"{path}:{number}: skipped: not POSITION: MOVE WEIGHT …", file=sys.stderr)
                continue
            table[key(place)] = [{"move": move, "weight": int(weight)} for move, weight in zip(words[::2], words[1::2])]
    return table


def key(fen):
    """Without the en-passant square, which a FEN has after every double step."""
    return " ".join(fen.split()[:3])


def main():
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} TABLE")
    table = read_table(sys.argv[1])
    print(f"{len(table)} positions", file=sys.stderr, flush=True)  # into polyglot's log
    for line in sys.stdin:
        question = json.loads(line)
        moves = table.get(key(question["fen"]), [])
        print(json.dumps({"id": question["id"], "moves": moves}), flush=True)


if __name__ == "__main__":
    main()
