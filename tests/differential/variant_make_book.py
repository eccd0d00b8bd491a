#!/usr/bin/env python3
"""make-book -variant on games that Fairy-Stockfish plays against itself, against independent counts.

    variant_make_book.py path/to/polyglot [--games N] [--seed S] [--variant NAME] [--keep FOLDER]

The first count is over the engine's own positions, the second by python-chess, which reads the PGN (all but losers). Keys
and moves in both conventions are computed here. Without python-chess the PGN has the moves in coordinates. Debian's
Fairy-Stockfish does not know atomic: python-chess then plays at random, or atomic is left out; another engine can be given
with --fairy-stockfish.
Exit status 0 if all agree, 1 if not, 77 without Fairy-Stockfish.
"""
import argparse
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

try:
    import chess
    import chess.pgn
    import chess.polyglot
    import chess.variant
except ImportError:
    chess = None

KEYS_SOURCE = Path(__file__).resolve().parents[2] / "core/chess/zobrist_keys.cpp"
RANDOM64 = [int(number, 16) for number in re.findall(r"0x([0-9A-F]{16})", KEYS_SOURCE.read_text())]
CHESS = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
# Where games begin, the tags that hosts write, and XBoard's number.
VARIANTS = {
    "antichess": (CHESS.replace("KQkq", "-"), ("Antichess", "antichess"), 8),
    "giveaway": (CHESS, ("giveaway", "Giveaway"), 8),
    "suicide": (CHESS, ("suicide", "Suicide"), 8),
    "losers": (CHESS, ("losers", "Losers"), 7),
    "atomic": (CHESS, ("Atomic", "atomic"), 12),
    "crazyhouse": (CHESS.replace(" w", "[] w"), ("Crazyhouse", "crazyhouse"), 6),
    "horde": ("rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1", ("Horde", "horde"), 0),
    "kingofthehill": (CHESS, ("King of the Hill", "kingofthehill"), 0),
    "racingkings": ("8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1", ("Racing Kings", "racingkings"), 0),
    "3check": (CHESS.replace("- 0 1", "- 3+3 0 1"), ("Three-check", "3check", "3 Check"), 13),
}
RESULTS = ["1-0", "0-1", "1/2-1/2"]
ENTRY = struct.Struct(">QHHI")
MOST_PLIES = 60
RANDOM_PLIES = 5
LEGAL = re.compile(r"^(\S+): 1$", re.MULTILINE)


def board_of(fen):
    """{square: piece, with ~ if it was promoted}."""
    pieces, square = {}, 56
    for token in re.findall(r"[/\d]|[a-zA-Z]~?", fen.split()[0].split("[")[0]):
        if token == "/":
            square -= 16
        elif token.isdigit():
            square += int(token)
        else:
            pieces[square] = token
            square += 1
    return pieces


def rotated(number, bits):
    return (number << bits | number >> (64 - bits)) & (2**64 - 1)


def key_of(fen, xboard=None):
    """PolyGlot's key, or XBoard's with the variant's number."""
    pieces = board_of(fen)
    _, side, rights, en_passant = fen.split()[:4]
    key = 0
    for square, piece in pieces.items():
        term = RANDOM64[64 * "pPnNbBrRqQkK".index(piece[0]) + square]
        key ^= rotated(term, 32) if xboard is not None and piece.endswith("~") else term
    for right in rights.replace("-", ""):
        key ^= RANDOM64[768 + "KQkq".index(right)]
    if en_passant != "-":
        file, rank = ord(en_passant[0]) - ord("a"), 4 if side == "w" else 3
        beside = [pieces.get(8 * rank + other) for other in (file - 1, file + 1) if 0 <= other <= 7]
        if ("P" if side == "w" else "p") in beside:
            key ^= RANDOM64[772 + file]
    if side == "w":
        key ^= RANDOM64[780]
    if xboard is None:
        return key
    key ^= xboard
    holdings = re.search(r"\[(.*)\]", fen)
    for piece in holdings[1] if holdings else "":
        order = "pnbrq".index(piece.lower())
        square = 72 + order if piece.isupper() else 71 - order
        key += rotated(RANDOM64[64 * "pPnNbBrRqQkK".index(piece) + square - 64], 8)
    return key % 2**64


