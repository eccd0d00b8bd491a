"""Games for what is compared with PolyGlot's book tools: by the rules, and written in every way that PolyGlot 2.0.4 reads.

It rejects a file with an error, so the games contain only what it understands: a marker after each game, followed by
a line feed, castling with letters, closed comments.
"""
import functools
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "e2e"))
from chess_rules import START_FEN, Position  # noqa: E402

# Only 1-0 and 0-1 in a tag named exactly Result are won games to PolyGlot, and the last such tag counts.
RESULT_TAGS = ['[Result "1-0"]\n'] * 4 + ['[Result "0-1"]\n'] * 4 + ['[Result "1/2-1/2"]\n'] * 3 + [
    '[Result "*"]\n', '[Result ""]\n', '[Result "1-0 "]\n', '[result "1-0"]\n', '[RESULT "0-1"]\n', "",
    '[Result "1-0"]\n[Result "0-1"]\n', '[ Result  "1-0" ]', '[Result "white"]\n', '[Result "1-0"][Event "one line"] ']
OTHER_TAGS = ["", "", '[Site "a \\"b\\" {c} 1. e4"]\n', '[White "M\xfcller"]\n', '[Variant "Chess960"]\n',
              '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n', "\n\n", '[Round "1"]\r\n']
BEHIND_MOVES = ["", "", "", "", " ", "\n", "\r\n", "\t", " $1", " $139 $4", " {a comment}", " {[%clk 0:01:02] two\nlines}",
                " ; d5 to the end of the line\n", "\n% 1. d4 escaped\n", " (1. xxx (2. Kxz9) nothing of this is read)",
                " ({)} ; )\n )"]
GLYPHS = ["", "", "", "", "", "!", "?", "!!", "?!", "!?"]


@functools.lru_cache(None)
def after(path):
    """The legal moves after these moves from the start, and the resulting positions."""
    head, _, last = path.rpartition(" ")
    position = after(head)[last] if path else Position(START_FEN)
    return position.legal_moves()


@functools.lru_cache(None)
def san(path, move):
    head, _, last = path.rpartition(" ")
    return (after(head)[last] if path else Position(START_FEN)).san(move)


def play(rng, plies):
    """A game of at most this many plies, mostly along few lines, so that games meet and transpose."""
    path, moves = "", []
    for ply in range(plies):
        legal = sorted(after(path))
        if not legal:
            break
        move = rng.choice(legal[:: max(1, len(legal) // 3)] if ply < 8 and rng.random() < 0.9 else legal)
        moves.append((path, move))
        path = f"{path} {move}".strip()
    return moves


def spell(rng, path, move):
    """One of the ways in which PolyGlot reads the move."""
    text = san(path, move)
    bare = text.rstrip("+#")
    way = rng.random()
    if way < 0.7 or bare.startswith("O"):
        text = text if way < 0.4 else bare + rng.choice(["", "+", "#", ""])
    elif way < 0.8:
        text = move  # e2e4, e7e8q
    elif way < 0.85:
        text = move[:2] + "-" + move[2:]
    elif way < 0.9:
        text = text.replace("x", "") if bare[0].isupper() else text
    elif way < 0.95 and bare[0] in "NBRQK":
        text = bare[0] + move[:2] + rng.choice(["", "-", "x"]) + move[2:4]
    elif "=" in bare:
        text = bare.replace("=", rng.choice(["", "="]))
    return text + rng.choice(GLYPHS)


def write(rng, moves):
    """A game as PGN text (Latin-1)."""
    tags = [rng.choice(OTHER_TAGS), rng.choice(RESULT_TAGS), rng.choice(OTHER_TAGS)]
    numbers = rng.choice(["{n}. ", "{n}.", "{n} ", "", "7. "])
    again = rng.choice(["", "", "{n}... ", "{n}..."])
    text = ""
    for ply, (path, move) in enumerate(moves):
        number = numbers if ply % 2 == 0 else again
        text += " " + number.format(n=ply // 2 + 1) + spell(rng, path, move) + rng.choice(BEHIND_MOVES)
    return "".join(tags) + "\n" + text.lstrip() + "\n" + rng.choice(["1-0", "0-1", "1/2-1/2", "*"]) + "\n\n"


def pgn(rng, games, plies):
    return "".join(write(rng, play(rng, rng.randint(0, plies))) for _ in range(games))


def short_games(rng, batches):
    """Games of a few moves, each as often as said, shuffled: [(moves, result, times)]."""
    games = [f'[Result "{result}"]\n\n{moves} {result}\n\n' for moves, result, times in batches for _ in range(times)]
    rng.shuffle(games)
    return "".join(games)
