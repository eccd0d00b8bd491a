#!/usr/bin/env python3
"""Our rules of the variants against those of python-chess (all but losers) and Fairy-Stockfish (all but atomic).

    variants_vs_others.py path/to/variant_probe [--positions N] [--seed S] [--variant NAME]

variant_probe plays random games, some from Chess960 starts. For each position, python-chess must have the same key,
legal moves, SANs and end of the game, and after each move the same FEN; Fairy-Stockfish must have the same legal moves.
Exit status 0 if all agree, 1 if not, 77 if there is neither.
"""
import argparse
import random
import re
import shutil
import subprocess
import sys

try:
    import chess
    import chess.polyglot
    import chess.variant
except ImportError:
    chess = None

VARIANTS = ["antichess", "giveaway", "suicide", "losers", "atomic", "crazyhouse", "horde", "kingofthehill",
            "racingkings", "3check"]
REASONS = ["rule", "checkmate", "stalemate", "material", "fivefold", "75 moves", "threefold", "50 moves"]
MOVE_COUNT = re.compile(r"^(\S+): 1$", re.MULTILINE)


def normal_fen(fen):
    """Pieces in a pocket have no order."""
    return re.sub(r"\[(.*?)\]", lambda pocket: "[" + "".join(sorted(pocket[1])) + "]", fen)


class PythonChess:
    name = "python-chess"

    def __init__(self, variant):
        self.board_type = chess.variant.find_variant(variant)
        self.variant = variant
        self.board = None
        self.skips = False  # the rest of the game

    def end(self):
        board = self.board
        draw = "draw "
        winner = {True: "white ", False: "black "}
        if board.is_variant_win() or board.is_variant_loss():
            return winner[board.turn == board.is_variant_win()]
        if board.is_variant_draw():
            return draw
        if not any(board.legal_moves):
            return winner[not board.turn] if board.is_check() else draw
        # Horde's material is left out.
        if self.variant != "horde" and board.is_insufficient_material():
            return "draw material"
        clock = 0 if self.variant == "crazyhouse" else board.halfmove_clock
        for reason, holds in (("fivefold", board.is_repetition(5)), ("75 moves", clock >= 150),
                              ("threefold", board.is_repetition(3)), ("50 moves", clock >= 100)):
            if holds:
                return draw + reason
        return "-"

    def differences(self, fen, key, end, moves):
        expected = self.board.fen(en_passant="fen") if self.board else None
        # In suicide it takes the rights to castle away when a promoted king moves, though the other king has not moved.
        self.skips = self.skips or (self.variant == "suicide" and "K~" in (expected or "").upper())
        if self.skips:
            return
        if expected is None:
            self.board = self.board_type(fen, chess960=True)
        elif normal_fen(expected) != normal_fen(fen):
            yield f"FEN {expected}"
        theirs = f"{chess.polyglot.zobrist_hash(self.board):016x}"
        if key != theirs:
            yield f"key: ours {key} theirs {theirs}"
        sans = {move.uci(): self.board.san(move) for move in self.board.legal_moves}
        if self.variant == "suicide":  # where FICS does not castle
            sans = {move: san for move, san in sans.items() if not san.startswith("O-O")}
        ours = {move: san[1:] if san.startswith("P@") else san for move, san in moves.items()}
        theirs = {move: san[1:] if san.startswith("P@") else san for move, san in sans.items()}
        for move in sorted({*ours, *theirs}):
            if ours.get(move) != theirs.get(move):
                yield f"{move}: ours {ours.get(move)} theirs {theirs.get(move)}"
        theirs = self.end()
        if not end.startswith(theirs):
            yield f"end: ours {end} theirs {theirs}"

    def play(self, move):
        if not move:
            self.board = None
            self.skips = False
        elif not self.skips:
            self.board.push_uci(move)

    def quit(self):
        pass


class FairyStockfish:
    name = "Fairy-Stockfish"

    def __init__(self, binary, variant):
        self.process = subprocess.Popen([binary], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.variant = variant
        self.send("uci", f"setoption name UCI_Variant value {variant}", "setoption name UCI_Chess960 value true")

    def send(self, *lines):
        self.process.stdin.write("\n".join(lines) + "\n")

    def differences(self, fen, key, end, moves):
        # It goes on in racing kings when one king is home and the other cannot follow.
        if self.variant == "racingkings" and end in ("white rule", "black rule"):
            return
        self.send(f"position fen {fen}", "go perft 1")
        said = []
        for line in self.process.stdout:
            if line.startswith("Nodes searched"):
                break
            said.append(line)
        theirs = set(MOVE_COUNT.findall("".join(said)))
        differing = theirs ^ set(moves)
        if self.variant == "giveaway":  # in Chess960 it castles with whatever stands on the e-file
            differing = {move for move in differing if {move[1], move[3]} not in ({"1"}, {"8"})}
        for move in sorted(differing):
            yield f"{move} is legal only {'here' if move in moves else 'there'}"

    def play(self, move):
        pass

    def quit(self):
        self.process.communicate("quit\n", timeout=60)


def positions(probe, variant, count, seed):
    run = subprocess.Popen([probe, variant, str(count), str(seed)], stdout=subprocess.PIPE, text=True)
    for line in run.stdout:
        fen, key, end, moves, played = line.rstrip("\n").split("\t")
        if end != "-":
            winner, reason = end.split()
            end = f"{winner} {REASONS[int(reason)]}"
        yield fen, key, end, dict(move.split("=", 1) for move in moves.split()), played
    if run.wait() != 0:
        sys.exit(f"variant_probe {variant} failed")


def compare(peer, options, variant):
    compared = failures = 0
    for fen, key, end, moves, played in positions(options.probe, variant, options.positions, options.seed):
        compared += 1
        found = list(peer.differences(fen, key, end, moves))
        if found:
            failures += 1
            if failures <= options.show:
                print(f"{variant} {fen} ({peer.name}): " + ", ".join(found[:8]))
        peer.play(played)
    peer.quit()
    print(f"{variant}: {compared} positions compared with {peer.name}, {failures} differ", flush=True)
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("probe")
    parser.add_argument("--positions", type=int, default=5000, help="of each variant")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**32))
    parser.add_argument("--variant", action="append", choices=VARIANTS, help="only these")
    parser.add_argument("--show", type=int, default=10, help="differing positions of each variant that are printed")
    parser.add_argument("--fairy-stockfish", default=shutil.which("fairy-stockfish", path="/usr/games:/usr/bin"))
    options = parser.parse_args()
    print(f"seed {options.seed}")
    failures = peers = 0
    for variant in options.variant or VARIANTS:
        if chess and variant != "losers":
            peers += 1
            failures += compare(PythonChess(variant), options, variant)
        if options.fairy_stockfish and variant != "atomic":
            peers += 1
            failures += compare(FairyStockfish(options.fairy_stockfish, variant), options, variant)
    if peers == 0:
        print("skipped: neither python-chess nor fairy-stockfish here")
        return 77
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