def square_of(name):
    return ord(name[0]) - ord("a") + 8 * (int(name[1]) - 1)


def code_of(fen, move, xboard):
    """The 16 bits of a move in UCI notation; None: it has none."""
    if "@" in move:
        to = square_of(move[2:])
        letter = move[0].upper()
        return 9 << 12 | (ord(letter) - ord("A") + 1) << 6 | to if xboard else "PNBRQ".index(letter) << 12 | to << 6 | to
    start, to = square_of(move[:2]), square_of(move[2:4])
    if board_of(fen)[start] in "kK" and abs(start - to) == 2 and start in (4, 60):
        to += 1 if to > start else -2
    if xboard and move.endswith("k"):
        return None
    return " nbrqk".index(move[4:] or " ") << 12 | start << 6 | to


class Count:
    """Of each (key, move): wins, draws and losses of its mover."""

    def __init__(self):
        self.moves = defaultdict(lambda: [0, 0, 0])

    def add(self, game, result):
        """game: (key, move, whether White moves); a move counts once in a game."""
        for key, move, white in dict.fromkeys(game):
            if move is not None:
                of_white = RESULTS.index(result)
                self.moves[key, move][1 if of_white == 2 else 2 * (of_white != (not white))] += 1

    def book(self, min_games):
        kept = [(key, -2 * wins - draws, move) for (key, move), (wins, draws, losses) in self.moves.items()
                if wins + draws + losses >= min_games and wins + draws]
        return b"".join(ENTRY.pack(key, move, -weight, 0) for key, weight, move in sorted(kept))


