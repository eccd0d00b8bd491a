"""Games between engines that count nodes, for the benchmarks that ask how strong something is.

With fixed nodes a game is always the same, so each search gets up to a tenth of the nodes more or less. Games that both
sides take for decided or for drawn are adjudicated, and nothing else is checked here: the end-to-end tests do that.
"""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "e2e"))
from uci_match import UciEngine, parse_book_line, parse_info  # noqa: E402

__all__ = ["MATE_CP", "PlayedGame", "Search", "UciEngine", "score_of"]

DECIDED_CP, DECIDED_PLIES = 400, 6  # in a row, by the scores of both
EVEN_CP, EVEN_PLIES, EVEN_FROM_PLY = 15, 12, 60
LONGEST_PLIES = 240  # a draw then
MATE_CP = 10_000
PATIENCE_S = 60.0


class Search:
    """What came back: the move, the centipawns for the side to move (0 where a book answered), {first move: centipawns} of
    all lines, and whether a book answered."""

    def __init__(self, engine, position, command):
        engine.send(position)
        engine.send(command)
        self.lines, self.cp, self.from_book = {}, 0, False
        while True:
            line = engine.read_line(PATIENCE_S)[1]
            if line.startswith("info string book: "):
                self.from_book = parse_book_line(line) is not None
            elif line.startswith("info "):
                self._take(parse_info(line))
            elif line.startswith("bestmove"):
                self.move = line.split()[1]
                return

    def _take(self, info):
        if "score" in info:
            kind, number = info["score"]
            self.cp = number if kind == "cp" else MATE_CP if number > 0 else -MATE_CP  # mated is `mate 0`
            if "pv" in info:
                self.lines[info["pv"][0]] = self.cp


class PlayedGame:
    """result: 1-0, 1/2-1/2, 0-1. moves: of both, the opening among them. book_plies: White's and Black's moves from a book."""

    def __init__(self, players, nodes, dice, opening=()):
        self.moves, self.book_plies = list(opening), [0, 0]
        self.result = self._play(players, nodes, dice)

    def _play(self, players, nodes, dice):
        decided, even = 0, 0
        for engine in players:
            engine.new_game()
        while len(self.moves) < LONGEST_PLIES and even < EVEN_PLIES:
            black = len(self.moves) % 2
            budget = dice.randint(nodes * 9 // 10, nodes * 11 // 10)
            position = "position startpos" + (" moves " + " ".join(self.moves) if self.moves else "")
            found = Search(players[black], position, f"go nodes {budget}")
            if found.move == "(none)":
                return "1/2-1/2" if found.cp > -MATE_CP else "1-0" if black else "0-1"
            self.moves.append(found.move)
            self.book_plies[black] += found.from_book
            for_white = -found.cp if black else found.cp
            sign = (for_white >= DECIDED_CP) - (for_white <= -DECIDED_CP)
            decided = decided + sign if sign and decided * sign >= 0 else sign
            if abs(decided) >= DECIDED_PLIES:
                return "1-0" if decided > 0 else "0-1"
            even = even + 1 if abs(found.cp) <= EVEN_CP and len(self.moves) > EVEN_FROM_PLY else 0
        return "1/2-1/2"


def score_of(result, white):
    """0, 0.5 or 1: of White where white is true, else of Black."""
    for_white = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}[result]
    return for_white if white else 1.0 - for_white