class FairyStockfish:
    def __init__(self, binary, variant):
        self.variant, self.start = variant, VARIANTS[variant][0]
        self.process = subprocess.Popen([binary], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.send("uci", f"setoption name UCI_Variant value {variant}", "setoption name Hash value 1")
        said = iter(self.process.stdout.readline, "uciok\n")
        self.offers = f" var {variant} " in "".join(line.replace("\n", " ") for line in said)

    def send(self, *lines):
        self.process.stdin.write("\n".join(lines) + "\n")

    def ask(self, questions, last):
        """The answers to (moves, go) from the start: FENs and what is said beside, up to the line `last`. All are sent at
        once, since waiting takes longer than the search."""
        self.send(*(f"position fen {self.start} moves {' '.join(moves)}\nd\n{go}" for moves, go in questions))
        fens, answers, said = [], [], []
        for line in self.process.stdout:
            if line.startswith("Fen: "):
                fens.append(line[5:].strip())
            said.append(line)
            if line.startswith(last):
                answers.append("".join(said))
                said = []
                if len(answers) == len(questions):
                    return list(zip(fens, answers))
        raise RuntimeError("Fairy-Stockfish has ended")

    def play(self, count, dice):
        """Games as [(FEN, move)]: a few random moves, and then those of its search."""
        games = [[] for _ in range(count)]
        live = games
        for ply in range(MOST_PLIES):
            going = "go perft 1" if ply < RANDOM_PLIES else "go nodes {}"
            questions = [([move for _, move in game], going.format(dice.choice((1, 20, 40)))) for game in live]
            answers = self.ask(questions, "Nodes searched" if ply < RANDOM_PLIES else "bestmove") if live else []
            for game, (fen, said) in zip(live, answers):
                if ply < RANDOM_PLIES:
                    legal = sorted(LEGAL.findall(said))
                    move = dice.choice(legal[:: max(1, len(legal) // 4)]) if legal else None
                else:
                    move = re.search(r"^bestmove (\S+)", said, re.MULTILINE)[1]
                # It goes on in racing kings when one king is home and the other cannot follow.
                home = self.variant == "racingkings" and "k" in fen.split("/")[0].lower()
                if move not in (None, "(none)", "0000") and not home:
                    game.append((self.with_rights(fen, game), move))
            live = [game for game in live if len(game) == ply + 1]
        return games

    def with_rights(self, fen, game):
        """In suicide it has no rights to castle, since it does not castle there; in FEN and key they stand."""
        if self.variant != "suicide":
            return fen
        rights = game[-1][0].split()[2] if game else self.start.split()[2]
        for corner, lost in (("e1", "KQ"), ("h1", "K"), ("a1", "Q"), ("e8", "kq"), ("h8", "k"), ("a8", "q")):
            if game and corner in game[-1][1]:
                rights = "".join(right for right in rights if right not in lost)
        return fen.replace(" - ", f" {rights or '-'} ", 1)

    def quit(self):
        self.process.communicate("quit\n", timeout=60)


def play_at_random(variant, dice):
    board = chess.variant.find_variant(variant)()
    game = []
    while len(game) < MOST_PLIES and not board.is_variant_end() and any(board.legal_moves):
        moves = sorted(board.legal_moves, key=board.uci)
        moves = moves[:: max(1, len(moves) // 4)] if len(game) < RANDOM_PLIES else moves
        captures = [move for move in moves if board.is_capture(move)]
        move = dice.choice(captures if captures and dice.random() < 0.3 else moves)
        game.append((board.fen(en_passant="fen"), board.uci(move)))
        board.push(move)
    return game


def moves_as_text(variant, game):
    """SAN if python-chess knows the variant, else coordinates."""
    if not chess or variant == "losers":
        return [move for _, move in game]
    board = chess.variant.find_variant(variant)(game[0][0])
    sans = []
    for _, uci in game:
        move = board.parse_uci(uci)
        sans.append(board.san(move))
        board.push(move)
    return sans


def format_game(variant, game, result, dice):
    tag = dice.choice(VARIANTS[variant][1])
    lines = [f'[Event "?"]\n[Variant "{tag}"]\n[Result "{result}"]']
    if game[0][0].split("[")[0].split(" ")[0] != CHESS.split()[0] or dice.random() < 0.1:
        lines.append(f'[SetUp "1"]\n[FEN "{game[0][0]}"]')
    numbered = [f"{ply // 2 + 1}. {move}" if ply % 2 == 0 else move
                for ply, move in enumerate(moves_as_text(variant, game))]
    return "\n".join(lines) + "\n\n" + "\n".join(numbered) + f" {result}\n\n"


def count_of(games, number):
    """By the FENs; number: XBoard's, or None."""
    count = Count()
    for game, result in games:
        count.add([(key_of(fen, number), code_of(fen, move, number is not None), fen.split()[1] == "w")
                   for fen, move in game], result)
    return count


def python_chess_count(pgn):
    count = Count()
    with open(pgn, encoding="utf-8") as text:
        while game := chess.pgn.read_game(text):
            assert not game.errors, game.errors
            board, moves = game.board(), []
            for move in game.mainline_moves():
                fen = board.fen(en_passant="fen")
                moves.append((chess.polyglot.zobrist_hash(board), code_of(fen, board.uci(move), False), board.turn))
                board.push(move)
            count.add(moves, game.headers["Result"])
    return count


def make_book(options, source, book, *more, check=True):
    """source: games, or statistics (.pgstats)."""
    kind = "-from-stats" if source.suffix == ".pgstats" else "-pgn"
    command = [options.polyglot, "make-book", kind, source, "-bin", book, "-no-header", *more]
    subprocess.run([str(word) for word in command], stdout=subprocess.DEVNULL, check=check)


def differences(name, ours, theirs):
    ours, theirs = set(ENTRY.iter_unpack(ours)), set(ENTRY.iter_unpack(theirs))
    print(f"{name}: {len(theirs)} entries, {len(ours ^ theirs)} differ", flush=True)
    for key, move, weight, _ in sorted(ours ^ theirs)[:5]:
        print(f"  only {'ours' if (key, move, weight, 0) in ours else 'theirs'}: {key:016x} {move:04x} {weight}")
    return bool(ours ^ theirs)


def play_games(options, variant, dice):
    """[(game, result)]. The results are drawn by lot."""
    engine = FairyStockfish(options.fairy_stockfish, variant)
    if engine.offers:
        at_once = [min(50, options.games - done) for done in range(0, options.games, 50)]
        played = [game for count in at_once for game in engine.play(count, dice)]
    else:
        played = [play_at_random(variant, dice) for _ in range(options.games if chess else 0)]
    engine.quit()
    return [(game, dice.choice(RESULTS)) for game in played if game]


def check(options, variant, games, folder, dice):
    pgn = folder / f"{variant}.pgn"
    pgn.write_text("".join(format_game(variant, game, result, dice) for game, result in games))
    failures = 0
    number = VARIANTS[variant][2]
    for keys in [None, number] if number else [None]:
        convention = "plain" if keys is None else "xboard"
        count = count_of(games, keys)
        for min_games in (1, 3):
            book = folder / f"{variant}-{convention}-{min_games}.bin"
            stats = folder / f"{variant}-{convention}.pgstats"
            make_book(options, pgn, book, "-variant", variant, "-keys", convention, "-min-game", min_games,
                      "-stats", stats)
            failures += differences(f"{variant}, {convention} keys, -min-game {min_games}, {len(games)} games",
                                    book.read_bytes(), count.book(min_games))
            of_stats = folder / "of-stats.bin"
            make_book(options, stats, of_stats, "-min-game", min_games)
            failures += differences(f"{variant}, {convention} keys, -min-game {min_games}, by -from-stats",
                                    of_stats.read_bytes(), count.book(min_games))
    if chess and variant != "losers":
        failures += differences(f"{variant}, python-chess", (folder / f"{variant}-plain-1.bin").read_bytes(),
                                python_chess_count(pgn).book(1))
    return failures


def check_by_variant(options, variants, folder):
    """All games in one file, mixed, give the same books."""
    games = []
    for variant in variants:
        games += re.split(r"(?m)(?=^\[Event)", (folder / f"{variant}.pgn").read_text())[1:]
    random.Random(options.seed).shuffle(games)
    (folder / "all.pgn").write_text("".join(games))
    failures = 0
    for convention in ("plain", "xboard"):
        # Its status is 1 if XBoard does not know one of the variants.
        make_book(options, folder / "all.pgn", folder / f"all-{convention}.bin", "-by-variant", "-min-game", 1,
                  "-keys", convention, "-stats", folder / f"all-{convention}.pgstats", check=convention == "plain")
        for variant in variants:
            alone = folder / f"{variant}-{convention}-1.bin"
            if not alone.exists():
                continue
            book = folder / f"all-{convention}-{variant}.bin"
            failures += differences(f"{variant}, {convention} keys, -by-variant", book.read_bytes(), alone.read_bytes())
            make_book(options, folder / f"all-{convention}-{variant}.pgstats", folder / "of-stats.bin", "-min-game", 1)
            failures += differences(f"{variant}, {convention} keys, -by-variant -stats",
                                    (folder / "of-stats.bin").read_bytes(), alone.read_bytes())
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("polyglot")
    parser.add_argument("--games", type=int, default=2000, help="of each variant")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**32))
    parser.add_argument("--variant", action="append", choices=VARIANTS, help="only these")
    parser.add_argument("--keep", help="keep games and books in this folder")
    parser.add_argument("--fairy-stockfish", default=shutil.which("fairy-stockfish", path="/usr/games:/usr/bin"))
    options = parser.parse_args()
    if not options.fairy_stockfish:
        print("skipped: fairy-stockfish is not here")
        return 77
    print(f"seed {options.seed}")
    variants = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(options.keep or temporary)
        folder.mkdir(exist_ok=True)
        failures = 0
        for variant in options.variant or VARIANTS:
            dice = random.Random(f"{options.seed} {variant}")
            games = play_games(options, variant, dice)
            if games:
                variants.append(variant)
                failures += check(options, variant, games, folder, dice)
        failures += check_by_variant(options, variants, folder)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
